/** The bytes of a small log, to be cut and damaged, and what a run makes of them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredRun, StorePorts } from '#main/core/store/run-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { testFolder, testStore } from './folder.ts';
import { appendPages, at, runId, testRows } from './pages.ts';

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
  await run.appendEnd('noMore', at);
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

/** Opens a run whose log has these bytes; `torn` tells what was set aside. */
export async function openLog(bytes: Uint8Array, ports?: Partial<StorePorts>) {
  const dataDir = testFolder();
  const store = testStore(dataDir, ports);
  const folder = join(dataDir, 'runs', runId);
  const log = join(folder, 'pages.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, bytes);
  const torn = (): Buffer[] =>
    readdirSync(folder)
      .filter((name) => /^torn-.*\.bin$/.test(name))
      .map((name) => readFileSync(join(folder, name)));
  return { run: await store.open(runId), folder, log, torn };
}

export const codes = (run: StoredRun): string[] => run.notices.map((notice) => notice.code);
