/**
 * A collected run of very many rows, for benches that ask about it. Making a million rows takes
 * minutes, so they are kept below `node_modules/.cache`; each bench works on a copy of its own.
 */
import { existsSync } from 'node:fs';
import { constants, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRunStore } from '#main/core/store/run-store.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { cacheFolder } from '../cache.ts';
import { sampleRows } from './sample-rows.ts';

export const runId = 'bench-rows';

export interface RunOnDisk {
  /** Of a program's own, with the run in it and no columns of it. */
  dataDir: string;
  rows: number;
  remove: () => Promise<void>;
}

const rowsPerPage = 100;

/** The run in a new data folder. */
export async function runOnDisk(rows: number): Promise<RunOnDisk> {
  const kept = join(cacheFolder(), `rows-${rows}`);
  if (!(await isSound(kept, rows))) await make(kept, rows);
  const folder = await mkdtemp(join(tmpdir(), 'sde-bench-'));
  const dataDir = join(folder, 'data');
  // No copy at all where the file system can share what is the same.
  await cp(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { dataDir, rows, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function make(kept: string, rows: number): Promise<void> {
  console.log(`${rows.toLocaleString('en')} rows are made, and kept in ${kept} for other times.`);
  const start = performance.now();
  const { at } = sampleRows(rows);
  const making = `${kept}.part`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  await writeBigRun(making, runId, rows, { at, perPage: rowsPerPage });
  await rm(kept, { recursive: true, force: true });
  await rename(making, kept);
  console.log(`They took ${((performance.now() - start) / 1000).toFixed(0)} s.`);
}

/** Whether it can be read, and has the rows that the generator makes now. */
async function isSound(kept: string, rows: number): Promise<boolean> {
  if (!existsSync(kept)) return false;
  const store = createRunStore(kept);
  try {
    const run = await store.open(runId);
    const { at } = sampleRows(rows);
    const spots = [0, 99, 100, Math.floor(rows / 2), rows - 1].filter((spot) => spot < rows);
    const stored = await run.rowsAt(spots);
    return run.rowCount === rows && isDeepStrictEqual(stored, spots.map(at));
  } catch (error) {
    console.log(`${kept} can't be used:`, error);
    return false;
  } finally {
    await store.close();
  }
}
