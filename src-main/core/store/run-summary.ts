/** What History tells of a run without opening it. */
import { z } from 'zod';
import type { JsonObject } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { lastAnswerOf, withoutLists } from './last-answer.ts';
import type { LastAnswer } from './last-answer.ts';
import type { EndRecord, LogContents } from './log-contents.ts';
import type { LogScan } from './log-scan.ts';
import { readObject } from './run-header.ts';
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
  /** Without lists and long texts; of a failure its problem. Missing when it is damaged. */
  body: jsonObjectSchema.optional(),
});

/** What one log says; kept beside it (`kept-summary.ts`), so nothing in it may be large. */
export const logSummarySchema = z.object({
  /** What the run was created with; missing when that can't be read. */
  header: jsonObjectSchema.optional(),
  /** ISO 8601; of the file when the header can't be read. */
  createdAt: z.string(),
  /** What all answers took, in milliseconds. */
  workedMs: z.number(),
  pages: z.number(),
  rows: z.number(),
  /** Their answers are in files of their own, and no CSV that was asked for. */
  unshownPages: z.number(),
  failures: z.number(),
  /** Missing: it goes on, or it was interrupted. */
  end: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** The latest page or failure; null before any. */
  lastAnswer: answerSchema.nullable(),
  /** The last record is not whole, as after a crash. */
  torn: z.boolean(),
  /** `sound` may still hide damage inside bodies, which only reading finds. */
  condition: z.enum(['sound', 'damaged', 'newerVersion']),
});
export type LogSummary = z.infer<typeof logSummarySchema>;

export interface RunSummary extends Omit<LogSummary, 'lastAnswer' | 'end'> {
  id: string;
  end: EndRecord | undefined;
  lastAnswer: LastAnswer | null;
  /** Size of everything in its folder. */
  bytes: number;
  meta: RunMeta;
  /** It is there, and can't be read. */
  metaDamaged: boolean;
}

/** `log` is where bodies are read from; `createdAt` is for want of a first line. */
export async function summarise(
  log: OpenFile,
  contents: LogContents,
  about: Pick<LogSummary, 'header' | 'createdAt' | 'torn' | 'condition'>,
): Promise<LogSummary> {
  const { run, pages, filePages, failures, rowCount, workedMs, end, lastAnswer } = contents;
  const last = lastAnswerOf(lastAnswer, (record) => readObject(log, record));
  return {
    ...about,
    createdAt: run?.header.at ?? about.createdAt,
    workedMs,
    pages: pages.length,
    rows: rowCount,
    unshownPages: filePages.filter(({ file }) => file?.why !== 'csv').length,
    failures: failures.length,
    end,
    lastAnswer: last === null ? null : await withBody(last),
  };
}

export function conditionOf(
  { newer, damage }: Pick<LogScan, 'newer' | 'damage'>,
  header: JsonObject | undefined,
): LogSummary['condition'] {
  if (newer) return 'newerVersion';
  return header !== undefined && damage.length === 0 ? 'sound' : 'damaged';
}

async function withBody({ read, ...last }: LastAnswer): Promise<LogSummary['lastAnswer']> {
  const body = await read().catch(() => undefined);
  if (body === undefined) return last;
  const detail = body['detail'] ?? null;
  return { ...last, body: last.kind === 'fail' ? { detail } : withoutLists(body) };
}
