/** A run as the window sees it. */
import { z } from 'zod';
import { meaningSchema, resourceIdSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';
import { derivedSchema } from './derived.ts';
import { runListSchema } from './list.ts';
import { problemSchema } from './problem.ts';

/** Largest window of rows or pages one call may ask for. */
export const maxWindowRows = 1000;

/** Minted by the window, so that `run.start` can be repeated without a second call. */
export const runIdSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/**
 * How far to go. `pages`: so many more pages; `rows`: until the run has so many rows; null: no
 * such limit.
 */
export const runLimitSchema = z.strictObject({
  pages: z.number().int().min(1).nullable(),
  rows: z.number().int().min(1).nullable(),
});
export type RunLimit = z.infer<typeof runLimitSchema>;

/** *Get first page* and *Next page*. */
export const onePage: RunLimit = { pages: 1, rows: null };

/** Whether the person said how much: that wins over the limit of calls which holds for every run. */
export const saysHowMuch = ({ pages, rows }: RunLimit): boolean =>
  rows !== null || (pages !== null && pages > 1);

/** What a run was last asked to collect, for the run bar. */
export const runPlanSchema = z.object({
  limit: runLimitSchema,
  startedAt: z.string(),
  /** Pages and rows that were there before. */
  pagesBefore: z.number(),
  rowsBefore: z.number(),
});
export type RunPlan = z.infer<typeof runPlanSchema>;

/** Where a run can rest with its cursor alive, or lose it. */
export const restedSchema = z.enum([
  'more',
  'limit',
  'stopped',
  'failed',
  'outOfCredits',
  'cursorRefused',
]);

/**
 * Working states: a request is under way or about to be. Resting: the cursor is alive, so going
 * on is possible. Ended: it is not. `page` counts from 1.
 */
export const runStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('queued'), page: z.number() }),
  z.object({ kind: z.literal('fetching'), page: z.number(), since: z.string() }),
  z.object({
    kind: z.literal('retrying'),
    page: z.number(),
    /** 1 for the first retry. */
    attempt: z.number(),
    /** When the next attempt starts (ISO). */
    at: z.string(),
    problem: problemSchema,
  }),
  /** A background operation at the service is asked how far it is; not metered. */
  z.object({ kind: z.literal('polling'), page: z.number(), since: z.string() }),
  z.object({ kind: z.literal('more') }),
  /** What was asked for is there, or a limit on calls asks before continuing. */
  z.object({
    kind: z.literal('limit'),
    /**
     * `known`: what follows is in an earlier run. Of a list: so many inputs were asked for; its cap;
     * five of its inputs failed in a row.
     */
    reason: z.enum([
      'pages',
      'rows',
      'known',
      'runCeiling',
      'dayCeiling',
      'inputs',
      'maxCalls',
      'failures',
    ]),
  }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('failed'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('outOfCredits'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('noMore') }),
  /** The service says that there is more, and gave no way to it. */
  z.object({ kind: z.literal('notAll') }),
  z.object({ kind: z.literal('cursorRefused'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('cursorRepeated') }),
  z.object({ kind: z.literal('operationNoData') }),
  z.object({ kind: z.literal('operationError'), message: z.string().nullable() }),
  z.object({ kind: z.literal('operationCancelled') }),
  z.object({ kind: z.literal('operationExpired') }),
  /** The program ended meanwhile, and the cursor with it. `rested`: where the run rested before;
   *  null when it was in the middle of a page. `failure`: what it failed with, when that is kept. */
  z.object({
    kind: z.literal('interrupted'),
    rested: restedSchema.nullable(),
    failure: problemSchema.optional(),
  }),
]);
export type RunState = z.infer<typeof runStateSchema>;

export const columnTypeSchema = z.enum([
  'integer',
  'number',
  'boolean',
  'text',
  'list',
  'object',
  'mixed',
  'empty',
]);

/** A column of the run: the union of members over all rows, in a stable order. */
export const columnSchema = z.object({
  /** The service's name. */
  field: z.string(),
  label: z.string(),
  meaning: meaningSchema,
  /** Inferred from the values. */
  type: columnTypeSchema,
  /** Shown from the start. */
  usual: z.boolean(),
});
export type Column = z.infer<typeof columnSchema>;

/** Something the person should know about what is stored, in a sentence. */
export const noticeSchema = z.object({ code: z.string(), message: z.string() });
export type Notice = z.infer<typeof noticeSchema>;

/** The background operation of a stored-data run, as the service last told it. */
export const operationSchema = z.object({
  operationId: z.string(),
  /** As the service spells it; null before it was asked. */
  status: z.string().nullable(),
  startedAt: z.string(),
  checkedAt: z.string().nullable(),
  /** By this computer's clock; null while it runs. */
  expiresAt: z.string().nullable(),
  /** Why the last check brought nothing, in a sentence; polling continues. */
  trouble: z.string().nullable(),
  /** Where the service offers a file. */
  downloadUrl: z.string().nullable(),
});
export type Operation = z.infer<typeof operationSchema>;

/** A file that came instead of rows: CSV made by the service, saved as it is. */
export const runFileSchema = z.object({
  page: z.number(),
  bytes: z.number(),
  /** The answer broke off; this is what came. */
  partial: z.boolean(),
});

/** How much there is in all, as the answer of a finished operation says; null: it does not say. */
export const runTotalSchema = z.object({
  pages: z.number().nullable(),
  rows: z.number().nullable(),
});
export type RunTotal = z.infer<typeof runTotalSchema>;

/** Under which names a run was fetched: they stay, whatever is corrected later. */
export const fetchedAsSchema = z.object({
  /** Path and query string of the first request, encoded as sent. */
  target: z.string(),
  /** What is called otherwise now, in whole sentences; empty when nothing is. */
  differs: z.array(z.string()),
});

export const runSchema = z.object({
  id: runIdSchema,
  /**
   * Grows with every change main tells of, for as long as main runs: events and replies cross,
   * and no other number only grows (a call that was not sent is taken off the count again).
   */
  revision: z.number(),
  query: querySchema,
  /** The query in words. */
  title: z.string(),
  resource: resourceIdSchema,
  fetchedAs: fetchedAsSchema,
  /** Service profile the run belongs to: `sample` or an origin. */
  profileId: z.string(),
  createdAt: z.string(),
  state: runStateSchema,
  pageCount: z.number(),
  /** Rows to be seen and saved. */
  rowCount: z.number(),
  /** Rows beyond a row limit: fetched and kept, shown on request. */
  heldBack: z.number(),
  /**
   * While the columns of a long run are made again from its log, after which all of them are
   * known: rows that were looked through, and all of them. Null when that is done.
   */
  preparing: z.object({ rows: z.number(), of: z.number() }).nullable(),
  /** Null: it asks one question. */
  list: runListSchema.nullable(),
  /** Null: its rows are what the service sent. */
  derived: derivedSchema.nullable(),
  /** Null while nobody knows, as always with live data. */
  total: runTotalSchema.nullable(),
  plan: runPlanSchema.nullable(),
  /**
   * The time of the last row (ISO, UTC), where the question has an *Until* and its rows came newest
   * first: from there the run can be continued even when its cursor is lost. Null: it can't.
   */
  stoppedAt: z.string().nullable(),
  operation: operationSchema.nullable(),
  files: z.array(runFileSchema),
  /** Requests sent for this run, whatever became of them. */
  calls: z.number(),
  columns: z.array(columnSchema),
  /** Extra objects beside the rows, by name: `parent_comment`. */
  extras: z.record(z.string(), z.unknown()),
  notices: z.array(noticeSchema),
});
export type Run = z.infer<typeof runSchema>;

export const pageSchema = z.object({
  page: z.number(),
  /** Number of its first row, from 0. */
  firstRow: z.number(),
  rows: z.number(),
  at: z.string(),
  ms: z.number(),
  dataSource: z.string().nullable(),
  /** Damaged on disk: its rows can't be read. */
  unreadable: z.boolean(),
  /** Kept in a file, and too large to show: it has no rows here. */
  tooLarge: z.boolean(),
});
export type Page = z.infer<typeof pageSchema>;

/**
 * A row: the item as the service sent it. Numbers that JavaScript can't hold exactly are
 * `{"$n": "<digits as sent>"}`.
 */
export const rowSchema = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof rowSchema>;

/** Rows `offset … offset + rows.length - 1` of a view with `total` rows. */
export const rowWindowSchema = z.object({
  offset: z.number(),
  total: z.number(),
  /** Their numbers in the run, from 0, in the order of arrival; null: they follow one another. */
  numbers: z.array(z.number()).nullable(),
  rows: z.array(rowSchema),
});
export type RowWindow = z.infer<typeof rowWindowSchema>;

/** A run and the rows the screen needs next, in one reply. */
export const runReplySchema = z.object({ run: runSchema, window: rowWindowSchema });
export type RunReply = z.infer<typeof runReplySchema>;
