/**
 * Results derived from a log, cached in the run's `derived/` folder: a line with the checksum of the
 * next one, which has the content. Valid only for a log of the length and time it names; never synced,
 * never trusted.
 */
import { crc32 } from 'node:zlib';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeLink } from './data-folder.ts';
import { fileLimits, readRegularFile } from './file-port.ts';

/** Identifies one state of a log. */
export interface LogState {
  /** In bytes. */
  size: number;
  /** Time of its last change, as the system reports it. */
  mtimeMs: number;
}

export const isSameLog = (a: LogState, b: LogState): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs;

const headSchema = z.object({ v: z.literal(1), crc: z.number() });
const stateSchema = z.object({ size: z.number(), mtimeMs: z.number() });

/** A file in `derived/`, and the schema of its content. */
export interface Kept<T> {
  name: string;
  schema: z.ZodType<T>;
}

/** Returns the content of this file in `folder`; undefined unless it is valid for the log's current state. */
export function readKept<T>(
  folder: string,
  { name, schema }: Kept<T>,
  log: LogState,
): T | undefined {
  try {
    const text = readRegularFile(join(folder, 'derived', name), fileLimits.large).toString('utf8');
    const [head, body] = text.split('\n', 2);
    if (headSchema.parse(JSON.parse(head!)).crc !== crc32(body!)) return undefined;
    const kept = stateSchema.extend({ content: schema }).parse(JSON.parse(body!));
    return isSameLog(kept, log) ? kept.content : undefined;
  } catch {
    return undefined;
  }
}

/** Saves `content` for this state of the log. Losing it only costs time later, so this never throws. */
export async function keep<T>(
  folder: string,
  { name }: Kept<T>,
  { size, mtimeMs }: LogState,
  content: T,
): Promise<void> {
  const derived = join(folder, 'derived');
  const part = join(derived, `${name}.part`);
  const body = JSON.stringify({ size, mtimeMs, content });
  const head = JSON.stringify({ v: 1, crc: crc32(body) });
  try {
    await removeLink(derived);
    await mkdir(derived, { mode: 0o700 }).catch(() => undefined);
    await rm(part, { force: true });
    await writeFile(part, `${head}\n${body}\n`, { mode: 0o600, flag: 'wx' });
    await rename(part, join(derived, name));
  } catch {
    await rm(part, { force: true }).catch(() => undefined);
  }
}
