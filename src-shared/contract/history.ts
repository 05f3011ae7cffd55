/** A run as History lists it: told without opening it. */
import { z } from 'zod';
import { listSourceSchema } from './list.ts';
import { querySchema } from '../query/types.ts';
import { restedSchema, runIdSchema, runStateSchema } from './run.ts';

export const runSummarySchema = z.object({
  id: runIdSchema,
  /** The query in words. */
  title: z.string(),
  /** What the person calls it; null when they did not name it. */
  name: z.string().nullable(),
  starred: z.boolean(),
  note: z.string(),
  /** Null when the log's first line can't be read. */
  query: querySchema.nullable(),
  /** Of a run that asked for many inputs; null for one question. */
  list: z
    .object({
      keys: z.array(z.string()),
      count: z.number(),
      source: listSourceSchema,
      failed: z.number(),
      /** Inputs that have more pages, and those of which the service said so without a cursor. */
      partly: z.number(),
      cutOff: z.number(),
    })
    .nullable(),
  /** What its rows were worked out as; null: they are what the service sent. */
  derived: z.enum(['compare', 'collections', 'dataset']).nullable(),
  profileId: z.string(),
  createdAt: z.string(),
  /**
   * What its answers took, in milliseconds: requests, retries and pauses of each click added up,
   * without the time from a rest to the next click, in which a person may read.
   */
  durationMs: z.number(),
  pages: z.number(),
  /** To be seen and saved. */
  rows: z.number(),
  /** Pages too large to show, whose rows are missing. */
  unshownPages: z.number(),
  calls: z.number(),
  /** How it ended, or what it is doing now. */
  state: z.enum(runStateSchema.options.map((option) => option.shape.kind.value)),
  /** Where an interrupted run rested before; null otherwise, and when nobody knows. */
  rested: restedSchema.nullable(),
  /** On disk, with all that belongs to the run. */
  bytes: z.number(),
  condition: z.enum(['sound', 'damaged', 'newerVersion']),
  /** Name, star and note are there, and can't be read. */
  metaDamaged: z.boolean(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** What a person says about a run. A blank name takes it back. */
export const runDescriptionSchema = z.strictObject({
  runId: runIdSchema,
  name: z.string().max(200).optional(),
  starred: z.boolean().optional(),
  note: z.string().max(10_000).optional(),
});
