/** The bytes of a file from elsewhere: what they are, their hash, their text, and how far reading is. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ListEncoding } from '#shared/contract/list.ts';
import type { JsonObject } from '../../json/index.ts';
import { decodedParts, encodingOf } from '../../lists/decode-text.ts';
import { type ProblemError, refused } from '../../problem-error.ts';
import type { ColumnStore } from '../../store/columns/column-store.ts';
import { openRegular } from '../../store/file-port.ts';
import { systemCode } from '../../store/store-error.ts';
import type { TempFolder } from '../../export/temp-folder.ts';
import type { KnownTable, Noticed } from './columns.ts';

/** Limit of a table's rows. */
export const mostRows = 10_000_000;
export const tooManyRows = (): ProblemError =>
  refused(
    'This table has more than 10 million rows.',
    'Split the file, or read it with DuckDB or another engine.',
  );

/** What a reader finds before it reads the rows. */
export interface FoundTable {
  /** The names of the columns in order; null: each row names its own. */
  names: readonly string[] | null;
  /** @param known the kind of item that they are, if its fields have these names. */
  rows: (known: KnownTable | null) => AsyncGenerator<JsonObject>;
}

export interface Source {
  path: string;
  bytes: number;
  noticed: Noticed;
  signal: AbortSignal;
  tempFolder: TempFolder;
  columns: Pick<ColumnStore, 'unpack'>;
  /** Called with the number of bytes read, again for each time that the file is read. */
  onRead: (bytes: number) => void;
}

export interface TextSource extends Source {
  /** Yields the text, without its byte order mark. @param counts whether to note unreadable characters. */
  texts: (counts: boolean) => AsyncGenerator<string>;
}

const chunkBytes = 1024 * 1024;

/** Yields the bytes of a regular file; follows no link. */
async function* chunksOf({ path, signal, onRead }: Pick<Source, 'path' | 'signal' | 'onRead'>) {
  const fd = openRegular(path, constants.O_RDONLY);
  const stream = createReadStream(path, { fd, highWaterMark: chunkBytes });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    onRead(chunk.length);
    yield chunk;
  }
}

/** Null: its text isn't packed, or it is no table. */
export type Packing = 'zip' | 'gzip' | 'parquet' | null;

/** Returns how a file is packed, by its first bytes. */
export function packingOf(start: Buffer): Packing {
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'zip';
  if (start.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet';
  return start.subarray(0, 2).toString('hex') === '1f8b' ? 'gzip' : null;
}

/** Returns the file's SHA-256, and the text's encoding if it is a text; it is read once for both. */
export async function examine(
  source: Pick<Source, 'path' | 'signal' | 'onRead'>,
): Promise<{ sha256: string; isGzip: boolean; encoding: ListEncoding | null; isGuess: boolean }> {
  const hash = createHash('sha256');
  let isGzip = false;
  let first: Buffer | null = null;
  let sample: Buffer[] = [];
  let isPlain = false;
  for await (const chunk of chunksOf(source)) {
    hash.update(chunk);
    if (first === null) isGzip = packingOf((first = chunk)) === 'gzip';
    // Its beginning, and the first part that isn't plain ASCII, tell the encoding.
    if (sample.length === 0 || (isPlain && !isAscii(chunk))) {
      sample.push(chunk);
      isPlain = sample.length === 1 && isAscii(chunk);
    }
  }
  if (isGzip) {
    sample = [];
    for await (const chunk of unpacked({ ...source, onRead: () => undefined })) {
      sample.push(chunk);
      if (sample.length === 4) break;
    }
  }
  const bytes = Buffer.concat(sample);
  const encoding = bytes.length === 0 ? 'utf-8' : encodingOf(bytes);
  const isGuess = encoding !== null && !encoding.startsWith('utf-');
  return { sha256: hash.digest('hex'), isGzip, encoding, isGuess };
}

/** Not with `every`, which takes ten times as long. */
function isAscii(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 0x7f) return false;
  return true;
}

async function* unpacked(
  source: Pick<Source, 'path' | 'signal' | 'onRead'>,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // Who reads hears of errors; who stops reading closes the file.
  pipeline(Readable.from(chunksOf(source)), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    source.signal.throwIfAborted();
    if (!systemCode(error).startsWith('Z_')) throw error;
    throw refused('This archive is damaged or cut off.', 'Get another copy of the file.');
  }
}

/** Adds the text of a file that `examine` looked at. @throws ProblemError if it is none. */
export function textSource(
  source: Source,
  {
    encoding,
    isGuess,
    isGzip,
  }: Pick<Awaited<ReturnType<typeof examine>>, 'encoding' | 'isGuess' | 'isGzip'>,
): TextSource {
  if (encoding === null) throw noTable();
  if (isGuess) source.noticed.add('encoding', { about: encodingWords[encoding] ?? encoding });
  return {
    ...source,
    async *texts(counts) {
      const chunks = isGzip ? unpacked(source) : chunksOf(source);
      for await (const part of decodedParts(chunks, encoding)) {
        const text = part.includes('\0') ? part.replaceAll('\0', '\uFFFD') : part;
        if (counts && text.includes('\uFFFD')) {
          source.noticed.add('notInEncoding', { count: text.split('\uFFFD').length - 1 });
        }
        yield text;
      }
    },
  };
}

const encodingWords: Partial<Record<ListEncoding, string>> = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  shift_jis: 'Shift JIS (Japanese)',
};

const noTable = (): ProblemError =>
  refused(
    'This isn’t a table that can be opened.',
    'Choose CSV, JSON, JSON Lines, Parquet, a workbook (.xlsx), or anything that this program saved.',
  );
