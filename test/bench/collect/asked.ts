/** What the processes of this bench have in common: the question, and what they tell each other. */
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

export interface FloorReport {
  ms: number;
  rows: number;
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
  /** The syncs of the ledger and of the page log together. */
  sync: number;
  /** From sending to the last byte, as the run noted it. */
  fetch: number;
}

export interface OursReport extends FloorReport {
  pages: PageTimes[];
  atTenth: MemoryReport;
  atEnd: MemoryReport;
  /** In the ledger. */
  calls: number;
}

/** Node loads its `fetch` when it is first needed; the program's server has done so at its start. */
export function loadFetch(): void {
  Response.json(null);
}
