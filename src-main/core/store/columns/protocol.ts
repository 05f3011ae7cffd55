/** What the column store and its worker say to each other. Every request is answered once. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import type { RowRange } from '../log-contents.ts';

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
  /** Rows that are not looked at, in ascending order. */
  without: readonly RowRange[];
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
      mode: 'update' | 'fresh' | 'readOnly';
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
      /** Nothing follows for now: what was added so far becomes visible. */
      last: boolean;
    }
  | { kind: 'query'; runId: string; view: View; range: Range }
  /** The columns of all rows that can be asked about. */
  | { kind: 'describe'; runId: string }
  | { kind: 'duplicates'; runId: string; field: string; acrossInputs: boolean; range: Range }
  | {
      kind: 'summary';
      runId: string;
      view: View;
      fields: string[] | null;
      timeZone: string;
      range: Range;
    }
  | { kind: 'chart'; runId: string; view: View; question: ChartQuestion; range: Range }
  /** Writes rows of a view into a file, in its order. */
  | { kind: 'copy'; runId: string; view: View; range: Range; copy: Copy }
  /** Writes rows as a file of a dataset, in the order of arrival. */
  | { kind: 'part'; runId: string; range: Range; part: Part }
  | { kind: 'filled'; runId: string; view: View; range: Range; fields: string[] }
  /** Rows in which a text holds U+FFFD, the mark of a lost character. */
  | { kind: 'replaced'; runId: string; range: Range }
  /** Groups rows of a view into nodes and edges, in two files. */
  | { kind: 'network'; runId: string; view: View; range: Range; network: NetworkQuestion }
  /** Writes the rows of a dataset's file as JSON, a line each, in their order. */
  | { kind: 'unpack'; from: string; to: string }
  | { kind: 'detach'; runId: string }
  | { kind: 'close' };
export type CommandKind = Command['kind'];

/** What can be asked about the first rows of a run. */
export type AskedKind = Extract<Command, { range: Range }>['kind'];
export type Asked<K extends AskedKind> = { kind: K } & Omit<
  Extract<Command, { kind: K }>,
  'runId' | 'range'
>;

/** A column of a written file: a member of the items, or the same text in every row. */
export type CopyColumn = { field: string; name: string } | { text: string; name: string };

export interface CopyCsv {
  kind: 'csv';
  delimiter: string;
  lineEnd: '\r\n' | '\n';
  decimalComma: boolean;
  quoteTexts: boolean;
  formulaGuard: boolean;
}

export interface Copy {
  /** Absolute, in one of the database's folders. Whatever is there is replaced. */
  path: string;
  /** CSV is written without a header. */
  columns: CopyColumn[];
  format: CopyCsv | { kind: 'parquet' };
  /** Rows that can't be read, from the first to the last of each stretch: they are left out. */
  without: (readonly [from: number, to: number])[];
}

/** The types of a dataset's columns; VARCHAR takes every value. */
export type PartType = 'VARCHAR' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN';

export type PartColumn = { name: string } & (
  | { kind: 'member'; field: string; type: PartType }
  /** The same text in every row. */
  | { kind: 'text'; text: string }
  /** When the row's page arrived. */
  | { kind: 'arrived' }
  /** A JSON object of all other members, and of those whose value is of another type. */
  | { kind: 'rest' }
);

/** A file of a dataset: the same columns with the same types, whatever was answered. */
export interface Part {
  /** Absolute, in one of the database's folders. Whatever is there is replaced. */
  path: string;
  columns: PartColumn[];
  /** Rows of a row group, each of which is in memory as a whole. */
  groupRows: number;
  /** First rows of the pages that the rows are of, in order, and when these arrived (Unix, ms). */
  pages: { firstRow: number; at: number }[];
}

/**
 * How texts are compared that are to be one node: `username` and `hashtag` without their sign and
 * whatever their case.
 */
export type NodeCompare = 'exact' | 'username' | 'hashtag';

/** A member of the items, or the same text in every row. */
export type NodeSource = ({ field: string } | { text: string }) & { compare: NodeCompare };

export interface NetworkQuestion {
  source: NodeSource;
  target: NodeSource;
  /** Equal texts of both ends are one node. */
  oneMode: boolean;
  /** Both ends are one column: edges join different items of a row. */
  withinRow: boolean;
  directed: boolean;
  /** Fields of numbers and of times. */
  weight: string | null;
  time: string | null;
  /** What the latest row of a node says about it, by the end of which it is one. */
  info: { end: 's' | 't'; of: NodeSource; fields: string[] } | null;
  /** Absolute, as `Copy.path`. Null: nodes are only counted. */
  nodesPath: string | null;
  edgesPath: string;
  /** Only the strongest; null for all. */
  most: number | null;
  without: Copy['without'];
}

/** A line of the file of nodes; `i0`, `i1`, … are the texts of the fields, in their order. */
export interface NodeLine {
  /** The end of which it is a node; always `s` where both ends are one. */
  side: 's' | 't';
  k: string;
  /** Rows of edges that it is in. */
  n: number;
  /** Microseconds since 1970, of the first and the last of these rows. */
  a: number | null;
  b: number | null;
  [info: `i${number}`]: string | null;
}

/** A line of the file of edges. `w`: the sum of the weights, where there is a field of them. */
export interface EdgeLine extends Pick<NodeLine, 'n' | 'a' | 'b'> {
  s: string;
  t: string;
  w: string | null;
}

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

type DescribedColumn = Pick<Column, 'field' | 'type'>;

export interface Answers {
  attach: ColumnsState & { newer: boolean };
  verify: { matches: boolean };
  fill: ColumnsState;
  query: { rows: number; epoch: number; seqs: Uint32Array };
  describe: Described;
  duplicates: { rows: number; count: number };
  summary: Omit<Summary, 'of'>;
  chart: Omit<Chart, 'of'>;
  /**
   * `filled`: values by column; null when the columns don't distinguish what the file must: nothing
   * was written then.
   */
  copy: { rows: number; filled: number[] } | null;
  /**
   * `misfits`: values that are in `_rest` for their type; null when the columns don't distinguish
   * what the file must: nothing was written then.
   */
  part: { rows: number; misfits: number } | null;
  /** By field: rows of the view in which it is there and not null. */
  filled: { counts: number[] };
  replaced: { seqs: Uint32Array };
  /** `types`: of the fields of `info`; null for one without any value. */
  network: NetworkSize & { types: (Column['type'] | null)[] };
  /** `types`: DuckDB's, by column. Times are written as milliseconds since 1970. */
  unpack: { rows: number; types: Record<string, string> };
  detach: null;
  close: null;
}
export type Answer<K extends CommandKind> = Answers[K];

export type Request = { id: number; command: Command } | { id: number; cancel: true };

export type Reply =
  | { id: number; ok: true; value: Answers[CommandKind] }
  | { id: number; ok: false; code: ColumnsErrorCode; detail: string };

export type ColumnsErrorCode =
  /** The run is not attached. */
  | 'unknown_run'
  /** The caller gave up, or the run was detached meanwhile. */
  | 'cancelled'
  /** No space left for the columns. */
  | 'storage_full'
  /** The work needs more memory than the database is given. */
  | 'memory'
  /** The file of a run is not what was written. Mended by building it again. */
  | 'damaged'
  /** The database gave up as a whole over this run. Mended by starting it and building again. */
  | 'fatal'
  /** The database or the worker ended over something else. Mended by starting it again. */
  | 'ended'
  | 'closed'
  | 'failed';

const columnsSentences: Record<ColumnsErrorCode, string> = {
  unknown_run: 'This run is not open.',
  cancelled: 'This was cancelled.',
  storage_full: 'There is no space left on the disk for sorting and filtering.',
  memory: 'This needs more memory than sorting and filtering may use.',
  damaged: 'The columns of this run are damaged.',
  fatal: 'Sorting and filtering stopped unexpectedly.',
  ended: 'Sorting and filtering stopped unexpectedly.',
  closed: 'Sorting and filtering were closed.',
  failed: 'Sorting and filtering failed.',
};

/** The message is a sentence for the person. */
export class ColumnsError extends Error {
  readonly code: ColumnsErrorCode;
  /** What the database said, for a log: it may hold paths of this computer. */
  readonly detail: string | undefined;

  constructor(code: ColumnsErrorCode, detail?: string) {
    super(columnsSentences[code]);
    this.name = 'ColumnsError';
    this.code = code;
    this.detail = detail;
  }
}

export function asColumnsError(error: unknown): ColumnsError {
  return error instanceof ColumnsError ? error : new ColumnsError('failed', String(error));
}
