/**
 * Starts a worker of the column store, and prints a line when it has something to do that doesn't end:
 * `worker <its address> <folder> <pipe>`. Nobody writes to the pipe.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { forkWorker } from '#main/core/store/columns/column-store.ts';

const [, , address = '', folder = '', pipe = ''] = process.argv;
const worker = forkWorker(new URL(address));
const unpack = (id: number, from: string): void =>
  worker.postMessage({
    id,
    command: { kind: 'unpack', rows: 1, bytes: 1, from, to: join(folder, 'unpacked') },
  });
worker.on('message', () => {
  unpack(2, pipe);
  writeSync(1, 'reading\n');
});
const options = { memoryMb: 64, threads: 1, exactDistinct: 1, wordsMs: 1000 };
worker.postMessage({
  options: { ...options, folders: [folder], tempFolder: join(folder, 'tmp') },
});
// The answer is that this isn't there: by then the database is open.
unpack(1, join(folder, 'none.parquet'));
