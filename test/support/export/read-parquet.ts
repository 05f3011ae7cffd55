/** hyparquet as an independent reader of Parquet, with fzstd for what is compressed. */
import { readFileSync } from 'node:fs';
import { decompress } from 'fzstd';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';

/** Its own decoder takes U+FEFF at the start of a text for a mark. */
const parsers: NonNullable<Parameters<typeof parquetReadObjects>[0]['parsers']> = {
  stringFromBytes: (bytes) => Buffer.from(bytes ?? []).toString('utf8'),
  // A date has no more than milliseconds.
  timestampFromMicroseconds: (micros) =>
    Object.assign(new Date(Number(micros / 1000n)), { micros: Number(micros % 1000n) }),
};

/** A file’s rows as objects (of these columns), and all its columns with their physical types. */
export async function readParquet(path: string, columns?: string[]) {
  const file = new Uint8Array(readFileSync(path)).buffer;
  const metadata = parquetMetadata(file);
  const { children } = parquetSchema(metadata);
  const compressors = { ZSTD: (bytes: Uint8Array) => decompress(bytes) };
  const rows: Record<string, unknown>[] = await parquetReadObjects({
    file,
    metadata,
    parsers,
    compressors,
    ...(columns && { columns }),
  });
  return {
    rows,
    types: Object.fromEntries(
      children.map(({ element }) => [
        element.name,
        element.logical_type?.type === 'TIMESTAMP' || element.converted_type === 'LIST'
          ? (element.logical_type?.type ?? element.converted_type)
          : (element.converted_type === 'DATE' && 'DATE') || element.type,
      ]),
    ),
    codecs: new Set(
      metadata.row_groups.flatMap((group) => group.columns.map((one) => one.meta_data?.codec)),
    ),
  };
}
