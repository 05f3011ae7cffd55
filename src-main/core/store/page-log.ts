/**
 * The page log of one run: the single source of truth about it. A record is written, synced, and only
 * then added to memory; an answer is never shown before. Format: README.md.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Notice } from '#shared/contract/run.ts';
import type { JsonObject } from '../json/index.ts';
import { AppendFile, nodeFiles, readFully, setAside, writeFully } from './file-port.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { nameIn, readColumns, takeColumns } from './known-columns.ts';
import type { ColumnChanges, KnownColumns } from './known-columns.ts';
import { refuseLinksTo } from './data-folder.ts';
import { readObject, conditionOf } from './run-summary.ts';
import type { LogSummary } from './run-summary.ts';
import { addRecord, isIntact, readContents, readTail, scanLog } from './log-contents.ts';
import type { LogContents, LogScan, PageEntry } from './log-contents.ts';
import { encodeRecord, isHeader, maxBody } from './record.ts';
import type { ListInput, RecordHeader, TailMembers } from './record.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

export const logName = 'pages.jsonl';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A header without the members that the log adds. */
export type NewRecord = DistributiveOmit<RecordHeader, 'firstRow'>;

export class PageLog {
  readonly #files: FilePort;
  readonly #folder: string;
  readonly #writer: AppendFile | undefined;
  /** Whether damage was found when it was opened. */
  readonly condition: LogSummary['condition'];
  /** Grows with each record that is appended. */
  readonly contents: Readonly<LogContents>;
  /** Of all its rows. */
  readonly columns: KnownColumns;
  /** The header passed to `create`; undefined when the first line is damaged. */
  readonly header: JsonObject | undefined;
  /** What the first record has as the inputs of a list; undefined when it has none, or they are damaged. */
  readonly inputs: unknown;
  /** Hash of the first line: identifies the log. */
  readonly identity: Buffer;
  readonly notices: Notice[];
  /** Of a log that is only read: where the next record is expected. */
  #scanned = 0;
  #closed = false;

  private constructor(
    files: FilePort,
    folder: string,
    writer: AppendFile | undefined,
    about: Awaited<ReturnType<typeof readAbout>> & Pick<PageLog, 'columns' | 'notices'>,
  ) {
    this.#files = files;
    this.#folder = folder;
    this.#writer = writer;
    this.condition = about.condition;
    this.contents = about.contents;
    this.columns = about.columns;
    this.header = about.header;
    this.inputs = about.inputs;
    this.identity = about.identity;
    this.notices = about.notices;
  }

  /** Writes the first record of a new log in `folder` and syncs file and folder. */
  static async create(
    files: FilePort,
    folder: string,
    run: { id: string; at: string; header: JsonObject; inputs?: readonly ListInput[] | undefined },
  ): Promise<void> {
    const body = Buffer.from(JSON.stringify(run.header));
    const { id, at, inputs } = run;
    const { parts } = encodeRecord({ kind: 'run', id, at, firstRow: 0 }, body, { inputs });
    const file = await files.open(join(folder, logName), 'create');
    try {
      await writeFully(file, Buffer.concat(parts), 0);
      await file.sync();
    } finally {
      await file.close();
    }
    await files.syncFolder(folder);
  }

  /**
   * Writes a log of rows of our own, given as JSON in batches, which is only read for a while: nothing is
   * synced. Returns its identity and the number of its rows.
   */
  static async write(
    folder: string,
    batches: AsyncIterable<readonly string[]>,
  ): Promise<{ logId: string; rowCount: number }> {
    const at = new Date(0).toISOString();
    const header = Buffer.from(JSON.stringify({ derived: true }));
    const { parts } = encodeRecord({ kind: 'run', id: basename(folder), at, firstRow: 0 }, header);
    const line = Buffer.concat(parts);
    const file = await nodeFiles.open(join(folder, logName), 'create');
    let [end, page, rowCount] = [line.length, 0, 0];
    try {
      await writeFully(file, line, 0);
      for await (const batch of batches) {
        page++;
        const about = { kind: 'page', at, ms: 0, page, rows: batch.length } as const;
        const body = Buffer.from(`{"results":[${batch.join()}]}`);
        for (const part of encodeRecord({ ...about, firstRow: rowCount }, body).parts) {
          await writeFully(file, part, end);
          end += part.length;
        }
        rowCount += batch.length;
      }
    } catch (error) {
      throw systemCode(error) === '' ? error : asStoreError(error, 'The rows could not be stored.');
    } finally {
      await file.close();
    }
    return { logId: createHash('sha256').update(line).digest('hex'), rowCount };
  }

  /**
   * Opens the log in `folder`, after a crash too: see `recoverLog`.
   * @throws StoreError `unknown_run`, `unreadable_run`, `storage_failed`.
   */
  static async open(files: FilePort, folder: string, now: Date): Promise<PageLog> {
    const path = join(folder, logName);
    const reader = await openReader(files, path);
    try {
      const { scan, notices, writer } = await recoverLog(files, folder, path, reader, now);
      const about = await readAbout(reader, scan);
      const { contents, header } = about;
      if (header === undefined) notices.push(headerNotice);
      const columns = await readColumns(reader, contents.pages, nameIn(isReceived(header)));
      return new PageLog(files, folder, header && writer, { ...about, columns, notices });
    } catch (error) {
      throw asStoreError(error, 'The run could not be opened.');
    } finally {
      await reader.close().catch(() => undefined);
    }
  }

  /**
   * Opens the log in `folder` while another process may be adding to it. Changes nothing there, and knows no
   * rows before `readTo`.
   * @throws StoreError `unknown_run`, `unreadable_run`, `storage_failed`.
   */
  static async openToRead(files: FilePort, folder: string): Promise<PageLog> {
    const reader = await openReader(files, join(folder, logName));
    try {
      const scan = await scanLog(reader, await reader.size(), undefined, 0);
      const about = { ...(await readAbout(reader, scan)), columns: new Map(), notices: [] };
      const log = new PageLog(files, folder, undefined, about);
      log.#scanned = scan.goodEnd;
      return log;
    } catch (error) {
      throw asStoreError(error, 'The run could not be opened.');
    } finally {
      await reader.close().catch(() => undefined);
    }
  }

  /**
   * Reads on until `rows` rows are known, which must have been stored: what follows them may be removed
   * again.
   * @throws StoreError `storage_failed` when there are fewer; the log must be opened again then.
   */
  async readTo(rows: number): Promise<void> {
    if (this.rowCount >= rows) return;
    const { contents } = this;
    await this.reading(async (file) => {
      const from = { contents, goodEnd: this.#scanned };
      const scan = await scanLog(file, await file.size(), from, rows);
      readContents(scan);
      this.#scanned = scan.goodEnd;
    });
    if (this.rowCount < rows) {
      throw new StoreError('storage_failed', 'The file of this run lacks rows.');
    }
  }

  get pages(): readonly PageEntry[] {
    return this.contents.pages;
  }

  get rowCount(): number {
    return this.contents.rowCount;
  }

  /** Bytes of its good part; null when it can't be written. */
  get size(): number | null {
    return this.#writer?.end ?? null;
  }

  get readOnly(): boolean {
    return this.#writer === undefined;
  }

  /** The required number of the next page. */
  get nextPage(): number {
    return (this.pages.at(-1)?.page ?? 0) + 1;
  }

  /** Writes a record, syncs it, then adds it to memory. */
  async append(
    record: NewRecord,
    body: Uint8Array,
    members: TailMembers & { types?: ColumnChanges } = {},
  ): Promise<void> {
    if (this.#closed) throw runClosed();
    refuseLinksTo(this.#folder);
    if (this.#writer === undefined) {
      throw new StoreError('read_only', 'This run can only be read.');
    }
    const header: RecordHeader = { ...record, firstRow: this.rowCount };
    // It could not be read again.
    if (!isHeader({ ...header })) {
      throw new StoreError('invalid_input', 'A number, time or code of the record is invalid.');
    }
    const { parts, crc, tail } = encodeRecord(header, body, members);
    const start = await this.#writer.append(parts);
    const bodyStart = start + parts[0].length;
    const bodyEnd = bodyStart + body.length;
    const range = { start, bodyStart, bodyEnd, end: this.#writer.end, crc, tail };
    addRecord(this.contents, { header, ...range, damageBefore: 0 });
    takeColumns(this.columns, members.types ?? []);
    const page = this.contents.pages.at(-1);
    if (header.kind === 'page' && page !== undefined) page.verified = true;
  }

  /**
   * Opens the log for as long as `work` reads it.
   * @throws StoreError `closed`, `storage_failed`, also when its folder has become a link; whatever `work` throws.
   */
  async reading<T>(work: (file: OpenFile) => Promise<T>): Promise<T> {
    if (this.#closed) throw runClosed();
    try {
      refuseLinksTo(this.#folder);
      const file = await this.#files.open(join(this.#folder, logName), 'read');
      try {
        return await work(file);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw systemCode(error) === '' ? error : asStoreError(error, 'The run could not be read.');
    }
  }

  /** Returns the checked body of a page; when it is damaged, marks the page and returns undefined. */
  async readBody(page: PageEntry): Promise<Buffer | undefined> {
    if (page.unreadable) return undefined;
    const length = page.bodyEnd - page.bodyStart;
    const body = await this.reading((file) => readFully(file, page.bodyStart, length));
    page.verified = body.length === length && crc32(body) === page.crc;
    if (page.verified) return body;
    this.markUnreadable(page);
    return undefined;
  }

  /** Checks the body of a page without loading all of it; marks the page when it is damaged. */
  async verify(page: PageEntry, file: OpenFile): Promise<void> {
    page.verified = await isIntact(file, page);
    if (!page.verified) this.markUnreadable(page);
  }

  /** Adds one notice at most: several windows may find the same damage. */
  markUnreadable(page: PageEntry): void {
    if (page.unreadable) return;
    page.unreadable = true;
    this.notices.push({
      code: 'page_unreadable',
      message: `Page ${page.page} is damaged on disk, so its rows (${page.rows}) can’t be read.`,
    });
  }

  /** Nothing can be read or appended afterwards. */
  close(): void {
    this.#closed = true;
    this.#writer?.close();
  }
}

/** Whether the rows are a service's, not derived here, where our columns are in the log. */
export const isReceived = (header: JsonObject | undefined): boolean =>
  header?.['derived'] === undefined;

async function openReader(files: FilePort, path: string): Promise<OpenFile> {
  try {
    return await files.open(path, 'read');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      throw new StoreError('unknown_run', 'This run no longer exists.', { cause: error });
    }
    throw asStoreError(error, 'The run could not be opened.');
  }
}

/** @throws StoreError `unreadable_run` when no record can be read. */
async function readAbout(reader: OpenFile, scan: LogScan) {
  if (scan.first === undefined) throw unreadable();
  const contents = readContents(scan);
  const { run } = contents;
  const header = await readObject(reader, run);
  const line = await readFully(reader, 0, scan.first.end);
  return {
    contents,
    header,
    condition: conditionOf(scan, header),
    identity: createHash('sha256').update(line).digest(),
    inputs: run && readTail(reader, run)?.['inputs'],
  };
}

const unreadable = (): StoreError =>
  new StoreError('unreadable_run', 'The file of this run is damaged from its beginning.');

const runClosed = (): StoreError => new StoreError('closed', 'This run was closed.');

const headerNotice: Notice = {
  code: 'header_unreadable',
  message:
    'The question of this run can no longer be read. Its rows can, but you can’t continue it.',
};

// A log that a crash may have left behind: a torn tail is set aside and cut, and damage in the middle is
// kept and reported.

interface RecoveredLog {
  scan: LogScan;
  notices: Notice[];
  /** Undefined: it can only be read. */
  writer: AppendFile | undefined;
}

/** Reads the log at `path` in `folder` and repairs its tail, if it may be written. */
async function recoverLog(
  files: FilePort,
  folder: string,
  path: string,
  log: OpenFile,
  now: Date,
): Promise<RecoveredLog> {
  const scan = await dropTornRecords(log, await scanLog(log, await log.size()));
  const notices: Notice[] = [];
  if (scan.damage.length > 0) notices.push(damagedNotice);
  const readOnly = { scan, notices, writer: undefined };
  // A log without one good record is not ours to repair: it may be something else altogether.
  if (scan.first === undefined) return readOnly;
  const writer = await AppendFile.open(files, path, scan.goodEnd).catch(() => undefined);
  if (writer === undefined) {
    notices.push(readOnlyNotice);
    return readOnly;
  }
  if (scan.goodEnd === scan.size) return { scan, notices, writer };
  const notice = await repairTail(files, folder, path, log, scan, now);
  notices.push(notice);
  return notice === tornNotice ? { scan, notices, writer } : readOnly;
}

/** Checks the last bodies: records at the end that fail belong to the torn tail. */
async function dropTornRecords(log: OpenFile, scan: LogScan): Promise<LogScan> {
  let good = scan.last.length;
  while (good > 0 && !(await isIntact(log, scan.last[good - 1]!))) good--;
  const torn = scan.last[good];
  if (torn === undefined) return scan;
  const first = torn === scan.first ? undefined : scan.first;
  return { ...scan, first, last: scan.last.slice(0, good), goodEnd: torn.start };
}

/** More than a crash can leave, in bytes: the last records, or one that was not finished. */
const mostTorn = 2 * maxBody;

/** Moves what follows the good part aside. Returns a notice of that, or of why it stays. */
async function repairTail(
  files: FilePort,
  folder: string,
  path: string,
  log: OpenFile,
  { goodEnd, size }: LogScan,
  now: Date,
): Promise<Notice> {
  if (size - goodEnd > mostTorn) return tailKeptNotice;
  try {
    await setAside(files, folder, path, { log, from: goodEnd, to: size }, 'torn', now);
    return tornNotice;
  } catch {
    return tornKeptNotice;
  }
}

const damagedNotice: Notice = {
  code: 'damaged_middle',
  message:
    'Part of this run’s file is damaged. The pages concerned are marked; all others are complete.',
};

const readOnlyNotice: Notice = {
  code: 'read_only',
  message: 'This run’s file can’t be written, so the run can only be read.',
};

const tornNotice: Notice = {
  code: 'torn_tail',
  message:
    'The program was stopped while a page was being saved. The unfinished part was set aside in the run’s folder; every page before it is complete.',
};

const tailKeptNotice: Notice = {
  code: 'long_tail_kept',
  message:
    'The end of this run’s file is damaged and too long to be set aside. The file is left as it is, and the run can only be read.',
};

const tornKeptNotice: Notice = {
  code: 'torn_tail_kept',
  message:
    'The program was stopped while a page was being saved, and the unfinished part could not be set aside. The run can only be read until there is space and permission in its folder.',
};
