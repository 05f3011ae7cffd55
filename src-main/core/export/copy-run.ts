/**
 * The fast path of CSV and Parquet: the column store writes a run's rows by SQL. What the columns can't
 * know about rows is read from the log.
 */
import { memberOf } from '#shared/catalogue/types.ts';
import type { CsvOptions, ParquetOptions } from '#shared/contract/export/formats.ts';
import type { Copy, CopyColumn } from '../store/columns/column-store.ts';
import type { OutputColumn } from './columns.ts';
import { seqsOf } from './selection.ts';
import type { SelectedRun } from './selection.ts';
import { loneSurrogatesIn } from './shape.ts';
import type { ExportWork } from './work.ts';

interface CopiedRun {
  rows: number;
  /** Number of values by column. */
  filled: number[];
  /** Unreadable rows of the view. */
  unreadable: number;
}

/** Returns whether no value is changed, so that the columns contain everything the file needs. */
export function isPlain({
  replace,
  spec,
  format: { dates, objects, lists },
}: ExportWork<CsvOptions | ParquetOptions>): boolean {
  return (
    spec.origin.length === 0 &&
    replace === null &&
    dates === 'asGiven' &&
    objects === 'json' &&
    lists === 'json'
  );
}

/** Returns null when the columns don't preserve distinctions the file needs: then nothing was written. */
export async function copyRun(
  { columnStore, spec, signal }: Pick<ExportWork, 'columnStore' | 'spec' | 'signal'>,
  selected: SelectedRun,
  columns: readonly OutputColumn[],
  format: Copy['format'],
  path: string,
): Promise<CopiedRun | null> {
  const { run, rows, label } = selected;
  const unreadable = await findUnreadable(selected);
  const copy: Copy = {
    path,
    columns: columns.map(({ source, name }): CopyColumn =>
      source.kind === 'run' ? { text: label, name } : { field: source.field, name },
    ),
    format,
    without: unreadable.stretches,
  };
  const asked = { kind: 'copy', view: spec.view, copy } as const;
  const copied = await columnStore.ask(run.stored, asked, { rows, signal });
  return copied && { ...copied, unreadable: unreadable.chosen };
}

/**
 * Finds rows of damaged pages, as ranges from first to last, and how many of them are in the view. Columns
 * that were filled before the damage still have them; but what is saved must be what is seen, and the log
 * is the single source of truth.
 */
export async function findUnreadable({
  run,
  rows,
  seqs,
}: SelectedRun): Promise<{ stretches: (readonly [from: number, to: number])[]; chosen: number }> {
  await run.stored.verifyPages(rows);
  const stretches = run.stored.pages.flatMap((page) =>
    page.unreadable && page.rows > 0
      ? [[page.firstRow, page.firstRow + page.rows - 1] as const]
      : [],
  );
  if (stretches.length === 0) return { stretches, chosen: 0 };
  let chosen = 0;
  for (const seq of seqsOf({ rows, seqs })) {
    if (stretches.some(([from, to]) => seq >= from && seq <= to)) chosen++;
  }
  return { stretches, chosen };
}

/** @param chosen null: all rows. There may be millions, but few suspects. */
function* both(suspects: Uint32Array, chosen: Iterable<number> | null): Generator<number> {
  if (chosen === null) {
    yield* suspects;
  } else if (suspects.length > 0) {
    const found = new Set(suspects);
    for (const seq of chosen) if (found.has(seq)) yield seq;
  }
}

/** Counts lone surrogates in the written cells, which the columns store as U+FFFD. */
export async function countLost({
  selection,
  columns,
  columnStore,
  signal,
}: Pick<ExportWork, 'selection' | 'columns' | 'columnStore' | 'signal'>): Promise<number> {
  let count = 0;
  for (const { run, rows, seqs } of selection) {
    const asked = { kind: 'replaced' } as const;
    const { seqs: suspects } = await columnStore.ask(run.stored, asked, { rows, signal });
    for await (const row of run.stored.iterateRowsAt(both(suspects, seqs))) {
      for (const { field } of columns) {
        const value = memberOf(row, field);
        if (typeof value === 'string' && !value.isWellFormed()) count += loneSurrogatesIn(value);
      }
    }
  }
  return count;
}
