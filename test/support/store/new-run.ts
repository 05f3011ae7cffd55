/** A new run in a folder of its own, and the same run opened again. */
import { join } from 'node:path';
import type { RunStore, StoredRun, StorePorts } from '#main/core/store/run-store.ts';
import { testFolder, testStore } from './folder.ts';
import { appendPages, runId } from './pages.ts';

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
