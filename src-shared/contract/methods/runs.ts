/** Methods that ask the service, and those about what it answered before. */
import { z } from 'zod';
import { querySchema } from '../../query/types.ts';
import { runDescriptionSchema, runSummarySchema } from '../history.ts';
import {
  maxWindowRows,
  onePage,
  pageSchema,
  runIdSchema,
  runLimitSchema,
  runReplySchema,
  runSchema,
} from '../run.ts';
import { listNextSchema, listPlanSchema } from '../list.ts';
import { nothing, done } from './parts.ts';

const runIdsSchema = z.array(runIdSchema).min(1).max(10_000);

export const runsMethods = {
  /**
   * Asks: fetches the first page, or as many as the limit says. Replies when the first page is
   * there; the others arrive as events. Repeating it with the same id changes nothing.
   */
  'run.start': {
    metered: 'always',
    input: z.strictObject({
      runId: runIdSchema,
      query: querySchema,
      limit: runLimitSchema.default(onePage),
      /** Asks for each input of a list (`list.check`); `limit` is then not looked at. */
      list: listPlanSchema.nullable().default(null),
      /** Where rows come newest first: stops behind a page whose rows are all in this run. */
      untilKnown: runIdSchema.nullable().default(null),
    }),
    output: runReplySchema,
  },

  /**
   * Fetches the pages after the last one, or the failed one again and on from there. Where the
   * cursor is lost, `byDate` asks the question again until the day of `Run.stoppedAt`.
   */
  'run.next': {
    metered: 'always',
    input: z.strictObject({
      runId: runIdSchema,
      limit: runLimitSchema.default(onePage),
      /** The person agreed when a limit asked: this run continues past it. */
      beyondCeiling: z.boolean().default(false),
      byDate: z.boolean().default(false),
      /** Of a run with a list: which inputs. */
      list: listNextSchema.nullable().default(null),
    }),
    output: runReplySchema,
  },

  /** Shows the rows beyond the row limit. No call to the service. */
  'run.showAll': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },

  'run.stop': {
    outlivesPage: true,
    input: z.strictObject({ runId: runIdSchema }),
    output: z.object({ run: runSchema }),
  },

  /** After a full or failing disk: saves the page kept in memory. */
  'run.trySavingAgain': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },

  /** Opens a run from disk. */
  'run.open': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },

  'run.pages': {
    input: z.strictObject({
      runId: runIdSchema,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: z.object({ pages: z.array(pageSchema) }),
  },

  /** Every run on disk, latest first. */
  'history.list': { input: nothing, output: z.object({ runs: z.array(runSummarySchema) }) },

  /** Names, stars or notes a run. */
  'history.describe': { outlivesPage: true, input: runDescriptionSchema, output: done },

  /** Moves runs into the trash; it is emptied when the program starts the next time. */
  'history.remove': {
    outlivesPage: true,
    input: z.strictObject({ runIds: runIdsSchema }),
    output: done,
  },

  /** Takes them back. */
  'history.restore': {
    outlivesPage: true,
    input: z.strictObject({ runIds: runIdsSchema }),
    output: done,
  },
} as const;
