/**
 * Folders and stores that are gone after the test, runs in them whose rows are known by number, and
 * the bytes of a small log, to be cut and damaged.
 */
import {
  appendFileSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RecordHeader } from '#main/core/store/record.ts';
import { encodeRecord } from '#main/core/store/record.ts';
import type { RunStore, StoredRun } from '#main/core/store/run-store.ts';
import type { StorePorts } from '#main/core/store/stored-run.ts';
import { createRunStore } from '#main/core/store/run-store.ts';

export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'store-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testStore(dataDir: string, ports?: Partial<StorePorts>): RunStore {
  const store = createRunStore(dataDir, ports);
  onTestFinished(() => store.close());
  return store;
}

/** Rows `offset … offset + most - 1`, fewer at the end. */
export const rowsFrom = (run: StoredRun, offset: number, most: number) =>
  run.rowsAt(
    Array.from(
      { length: Math.max(0, Math.min(most, run.rowCount - offset)) },
      (_, at) => offset + at,
    ),
  );

/** Rows one by one, as a file gets them. */
export async function* streamedRows(run: StoredRun, seqs: Iterable<number>) {
  for await (const batch of run.rowBatches(seqs)) yield* batch.map(({ row }) => row ?? undefined);
}

export const runId = 'run-0001';
export const at = '2026-03-31T10:00:00.000Z';

export interface TestRow {
  seq: number;
  id: string;
  text: string;
}

/** Rows of different lengths, with what makes JSON difficult. */
export function testRow(seq: number): TestRow {
  const text = `Row ${seq} "quoted" {[\\]} é😀 ${'x'.repeat((seq * 37) % 300)}`;
  return { seq, id: String(10n ** 18n + BigInt(seq)), text };
}

export function testRows(from: number, count: number): TestRow[] {
  return Array.from({ length: count }, (_, index) => testRow(from + index));
}

/** A live answer as a service might lay it out; the cursor tells where it leads. */
export function answer(from: number, count: number): Buffer {
  const envelope = {
    results: testRows(from, count),
    count,
    dataSource: 'api',
    has_more: true,
    next_page_cursor: `cursor-to-${from + count}`,
  };
  return Buffer.from(JSON.stringify(envelope));
}

/** Appends pages of these lengths after what the run has. */
export async function appendPages(run: StoredRun, lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    const page = (run.pages.at(-1)?.page ?? 0) + 1;
    await run.appendPage({ body: answer(run.rowCount, length), page, at, ms: 12.5, status: 200 });
  }
}

export const header = { query: { endpointId: 'microblog.posts.search' }, version: '1' };

export type NewRun = Awaited<ReturnType<typeof newRun>>;

/** With pages of these lengths; `folder` is the run's, `log` the path of its page log. */
export async function newRun(pages: readonly number[] = [], ports?: Partial<StorePorts>) {
  const dataDir = testFolder();
  const store = testStore(dataDir, ports);
  const run = await store.create(runId, header);
  await appendPages(run, pages);
  const folder = join(dataDir, 'runs', runId);
  return { run, store, dataDir, folder, log: join(folder, 'pages.jsonl') };
}

export async function reopen(run: StoredRun, store: RunStore): Promise<StoredRun> {
  await run.close();
  return store.open(run.id);
}

/** The run as it is, then as it is opened from disk. */
export async function* nowAndLater(run: StoredRun, store: RunStore): AsyncGenerator<StoredRun> {
  yield run;
  yield await reopen(run, store);
}

const lengths = [3, 2, 4, 1];

/**
 * The lines of a log: the run, pages 1 to 3, a failure, page 4 and the end. Its header is
 * `{ query: 'cats' }`.
 */
export async function logLines(): Promise<Buffer[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-log-'));
  const store = createRunStore(dataDir);
  const run = await store.create(runId, { query: 'cats' });
  await appendPages(run, lengths.slice(0, 3));
  await run.appendFail({ page: 4, at, code: 'timeout' });
  await appendPages(run, lengths.slice(3));
  await run.appendRest('noMore');
  await store.close();
  const text = readFileSync(join(dataDir, 'runs', runId, 'pages.jsonl'), 'latin1');
  rmSync(dataDir, { recursive: true });
  return text.split(/(?<=\n)/).map((line) => Buffer.from(line, 'latin1'));
}

/** The rows of these pages, by number from 1. */
export function rowsOf(...pages: number[]): unknown[] {
  return pages.flatMap((page) => {
    const from = lengths.slice(0, page - 1).reduce((sum, length) => sum + length, 0);
    return testRows(from, lengths[page - 1]!);
  });
}

/**
 * Opens a run whose log has these bytes, and so many zeros in front of `last`, which take no room on disk;
 * `torn` tells what was set aside.
 */
export async function openLog(
  bytes: Uint8Array,
  ports?: Partial<StorePorts>,
  { zeros, last }: { zeros: number; last: Uint8Array } = { zeros: 0, last: Buffer.alloc(0) },
) {
  const dataDir = testFolder();
  const store = testStore(dataDir, ports);
  const folder = join(dataDir, 'runs', runId);
  const log = join(folder, 'pages.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, bytes);
  truncateSync(log, bytes.length + zeros);
  appendFileSync(log, last);
  const torn = (): Buffer[] =>
    readdirSync(folder)
      .filter((name) => /^torn-.*\.bin$/.test(name))
      .map((name) => readFileSync(join(folder, name)));
  return { run: await store.open(runId), store, folder, log, torn };
}

export const codes = (run: StoredRun): string[] => run.notices.map((notice) => notice.code);

/** A whole line of the log, as the program would write it. */
export const lineOf = (record: RecordHeader, body: Uint8Array): Buffer =>
  Buffer.concat(encodeRecord(record, body).parts);

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
