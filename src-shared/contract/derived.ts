/**
 * A derived run: its rows were worked out from runs of the data folder, not sent by the service. It
 * cost nothing, can't be continued, and otherwise is a run like any other.
 */
import { z } from 'zod';
import { querySchema } from '../query/types.ts';
import { meaningSchema } from '../catalogue/types.ts';

/** Most collections in one table. */
export const mostCollections = 100;

/** A run that rows were worked out from, as it was then: it may be continued or deleted later. */
export const sourceRunSchema = z.object({
  runId: z.string(),
  /** What the person called it, else its question in words. */
  title: z.string(),
  query: querySchema,
  /** Method, address and path of its first request, without the key; `<input>` for those of a list. */
  request: z.string(),
  /** Parameters that the inputs of its list filled; none where it asked one question. */
  listKeys: z.array(z.string()),
  createdAt: z.string(),
  /** Null where no page was kept. */
  firstAnswerAt: z.string().nullable(),
  lastAnswerAt: z.string().nullable(),
  pages: z.number(),
  /** Rows that were shown. */
  rows: z.number(),
  /** The service said that there is no more, and all of it can be read. */
  isComplete: z.boolean(),
});
export type SourceRun = z.infer<typeof sourceRunSchema>;

/**
 * What a row of a comparison is. `gone`: the later run has everything, and not this one. `missing`:
 * it is not in the later run, which may not have everything.
 */
export const changeKinds = ['new', 'gone', 'missing', 'changed', 'same'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The columns of a compared field. Named so that no column of the rows has the same name. */
export const comparedFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  difference: z.string(),
});

const comparisonSchema = z.object({
  kind: z.literal('compare'),
  /** The earlier one first. */
  sources: z.tuple([sourceRunSchema, sourceRunSchema]),
  /** The field by which rows were matched, within each input of a list. */
  identity: z.string(),
  fields: z.array(comparedFieldSchema),
  /** Names of the columns that say what a row is, and which of its fields changed. */
  change: z.string(),
  changedFields: z.string(),
});

const collectionsSchema = z.object({
  kind: z.literal('collections'),
  /** In the order of their rows: the earliest first. */
  sources: z.array(sourceRunSchema).min(1).max(mostCollections),
  /** Name of the column with the time at which a row was collected (UTC). */
  collectedAt: z.string(),
});

/** From which runs, and by which rule: the first line of the log has it. */
export const derivationSchema = z.discriminatedUnion('kind', [comparisonSchema, collectionsSchema]);
export type Derivation = z.infer<typeof derivationSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;

const count = z.number().int().nonnegative();

/** What came of it, known when all rows were written: the last page has it. */
export const derivedFactsSchema = z.object({
  /** Rows of each kind, of a comparison. */
  changes: z.partialRecord(z.enum(changeKinds), count).default({}),
  /** Rows in which a field changed, by field. */
  changedFields: z.record(z.string(), count).default({}),
  /**
   * Rows with the ID of one before them: of a comparison, within one of the runs, and left out; of
   * collections, in one before, and kept.
   */
  repeated: count,
  /** Rows without an ID. A comparison leaves them out. */
  withoutId: count,
  /** Rows of damaged pages, left out. */
  unreadable: count,
});
export type DerivedFacts = z.infer<typeof derivedFactsSchema>;

/** Null facts: the page that had them is damaged. */
export const derivedSchema = z.object({
  from: derivationSchema,
  facts: derivedFactsSchema.nullable(),
});
export type Derived = z.infer<typeof derivedSchema>;

/** What comparing two runs would say, before it is done. */
export const comparableSchema = z.object({
  sources: z.tuple([sourceRunSchema, sourceRunSchema]),
  /** Columns that both have. Links and pictures change by themselves: they are not chosen at first. */
  columns: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      meaning: meaningSchema,
      isChosen: z.boolean(),
    }),
  ),
  /** What the person should know first, in whole sentences. */
  notes: z.array(z.string()),
});
export type Comparable = z.infer<typeof comparableSchema>;
