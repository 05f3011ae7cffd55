/** The contents of a log, assembled from its records: pages, failures, how it ended. */
import { isoTime } from '../clock.ts';
import type { EnvelopePath } from '../json/index.ts';
import type {
  FailHeader,
  FileBody,
  InputReason,
  PageHeader,
  RecordHeader,
  StoredOperation,
  Tail,
} from './record.ts';

export interface LogRecord {
  header: RecordHeader;
  /** Offsets in the log, in bytes. */
  start: number;
  bodyStart: number;
  bodyEnd: number;
  /** After the line feed. */
  end: number;
  crc: number;
  tail: Tail | null;
  /** Unreadable bytes between the previous record and this one. */
  damageBefore: number;
}

/** A page of the run, as others see it. */
export interface PageRecord {
  /** From 1, without gaps. */
  readonly page: number;
  /** When its request was sent. */
  readonly at: string;
  /** From sending to the last byte, in milliseconds. */
  readonly ms: number;
  readonly status: number | null;
  readonly dataSource: string | null;
  readonly rows: number;
  /** Number of its first row, from 0. */
  readonly firstRow: number;
  /** On the first page of a part: the *Until* that it was asked with, if not the question's own. */
  readonly until: string | null;
  /** The answer is in its own file, and has no rows. */
  readonly file: FileBody | null;
  /** Damaged on disk: its rows can't be read. */
  readonly unreadable: boolean;
  /** For a list: the input it was requested for, and which of its pages this is; null otherwise. */
  readonly input: number | null;
  readonly inputPage: number;
}

/** Returns when a page was answered (ISO 8601, UTC): its `at` is when it was asked for. */
export const answeredAt = ({ at, ms }: Pick<PageRecord, 'at' | 'ms'>): string =>
  isoTime(Date.parse(at) + ms);

/** Returns when the first and the last page were answered; null without pages. */
export const answersOf = (
  pages: readonly PageRecord[],
): { firstAnswerAt: string | null; lastAnswerAt: string | null } => {
  const [first, last] = [pages[0], pages.at(-1)];
  return {
    firstAnswerAt: first === undefined ? null : answeredAt(first),
    lastAnswerAt: last === undefined ? null : answeredAt(last),
  };
};

/** A page and the location of its body in the log. */
export interface PageEntry extends PageRecord {
  unreadable: boolean;
  readonly path: EnvelopePath;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly crc: number;
  /** What follows the body in the log. */
  readonly tail: Tail | null;
  /** Which columns are in it. */
  readonly typed: 'new' | 'all' | null;
  /** The body has passed its check since the log was opened. */
  verified: boolean;
}

export interface FailRecord {
  readonly page: number;
  readonly at: string;
  readonly ms: number | null;
  readonly status: number | null;
  readonly code: string;
  readonly file: FileBody | null;
  readonly input: number | null;
}

interface FailEntry extends FailRecord {
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** What the last page, failure or rest of a run says about how it goes on. */
export interface LastRecord {
  readonly kind: 'page' | 'fail' | 'rest';
  readonly at: string;
  /** The state that follows; null when it isn't known. */
  readonly next: string | null;
  /** Of a page or failure; 0 otherwise. */
  readonly page: number;
}

/** How an input of a list ended, with those packed with it. */
export interface InputRecord {
  readonly input: number;
  readonly reason: InputReason;
  /** Requests sent for it since it was last asked from its beginning. */
  readonly calls: number;
  /** Why it is not done, in one sentence. */
  readonly why: string | null;
  /** Those of the pack that the service left out. */
  readonly missing: readonly number[];
}

/** Rows `from` to before `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The next page of a table, or the operation whose answer is the next page. */
type StoredPlace =
  | { readonly kind: 'table'; readonly name: string }
  | ({ readonly kind: 'operation' } & Readonly<StoredOperation>);

export interface LogContents {
  /** Undefined when the first line is damaged. */
  run: LogRecord | undefined;
  pages: PageEntry[];
  failures: FailEntry[];
  inputs: InputRecord[];
  /** All pages by input of a list. */
  pagesOfInput: Map<number, PageEntry[]>;
  /** Whether an input with rows was asked again from its beginning. */
  hasRepeats: boolean;
  /** Undefined before any. */
  last: LastRecord | undefined;
  /** Where a run of stored data continues; null: nowhere. */
  continues: StoredPlace | null;
  /** The latest page or failure; undefined before any. */
  lastAnswer: LogRecord | undefined;
  /** Total time of all answers, in milliseconds, without the time between a pause and the next click. */
  workedMs: number;
  rowCount: number;
  /** The longest body of a page, in bytes. */
  largestBody: number;
  /** Pages whose answer is in its own file. */
  filePages: PageEntry[];
}

const atTop: EnvelopePath = ['results'];

/** Returns the complete contents of a scanned log; reuses and changes those of the scan. */
export function readContents({
  before,
  last,
}: {
  before: LogContents;
  last: readonly LogRecord[];
}): LogContents {
  for (const record of last) addRecord(before, record);
  return before;
}

/** The contents of an empty log. */
export function noContents(): LogContents {
  return {
    run: undefined,
    pages: [],
    failures: [],
    inputs: [],
    pagesOfInput: new Map(),
    hasRepeats: false,
    last: undefined,
    continues: null,
    lastAnswer: undefined,
    workedMs: 0,
    rowCount: 0,
    largestBody: 0,
    filePages: [],
  };
}

/** Adds the next record. */
export function addRecord(contents: LogContents, record: LogRecord): void {
  const { header } = record;
  addLostPages(contents, record);
  switch (header.kind) {
    case 'run':
      if (record.start === 0) contents.run = record;
      return;
    case 'page':
      contents.lastAnswer = record;
      contents.last = lastRecord(header);
      addEnd(contents, header);
      contents.workedMs += workOf(header);
      contents.continues = placeIn(header);
      addPage(contents, pageEntry(record, header));
      return;
    case 'fail':
      contents.lastAnswer = record;
      contents.last = lastRecord(header);
      addEnd(contents, header);
      contents.workedMs += workOf(header);
      contents.failures.push(failEntry(record, header));
      return;
    case 'rest':
      contents.last = { kind: 'rest', at: header.at, next: header.next, page: 0 };
      if (header.over === true || placeIn(header) !== null) contents.continues = placeIn(header);
  }
}

function placeIn({
  operation,
  table,
}: Pick<PageHeader, 'operation' | 'table'>): StoredPlace | null {
  if (operation !== undefined) return { kind: 'operation', ...operation };
  return table === undefined ? null : { kind: 'table', name: table };
}

function addEnd(contents: LogContents, header: PageHeader | FailHeader): void {
  const { input, ends, calls = 0, because = null, missing = [] } = header;
  if (input === undefined || ends === undefined) return;
  contents.inputs.push({ input, reason: ends, calls, why: because, missing });
}

const lastRecord = ({ kind, at, next, page }: PageHeader | FailHeader): LastRecord => ({
  kind,
  at,
  next: next ?? null,
  page,
});

/** The total time if it was noted, otherwise that of the request. */
function workOf({ spent, ms }: PageHeader | FailHeader): number {
  const took = spent ?? ms;
  return Number.isSafeInteger(took) ? Math.max(0, took ?? 0) : 0;
}

/** Adds a page that follows the previous ones. */
function addPage(contents: LogContents, page: PageEntry): void {
  contents.pages.push(page);
  contents.rowCount += page.rows;
  contents.largestBody = Math.max(contents.largestBody, page.bodyEnd - page.bodyStart);
  if (page.file !== null) contents.filePages.push(page);
  if (page.input === null) return;
  const pages = contents.pagesOfInput.get(page.input);
  if (pages === undefined) {
    contents.pagesOfInput.set(page.input, [page]);
    return;
  }
  contents.hasRepeats ||= page.inputPage <= 1 && pages.some(({ rows }) => rows > 0);
  pages.push(page);
}

/**
 * Adds pages whose lines were damaged beyond recognition. The distribution of their rows is unknown, so
 * the first page represents them all; later rows keep their numbers.
 */
function addLostPages(contents: LogContents, { header }: LogRecord): void {
  const rows = header.firstRow - contents.rowCount;
  const last = contents.pages.at(-1)?.page ?? 0;
  const next = header.kind === 'page' ? header.page : last + (rows > 0 ? 2 : 1);
  for (let page = last + 1; page < next; page++) {
    const isFirst = page === last + 1;
    contents.pages.push({
      ...blankPage,
      page,
      at: header.at,
      rows: isFirst ? rows : 0,
      firstRow: isFirst ? contents.rowCount : header.firstRow,
      unreadable: true,
    });
  }
  contents.rowCount = header.firstRow;
}

function pageEntry(record: LogRecord, header: PageHeader): PageEntry {
  const { bodyStart, bodyEnd, crc, tail } = record;
  const { page, at, ms, status = null, dataSource = null, rows, firstRow, path = atTop } = header;
  const { until = null, input = null, inputPage = 0, typed = null } = header;
  return {
    page,
    at,
    ms,
    status,
    dataSource,
    until,
    file: fileBody(header),
    unreadable: false,
    rows,
    firstRow,
    input,
    inputPage,
    path,
    bodyStart,
    bodyEnd,
    crc,
    tail,
    typed,
    verified: false,
  };
}

/** What a page has unless its record says otherwise. */
const blankPage = {
  ms: 0,
  status: null,
  dataSource: null,
  until: null,
  file: null,
  unreadable: false,
  input: null,
  inputPage: 0,
  path: atTop,
  bodyStart: 0,
  bodyEnd: 0,
  crc: 0,
  tail: null,
  typed: null,
  verified: false,
} satisfies Partial<PageEntry>;

function failEntry({ bodyStart, bodyEnd }: LogRecord, header: FailHeader): FailEntry {
  const { page, at, ms = null, status = null, code, input = null } = header;
  return { page, at, ms, status, code, input, file: fileBody(header), bodyStart, bodyEnd };
}

function fileBody(header: PageHeader | FailHeader): FileBody | null {
  const { file, bytes = 0, sha256 = '', why = 'notJson', partial } = header;
  return file === undefined ? null : { file, bytes, sha256, why, partial };
}
