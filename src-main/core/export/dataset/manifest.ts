/**
 * The folder of a dataset: its records, and the one way to read, write, list and delete in it. Somebody
 * else may have made it, so saving to it and opening it check the same things: records by schema, names by
 * shape, no links, only regular files, none longer than it may be.
 *
 * The record of a run, `_complete/<run>.json`, is written last, so that readers who rely on it never see
 * files that it doesn’t name.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writtenFileSchema } from '#shared/contract/export/export.ts';
import { maxSheetLength, methodsSheetSchema } from '#shared/contract/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import { runIdSchema } from '#shared/contract/run.ts';
import { asStoreError, systemCode } from '../../store/store-error.ts';
import type { ProblemError } from '../../problem-error.ts';
import { refused } from '../../problem-error.ts';
import { deliver } from '../deliver.ts';

const kind = 'social-data-explorer/dataset-run';

const tableColumnSchema = z.object({
  /** The member of an item. */
  field: z.string(),
  type: z.enum(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN']),
});
export type TableColumn = z.infer<typeof tableColumnSchema>;

/** The table of lists' inputs. */
export const inputsTable = 'inputs';

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
    .refine((table) => table !== inputsTable && table !== 'methods'),
  /** Columns for the fields of its items, in order. Records of earlier versions lack them. */
  columns: z.array(tableColumnSchema).optional(),
  collectedFrom: momentSchema,
  collectedUntil: momentSchema,
  savedAt: z.string(),
  application: z.object({ name: z.string(), version: z.string() }),
  /** Rows of the run’s log that were processed: the next save starts after them. */
  upTo: countSchema,
  /** Rows among these of damaged pages: they are written later if they are readable then. */
  pending: z
    .array(z.object({ from: countSchema, to: countSchema }).refine(({ from, to }) => from <= to))
    .default([]),
  /** In the order in which they were written; names are relative to the dataset, with `/`. */
  files: z.array(writtenFileSchema.extend({ bytes: countSchema, rows: countSchema })),
  /** Hash of the inputs as last written; null without a list. */
  inputs: z.string().nullable(),
  methods: writtenFileSchema,
});

/** A record lists only files under the names that this program gives them. */
export const manifestSchema = contentSchema.refine(
  ({ run, table, files, methods }) =>
    methods.name === sheetName(run) &&
    files.every(({ name }) => isPart(name, table, run) || isPart(name, inputsTable, run)),
);
export type Manifest = z.infer<typeof manifestSchema>;
export type DataFile = Manifest['files'][number];

export const manifestKind: Pick<Manifest, 'kind' | 'version'> = { kind, version: 1 };

const recordFolder = '_complete';
export const manifestName = (runId: string): string => `${recordFolder}/${runId}.json`;
export const sheetName = (runId: string): string => `methods/${runId}.json`;

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
  const record = parsed(text);
  const manifest = manifestSchema.safeParse(record).data;
  if (manifest?.run === runId) return manifest;
  throw newerSchema.safeParse(record).success
    ? refused('A newer version of the program saved this dataset.', 'Use that version.')
    : unsafe('One of the dataset’s records can’t be read.');
}

const newerSchema = z.object({ version: z.number().gt(1) });

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

/** Returns the first record of a table, by name; null when it has none. */
export async function recordOfTable(root: string, table: string): Promise<Manifest | null> {
  for await (const manifest of manifestsIn(root)) if (manifest.table === table) return manifest;
  return null;
}

async function* manifestsIn(root: string): AsyncGenerator<Manifest> {
  for (const runId of await runsIn(root)) {
    const manifest = await readManifest(root, runId).catch(() => null);
    if (manifest !== null) yield manifest;
  }
}

/** Reads the methods sheet of a run, which describes that run and no other; null when it can't be read. */
export async function readSheet(root: string, runId: string): Promise<MethodsSheet | null> {
  // A character has at most four bytes.
  const text = await readIn(root, sheetName(runId), maxSheetLength * 4).catch(() => null);
  const { data } = methodsSheetSchema.safeParse(text === null ? null : parsed(text));
  return data?.runs.length === 1 && data.runs[0]?.runId === runId ? data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the record, which makes the files it names visible. */
export const writeManifest = (
  root: string,
  manifest: Manifest,
  onPart: (part: string) => Promise<void>,
): Promise<unknown> => deliverIn(root, manifestName(manifest.run), asText(manifest), { onPart });

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
): Promise<Awaited<ReturnType<typeof deliver>>> {
  const path = await pathIn(root, name);
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw asStoreError(error, 'The dataset could not be saved.');
  }
  return { ...(await deliver(path, content, options)), name };
}

/** Opens a file; null when it is missing. @throws ProblemError for a link, or what is no regular file. */
export async function openIn(root: string, name: string): Promise<FileHandle | null> {
  const path = await pathIn(root, name);
  // Doesn't wait for the other end of a pipe. Windows has neither flag nor such pipes.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(path, flags).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw asStoreError(error, 'A file of the dataset can’t be read.');
  });
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  throw unsafe('Something in the dataset is not a regular file.');
}

/** Reads a file of at most `most` bytes as text; null when it is missing. @throws as `openIn` does. */
async function readIn(root: string, name: string, most: number): Promise<string | null> {
  const file = await openIn(root, name);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > most) throw unsafe('A file of the dataset is too long.');
    const bytes = Buffer.alloc(size);
    // Not until its end: it may grow meanwhile.
    return bytes.toString('utf8', 0, (await file.read(bytes, 0, size, 0)).bytesRead);
  } finally {
    await file.close();
  }
}

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
      throw unsafe('A file or folder of the dataset is a link to another one.');
    }
  }
  return path;
}
