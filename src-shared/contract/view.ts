/**
 * A view of a run: which of its rows, in which order. A view doesn't say how many rows there are;
 * together with a number of rows it always denotes the same list.
 */
import { z } from 'zod';
import { runIdSchema } from './run.ts';
import { timeZoneSchema } from './summary.ts';

/** The service's name of a member of the items. It can be any text. */
const fieldName = z.string().max(1000);
const cellText = z.string().max(10_000);

/** Whether it is a number as text, so that one of 20 digits stays exact: `-3.5`, `1e6`. */
export const isDecimal = (text: string): boolean =>
  text.length <= 400 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
const decimalSchema = z.string().refine(isDecimal);

/** Whether it is a day (`2024-05-31`), or a time in UTC (`2024-05-31T12:00:00Z`). */
export function isMoment(text: string): boolean {
  const [, day = text] =
    /^(.{10})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z$/.exec(text) ?? [];
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const at = Date.parse(day);
  // Of a day that there isn't, a later one is read; data may have any year.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
const momentSchema = z.string().refine(isMoment);

/**
 * How texts are compared that may be the same node of a network: `username` and `hashtag` without their sign and
 * ignoring case. White space around them never counts.
 */
const nodeCompareSchema = z.enum(['exact', 'username', 'hashtag']);
export type NodeCompare = z.infer<typeof nodeCompareSchema>;

/**
 * A condition on one field. `contains` ignores case; `is`, `isNot` and `oneOf` compare a cell's text
 * exactly: the text itself, a number as sent (or one of the same value), `true` or `false`, a list or
 * an object as compact JSON. A cell is empty if the member is missing, null, or an empty text,
 * list or object. An empty cell never equals anything, so `isNot` includes it, except that an empty list is
 * `[]` and an empty object `{}`.
 */
export const filterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), field: fieldName, text: cellText.min(1) }),
  z.strictObject({
    kind: z.literal('hasWord'),
    field: fieldName,
    /**
     * A word, several that follow each other, or a hashtag, mention, number, emoji or link (of which any to
     * the same site counts). Neither case nor accents count, and the ends of words do: “art” isn’t in “start”.
     */
    word: z.string().min(1).max(1000),
  }),
  z.strictObject({ kind: z.literal('is'), field: fieldName, value: cellText }),
  z.strictObject({ kind: z.literal('isNot'), field: fieldName, value: cellText }),
  z.strictObject({ kind: z.literal('isEmpty'), field: fieldName }),
  z.strictObject({ kind: z.literal('isNotEmpty'), field: fieldName }),
  /** Both cells have a value, and their texts are different. */
  z.strictObject({ kind: z.literal('differs'), field: fieldName, from: fieldName }),
  z.strictObject({
    kind: z.literal('names'),
    field: fieldName,
    /** Other fields, in any of which one is enough. */
    orIn: z.array(fieldName).max(1),
    /** Nodes as a network names them, any of which is enough. In a list, an item is enough. */
    nodes: z.array(cellText.min(1)).min(1).max(2),
    as: nodeCompareSchema,
  }),
  z.strictObject({
    kind: z.literal('hasMedia'),
    field: fieldName,
    /** Other fields, in any of which a link to a picture or a video is enough: see `mediaLinks`. */
    orIn: z.array(fieldName).max(100),
  }),
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
     * Both inclusive, a day as a whole (specification, since and until). Texts in ISO 8601 count as
     * dates, in UTC unless they say otherwise, and so do numbers since 1970, in seconds, milliseconds
     * or microseconds depending on their size.
     */
    from: momentSchema.nullable(),
    to: momentSchema.nullable(),
    /**
     * The time zone of these days, by name, so that a saved view means the same on every computer.
     * Dates without a time are the same day everywhere. Views from before this member use UTC.
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

const sortSchema = z.strictObject({
  field: fieldName,
  direction: z.enum(['ascending', 'descending']),
});
/**
 * Empty cells are last in both directions; equal ones stay in order of arrival. Numbers are sorted by
 * value, texts by characters ignoring case; a column whose texts are all digits is sorted by value too,
 * however long they are, and one whose texts are all dates by time.
 */
export type Sort = z.infer<typeof sortSchema>;

export const mostFilters = 50;
export const mostSorts = 8;

/** Which rows, in no particular order. */
const rowsOfView = {
  /** All of them must match. */
  filters: z.array(filterSchema).max(mostFilters),
  /** Text that any cell must contain, except yes/no cells; empty: no search. */
  search: z.string().max(1000),
  /**
   * The field that identifies an item: of rows with the same text in it, only the run's first is shown.
   * Rows where it is empty are all shown. Null: every row is shown.
   */
  hideDuplicatesBy: fieldName.nullable(),
  /**
   * For a run with a list whose duplicates are hidden: an item found for several inputs is shown only
   * for the first of them. By default each input keeps its own.
   */
  acrossInputs: z.literal(true).optional(),
};

export const mostDrawn = 1_000_000;
export const mostSeed = 999_999_999;

/**
 * Rows drawn at random: of those that it is drawn from, the ones whose number in the run (from 1), written
 * after the seed and a colon (`8241:17`), has the smallest MD5. So the same seed draws the same rows on every
 * computer, and anybody can check it.
 */
const sampleSchema = z.strictObject({
  /** How many; if it is drawn by group, of each. */
  size: z.int().min(1).max(mostDrawn),
  /** The field whose values are the groups, empty cells being one of them; null: none. */
  by: fieldName.nullable(),
  seed: z.int().min(0).max(mostSeed),
  /** Drawn from those of the run's first so many rows that match: what arrives later isn't part of it. */
  rows: z.int().min(0),
  ...rowsOfView,
});
export type Sample = z.infer<typeof sampleSchema>;

/**
 * Rows as conversations: each follows what it answers, depth first, and the view's order is that of what
 * answers the same. A row belongs below the first row with the ID that is in one of `answers`; the first of
 * these that is here counts. What isn't here, or answers itself in a circle (there, the first received), begins
 * a thread. Threads about the same are beside each other.
 */
const threadSchema = z.strictObject({
  /** The field with an item's ID. */
  identity: fieldName,
  /** Fields with the ID of what it answers, the nearest first. */
  answers: z.array(fieldName).min(1).max(4),
  /** The field with the ID of what all of it is about, such as a post: whoever answers that answers no row. */
  about: fieldName.nullable(),
  /** What IDs may begin with and mean the same without. */
  prefixes: z.array(z.string().regex(/^\w{1,10}$/)).max(4),
  /** IDs that the question asks about: whoever answers these answers nothing that is missing. */
  asked: z.array(cellText).max(20),
  /** Where the view has no order: a field by which what answers the same is sorted, ascending. */
  by: fieldName.nullable(),
});
export type Thread = z.infer<typeof threadSchema>;

export const viewSchema = z.strictObject({
  ...rowsOfView,
  /** Only rows of this sample; the view's own filters and search apply within it. */
  sample: sampleSchema.optional(),
  /** The first has the highest priority. Empty: in order of arrival. */
  sort: z.array(sortSchema).max(mostSorts),
  /**
   * As conversations. On screen, the rows that a row of the view answers are there too, however they match;
   * what is saved or counted has them only if they match.
   */
  thread: threadSchema.optional(),
});
export type View = z.infer<typeof viewSchema>;
/** Which rows a view is of, without a sample. */
export type ViewedRows = Pick<View, keyof typeof rowsOfView>;

/** Every row, in order of arrival. */
export const everyRow: View = { filters: [], search: '', sort: [], hideDuplicatesBy: null };

/** Rows chosen in a view, as it was when it was opened. */
export const chosenRowsSchema = z.strictObject({
  runId: runIdSchema,
  view: viewSchema.default(everyRow),
  /** The view covers this number of the run's first rows; null: all current ones. */
  rows: z.number().int().min(0).nullable().default(null),
  /** Their positions in it, from 0, both inclusive; null: all rows that match it. */
  spans: z
    .array(z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) }))
    .min(1)
    .max(100_000)
    .nullable(),
});
export type ChosenRows = z.infer<typeof chosenRowsSchema>;

/** Whether the view includes all rows in order of arrival, so that it needs no query. */
export function isEveryRow({ filters, search, hideDuplicatesBy, sample, ...order }: View): boolean {
  const isWhole = filters.length === 0 && search === '' && hideDuplicatesBy === null;
  return isWhole && isAsReceived(order) && sample === undefined;
}

/** Whether rows are in order of arrival, so that further ones are added at the end. */
export const isAsReceived = ({ sort, thread }: Pick<View, 'sort' | 'thread'>): boolean =>
  sort.length === 0 && thread === undefined;

/** The result of opening a view. */
export interface OpenedView {
  /** Number of rows examined: the run's first ones. */
  rows: number;
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: number;
  /** Those of them that are in the view's list. */
  count: number;
  /** In conversations, how many of these don't match the view: what its rows answer. */
  context?: number;
  /** While this is the same, (view, rows) always denotes the same list. */
  epoch: number;
  /** Position of the anchor row in the view (from 0); null if it isn't included. */
  anchor: number | null;
}

/** Returns the number of rows that match a view. */
export const matchingIn = ({ count, context = 0 }: OpenedView): number => count - context;

/** Repeated rows: those after the first with the same identity. */
export type Duplicates = Omit<OpenedView, 'epoch' | 'anchor' | 'context'> & {
  /** The field that identifies an item. */
  field: string;
  /** The same with the rows of all inputs of a list combined; null without a list. */
  acrossInputs: number | null;
};

/** The rows of a view as conversations, in the order of its list. */
export interface ThreadRows {
  /** Their numbers in the run, from 0. */
  numbers: readonly number[];
  /** Of each, how deep it is below the first of its thread, and marks (`levelOf`). */
  levels: readonly number[];
}

/** What is known of a row of a conversation, as one number. */
export const levelOf = (depth: number, marks: { isMissing: boolean; isContext: boolean }): number =>
  depth * 4 + (marks.isMissing ? 2 : 0) + (marks.isContext ? 1 : 0);

/** 0: the first of a thread. */
export const depthIn = (level: number): number => Math.floor(level / 4);
/** What it answers isn't among the rows. */
export const isMissingIn = (level: number): boolean => (level & 2) !== 0;
/** It doesn't match the view, and is there because one that does answers it. */
export const isContextIn = (level: number): boolean => (level & 1) !== 0;
