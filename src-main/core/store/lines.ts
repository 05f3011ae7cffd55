/**
 * Append-only files of lines, each of which is whole or not there: the ledger, and what a person noted of items.
 * Opened once; what a crash left unfinished is set aside.
 */
import { join, parse } from 'node:path';
import { AppendFile, chunkLength, fill, setAside } from './file-port.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { StoreError, systemCode } from './store-error.ts';

interface OpenedLines {
  /** The file, which ends with a whole line; or why nothing may be appended to it. */
  writer: AppendFile | { refusal: unknown };
  /** It was missing, and was created. */
  isNew: boolean;
  /** A line made no sense. The file is kept as it is. */
  isDamaged: boolean;
  /** The last line was not whole: it is in a file beside this one, and here it is gone. */
  isTorn: boolean;
}

/**
 * Reads the file `name` in `folder`, creating it when it is missing, and passes each line to `onLine`, which says
 * whether it made sense. If it can't be written it is only read.
 */
export async function openLines(
  files: FilePort,
  folder: string,
  name: string,
  {
    onLine,
    ...rules
  }: { onLine: (text: string, end: number) => boolean; longest: number; now: Date },
): Promise<OpenedLines> {
  const path = join(folder, name);
  const found = { isNew: false, isDamaged: false, isTorn: false };
  let opened: { file: OpenFile; isNew: boolean };
  try {
    opened = await openOrCreate(files, folder, path);
  } catch (error) {
    // It isn't a regular file and can't be read; everything else still can.
    if (!(error instanceof StoreError)) throw error;
    return { ...found, writer: { refusal: error } };
  }
  const { file } = opened;
  found.isNew = opened.isNew;
  try {
    const size = await file.size();
    const { end, isTooLong } = await readLines(file, size, rules.longest, (text, at) => {
      if (text === null || !onLine(text, at)) found.isDamaged = true;
    });
    found.isDamaged ||= isTooLong;
    try {
      // No crash leaves that much, so it is kept where it is; the next line begins after it.
      if (isTooLong) {
        const writer = await AppendFile.open(files, path, size);
        await writer.append([Buffer.from('\n')]);
        return { ...found, writer };
      }
      if (end < size) {
        const tail = { log: file, from: end, to: size };
        await setAside(files, folder, path, tail, `${parse(name).name}-torn`, rules.now);
        found.isTorn = true;
      }
      return { ...found, writer: await AppendFile.open(files, path, end) };
    } catch (error) {
      return { ...found, writer: { refusal: error } };
    }
  } finally {
    await file.close();
  }
}

async function openOrCreate(
  files: FilePort,
  folder: string,
  path: string,
): Promise<{ file: OpenFile; isNew: boolean }> {
  try {
    return { file: await files.open(path, 'read'), isNew: false };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const file = await files.open(path, 'create');
  await file.sync();
  await files.syncFolder(folder);
  return { file, isNew: true };
}

/**
 * Passes on the lines of a file up to `size` that end with a line feed, null for one that is longer than
 * `longest`; returns the end of the last one, and whether what follows it is too long for a line.
 */
export async function readLines(
  file: OpenFile,
  size: number,
  longest: number,
  onLine: (text: string | null, end: number) => void,
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
