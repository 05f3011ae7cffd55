/** A new run in a folder of its own, and the same run opened again. */
import { join } from 'node:path';
import type { RunStore, StoredRun } from '#main/core/store/run-store.ts';
import { testFolder, testStore } from './folder.ts';
import { runId } from './pages.ts';

export const header = { query: { endpointId: 'microblog.posts.search' }, version: '1' };

export interface NewRun {
  run: StoredRun;
  store: RunStore;
  /** Of the run. */
  folder: string;
  /** Path of its page log. */
  log: string;
}

export async function newRun(): Promise<NewRun> {
  const dataDir = testFolder();
  const store = testStore(dataDir);
  const run = await store.create(runId, header);
  const folder = join(dataDir, 'runs', runId);
  return { run, store, folder, log: join(folder, 'pages.jsonl') };
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
