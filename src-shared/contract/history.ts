/** A run as listed in History, available without opening it. */
import { z } from 'zod';
import { listSourceSchema } from './list.ts';
import { querySchema } from '../query/types.ts';
import { restedSchema, runIdSchema, runStateSchema } from './run.ts';

export const runSummarySchema = z.object({
  id: runIdSchema,
  /** The query in words. */
  title: z.string(),
  /** The person's name for it; null: not named. */
  name: z.string().nullable(),
  starred: z.boolean(),
  note: z.string(),
  /** Null if the log's first line can't be read. */
  query: querySchema.nullable(),
  /** For a run with many inputs; null for a single question. */
  list: z
    .object({
      keys: z.array(z.string()),
      count: z.number(),
      source: listSourceSchema,
      failed: z.number(),
      /** Inputs that the service can't be asked for. */
      refused: z.number(),
      /**
       * Inputs that have more pages, and those for which the service sent no cursor although there is
       * more.
       */
      partly: z.number(),
      cutOff: z.number(),
    })
    .nullable(),
  /** How its rows were derived; null: the service sent them. */
  derived: z.enum(['compare', 'collections', 'dataset']).nullable(),
  profileId: z.string(),
  createdAt: z.string(),
  /**
   * Time its answers took, in milliseconds: requests, retries and pauses of each click summed, without
   * the idle time before the next click, in which a person may read.
   */
  durationMs: z.number(),
  pages: z.number(),
  /** Rows shown and saved. */
  rows: z.number(),
  /** Pages too large to show, whose rows are missing. */
  unshownPages: z.number(),
  calls: z.number(),
  /** How it ended, or its current activity. */
  state: z.enum(runStateSchema.options.map((option) => option.shape.kind.value)),
  /** The idle state of an interrupted run before that; null otherwise, and if unknown. */
  rested: restedSchema.nullable(),
  /** On disk, including all of the run's files. */
  bytes: z.number(),
  condition: z.enum(['sound', 'damaged']),
  /** Whether name, star and note exist but can't be read. */
  metaDamaged: z.boolean(),
});
/** Said of a run whose `meta.json` can't be read. */
export const metaDamaged =
  'The name, star and note of this run can’t be read. Its rows are all there. Name it again: the damaged file is kept beside the new one.';

export type RunSummary = z.infer<typeof runSummarySchema>;

/** Of a run's name and note, in characters. */
export const longestName = 200;
export const longestNote = 10_000;

/** What a person says about a run. A blank name removes it. */
export const runDescriptionSchema = z.strictObject({
  runId: runIdSchema,
  name: z.string().max(longestName).optional(),
  starred: z.boolean().optional(),
  note: z.string().max(longestNote).optional(),
});
