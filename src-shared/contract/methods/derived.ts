/** Methods that work out a run from others. None of them calls the service. */
import { z } from 'zod';
import {
  comparableSchema,
  mostCollections,
  mostDatasetBytes,
  mostSentBytes,
  openDatasetSchema,
} from '../derived.ts';
import { runIdSchema, runReplySchema } from '../run.ts';
import { done, nothing } from './parts.ts';

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

  /** Lets the person choose a dataset folder on this computer; null when cancelled. */
  'dataset.choose': {
    input: nothing,
    output: z.object({ dataset: openDatasetSchema.nullable() }),
  },

  /** Takes bytes of a dataset’s file from a window that was given its archive; files in any order. */
  'dataset.send': {
    input: z.strictObject({
      datasetId: runIdSchema,
      /** As in the dataset, with `/`. */
      file: z.string().max(500),
      /** Where in the file they belong: right behind those sent before. */
      offset: z.number().int().min(0).max(mostDatasetBytes),
      base64: z.base64().max(Math.ceil(mostSentBytes / 3) * 4),
    }),
    output: done,
  },

  /** Says what can be opened of a dataset that was sent. */
  'dataset.look': { input: z.strictObject({ datasetId: runIdSchema }), output: openDatasetSchema },

  /** Reads a table of a dataset into a run of its own. Replies when it is whole. */
  'dataset.open': {
    input: z.strictObject({
      runId: runIdSchema,
      datasetId: runIdSchema,
      table: z.string().max(100),
      name,
    }),
    output: runReplySchema,
  },

  /** Forgets a dataset; what was sent of it is deleted. */
  'dataset.close': { input: z.strictObject({ datasetId: runIdSchema }), output: done },

  /** Stops working out a run; nothing of it is kept. */
  'derived.cancel': { input: z.strictObject({ runId: runIdSchema }), output: done },
} as const;
