/** The open datasets, chosen or uploaded, and their tables. */
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDatasetFile, mostDatasetBytes } from '#shared/contract/derived.ts';
import type { OpenDataset } from '#shared/contract/derived.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { datasetTable } from '#shared/contract/export/formats.ts';
import { openTempFolder } from '../../export/temp-folder.ts';
import type { TempFolder } from '../../export/temp-folder.ts';
import { asStoreError } from '../../store/store-error.ts';
import { refused } from '../../problem-error.ts';
import { rowsIn } from './dataset-rows.ts';
import { readDataset } from './read-dataset.ts';
import type { DatasetRun } from './read-dataset.ts';

export interface DatasetsDeps {
  dataFolder: string;
  catalogue: () => Catalogue;
  /** Asks the person for a folder; absolute, null when cancelled. Omitted where files are uploaded. */
  chooseDataset: (() => Promise<string | null>) | undefined;
}

export interface Datasets {
  choose(): Promise<OpenDataset | null>;
  send(datasetId: string, file: string, offset: number, bytes: Uint8Array): Promise<void>;
  look(datasetId: string): Promise<OpenDataset>;
  /** Returns the runs that have rows in a table, and the folder of their files. */
  table(datasetId: string, table: string): Promise<{ root: string; runs: DatasetRun[] }>;
  close(datasetId: string): Promise<void>;
  closeAll(): Promise<void>;
}

interface Known {
  /** The chosen folder; null: its files were uploaded. */
  root: string | null;
  sent: TempFolder;
  sentBytes: number;
}

/** A window has one dialog; opening more closes the oldest, in case it was never closed. */
const mostOpen = 4;

/** Limit of a table's rows, whose IDs are in memory while it is made. */
const mostRows = 10_000_000;

export function createDatasets({ dataFolder, catalogue, chooseDataset }: DatasetsDeps): Datasets {
  const known = new Map<string, Known>();

  const close = async (datasetId: string): Promise<void> => {
    const one = known.get(datasetId);
    known.delete(datasetId);
    await one?.sent.remove();
  };

  async function add(datasetId: string, root: string | null): Promise<Known> {
    const [oldest] = known.keys();
    if (known.size >= mostOpen && oldest !== undefined) await close(oldest);
    const sent = openTempFolder(dataFolder, `dataset-${datasetId}`);
    const one = { root, sent, sentBytes: 0 };
    known.set(datasetId, one);
    return one;
  }

  async function read(datasetId: string): Promise<{ root: string; runs: DatasetRun[] }> {
    const one = known.get(datasetId);
    if (one === undefined) {
      throw refused('This dataset is no longer open.', 'Choose it again.');
    }
    const root = one.root ?? (await one.sent.file('.'));
    return { root, runs: await readDataset(root) };
  }

  async function look(datasetId: string): Promise<OpenDataset> {
    const { runs } = await read(datasetId);
    const { resources } = catalogue();
    const withRows = runs.filter(({ rows }) => rowsIn(rows) > 0);
    const tables = [...new Set(withRows.map(({ manifest }) => manifest.table))];
    if (tables.length === 0) throw refused('This dataset has no rows.', 'Choose another one.');
    return {
      id: datasetId,
      tables: tables.map((table) => {
        const inTable = withRows.filter(({ manifest }) => manifest.table === table);
        const resource = resources.find(({ id }) => datasetTable(id) === table);
        const rows = inTable.reduce((sum, one) => sum + rowsIn(one.rows), 0);
        const ends = inTable.map(({ manifest }) => manifest.collectedUntil).toSorted();
        return {
          table,
          items: resource?.many ?? 'items',
          platform: resource?.platform ?? null,
          rows,
          runs: inTable.length,
          name: nameOf(inTable),
          collectedFrom: inTable[0]?.manifest.collectedFrom ?? '',
          collectedUntil: ends.at(-1) ?? '',
        };
      }),
    };
  }

  return {
    async choose() {
      const root = (await chooseDataset?.()) ?? null;
      if (root === null) return null;
      const id = randomUUID();
      await add(id, root);
      try {
        return await look(id);
      } catch (error) {
        await close(id);
        throw error;
      }
    },

    async send(datasetId, file, offset, bytes) {
      if (!isDatasetFile(file)) throw noDataset();
      const one = known.get(datasetId) ?? (await add(datasetId, null));
      one.sentBytes += bytes.length;
      if (one.sentBytes > mostDatasetBytes) {
        await close(datasetId);
        throw refused(
          'This dataset is larger than 4 GB.',
          'Open it in the desktop program, or read it with DuckDB or another engine.',
        );
      }
      const path = await one.sent.file(file);
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size !== offset) throw refused('The dataset wasn’t sent in order.', 'Choose it again.');
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await appendFile(path, bytes, { mode: 0o600 });
      } catch (error) {
        await close(datasetId);
        throw asStoreError(error, 'The dataset could not be copied.');
      }
    },

    look: async (datasetId) => {
      // The window looks after uploading the archive's files: there were none.
      if (!known.has(datasetId)) throw noDataset();
      return look(datasetId);
    },

    async table(datasetId, table) {
      const { root, runs } = await read(datasetId);
      const chosen = runs.filter(
        ({ manifest, rows }) => manifest.table === table && rowsIn(rows) > 0,
      );
      const rows = chosen.reduce((sum, one) => sum + rowsIn(one.rows), 0);
      if (rows === 0) throw refused('The dataset no longer has this table.', 'Choose it again.');
      if (rows > mostRows) {
        throw refused(
          'This table of the dataset has more than 10 million rows.',
          'Read it with DuckDB or another engine.',
        );
      }
      return { root, runs: chosen };
    },

    close,
    closeAll: async () => {
      for (const datasetId of known.keys()) await close(datasetId);
    },
  };
}

const noDataset = () =>
  refused('This archive isn’t a dataset.', 'Choose one that was saved for a data platform.');

/** Names a table after its runs: "sea and 2 more". */
function nameOf(runs: readonly DatasetRun[]): string {
  const names = [...new Set(runs.map(({ manifest }) => manifest.label || manifest.question))];
  const [first = 'Dataset'] = names;
  const short = first.slice(0, 150) || 'Dataset';
  return names.length > 1 ? `${short} and ${names.length - 1} more` : short;
}
