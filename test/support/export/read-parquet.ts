/** hyparquet as an independent reader of Parquet, with zstd from Node or from the system. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';

/** Node has it from 22.15 on. */
const ofNode: unknown = Reflect.get(zlib, 'zstdDecompressSync');

function unzstd(bytes: Uint8Array): Uint8Array {
  if (typeof ofNode === 'function') return ofNode(bytes) as Uint8Array;
  const { stdout, error } = spawnSync('zstd', ['-dc'], { input: bytes, maxBuffer: 2 ** 30 });
  if (error === undefined) return new Uint8Array(stdout);
  throw new Error('Reading zstd needs Node 22.15, or the program zstd.', { cause: error });
}

/** Its own decoder takes U+FEFF at the start of a text for a mark. */
const parsers: NonNullable<Parameters<typeof parquetReadObjects>[0]['parsers']> = {
  stringFromBytes: (bytes) => Buffer.from(bytes ?? []).toString('utf8'),
};

/** A file’s rows as objects (of these columns), and all its columns with their physical types. */
export async function readParquet(path: string, columns?: string[]) {
  const file = new Uint8Array(readFileSync(path)).buffer;
  const metadata = parquetMetadata(file);
  const { children } = parquetSchema(metadata);
  const compressors = { ZSTD: unzstd };
  const rows: Record<string, unknown>[] = await parquetReadObjects({
    file,
    metadata,
    parsers,
    compressors,
    ...(columns && { columns }),
  });
  return {
    rows,
    types: Object.fromEntries(children.map(({ element }) => [element.name, element.type])),
    codecs: new Set(
      metadata.row_groups.flatMap((group) => group.columns.map((one) => one.meta_data?.codec)),
    ),
  };
}
