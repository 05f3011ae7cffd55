/** Writes bytes to their target: hashed on the way, checked before the file gets its name, all or nothing. */
import { createHash } from 'node:crypto';
import { basename, relative, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type {
  Change,
  ExportState,
  NetworkSize,
  WrittenFile,
} from '#shared/contract/export/export.ts';
import { ownProblem, ProblemError } from '../problem-error.ts';
import { atomicWrite } from '../store/atomic-write.ts';
import type { WrittenColumn } from './columns.ts';

export interface DeliverOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes so far. */
  onBytes?: (bytes: number) => void;
  onPart?: ((part: string) => Promise<void>) | undefined;
  /** Throws when what was written is wrong; then nothing is kept. */
  check?: () => void | Promise<void>;
}

/** A file that was written, and where. */
export interface Placed {
  file: WrittenFile;
  path: string;
}

/** @throws StoreError; the signal's reason; whatever `content` or `check` throws. */
export async function deliver(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { signal, onBytes, onPart, check }: DeliverOptions,
): Promise<Placed> {
  const hash = createHash('sha256');
  let written = 0;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
      written += chunk.length;
      onBytes?.(written);
    }
    await check?.();
  }
  const bytes = await atomicWrite(path, hashed(), {
    access: 'default',
    signal,
    onPart,
  });
  return { file: { name: basename(path), bytes, sha256: hash.digest('hex') }, path };
}

/**
 * Archives without compression: workbooks and Parquet are compressed already, and the transfer is local.
 * Rejects when a file is gone by now.
 */
export async function archiveOf(
  folder: string,
  paths: readonly string[],
): Promise<{ bytes: number; stream: Readable }> {
  const zip = new ZipFile();
  for (const path of paths) {
    const name = relative(folder, path).split(sep).join('/');
    zip.addFile(path, name, { compress: false });
  }
  const bytes = await new Promise<number>((resolve, reject) => {
    zip.on('error', reject);
    // Its types omit the argument: the size of the archive.
    const onSize = (size?: number): void => resolve(size ?? 0);
    zip.end({ forceZip64Format: false, comment: '' }, onSize);
  });
  const stream = new PassThrough();
  zip.on('error', (error: Error) => stream.destroy(error));
  zip.outputStream.pipe(stream);
  return { bytes, stream };
}

/**
 * The last check before a file gets its name.
 * @throws ProblemError when the file has a different number of rows than expected.
 */
export function rowsDiffer(written: number, expected: number): void {
  if (written === expected) return;
  throw new ProblemError(
    ownProblem(
      'internal',
      `The file has the wrong number of rows: ${written} instead of ${expected}.`,
      'Try again. If it happens again, save as JSON Lines.',
      [{ kind: 'tryAgain' }],
    ),
  );
}

/** What was written. */
export interface Outcome {
  /** The file itself, then what belongs to it; of a folder, what was added. */
  files: Placed[];
  /** Paths of what the file lists. */
  others?: string[];
  /** For networks: the size, and how it was made, in sentences. */
  network?: (NetworkSize & { words: string[] }) | null;
  rows: number;
  columns: WrittenColumn[];
  changes: Change[];
}

export interface Progress {
  writing(written: { rows: number | null; bytes: number }): void;
  finishing(bytes: number, of: number): void;
}

export function createProgress(onState: (state: ExportState) => void): Progress {
  let phase: ExportState['kind'] | null = null;
  let since = 0;
  const rate = (kind: ExportState['kind'], bytes: number): number => {
    if (phase !== kind) {
      phase = kind;
      since = performance.now();
    }
    const seconds = (performance.now() - since) / 1000;
    return seconds > 0 ? Math.round(bytes / seconds) : 0;
  };
  return {
    writing: ({ rows, bytes }) =>
      onState({ kind: 'writing', rows, bytes, bytesPerSecond: rate('writing', bytes) }),
    finishing: (bytes, of) =>
      onState({ kind: 'finishing', bytes, of, bytesPerSecond: rate('finishing', bytes) }),
  };
}
