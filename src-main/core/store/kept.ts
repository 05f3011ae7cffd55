/**
 * Results derived from a log, cached in the run's `derived/` folder: a line with the checksum of the
 * rest, a line with the content, then its items, a thousand a line: many items are never in memory as
 * one text. Valid only for a log of the length and time it names; never synced, never trusted.
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

const itemsPerLine = 1000;

/**
 * Reads the content of this file in `folder`, and its items, which are parsed as they are iterated, once;
 * undefined unless it is valid for the log's current state.
 */
export function readKept<T>(
  folder: string,
  { name, schema }: Kept<T>,
  log: LogState,
): { content: T; items: Iterable<unknown> } | undefined {
  try {
    const bytes = readRegularFile(join(folder, 'derived', name), fileLimits.large);
    const body = bytes.subarray(bytes.indexOf('\n') + 1, -1);
    const lines = parsedLines(bytes);
    if (headSchema.parse(lines.next().value).crc !== crc32(body)) return undefined;
    const kept = stateSchema.extend({ content: schema }).parse(lines.next().value);
    return isSameLog(kept, log) ? { content: kept.content, items: itemsOf(lines) } : undefined;
  } catch {
    return undefined;
  }
}

function* itemsOf(lines: Iterable<unknown>): Generator {
  for (const line of lines) if (Array.isArray(line)) yield* line;
}

/** Ends before a line that is not JSON. */
function* parsedLines(bytes: Buffer): Generator {
  for (let start = 0, end; (end = bytes.indexOf('\n', start)) >= 0; start = end + 1) {
    let line: unknown;
    try {
      line = JSON.parse(bytes.toString('utf8', start, end));
    } catch {
      return;
    }
    yield line;
  }
}

/**
 * Saves `content` and `items` for this state of the log. Losing them only costs time later, so this
 * never throws.
 */
export async function keep<T>(
  folder: string,
  { name }: Kept<T>,
  { size, mtimeMs }: LogState,
  content: T,
  items: readonly unknown[] = [],
): Promise<void> {
  const derived = join(folder, 'derived');
  const part = join(derived, `${name}.part`);
  const body = [JSON.stringify({ size, mtimeMs, content })];
  for (let at = 0; at < items.length; at += itemsPerLine) {
    body.push(`\n${JSON.stringify(items.slice(at, at + itemsPerLine))}`);
  }
  const crc = body.reduce((sum, text) => crc32(text, sum), 0);
  const head = JSON.stringify({ v: 1, crc });
  try {
    await removeLink(derived);
    await mkdir(derived, { mode: 0o700 }).catch(() => undefined);
    await rm(part, { force: true });
    await writeFile(part, [`${head}\n`, ...body, '\n'], { mode: 0o600, flag: 'wx' });
    await rename(part, join(derived, name));
  } catch {
    await rm(part, { force: true }).catch(() => undefined);
  }
}
