/** Methods that ask the service, and those about its stored answers. */
import type { Page, Run, RunReply } from '../run.ts';
import type { RunSummary } from '../history.ts';
import { z } from 'zod';
import { querySchema } from '../../query/types.ts';
import { runDescriptionSchema } from '../history.ts';
import { maxWindowRows, onePage, runIdSchema, budgetSchema } from '../run.ts';
import { askedListSchema, nextInputsSchema } from '../list.ts';
import { nothing, done, reply } from './parts.ts';

const runIdsSchema = z.array(runIdSchema).min(1).max(10_000);

export const runsMethods = {
  /**
   * Starts a run: fetches the first page, or as many as the limit allows. Replies when the first page
   * has arrived; the others are reported by events. Repeating the call with the same id changes
   * nothing.
   */
  'run.start': {
    metered: 'always',
    input: z
      .strictObject({
        runId: runIdSchema,
        query: querySchema,
        limit: budgetSchema.prefault(onePage),
        /** Asks for each input of a list (`list.check`), whatever `pages` and `rows` of the limit. */
        list: askedListSchema.nullable().default(null),
        /** For rows sorted newest first: stops after a page that nothing new follows, compared with this run. */
        untilKnown: runIdSchema.nullable().default(null),
      })
      .refine(({ list, limit }) => list === null || limit.calls !== null, {
        path: ['limit', 'calls'],
      }),
    output: reply<RunReply>(),
  },

  /**
   * Fetches the next pages, starting with the failed one if there is one. If the cursor is lost,
   * `byDate` asks the question again up to the day of `Run.stoppedAt`.
   */
  'run.next': {
    metered: 'always',
    input: z.strictObject({
      runId: runIdSchema,
      limit: budgetSchema.prefault(onePage),
      /** The person agreed when a limit asked: this run continues past it. */
      beyondCeiling: z.boolean().default(false),
      byDate: z.boolean().default(false),
      /** For a run with a list: which inputs; null: what was asked last, as far as it is left. */
      inputs: nextInputsSchema.nullable().default(null),
      /** Limit of this step's calls, retries included; null: only the run's. */
      atMost: z.number().int().min(1).nullable().default(null),
    }),
    output: reply<RunReply>(),
  },

  /** Shows the rows beyond the row limit. Doesn't call the service. */
  'run.showAll': { input: z.strictObject({ runId: runIdSchema }), output: reply<RunReply>() },

  'run.stop': {
    outlivesPage: true,
    input: z.strictObject({ runId: runIdSchema }),
    output: reply<{ run: Run }>(),
  },

  /** Saves the page in memory after the disk was full or failing. */
  'run.trySavingAgain': {
    input: z.strictObject({ runId: runIdSchema }),
    output: reply<RunReply>(),
  },

  /** Opens a run from disk. */
  'run.open': { input: z.strictObject({ runId: runIdSchema }), output: reply<RunReply>() },

  'run.pages': {
    input: z.strictObject({
      runId: runIdSchema,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: reply<{ pages: Page[] }>(),
  },

  /** Lists all runs on disk, latest first. */
  'history.list': {
    input: nothing,
    output: reply<{
      runs: RunSummary[];
      /** Ids of the runs in the trash, by the call that deleted them, the latest last. */
      removals: string[][];
    }>(),
  },

  /** Names, stars or notes a run. */
  'history.describe': { outlivesPage: true, input: runDescriptionSchema, output: done },

  /** Moves runs to the trash, from which they can be restored until the program is closed. */
  'history.remove': {
    outlivesPage: true,
    input: z.strictObject({ runIds: runIdsSchema }),
    output: done,
  },

  /** Restores runs from the trash. */
  'history.restore': {
    outlivesPage: true,
    input: z.strictObject({ runIds: runIdsSchema }),
    output: done,
  },
} as const;
