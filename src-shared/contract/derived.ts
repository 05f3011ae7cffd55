/**
 * A derived run: its rows were computed from runs in the data folder, not sent by the service. It cost
 * nothing and can't be continued; otherwise it is a run like any other.
 */
import type { Meaning } from '../catalogue/types.ts';
import { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import { queryOfInput } from '../query/list.ts';
import { type Query, querySchema } from '../query/types.ts';
import { inputField } from './list.ts';

/** Limit of collections in one table. */
export const mostCollections = 100;

/** A run that rows were derived from, as it was then: it may be continued or deleted later. */
const sourceRunSchema = z.object({
  runId: z.string(),
  /** The person's name for it, or else its question in words. */
  title: z.string(),
  query: querySchema,
  /** Method, address and path of its first request, without the key; `<input>` for those of a list. */
  request: z.string(),
  /** Parameters filled by the inputs of its list; empty if it asked a single question. */
  listKeys: z.array(z.string()),
  createdAt: z.string(),
  /** Null if no page was stored. */
  firstAnswerAt: z.string().nullable(),
  lastAnswerAt: z.string().nullable(),
  pages: z.number(),
  /** Number of rows shown. */
  rows: z.number(),
  /** Whether the service said that there was no more, and all of it can be read. */
  isComplete: z.boolean(),
});
export type SourceRun = z.infer<typeof sourceRunSchema>;

/**
 * What a row of a comparison is. `new`: it isn't in the earlier run, which would have it. `unseen`: it
 * isn't in the earlier run, which may have stopped before it. `gone`: it isn't in the later run, which has everything there was.
 * `missing`: it isn't in the later run, which may lack rows that were still there.
 */
const changeKinds = ['new', 'gone', 'missing', 'changed', 'unseen', 'same'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The columns of a compared field. Their names differ from those of all columns of the rows. */
const comparedFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  difference: z.string(),
});

const comparisonSchema = z.object({
  kind: z.literal('compare'),
  /** The earlier one first. */
  sources: z.tuple([sourceRunSchema, sourceRunSchema]),
  /** The field by which rows are matched, within each input of a list. */
  identity: z.string(),
  fields: z.array(comparedFieldSchema),
  /** Names of the columns with a row's change and with its changed fields. */
  change: z.string(),
  changedFields: z.string(),
});

const collectionsSchema = z.object({
  kind: z.literal('collections'),
  /** In the order of their rows, earliest first. */
  sources: z.array(sourceRunSchema).min(1).max(mostCollections),
  /** Name of the column with the time (UTC) at which a row was collected. */
  collectedAt: z.string(),
});

/** Limit of a dataset's runs read into one table. */
export const mostDatasetRuns = 2000;

const fromDatasetSchema = z.object({
  kind: z.literal('dataset'),
  /** As saved, in the order of their rows; they may never have been on this computer. */
  sources: z.array(sourceRunSchema).min(1).max(mostDatasetRuns),
  /** The dataset's folder with the rows: `microblog-post`. */
  table: z.string(),
  /** Name of the column with the time (UTC) at which a row was collected. */
  collectedAt: z.string(),
  /** Name of the column with the ID of a row's run; null if all are of one run. */
  run: z.string().nullable(),
});

const fileFormatSchema = z.enum(['csv', 'jsonl', 'json', 'parquet', 'xlsx']);
export type FileFormat = z.infer<typeof fileFormatSchema>;

const fromFileSchema = z.object({
  kind: z.literal('file'),
  /** Nobody knows what was asked for its rows. */
  sources: z.array(sourceRunSchema).max(0),
  /** Of the file that the person chose, without its folder; it may be an archive. */
  name: z.string(),
  format: fileFormatSchema,
  /** The sheet of the workbook, or the file in the archive; null: there was one table. */
  table: z.string().nullable(),
  bytes: z.number(),
  sha256: z.string(),
  openedAt: z.string(),
});

/** What the name of a file's question begins with; the kind of its items follows. */
export const fileQuestion = 'file/';

/** The runs and the rule of a derivation, stored in the first line of the log. */
export const derivationSchema = z.discriminatedUnion('kind', [
  comparisonSchema,
  collectionsSchema,
  fromDatasetSchema,
  fromFileSchema,
]);
export type Derivation = z.infer<typeof derivationSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type FromDataset = z.infer<typeof fromDatasetSchema>;
export type FromFile = z.infer<typeof fromFileSchema>;

const count = z.number().int().nonnegative();

interface KnownSources {
  byRun: ReadonlyMap<string, readonly SourceRun[]>;
  /** One run for each different question. */
  different: readonly SourceRun[];
}

/** Kept, because it is needed for every row, and a dataset may have thousands of runs. */
const knownSources = new WeakMap<Derivation, KnownSources>();

function sourcesIn(from: Derivation): KnownSources {
  const known = knownSources.get(from) ?? {
    byRun: new Map(from.sources.map((one) => [one.runId, [one]])),
    different: [
      ...new Map(
        from.sources.map((one) => [JSON.stringify([one.query, one.listKeys]), one]),
      ).values(),
    ],
  };
  knownSources.set(from, known);
  return known;
}

/**
 * Returns the run that a row is from; if the table doesn't say which, one for each different question.
 * @param text returns a member of the row as text.
 */
export function sourcesOfRow(
  from: Derivation,
  text: (field: string) => string | undefined,
): readonly SourceRun[] {
  switch (from.kind) {
    case 'compare': {
      const change = text(from.change);
      return [from.sources[change === 'gone' || change === 'missing' ? 0 : 1]];
    }
    case 'dataset': {
      const run = from.run === null ? undefined : text(from.run);
      const { byRun, different } = sourcesIn(from);
      return byRun.get(run ?? '') ?? different;
    }
    case 'collections':
    case 'file':
      return sourcesIn(from).different;
    default:
      return assertNever(from);
  }
}

/**
 * Returns the question that a row answers, with its input; several if the row is from one of several
 * runs and the table doesn't say which.
 * @param keys parameters that the run's own list fills.
 */
export function queriesOfRow(
  { query, keys, derived }: { query: Query; keys: readonly string[]; derived: Derived | null },
  text: (field: string) => string | undefined,
): Query[] {
  // What a file's rows answer, nobody knows: its own question asks nothing.
  const isOwn = derived === null || derived.from.kind === 'file';
  const asked = isOwn ? [{ query, listKeys: keys }] : sourcesOfRow(derived.from, text);
  return asked.map((one) =>
    one.listKeys.length === 0
      ? one.query
      : queryOfInput(one.query, one.listKeys, text(inputField) ?? ''),
  );
}

/** Facts known once all rows are written, stored with the last page. */
export const derivedFactsSchema = z.object({
  /** For a comparison: number of rows of each kind. */
  changes: z.partialRecord(z.enum(changeKinds), count).default({}),
  /** Number of rows in which a field changed, by field. */
  changedFields: z.record(z.string(), count).default({}),
  /**
   * Rows with the ID of an earlier row. In a comparison: within one of the runs, and left out;
   * otherwise kept.
   */
  repeated: count,
  /** Rows without an ID. A comparison omits them. */
  withoutId: count,
  /** Rows of damaged pages, which are omitted. */
  unreadable: count,
  /** Of a file: what a person should know about how it was read, in sentences. */
  noticed: z.array(z.string()).default([]),
});
export type DerivedFacts = z.infer<typeof derivedFactsSchema>;

/** Null facts: the page with them is damaged. */
export const derivedSchema = z.object({
  from: derivationSchema,
  facts: derivedFactsSchema.nullable(),
});
export type Derived = z.infer<typeof derivedSchema>;

/** What comparing two runs would involve. */
export interface Comparable {
  sources: [SourceRun, SourceRun];
  /**
   * Columns of both runs. Links and pictures change by themselves, so they aren't chosen by default.
   */
  columns: { field: string; label: string; meaning: Meaning; isChosen: boolean }[];
  /** What the person should know beforehand, in whole sentences. */
  notes: string[];
}
