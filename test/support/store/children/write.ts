/**
 * Tries to use a folder in every way and prints what came of each, one line a way:
 * `write <folder>`.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { atomicWrite } from '#main/core/store/atomic-write.ts';
import { openDataFolder } from '#main/core/store/data-folder.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { StoreError } from '#main/core/store/store-error.ts';

const [folder = ''] = process.argv.slice(2);
const ways: Record<string, () => Promise<unknown>> = {
  file: () => atomicWrite(join(folder, 'old.txt'), 'new'),
  run: () => createRunStore(folder).create('run-0001', {}),
  ledger: () => openLedger(folder),
  folder: () => openDataFolder(join(folder, 'data')),
};
for (const [way, attempt] of Object.entries(ways)) {
  const came = await attempt().then(
    () => 'done',
    (error: unknown) =>
      error instanceof StoreError ? `${error.code} ${error.message}` : `uncaught ${String(error)}`,
  );
  writeSync(1, `${way} ${came}\n`);
}
process.exit();
