/** A run as the window sees it. */
import { z } from 'zod';
import { meaningSchema, resourceIdSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';
import { problemSchema } from './problem.ts';

/** Minted by the window, so that `run.start` can be repeated without a second call. */
export const runIdSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

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
  z.object({ kind: z.literal('more') }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('failed'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('outOfCredits'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('noMore') }),
  z.object({ kind: z.literal('cursorRefused'), page: z.number(), problem: problemSchema }),
  z.object({ kind: z.literal('cursorRepeated') }),
  z.object({ kind: z.literal('interrupted') }),
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
  /** Rows in which the member is there and not null. */
  filled: z.number(),
  /** Shown from the start. */
  usual: z.boolean(),
});
export type Column = z.infer<typeof columnSchema>;

/** Something the person should know about what is stored, in a sentence. */
export const noticeSchema = z.object({ code: z.string(), message: z.string() });
export type Notice = z.infer<typeof noticeSchema>;

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
  /** Service profile the run belongs to: `sample` or an origin. */
  profileId: z.string(),
  createdAt: z.string(),
  state: runStateSchema,
  pageCount: z.number(),
  rowCount: z.number(),
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
  rows: z.array(rowSchema),
});
export type RowWindow = z.infer<typeof rowWindowSchema>;

/** A run and the rows the screen needs next, in one reply. */
export const runReplySchema = z.object({ run: runSchema, window: rowWindowSchema });
export type RunReply = z.infer<typeof runReplySchema>;
