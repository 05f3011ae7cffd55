/**
 * A small JSON file, read once and replaced as a whole. Content that this version can't read is never
 * overwritten: it is kept under another name, or the file is left unchanged.
 */
import { parse } from 'node:path';
import { isDeeper } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';
import { atomicWrite } from './atomic-write.ts';
import { fileTime, readRegularFile } from './file-port.ts';
import { Serial } from './serial.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';
import { now } from '../clock.ts';

export type JsonFile = ReturnType<typeof openJsonFile>;

/**
 * `damaged`: renamed to `<name>-damaged-<time>.json` when anything is written. `refused`: the disk
 * refused to let it be read. It may be intact, so nothing is written over it until the next start.
 */
export type JsonFileState = 'sound' | 'damaged' | 'refused';

/** Opens a file of up to `most` bytes; a longer one is damaged. */
export function openJsonFile(path: string, most: number) {
  const read = readOnce(path, most);
  const writes = new Serial();
  let state: JsonFileState = read.state;
  let isReplaced = false;
  return {
    /** The content when the file was opened; null when it was missing or can't be read. */
    content: read.content,
    state: (): JsonFileState => state,
    /** Marks the content as not, or not fully, understood. */
    setDamaged(): void {
      if (state === 'sound') state = 'damaged';
    },
    /**
     * Replaces the file atomically; writes are serialised.
     * @throws StoreError when the disk refuses the write, or refused the initial read.
     */
    write: (value: unknown): Promise<void> =>
      writes.run(async () => {
        if (read.state === 'refused') throw asStoreError(read.error, leftAsItIs);
        const kept = state === 'damaged' && !isReplaced ? { aside: damagedName(path) } : {};
        await atomicWrite(path, `${JSON.stringify(value, null, 2)}\n`, kept);
        isReplaced = true;
      }),
  };
}

const leftAsItIs =
  'What was saved before could not be read, so nothing is saved over it until the next start.';

type Read = { content: unknown } & (
  | { state: 'sound' | 'damaged' }
  | { state: 'refused'; error: unknown }
);

function readOnce(path: string, most: number): Read {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, most);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { content: null, state: 'sound' };
    return error instanceof StoreError && error.code === 'too_large'
      ? { content: null, state: 'damaged' }
      : { content: null, state: 'refused', error };
  }
  try {
    return { content: parseShallow(bytes.toString('utf8')), state: 'sound' };
  } catch {
    return { content: null, state: 'damaged' };
  }
}

/** More levels than any of our files has. */
const mostLevels = 100;

/** Parses JSON that can be written again: members that this version doesn't know are kept. */
function parseShallow(text: string): unknown {
  const value: JsonValue = JSON.parse(text);
  if (isDeeper(value, mostLevels)) throw new RangeError('The file is nested too deeply');
  return value;
}

/** Name of a file that can't be read, beside the one at `path` that replaces it. */
function damagedName(path: string): string {
  const { name, ext } = parse(path);
  return `${name}-damaged-${fileTime(now())}${ext}`;
}
