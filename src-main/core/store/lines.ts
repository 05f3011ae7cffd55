/**
 * Append-only files of lines, each of which is whole or not there: the ledger, and what a person noted of items.
 * Opened once; what a crash left unfinished is set aside.
 */
import { dirname, parse } from 'node:path';
import type { Notice } from '#shared/contract/run.ts';
import { AppendFile, chunkLength, fill, setAside } from './file-port.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

/** What a file's lines are, and what is said about it. */
interface LineRules {
  /** Of a line, in bytes. */
  longest: number;
  /** Takes a line that ends at `end`; returns whether it made sense. */
  onLine: (text: string, end: number) => boolean;
  now: Date;
  /** A line made no sense. The file is kept as it is. */
  damaged: Notice;
  /** The last line was not whole: it is in a file beside this one, and here it is gone. */
  torn: Notice;
  /** Nothing may be appended. */
  readOnly: { code: string; failed: string; advice: string };
}

export class LineFile {
  /** It was missing, and was created. */
  readonly isNew: boolean;
  /** What the person should know about it. */
  readonly notices: readonly Notice[];
  /** Where it is appended; or why it may not be. */
  readonly #writer: AppendFile | StoreError;

  private constructor(
    { damaged, torn, readOnly: { code, advice } }: LineRules,
    writer: AppendFile | StoreError,
    found = { isNew: false, isDamaged: false, isTorn: false },
  ) {
    this.isNew = found.isNew;
    this.#writer = writer;
    this.notices = [
      ...(found.isDamaged ? [damaged] : []),
      ...(found.isTorn ? [torn] : []),
      ...(writer instanceof StoreError ? [{ code, message: `${writer.message} ${advice}` }] : []),
    ];
  }

  /**
   * Reads the file at `path`, creating it when it is missing. If it can't be written it is only read.
   * @throws the system's error, when it can't be read.
   */
  static async open(files: FilePort, path: string, rules: LineRules): Promise<LineFile> {
    const found = { isNew: false, isDamaged: false, isTorn: false };
    let file: OpenFile;
    try {
      ({ file, isNew: found.isNew } = await openOrCreate(files, path));
    } catch (error) {
      // It isn't a regular file and can't be read; everything else still can.
      if (error instanceof StoreError) return LineFile.unreadable(error, rules);
      throw error;
    }
    try {
      const size = await file.size();
      const { end, isTooLong } = await readLines(file, size, rules.longest, (text, at) => {
        if (text === null || !rules.onLine(text, at)) found.isDamaged = true;
      });
      found.isDamaged ||= isTooLong;
      const open = async (): Promise<AppendFile> => {
        // No crash leaves that much, so it is kept where it is; the next line begins after it.
        if (isTooLong) {
          const writer = await AppendFile.open(files, path, size);
          await writer.append([Buffer.from('\n')]);
          return writer;
        }
        if (end < size) {
          const [tail, name] = [{ log: file, from: end, to: size }, parse(path).name];
          await setAside(files, dirname(path), path, tail, `${name}-torn`, rules.now);
          found.isTorn = true;
        }
        return AppendFile.open(files, path, end);
      };
      const writer = await open().catch((error: unknown) => refused(error, rules));
      return new LineFile(rules, writer, found);
    } finally {
      await file.close();
    }
  }

  /** A file of which nothing is known. */
  static unreadable(error: unknown, rules: LineRules): LineFile {
    return new LineFile(rules, refused(error, rules));
  }

  /**
   * Appends whole lines; returns where the file ends then.
   * @throws StoreError as `AppendFile.append`; `read_only`.
   */
  async append(lines: readonly Buffer[], sync: 'synced' | 'unsynced' = 'synced'): Promise<number> {
    if (this.#writer instanceof StoreError) throw this.#writer;
    await this.#writer.append(lines, sync);
    return this.#writer.end;
  }

  /** Nothing can be appended afterwards. */
  close(): void {
    if (this.#writer instanceof AppendFile) this.#writer.close();
  }
}

function refused(cause: unknown, { readOnly: { failed } }: LineRules): StoreError {
  return new StoreError('read_only', asStoreError(cause, failed).message, { cause });
}

async function openOrCreate(
  files: FilePort,
  path: string,
): Promise<{ file: OpenFile; isNew: boolean }> {
  try {
    return { file: await files.open(path, 'read'), isNew: false };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const file = await files.open(path, 'create');
  await file.sync();
  await files.syncFolder(dirname(path));
  return { file, isNew: true };
}

type OnLine = (text: string | null, end: number) => void;

/** Passes on the lines of the file at `path` between two line ends, by default all. @throws the system's error. */
export async function linesBetween(
  files: FilePort,
  path: string,
  longest: number,
  onLine: OnLine,
  { from = 0, to }: { from?: number; to?: number } = {},
): Promise<void> {
  const file = await files.open(path, 'read');
  try {
    await readLines(file, to ?? (await file.size()), longest, onLine, from);
  } finally {
    await file.close();
  }
}

/**
 * Passes on the lines of a file up to `size` that end with a line feed, null for one that is longer than
 * `longest`; returns the end of the last one, and whether what follows it is too long for a line.
 */
async function readLines(
  file: OpenFile,
  size: number,
  longest: number,
  onLine: OnLine,
  start = 0,
): Promise<{ end: number; isTooLong: boolean }> {
  // New memory for each chunk would take longer than reading it.
  let chunk = Buffer.allocUnsafe(chunkLength);
  /** Length of the unfinished line at the start of `chunk`. */
  let kept = 0;
  let isTooLong = false;
  let end = start;
  for (let at = start; at < size;) {
    // A long line needs room beside what there is of it.
    if (kept > chunk.length / 2) chunk = Buffer.concat([chunk], 2 * chunk.length);
    const read = await fill(file, chunk.subarray(kept, kept + size - at), at);
    if (read === 0) break;
    const bytes = chunk.subarray(0, kept + read);
    let from = 0;
    for (let feed = bytes.indexOf(0x0a); feed !== -1; feed = bytes.indexOf(0x0a, from)) {
      isTooLong ||= feed - from > longest;
      const line = isTooLong ? null : bytes.toString('utf8', from, feed);
      isTooLong = false;
      from = feed + 1;
      end = at - kept + from;
      onLine(line, end);
    }
    isTooLong ||= bytes.length - from > longest;
    at += read;
    // Of a line that is too long only its end is looked for.
    kept = isTooLong ? 0 : bytes.copy(chunk, 0, from);
  }
  return { end, isTooLong };
}
