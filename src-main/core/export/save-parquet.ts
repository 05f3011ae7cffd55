/**
 * Parquet, written by the column store: from the run's own columns if they contain what is needed,
 * otherwise from temporary columns made for this file.
 */
import { stat } from 'node:fs/promises';
import type { ParquetOptions } from '#shared/contract/export/formats.ts';
import { everyRow } from '#shared/contract/view.ts';
import { ColumnsError } from '../store/columns/column-store.ts';
import { ownProblem, ProblemError } from '../problem-error.ts';
import { changesOf } from './changes.ts';
import { nameColumns, plainSources } from './columns.ts';
import { copyRun, countLost, isPlain } from './copy-run.ts';
import { rowsDiffer } from './deliver.ts';
import { askOnce } from './row-source.ts';
import { bytesOfFile } from './save-files.ts';
import { selectedCount } from './selection.ts';
import { createTableSource, renamedOf } from './table.ts';
import { writtenColumns } from './work.ts';
import type { ExportWork, Outcome } from './work.ts';

type Work = ExportWork<ParquetOptions>;

/** The column store's limit for one table. */
const maxColumns = 1000;
const fileName = 'rows.parquet';

export async function saveParquet(work: Work): Promise<Outcome> {
  return (await saveRun(work)) ?? (await saveTable(work));
}

async function saveRun(work: Work): Promise<Outcome | null> {
  const { format, selection } = work;
  const [selected] = selection;
  if (selected === undefined || selection.length > 1 || !isPlain(work)) return null;
  const columns = nameColumns(plainSources(work.columns, false), format);
  checkWidth(columns.length);
  const path = await work.tempFolder.file(fileName);
  const copying = copyRun(work, selected, columns, { kind: 'parquet' }, path);
  const copied = await copying.catch((error: unknown) => {
    // Long rows can't be put in order: from columns of their own they come in it.
    if (!(error instanceof ColumnsError) || error.code !== 'memory') throw error;
    work.report(error);
    return null;
  });
  if (copied === null) return null;
  const { rows, filled, unreadable } = copied;
  rowsDiffer(rows, selectedCount(selection) - unreadable);
  return {
    file: await deliverFile(work, path),
    rows,
    columns: writtenColumns(columns, (at) => filled[at] ?? 0),
    changes: changesOf({
      loneSurrogates: await countLost(work),
      unreadableRows: unreadable,
      renamedColumns: renamedOf(columns, format),
    }),
  };
}

async function saveTable(work: Work): Promise<Outcome> {
  const folder = await work.tempFolder.file('columns');
  const source = await createTableSource(work, work.format, folder);
  checkWidth(source.columns.length);
  const path = await work.tempFolder.file(fileName);
  const copied = await askOnce(work, source.rows, () => {
    const copy = {
      path,
      columns: source.columns.map(({ name }, at) => ({ field: source.fieldOf(at), name })),
      format: { kind: 'parquet' } as const,
      without: [],
    };
    return { kind: 'copy', view: everyRow, copy } as const;
  });
  if (copied === null) throw new Error('Columns of our own never mix kinds of values');
  const { columns, changes } = source.result();
  rowsDiffer(copied.rows, selectedCount(work.selection) - changes.unreadableRows);
  const file = await deliverFile(work, path);
  return { file, rows: copied.rows, columns, changes: changesOf(changes) };
}

function checkWidth(columns: number): void {
  if (columns > 0 && columns <= maxColumns) return;
  throw new ProblemError(
    columns === 0
      ? ownProblem('invalid_input', 'There are no columns to save.', 'Get rows first.')
      : ownProblem(
          'invalid_input',
          'A Parquet file can have at most 1,000 columns here.',
          'Choose fewer columns, or save as CSV.',
        ),
  );
}

async function deliverFile(work: Work, path: string): Promise<Outcome['file']> {
  const { size } = await stat(path);
  return work.deliver(bytesOfFile(path), {
    onBytes: (bytes) => work.progress.finishing(bytes, size),
  });
}
