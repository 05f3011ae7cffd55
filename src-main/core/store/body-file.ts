/** Answers that are no page of rows, in files of their own: `bodies/<n>.bin`. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { writeFully } from './file-port.ts';
import { asStoreError } from './store-error.ts';

export const bodiesName = 'bodies';

export interface KeptBody {
  /** Path inside the run's folder. */
  file: string;
  bytes: number;
  /** Of the bytes written. */
  sha256: string;
  /** What the source threw; the bytes before are kept. */
  broken: unknown;
}

/**
 * Streams `content` into a new file of the run's folder and syncs it; it can be referred to when
 * this resolves. When the disk fails, nothing is left.
 *
 * @throws StoreError `storage_full`, `storage_failed`.
 */
export async function keepBody(
  files: FilePort,
  runFolder: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<KeptBody> {
  const folder = join(runFolder, bodiesName);
  let created: { file: OpenFile; name: string } | undefined;
  try {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
    created = await createNext(files, folder);
    const written = await writeAll(created.file, content);
    await created.file.sync();
    await created.file.close();
    await files.syncFolder(folder);
    if (isNew) await files.syncFolder(runFolder);
    return { file: `${bodiesName}/${created.name}`, ...written };
  } catch (error) {
    if (created !== undefined) {
      await created.file.close().catch(() => undefined);
      await unlink(join(folder, created.name)).catch(() => undefined);
    }
    throw asStoreError(error, 'The answer could not be saved.');
  }
}

async function createNext(
  files: FilePort,
  folder: string,
): Promise<{ file: OpenFile; name: string }> {
  const numbers = (await readdir(folder)).map((name) => Number.parseInt(name, 10) || 0);
  const name = `${Math.max(0, ...numbers) + 1}.bin`;
  return { file: await files.open(join(folder, name), 'create'), name };
}

async function writeAll(
  file: OpenFile,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Omit<KeptBody, 'file'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const source = toAsync(content)[Symbol.asyncIterator]();
  for (;;) {
    let chunk: Uint8Array | undefined;
    try {
      const step = await source.next();
      chunk = step.done === true ? undefined : step.value;
    } catch (broken) {
      return { bytes, sha256: hash.digest('hex'), broken };
    }
    if (chunk === undefined) return { bytes, sha256: hash.digest('hex'), broken: undefined };
    await writeFully(file, chunk, bytes);
    hash.update(chunk);
    bytes += chunk.length;
  }
}

async function* toAsync(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* content;
}
