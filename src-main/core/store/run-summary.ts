/**
 * The summary of a run that History shows without opening it. A copy in `derived/summary.jsonl` avoids
 * scanning every log (`keepSummary`).
 */
import { crc32 } from 'node:zlib';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isIncomplete } from '#shared/contract/list.ts';
import { longestName, longestNote, metaDamaged } from '#shared/contract/history.ts';
import { operationSchema } from '#shared/contract/run.ts';
import type { Notice } from '#shared/contract/run.ts';
import { asObject, parseOrUndefined } from '../json/index.ts';
import type { JsonObject } from '../json/index.ts';
import { fileLimits, fileTime, readFully, readRegularFile } from './file-port.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { lastSchema } from './log-contents.ts';
import type { LogContents, LogRecord, LogScan } from './log-contents.ts';
import { storedListSchema } from './run-inputs.ts';
import { removeLink } from './data-folder.ts';
import { atomicWrite } from './atomic-write.ts';
import { systemCode } from './store-error.ts';

const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Summary of one log; stored beside it (`keepSummary`), so nothing in it may be large. */
const logSummarySchema = z.object({
  /** The header the run was created with; missing when it can't be read. */
  header: jsonObjectSchema.optional(),
  /** ISO 8601; the file's own time when the header can't be read. */
  createdAt: z.string(),
  /** Total time of all answers, in milliseconds. */
  workedMs: z.number(),
  pages: z.number(),
  /** Without those of inputs that were asked again. */
  rows: z.number(),
  /** Pages whose answers are in their own files and aren't a requested CSV. */
  unshownPages: z.number(),
  /** Inputs of a list by how they last ended. */
  inputs: z.object({
    failed: z.number(),
    refused: z.number(),
    partly: z.number(),
    cutOff: z.number(),
  }),
  /** Missing before any. */
  last: lastSchema.optional(),
  /** The last answer, if it was a failure, and what is stored about it. */
  failure: z.object({ page: z.number(), detail: z.unknown() }).optional(),
  /** The operation whose answer is the next page, if it has a mark. */
  operation: z.object({ id: z.string(), mark: z.string() }).optional(),
  /** The last record is not whole, as after a crash. */
  torn: z.boolean(),
  /** `sound` may still hide damage inside bodies, which only reading them finds. */
  condition: z.enum(['sound', 'damaged']),
});
export type LogSummary = z.infer<typeof logSummarySchema>;

export interface RunSummary extends LogSummary {
  id: string;
  /** Size of everything in its folder. */
  bytes: number;
  meta: RunMeta;
  /** The file exists but can't be read. */
  metaDamaged: boolean;
}

/** Summarises a log; bodies are read from `log`. `about.createdAt` is used when there is no first line. */
export async function summarise(
  log: OpenFile,
  contents: LogContents,
  about: Pick<LogSummary, 'header' | 'createdAt' | 'torn' | 'condition'>,
): Promise<LogSummary> {
  const { run, pages, filePages, inputs, workedMs, last, rowCount } = contents;
  return {
    ...about,
    createdAt: run?.header.at ?? about.createdAt,
    workedMs,
    pages: pages.length,
    rows: rowCount,
    unshownPages: filePages.filter(({ file }) => file?.why !== 'csv').length,
    inputs: endsOf(inputs, about.header),
    last,
    failure: await readFailure(log, contents),
    operation: markedOperation(contents),
  };
}

const markedOperation = ({ continues }: LogContents): LogSummary['operation'] =>
  continues?.operation?.mark === undefined
    ? undefined
    : { id: continues.operation.id, mark: continues.operation.mark };

/** Returns the last answer, if it was a failure, and what is stored about it: nothing when that is damaged. */
export async function readFailure(
  log: OpenFile,
  { lastAnswer }: Pick<LogContents, 'lastAnswer'>,
): Promise<LogSummary['failure']> {
  if (lastAnswer?.header.kind !== 'fail') return undefined;
  const detail = (await readObject(log, lastAnswer))?.['detail'] ?? null;
  return { page: lastAnswer.header.page, detail };
}

const listSchema = storedListSchema.pick({ count: true, perCall: true });

/** Inputs that share a call end together; the last call may have fewer. */
function endsOf(
  records: LogContents['inputs'],
  header: LogSummary['header'],
): LogSummary['inputs'] {
  const { data: list } = listSchema.safeParse(header?.['list']);
  const ends = { failed: 0, refused: 0, partly: 0, cutOff: 0 };
  for (const [input, reason] of new Map(records.map((one) => [one.input, one.reason]))) {
    if (!isIncomplete(reason)) continue;
    ends[reason] += list === undefined ? 1 : Math.min(list.perCall, list.count - input);
  }
  return ends;
}

export const conditionOf = (
  { damage }: Pick<LogScan, 'damage'>,
  header: JsonObject | undefined,
): LogSummary['condition'] => (header !== undefined && damage.length === 0 ? 'sound' : 'damaged');

/** Reads the body of a record. Returns undefined when it is missing, damaged or not a JSON object. */
export async function readObject(
  log: OpenFile,
  record: LogRecord | undefined,
): Promise<JsonObject | undefined> {
  if (record === undefined) return undefined;
  const body = await readFully(log, record.bodyStart, record.bodyEnd - record.bodyStart);
  return crc32(body) === record.crc ? asObject(parseOrUndefined(body)) : undefined;
}

// The summary as it is kept in the run's `derived/` folder: a line with the checksum of the next one, which
// has the content. Valid only for a log of the length and time it names; never synced, never trusted.

const summaryName = 'summary.jsonl';

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
const keptSchema = z.object({ size: z.number(), mtimeMs: z.number(), content: logSummarySchema });

/** Returns the summary kept in `folder`; undefined unless it is valid for the log's current state. */
export function readKeptSummary(folder: string, log: LogState): LogSummary | undefined {
  try {
    const path = join(folder, 'derived', summaryName);
    const text = readRegularFile(path, fileLimits.large).toString('utf8');
    const [head, body] = text.split('\n', 2);
    if (headSchema.parse(JSON.parse(head!)).crc !== crc32(body!)) return undefined;
    const kept = keptSchema.parse(JSON.parse(body!));
    return isSameLog(kept, log) ? kept.content : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the summary of this state of the log. Losing it only costs time later, so this never throws. */
export async function keepSummary(
  folder: string,
  { size, mtimeMs }: LogState,
  content: LogSummary,
): Promise<void> {
  const derived = join(folder, 'derived');
  const part = join(derived, `${summaryName}.part`);
  const body = JSON.stringify({ size, mtimeMs, content });
  const head = JSON.stringify({ v: 1, crc: crc32(body) });
  try {
    // What is there already may be a link; what is left of an earlier part goes below, for the next time.
    await mkdir(derived, { mode: 0o700 }).catch(() => removeLink(derived));
    await writeFile(part, `${head}\n${body}\n`, { mode: 0o600, flag: 'wx' });
    await rename(part, join(derived, summaryName));
  } catch {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

// A small file beside a run’s log, replaced as a whole: the person's name, star and note for the run.

const runMetaSchema = z.object({
  name: z.string().max(longestName).optional(),
  starred: z.boolean().optional(),
  note: z.string().max(longestNote).optional(),
  /** Rows beyond this number are kept but not shown. */
  rowLimit: z.number().optional(),
  /** Limit of calls for a run with a list. */
  maxCalls: z.number().optional(),
  /**
   * The operation that offered a file, whose address nothing else has. The address may grant access to
   * whoever knows it, so it is shown, but never logged or saved.
   */
  operation: operationSchema.optional(),
});
export type RunMeta = z.infer<typeof runMetaSchema>;

const metaName = 'meta.json';

/** Returns undefined when the file exists but can't be understood. */
export function readMeta(folder: string): RunMeta | undefined {
  try {
    const text = readRegularFile(join(folder, metaName), fileLimits.small).toString('utf8');
    return runMetaSchema.parse(JSON.parse(text));
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? {} : undefined;
  }
}

/** Says whether the file exists but can't be understood. */
export const metaNotices = (folder: string): Notice[] =>
  readMeta(folder) === undefined ? [{ code: 'meta_damaged', message: metaDamaged }] : [];

/** Replaces the file. One that can't be understood is kept under another name. */
export async function writeMeta(
  files: FilePort,
  folder: string,
  meta: RunMeta,
  now: Date,
): Promise<void> {
  const path = join(folder, metaName);
  const kept =
    readMeta(folder) === undefined ? { aside: `meta-damaged-${fileTime(now)}.json` } : {};
  await atomicWrite(path, `${JSON.stringify(meta)}\n`, { files, ...kept });
}
