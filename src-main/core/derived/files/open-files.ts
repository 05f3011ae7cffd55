/**
 * The open files, which the window sent or the program was started with: what each of them is, which is found by
 * its content and never by its name, and which tables it has.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { appendFile, copyFile, mkdir, open, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { assertNever } from '#shared/assert-never.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { maxSheetLength } from '#shared/contract/recipe.ts';
import type { OpenedRecipe } from '#shared/contract/recipe.ts';
import type { Result } from '#shared/contract/result.ts';
import type { HandlersOf } from '../../dispatch.ts';
import { openTempFolder } from '../../export/temp-folder.ts';
import type { TempFolder } from '../../export/temp-folder.ts';
import { ProblemError, refused } from '../../problem-error.ts';
import type { ColumnStore } from '../../store/columns/column-store.ts';
import { asStoreError, systemCode } from '../../store/store-error.ts';
import { type DatasetRun, readDataset, rowsIn, savedTables } from '../datasets.ts';
import { continuedBy, unpackSheets } from './packed.ts';
import type { ChosenTable } from './read-file.ts';
import { mostRows, packingOf, type Packing, tooManyRows } from './source.ts';
import { contentOf, entriesOf, type Entry, textOf } from './zip-entries.ts';
import { type OpenedFile, isDatasetFile, mostSentFileBytes } from '#shared/contract/open-file.ts';

export interface OpenFilesDeps {
  dataFolder: string;
  catalogue: () => Catalogue;
  columns: Pick<ColumnStore, 'unpackSheets'>;
  /** Turns a methods sheet into forms. @throws ProblemError when the text has none. */
  openRecipe: (text: string) => OpenedRecipe;
  /** Returns the path of the file that the program was opened with, only once; null: none. */
  takeGivenFile: (() => string | null) | undefined;
}

/** Where the rows of a table are. */
type FoundRows =
  | { kind: 'dataset'; root: string; runs: DatasetRun[] }
  | { kind: 'file'; chosen: ChosenTable };

export interface OpenFiles {
  handlers: HandlersOf<`open.${'send' | 'look' | 'take' | 'close'}`>;
  rows(fileId: string, table: string, signal: AbortSignal): Promise<FoundRows>;
  closeAll(): Promise<void>;
}

/** What is known of an open file. */
interface Held {
  name: string;
  /** Absolute; null: what was sent is in its temporary folder. */
  path: string | null;
  isFolder: boolean;
  sentBytes: number;
  temp: TempFolder;
  content: Content | null;
  /** Ends finding out what it is once it is closed. */
  stop: AbortController;
}

type Content = { recipe: OpenedFile['recipe'] } & (
  | { kind: 'dataset'; root: string }
  /** A methods sheet. */
  | { kind: 'recipe' }
  | { kind: 'table'; chosen: ChosenTable }
  /** Files of an archive that may be tables. */
  | { kind: 'archive'; path: string; entries: readonly Entry[] }
);

/** The contract's limit for a run's name. */
const longestName = 200;

/** A window has one dialog; opening more closes the oldest, in case it was never closed. */
const mostOpen = 4;

export function createOpenFiles(deps: OpenFilesDeps): OpenFiles {
  const held = new Map<string, Held>();

  const close = async (fileId: string): Promise<void> => {
    const one = held.get(fileId);
    held.delete(fileId);
    one?.stop.abort(stopped());
    await one?.temp.remove();
  };

  async function add(
    fileId: string,
    known: Pick<Held, 'name' | 'path' | 'isFolder'>,
  ): Promise<Held> {
    const [oldest] = held.keys();
    if (held.size >= mostOpen && oldest !== undefined) await close(oldest);
    const temp = openTempFolder(deps.dataFolder, `file-${fileId}`);
    const stop = new AbortController();
    const one = { ...known, sentBytes: 0, temp, content: null, stop };
    held.set(fileId, one);
    return one;
  }

  const known = (fileId: string): Held => {
    const one = held.get(fileId);
    if (one === undefined) throw refused('This file is no longer open.', 'Choose it again.');
    return one;
  };

  const pathOf = (one: Held): Promise<string> | string =>
    one.path ?? one.temp.file(one.isFolder ? 'dataset' : 'file');

  /** Returns what a file is. */
  async function look(fileId: string, signal?: AbortSignal): Promise<OpenedFile> {
    const one = known(fileId);
    const path = await pathOf(one);
    one.content ??= await contentAt(path, one, signal ?? one.stop.signal);
    const { content, name } = one;
    const opened = { id: fileId, name: basename(name), recipe: content.recipe, tables: [] };
    const plain = (table: string, label: string, rows: number | null = null) => ({
      table,
      name: (table === '' ? basename(name) : `${basename(name)} · ${label}`).slice(0, longestName),
      label,
      rows,
      saved: null,
    });
    switch (content.kind) {
      case 'recipe':
        return opened;
      case 'dataset':
        return {
          ...opened,
          tables: savedTables(await readDataset(content.root), deps.catalogue()),
        };
      case 'archive':
        return { ...opened, tables: content.entries.map((entry) => plain(entry.name, entry.name)) };
      case 'table': {
        const sheets = content.chosen.sheets?.sheets ?? [];
        const own: OpenedFile['tables'] = [];
        for (let at = 0; at < sheets.length; at++) {
          const { name: sheet, rows } = sheets[at]!;
          const further = continuedBy(sheets, at);
          const all = further.reduce((sum, { rows: more }) => sum + more, rows);
          if (all > 0) own.push(plain(sheet, sheet, all));
          at += further.length;
        }
        return { ...opened, tables: own.length > 0 ? own : [plain('', basename(name))] };
      }
      default:
        return assertNever(content);
    }
  }

  async function contentAt(path: string, one: Held, signal: AbortSignal): Promise<Content> {
    const found = await stat(path).catch(() => null);
    if (found === null) throw refused('This file isn’t there any more.', 'Choose it again.');
    if (found.isDirectory()) return { kind: 'dataset', root: path, recipe: recipeOf('') };
    if (found.size === 0) throw refused('This file is empty.', 'Choose another file.');
    return contentOfFile({ path, bytes: found.size, name: one.name }, { path, bytes: found.size });

    async function contentOfFile(
      file: ChosenTable['file'],
      inner: { path: string; bytes: number },
    ): Promise<Content> {
      const packing = packingOf(await startOf(inner.path));
      if (packing === 'zip') return contentOfZip(file, inner);
      mustBeReadable(await startOf(inner.path), packing);
      const text = await beginningOf(inner.path, maxSheetLength);
      const recipe = recipeOf(text);
      // Rows may quote a methods sheet; one that can't be opened says why.
      if (recipe.ok || isSheet.test(text)) return { kind: 'recipe', recipe };
      if (packing === 'parquet' && inner.path === one.path) {
        // The database can't reach files elsewhere (checklist 42).
        inner.path = await one.temp.file('entry');
        await copyFile(file.path, inner.path).catch((error: unknown) => {
          throw asStoreError(error, 'The file could not be copied.');
        });
      }
      const chosen = { file, ...inner, packing, table: null, sheets: null };
      return { kind: 'table', chosen, recipe };
    }

    async function contentOfZip(
      file: ChosenTable['file'],
      inner: { path: string; bytes: number },
    ): Promise<Content> {
      const archive = inner.path;
      const entries = await entriesOf(archive, inner.bytes).catch(() => []);
      const names = entries.map(({ name }) => name);
      const text = await sheetIn(archive, entries);
      const recipe = recipeOf(text ?? (await beginningOf(archive, maxSheetLength)));
      if (names.some((name) => /^xl\/workbook\.xml$/.test(name))) {
        const source = { path: inner.path, signal, tempFolder: one.temp, columns: deps.columns };
        const sheets = await unpackSheets(source, entries);
        return {
          kind: 'table',
          chosen: { file, ...inner, packing: 'zip', table: null, sheets },
          recipe,
        };
      }
      const dataset = datasetFiles(entries);
      if (dataset.length > 0) {
        for (const [name, entry] of dataset)
          await unpackEntry(archive, entry, `dataset/${name}`, one);
        return { kind: 'dataset', root: await one.temp.file('dataset'), recipe };
      }
      const tables = entries.filter(({ name }) => isTable.test(name) && !noTableName.test(name));
      const [alone] = tables;
      if (alone === undefined && text !== null) return { kind: 'recipe', recipe };
      if (alone === undefined) {
        throw refused(
          entries.length === 0
            ? 'This archive is damaged, or of a kind that can’t be read.'
            : 'This archive has no table in it.',
          'Unpack it, then choose the file with the rows.',
        );
      }
      // One may even contain itself.
      if (archive !== file.path) {
        throw refused(
          'There is another archive in this archive.',
          'Unpack it, then choose the file with the rows.',
        );
      }
      if (tables.length > 1) return { kind: 'archive', path: archive, entries: tables, recipe };
      const content = await contentOfFile(file, await unpackEntry(archive, alone, 'entry', one));
      return text === null ? content : { ...content, recipe };
    }
  }

  function recipeOf(text: string): Result<OpenedRecipe> {
    try {
      return { ok: true, value: deps.openRecipe(text) };
    } catch (error) {
      if (error instanceof ProblemError) return { ok: false, error: error.problem };
      throw error;
    }
  }

  const handlers: OpenFiles['handlers'] = {
    async 'open.send'({ fileId, path, offset, base64 }) {
      const bytes = Buffer.from(base64, 'base64');
      if (path !== null && !isDatasetFile(path)) throw noDataset();
      const one =
        held.get(fileId) ?? (await add(fileId, { name: '', path: null, isFolder: path !== null }));
      one.sentBytes += bytes.length;
      if (one.sentBytes > mostSentFileBytes) {
        await close(fileId);
        throw refused(
          'This file is larger than 16 GB.',
          'Split it, or read it with DuckDB or another engine.',
        );
      }
      const target = await one.temp.file(path === null ? 'file' : `dataset/${path}`);
      const size = await sizeAt(target);
      if (size !== offset) throw refused('The file wasn’t sent in order.', 'Choose it again.');
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await appendFile(target, bytes, { mode: 0o600 });
      } catch (error) {
        await close(fileId);
        throw asStoreError(error, 'The file could not be copied.');
      }
      return {};
    },

    async 'open.look'({ fileId, name }) {
      known(fileId).name = name;
      return look(fileId);
    },

    async 'open.take'() {
      const given = deps.takeGivenFile?.() ?? null;
      if (given === null) return { opened: null };
      // The person named it: it may be a link.
      const path = await realpath(given).catch(() => given);
      const fileId = randomUUID();
      await add(fileId, { name: basename(given), path, isFolder: false });
      try {
        return { opened: await look(fileId) };
      } catch (error) {
        await close(fileId);
        throw error;
      }
    },

    async 'open.close'({ fileId }) {
      await close(fileId);
      return {};
    },
  };

  return {
    handlers,

    async rows(fileId, table, signal) {
      const one = known(fileId);
      await look(fileId, signal);
      const { content } = one;
      switch (content?.kind) {
        case 'dataset': {
          const all = await readDataset(content.root);
          const runs = all.filter(
            ({ manifest, rows }) => manifest.table === table && rowsIn(rows) > 0,
          );
          const rows = runs.reduce((sum, run) => sum + rowsIn(run.rows), 0);
          if (rows === 0)
            throw refused('The dataset no longer has this table.', 'Choose it again.');
          if (rows > mostRows) throw tooManyRows();
          return { kind: 'dataset', root: content.root, runs };
        }
        case 'table':
          return {
            kind: 'file',
            chosen: { ...content.chosen, table: table === '' ? null : table },
          };
        case 'archive': {
          const { path: archive, entries } = content;
          const entry = entries.find(({ name }) => name === table);
          if (entry === undefined)
            throw refused('The archive has no such file.', 'Choose it again.');
          const inner = await unpackEntry(archive, entry, 'entry', one);
          const start = await startOf(inner.path);
          mustBeReadable(start, packingOf(start));
          const file = { path: archive, bytes: await sizeAt(archive), name: one.name };
          if (packingOf(start) !== 'zip') {
            return {
              kind: 'file',
              chosen: { file, ...inner, packing: packingOf(start), table, sheets: null },
            };
          }
          const parts = await entriesOf(inner.path, inner.bytes).catch(() => []);
          const source = { path: inner.path, signal, tempFolder: one.temp, columns: deps.columns };
          const sheets = await unpackSheets(source, parts);
          return { kind: 'file', chosen: { file, ...inner, packing: 'zip', table: null, sheets } };
        }
        default:
          throw refused('This file has no table.', 'Choose another file.');
      }
    },

    closeAll: async () => {
      for (const fileId of held.keys()) await close(fileId);
    },
  };
}

/** Why work on a file or a table ended before its end. */
export const stopped = (): ProblemError =>
  refused('Stopped. Nothing was saved.', 'Start it again at any time.');

const sizeAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const noDataset = (): ProblemError =>
  refused('This folder isn’t a dataset.', 'Choose one that was saved for a data platform.');

/** In every methods sheet and recipe. */
const ours = 'social-data-explorer';
const isSheet = /^\s*\{\s*"kind":\s*"social-data-explorer\//;

/** Entries that are looked into for a methods sheet: ours have it among the first. */
const mostParts = 20;

/**
 * Reads a methods sheet in an archive (for a dataset, the first one), before a workbook's own part;
 * null: none.
 */
async function sheetIn(archive: string, entries: readonly Entry[]): Promise<string | null> {
  const found = [
    /\.methods\.json$/,
    /(?:^|\/)methods\/[^/]+\.json$/,
    /^customXml\/item\d+\.xml$/,
  ].map((wanted) => entries.filter(({ name }) => wanted.test(name)));
  for (const entry of found.flat().slice(0, mostParts)) {
    const text = await textOf(archive, entry, maxSheetLength).catch(() => '');
    if (text.includes(ours)) return text;
  }
  return null;
}

/**
 * Entries by their names in the dataset, which is in a folder of the archive. Files that the system or a
 * person added are left out.
 */
function datasetFiles(entries: readonly Entry[]): [name: string, entry: Entry][] {
  const record = entries.find(({ name }) => /(?:^|\/)_complete\/[\w-]+\.json$/.test(name));
  if (record === undefined) return [];
  const folder = record.name.slice(0, record.name.indexOf('_complete/'));
  return entries
    .filter(({ name }) => name.startsWith(folder))
    .map((entry): [string, Entry] => [entry.name.slice(folder.length), entry])
    .filter(([name]) => isDatasetFile(name));
}

/** Names of files in an archive that may be tables; what is in them decides. */
const isTable = /\.(?:csv|tsv|tab|txt|jsonl|ndjson|json|parquet|xlsx|gz)$/i;
/** Records beside the rows, and what systems add. */
const noTableName =
  /\.methods\.(?:json|md)$|(?:^|\/)(?:__MACOSX|methods|_complete)\/|(?:^|\/)\._|ro-crate-metadata\.json$/;

/** Text packs to a hundredth at most, unless somebody means harm. */
const mostUnpacked = (packed: number): number => 64 * 1024 ** 2 + 200 * packed;

/** Unpacks a file of an archive into the temporary folder. @throws ProblemError at far more than it could be. */
async function unpackEntry(
  archive: string,
  entry: Entry,
  to: string,
  { temp }: Held,
): Promise<{ path: string; bytes: number }> {
  const path = await temp.file(to);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of await contentOf(archive, entry)) {
      bytes += chunk.length;
      if (bytes > mostUnpacked(entry.size)) {
        throw refused(
          'This archive unpacks to far more than it could hold.',
          'Choose one that you know.',
        );
      }
      yield chunk;
    }
  }
  try {
    await writeFile(path, counted(), { mode: 0o600 });
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (systemCode(error).startsWith('Z_')) {
      throw refused('This archive is damaged.', 'Get another copy of it.');
    }
    throw asStoreError(error, 'The archive could not be unpacked.');
  }
  return { path, bytes };
}

const startOf = async (path: string): Promise<Buffer> => Buffer.from(await readStart(path, 512));

/** Returns the text at the beginning, without a byte order mark. */
const beginningOf = async (path: string, characters: number): Promise<string> =>
  new TextDecoder().decode(await readStart(path, characters * 4)).slice(0, characters);

async function readStart(path: string, most: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw refused(
      'This file can’t be read.',
      'Check whether it is still there and whether you may read it, then open it again.',
    );
  });
  try {
    const bytes = Buffer.alloc(most);
    const { bytesRead } = await file.read(bytes, 0, most, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What can't be read, by its first bytes, and what to do instead. */
const unreadable: readonly [start: RegExp, what: string, instead: string][] = [
  [
    /^\xd0\xcf.\xe0/s,
    'a workbook in Excel’s old format (.xls), or one with a password',
    'Open it in Excel or LibreOffice, save it as .xlsx or CSV, and open that.',
  ],
  [/^%PDF/, 'a PDF', 'Tables in a PDF can’t be read. Look for the same data as CSV or a workbook.'],
  [
    /^\s*<(?:!doctype html|html|table)/i,
    'a web page',
    'The download may have asked you to sign in. Open it in a browser to see what it says.',
  ],
  [/^\s*<\?xml|^\s*<gexf/i, 'XML', 'Save the data as CSV or JSON, and open that.'],
  [/^SQLite format 3/, 'a database (SQLite)', 'Export the table as CSV, and open that.'],
  [
    /^(?:Rar!|7z\xbc\xaf|\xfd7zXZ|BZh)/,
    'an archive that can’t be unpacked here',
    'Unpack it, then choose the file with the rows.',
  ],
];

function mustBeReadable(start: Buffer, packing: Packing): void {
  if (packing !== null) return;
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const found = unreadable.find(([pattern]) => pattern.test(text));
  if (found !== undefined)
    throw refused(`This is ${found[1]}, not a table that can be opened.`, found[2]);
}
