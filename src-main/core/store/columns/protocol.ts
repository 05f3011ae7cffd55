/** Messages between the column store and its worker. Every request is answered once. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import type { MediaKind } from '#shared/contract/media.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { NodeCompare, View } from '#shared/contract/view.ts';
import type { RowRange } from '../log-contents.ts';
import type { OwnSource } from '../own-values.ts';

/** The worker's first message. */
export interface WorkerOptions {
  /** The only folders the database may access. */
  folders: string[];
  /** Where sorting spills when it needs more memory. */
  tempFolder: string;
  memoryMb: number;
  threads: number;
  /** The number of distinct values up to which a summary counts exactly. */
  exactDistinct: number;
  /** Time after which reading the words of texts stops. */
  wordsMs: number;
}

/** A run's log, as far as it may be read. */
export interface LogSource {
  readonly id: string;
  /** Identifies the log: columns of another one are invalid. */
  readonly logId: string;
  /** The folder of the log and of what is derived from it. */
  readonly folder: string;
  /** Nothing may be written in the folder. */
  readonly readOnly: boolean;
  /** Rows that are stored; grows while pages arrive. */
  readonly rowCount: number;
  /** Finds what people noted of the rows' items. */
  readonly own?: (() => OwnSource | null) | undefined;
}

/** A log as the worker is told of it. */
export interface NamedLog extends Omit<LogSource, 'own'> {
  /** What is noted of its items, as far as an answer must know it; null: nothing ever was. */
  readonly own: OwnSource | null;
}

/** The rows a question covers: the first `rows` rows of a run. */
export interface Range {
  /** Restricts the answer to rows from here on; 0 for all. */
  from: number;
  rows: number;
  /** Answers about fewer rows if the others can't be filled in, or only in a while. */
  orFewer: boolean;
  /** Rows to leave out, in ascending order. */
  without: readonly RowRange[];
}

/** Questions about the first rows of a run. */
type Question =
  /** Waits until the rows can be queried. */
  | { kind: 'catchUp' }
  /** `known`: an order of this view that main has, of which only what follows need be answered. */
  | { kind: 'query'; view: View; known: { rows: number; epoch: number } | null }
  | { kind: 'duplicates'; field: string; acrossInputs: boolean }
  | {
      kind: 'summary';
      view: View;
      fields: string[] | null;
      /** Columns whose numbers or digits are moments. */
      dates: string[];
      /** Dates are counted by this zone's days and months. */
      timeZone: string;
    }
  | { kind: 'chart'; view: View; question: ChartQuestion }
  /** Writes rows of a view to a file, in the view's order. */
  | { kind: 'copy'; view: View; copy: Copy }
  | { kind: 'filled'; view: View; fields: string[] }
  /** Finds links to media; `kind` null: only those whose path ends like media. */
  | { kind: 'media'; columns: readonly { field: string; kind: MediaKind | null }[] }
  /** Finds rows with a text that contains U+FFFD, the mark of a lost character. */
  | { kind: 'replaced' }
  /** Groups rows of a view into nodes and edges, in two files. */
  | { kind: 'network'; view: View; network: NetworkQuestion };

/** Where a question's rows are. */
export interface Asking {
  log: NamedLog;
  /** Something was wrong with the run's file: it is deleted and filled again, unless it was since. */
  isFresh: boolean;
  range: Range;
}

export type Command =
  | (Question & Asking)
  /** Writes the rows of a Parquet file as JSON, one per line, in order. */
  | ({ kind: 'unpack' } & Unpack)
  /** Writes the rows of a workbook's sheets, one per line, one sheet after another. */
  | ({ kind: 'unpackSheets' } & UnpackSheets)
  | { kind: 'detach'; runId: string }
  | { kind: 'close' };
export interface Unpack {
  from: string;
  to: string;
  /** As recorded for a file of a dataset; with others nothing is written. Null: a file from elsewhere. */
  rows: number | null;
  /** Of the file. */
  bytes: number;
}
export interface UnpackSheets extends Pick<Unpack, 'from' | 'to'> {
  /** What stands for an empty text, which the reader of workbooks takes for a missing one. */
  empty: string;
}
export type CommandKind = Command['kind'];

export type AskedKind = Question['kind'];
export type Asked<K extends AskedKind> = Extract<Question, { kind: K }>;

/** The types of a dataset's columns; VARCHAR accepts every value. */
export type CopyType = 'VARCHAR' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN';

/** A column of a written file. Only datasets have columns of fixed types, and the last two kinds. */
export type CopyColumn = { name: string } & (
  | { kind: 'member'; field: string; type?: CopyType }
  /** The same text in every row. */
  | { kind: 'text'; text: string }
  /** The time when the row's page arrived. */
  | { kind: 'arrived' }
  /** A JSON object of all other members, and of values of another type than their column. */
  | { kind: 'rest' }
);

/** Without a header. */
export interface CopyCsv {
  kind: 'csv';
  delimiter: string;
  lineEnd: '\r\n' | '\n';
  decimalComma: boolean;
  quoteTexts: boolean;
  formulaGuard: boolean;
}

/** Parquet with the same columns of the same types, whatever the answers contain; of all rows, in their order. */
export interface CopyDataset {
  kind: 'dataset';
  /** Rows per row group, each of which is in memory as a whole. */
  groupRows: number;
  /** The first row and arrival time (Unix, ms) of each page that the rows belong to, in order. */
  pages: { firstRow: number; at: number }[];
}

export interface Copy {
  /** Absolute, in one of the database's folders. An existing file is replaced. */
  path: string;
  columns: CopyColumn[];
  format: CopyCsv | CopyDataset | CopyParquet;
}

interface CopyParquet {
  kind: 'parquet';
  /** Texts that are moments, days or lists have their types if every value allows it. */
  isTyped: boolean;
}

/** How a column of moments, days or lists is stored: as a text if there are `misfits`, which the type can't hold. */
export interface StoredAs {
  type: 'TIMESTAMP' | 'DATE' | 'VARCHAR[]' | 'BIGINT[]';
  /** Of moments and days: how each value is spelled, with zeros for its digits. */
  spelling: string | null;
  misfits: number;
}

/** A member of the items, or the same text in every row. */
export type NodeSource = ({ field: string } | { text: string }) & { compare: NodeCompare };

export interface NetworkQuestion {
  source: NodeSource;
  target: NodeSource;
  /** Equal texts at both ends are one node. */
  oneMode: boolean;
  /** Both ends are one column: edges connect different items of a row. */
  withinRow: boolean;
  directed: boolean;
  /** See `Network.sharing`. */
  sharing: NodeSource | null;
  /** A numeric field and a time field. */
  weight: string | null;
  time: string | null;
  /** The field with the time at which a row was collected; null: rows are in this order. */
  collected: string | null;
  /** Fields of a node's latest row that describe it; `end` is the end of which it is a node. */
  info: { end: 's' | 't'; of: NodeSource; fields: string[] } | null;
  /** Absolute, as `Copy.path`. Null: nodes are only counted. */
  nodesPath: string | null;
  edgesPath: string;
  /** Keeps only the strongest edges and their nodes; null for all. */
  most: number | null;
}

/** A line of the nodes file; `i0`, `i1`, … are the texts of the fields, in their order. */
export interface NodeLine {
  /** The end of which it is a node; always `s` if both ends are one column. */
  side: 's' | 't';
  k: string;
  /** Number of rows whose edges include it. */
  n: number;
  /** Microseconds since 1970 of the first and the last of these rows. */
  a: number | null;
  b: number | null;
  [info: `i${number}`]: string | null;
}

/** A line of the edges file. `w`: the sum of the weights, if there is a field for them. */
export interface EdgeLine extends Pick<NodeLine, 'n' | 'a' | 'b'> {
  s: string;
  t: string;
  w: string | null;
}

/** How rows answer each other: of each, in the order of the list, its level (`levelOf`) and the row of its thread. */
export interface Tree {
  levels: Uint32Array;
  roots: Uint32Array;
}

export interface Answers {
  catchUp: { rows: number };
  /**
   * The numbers of the view's rows from row `from` on, in its order.
   * `epoch` changes when an order of the same rows may have changed: a column's type changed, or the columns
   * were built again. `tree`: of a view as conversations.
   */
  query: { rows: number; epoch: number; from: number; seqs: Uint32Array; tree: Tree | null };
  duplicates: { rows: number; count: number };
  summary: Omit<Summary, 'of'>;
  chart: Omit<Chart, 'of'>;
  /**
   * `misfits`: values that are in `_rest` because of their type; null when the columns don't preserve
   * distinctions that the file needs: then nothing was written. `stored`: by column; null for any other.
   */
  copy: { rows: number; misfits: number; stored: (StoredAs | null)[] } | null;
  /** By field: the number of rows of the view in which it is present and not null. */
  filled: { counts: number[] };
  /** In the order of the columns; null: it has no links to media. */
  media: (MediaKind | null)[];
  replaced: { seqs: Uint32Array };
  /** `types`: of the fields of `info`; null for one without any value. */
  network: NetworkSize & { types: (Column['type'] | null)[] };
  /**
   * Names of all columns and of those with decimals, and how many values are NaN or infinite; or why nothing
   * was written. A dataset's times are milliseconds since 1970, others ISO 8601.
   */
  unpack: { names: string[]; decimals: string[]; notNumbers: number } | 'otherRows' | 'tooMuch';
  /** `first` is the line of its first row. */
  unpackSheets: { sheets: { name: string; rows: number; first: string }[] };
  detach: null;
  close: null;
}
export type Answer<K extends CommandKind> = Answers[K];

type Request = { id: number; command: Command } | { id: number; cancel: true };
export type ToWorker = { options: WorkerOptions } | Request;

export type Reply =
  | { id: number; ok: true; value: Answers[CommandKind] }
  | { id: number; ok: false; code: ColumnsErrorCode; detail: string };

export type ColumnsErrorCode =
  /** The file was closed or is gone. Recovery: ask again. */
  | 'lost'
  /** The caller cancelled, or the run was detached. */
  | 'cancelled'
  /** No space left for the columns. */
  | 'storage_full'
  /** The operation needs more memory than the database is allowed. */
  | 'memory'
  /** The file of a run is not what was written. Recovery: build it again. */
  | 'damaged'
  /** The whole database failed because of this run. Recovery: restart it and build the file again. */
  | 'fatal'
  /** The database or the worker ended for another reason. Recovery: restart it. */
  | 'ended'
  | 'closed'
  | 'failed';

const columnsSentences: Record<ColumnsErrorCode, string> = {
  lost: 'The columns of this run were closed.',
  cancelled: 'This was cancelled.',
  storage_full: 'There is no space left on the disk for sorting and filtering.',
  memory: 'This needs more memory than sorting and filtering may use.',
  damaged: 'The columns of this run are damaged.',
  fatal: 'Sorting and filtering stopped unexpectedly.',
  ended: 'Sorting and filtering stopped unexpectedly.',
  closed: 'Sorting and filtering were closed.',
  failed: 'Sorting and filtering failed.',
};

/** An error of the column store. The message is a sentence for the person. */
export class ColumnsError extends Error {
  readonly code: ColumnsErrorCode;
  /** The database's message, for a log: it may contain paths on this computer. */
  readonly detail: string | undefined;

  constructor(code: ColumnsErrorCode, detail?: string) {
    super(columnsSentences[code]);
    this.name = 'ColumnsError';
    this.code = code;
    this.detail = detail;
  }
}

export const asColumnsError = (error: unknown): ColumnsError =>
  error instanceof ColumnsError ? error : new ColumnsError('failed', String(error));
