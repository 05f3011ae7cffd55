/**
 * Appends pages to a run until it is killed: `append <data folder> <run id>`. Prints the number
 * of rows after each page, when the store says that it is saved.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '#main/core/store/ledger.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import { answer } from '../pages.ts';

const [dataDir = '', runId = ''] = process.argv.slice(2);
const store = createRunStore(dataDir);
const ledger = await openLedger(dataDir);
const run = await store.open(runId).catch((error: unknown) => {
  if (error instanceof StoreError && error.code === 'unknown_run') return store.create(runId, {});
  throw error;
});
for (;;) {
  const page = run.pages.length + 1;
  const token = await ledger.sent({
    runId,
    endpointId: 'test',
    platform: 'microblog',
    profileId: 'sample',
    metered: true,
  });
  const rows = (page * 7919) % 150;
  const body = answer(run.rowCount, rows, page % 3);
  await run.appendPage({ body, page, at: new Date().toISOString(), ms: 1 });
  await ledger.done(token, { outcome: 'answered', status: 200 });
  writeSync(1, `${run.rowCount} ${page}\n`);
}
