/** A run as listed in History, available without opening it. */
import type { Derivation } from './derived.ts';
import type { ListSource } from './list.ts';
import type { Query } from '../query/types.ts';
import { z } from 'zod';
import { runIdSchema } from './run.ts';
import type { RunState } from './run.ts';

export interface RunSummary {
  id: string;
  /** The query in words. */
  title: string;
  /** The person's name for it; null: not named. */
  name: string | null;
  starred: boolean;
  note: string;
  /** Null if the log's first line can't be read. */
  query: Query | null;
  /** For a run with many inputs; null for a single question. */
  list: {
    keys: string[];
    count: number;
    source: ListSource;
    failed: number;
    /** Inputs that the service can't be asked for. */
    refused: number;
    /**
     * Inputs that have more pages, and those for which the service sent no cursor although there is
     * more.
     */
    partly: number;
    cutOff: number;
  } | null;
  /** How its rows were derived; null: the service sent them. */
  derived: Derivation['kind'] | null;
  profileId: string;
  createdAt: string;
  /**
   * Time its answers took, in milliseconds: requests, retries and pauses of each click summed, without
   * the idle time before the next click, in which a person may read.
   */
  durationMs: number;
  pages: number;
  /** Rows shown and saved. */
  rows: number;
  /** Pages too large to show, whose rows are missing. */
  unshownPages: number;
  calls: number;
  /** How it ended, or its current activity. */
  state: RunState['kind'];
  /** It stopped because everything that was asked for is here. */
  isAsAsked: boolean;
  /** The idle state of an interrupted run before that; null otherwise, and if unknown. */
  rested: Extract<RunState, { kind: 'interrupted' }>['rested'];
  /** On disk, including all of the run's files. */
  bytes: number;
  condition: 'sound' | 'damaged';
  /** Whether name, star and note exist but can't be read. */
  metaDamaged: boolean;
}
/** Said of a run whose `meta.json` can't be read. */
export const metaDamaged =
  'The name, star and note of this run can’t be read. Its rows are all there. Name it again: the damaged file is kept beside the new one.';

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

/** Runs that have an item. */
export interface FoundRuns {
  /** The latest first, each with the number of its first row that is the item. */
  runs: { run: RunSummary; row: number }[];
  /** Others that could not be read in full. */
  unread: number;
  /** How many of all other runs have been looked through, from the latest on. */
  searched: number;
  of: number;
  /** What to go on after; null: all were looked through. */
  next: string | null;
}
