/**
 * Replaces a file again and again until it is killed: `replace <path>`. Prints the number of
 * each version when it is saved.
 */
import { writeSync } from 'node:fs';
import { atomicWrite } from '#main/core/store/atomic-write.ts';
import { version } from '../versions.ts';

const [path = ''] = process.argv.slice(2);
for (let number = 1; ; number++) {
  await atomicWrite(path, version(number));
  writeSync(1, `${number}\n`);
}
