/**
 * A view of a run: which of its rows, in which order. A view says nothing about how many rows
 * there are; together with a number of rows it always means the same list.
 */
import { z } from 'zod';
import { timeZoneSchema } from './summary.ts';

/** The service's name of a member of the items. Any text may be one. */
const fieldName = z.string().max(1000);
const cellText = z.string().max(10_000);

/** A number as its characters, so that one of 20 digits stays exact: `-3.5`, `1e6`. */
export const decimalSchema = z
  .string()
  .max(400)
  .regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/);

/** A day (`2024-05-31`), or a moment in UTC (`2024-05-31T12:00:00Z`). */
export const momentSchema = z.union([z.iso.date(), z.iso.datetime()]);

/**
 * A condition on one field. `contains` ignores case; `is`, `isNot` and `oneOf` compare a cell's
 * text exactly: the text itself, a number as it was sent (or one of the same value), `true` or
 * `false`, a list or an object as compact JSON. A cell is empty when the member is missing, null
 * or an empty text; an empty cell is never equal to anything, so `isNot` keeps it.
 */
export const filterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), field: fieldName, text: cellText.min(1) }),
  z.strictObject({ kind: z.literal('is'), field: fieldName, value: cellText }),
  z.strictObject({ kind: z.literal('isNot'), field: fieldName, value: cellText }),
  z.strictObject({ kind: z.literal('isEmpty'), field: fieldName }),
  z.strictObject({ kind: z.literal('isNotEmpty'), field: fieldName }),
  z.strictObject({
    kind: z.literal('number'),
    field: fieldName,
    /** Both inclusive; null leaves that end open. Texts that are numbers count as numbers. */
    min: decimalSchema.nullable(),
    max: decimalSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('date'),
    field: fieldName,
    /**
     * Both inclusive, a day as a whole (specification, since and until). Texts in ISO 8601 count
     * as dates, in UTC unless they say otherwise, and so do numbers since 1970, in seconds,
     * milliseconds or microseconds by their size.
     */
    from: momentSchema.nullable(),
    to: momentSchema.nullable(),
    /**
     * Whose days these are, by name, so that a saved view means the same on every computer. Dates
     * without a time are the same day everywhere. Views of before had days of UTC.
     */
    timeZone: timeZoneSchema.default('UTC'),
  }),
  z.strictObject({
    kind: z.literal('oneOf'),
    field: fieldName,
    values: z.array(cellText).min(1).max(1000),
  }),
]);
export type Filter = z.infer<typeof filterSchema>;

export const sortSchema = z.strictObject({
  field: fieldName,
  direction: z.enum(['ascending', 'descending']),
});
/**
 * Empty cells come last in both directions; what is equal stays in the order of arrival. Numbers
 * go by value, texts by characters without regard to case; a column whose texts are all digits
 * goes by value too, however long they are.
 */
export type Sort = z.infer<typeof sortSchema>;

export const mostFilters = 50;
export const mostSorts = 8;

export const viewSchema = z.strictObject({
  /** All of them must hold. */
  filters: z.array(filterSchema).max(mostFilters),
  /** Text that any cell must contain, yes/no cells aside; empty to search nothing. */
  search: z.string().max(1000),
  /** The first counts most. None: in the order of arrival. */
  sort: z.array(sortSchema).max(mostSorts),
  /**
   * The field that identifies an item: of rows with the same text in it, only the first of the
   * run is shown. Rows where it is empty are all shown. Null to show every row.
   */
  hideDuplicatesBy: fieldName.nullable(),
  /**
   * Where duplicates of a run with a list are hidden: an item that came for several inputs is shown
   * for the first of them only. Otherwise each input keeps its own.
   */
  acrossInputs: z.literal(true).optional(),
});
export type View = z.infer<typeof viewSchema>;

/** Every row, in the order of arrival. */
export const everyRow: View = { filters: [], search: '', sort: [], hideDuplicatesBy: null };

/** Whether it leaves all rows in the order of arrival: nothing has to be asked for it. */
export function isEveryRow({ filters, search, sort, hideDuplicatesBy }: View): boolean {
  return filters.length === 0 && search === '' && sort.length === 0 && hideDuplicatesBy === null;
}

/** What a view came to when it was asked for. */
export const openedViewSchema = z.object({
  /** Rows of the run that were looked at: its first ones. */
  rows: z.number(),
  /** Rows the run had; more than `rows` when the columns were far behind. */
  of: z.number(),
  /** Rows of the view among them. */
  count: z.number(),
  /** (view, rows) always means the same list, as long as this is the same. */
  epoch: z.number(),
  /** Where the row that was given as anchor is in it (from 0); null when it is not. */
  anchor: z.number().nullable(),
});
export type OpenedView = z.infer<typeof openedViewSchema>;

/** Rows that came more than once: those after the first with the same identity. */
export const duplicatesSchema = openedViewSchema.omit({ epoch: true, anchor: true }).extend({
  /** The field that identifies an item. */
  field: z.string(),
  /** The same with the rows of all inputs of a list together; null without a list. */
  acrossInputs: z.number().nullable(),
});
export type Duplicates = z.infer<typeof duplicatesSchema>;
