/**
 * The folder of a dataset: its records and tables, and the one way to read, write, list and delete in it. Somebody
 * else may have made it, so saving to it and opening it check the same things: records by schema, names by
 * shape, no links, only regular files, none longer than it may be.
 *
 * The record of a run, `_complete/<run>.json`, is written last, so that readers who rely on it never see
 * files that it doesn’t name.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '../../catalogue/index.ts';
import { writtenFileSchema } from '#shared/contract/export/export.ts';
import type { WrittenFile } from '#shared/contract/export/export.ts';
import { longestCodesFile } from '#shared/contract/codes.ts';
import { inputField } from '#shared/contract/list.ts';
import { maxSheetLength } from '#shared/contract/recipe.ts';
import { runIdSchema } from '#shared/contract/run.ts';
import { openRegular, readRegularFile } from '../store/file-port.ts';
import { asStoreError, StoreError, systemCode } from '../store/store-error.ts';
import { refused } from '../problem-error.ts';
import type { ProblemError } from '../problem-error.ts';
import { deliver } from './deliver.ts';
import { isNewer, methodsSheetSchema } from './methods/provenance.ts';
import type { MethodsSheet, SheetRun } from './methods/provenance.ts';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import type { CopyColumn, CopyType } from '../store/columns/column-store.ts';
import { jsonIn } from '../json/index.ts';

const kind = 'social-data-explorer/dataset-run';

const tableColumnSchema = z.object({
  /** The member of an item. */
  field: z.string(),
  type: z.enum(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN']),
});
type TableColumn = z.infer<typeof tableColumnSchema>;

/** The table of lists' inputs. */
export const inputsTable = 'inputs';
/** Names that no kind of item may have in a dataset, because other folders use them. */
const reserved: readonly string[] = [inputsTable, 'methods', 'codes'];

const countSchema = z.number().int().min(0);
const momentSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const contentSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  run: runIdSchema,
  /** Distinguishes the run from another one with the same id: a label that was used twice. */
  log: z.string(),
  /** The person's name for the run, and the question. */
  label: z.string(),
  question: z.string(),
  /** The folder of its items. */
  table: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,99}$/)
    .refine((table) => !reserved.includes(table)),
  /** Columns for the fields of its items, in order. */
  columns: z.array(tableColumnSchema),
  collectedFrom: momentSchema,
  collectedUntil: momentSchema,
  savedAt: z.string(),
  application: z.object({ name: z.string(), version: z.string() }),
  /** Rows of the run’s log that were processed: the next save starts after them. */
  upTo: countSchema,
  /** Rows among these of damaged pages: they are written later if they are readable then. */
  pending: z.array(
    z.object({ from: countSchema, to: countSchema }).refine(({ from, to }) => from <= to),
  ),
  /** In the order in which they were written; names are relative to the dataset, with `/`. */
  files: z.array(writtenFileSchema.extend({ bytes: countSchema, rows: countSchema })),
  /** Hash of the inputs as last written; null without a list. */
  inputs: z.string().nullable(),
  methods: writtenFileSchema,
  /** A person's own columns of its items; null: there were none. */
  codes: writtenFileSchema.extend({ bytes: countSchema.max(longestCodesFile) }).nullable(),
});

/** A record lists only files under the names that this program gives them. */
export const manifestSchema = contentSchema.refine(
  ({ run, table, files, methods, codes }) =>
    methods.name === sheetName(run) &&
    (codes === null || codes.name === codesName(run)) &&
    files.every(({ name }) => isPart(name, table, run) || isPart(name, inputsTable, run)),
);
export type Manifest = z.infer<typeof manifestSchema>;
export type DataFile = Manifest['files'][number];
export type RecordedRun = { run: SheetRun } & Pick<MethodsSheet, 'columns'>;

export const manifestKind: Pick<Manifest, 'kind' | 'version'> = { kind, version: 1 };

const recordFolder = '_complete';
export const manifestName = (runId: string): string => `${recordFolder}/${runId}.json`;
export const sheetName = (runId: string): string => `methods/${runId}.json`;
export const codesName = (runId: string): string => `codes/${runId}.json`;

/** Whether a file of the dataset holds rows of this run in this table. */
export function isPart(name: string, table: string, run: string): boolean {
  const [folder, day = '', file = '', ...more] = name.split('/');
  return (
    folder === table &&
    /^collected=\d{4}-\d\d-\d\d$/.test(day) &&
    file.startsWith(`${run}-`) &&
    /^-\d{4,}\.parquet$/.test(file.slice(run.length)) &&
    more.length === 0
  );
}

/** Limit of a record’s length, in bytes; those of long runs list thousands of files. */
const longestRecord = 16_000_000;

/** Reads the record of a run; null when there is none. @throws ProblemError when it can't be read. */
export async function readManifest(root: string, runId: string): Promise<Manifest | null> {
  const text = await readIn(root, manifestName(runId), longestRecord);
  if (text === null) return null;
  const record = jsonIn(text);
  const manifest = manifestSchema.safeParse(record).data;
  if (manifest?.run === runId) return manifest;
  throw isNewer(record)
    ? refused('A newer version of the program saved this dataset.', 'Use that version.')
    : unsafe('One of the dataset’s records can’t be read.');
}

/** Refuses the folder. */
const unsafe = (title: string): ProblemError =>
  refused(title, 'Choose another folder, or another copy of the dataset. Nothing was changed.');

/** The runs that have a record, by name. */
export async function runsIn(root: string): Promise<string[]> {
  const names = await namesIn(root, recordFolder);
  // macOS puts `._<name>` beside each file on disks that can’t hold its attributes.
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted();
}

/** All records, by name; unreadable ones are skipped, because other programs may write there too. */
export async function readManifests(root: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for await (const manifest of manifestsIn(root)) found.push(manifest);
  return found;
}

async function* manifestsIn(root: string): AsyncGenerator<Manifest> {
  for (const runId of await runsIn(root)) {
    const manifest = await readManifest(root, runId).catch(() => null);
    if (manifest !== null) yield manifest;
  }
}

/** Reads what the methods sheet of a run says of it, and of no other; null when it can't be read. */
export async function readSheet(root: string, runId: string): Promise<RecordedRun | null> {
  // A character has at most four bytes.
  const text = await readIn(root, sheetName(runId), maxSheetLength * 4).catch(() => null);
  const { data } = methodsSheetSchema.safeParse(text === null ? null : jsonIn(text));
  const [run, ...others] = data?.runs ?? [];
  return run?.runId === runId && others.length === 0 ? { run, columns: data!.columns } : null;
}

export const asText = (value: unknown): Uint8Array[] => [
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
];

/** Deletes files of the run that a save did not finish. */
export async function removeUnfinished(
  root: string,
  tables: readonly string[],
  runId: string,
  known: readonly DataFile[],
): Promise<void> {
  const names = new Set(known.map(({ name }) => name));
  for (const table of tables) {
    for (const day of await namesIn(root, table)) {
      for (const file of await namesIn(root, `${table}/${day}`)) {
        const name = `${table}/${day}/${file}`;
        if (isPart(name, table, runId) && !names.has(name)) {
          await rm(await pathIn(root, name), { force: true });
        }
      }
    }
  }
}

/** Writes a file of the dataset, all or nothing; returns it with its name in the dataset. */
export async function deliverIn(
  root: string,
  name: string,
  content: Parameters<typeof deliver>[1],
  options: Parameters<typeof deliver>[2],
): Promise<WrittenFile> {
  const path = await pathIn(root, name);
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw asStoreError(error, 'The dataset could not be saved.');
  }
  const { file } = await deliver(path, content, options);
  return { ...file, name };
}

/**
 * Opens or reads a file; null when it is missing.
 * @throws ProblemError for a link, what is no regular file, or is too long.
 */
async function ofFile<T>(root: string, name: string, take: (path: string) => T): Promise<T | null> {
  const path = await pathIn(root, name);
  try {
    return take(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    if (!(error instanceof StoreError))
      throw asStoreError(error, 'A file of the dataset can’t be read.');
    throw unsafe(
      error.code === 'too_large'
        ? 'A file of the dataset is too long.'
        : 'Something in the dataset is not a regular file.',
    );
  }
}

/** Opens a file and returns its descriptor; null when it is missing. @throws as `ofFile` does. */
export const openIn = (root: string, name: string): Promise<number | null> =>
  ofFile(root, name, (path) => openRegular(path, constants.O_RDONLY));

/** Reads a file of at most `most` bytes as text; null when it is missing. @throws as `ofFile` does. */
const readIn = (root: string, name: string, most: number): Promise<string | null> =>
  ofFile(root, name, (path) => readRegularFile(path, most).toString('utf8'));

/** The names in a folder of the dataset; none when it is missing. @throws ProblemError for a link. */
const namesIn = async (root: string, name: string): Promise<string[]> =>
  readdir(await pathIn(root, name)).catch(() => []);

/**
 * Returns the path of something in the dataset, there or not. Links are looked for on the way, not held
 * off: one that is put there between this check and the use is followed.
 * @throws ProblemError when a part of the name leads elsewhere.
 */
export async function pathIn(root: string, name: string): Promise<string> {
  let path = root;
  for (const part of name.split('/')) {
    path = join(path, part);
    if ((await lstat(path).catch(() => null))?.isSymbolicLink() === true) {
      throw unsafe('This folder is a link to another one, or has one in it.');
    }
  }
  return path;
}

// The tables of a dataset. A column’s type follows from the catalogue, never from the values, and a table keeps
// the columns of its first run, so any number of runs, made at any time, can be read as one table.

/** Returns the dataset folder with a resource's items: `microblog-post`. */
export function datasetTable(resource: string): string {
  // Spark ignores names with a leading underscore.
  const name = resource
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return name === '' || reserved.includes(name) ? `items-${name}` : name.slice(0, 80);
}

/** Columns of a run's items: our own first, then those of the table, in its order. */
export const itemColumns = (columns: readonly TableColumn[], runId: string): CopyColumn[] =>
  withNames([
    ...ownColumns(runId),
    ...columns.map(({ field, type }): CopyColumn => ({ kind: 'member', field, type, name: field })),
  ]);

const ownColumns = (runId: string): CopyColumn[] => [
  { kind: 'text', text: runId, name: 'run' },
  { kind: 'member', field: inputField, type: 'VARCHAR', name: 'input' },
  { kind: 'arrived', name: 'collected_at' },
  { kind: 'rest', name: '_rest' },
];

/**
 * Returns the columns that a table of the dataset has, or will have with its first run: those of the
 * built-in catalogue, whatever fields were corrected or accepted from the service.
 */
export async function tableColumns(
  root: string,
  table: string,
  resource: Resource,
): Promise<TableColumn[]> {
  for await (const known of manifestsIn(root)) if (known.table === table) return known.columns;
  return builtInFields(resource).map(({ name, meaning }) => ({
    field: name,
    type: typesByMeaning[meaning] ?? 'VARCHAR',
  }));
}

/** Returns the fields of the catalogue of this version; for a resource that it lacks, its own. */
export const builtInFields = ({ id, fields }: Resource): readonly Field[] =>
  catalogue.resources.find((one) => one.id === id)?.fields ?? fields;

const inputTypes: Readonly<Record<string, CopyType>> = {
  input: 'VARCHAR',
  values: 'VARCHAR',
  line: 'BIGINT',
  status: 'VARCHAR',
  rows: 'BIGINT',
  pages: 'BIGINT',
  calls: 'BIGINT',
  why: 'VARCHAR',
};

/** Columns of a list's inputs. A later save of the same run writes them again in their new state. */
export const inputColumns = (runId: string): CopyColumn[] => [
  { kind: 'text', text: runId, name: 'run' },
  ...Object.entries(inputTypes).map(([name, type]): CopyColumn => ({
    kind: 'member',
    field: name,
    name,
    type,
  })),
  { kind: 'arrived', name: 'saved_at' },
];

/** All others are texts. */
const typesByMeaning: Partial<Record<Meaning, CopyType>> = {
  count: 'BIGINT',
  number: 'DOUBLE',
  duration: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/**
 * Names columns with letters, digits and underscores, which every engine accepts, and unique ignoring
 * case: most engines treat `id` and `Id` as one column.
 */
function withNames(columns: readonly CopyColumn[]): CopyColumn[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const plain = column.name.replaceAll(/\W/g, '_');
    const base = /^\d|^$/.test(plain) ? `_${plain}` : plain;
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base}_${number}`;
    used.add(name.toLowerCase());
    return { ...column, name };
  });
}
