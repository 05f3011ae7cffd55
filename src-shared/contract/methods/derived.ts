/** Methods that work out a run from others. None of them calls the service. */
import { z } from 'zod';
import { comparableSchema, mostCollections } from '../derived.ts';
import { runIdSchema, runReplySchema } from '../run.ts';
import { done } from './parts.ts';

/** In either order: the one that was asked first is the earlier one. */
const twoRuns = z.tuple([runIdSchema, runIdSchema]);
/** What the new run is called. */
const name = z.string().trim().min(1).max(200);

export const derivedMethods = {
  /** Says which columns of two runs can be compared, and what the comparison can't know. */
  'compare.look': { input: z.strictObject({ runIds: twoRuns }), output: comparableSchema },

  /**
   * Compares two runs of the same kind of items. Replies when the new run is whole; repeating it
   * with the same id joins the work, or opens what came of it.
   */
  'compare.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: twoRuns,
      fields: z.array(z.string().max(1000)).min(1).max(1000),
      name,
    }),
    output: runReplySchema,
  },

  /** Puts the rows of several runs of a question into one table, the earliest first. */
  'collections.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: z.array(runIdSchema).min(2).max(mostCollections),
      name,
    }),
    output: runReplySchema,
  },

  /** Stops working out a run; nothing of it is kept. */
  'derived.cancel': { input: z.strictObject({ runId: runIdSchema }), output: done },
} as const;
