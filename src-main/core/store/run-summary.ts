/**
 * The summary of a run that History shows without opening it. A copy in `derived/summary.jsonl` avoids
 * scanning every log (`kept.ts`).
 */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isIncomplete } from '#shared/contract/list.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { asObject, parseJson } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { readFully } from './file-port.ts';
import type { EndRecord, LogContents } from './log-contents.ts';
import type { LogRecord } from './log-contents.ts';
import type { LogScan } from './log-scan.ts';
import { storedListSchema } from './run-inputs.ts';
import type { RunMeta } from './run-meta.ts';

const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const answerSchema = z.object({
  kind: z.enum(['page', 'fail']),
  page: z.number(),
  at: z.string(),
  code: z.string().nullable(),
  file: z.enum(['csv', 'other']).nullable(),
  /** Without lists and long texts; for a failure, its problem. Missing when it is damaged. */
  body: jsonObjectSchema.optional(),
});

/** Summary of one log; stored beside it (`kept.ts`), so nothing in it may be large. */
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
  failures: z.number(),
  /** Inputs of a list by how they last ended. */
  inputs: z.object({
    failed: z.number(),
    refused: z.number(),
    partly: z.number(),
    cutOff: z.number(),
  }),
  /** Missing while the run is running, or when it was interrupted. */
  end: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** The latest page or failure; null before any. */
  lastAnswer: answerSchema.nullable(),
  /** The last record is not whole, as after a crash. */
  torn: z.boolean(),
  /** `sound` may still hide damage inside bodies, which only reading them finds. */
  condition: z.enum(['sound', 'damaged']),
});
export type LogSummary = z.infer<typeof logSummarySchema>;

export interface RunSummary extends Omit<LogSummary, 'lastAnswer' | 'end'> {
  id: string;
  end: EndRecord | undefined;
  lastAnswer: LastAnswer | null;
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
  const { run, pages, filePages, failures, inputs, workedMs, end, lastAnswer } = contents;
  const last = lastAnswerOf(lastAnswer, (record) => readObject(log, record));
  return {
    ...about,
    createdAt: run?.header.at ?? about.createdAt,
    workedMs,
    pages: pages.length,
    rows: contents.rowCount,
    unshownPages: filePages.filter(({ file }) => file?.why !== 'csv').length,
    failures: failures.length,
    inputs: endsOf(inputs, about.header),
    end,
    lastAnswer: last === null ? null : await withBody(last),
  };
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

export function conditionOf(
  { damage }: Pick<LogScan, 'damage'>,
  header: JsonObject | undefined,
): LogSummary['condition'] {
  return header !== undefined && damage.length === 0 ? 'sound' : 'damaged';
}

async function withBody({ read, ...last }: LastAnswer): Promise<LogSummary['lastAnswer']> {
  const body = await read().catch(() => undefined);
  if (body === undefined) return last;
  const detail = body['detail'] ?? null;
  return { ...last, body: last.kind === 'fail' ? { detail } : withoutLists(body) };
}

export interface LastAnswer {
  kind: 'page' | 'fail';
  page: number;
  /** When its request was sent. */
  at: string;
  /** For a failure: the problem's code. */
  code: string | null;
  /** For a page: its answer is in its own file. `other`: it was cut off, or can't be shown. */
  file: 'csv' | 'other' | null;
  /** Reads the answer, or what is stored about the failure; undefined when it is damaged. */
  read: () => Promise<JsonObject | undefined>;
}

export function lastAnswerOf(
  record: LogRecord | undefined,
  read: (record: LogRecord) => Promise<JsonObject | undefined>,
): LastAnswer | null {
  if (record === undefined) return null;
  const { header } = record;
  if (header.kind !== 'page' && header.kind !== 'fail') return null;
  const { kind, page, at, file, partial, why } = header;
  return {
    kind,
    page,
    at,
    code: header.kind === 'fail' ? header.code : null,
    file: file === undefined ? null : why === 'csv' && partial !== true ? 'csv' : 'other',
    read: () => read(record),
  };
}

/** Longer texts are prose of the service, or rows. */
const maxTextLength = 1000;
/** The page numbers of an operation are in its result's `pagination`. */
const maxDepth = 4;
const maxMembers = 200;

/**
 * An answer without its lists and long texts: shows whether more follows and what went wrong, and is
 * small enough to be stored for every run.
 */
function withoutLists(answer: JsonObject, depth = 1): JsonObject {
  const members = Object.entries(answer).flatMap(([name, value]): [string, JsonValue][] => {
    if (typeof value === 'string') return value.length > maxTextLength ? [] : [[name, value]];
    if (typeof value !== 'object' || value === null) return [[name, value]];
    if (Array.isArray(value)) return [];
    return depth === maxDepth ? [] : [[name, withoutLists(value, depth + 1)]];
  });
  return Object.fromEntries(members.slice(0, maxMembers));
}

/** Reads the body of a record. Returns undefined when it is missing, damaged or not a JSON object. */
export async function readObject(
  log: OpenFile,
  record: LogRecord | undefined,
): Promise<JsonObject | undefined> {
  if (record === undefined) return undefined;
  const body = await readFully(log, record.bodyStart, record.bodyEnd - record.bodyStart);
  if (crc32(body) !== record.crc) return undefined;
  try {
    return asObject(parseJson(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The summary as it is stored beside its log (`kept.ts`). */
export const keptSummary = { name: 'summary.jsonl', schema: logSummarySchema };
