/**
 * Opens a data folder and keeps it: `hold <folder>`. Prints `held`, or the error's code and
 * sentence.
 */
import { writeSync } from 'node:fs';
import { openDataFolder } from '#main/core/store/data-folder.ts';
import { StoreError } from '#main/core/store/store-error.ts';

const [path = ''] = process.argv.slice(2);
try {
  await openDataFolder(path);
  writeSync(1, 'held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  writeSync(1, `${error.code} ${error.message}\n`);
}
