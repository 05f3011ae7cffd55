/**
 * Appends to a run, one record after the other. A page that the disk refuses stays in memory and is
 * retried on request; until then nothing else is appended, so that nothing is paid for that can't be
 * kept. Failures and ends are not held: the next attempt reports them again.
 */
import type {
  AppendedPage,
  FailInput,
  FileInput,
  PageInput,
  Prepared,
  PreparedPage,
} from './appending.ts';
import { prepareFail, prepareFile, preparePage } from './appending.ts';
import { keepBody } from './body-file.ts';
import { changesOf, nameIn, pagesPerAllColumns, takeColumns } from './known-columns.ts';
import type { ColumnChanges, KnownColumns } from './known-columns.ts';
import { encodePlaces } from './rows.ts';
import type { FilePort } from './file-port.ts';
import type { FailRecord, PageRecord } from './log-contents.ts';
import { isReceived } from './page-log.ts';
import type { PageLog } from './page-log.ts';
import type { FileBody } from './record.ts';
import { Serial } from './serial.ts';
import { StoreError } from './store-error.ts';

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
      const record = prepareFile(input);
      const { broken, kept } = await this.#keepContent(input);
      const next = broken === undefined ? 'noMore' : 'failed';
      await this.log.append({ ...record, ...kept, next }, noBody);
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
  appendFail(input: FailInput): Promise<FailRecord> {
    return this.#inTurn(async () => {
      const prepared = prepareFail(input);
      const file = await this.#keepAnswer(prepared);
      await this.log.append({ ...prepared.record, ...file }, prepared.body);
      return this.log.contents.failures.at(-1)!;
    });
  }

  /** Appends where the run rests. A page appended later revokes it. */
  appendRest(next: string, at: string): Promise<void> {
    return this.#inTurn(() => this.log.append({ kind: 'rest', at, next }, noBody));
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
    const { columns, nextPage } = this.log;
    const changes = changesOf(columns, items);
    const isDue = nextPage % pagesPerAllColumns === 0;
    const types = isDue ? allWith(columns, changes) : changes;
    const typed = isDue ? 'all' : types.length > 0 ? 'new' : undefined;
    const after = { places, ...(typed && { types }) };
    await this.log.append({ ...record, ...file, typed }, inLog?.bytes ?? noBody, after);
    const page = this.log.pages.at(-1)!;
    return { page, firstRow: page.firstRow, rows: page.rows, items };
  }

  #checkPage(page: number): void {
    if (page === this.log.nextPage) return;
    throw new StoreError('invalid_input', `The next page is number ${this.log.nextPage}.`);
  }
}

function allWith(known: KnownColumns, changes: ColumnChanges): ColumnChanges {
  const all = new Map(known);
  takeColumns(all, changes);
  return [...all];
}
