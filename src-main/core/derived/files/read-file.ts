/** A table of a file as a run's rows: which reader reads it, which kind of item its rows are. */
import { basename } from 'node:path';
import type { Catalogue } from '#shared/catalogue/types.ts';
import type { DerivedFacts, FileFormat, FromFile } from '#shared/contract/derived.ts';
import { isoTime } from '../../clock.ts';
import type { TempFolder } from '../../export/temp-folder.ts';
import type { JsonObject } from '../../json/index.ts';
import type { ColumnStore } from '../../store/columns/column-store.ts';
import type { NewDerived } from '../write-run.ts';
import { fileEndpoint, knownTable, mostLookedAt, Noticed, resourceOf } from './columns.ts';
import type { KnownTable } from './columns.ts';
import { readJson } from './json.ts';
import { readParquet, readWorkbook } from './packed.ts';
import type { UnpackedSheets } from './packed.ts';
import { readSeparated } from './separated.ts';
import { examine, type FoundTable, type Packing, type Source, textSource } from './source.ts';

/** What is read: a file, or a table of one. */
export interface ChosenTable {
  /** The file that the person chose, whose hash is kept; it may be an archive. */
  file: { path: string; bytes: number; name: string };
  /** The file with the rows: the same, or one that was in the archive. */
  path: string;
  bytes: number;
  packing: Packing;
  /** The sheet or the file in the archive; null: the file has one table. */
  table: string | null;
  sheets: UnpackedSheets | null;
}

export interface ReadingDeps {
  catalogue: () => Catalogue;
  columns: Pick<ColumnStore, 'unpack' | 'unpackSheets'>;
  tempFolder: TempFolder;
  signal: AbortSignal;
  /** Called with the share that is done, from 0 to 1. */
  onShare: (share: number) => void;
}

/** Times that a file is read: for its hash, for what its columns are, for its rows. */
const passes: Record<FileFormat, number> = { csv: 3, jsonl: 2, json: 2, parquet: 1, xlsx: 1 };

/**
 * Reads what must be known before the first row.
 * @throws ProblemError with the line, when the file can't be read.
 */
export async function tableOfFile(
  chosen: ChosenTable,
  { catalogue, onShare, ...deps }: ReadingDeps,
): Promise<Pick<NewDerived, 'basis' | 'resource'> & { from: FromFile; rows: FileRows }> {
  const { file, path, bytes, packing, table } = chosen;
  const noticed = new Noticed();
  let [read, of] = [0, file.bytes + 2 * bytes];
  const onRead = (more: number): void => onShare(Math.min(1, (read += more) / Math.max(of, 1)));
  const source: Source = { ...deps, path, bytes, noticed, onRead };
  const { sha256, ...text } = await examine({ ...source, path: file.path });
  const found = await open();
  of = file.bytes + (passes[found.format] - 1) * bytes;
  let known: KnownTable | null = found.names && knownTable(found.names, catalogue());
  const rows = found.rows(known);
  const first: JsonObject[] = [];
  while (first.length < mostLookedAt) {
    const next = await rows.next();
    if (next.done === true) break;
    first.push(next.value);
  }
  const names = found.names ?? [...new Set(first.flatMap((row) => Object.keys(row)))];
  known ??= knownTable(names, catalogue());
  const resource = resourceOf(names, known, first);
  const endpoint = fileEndpoint(resource);
  return {
    basis: {
      query: { endpointId: endpoint.id, values: {}, fields: [] },
      endpoint,
      profileId: '',
      address: '',
    },
    resource,
    from: {
      kind: 'file',
      sources: [],
      name: basename(file.name),
      format: found.format,
      table,
      bytes: file.bytes,
      sha256,
      openedAt: isoTime(),
    },
    rows: withFacts(first, rows, noticed),
  };

  async function open(): Promise<FoundTable & { format: FileFormat }> {
    if (packing === 'parquet') return { format: 'parquet', ...(await readParquet(source)) };
    if (chosen.sheets !== null) {
      return { format: 'xlsx', ...(await readWorkbook(source, chosen.sheets, table)) };
    }
    // Of a file in an archive, the text is another one than that which was hashed.
    const about = path === file.path ? text : await examine(source);
    const texts = textSource(source, about);
    if (!(await beginsLikeJson(texts.texts(false)))) {
      return { format: 'csv', ...(await readSeparated(texts)) };
    }
    const { isLines, ...json } = await readJson(texts);
    return { format: isLines ? 'jsonl' : 'json', ...json };
  }
}

type FileRows = AsyncGenerator<JsonObject, DerivedFacts>;

async function beginsLikeJson(texts: AsyncIterable<string>): Promise<boolean> {
  for await (const text of texts) {
    const start = text.search(/\S/);
    // `[` alone may begin a name: "[1] id;text".
    if (start !== -1) return /^(?:\{\s*["}]|\[\s*[[{\]"\d-])/.test(text.slice(start, start + 1000));
  }
  return false;
}

async function* withFacts(
  first: readonly JsonObject[],
  rows: AsyncGenerator<JsonObject>,
  noticed: Noticed,
): FileRows {
  yield* first;
  yield* rows;
  // Which rows have an ID and share one, the table itself says.
  const facts = { changes: {}, changedFields: {}, repeated: 0, withoutId: 0, unreadable: 0 };
  return { ...facts, noticed: noticed.sentences() };
}
