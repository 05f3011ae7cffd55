/**
 * Encodes and decodes one line of the page log:
 * `{"v":1,"kind":…,"len":…,"crc":"…","tail":[…],…,"head":"…","body":<len bytes>,"places":[…]}` and LF.
 *
 * The lengths come first, so a reader jumps from line to line without reading bodies. `crc` checks the body,
 * `tail` has length and checksum of what follows it, and `head` checks everything before itself: a header
 * that passes is one we wrote, and its numbers are reliable even if the line before it is damaged. What
 * follows the body can be found in it again, so nothing is lost with it.
 */
import { crc32 } from 'node:zlib';
import { mostIds } from '#shared/catalogue/parameter-kinds.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { RunTotal } from '#shared/contract/run.ts';
import type { EnvelopePath } from '../json/index.ts';

/** Largest header in bytes, without `"body":`. */
export const maxHeader = 12 * 1024;
/** Most rows of one record, whose places take 12 bytes each in memory. */
export const mostRows = 2_000_000;
/** Largest body in bytes: an answer inside the log (`maxInlineBody`), or rows with one as long. */
export const maxBody = 128 * 1024 * 1024;

/** In bytes; the places of two million rows take half of it. */
export const maxTail = 64 * 1024 * 1024;

const bodyMark = Buffer.from(',"body":');
const headMark = ',"head":"';
export const recordStart = Buffer.from('{"v":');
export const recordTail = Buffer.from('}\n');

// What a header must and may have, and from that its type. The checksum detects damage, not intent: a run's folder
// may be from somebody else, so every member is checked, when it is written and when it is read. By hand, since a
// log has a hundred thousand of them: a schema takes three times as long.

type Check<T> = (value: unknown) => value is T;
type Checks = Readonly<Record<string, Check<unknown>>>;
interface Members {
  must: Checks;
  may: Checks;
}
type ValueOf<C> = C extends Check<infer T> ? T : never;
/** What has these members. */
type Having<M extends Members> = { [K in keyof M['must']]: ValueOf<M['must'][K]> } & {
  [K in keyof M['may']]?: ValueOf<M['may'][K]> | undefined;
};

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isCountOrNull = (value: unknown): value is number | null => value === null || isCount(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTrue = (value: unknown): value is true => value === true;
const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && timePattern.test(value) && !Number.isNaN(Date.parse(value));
/** A code or reason. */
const isWord = matches(/^[\w.-]{1,64}$/);
function isOneOf<const T extends string>(values: readonly T[]): Check<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  return (value): value is T => known.has(value);
}
/** Of an operation or a table, in characters: a header takes no more. */
export const longestName = 1000;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestName;

function hasMembers(header: Readonly<Record<string, unknown>>, { must, may }: Members): boolean {
  for (const name in must) if (must[name]?.(header[name]) !== true) return false;
  for (const name in may) {
    if (header[name] !== undefined && may[name]?.(header[name]) !== true) return false;
  }
  return true;
}

const file = {
  must: {
    /** Path inside the run's folder. */
    file: matches(/^bodies\/\d{1,9}\.bin$/),
    bytes: isCount,
    sha256: isText,
    /** See `body-file.ts`. */
    why: isOneOf(['notUtf8', 'notJson', 'tooLarge', 'csv']),
  },
  /** The answer was cut off while it was being received. */
  may: { partial: isTrue },
};
/** An answer kept in `bodies/`, byte for byte. */
export type FileBody = Having<typeof file>;
export type FileReason = FileBody['why'];

/** How an input of a list can be finished. */
const isReason = isOneOf(inputStatusSchema.exclude(['waiting']).options);
export type InputReason = ValueOf<typeof isReason>;

const operation = {
  /** `startedAt`: when this program got its id. */
  must: { id: isName, startedAt: isName },
  /** Made with a secret of the computer that asked for it: see `computer-marks.ts`. */
  may: { mark: isName },
};

const continues = {
  /** A background operation of the service, whose answer is the run's next page. */
  operation: (value: unknown): value is Having<typeof operation> =>
    typeof value === 'object' && value !== null && hasMembers({ ...value }, operation),
  /** The service's table that has the pages. */
  table: isName,
};
/** Where a run of stored data continues. Cursors of live questions are never stored. */
export type Continues = Having<{ must: {}; may: typeof continues }>;

/** As far as the service says. */
const total = { must: { pages: isCountOrNull, rows: isCountOrNull }, may: {} };

const common = {
  /** Rows in the log before this record: shows how many a damaged record held. */
  firstRow: isCount,
  /** In the format of `Date.toISOString`, for years of four digits. */
  at: isTime,
};

const answer = {
  must: {
    ...common,
    /** The requested page: of those received, from 1, without gaps. */
    page: isCount,
  },
  may: {
    // `sha256` of the body as received, if what is stored differs; of a body in a file, in any case.
    ...file.must,
    ...file.may,
    status: isCount,
    /** For a list: the requested input (the first of a pack), from 0. */
    input: isCount,
    /** Total time the answer took, in milliseconds: see `answer-record.ts`. */
    spent: isCount,
    /** A byte order mark was removed. */
    bom: isTrue,
    /** What follows from it: the run's next state (`endReason`), or that of the input. */
    next: isWord,
    /** How it ends its input, with those packed with it. */
    ends: isReason,
    /** Requests sent for that since it was last asked from its beginning. */
    calls: isCount,
    /** Why it is not done, in one sentence. */
    because: isText,
    /** Of inputs that share a call: those that the service left out. */
    missing: (value: unknown): value is readonly number[] =>
      Array.isArray(value) && value.length <= mostIds && value.every(isCount),
  },
};

const kinds = {
  run: { must: { ...common, id: isText }, may: {} },
  page: {
    must: { ...answer.must, ms: isCount, rows: isCount },
    may: {
      ...answer.may,
      ...continues,
      dataSource: isText,
      /** Location of the items, if not at the top (`["result", "results"]`). */
      path: (value: unknown): value is EnvelopePath =>
        JSON.stringify(value) === '["result","results"]',
      /** For a list: which page of that input this is, from 1. 1 again begins another try. */
      inputPage: isCount,
      /** From this page on, the question was asked with this *Until* (YYYY-MM-DD). */
      until: matches(/^\d{4}-\d\d-\d\d$/),
      /** The time of the last row, if the run could be continued by date from there. */
      reached: isTime,
      /** How much stored data there is. */
      total: (value: unknown): value is RunTotal =>
        typeof value === 'object' && value !== null && hasMembers({ ...value }, total),
      /** Which columns follow the body: those that are new or have another type, or all of the run so far. */
      typed: isOneOf(['new', 'all']),
    },
  },
  fail: { must: { ...answer.must, code: isWord }, may: { ...answer.may, ms: isCount } },
  /** Where the run rests, if the last answer doesn't say so. */
  rest: {
    must: { ...common, next: isWord },
    /** `over`: it continues nowhere. Otherwise, unless there is an operation, it does where it did. */
    may: { ...continues, over: isTrue },
  },
} satisfies Record<string, Members>;

type Kind = keyof typeof kinds;
type HeaderOf<K extends Kind> = { kind: K } & Having<(typeof kinds)[K]>;
export type PageHeader = HeaderOf<'page'>;
export type FailHeader = HeaderOf<'fail'>;
export type RecordHeader = HeaderOf<'run'> | PageHeader | FailHeader | HeaderOf<'rest'>;

/** Whether the header could be read again: every member is as it must be. */
export const isHeader = (header: Readonly<Record<string, unknown>>): boolean =>
  isText(header['kind']) &&
  Object.hasOwn(kinds, header['kind']) &&
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  hasMembers(header, kinds[header['kind'] as Kind]);

/** Length in bytes and checksum of what follows a body. */
export interface Tail {
  readonly length: number;
  readonly crc: number;
}

export interface ListInput {
  /** In the form they are sent. */
  values: readonly string[];
  /** Its line in the file or text, from 1. */
  line: number | null;
  /** How many rows of the run that it was taken from had it, if some had the same. */
  rows?: number | undefined;
}

/** What follows a body. */
export interface TailMembers {
  /** Where its rows are: see `encodePlaces`. */
  places?: readonly number[] | undefined;
  /** See `typed` of the header. */
  types?: readonly (readonly (string | undefined)[])[] | undefined;
  /** Of a run with a list: see `run-inputs.ts`. */
  inputs?: readonly ListInput[] | undefined;
}

/** A decoded line, without its body. */
interface Frame {
  header: RecordHeader;
  /** Length of the header including `,"body":`: offset of the body in the line. */
  bodyAt: number;
  bodyLength: number;
  crc: number;
  tail: Tail | null;
}

interface EncodedRecord {
  /** The line in parts, with the body as passed: a long one is not copied. */
  parts: [head: Buffer, body: Uint8Array, tail: Buffer];
  crc: number;
  tail: Tail | null;
}

/** Encodes the line for `header`, a body without line feeds, and what follows it. */
export function encodeRecord(
  header: RecordHeader,
  body: Uint8Array,
  members: TailMembers = {},
): EncodedRecord {
  const { kind, ...rest } = header;
  const crc = crc32(body);
  const encoded = encodeTail(members);
  const isKept = encoded.length > 0 && encoded.length <= maxTail;
  const tail = isKept ? { length: encoded.length, crc: crc32(encoded) } : null;
  const fields = {
    v: 1,
    kind,
    len: body.length,
    crc: hex(crc),
    ...(tail && { tail: [tail.length, hex(tail.crc)] }),
    ...rest,
  };
  const start = JSON.stringify(fields).slice(0, -1);
  const head = Buffer.from(`${start}${headMark}${hex(crc32(start))}"`);
  if (head.length > maxHeader) throw new RangeError('The header of a record is too long');
  const line = Buffer.concat([head, bodyMark]);
  const after = Buffer.concat([isKept ? encoded : noTail, recordTail]);
  return { parts: [line, body, after], crc, tail };
}

const noTail = Buffer.alloc(0);

/** The members as they follow a body, each after a comma. */
function encodeTail(members: TailMembers): Buffer {
  const text = JSON.stringify(members);
  return text === '{}' ? noTail : Buffer.from(`,${text.slice(1, -1)}`);
}

/** Parses what follows a body; no member is checked. */
export const parseTail = (tail: Buffer): Readonly<Record<string, unknown>> =>
  parseFields(`{${tail.toString('utf8', 1)}}`) ?? {};

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
  const header = parseFields(`${start}}`);
  if (header === undefined || !isHeader(header)) return undefined;
  const { v, len, crc, tail, rows } = header;
  const isFrame = v === 1 && isLength(len, maxBody) && isHex(crc);
  // A row takes at least two bytes.
  if (!isFrame || (rows !== undefined && !isLength(rows, Math.min(len / 2, mostRows)))) {
    return undefined;
  }
  const known = tail === undefined ? null : tailOf(tail);
  if (known === undefined) return undefined;
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by `isHeader`
    header: header as unknown as RecordHeader,
    bodyAt: end + bodyMark.length,
    bodyLength: len,
    crc: Number.parseInt(crc, 16),
    tail: known,
  };
}

const isLength = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
const hexPattern = /^[\da-f]{8}$/;
const isHex = (value: unknown): value is string =>
  typeof value === 'string' && hexPattern.test(value);

function tailOf(tail: unknown): Tail | undefined {
  const [length, crc]: unknown[] = Array.isArray(tail) ? tail : [];
  if (!isLength(length, maxTail) || !isHex(crc)) return undefined;
  return { length, crc: Number.parseInt(crc, 16) };
}

function parseFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const hex = (crc: number): string => crc.toString(16).padStart(8, '0');
