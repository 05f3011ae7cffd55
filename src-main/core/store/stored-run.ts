/**
 * One run on disk, as the run engine sees it: an append is synced when its promise resolves, and rows are read by
 * their numbers. A page that the disk refuses stays in memory and is retried on request; until then nothing else
 * is appended, so that nothing is paid for that can't be kept. Failures and ends are not held: the next attempt
 * reports them again.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Notice } from '#shared/contract/run.ts';
import type { JsonObject } from '../json/index.ts';
import type { ComputerMarks } from './computer-marks.ts';
import { sweepParts } from './atomic-write.ts';
import { removeLink } from './data-folder.ts';
import type { FilePort } from './file-port.ts';
import { keepSummary, metaNotices, readFailure, summarise } from './run-summary.ts';
import type { LogSummary } from './run-summary.ts';
import type { OwnSource } from './own-values.ts';
import { allWith, changesOf, nameIn, pagesPerAllColumns } from './known-columns.ts';
import type { KnownColumn } from './known-columns.ts';
import { answeredAt } from './log-contents.ts';
import type { LogContents, PageRecord } from './log-contents.ts';
import { isReceived, logName, PageLog } from './page-log.ts';
import { longestName } from './record.ts';
import type { Continues, FileBody } from './record.ts';
import { encodePlaces, RowReader } from './rows.ts';
import type { NumberedRow } from './rows.ts';
import { RunInputs } from './run-inputs.ts';
import { prepareFail, preparePage, answerHeader, duration } from './answer-record.ts';
import type {
  FailInput,
  FileInput,
  PageInput,
  Prepared,
  PreparedPage,
  RestInput,
} from './answer-record.ts';
import { hasRoomForPage, keepBody } from './body-file.ts';
import { Serial } from './serial.ts';
import { StoreError } from './store-error.ts';

/** Where a run of stored data continues. It outlives a restart. */
export type StoredCursor =
  | { kind: 'storedPage'; pageNumber: number; tableName: string }
  | {
      kind: 'operation';
      operationId: string;
      startedAt: string;
      /** Whether this computer asked for the operation; any other waits for a click. */
      isOwn: boolean;
    };

export interface StorePorts {
  files: FilePort;
  now: () => Date;
  /** Distinguishes operations that this computer asked for from those in a folder from elsewhere. */
  marks: ComputerMarks;
}

interface WaitingPage {
  attempt: () => Promise<void>;
  error: StoreError;
}

const noBody = Buffer.from('null');

export class StoredRun {
  readonly id: string;
  /** Absolute path of the run's folder. */
  readonly folder: string;
  /** Only for a run with a list. */
  readonly inputs: RunInputs | undefined;
  /** Finds what people noted of its items; nothing before the resource is known. */
  own: (() => OwnSource | null) | undefined;
  readonly #log: PageLog;
  readonly #metaNotices: readonly Notice[];
  readonly #reader: RowReader;
  readonly #ports: StorePorts;
  readonly #onClose: () => void;
  readonly #serial = new Serial();
  #waiting: WaitingPage | undefined;
  #closing: Promise<void> | undefined;

  private constructor(
    id: string,
    ports: StorePorts,
    onClose: () => void,
    folder: string,
    log: PageLog,
  ) {
    this.id = id;
    this.folder = folder;
    this.inputs = RunInputs.of(log);
    this.#log = log;
    this.#reader = new RowReader(log, this.inputs);
    this.#metaNotices = metaNotices(folder);
    this.#ports = ports;
    this.#onClose = onClose;
  }

  /**
   * Opens the run in `folder`, repairing what a crash left.
   * @throws StoreError `unknown_run`, `unreadable_run`, `storage_failed`.
   */
  static async open(
    ports: StorePorts,
    folder: string,
    id: string,
    onClose: () => void,
  ): Promise<StoredRun> {
    const { files, now } = ports;
    const log = await PageLog.open(files, folder, now());
    try {
      // `derived` can be deleted at any time; a link would redirect what we write and delete.
      if (!log.readOnly) {
        await removeLink(join(folder, 'derived'));
        await sweepParts([folder]);
      }
      return new StoredRun(id, ports, onClose, folder, log);
    } catch (error) {
      log.close();
      throw error;
    }
  }

  /** Identifies the log: data derived from another log is invalid here. */
  get logId(): string {
    return this.#log.identity.toString('hex');
  }

  /** The header the run was created with; undefined when that part of the log is damaged. */
  get header(): JsonObject | undefined {
    return this.#log.header;
  }

  get pages(): readonly PageRecord[] {
    return this.#log.pages;
  }

  /** Of all its rows, by member, in order of appearance. */
  get columns(): ReadonlyMap<string, KnownColumn> {
    return this.#log.columns;
  }

  /** What its records say, in their order: pages, failures, finished inputs, how it rests. */
  get contents(): Readonly<LogContents> {
    return this.#log.contents;
  }

  /** Returns when this row's page was answered (ISO 8601, UTC), and the row's line in the list. */
  collectionOf(seq: number, row: JsonObject): { collectedAt: string; inputRow: number | null } {
    const page = this.#reader.pageOf(seq);
    const input = this.inputs?.numberOf(page, row) ?? null;
    return {
      collectedAt: answeredAt(page),
      inputRow: input === null ? null : (this.inputs?.all[input]?.line ?? null),
    };
  }

  /** The last answer, if it was a failure, and what is stored about it. */
  readFailure(): Promise<LogSummary['failure']> {
    return this.#log.reading((file) => readFailure(file, this.#log.contents));
  }

  /** The last record was not whole when the log was opened. */
  get torn(): boolean {
    return this.#log.notices.some(({ code }) => code.startsWith('torn_tail'));
  }

  get rowCount(): number {
    return this.#log.rowCount;
  }

  /** What the person should know about the file, found while opening and reading it. */
  get notices(): readonly Notice[] {
    return [...this.#log.notices, ...this.#metaNotices];
  }

  /** Nothing can be appended: the disk can't be written, or the log's first line is damaged. */
  get readOnly(): boolean {
    return this.#log.readOnly;
  }

  /**
   * Whether there is room for a page: asked before each metered call, since that is paid for.
   * @throws StoreError `unsaved_page` while a page is waiting to be saved; `storage_failed`.
   */
  async hasRoomForNextPage(): Promise<boolean> {
    this.#checkNoUnsavedPage();
    return hasRoomForPage(this.#ports.files, this.folder, this.#log.contents.largestBody);
  }

  /** Bytes of the log written by this program; null when it can't be written. */
  get logSize(): number | null {
    return this.#log.size;
  }

  /** The summary for History. */
  summarise(): Promise<LogSummary> {
    const { header, condition, contents } = this.#log;
    // A torn tail has been cut by now, and a writable log has a first line.
    const about = { header, createdAt: '', torn: false, condition };
    return this.#log.reading((file) => summarise(file, contents, about));
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
  appendPage(input: PageInput): Promise<void> {
    return this.#inTurn(() => {
      this.#checkPage(input.page);
      const prepared = preparePage(input, nameIn(isReceived(this.#log.header)));
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
  appendFile(input: FileInput): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkPage(input.page);
      const { broken, kept } = await this.#keepContent(input);
      const next = broken === undefined ? 'noMore' : 'failed';
      const header = { ...answerHeader(input), ms: duration(input.ms ?? 0), rows: 0 };
      await this.#log.append({ kind: 'page', ...header, ...kept, next }, noBody);
      if (broken !== undefined) throw broken;
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
      await this.#log.append({ ...prepared.record, ...file }, prepared.body);
    });
  }

  /** Appends where the run rests. A page appended later revokes it. */
  appendRest(next: string, more: RestInput = {}): Promise<void> {
    const at = this.#ports.now().toISOString();
    return this.#inTurn(() => this.#log.append({ kind: 'rest', at, next, ...more }, noBody));
  }

  /** Saves the page held in memory. Throws the same errors as `appendPage`; the page is then still held. */
  trySavingAgain(): Promise<void> {
    return this.#serial.run(() => {
      const waiting = this.#waiting;
      if (waiting === undefined) {
        throw new StoreError('invalid_input', 'There is nothing to save.');
      }
      this.#waiting = undefined;
      return this.#save(waiting.attempt);
    });
  }

  /** The rows with these numbers, in this order; undefined for unreadable ones. They must be below `rowCount`. */
  async rowsAt(seqs: Iterable<number>): Promise<(JsonObject | undefined)[]> {
    return this.#reader.read([...seqs]);
  }

  /** Yields the rows with these numbers, in this order, in batches of about a megabyte. */
  rowBatches(seqs: Iterable<number>): AsyncGenerator<NumberedRow[]> {
    return this.#reader.batches(seqs);
  }

  /** Verifies the checksums of the pages that hold the first `rows` rows, unless already done. */
  async verifyPages(rows: number): Promise<void> {
    const pages = this.#log.pages.filter(
      (page) => page.firstRow < rows && page.rows > 0 && !page.verified && !page.unreadable,
    );
    if (pages.length === 0) return;
    await this.#log.reading(async (file) => {
      for (const page of pages) await this.#log.verify(page, file);
    });
  }

  /**
   * The rows with these numbers, in this order, as JSON Lines, byte for byte as received, in chunks;
   * unreadable rows are left out.
   */
  jsonLinesAt(seqs: Iterable<number>): AsyncGenerator<Buffer> {
    return this.#reader.lines(seqs);
  }

  /** Returns the stored JSON of a page; undefined when it is unreadable or in a file. */
  async pageBody(page: number): Promise<Buffer | undefined> {
    const entry = this.#log.pages[page - 1];
    if (entry === undefined) throw new StoreError('invalid_input', `There is no page ${page}.`);
    return entry.file === null ? this.#log.readBody(entry) : undefined;
  }

  /** Absolute path of an answer in a file. */
  filePath(file: FileBody): string {
    return join(this.folder, file.file);
  }

  /** Where a run of stored data continues at the service; null: nowhere that is stored. */
  get cursor(): StoredCursor | null {
    const { operation, table } = this.#log.contents.continues ?? {};
    if (operation !== undefined) {
      const { id: operationId, startedAt, mark } = operation;
      const isOwn = mark !== undefined && mark === this.#ports.marks.of(this.folder, operationId);
      return { kind: 'operation', operationId, startedAt, isOwn };
    }
    if (table === undefined) return null;
    return { kind: 'storedPage', pageNumber: this.#log.nextPage, tableName: table };
  }

  /** Returns what a record says about where the run continues. What fits in none is only in memory. */
  continuing(cursor: { kind: string } | StoredCursor | null): Continues {
    if (cursor === null || !('tableName' in cursor || 'operationId' in cursor)) return {};
    if (cursor.kind === 'storedPage')
      return cursor.tableName.length > longestName ? {} : { table: cursor.tableName };
    const { operationId: id, startedAt, isOwn } = cursor;
    if (id.length > longestName) return {};
    const mark = (isOwn && this.#ports.marks.of(this.folder, id)) || undefined;
    return { operation: { id, startedAt, mark } };
  }

  /** Waits for pending writes. Reading fails afterwards. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#serial.settle();
    this.#onClose();
    if (!this.readOnly) await this.#keepSummary();
    this.#log.close();
  }

  /** Keeps the summary for History. Without it, History only takes longer, so this never throws. */
  async #keepSummary(): Promise<void> {
    try {
      const summary = await this.summarise();
      const log = await stat(join(this.folder, logName));
      if (log.size === this.#log.size) await keepSummary(this.folder, log, summary);
    } catch {
      // It is made again when it is missing.
    }
  }

  /** @throws StoreError `unsaved_page` while a page is waiting to be saved. */
  #checkNoUnsavedPage(): void {
    if (this.#waiting === undefined) return;
    throw new StoreError('unsaved_page', 'Another page must be saved first.', {
      cause: this.#waiting.error,
    });
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    return this.#serial.run(() => {
      this.#checkNoUnsavedPage();
      return action();
    });
  }

  async #save(attempt: WaitingPage['attempt']): Promise<void> {
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
    const { broken, ...body } = await keepBody(this.#ports.files, this.folder, content);
    const partial = broken === undefined ? undefined : true;
    return { kept: { ...body, why, partial }, broken };
  }

  /** Writes an answer that does not belong in the log to a file, unless it is already in one. */
  async #keepAnswer({ stored, kept }: Prepared): Promise<FileBody | undefined> {
    if (kept !== undefined) return kept;
    if (stored?.place !== 'file') return undefined;
    const { file, bytes } = await keepBody(this.#ports.files, this.folder, [stored.bytes]);
    const { sha256, why } = stored;
    return { file, bytes, sha256, why };
  }

  async #addPage(prepared: PreparedPage, file: FileBody | undefined): Promise<void> {
    const { stored, record, items } = prepared;
    const inLog = stored?.place === 'log' ? stored : undefined;
    const places = inLog && encodePlaces(inLog.bytes, inLog.scan);
    const { columns, nextPage, rowCount } = this.#log;
    const changes = changesOf(columns, items, rowCount);
    const isDue = nextPage % pagesPerAllColumns === 0;
    const types = isDue ? allWith(columns, changes) : changes;
    const typed = isDue ? 'all' : types.length > 0 ? 'new' : undefined;
    const after = { places, ...(typed && { types }) };
    await this.#log.append({ ...record, ...file, typed }, inLog?.bytes ?? noBody, after);
  }

  #checkPage(page: number): void {
    if (page === this.#log.nextPage) return;
    throw new StoreError('invalid_input', `The next page is number ${this.#log.nextPage}.`);
  }
}
