/**
 * Opens a data folder and keeps it: `hold <folder> [address]`. Prints `held`, or the error's
 * code and who has the folder.
 */
import { writeSync } from 'node:fs';
import { openDataFolder } from '#main/core/store/data-folder.ts';
import { StoreError } from '#main/core/store/store-error.ts';

const [path = '', address] = process.argv.slice(2);
try {
  const folder = await openDataFolder(path);
  if (address !== undefined) folder.announce(address);
  writeSync(1, 'held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  writeSync(1, `${error.code} ${error.holder?.pid} ${error.message}\n`);
}
