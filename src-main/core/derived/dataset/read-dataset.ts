/**
 * Reads a dataset folder, which isn't trusted, since somebody else may have made it. Reads only files
 * that its records list, only under the names that this program gives them, only regular files inside
 * the folder, and only with the bytes that were saved.
 */
import { createHash } from 'node:crypto';
import { mostDatasetRuns } from '#shared/contract/derived.ts';
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import { grouping } from '#shared/counts.ts';
import {
  inputsTable,
  isPart,
  openIn,
  readManifest,
  readSheet,
  runsIn,
} from '../../export/dataset/manifest.ts';
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

/**
 * Returns the runs of a dataset in the order in which they were collected.
 * @throws ProblemError when it isn't a dataset, or any of its records can't be read.
 */
export async function readDataset(root: string): Promise<DatasetRun[]> {
  const runIds = await runsIn(root);
  if (runIds.length === 0) {
    throw refused(
      'This isn’t a dataset.',
      'Choose the folder that was saved as a dataset: it has the folders “_complete” and “methods” in it.',
    );
  }
  if (runIds.length > mostDatasetRuns) {
    throw refused(
      `This dataset has ${grouping(runIds.length)} runs. A table can be made from at most ${grouping(mostDatasetRuns)}.`,
      'Read it with DuckDB or another engine.',
    );
  }
  const runs: DatasetRun[] = [];
  for (const runId of runIds) runs.push(await readRun(root, runId));
  return runs.toSorted((a, b) => (a.manifest.collectedFrom < b.manifest.collectedFrom ? -1 : 1));
}

async function readRun(root: string, runId: string): Promise<DatasetRun> {
  const manifest = await readManifest(root, runId);
  if (manifest === null) throw damaged('One of the dataset’s records is missing.');
  // Written before the record, so after an interrupted save it may describe more than the record.
  const sheet = await readSheet(root, runId);
  if (sheet === null) {
    throw damaged('One of the dataset’s methods sheets is missing or can’t be read.');
  }
  const { table, files } = manifest;
  const inputs = files.filter((file) => isPart(file.name, inputsTable, runId));
  const rows = files.filter((file) => isPart(file.name, table, runId));
  return { manifest, sheet, rows, inputs: inputs.at(-1) ?? null };
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

/** @param title what is wrong with it. */
export const damaged = (title: string): ProblemError =>
  refused(title, 'Choose another copy of the dataset. No table was made.');
