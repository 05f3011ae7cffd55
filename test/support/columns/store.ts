/** Column stores for tests, over folders that are gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { ColumnStoreOptions } from '#main/core/store/columns/column-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { testFolder } from '#test/support/store/folder.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { referenceView } from './reference.ts';
import type { Rows } from './reference.ts';
import { ListSource } from './source.ts';
import { columnsWorker, tappedWorker } from './worker.ts';
import type { Tap } from './worker.ts';

export interface StoreInFolder {
  readonly store: ColumnStore;
  readonly folder: string;
}

/** One of its own for a test, whose worker is listened to; over a new folder unless told. */
export function ownStore(
  options: Partial<ColumnStoreOptions> = {},
): StoreInFolder & { readonly tap: Tap } {
  const folder = options.dataFolder ?? testFolder();
  const tap = tappedWorker();
  const store = new ColumnStore({ worker: tap.worker, dataFolder: folder, ...options });
  onTestFinished(() => store.close());
  return { store, folder, tap };
}

/** The same with a run of these rows, which is attached. */
export async function storeWith(
  rows: Rows = [],
  options?: Partial<ColumnStoreOptions>,
): Promise<ReturnType<typeof ownStore> & { readonly source: ListSource }> {
  const own = ownStore(options);
  const source = new ListSource(own.folder, [...rows]);
  await own.store.attach(source);
  return { ...own, source };
}

/** One for all tests of a file: starting a worker takes longer than asking. */
export function sharedStore(): StoreInFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'columns-test-')));
  const store = new ColumnStore({ worker: columnsWorker(), dataFolder: folder });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, folder };
}

/** Asks for the summary of every column and row. */
export const wholeSummary = {
  kind: 'summary',
  view: everyRow,
  fields: null,
  timeZone: 'UTC',
} as const;

let filledRuns = 0;

/** Attaches a run of its own with these rows; all of them are in. */
export async function attachFilled(
  { store, folder }: StoreInFolder,
  rows: Rows,
): Promise<ListSource> {
  filledRuns++;
  const source = new ListSource(folder, [...rows], `filled-${filledRuns}-0000`);
  await store.attach(source);
  await store.filled(source.id);
  return source;
}

/** Fails unless a view shows what its definition says of the run's rows; answers what it shows. */
export async function expectRight(
  store: ColumnStore,
  source: ListSource,
  view: View,
): ReturnType<ColumnStore['query']> {
  const shown = await store.query(source.id, view);
  expect([...(shown.seqs ?? source.rows.keys())]).toEqual(referenceView(source.rows, view));
  return shown;
}
