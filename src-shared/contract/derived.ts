/**
 * A derived run: its rows were worked out from runs of the data folder, not sent by the service. It
 * cost nothing, can't be continued, and otherwise is a run like any other.
 */
import { z } from 'zod';
import { querySchema } from '../query/types.ts';
import { meaningSchema, platformSchema } from '../catalogue/types.ts';

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

/** Most runs of a dataset that one table is read from. */
export const mostDatasetRuns = 2000;

const fromDatasetSchema = z.object({
  kind: z.literal('dataset'),
  /** As they were saved, in the order of their rows; they may never have been on this computer. */
  sources: z.array(sourceRunSchema).min(1).max(mostDatasetRuns),
  /** The folder of the dataset that the rows are from: `microblog-post`. */
  table: z.string(),
  /** Name of the column with the time at which a row was collected (UTC). */
  collectedAt: z.string(),
  /** Name of the column with the ID of a row's run; null where all are of one run. */
  run: z.string().nullable(),
});

/** From which runs, and by which rule: the first line of the log has it. */
export const derivationSchema = z.discriminatedUnion('kind', [
  comparisonSchema,
  collectionsSchema,
  fromDatasetSchema,
]);
export type Derivation = z.infer<typeof derivationSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type FromDataset = z.infer<typeof fromDatasetSchema>;

const count = z.number().int().nonnegative();

/** What came of it, known when all rows were written: the last page has it. */
export const derivedFactsSchema = z.object({
  /** Rows of each kind, of a comparison. */
  changes: z.partialRecord(z.enum(changeKinds), count).default({}),
  /** Rows in which a field changed, by field. */
  changedFields: z.record(z.string(), count).default({}),
  /**
   * Rows with the ID of one before them: of a comparison, within one of the runs, and left out; else
   * kept.
   */
  repeated: count,
  /** Rows without an ID. A comparison leaves them out. */
  withoutId: count,
  /** Rows of damaged pages, left out. */
  unreadable: count,
  /** Rows of a dataset whose input was asked again later, left out. */
  replaced: count.default(0),
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

/** A dataset folder that was chosen, by what can be opened of it. */
export const openDatasetSchema = z.object({
  id: z.string(),
  tables: z
    .array(
      z.object({
        table: z.string(),
        /** What its rows are, in plain words: "posts". */
        items: z.string(),
        platform: platformSchema.nullable(),
        rows: z.number(),
        runs: z.number(),
        /** What the table is called unless the person says otherwise. */
        name: z.string(),
        /** When the first and the last of its pages arrived. */
        collectedFrom: z.string(),
        collectedUntil: z.string(),
      }),
    )
    .min(1),
});
export type OpenDataset = z.infer<typeof openDatasetSchema>;

/** Files of a dataset that a window sends: bytes of one call, and of all files. */
export const mostSentBytes = 3_000_000;
export const mostDatasetBytes = 4 * 1024 ** 3;
