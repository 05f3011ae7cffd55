/** What the columns can't tell about rows, looked up in the log. */
import { loneSurrogatesIn } from './shape.ts';
import type { SelectedRun } from './selection.ts';
import { seqsOf } from './selection.ts';
import type { ExportWork } from './work.ts';

interface Unreadable {
  /** From the first to the last row of each damaged page. */
  stretches: (readonly [from: number, to: number])[];
  /** How many of these rows the view has. */
  chosen: number;
}

/**
 * Rows of damaged pages. Columns that were filled before the damage still have them; but what is
 * saved is what is seen, and the log is the only truth.
 */
export async function findUnreadable({ run, rows, seqs }: SelectedRun): Promise<Unreadable> {
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

/** Halves of characters in the cells that are written, which the columns hold as U+FFFD. */
export async function countLost({
  selection,
  columns,
  keeper,
  signal,
}: Pick<ExportWork, 'selection' | 'columns' | 'keeper' | 'signal'>): Promise<number> {
  let count = 0;
  for (const { run, rows, seqs } of selection) {
    const store = await keeper.of(run.stored);
    const suspects = await store.findReplaced(run.stored.id, { rows, signal });
    const chosen = seqs === null ? null : new Set(seqs);
    const wanted = chosen === null ? suspects : suspects.filter((seq) => chosen.has(seq));
    for await (const row of run.stored.iterateRowsAt(wanted)) {
      for (const { field } of columns) {
        const value = row !== undefined && Object.hasOwn(row, field) ? row[field] : null;
        if (typeof value === 'string' && !value.isWellFormed()) count += loneSurrogatesIn(value);
      }
    }
  }
  return count;
}
