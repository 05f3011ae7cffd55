/** Methods that derive a run from others. None of them calls the service. */
import type { Comparable, OpenDataset } from '../derived.ts';
import type { RunReply } from '../run.ts';
import { z } from 'zod';
import { mostCollections, mostDatasetBytes, mostSentBytes } from '../derived.ts';
import { runIdSchema } from '../run.ts';
import { done, nothing, reply } from './parts.ts';

/** In either order: the one asked first is the earlier one. */
const twoRuns = z.tuple([runIdSchema, runIdSchema]);
/** The new run's name. */
const name = z.string().trim().min(1).max(200);

export const derivedMethods = {
  /** Returns the columns of two runs that can be compared, and what the comparison can't know. */
  'compare.look': { input: z.strictObject({ runIds: twoRuns }), output: reply<Comparable>() },

  /**
   * Compares two runs of the same kind of items. Replies when the new run is complete; repeating the
   * call with the same id joins the work or opens the result.
   */
  'compare.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: twoRuns,
      fields: z.array(z.string().max(1000)).min(1).max(1000),
      name,
    }),
    output: reply<RunReply>(),
  },

  /** Combines the rows of several runs of a question in one table, earliest first. */
  'collections.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: z.array(runIdSchema).min(2).max(mostCollections),
      name,
    }),
    output: reply<RunReply>(),
  },

  /** Lets the person choose a dataset folder on this computer; null when cancelled. */
  'dataset.choose': {
    input: nothing,
    output: reply<{ dataset: OpenDataset | null }>(),
  },

  /**
   * Receives bytes of a dataset’s file from a window that was given its archive; files in any order.
   */
  'dataset.send': {
    input: z.strictObject({
      datasetId: runIdSchema,
      /** Its path in the dataset, with `/`. */
      file: z.string().max(500),
      /** Their position in the file: directly after those sent before. */
      offset: z.number().int().min(0).max(mostDatasetBytes),
      base64: z.base64().max(Math.ceil(mostSentBytes / 3) * 4),
    }),
    output: done,
  },

  /** Returns what can be opened from a dataset that was sent. */
  'dataset.look': {
    input: z.strictObject({ datasetId: runIdSchema }),
    output: reply<OpenDataset>(),
  },

  /** Reads a table of a dataset into a run of its own. Replies when it is complete. */
  'dataset.open': {
    input: z.strictObject({
      runId: runIdSchema,
      datasetId: runIdSchema,
      table: z.string().max(100),
      name,
    }),
    output: reply<RunReply>(),
  },

  /** Forgets a dataset and deletes what was sent. */
  'dataset.close': { input: z.strictObject({ datasetId: runIdSchema }), output: done },

  /** Cancels deriving a run; nothing of it is stored. */
  'derived.cancel': { input: z.strictObject({ runId: runIdSchema }), output: done },
} as const;
