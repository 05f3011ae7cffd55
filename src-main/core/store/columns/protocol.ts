/** What is said between the store and its worker. Every request is answered once. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import type { ColumnsErrorCode } from './columns-error.ts';

/** Given to the worker when it starts (`workerData`). */
export interface WorkerOptions {
  /** The only folders the database may touch. */
  folders: string[];
  /** Where sorting goes that needs more memory; inside one of `folders` or not. */
  tempFolder: string;
  memoryMb: number;
  threads: number;
  /** Up to how many different values a summary counts exactly. */
  exactDistinct: number;
}

/** What a view is made of: the first `rows` rows of a run. */
export interface Range {
  /** Answers only for rows from here on; 0 for all. */
  from: number;
  rows: number;
}

export type Command =
  | {
      kind: 'attach';
      runId: string;
      logId: string;
      /** Rows of the log. */
      rowCount: number;
      /** Null to keep the columns in memory. */
      path: string | null;
      /** `fresh` deletes what is there; `readOnly` uses it as it is or not at all. */
      mode: 'usual' | 'fresh' | 'readOnly';
      /** Epochs count on from here. */
      epoch: number;
    }
  /** Compares the last rows of the file with those of the log, as for `fill`. */
  | { kind: 'verify'; runId: string; tail: Uint8Array }
  | {
      kind: 'fill';
      runId: string;
      firstSeq: number;
      /** Rows as JSON, a line each; `null` for one that can't be read. */
      json: Uint8Array;
      /** Nothing follows for now: what came so far becomes visible. */
      last: boolean;
    }
  | { kind: 'query'; runId: string; view: View; range: Range }
  /** The columns of all rows that can be asked about. */
  | { kind: 'describe'; runId: string }
  | { kind: 'duplicates'; runId: string; field: string; range: Range }
  | {
      kind: 'summary';
      runId: string;
      view: View;
      fields: string[] | null;
      timeZone: string;
      range: Range;
    }
  | { kind: 'chart'; runId: string; view: View; question: ChartQuestion; range: Range }
  | { kind: 'detach'; runId: string }
  | { kind: 'close' };
export type CommandKind = Command['kind'];

/** What the worker has of a run. */
export interface ColumnsState {
  /** Rows that can be asked about. */
  rows: number;
  /** Row that the worker wants next. */
  next: number;
  /** Changes when an order over the same rows may have changed: a column got another type. */
  epoch: number;
}

/** What the columns of the first `rows` rows are; null when there are too many to know them all. */
export interface Described {
  rows: number;
  columns: DescribedColumn[] | null;
}

export interface DescribedColumn extends Pick<Column, 'field' | 'type'> {
  /** Rows in which the member is there and not null. */
  filled: number;
}

export interface Answers {
  attach: ColumnsState & { newer: boolean };
  verify: { matches: boolean };
  fill: ColumnsState;
  query: { rows: number; epoch: number; seqs: Uint32Array };
  describe: Described;
  duplicates: { rows: number; count: number };
  summary: Omit<Summary, 'of'>;
  chart: Omit<Chart, 'of'>;
  detach: null;
  close: null;
}
export type Answer<K extends CommandKind> = Answers[K];

export type Request = { id: number; command: Command } | { id: number; cancel: true };

export type Reply =
  | { id: number; ok: true; value: Answers[CommandKind] }
  | { id: number; ok: false; code: ColumnsErrorCode; detail: string };
