/**
 * Finds the columns of a run read from disk. The column store knows them immediately, unless its file
 * has to be rebuilt: a long run's rows can be read during that, and its progress is reported.
 */
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { asRow } from './as-row.ts';
import { become } from './live-run.ts';
import type { LiveRun } from './live-run.ts';

/** Up to this many rows are read from the log faster than the columns are opened. */
const quicklyRead = 20_000;
/** Number of a long run's rows that are read for the columns shown first. */
const firstRead = 1000;
/** Number of progress reports. */
const steps = 200;

/**
 * Finds the run's columns; for a long run only as far as that is quick: `run.preparing` is set then,
 * and `finishColumns` must be called.
 */
export async function findColumns(run: LiveRun, columns: ColumnStore): Promise<void> {
  const { stored } = run;
  const of = stored.rowCount;
  if (stored.knownColumns !== undefined) {
    run.tally.take(stored.knownColumns);
    return;
  }
  const known =
    of > quicklyRead
      ? // If the columns are missing, the log has everything.
        await takeKnown(run, columns).catch(() => 0)
      : 0;
  const isLong = of - known > quicklyRead;
  if (isLong) become(run, { preparing: { rows: known, of } });
  await readColumns(run, known, isLong ? known + firstRead : of);
}

/**
 * Finds the columns of the remaining rows as the column store is filled, or from the log if that fails.
 * Calls `changed` after each step and at the end.
 * @throws the log's or the column store's error when the run is closed before that.
 */
export async function finishColumns(
  run: LiveRun,
  columns: ColumnStore,
  changed: () => void,
): Promise<void> {
  const { stored } = run;
  const { of = 0 } = run.preparing ?? {};
  const advance = (rows: number): void => {
    become(run, { preparing: rows < of ? { rows, of } : null });
    changed();
  };
  let known = 0;
  try {
    while (known < of) {
      await columns.filled(stored, Math.min(of, known + Math.ceil(of / steps)));
      known = Math.min(of, columns.progress(stored).rows);
      await takeKnown(run, columns);
      advance(known);
    }
  } catch (error) {
    if (error instanceof ColumnsError && (error.code === 'cancelled' || error.code === 'closed')) {
      throw error;
    }
    await readColumns(run, known, of, advance);
    advance(of);
  }
}

/** Adds the columns that the store knows. Returns the number of rows they cover. */
async function takeKnown({ stored, tally }: LiveRun, columns: ColumnStore): Promise<number> {
  const known = await columns.describe(stored);
  if (known.columns === null) throw new ColumnsError('failed', 'It has too many columns');
  tally.take(known.columns);
  return known.rows;
}

async function readColumns(
  { stored, tally }: LiveRun,
  from: number,
  to: number,
  advance: (rows: number) => void = () => undefined,
): Promise<void> {
  const step = Math.ceil((to - from) / steps);
  let read = from;
  for await (const item of stored.iterateRows(from, to)) {
    const row = asRow(item);
    if (row !== null) tally.add(row);
    read++;
    if ((read - from) % step === 0 && read < to) advance(read);
  }
}
