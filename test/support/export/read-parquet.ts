/** Two independent readers of Parquet: hyparquet, with fzstd for what is compressed, and Arrow's in Rust. */
import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { decompress } from 'fzstd';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { readParquet as readByRust } from 'parquet-wasm/node';

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

/** The same rows as Arrow's implementation in Rust reads them, cell by cell in the order of the columns. */
export function readByArrow(path: string): unknown[][] {
  const table = tableFromIPC(readByRust(new Uint8Array(readFileSync(path))).intoIPCStream());
  const columns = table.schema.fields.map((_, at) => table.getChildAt(at));
  return Array.from({ length: table.numRows }, (_, row) =>
    columns.map((column) => comparable(column?.get(row))),
  );
}

/** A cell as both readers say it: moments in milliseconds, texts without the mark that Arrow's decoder drops. */
export function comparable(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) {
    const { micros = 0 } = value as { micros?: number };
    return value.getTime() + micros / 1000;
  }
  if (typeof value === 'string') return value.replace(/^\uFEFF/, '');
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object') return value;
  return Array.from(value as Iterable<unknown>, comparable);
}
