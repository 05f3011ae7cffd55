/**
 * Which columns a run has that was read from disk. The column store knows them at once, unless its
 * file has to be made again: then a long run's rows can be read meanwhile, and it is told how far
 * it is.
 */
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { asRow } from './as-row.ts';
import type { ColumnKeeper } from './column-keeper.ts';
import { become } from './live-run.ts';
import type { LiveRun } from './live-run.ts';

/** So many rows are read from the log sooner than the columns are opened. */
const quicklyRead = 20_000;
/** Of a long run so many are enough for the columns that are shown first. */
const firstRead = 1000;
/** So often is told how far it is. */
const steps = 200;

/**
 * Notes the run's columns, of a long run only as far as that takes no time: then `run.preparing`
 * says so, and `finishColumns` is to be called.
 */
export async function findColumns(run: LiveRun, columns: ColumnKeeper): Promise<void> {
  const { stored } = run;
  const of = stored.rowCount;
  if (stored.knownColumns !== undefined) {
    run.tally.take(stored.knownColumns);
    return;
  }
  const known =
    of > quicklyRead
      ? await columns
          .of(stored)
          .then((store) => takeKnown(run, store))
          // Columns can be missing: the log has it all.
          .catch(() => 0)
      : 0;
  const isLong = of - known > quicklyRead;
  if (isLong) become(run, { preparing: { rows: known, of } });
  await readColumns(run, known, isLong ? known + firstRead : of);
}

/**
 * Notes the columns of the rows that are left, as they come into the column store; where it can't
 * take them, from the log. `changed` is called whenever it got further, and in the end.
 * @throws what the log gives up with, when the run is closed meanwhile.
 */
export async function finishColumns(
  run: LiveRun,
  columns: ColumnKeeper,
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
    const store = await columns.of(stored);
    while (known < of) {
      await store.filled(stored.id, Math.min(of, known + Math.ceil(of / steps)));
      known = Math.min(of, store.progress(stored.id).rows);
      await takeKnown(run, store);
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

/** Columns that the store knows; answers of how many rows. */
async function takeKnown({ stored, tally }: LiveRun, store: ColumnStore): Promise<number> {
  const known = await store.describe(stored.id);
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
