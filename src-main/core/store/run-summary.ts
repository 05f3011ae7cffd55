/** What History tells of a run without opening it: a hop over the log, and its meta data. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../json/index.ts';
import type { FilePort } from './file-port.ts';
import { lastAnswerOf } from './last-answer.ts';
import type { LastAnswer } from './last-answer.ts';
import type { EndRecord } from './log-contents.ts';
import { readContents } from './log-contents.ts';
import { scanLog } from './log-scan.ts';
import type { LogRecord } from './log-scan.ts';
import { logName } from './page-log.ts';
import { readObject, readRunHeader } from './run-header.ts';
import type { RunMeta } from './run-meta.ts';
import { readMeta } from './run-meta.ts';
import { systemCode } from './store-error.ts';

export interface RunSummary {
  id: string;
  /** What it was created with; undefined when that can't be read. */
  header: JsonObject | undefined;
  /** ISO 8601; of the file when the header can't be read. */
  createdAt: string;
  /** What all answers took, in milliseconds. */
  workedMs: number;
  pages: number;
  rows: number;
  failures: number;
  /** Undefined: it goes on, or it was interrupted. */
  end: EndRecord | undefined;
  /** The latest page or failure; null before any. Its body is read when asked for. */
  lastAnswer: LastAnswer | null;
  /** The last record is not whole, as after a crash. */
  torn: boolean;
  /** Size of everything in its folder. */
  bytes: number;
  meta: RunMeta;
  /** `sound` may still hide damage inside bodies, which only reading finds. */
  condition: 'sound' | 'damaged' | 'newerVersion';
}

/**
 * Changes nothing. Undefined when the folder holds no log. One that can't be read is a damaged run:
 * it must not keep the others out of the list.
 */
export async function summarise(
  files: FilePort,
  folder: string,
  id: string,
): Promise<RunSummary | undefined> {
  const path = join(folder, logName);
  try {
    return await summariseLog(files, folder, { path, id });
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? undefined : unreadable(folder, path, id);
  }
}

async function summariseLog(
  files: FilePort,
  folder: string,
  { path, id }: { path: string; id: string },
): Promise<RunSummary> {
  const log = await files.open(path, 'read');
  try {
    const bytes = await log.size();
    const scan = scanLog(log, bytes);
    const { run, pages, failures, end, rowCount, lastAnswer, workedMs } = readContents(scan);
    const header = await readRunHeader(log, run);
    const sound = header !== undefined && scan.damage.length === 0;
    return {
      id,
      header,
      createdAt: run?.header.at ?? (await stat(path)).birthtime.toISOString(),
      workedMs,
      pages: pages.length,
      rows: rowCount,
      failures: failures.length,
      end,
      lastAnswer: lastAnswerOf(lastAnswer, (record) => readBody(files, path, record)),
      torn: scan.goodEnd < scan.size,
      bytes: await folderBytes(folder, bytes),
      meta: (await readMeta(folder)) ?? {},
      condition: scan.newer ? 'newerVersion' : sound ? 'sound' : 'damaged',
    };
  } finally {
    await log.close();
  }
}

async function unreadable(
  folder: string,
  path: string,
  id: string,
): Promise<RunSummary | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined) return undefined;
  return {
    id,
    header: undefined,
    createdAt: file.birthtime.toISOString(),
    workedMs: 0,
    pages: 0,
    rows: 0,
    failures: 0,
    end: undefined,
    lastAnswer: null,
    torn: false,
    bytes: await folderBytes(folder, file.size),
    meta: (await readMeta(folder)) ?? {},
    condition: 'damaged',
  };
}

/** Undefined also when the file went meanwhile. */
async function readBody(
  files: FilePort,
  path: string,
  record: LogRecord,
): Promise<JsonObject | undefined> {
  const log = await files.open(path, 'read').catch(() => undefined);
  try {
    return log === undefined ? undefined : await readObject(log, record);
  } finally {
    await log?.close();
  }
}

/** What can't be measured (a file that goes meanwhile) counts nothing; at least the log counts. */
async function folderBytes(folder: string, logBytes: number): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) =>
        stat(join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return Math.max(
    logBytes,
    sizes.reduce((sum, size) => sum + size, 0),
  );
}
