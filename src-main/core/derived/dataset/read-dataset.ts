/**
 * Reads a dataset folder, which isn't trusted, since somebody else may have made it. Reads only files
 * that its records list, only under the names that this program gives them, only regular files inside
 * the folder, and only with the bytes that were saved.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { mostDatasetRuns } from '#shared/contract/derived.ts';
import { maxSheetLength, methodsSheetSchema } from '#shared/contract/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import { grouping } from '#shared/counts.ts';
import { manifestName, manifestSchema } from '../../export/dataset/manifest.ts';
import type { DataFile, Manifest } from '../../export/dataset/manifest.ts';
import type { ProblemError } from '../../problem-error.ts';
import { refused } from '../../problem-error.ts';

/** A run as described by its record and its methods sheet. */
export interface DatasetRun {
  manifest: Manifest;
  sheet: MethodsSheet;
  /** Files of its rows, in order. */
  rows: DataFile[];
  /** Its inputs as last saved; null without a list. */
  inputs: DataFile | null;
}

/** In bytes; records of long runs list thousands of files. */
const longestRecord = 16_000_000;

/**
 * Returns the runs of a dataset in the order in which they were collected.
 * @throws ProblemError when it isn't a dataset, or any of its records can't be read.
 */
export async function readDataset(root: string): Promise<DatasetRun[]> {
  const records = await readdir(join(root, '_complete')).catch(() => []);
  // macOS puts `._<name>` beside each file on disks that can’t hold its attributes.
  const names = records.filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  if (names.length === 0) {
    throw refused(
      'This isn’t a dataset.',
      'Choose the folder that was saved as a dataset: it has the folders “_complete” and “methods” in it.',
    );
  }
  if (names.length > mostDatasetRuns) {
    throw refused(
      `This dataset has ${grouping(names.length)} runs. A table can be made from at most ${grouping(mostDatasetRuns)}.`,
      'Read it with DuckDB or another engine.',
    );
  }
  const runs: DatasetRun[] = [];
  for (const name of names) runs.push(await readRun(root, `_complete/${name}`));
  return runs.toSorted((a, b) => (a.manifest.collectedFrom < b.manifest.collectedFrom ? -1 : 1));
}

async function readRun(root: string, name: string): Promise<DatasetRun> {
  const record = await readJson(root, name, longestRecord);
  const manifest = manifestSchema.safeParse(record).data;
  if (manifest === undefined || manifestName(manifest.run) !== name) {
    throw isNewer(record) ? newer() : damaged('One of the dataset’s records can’t be read.');
  }
  const { run, table, files } = manifest;
  const rows = files.filter((file) => isPart(file.name, table, run));
  const inputs = files.filter((file) => isPart(file.name, 'inputs', run));
  if (!tableName.test(table) || rows.length + inputs.length !== files.length) {
    throw damaged('One of the dataset’s records lists files that don’t belong in a dataset.');
  }
  // Written before the record, so after an interrupted save it may describe more than the record.
  const text = await readJson(root, `methods/${run}.json`, maxSheetLength * 4);
  const sheet = methodsSheetSchema.safeParse(text).data;
  if (sheet?.runs.length !== 1 || sheet.runs[0]?.runId !== run) {
    throw damaged('One of the dataset’s methods sheets is missing or can’t be read.');
  }
  return { manifest, sheet, rows, inputs: inputs.at(-1) ?? null };
}

const tableName = /^[a-z0-9][a-z0-9-]{0,99}$/;

function isPart(name: string, table: string, run: string): boolean {
  const [folder, day = '', file = '', ...more] = name.split('/');
  return (
    folder === table &&
    /^collected=\d{4}-\d\d-\d\d$/.test(day) &&
    file.startsWith(`${run}-`) &&
    /^-\d{4,}\.parquet$/.test(file.slice(run.length)) &&
    more.length === 0
  );
}

/** Yields the chunks of a file. @throws ProblemError at its end unless it is the one that was saved. */
export async function* checkedBytes(
  root: string,
  { name, bytes, sha256 }: DataFile,
): AsyncGenerator<Uint8Array> {
  const file = await openIn(root, name);
  if (file === null) throw damaged('A file of the dataset is missing.');
  try {
    const hash = createHash('sha256');
    let length = 0;
    const stream = file.createReadStream({ autoClose: false, highWaterMark: 1024 ** 2 });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      length += chunk.length;
      if (length > bytes) break;
      yield chunk;
    }
    if (length !== bytes || hash.digest('hex') !== sha256) {
      throw damaged('A file of the dataset is damaged or was changed.');
    }
  } finally {
    await file.close();
  }
}

/** Returns undefined when the file isn't JSON, is missing or is too long. */
async function readJson(root: string, name: string, most: number): Promise<unknown> {
  const file = await openIn(root, name);
  if (file === null) return undefined;
  try {
    if ((await file.stat()).size > most) return undefined;
    return JSON.parse(await file.readFile('utf8'));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Returns null for a missing file. @throws ProblemError for a link or anything but a regular file. */
async function openIn(root: string, name: string): Promise<FileHandle | null> {
  const folder = await realpath(root);
  const path = join(folder, ...name.split('/'));
  const real = await realpath(path).catch(() => null);
  if (real === null) return null;
  if (real !== path) throw damaged('A file of the dataset is a link to another one.');
  // Doesn't wait for the other end of a pipe. Windows has neither the flag nor such pipes.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw damaged('Something in the dataset is not a regular file.');
}

const isNewer = (record: unknown): boolean =>
  typeof record === 'object' &&
  record !== null &&
  'version' in record &&
  typeof record.version === 'number' &&
  record.version > 1;

const newer = (): ProblemError =>
  refused('A newer version of the program saved this dataset.', 'Open it with that version.');

/** @param title what is wrong with it. */
export const damaged = (title: string): ProblemError =>
  refused(title, 'Choose another copy of the dataset. No table was made.');
