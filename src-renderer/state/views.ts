/**
 * Views of runs on screen. The last opened view remains until the requested one is opened, and only
 * grows at its end while the run grows: a sorted view doesn't change until the run is idle or the
 * person wants it sorted again. Nor does any view of the inputs of a list, whose cells change.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isWorking } from '#shared/contract/run-states.ts';
import { ownPrefix } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import {
  type OpenedView,
  type View,
  everyRow,
  isAsReceived,
  isEveryRow,
} from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { kept, keptMap } from './kept.ts';
import { reachOf } from './asked.ts';
import type { Reach, RunRows } from './asked.ts';
import { readAgain, readAround, viewKey, type RowView } from './rows.ts';

/** A view and its opened state. */
export interface ShownView {
  view: View;
  opened: OpenedView;
  /** `Run.noted` at that time. */
  noted?: number;
}

/** Keeps the person's current row in position when other rows are shown. */
export interface RowAnchor {
  /** Returns the number in the run (from 0) of the row to find again in `view`; null: none. */
  anchorOf: (from: RowView, view: View) => number | null;
  /** `to` replaces `from`; the row is at `position` there, null if it isn't included. */
  keep: (from: RowView, to: RowView, position: number | null) => void;
}

export interface ViewOnScreen {
  /** Null until the first answer. */
  shown: ShownView | null;
  /** Whether the requested view is on screen. */
  isSettled: boolean;
  /** Number of rows that arrived after the view was sorted, or of changes in them. */
  waiting: number;
  /** Sorts the view again to include them. */
  sortAgain: () => Promise<void>;
}

interface RunViews {
  shown: ShownView | null;
  /** Why the requested view could not be opened. */
  problem: Problem | null;
  /** Increases with each new try. */
  attempt: number;
}

/** By run. */
const views = kept<RunViews>('views', { shown: null, problem: null, attempt: 0 });

/** The view currently requested, by run id: answers about any other are too late. */
const wanted = keptMap<string>();

const textOf = (view: View): string => JSON.stringify(view);

/** Returns a run's view on screen, which becomes `view` as soon as that is opened. */
export function useShownView(
  run: RunRows,
  view: View,
  rowAnchor: RowAnchor,
  isRead = true,
): ViewOnScreen {
  const { id, rowCount, changes } = run;
  const reach = reachOf(run);
  const text = textOf(view);
  const attempt = views.use(id, (state) => state.attempt);
  const last = views.use(id, (state) => state.shown) ?? (isEveryRow(view) ? allRows : null);
  const shown =
    last !== null && isEveryRow(last.view) ? { ...allRows, opened: wholeRun(rowCount) } : last;
  const isSettled = shown !== null && textOf(shown.view) === text;
  const known = isSettled ? shown.opened : null;
  const works = isWorking(run.state);
  // Until there are all rows that it is drawn from, another row may take a row's place in a sample.
  const isDrawn = known !== null && known.rows < (view.sample?.rows ?? 0);
  const mayMove = !isAsReceived(view) || isDrawn || (changes !== undefined && !isEveryRow(view));
  const isFrozen = isRead && known !== null && mayMove && known.count > 0;
  const isBehind = known === null || known.of !== reach || known.rows < known.of;

  useLayoutEffect(() => {
    wanted.set(id, text);
    setViewProblem(id, null);
    if (isEveryRow(view)) showEveryRow(id, rowAnchor);
    // The text represents the whole view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, text, rowAnchor]);
  // While it is on screen, coding moves no row and takes none away.
  const isStale = isSettled && shown.noted !== run.noted && text.includes(`"${ownPrefix}`);
  useEffect(() => {
    if (isStale) void open(run, view, rowAnchor, false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it comes on screen
  }, [id, text]);
  useKeptUp(
    {
      key: `${id}/${text}`,
      isBehind: isBehind && !isEveryRow(view) && !(isFrozen && works),
      isNew: known === null,
      works,
      attempt,
      rowCount: reach,
    },
    () => open(run, view, rowAnchor, isFrozen),
  );
  return {
    shown,
    isSettled,
    // An idle run is sorted automatically, unless its columns are still being filled.
    waiting: isFrozen && (works || known.rows < known.of) ? reach - known.rows : 0,
    sortAgain: async () => void (await open(run, view, rowAnchor, false)),
  };
}

/** Pause between two answers about the same thing (ms). */
const pauseMs = 1000;

/** Keys of the current requests. */
const asking = new Set<string>();

interface KeptUp {
  /** Identifies what is asked. */
  key: string;
  /** Whether there is something to ask. */
  isBehind: boolean;
  /** Nothing is known yet, so don't wait. */
  isNew: boolean;
  /** There will be more to ask soon. */
  works: boolean;
  /** Asks again when it changes. */
  attempt: number;
  rowCount: number;
}

/** Calls `refresh` while it is behind. It may only depend on what is in the key. */
function useKeptUp(state: KeptUp, refresh: () => Promise<Reach | null>): void {
  const { key, isBehind, isNew, works, attempt, rowCount } = state;
  const last = useRef({ key: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!isBehind) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      if (asking.has(key)) return wait(pauseMs);
      asking.add(key);
      const reach = await refresh().catch(() => null);
      asking.delete(key);
      last.current = { key, at: performance.now() };
      if (timer !== undefined && reach !== null && reach.rows < reach.of) wait(pauseMs);
    };
    const wait = (ms: number): void => {
      timer = setTimeout(() => void ask(), ms);
    };
    const { current } = last;
    const isFresh = works && !isNew && current.key === key;
    wait(isFresh ? Math.max(0, current.at + pauseMs - performance.now()) : 0);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
    // `refresh` is a new function on each render but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isBehind, isNew, rowCount, works, attempt]);
}

/** Returns why the requested view of a run could not be opened; null: it could, or may yet. */
export const useViewProblem = (runId: string): Problem | null =>
  views.use(runId, ({ problem }) => problem);

function setViewProblem(runId: string, problem: Problem | null): void {
  if (problem !== views.of(runId).problem) views.change(runId, { problem });
}

/** Tries again to open the view of a run and to read its rows on screen, as far as that failed. */
export function readRowsAgain(runId: string): void {
  views.change(runId, { problem: null, attempt: views.of(runId).attempt + 1 });
  readAgain(runId);
}

/** Returns the rows of an opened view. */
export const rowViewOf = (
  runId: string,
  { view, opened }: Pick<ShownView, 'view' | 'opened'>,
): RowView =>
  isEveryRow(view)
    ? { runId, view: everyRow, rows: null, epoch: 0 }
    : { runId, view, rows: opened.rows, epoch: opened.epoch };

const wholeRun = (rows: number): OpenedView => ({
  rows,
  of: rows,
  count: rows,
  epoch: 0,
  anchor: null,
});

/** Their number is known from the run. */
const allRows: ShownView = { view: everyRow, opened: wholeRun(0) };

const show = (runId: string, shown: ShownView): void => views.change(runId, { shown });

/** Showing all rows needs no request: each is at its own number. */
function showEveryRow(runId: string, rowAnchor: RowAnchor): void {
  const last = views.of(runId).shown;
  if (last !== null && !isEveryRow(last.view)) {
    const from = rowViewOf(runId, last);
    rowAnchor.keep(from, rowViewOf(runId, allRows), rowAnchor.anchorOf(from, everyRow));
  }
  show(runId, allRows);
}

/**
 * Opens a view and shows it with its first rows; with `onlyWhole`, only if it covers all current rows.
 * Returns null if it failed, or if another view has been requested since.
 */
async function open(
  run: RunRows,
  view: View,
  rowAnchor: RowAnchor,
  onlyWhole: boolean,
): Promise<OpenedView | null> {
  const runId = run.id;
  const last = views.of(runId).shown;
  const from = last === null ? null : rowViewOf(runId, last);
  const isOutdated = (): boolean => wanted.get(runId) !== textOf(view);
  const anchor = from === null ? null : rowAnchor.anchorOf(from, view);
  const result = await host.call('view.open', { runId, view, anchor });
  if (isOutdated()) return null;
  setViewProblem(runId, result.ok ? null : result.error);
  if (!result.ok) return null;
  const opened = result.value;
  if (onlyWhole && opened.rows < opened.of) return opened;
  const to = rowViewOf(runId, { view, opened });
  if (from === null || viewKey(from) !== viewKey(to)) {
    if (opened.count > 0) await readAround(to, opened.anchor ?? 0);
    if (isOutdated()) return null;
    if (from !== null) rowAnchor.keep(from, to, opened.anchor);
  }
  show(runId, { view, opened, noted: run.noted });
  return opened;
}
