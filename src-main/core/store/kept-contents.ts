/**
 * The contents of a long log, cached for the next opening (`kept.ts`): scanning ten thousand records
 * takes a good part of a second. Only for logs without damage and without answers in their own files:
 * file names are read from the log alone. If anything is inconsistent, the log is scanned instead.
 */
import { z } from 'zod';
import type { OpenFile } from './file-port.ts';
import type { InputRecord, LogContents, PageEntry } from './log-contents.ts';
import { addInput, addPage, atTop, blankPage, noContents } from './log-contents.ts';
import { recordAt } from './log-scan.ts';
import type { LogScan } from './log-scan.ts';
import { isInputReason } from './record.ts';

/** Scanning fewer pages takes no time; writing more would take long when the run is closed. */
const [minPages, maxPages] = [1000, 200_000];

const count = z.number().int().nonnegative();
const failSchema = z
  .object({
    page: count,
    at: z.string(),
    ms: count.nullable(),
    status: z.number().nullable(),
    code: z.string(),
    file: z.null(),
    input: count.nullable(),
    bodyStart: count,
    bodyEnd: count,
  })
  .refine(({ bodyStart, bodyEnd }) => bodyStart <= bodyEnd);

export const keptContentsSchema = z.object({
  pageCount: count,
  inputs: z.array(z.unknown()),
  failures: z.array(failSchema),
  end: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** Offset of the latest page or failure in the log. */
  lastAnswer: count.nullable(),
  workedMs: z.number(),
});
export interface KeptContents<Pages = Iterable<unknown>> {
  contents: z.infer<typeof keptContentsSchema>;
  /** The items of the file. A schema for each would take as long as the scan. */
  pages: Pages;
}

/** Returns undefined when a scan is as quick, or required. */
export function packContents(contents: LogContents): KeptContents<unknown[]> | undefined {
  const { pages, inputs, filePages, end, lastAnswer, workedMs } = contents;
  const failures = contents.failures.flatMap(({ file, ...fail }) =>
    file === null ? [{ ...fail, file }] : [],
  );
  if (pages.length < minPages || pages.length > maxPages || filePages.length > 0) {
    return undefined;
  }
  if (failures.length < contents.failures.length || pages.some(isIrregular)) return undefined;
  const kept = {
    pageCount: pages.length,
    inputs: inputs.map((one) => [one.input, one.reason, one.calls, one.bodyStart, one.bodyEnd]),
    failures,
    end,
    lastAnswer: lastAnswer?.start ?? null,
    workedMs,
  };
  return {
    contents: kept,
    pages: pages.map((page) => [
      page.at,
      page.ms,
      page.status,
      page.dataSource,
      page.rows,
      page.until,
      page.input,
      page.inputPage,
      page.bodyStart,
      page.bodyEnd,
      page.crc,
    ]),
  };
}

const isIrregular = (page: PageEntry, at: number): boolean =>
  page.unreadable || page.page !== at + 1 || page.path !== atTop;

/** Returns what a scan of the log's `size` bytes would have found; undefined when it is inconsistent. */
export function unpackScan(
  file: Pick<OpenFile, 'readSync'>,
  size: number,
  { contents: kept, pages }: KeptContents,
): LogScan | undefined {
  const contents = noContents();
  contents.run = recordAt(file, size, 0);
  if (contents.run?.header.kind !== 'run') return undefined;
  const inputs = kept.inputs.map(inputOf);
  // In the order of the log: the end of an input may replace its earlier pages.
  const addInputs = (before: number): boolean => {
    for (; contents.inputs.length < inputs.length;) {
      const input = inputs[contents.inputs.length];
      if (input === undefined || input.bodyEnd > size) return false;
      if (input.bodyStart > before) return true;
      addInput(contents, input);
    }
    return true;
  };
  for (const tuple of pages) {
    const page = pageOf(tuple, contents);
    if (page === undefined || page.bodyEnd > size || !addInputs(page.bodyStart)) return undefined;
    addPage(contents, page);
  }
  if (contents.pages.length !== kept.pageCount || !addInputs(size)) return undefined;
  contents.failures = kept.failures;
  contents.end = kept.end;
  contents.workedMs = kept.workedMs;
  if (kept.lastAnswer !== null) contents.lastAnswer = recordAt(file, size, kept.lastAnswer);
  if ((contents.lastAnswer === undefined) !== (kept.lastAnswer === null)) return undefined;
  const nothingElse = { last: [], damage: [], goodEnd: size, size, newer: false };
  return { first: contents.run, before: contents, ...nothingElse };
}

function pageOf(tuple: unknown, { pages, rowCount }: LogContents): PageEntry | undefined {
  if (!Array.isArray(tuple)) return undefined;
  const [
    at,
    ms,
    status,
    dataSource,
    rows,
    until,
    input,
    inputPage,
    bodyStart,
    bodyEnd,
    crc,
  ]: unknown[] = tuple;
  const isSound =
    isCount(ms) &&
    isCount(rows) &&
    isCount(inputPage) &&
    isCount(bodyStart) &&
    isCount(bodyEnd) &&
    isCount(crc) &&
    // As in the log: a row takes at least one byte.
    rows <= bodyEnd - bodyStart &&
    typeof at === 'string' &&
    isNullOr('number', status) &&
    isNullOr('string', dataSource) &&
    isNullOr('string', until) &&
    (input === null || isCount(input));
  if (!isSound) return undefined;
  const asked = { page: pages.length + 1, at, ms, status, until, input, inputPage };
  const answered = { dataSource, rows, firstRow: rowCount, bodyStart, bodyEnd, crc };
  return { ...blankPage, ...asked, ...answered };
}

function inputOf(tuple: unknown): InputRecord | undefined {
  if (!Array.isArray(tuple)) return undefined;
  const [input, reason, calls, bodyStart, bodyEnd]: unknown[] = tuple;
  const areCounts = isCount(input) && isCount(calls) && isCount(bodyStart) && isCount(bodyEnd);
  if (!areCounts || bodyStart > bodyEnd || !isInputReason(reason)) return undefined;
  return { input, reason, calls, bodyStart, bodyEnd };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isNullOr<T extends 'number' | 'string'>(
  type: T,
  value: unknown,
): value is (T extends 'number' ? number : string) | null {
  return value === null || typeof value === type;
}
