/** Makes the data folder: a run of so many rows, and its columns. */
import { createRunStore } from '#main/core/store/run-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { report, takeTask } from '../child.ts';
import { benchRow } from '../columns/rows.ts';
import type { PrepareTask } from './tasks.ts';
import { runId } from './tasks.ts';

const pageRows = 1000;

const task = await takeTask<PrepareTask>();
const store = createRunStore(task.dataDir);
const run = await store.create(runId, {
  query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
  target: '/api/data/microblog/posts/live?q=sea',
  address: 'https://service.example',
  profileId: 'https://service.example',
  createdAt: '2026-03-31T10:00:00.000Z',
  version: '1.0.0',
});
for (let from = 0; from < task.rows; from += pageRows) {
  const count = Math.min(pageRows, task.rows - from);
  const items = Array.from({ length: count }, (_, at) => JSON.stringify(benchRow(from + at)));
  await run.appendPage({
    body: Buffer.from(`{"results":[${items.join(',')}],"dataSource":"api"}`),
    page: from / pageRows + 1,
    at: '2026-03-31T10:00:01.000Z',
    ms: 10,
    status: 200,
  });
}
await run.appendEnd('noMore');
const columns = new ColumnStore({
  worker: new URL(task.columnsWorker),
  dataFolder: task.dataDir,
});
await columns.attach(run);
await columns.filled(runId);
await columns.close();
await store.close();
report({});
