/**
 * Encodes and decodes one line of the page log:
 * `{"v":1,"kind":…,"len":…,"crc":"…",…,"head":"…","body":<len bytes>}` and LF.
 *
 * The body is last and its length first, so a reader jumps from line to line without reading bodies.
 * `crc` checks the body, `head` everything before itself: a header that passes is one we wrote, and its
 * numbers are reliable even if the line before it is damaged.
 */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { inputStatusSchema } from '#shared/contract/list.ts';

/**
 * 2: runs with a list of inputs, and runs derived from others. A program that only knows version 1 then
 * leaves the whole log alone, rather than continue a question whose values it doesn't know.
 */
export type LogVersion = 1 | 2;
const newestVersion: LogVersion = 2;
/** Largest header in bytes, without `"body":`. */
export const maxHeader = 512;
/** Largest body in bytes: an answer inside the log (`maxInlineBody`), or rows with one as long. */
export const maxBody = 128 * 1024 * 1024;

const bodyMark = Buffer.from(',"body":');
const headMark = ',"head":"';
export const recordStart = Buffer.from('{"v":');
export const recordTail = Buffer.from('}\n');

const count = z.number().int().nonnegative();
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/)
  .refine((at) => !Number.isNaN(Date.parse(at)));
/** A code or reason. */
const word = z.string().regex(/^[\w.-]{1,64}$/);

/** An answer kept in `bodies/`, byte for byte. */
const fileBodySchema = z.object({
  /** Path inside the run's folder. */
  file: z.string().regex(/^bodies\/\d{1,9}\.bin$/),
  bytes: count,
  sha256: z.string(),
  /** See `stored-body.ts`. */
  why: z.enum(['notUtf8', 'notJson', 'tooLarge', 'csv']),
  /** The answer was cut off while it was being received. */
  partial: z.literal(true).optional(),
});
export type FileBody = z.infer<typeof fileBodySchema>;
export type FileReason = FileBody['why'];

const common = z.object({
  /** Rows in the log before this record: shows how many a damaged record held. */
  firstRow: count,
  /** In the format of `Date.toISOString`, for years of four digits. */
  at: time,
});

const answer = common.extend({
  ...fileBodySchema.partial().shape,
  /** The requested page: of those received, from 1, without gaps. */
  page: count,
  status: count.optional(),
  /** For a list: the requested input (the first of a pack), from 0. */
  input: count.optional(),
  /** Total time the answer took, in milliseconds: see `appending.ts`. */
  spent: count.optional(),
  /** SHA-256 of the body as received, if what is stored differs; of a body in a file, in any case. */
  sha256: z.string().optional(),
  /** A byte order mark was removed. */
  bom: z.literal(true).optional(),
});

const pageSchema = answer.extend({
  kind: z.literal('page'),
  ms: count,
  dataSource: z.string().optional(),
  rows: count,
  /** Location of the items, if not at the top (`["results"]`). */
  path: z
    .tuple([z.literal('result'), z.literal('results')])
    .readonly()
    .optional(),
  /** For a list: which page of that input this is, from 1. A repeated first page replaces earlier pages. */
  inputPage: count.optional(),
  /** From this page on, the question was asked with this *Until* (YYYY-MM-DD). */
  until: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
});
export type PageHeader = z.infer<typeof pageSchema>;

const failSchema = answer.extend({ kind: z.literal('fail'), ms: count.optional(), code: word });
export type FailHeader = z.infer<typeof failSchema>;

/** How an input of a list can be finished. */
const inputReasonSchema = inputStatusSchema.exclude(['waiting']);
export type InputReason = z.infer<typeof inputReasonSchema>;

/**
 * The checksum detects damage, not intent: a run's folder may be from somebody else, so every member is
 * validated, when it is written and when it is read.
 */
export const headerSchema = z.discriminatedUnion('kind', [
  common.extend({ kind: z.literal('run'), id: z.string() }),
  pageSchema,
  failSchema,
  /** An input of a list is finished, with those packed with it; the body gives the reason, if any. */
  common.extend({
    kind: z.literal('input'),
    /** From 0. */
    input: count,
    reason: inputReasonSchema,
    /** Requests sent for it since it was last asked from its beginning. */
    calls: count,
  }),
  common.extend({ kind: z.literal('end'), reason: word }),
]);
export type RecordHeader = z.infer<typeof headerSchema>;

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
  const frame = frameSchema.safeParse(parseFields(`${start}}`)).data;
  const header = headerSchema.safeParse(frame).data;
  if (frame === undefined || header === undefined || frame.len > maxBody) return undefined;
  // A row takes at least one byte.
  if (header.kind === 'page' && header.rows > frame.len) return undefined;
  return {
    header,
    version: frame.v,
    bodyAt: end + bodyMark.length,
    bodyLength: frame.len,
    crc: Number.parseInt(frame.crc, 16),
  };
}

/** What precedes the header proper. */
const frameSchema = z.looseObject({ v: z.literal([1, 2]), len: count, crc: z.string() });

/** Returns whether an unreadable line names a newer version as its writer. */
export function isNewerRecord(bytes: Buffer): boolean {
  const version = /^\{"v":(\d{1,9}),/.exec(bytes.toString('latin1', 0, 32))?.[1];
  return version !== undefined && Number(version) > newestVersion;
}

function parseFields(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inputReasons: ReadonlySet<unknown> = new Set(inputReasonSchema.options);
export const isInputReason = (reason: unknown): reason is InputReason => inputReasons.has(reason);

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
