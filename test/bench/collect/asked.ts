/** What the processes of this bench have in common: the question, and what they tell each other. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { JsonObject } from '#main/core/json/index.ts';
import type { Query } from '#shared/query/types.ts';

export const rowsPerPage = 100;

export const question: Query = {
  endpointId: 'microblog.posts.search',
  values: { q: 'city trees' },
  fields: [],
};
export const questionTarget = '/api/data/microblog/posts/live?q=city+trees';

/** Where the service is, and the key it takes. */
export interface Recorder {
  address: string;
  accessKey: string;
}

/** From now on pages that went by before come as they were, or each is made anew. */
export interface ServiceMode {
  recorded: boolean;
}

/** Its answer: what the service counted since it was started. */
export interface ServiceReport {
  requests: number;
}

/** One round of either side. */
export interface Task extends Recorder {
  pages: number;
}

/** Rows that both sides hand over, to be compared: first, last, borders of pages, some between. */
export function spotRows(pages: number): number[] {
  const rows = pages * rowsPerPage;
  const some = [0, 1, 99, 100, 4711, Math.floor(rows / 3), Math.floor(rows / 2), rows - 1];
  // Each once, as they come: few pages have some of them in common.
  return [...new Set(some)].filter((row) => row < rows).toSorted((a, b) => a - b);
}

/** One round, in milliseconds. */
export interface Times {
  ms: number;
  /** Of all threads of the process. */
  processorMs: number;
  /** In which the main thread could have run, and others had the processor. */
  waited: number;
}

export interface FloorReport extends Times {
  bytes: number;
  spots: JsonObject[];
}

export interface MemoryReport {
  /** Bytes, after a collection. */
  rss: number;
  heapUsed: number;
  /** The most that was resident at any time until then. */
  mostRss: number;
}

/** One page, in milliseconds, from when the one before was kept. */
export interface PageTimes {
  /** All but waiting for the service and for the disk to sync. */
  own: number;
  /** In which the main thread ran; it may have waited for a processor beside. */
  ran: number;
  /** The syncs of the ledger and of the page log together. */
  sync: number;
  /** From sending to the last byte, as the run noted it. */
  fetch: number;
}

export interface OursReport extends Times {
  pages: PageTimes[];
  /** How long the event loop did not turn, in milliseconds. */
  blockedMax: number;
  blockedP99: number;
  atTenth: MemoryReport;
  atEnd: MemoryReport;
  events: number;
  calls: number;
  rows: number;
  spots: JsonObject[];
}

/** On a real disk: syncing to memory would cost nothing. `TMPDIR` chooses another. */
export const newFolder = (): string => join(tmpdir(), `sde-bench-${process.pid}`);

/** Node loads its `fetch` when it is first needed; the program's server has done so at its start. */
export function loadFetch(): void {
  Response.json(null);
}
