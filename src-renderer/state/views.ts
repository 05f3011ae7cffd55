/**
 * Views of runs as they are on screen. What was opened last stays there until what is wanted now
 * was opened, and it changes only at its end while a run grows: a sorted view stays as it is until
 * the run rests or the person wants it sorted again.
 */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { type OpenedView, type View, everyRow, isEveryRow } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { without } from './app.ts';
import { useKeptUp } from './keep-up.ts';
import { readAround, setRowProblem, viewKey, type RowView } from './rows.ts';

/** A view and what it came to. */
export interface ShownView {
  view: View;
  opened: OpenedView;
}

/** Keeps the row a person is at where it is, when other rows come on screen. */
export interface PlaceKeeper {
  /** Number in the run (from 0) of the row to be found again in `view`; null for none. */
  anchorOf: (from: RowView, view: View) => number | null;
  /** `to` comes in the place of `from`; the row is at `place` there, null when it is not. */
  keep: (from: RowView, to: RowView, place: number | null) => void;
}

export interface ViewOnScreen {
  /** Null until the first answer. */
  shown: ShownView | null;
  /** What is on screen is what is wanted. */
  isSettled: boolean;
  /** Rows that came since the sorted view was made. */
  waiting: number;
  /** Sorts them in. */
  sortAnew: () => Promise<void>;
}

interface Views {
  /** By run id. */
  shown: Readonly<Record<string, ShownView>>;
  /** Counts the times a person tried again. */
  attempt: number;
}

const useViews = create<Views>()(() => ({ shown: {}, attempt: 0 }));

/** What is wanted on screen now, by run id: answers about anything else come too late. */
const wanted = new Map<string, string>();

const textOf = (view: View): string => JSON.stringify(view);

/** The view of a run on screen, `view` as soon as it is known what that comes to. */
export function useShownView(run: Run, view: View, keeper: PlaceKeeper): ViewOnScreen {
  const { id, rowCount } = run;
  const text = textOf(view);
  const attempt = useViews((state) => state.attempt);
  const last = useViews((state) => state.shown[id]) ?? (isEveryRow(view) ? allRows : null);
  const shown =
    last !== null && isEveryRow(last.view) ? { ...allRows, opened: wholeRun(rowCount) } : last;
  const isSettled = shown !== null && textOf(shown.view) === text;
  const known = isSettled ? shown.opened : null;
  const works = isWorking(run.state);
  const isFrozen = known !== null && view.sort.length > 0 && known.count > 0;
  const isBehind = known === null || known.of !== rowCount || known.rows < known.of;

  useLayoutEffect(() => {
    wanted.set(id, text);
    if (isEveryRow(view)) showEveryRow(id, keeper);
    // The text says all of the view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, text, keeper]);
  useKeptUp(
    {
      key: `${id}/${text}`,
      isBehind: isBehind && !isEveryRow(view) && !(isFrozen && works),
      isNew: known === null,
      works,
      attempt,
      rowCount,
    },
    () => open(id, view, keeper, isFrozen),
  );
  return {
    shown,
    isSettled,
    // A run that rests is sorted by itself, unless its columns are still being filled.
    waiting: isFrozen && (works || known.rows < known.of) ? rowCount - known.rows : 0,
    sortAnew: async () => void (await open(id, view, keeper, false)),
  };
}

/** After a view could not be opened: tries once more. */
export function openViewsAgain(): void {
  useViews.setState(({ attempt }) => ({ attempt: attempt + 1 }));
}

/** Forgets what is known of a run's views. */
export function forgetViews(runId: string): void {
  wanted.delete(runId);
  useViews.setState(({ shown }) => ({ shown: without(shown, runId) }));
}

/** The rows of a view that was opened. */
export function rowViewOf(runId: string, { view, opened }: ShownView): RowView {
  return isEveryRow(view)
    ? { runId, page: null, view: everyRow, rows: null, epoch: 0 }
    : { runId, page: null, view, rows: opened.rows, epoch: opened.epoch };
}

const wholeRun = (rows: number): OpenedView => ({
  rows,
  of: rows,
  count: rows,
  epoch: 0,
  anchor: null,
});

/** How many these are, the run knows. */
const allRows: ShownView = { view: everyRow, opened: wholeRun(0) };

function show(runId: string, next: ShownView): void {
  useViews.setState(({ shown }) => ({ shown: { ...shown, [runId]: next } }));
}

/** All rows need no answer: each is where its number says. */
function showEveryRow(runId: string, keeper: PlaceKeeper): void {
  const last = useViews.getState().shown[runId];
  if (last !== undefined && !isEveryRow(last.view)) {
    const from = rowViewOf(runId, last);
    keeper.keep(from, rowViewOf(runId, allRows), keeper.anchorOf(from, everyRow));
  }
  show(runId, allRows);
}

/**
 * Opens a view and puts it on screen, with its first rows; with `onlyWhole`, only when it is of all
 * rows there are. Answers null when it could not, or when another view is wanted by then.
 */
async function open(
  runId: string,
  view: View,
  keeper: PlaceKeeper,
  onlyWhole: boolean,
): Promise<OpenedView | null> {
  const last = useViews.getState().shown[runId];
  const from = last === undefined ? null : rowViewOf(runId, last);
  const isLate = (): boolean => wanted.get(runId) !== textOf(view);
  const anchor = from === null ? null : keeper.anchorOf(from, view);
  const result = await host.call('view.open', { runId, view, anchor });
  if (isLate()) return null;
  setRowProblem(runId, result.ok ? null : result.error);
  if (!result.ok) return null;
  const opened = result.value;
  if (onlyWhole && opened.rows < opened.of) return opened;
  const to = rowViewOf(runId, { view, opened });
  if (from === null || viewKey(from) !== viewKey(to)) {
    if (opened.count > 0) await readAround(to, opened.anchor ?? 0);
    if (isLate()) return null;
    if (from !== null) keeper.keep(from, to, opened.anchor);
  }
  show(runId, { view, opened });
  return opened;
}
