/** An answer as it is appended to a log: checked, and as a record's header and body. */
import { hashOf, toStoredBody } from './body-file.ts';
import type { StoredBody } from './body-file.ts';
import type { InputRecord } from './log-contents.ts';
import type { NewRecord } from './page-log.ts';
import { mostRows } from './record.ts';
import type { Continues, FileBody, FileReason, PageHeader, RecordHeader } from './record.ts';
import { StoreError } from './store-error.ts';
import { asObject, asObjects, countItems } from '../json/index.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';

export type RestInput = Continues & Pick<RecordHeader & { kind: 'rest' }, 'over'>;

/** Where and when an answer's request was sent. */
interface AnswerInput {
  /** Number of the requested page, from 1. */
  page: number;
  /** ISO 8601, UTC. */
  at: string;
  /** From sending to the last byte, in milliseconds. */
  ms?: number;
  /**
   * Since the person's click, or since the previous page of the same click: includes retries, queueing
   * and waiting for the service to prepare the answer. In milliseconds.
   */
  spent?: number;
  /** HTTP status. */
  status?: number;
  /** For a list: the requested input, from 0, and which of its pages this is, from 1. */
  input?: { number: number; page: number } | undefined;
  /** The state that follows. */
  next?: string | undefined;
  /** How it ends the input. */
  ends?: InputRecord | null | undefined;
  /** The file with the whole answer, as returned by `keepFile`: `body` is then not stored. */
  kept?: FileBody | undefined;
}

export interface PageInput
  extends AnswerInput, Continues, Pick<PageHeader, 'until' | 'reached' | 'total'> {
  /** The answer's bytes as received, decompressed. */
  body: Uint8Array;
  /** Where the items are; `['results']` by default. */
  path?: EnvelopePath;
  /** The result of `parseJson` on `body`, if the caller has it: avoids parsing twice. */
  parsed?: JsonValue;
}

export interface FileInput extends AnswerInput {
  content: AsyncIterable<Uint8Array>;
  why: FileReason;
}

export interface FailInput extends AnswerInput {
  /** Problem code: letters, digits, `_`, `-`, `.`; at most 64. */
  code: string;
  /** Details the caller needs later. */
  detail?: JsonValue;
  /** The answer's bytes, if there is one. */
  body?: Uint8Array;
}

/** The body has it too, so an unusual value can be left out of the short header. */
const usualSource = /^[\w.-]{1,64}$/;

/** A body in the format of the log, and its record's header. */
export interface Prepared {
  stored: StoredBody | undefined;
  kept?: FileBody | undefined;
  record: NewRecord;
}

export interface PreparedPage extends Prepared {
  record: NewRecord & { kind: 'page' };
  items: JsonObject[];
}

/**
 * @throws StoreError `wrong_shape` when the answer is JSON without a list of objects; callers check
 *   first, so that they can report more.
 */
export function preparePage(input: PageInput, nameOf: (member: string) => string): PreparedPage {
  const { body, path = ['results'], parsed, kept } = input;
  const record = {
    kind: 'page',
    ...answerHeader(input),
    operation: input.operation,
    table: input.table,
    total: input.total,
    inputPage: input.input?.page,
    ms: duration(input.ms ?? 0),
  } as const;
  if (kept !== undefined) {
    return { stored: undefined, kept, record: { ...record, rows: 0 }, items: [] };
  }
  const stored = withFewRows(toStoredBody(body, path, parsed), body);
  if (stored.place === 'file') {
    return { stored, record: { ...record, rows: 0 }, items: [] };
  }
  const envelope = envelopeOf(stored.value, path);
  const items = envelope === undefined ? undefined : asObjects(ownMember(envelope, 'results'));
  if (envelope === undefined || items === undefined || countItems(stored.scan) !== items.length) {
    throw new StoreError('wrong_shape', 'The answer holds no list of results.');
  }
  const dataSource = ownMember(envelope, 'dataSource');
  return {
    stored,
    record: {
      ...record,
      dataSource:
        typeof dataSource === 'string' && usualSource.test(dataSource) ? dataSource : undefined,
      rows: items.length,
      path: path.length === 2 ? path : undefined,
      until: input.until,
      reached: input.reached,
      ...changes(stored),
    },
    items: items.map((item) => withNames(item, nameOf)),
  };
}

/** An answer with more rows than a page can have is kept as a file. */
function withFewRows(stored: StoredBody, body: Uint8Array): StoredBody {
  if (stored.place === 'file' || countItems(stored.scan) <= mostRows) return stored;
  const { bytes, sha256 = hashOf(body) } = stored;
  return { place: 'file', bytes, sha256, why: 'tooLarge' };
}

/** The row as `RowReader` reads it. */
function withNames(item: JsonObject, nameOf: (member: string) => string): JsonObject {
  const members = Object.entries(item);
  return members.every(([name]) => nameOf(name) === name)
    ? item
    : Object.fromEntries(members.map(([name, value]) => [nameOf(name), value]));
}

/** A failed request, and its answer, if any. */
export function prepareFail(input: FailInput): Prepared & { body: Buffer } {
  const { body, code, detail = null, kept } = input;
  const hasBody = kept === undefined && body !== undefined && body.length > 0;
  const stored = hasBody ? toStoredBody(body, ['results']) : undefined;
  const inLog = stored?.place === 'log' ? stored : undefined;
  return {
    stored,
    kept,
    record: {
      kind: 'fail',
      ...answerHeader(input),
      ms: input.ms === undefined ? undefined : duration(input.ms),
      code,
      ...(inLog === undefined ? {} : changes(inLog)),
    },
    body: Buffer.concat([
      Buffer.from(`{"detail":${JSON.stringify(detail)},"answer":`),
      inLog?.bytes ?? Buffer.from('null'),
      Buffer.from('}'),
    ]),
  };
}

export const answerHeader = ({ page, at, spent, status, input, next, ends }: AnswerInput) => ({
  ...(ends && endOf(ends)),
  page,
  at,
  spent: spent === undefined ? undefined : duration(spent),
  status,
  input: input?.number,
  next,
});

/** A sentence of the service may be of any length. */
const longestWhy = 300;

const endOf = ({ reason, calls, why, missing }: InputRecord) => ({
  ends: reason,
  calls,
  because: why?.slice(0, longestWhy),
  missing: missing.length === 0 ? undefined : missing,
});

const changes = ({ bom, sha256 }: StoredBody & { place: 'log' }) => ({
  bom: bom ? (true as const) : undefined,
  sha256,
});

function envelopeOf(value: JsonValue, path: EnvelopePath): JsonObject | undefined {
  const top = asObject(value);
  if (path.length === 1 || top === undefined) return top;
  return asObject(ownMember(top, 'result'));
}

const ownMember = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Whole milliseconds. An invalid duration is no reason to refuse an answer that was paid for. */
export const duration = (ms: number): number =>
  Math.min(Math.max(Math.round(ms) || 0, 0), Number.MAX_SAFE_INTEGER);
