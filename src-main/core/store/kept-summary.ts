/**
 * The summary of a run, kept in `derived/` beside its log, so that History needs not hop over every
 * log at every look: a line with the checksum of the next, and the summary. It holds for a log of
 * the length and time that it names and is worth nothing for another; never synced, never trusted.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { removeLink } from './data-folder.ts';
import { readRegularFile } from './regular-file.ts';
import { logSummarySchema } from './run-summary.ts';
import type { LogSummary } from './run-summary.ts';

/** What a log is told from itself by at another time. */
export interface LogState {
  /** In bytes. */
  size: number;
  /** Of its last change, as the system tells it. */
  mtimeMs: number;
}

export const isSameLog = (a: LogState, b: LogState): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs;

const headSchema = z.object({ v: z.literal(1), crc: z.number() });
const keptSchema = z.object({ size: z.number(), mtimeMs: z.number(), summary: logSummarySchema });

const pathIn = (folder: string): string => join(folder, 'derived', 'summary.jsonl');

/** The summary of the log in `folder`; undefined when there is none of this log as it is now. */
export function readKeptSummary(folder: string, log: LogState): LogSummary | undefined {
  try {
    const [head = '', body = ''] = readRegularFile(pathIn(folder)).toString('utf8').split('\n');
    if (headSchema.parse(JSON.parse(head)).crc !== crc32(body)) return undefined;
    const kept = keptSchema.parse(JSON.parse(body));
    return isSameLog(kept, log) ? kept.summary : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it for the log as it is at `log`. Losing it costs a hop, so no error leaves here. */
export async function keepSummary(
  folder: string,
  { size, mtimeMs }: LogState,
  summary: LogSummary,
): Promise<void> {
  const path = pathIn(folder);
  const part = `${path}.part`;
  const body = JSON.stringify({ size, mtimeMs, summary });
  const head = JSON.stringify({ v: 1, crc: crc32(body) });
  try {
    await removeLink(join(folder, 'derived'));
    await mkdir(join(folder, 'derived'), { mode: 0o700 }).catch(() => undefined);
    await rm(part, { force: true });
    await writeFile(part, `${head}\n${body}\n`, { mode: 0o600, flag: 'wx' });
    await rename(part, path);
  } catch {
    await rm(part, { force: true }).catch(() => undefined);
  }
}
