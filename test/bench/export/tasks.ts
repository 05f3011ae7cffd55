/** What the processes of the export bench are told, and what they report. */
import type { FormatOptions } from '#shared/export/formats.ts';

export const runId = 'bench-export';

export interface PrepareTask {
  dataDir: string;
  rows: number;
  columnsWorker: string;
}

export interface OursTask {
  dataDir: string;
  columnsWorker: string;
  target: string;
  format: FormatOptions;
  sorted: boolean;
}

export interface PeerTask {
  kind: 'copy' | 'sorted copy' | 'csv-stringify' | 'fast-csv';
  dataDir: string;
  target: string;
}

export interface Report {
  ms: number;
  bytes: number;
  /** The process's resident memory at its most, in bytes. */
  peak: number;
  /** The longest the event loop was held, in milliseconds. */
  held: number;
  /** Milliseconds from the start until what is written so far was put together; ours only. */
  copyMs: number | null;
}

/** Sorted as a person may: by a number, largest first. */
export const sortedView = {
  filters: [],
  search: '',
  sort: [{ field: 'likeCount', direction: 'descending' as const }],
  hideDuplicatesBy: null,
};
