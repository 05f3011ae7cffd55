/**
 * A small JSON file, read once and replaced as a whole. Content that this version can't read is never
 * overwritten: it is copied beside the file first, or the file is left unchanged.
 */
import { dirname, join, parse } from 'node:path';
import { atomicWrite } from './atomic-write.ts';
import { readRegularFile } from './file-port.ts';
import { Serial } from './serial.ts';
import { fileTime } from './append-file.ts';
import { asStoreError, systemCode } from './store-error.ts';
import { now } from '../clock.ts';

export interface JsonFile {
  /** The content when the file was opened; null when it was missing or can't be read. */
  content: unknown;
  state(): JsonFileState;
  /** Marks the content as not, or not fully, understood. */
  setDamaged(): void;
  /**
   * Replaces the file atomically; writes are serialised.
   * @throws StoreError when the disk refuses the write, or refused the initial read.
   */
  write(value: unknown): Promise<void>;
}

/**
 * `damaged`: copied to `<name>-damaged-<time>.json` before anything is written. `refused`: the disk
 * refused to let it be read. It may be intact, so nothing is written over it until the next start.
 */
export type JsonFileState = 'sound' | 'damaged' | 'refused';

export function openJsonFile(path: string): JsonFile {
  const read = readOnce(path);
  const writes = new Serial();
  let state: JsonFileState = read.state;
  /** The original bytes, until they are copied beside the file. */
  let old = read.bytes;
  return {
    content: read.content,
    state: () => state,
    setDamaged() {
      if (state === 'sound') state = 'damaged';
    },
    write: (value) =>
      writes.run(async () => {
        if (read.state === 'refused') throw asStoreError(read.error, leftAsItIs);
        if (state === 'damaged' && old !== null) await atomicWrite(damagedPath(path), old);
        old = null;
        await atomicWrite(path, `${JSON.stringify(value, null, 2)}\n`);
      }),
  };
}

const leftAsItIs =
  'What was saved before could not be read, so nothing is saved over it until the next start.';

type Read = { bytes: Buffer | null; content: unknown } & (
  | { state: 'sound' | 'damaged' }
  | { state: 'refused'; error: unknown }
);

function readOnce(path: string): Read {
  const nothing = { bytes: null, content: null };
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    return systemCode(error) === 'ENOENT'
      ? { ...nothing, state: 'sound' }
      : { ...nothing, state: 'refused', error };
  }
  try {
    return { bytes, content: JSON.parse(bytes.toString('utf8')), state: 'sound' };
  } catch {
    return { bytes, content: null, state: 'damaged' };
  }
}

function damagedPath(path: string): string {
  const { name, ext } = parse(path);
  return join(dirname(path), `${name}-damaged-${fileTime(now())}${ext}`);
}
