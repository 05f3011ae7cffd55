/**
 * Appends to a run, one record after the other. A page that the disk refuses stays in memory and is
 * retried on request; until then nothing else is appended, so that nothing is paid for that can't be
 * kept. Failures and ends are not held: the next attempt reports them again.
 */
import { hashOf, keepBody, toStoredBody } from './body-file.ts';
import type { StoredBody } from './body-file.ts';
import { allWith, changesOf, nameIn, pagesPerAllColumns } from './known-columns.ts';
import { encodePlaces } from './rows.ts';
import type { FilePort } from './file-port.ts';
import type { PageRecord, InputRecord } from './log-contents.ts';
import { isReceived } from './page-log.ts';
import type { PageLog, NewRecord } from './page-log.ts';
import { mostRows } from './record.ts';
import type { Continues, FileBody, FileReason, RecordHeader } from './record.ts';
import { Serial } from './serial.ts';
import { StoreError } from './store-error.ts';
import { asObject, asObjects, countItems } from '../json/index.ts';
import type { EnvelopePath, JsonObject, JsonValue } from '../json/index.ts';

interface WaitingPage {
  attempt: () => Promise<AppendedPage>;
  error: StoreError;
}

const noBody = Buffer.from('null');

export class RunAppender {
  /** Absolute path of the run's folder. */
  readonly folder: string;
  protected readonly files: FilePort;
  protected readonly log: PageLog;
  #waiting: WaitingPage | undefined;
  readonly #serial = new Serial();

  constructor(files: FilePort, folder: string, log: PageLog) {
    this.files = files;
    this.folder = folder;
    this.log = log;
  }

  /** Why the last page could not be saved; it is held in memory for `trySavingAgain`. */
  get unsaved(): StoreError | undefined {
    return this.#waiting?.error;
  }

  /**
   * Appends an answer. One that is not JSON in UTF-8, or longer than 64 MB, is written to its own file:
   * its page then has no rows, and `page.file` says why.
   *
   * @throws StoreError `wrong_shape` (nothing was written), `storage_full` or `storage_failed`
   *   (kept in memory: see `trySavingAgain`), `unsaved_page`, `read_only`, `invalid_input` (not the
   *   next page's number), `closed`.
   */
  appendPage(input: PageInput): Promise<AppendedPage> {
    return this.#inTurn(() => {
      this.#checkPage(input.page);
      const prepared = preparePage(input, nameIn(isReceived(this.log.header)));
      let file: FileBody | undefined;
      return this.#save(async () => {
        // Written once, however often the record itself has to be retried.
        file ??= await this.#keepAnswer(prepared);
        return this.#addPage(prepared, file);
      });
    });
  }

  /**
   * Streams an answer that is not a page of rows (CSV) to a file, then appends a record that refers to
   * it. When `content` throws, the bytes received are kept and marked partial, and the error is rethrown.
   */
  appendFile(input: FileInput): Promise<PageRecord> {
    return this.#inTurn(async () => {
      this.#checkPage(input.page);
      const { broken, kept } = await this.#keepContent(input);
      const next = broken === undefined ? 'noMore' : 'failed';
      const header = { ...answerHeader(input), ms: duration(input.ms ?? 0), rows: 0 };
      await this.log.append({ kind: 'page', ...header, ...kept, next }, noBody);
      if (broken !== undefined) throw broken;
      return this.log.pages.at(-1)!;
    });
  }

  /**
   * Streams an answer to a file before its kind is known: `appendPage` or `appendFail` then refers to it
   * as `kept`. `broken` is the error that `content` threw; the bytes received before it are kept.
   * @throws StoreError `storage_full`, `storage_failed` (nothing is left on disk); `unsaved_page`.
   */
  keepFile(
    input: Pick<FileInput, 'content' | 'why'>,
  ): Promise<{ kept: FileBody; broken: unknown }> {
    return this.#inTurn(() => this.#keepContent(input));
  }

  /** Appends a failed request with its answer, if any. It is never held in memory. */
  appendFail(input: FailInput): Promise<void> {
    return this.#inTurn(async () => {
      const prepared = prepareFail(input);
      const file = await this.#keepAnswer(prepared);
      await this.log.append({ ...prepared.record, ...file }, prepared.body);
    });
  }

  /** Appends where the run rests. A page appended later revokes it. */
  appendRest(next: string, at: string, more: RestInput = {}): Promise<void> {
    return this.#inTurn(() => this.log.append({ kind: 'rest', at, next, ...more }, noBody));
  }

  /** Saves the page held in memory. Throws the same errors as `appendPage`; the page is then still held. */
  trySavingAgain(): Promise<AppendedPage> {
    return this.#serial.run(() => {
      const waiting = this.#waiting;
      if (waiting === undefined) {
        throw new StoreError('invalid_input', 'There is nothing to save.');
      }
      this.#waiting = undefined;
      return this.#save(waiting.attempt);
    });
  }

  /** @throws StoreError `unsaved_page` while a page is waiting to be saved. */
  protected checkNoUnsavedPage(): void {
    if (this.#waiting === undefined) return;
    throw new StoreError('unsaved_page', 'Another page must be saved first.', {
      cause: this.#waiting.error,
    });
  }

  /** Resolves when nothing is being written. */
  protected settle(): Promise<void> {
    return this.#serial.settle();
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.#serial.run(() => {
      this.checkNoUnsavedPage();
      return action();
    });
  }

  async #save(attempt: () => Promise<AppendedPage>): Promise<AppendedPage> {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof StoreError && error.code.startsWith('storage_')) {
        this.#waiting = { attempt, error };
      }
      throw error;
    }
  }

  async #keepContent({
    content,
    why,
  }: Pick<FileInput, 'content' | 'why'>): Promise<{ kept: FileBody; broken: unknown }> {
    const { broken, ...body } = await keepBody(this.files, this.folder, content);
    const partial = broken === undefined ? undefined : true;
    return { kept: { ...body, why, partial }, broken };
  }

  /** Writes an answer that does not belong in the log to a file, unless it is already in one. */
  async #keepAnswer({ stored, kept }: Prepared): Promise<FileBody | undefined> {
    if (kept !== undefined) return kept;
    if (stored?.place !== 'file') return undefined;
    const { file, bytes } = await keepBody(this.files, this.folder, [stored.bytes]);
    const { sha256, why } = stored;
    return { file, bytes, sha256, why };
  }

  async #addPage(prepared: PreparedPage, file: FileBody | undefined): Promise<AppendedPage> {
    const { stored, record, items } = prepared;
    const inLog = stored?.place === 'log' ? stored : undefined;
    const places = inLog && encodePlaces(inLog.bytes, inLog.scan);
    const { columns, nextPage, rowCount } = this.log;
    const changes = changesOf(columns, items, rowCount);
    const isDue = nextPage % pagesPerAllColumns === 0;
    const types = isDue ? allWith(columns, changes) : changes;
    const typed = isDue ? 'all' : types.length > 0 ? 'new' : undefined;
    const after = { places, ...(typed && { types }) };
    await this.log.append({ ...record, ...file, typed }, inLog?.bytes ?? noBody, after);
    return { page: this.log.pages.at(-1)!, items };
  }

  #checkPage(page: number): void {
    if (page === this.log.nextPage) return;
    throw new StoreError('invalid_input', `The next page is number ${this.log.nextPage}.`);
  }
}

// What is appended, checked and in the format of the log.

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

export interface PageInput extends AnswerInput, Continues {
  /** The answer's bytes as received, decompressed. */
  body: Uint8Array;
  /** Where the items are; `['results']` by default. */
  path?: EnvelopePath;
  /** The request's *Until*, if the page is the first of a run continued by date. */
  until?: string | undefined;
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

export interface AppendedPage {
  page: PageRecord;
  items: JsonObject[];
}

/** The body has it too, so an unusual value can be left out of the short header. */
const usualSource = /^[\w.-]{1,64}$/;

/** A body in the format of the log, and its record's header. */
interface Prepared {
  stored: StoredBody | undefined;
  kept?: FileBody | undefined;
  record: NewRecord;
}

interface PreparedPage extends Prepared {
  record: NewRecord & { kind: 'page' };
  items: JsonObject[];
}

/**
 * @throws StoreError `wrong_shape` when the answer is JSON without a list of objects; callers check
 *   first, so that they can report more.
 */
function preparePage(input: PageInput, nameOf: (member: string) => string): PreparedPage {
  const { body, path = ['results'], parsed, kept } = input;
  const record = {
    kind: 'page',
    ...answerHeader(input),
    operation: input.operation,
    table: input.table,
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
function prepareFail(input: FailInput): Prepared & { body: Buffer } {
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

const answerHeader = ({ page, at, spent, status, input, next, ends }: AnswerInput) => ({
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
const duration = (ms: number): number =>
  Math.min(Math.max(Math.round(ms) || 0, 0), Number.MAX_SAFE_INTEGER);
