/**
 * Parquet, by the column store: from the run's own columns where they hold what is wanted, else
 * from columns made for this file alone.
 */
import { rm, stat } from 'node:fs/promises';
import type { ParquetOptions } from '#shared/export/formats.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { ownProblem, ProblemError } from '../problem-error.ts';
import { bytesOfFile } from './save-content.ts';
import { changesOf } from './changes.ts';
import { nameColumns, plainSources } from './columns.ts';
import { countLost, findUnreadable } from './lost.ts';
import { rowsDiffer } from './deliver.ts';
import { countOf } from './selection.ts';
import { renamedOf, createTableSource } from './table.ts';
import type { ExportWork, Outcome } from './work.ts';

type Work = ExportWork<ParquetOptions>;

/** What the column store holds of one table. */
const maxColumns = 1000;

export async function saveParquet(work: Work): Promise<Outcome> {
  return (await copyRun(work)) ?? (await copyTable(work));
}

async function copyRun(work: Work): Promise<Outcome | null> {
  const { format, selection, spec, keeper, signal } = work;
  const [selected] = selection;
  const { dates, objects, lists } = format;
  const isPlain =
    work.replace === null && dates === 'asGiven' && objects === 'json' && lists === 'json';
  if (selected === undefined || selection.length > 1 || !isPlain) return null;
  const columns = nameColumns(plainSources(work.columns, false), format);
  checkWidth(columns.length);
  const { run, rows } = selected;
  const store = await keeper.of(run.stored);
  const unreadable = await findUnreadable(selected);
  const path = await work.workplace.file('rows.parquet');
  const copied = await store.copy(
    run.stored.id,
    spec.view,
    {
      path,
      columns: columns.map(({ field, name }) => ({ field, name })),
      format: { kind: 'parquet' },
      without: unreadable.stretches,
    },
    { rows, signal },
  );
  if (copied === null) return null;
  rowsDiffer(copied.rows, countOf(selection) - unreadable.chosen);
  return {
    file: await put(work, path),
    rows: copied.rows,
    columns: columns.map(({ name, field, label }, at) => ({
      name,
      field,
      label,
      filled: copied.filled[at] ?? 0,
    })),
    changes: changesOf({
      loneSurrogates: await countLost(work),
      unreadableRows: unreadable.chosen,
      renamedColumns: renamedOf(columns, format),
    }),
  };
}

async function copyTable(work: Work): Promise<Outcome> {
  const { selection, keeper, signal } = work;
  const folder = await work.workplace.file('columns');
  const source = await createTableSource(work, work.format, folder);
  checkWidth(source.columns.length);
  const store = await keeper.of(source);
  try {
    await store.filled(source.id);
    const told = source.told();
    const { unreadableRows } = told.changes;
    const path = await work.workplace.file('rows.parquet');
    await rm(path, { force: true });
    const view: View = everyRow;
    const copied = await store.copy(
      source.id,
      view,
      {
        path,
        columns: source.columns.map(({ name }, at) => ({ field: source.fieldOf(at), name })),
        format: { kind: 'parquet' },
        without: unreadableRows === 0 ? [] : [[told.rows, source.rowCount - 1]],
      },
      { rows: source.rowCount, signal },
    );
    if (copied === null) throw new Error('Columns of our own are always told apart');
    rowsDiffer(copied.rows, countOf(selection) - unreadableRows);
    return {
      file: await put(work, path),
      rows: copied.rows,
      columns: told.columns,
      changes: changesOf(told.changes),
    };
  } finally {
    await keeper.release(source.id);
  }
}

function checkWidth(columns: number): void {
  if (columns > 0 && columns <= maxColumns) return;
  throw new ProblemError(
    columns === 0
      ? ownProblem('invalid_input', 'There is no column to save.', 'Fetch rows first.')
      : ownProblem(
          'invalid_input',
          'A Parquet file can have 1,000 columns here.',
          'Choose fewer columns, or save as CSV.',
        ),
  );
}

async function put(work: Work, path: string): Promise<Outcome['file']> {
  const { size } = await stat(path);
  return work.deliver(bytesOfFile(path), {
    onBytes: (bytes) => work.progress.finishing(bytes, size),
  });
}
