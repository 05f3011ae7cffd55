/**
 * The record of a run in a dataset, `_complete/<run>.json`: written last, so that readers who rely on it
 * never see files that it doesn’t name.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writtenFileSchema } from '#shared/contract/export/export.ts';
import { methodsSheetSchema } from '#shared/contract/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import { runIdSchema } from '#shared/contract/run.ts';
import { ProblemError, refused } from '../../problem-error.ts';
import { deliver } from '../deliver.ts';

const kind = 'social-data-explorer/dataset-run';

const tableColumnSchema = z.object({
  /** The member of an item. */
  field: z.string(),
  type: z.enum(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN']),
});
export type TableColumn = z.infer<typeof tableColumnSchema>;

export const manifestSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  run: runIdSchema,
  /** Distinguishes the run from another one with the same id: a label that was used twice. */
  log: z.string(),
  /** The person's name for the run, and the question. */
  label: z.string(),
  question: z.string(),
  /** The folder of its items. */
  table: z.string(),
  /** Columns for the fields of its items, in order. Records of earlier versions lack them. */
  columns: z.array(tableColumnSchema).optional(),
  collectedFrom: z.string(),
  collectedUntil: z.string(),
  savedAt: z.string(),
  application: z.object({ name: z.string(), version: z.string() }),
  /** Rows of the run’s log that were processed: the next save starts after them. */
  upTo: z.number().int().min(0),
  /** Rows among these that were left out because their input had been asked again by then. */
  replaced: z.number().int().min(0),
  /**
   * Rows among these of inputs being asked again, or of damaged pages: they are written later if they
   * are shown then, or readable.
   */
  pending: z
    .array(z.object({ from: z.number().int().min(0), to: z.number().int().min(0) }))
    .default([]),
  /** In the order in which they were written; names are relative to the dataset, with `/`. */
  files: z.array(writtenFileSchema.extend({ rows: z.number() })),
  /** Hash of the inputs as last written; null without a list. */
  inputs: z.string().nullable(),
  methods: writtenFileSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;
export type DataFile = Manifest['files'][number];

export const manifestKind: Pick<Manifest, 'kind' | 'version'> = { kind, version: 1 };

export const manifestName = (runId: string): string => `_complete/${runId}.json`;
export const sheetName = (runId: string): string => `methods/${runId}.json`;

/** Reads the record of a run; null when there is none. @throws ProblemError when it can't be read. */
export async function readManifest(root: string, runId: string): Promise<Manifest | null> {
  let text: string;
  try {
    text = await readFile(join(root, manifestName(runId)), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw unreadable();
  }
  const manifest = parse(text, manifestSchema);
  if (manifest === null) throw unreadable();
  return manifest;
}

const unreadable = (): ProblemError =>
  refused('The dataset’s record of this run can’t be read.', 'Save into another folder.');

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
  const names = await readdir(join(root, '_complete')).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    const text = await readFile(join(root, '_complete', name), 'utf8').catch(() => '');
    const manifest = parse(text, manifestSchema);
    if (manifest !== null && manifestName(manifest.run) === `_complete/${name}`) yield manifest;
  }
}

/** Reads the methods sheet of a record; null when it can't be read. */
export async function readSheet(root: string, { run }: Manifest): Promise<MethodsSheet | null> {
  const text = await readFile(join(root, sheetName(run)), 'utf8').catch(() => '');
  return parse(text, methodsSheetSchema);
}

function parse<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
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

/** Writes a file of the dataset, all or nothing; returns it with its name in the dataset. */
export async function deliverIn(
  root: string,
  name: string,
  content: Parameters<typeof deliver>[1],
  options: Parameters<typeof deliver>[2],
): Promise<Awaited<ReturnType<typeof deliver>>> {
  const path = join(root, ...name.split('/'));
  await mkdir(dirname(path), { recursive: true });
  return { ...(await deliver(path, content, options)), name };
}

/** Deletes files of the run that a save did not finish. */
export async function removeUnfinished(
  root: string,
  tables: readonly string[],
  runId: string,
  known: readonly DataFile[],
): Promise<void> {
  const names = new Set(known.map(({ name }) => name));
  for (const table of tables) {
    for (const day of await readdir(join(root, table)).catch(() => [])) {
      for (const file of await readdir(join(root, table, day)).catch(() => [])) {
        const isOwn =
          file.startsWith(`${runId}-`) && /^-\d{4,}\.parquet$/.test(file.slice(runId.length));
        if (isOwn && !names.has(`${table}/${day}/${file}`)) {
          await rm(join(root, table, day, file), { force: true });
        }
      }
    }
  }
}
