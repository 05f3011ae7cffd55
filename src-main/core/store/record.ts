/**
 * Encodes and decodes one line of the page log:
 * `{"v":1,"kind":…,"len":…,"crc":"…",…,"head":"…","body":<len bytes>}` and LF.
 *
 * The body is last and its length first, so a reader jumps from line to line without reading bodies.
 * `crc` checks the body, `head` everything before itself: a header that passes is one we wrote, and its
 * numbers are reliable even if the line before it is damaged.
 */
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { EnvelopePath } from '../json/index.ts';

/**
 * 2: runs with a list of inputs, and runs derived from others. A program that only knows version 1 then
 * leaves the whole log alone, rather than continue a question whose values it doesn't know.
 */
export type LogVersion = 1 | 2;
const newestVersion: LogVersion = 2;
/** Largest header in bytes, without `"body":`. */
export const maxHeader = 512;

const bodyMark = Buffer.from(',"body":');
const headMark = ',"head":"';
export const recordStart = Buffer.from('{"v":');
export const recordTail = Buffer.from('}\n');

/** Why an answer is in its own file: see `stored-body.ts`. */
export type FileReason = 'notUtf8' | 'notJson' | 'tooLarge' | 'csv';

/** An answer kept in `bodies/`, byte for byte. */
export interface FileBody {
  /** Path inside the run's folder. */
  file: string;
  bytes: number;
  sha256: string;
  why: FileReason;
  /** The answer was cut off while it was being received. */
  partial?: true;
}

interface Common {
  /** Rows in the log before this record: shows how many a damaged record held. */
  firstRow: number;
  /** ISO 8601. */
  at: string;
  /** SHA-256 of the body as received, if what is stored differs. */
  sha256?: string;
  /** A byte order mark was removed. */
  bom?: true;
  /** Total time the answer took, in milliseconds: see `appending.ts`. */
  spent?: number;
}

interface RunHeader extends Common {
  kind: 'run';
  id: string;
}

export interface PageHeader extends Common, Partial<Omit<FileBody, 'sha256'>> {
  kind: 'page';
  /** From 1, without gaps. */
  page: number;
  ms: number;
  status?: number;
  dataSource?: string;
  rows: number;
  /** Location of the items, if not at the top (`["results"]`). */
  path?: EnvelopePath;
  /** For a list: the requested input (the first of a pack), from 0. */
  input?: number;
  /** For a list: which page of that input this is, from 1. A repeated first page replaces earlier pages. */
  inputPage?: number;
  /** From this page on, the question was asked with this *Until* (YYYY-MM-DD). */
  until?: string;
}

export interface FailHeader extends Common, Partial<Omit<FileBody, 'sha256'>> {
  kind: 'fail';
  /** The requested page. */
  page: number;
  ms?: number;
  status?: number;
  code: string;
  input?: number;
}

/** An input of a list is finished, with those packed with it; the body gives the reason, if any. */
interface InputHeader extends Common {
  kind: 'input';
  /** From 0. */
  input: number;
  reason: InputReason;
  /** Requests sent for it since it was last asked from its beginning. */
  calls: number;
}

/** How an input of a list can be finished. */
const inputReasonSchema = inputStatusSchema.exclude(['waiting']);
export type InputReason = z.infer<typeof inputReasonSchema>;

interface EndHeader extends Common {
  kind: 'end';
  reason: string;
}

export type RecordHeader = RunHeader | PageHeader | FailHeader | EndHeader | InputHeader;

/** A decoded line, without its body. */
interface Frame {
  header: RecordHeader;
  version: LogVersion;
  /** Length of the header including `,"body":`: offset of the body in the line. */
  bodyAt: number;
  bodyLength: number;
  crc: number;
}

interface EncodedRecord {
  /** The line in parts, with the body as passed: a long one is not copied. */
  parts: [head: Buffer, body: Uint8Array, tail: Buffer];
  crc: number;
}

/** Encodes the line for `header` and a body without line feeds. */
export function encodeRecord(
  header: RecordHeader,
  body: Uint8Array,
  version: LogVersion = 1,
): EncodedRecord {
  const { kind, ...rest } = header;
  const crc = crc32(body);
  const fields = { v: version, kind, len: body.length, crc: hex(crc), ...rest };
  const start = JSON.stringify(fields).slice(0, -1);
  const head = Buffer.from(`${start}${headMark}${hex(crc32(start))}"`);
  if (head.length > maxHeader) throw new RangeError('The header of a record is too long');
  return { parts: [Buffer.concat([head, bodyMark]), body, recordTail], crc };
}

/**
 * Decodes the header at the start of `bytes` (at least `maxHeader` and the body mark, or everything up to
 * the end of the log). Returns undefined when it is damaged, of another version or not a record at all.
 */
export function decodeHeader(bytes: Buffer): Frame | undefined {
  const end = bytes.indexOf(bodyMark);
  if (end === -1 || end > maxHeader) return undefined;
  const text = bytes.toString('utf8', 0, end);
  const headAt = text.lastIndexOf(headMark);
  if (headAt === -1) return undefined;
  const start = text.slice(0, headAt);
  if (text.slice(headAt) !== `${headMark}${hex(crc32(start))}"`) return undefined;
  const fields = parseFields(`${start}}`);
  const version = fields?.['v'];
  if (fields === undefined || (version !== 1 && version !== 2) || !isHeader(fields)) {
    return undefined;
  }
  const { len, crc } = fields;
  if (!isCount(len) || typeof crc !== 'string') return undefined;
  const header: RecordHeader = fields;
  return {
    header,
    version,
    bodyAt: end + bodyMark.length,
    bodyLength: len,
    crc: Number.parseInt(crc, 16),
  };
}

/** Returns whether an unreadable line names a newer version as its writer. */
export function isNewerRecord(bytes: Buffer): boolean {
  const version = /^\{"v":(\d{1,9}),/.exec(bytes.toString('latin1', 0, 32))?.[1];
  return version !== undefined && Number(version) > newestVersion;
}

type Fields = Record<string, unknown>;

function parseFields(text: string): Fields | undefined {
  try {
    const fields: Fields = JSON.parse(text);
    return fields;
  } catch {
    return undefined;
  }
}

/**
 * The checksum detects damage, not intent: a run's folder may be from somebody else, so every member
 * that leads to a path, an allocation or a calculation is validated.
 */
function isHeader(fields: Fields): fields is Fields & RecordHeader {
  const { kind, firstRow, at, page, rows, id, code, reason } = fields;
  if (!isCount(firstRow) || !isTime(at)) return false;
  if (fields['file'] !== undefined && !isBodyFile(fields)) return false;
  switch (kind) {
    case 'run':
      return typeof id === 'string';
    case 'page':
      return (
        isCount(page) &&
        isCount(fields['ms']) &&
        isCount(fields['input'] ?? 0) &&
        isCount(fields['inputPage'] ?? 0) &&
        isRowCount(rows, fields) &&
        isPath(fields) &&
        isDay(fields['until'])
      );
    case 'fail':
      return (
        isCount(page) &&
        isCount(fields['ms'] ?? 0) &&
        isCount(fields['input'] ?? 0) &&
        typeof code === 'string'
      );
    case 'input':
      return isCount(fields['input']) && isCount(fields['calls']) && isInputReason(reason);
    case 'end':
      return typeof reason === 'string';
    default:
      return false;
  }
}

const inputReasons: ReadonlySet<unknown> = new Set(inputReasonSchema.options);
export const isInputReason = (reason: unknown): reason is InputReason => inputReasons.has(reason);

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** In the format of `Date.toISOString`, for years of four digits. */
function isTime(value: unknown): value is string {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
  return typeof value === 'string' && shape.test(value) && !Number.isNaN(Date.parse(value));
}

/** A row takes at least one byte. */
function isRowCount(rows: unknown, fields: Fields): boolean {
  return isCount(rows) && isCount(fields['len']) && rows <= fields['len'];
}

function isBodyFile({ file, bytes, sha256 }: Fields): boolean {
  return (
    typeof file === 'string' &&
    /^bodies\/\d{1,9}\.bin$/.test(file) &&
    isCount(bytes) &&
    typeof sha256 === 'string'
  );
}

function isPath({ path }: Fields): boolean {
  if (path === undefined) return true;
  return Array.isArray(path) && path.length === 2 && path.join('.') === 'result.results';
}

const isDay = (until: unknown): boolean =>
  until === undefined || (typeof until === 'string' && /^\d{4}-\d\d-\d\d$/.test(until));

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
