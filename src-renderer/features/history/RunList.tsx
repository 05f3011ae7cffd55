// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The runs as a grid: rows have the focus, arrow keys move it, Tab enters the row's buttons. Long lists
 * are rendered only where visible; short ones entirely, so that the browser can search them.
 */
import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { letterOf } from '#renderer/components/command-keys.ts';
import { deleteRuns, openRun, toggleRunStar, undoLastDelete } from './run-actions.tsx';
import { listRows, rowHeight, chooseRun, nameRun, useHistoryView } from './find-runs.ts';
import { RunRow } from './RunRow.tsx';
import classes from './RunList.module.css';

const columns = [
  ['star', 'Starred'],
  ['time', 'Time'],
  ['question', 'Question'],
  ['about', 'About'],
  ['rows', 'Rows'],
  ['number', 'Pages'],
  ['number', 'Calls'],
  ['ended', 'Ended'],
  ['duration', 'Took'],
  ['size', 'On disk'],
  ['actions', 'Actions'],
] as const;

/** Up to this number of rows, rendering all of them is cheap, and the browser can search them. */
const mostRenderedRows = 150;
/**
 * Rows rendered above and below the visible ones, so that a turn of the mouse wheel finds rows there.
 */
const rowsAround = 16;

export function RunList({ runs }: { runs: readonly RunSummary[] }) {
  const chosen = useHistoryView((state) => state.chosen);
  const [now] = useState(() => new Date());
  const rows = useMemo(() => listRows(runs, now), [runs, now]);
  const positions = useMemo(
    () => new Map(rows.map(({ key }, position) => [key, position])),
    [rows],
  );
  const grid = useRef<HTMLDivElement>(null);
  const { stop, setStop, focusRow } = useRowFocus(grid, runs, chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = rows.length > mostRenderedRows;
  const stopPosition = positions.get(stop ?? '');
  // oxlint-disable-next-line react/incompatible-library -- this component is not compiled
  const list = useVirtualizer({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight[rows[index]?.kind ?? 'run'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: rowsAround,
    // The headings remain at the top, over the rows.
    scrollMargin: rowHeight.head,
    scrollPaddingStart: rowHeight.head,
    // The row that is the tab stop is always rendered.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return stopPosition === undefined || seen.includes(stopPosition)
        ? seen
        : [stopPosition, ...seen];
    },
  });
  const drawn = isLong
    ? list.getVirtualItems().map(({ index, start }) => ({ index, top: start - rowHeight.head }))
    : rows.map((_, index) => ({ index, top: null }));

  const goTo = (run: RunSummary | undefined): void => {
    const position = run === undefined ? undefined : positions.get(run.id);
    if (run === undefined || position === undefined) return;
    if (isLong) list.scrollToIndex(position);
    // If the pane is open, it follows.
    if (chosen !== null) chooseRun(run.id);
    focusRow(run.id);
  };

  const remove = (run: RunSummary): void => {
    const position = runs.indexOf(run);
    const neighbour = runs[position + 1] ?? runs[position - 1];
    if (chosen === run.id) chooseRun(null);
    void deleteRuns([run]);
    if (neighbour !== undefined) focusRow(neighbour.id);
  };

  const onKeyDown = listKeys({
    runs,
    goTo,
    onOpen: openRun,
    onChoose: (run) => chooseRun(chosen === run.id ? null : run.id),
    onDelete: remove,
    onName: (run) => nameRun(run.id),
    onStar: toggleRunStar,
    onUndo: undoLastDelete,
    onEscape: () => chooseRun(null),
  });

  const runAt = (target: EventTarget): RunSummary | undefined => {
    // Events in a menu or dialog of a row bubble here too.
    if (!(target instanceof Element) || grid.current?.contains(target) !== true) return undefined;
    const id = target.closest('[data-run]')?.getAttribute('data-run');
    return runs.find((run) => run.id === id);
  };

  return (
    <div
      ref={grid}
      role="grid"
      // The rows have the focus.
      tabIndex={-1}
      aria-label="Runs"
      aria-rowcount={rows.length + 1}
      className={classes.grid}
      onKeyDown={(event) => {
        const run = runAt(event.target);
        if (run !== undefined) onKeyDown(event, run);
      }}
      onFocus={(event) => {
        const run = runAt(event.target);
        if (run !== undefined) setStop(run.id);
      }}
      onClick={(event) => {
        const run = runAt(event.target);
        if (run !== undefined && !isButton(event.target)) chooseRun(run.id);
      }}
      onDoubleClick={(event) => {
        const run = runAt(event.target);
        if (run !== undefined && !isButton(event.target)) openRun(run);
      }}
    >
      <div ref={scroller} role="presentation" className={classes.body}>
        <div role="row" aria-rowindex={1} className={classes.head}>
          {columns.map(([name, words]) => (
            <span key={words} role="columnheader" className={classes[name]}>
              {name === 'star' || name === 'actions' ? (
                <VisuallyHidden>{words}</VisuallyHidden>
              ) : (
                words
              )}
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          className={classes.rowsArea}
          data-long={isLong || undefined}
          style={isLong ? { height: list.getTotalSize() } : undefined}
        >
          {drawn.map(({ index, top }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.key}
                role="presentation"
                className={classes.place}
                style={top === null ? undefined : { transform: `translateY(${top}px)` }}
              >
                {row.kind === 'day' ? (
                  <div role="row" aria-rowindex={index + 2} className={classes.day}>
                    <span role="gridcell" aria-colspan={columns.length}>
                      {row.words}
                    </span>
                  </div>
                ) : (
                  <RunRow
                    run={row.run}
                    rowIndex={index + 2}
                    chosen={row.run.id === chosen}
                    isStop={row.run.id === stop}
                    onDelete={remove}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** Keyboard actions in the list of runs. */
interface ListKeys {
  runs: readonly RunSummary[];
  goTo: (run: RunSummary | undefined) => void;
  onOpen: (run: RunSummary) => void;
  onChoose: (run: RunSummary) => void;
  onDelete: (run: RunSummary) => void;
  onName: (run: RunSummary) => void;
  onStar: (run: RunSummary) => void;
  onUndo: () => void;
  onEscape: () => void;
}

/** Number of rows that a page key moves by. */
const pageRows = 10;

/** Returns the handler for a key pressed in the row of `run`. */
function listKeys(keys: ListKeys): (event: KeyboardEvent, run: RunSummary) => void {
  return (event, run) => {
    const act = actionOf(keys, event, run);
    if (act === null) return;
    event.preventDefault();
    act();
  };
}

function actionOf(keys: ListKeys, event: KeyboardEvent, run: RunSummary): (() => void) | null {
  const { runs, goTo } = keys;
  const position = runs.indexOf(run);
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.shiftKey && letterOf(event) === 'z') return keys.onUndo;
  if (command || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
      return () => goTo(runs[position + 1]);
    case 'ArrowUp':
      return () => goTo(runs[position - 1]);
    case 'PageDown':
      return () => goTo(runs[Math.min(position + pageRows, runs.length - 1)]);
    case 'PageUp':
      return () => goTo(runs[Math.max(position - pageRows, 0)]);
    case 'Home':
      return () => goTo(runs[0]);
    case 'End':
      return () => goTo(runs.at(-1));
    case 'Escape':
      return keys.onEscape;
    default:
      // A button of the row handles these keys itself.
      return isOnRow(event) ? rowAction(keys, event.key, run) : null;
  }
}

function rowAction(keys: ListKeys, key: string, run: RunSummary): (() => void) | null {
  switch (key) {
    case 'Enter':
      return () => keys.onOpen(run);
    case ' ':
      return () => keys.onChoose(run);
    case 'Delete':
      return () => keys.onDelete(run);
    case 'F2':
      return () => keys.onName(run);
    case 's':
      return () => keys.onStar(run);
    default:
      return null;
  }
}

const isOnRow = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('role') === 'row';

/** The row of the list that is the tab stop, and moving the focus to a row that isn't rendered yet. */
function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  runs: readonly RunSummary[],
  chosen: string | null,
) {
  const [last, setStop] = useState<string | null>(chosen);
  const wanted = useRef<string | null>(null);
  const isThere = last !== null && runs.some(({ id }) => id === last);
  const stop = isThere ? last : (runs[0]?.id ?? null);

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = rowOf(grid, wanted.current);
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });

  return {
    stop,
    setStop,
    focusRow: (id: string) => {
      setStop(id);
      const row = rowOf(grid, id);
      // A distant row appears in one of the next renders.
      wanted.current = row === null ? id : null;
      row?.focus();
    },
  };
}

const rowOf = (grid: RefObject<HTMLElement | null>, id: string): HTMLElement | null =>
  grid.current?.querySelector<HTMLElement>(`[data-run="${id}"]`) ?? null;
