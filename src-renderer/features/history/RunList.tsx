// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The runs as a grid: rows have the focus, arrow keys move it, Tab enters the row's buttons. Long lists
 * are rendered only where visible; short ones entirely, so that the browser can search them.
 */
import { Box, VisuallyHidden } from '@mantine/core';
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
import { keysOf, perform } from '#renderer/components/actions.tsx';
import { actionsInHistory, openRun, undoLastDelete } from './run-actions.tsx';
import { listRows, rowHeight, chooseRun, useHistoryView } from './find-runs.ts';
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
  ['ended', 'Status'],
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

  const goTo = (index: number): void => {
    const run = runs[index];
    const position = positions.get(run?.id ?? '');
    if (run === undefined || position === undefined) return;
    if (isLong) list.scrollToIndex(position);
    // If the pane is open, it follows.
    if (chosen !== null) chooseRun(run.id);
    focusRow(run.id);
  };

  /** Returns what a key does in the row of `run`. */
  const actionOf = (event: KeyboardEvent, run: RunSummary): (() => unknown) | undefined => {
    const keys = keysOf(event);
    const index = runs.indexOf(run);
    const inList: Record<string, () => unknown> = {
      '↓': () => goTo(index + 1),
      '↑': () => goTo(index - 1),
      PageDown: () => goTo(Math.min(index + pageRows, runs.length - 1)),
      PageUp: () => goTo(Math.max(index - pageRows, 0)),
      Home: () => goTo(0),
      End: () => goTo(runs.length - 1),
      Esc: () => chooseRun(null),
      'Ctrl+Z': undoLastDelete,
    };
    // A button of the row handles these keys itself.
    if (inList[keys] !== undefined || !isRow(event.target)) return inList[keys];
    if (keys === 'Space') return () => chooseRun(chosen === run.id ? null : run.id);
    const found = actionsInHistory(run)
      .flat()
      .find((action) => action.keys === keys);
    return found && (() => perform(found));
  };

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
        const act = run === undefined ? undefined : actionOf(event, run);
        if (act === undefined) return;
        event.preventDefault();
        act();
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
      <Box ref={scroller} role="presentation" flex={1} mih={0} style={{ overflow: 'auto' }}>
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
                  />
                )}
              </div>
            );
          })}
        </div>
      </Box>
    </div>
  );
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** Number of rows that a page key moves by. */
const pageRows = 10;

const isRow = (target: EventTarget): boolean =>
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

  const focusRow = (id: string): void => {
    setStop(id);
    const row = rowOf(grid, id);
    // A distant row appears in one of the next renders.
    wanted.current = row === null ? id : null;
    row?.focus();
  };

  const position = useRef(0);
  useLayoutEffect(() => {
    if (isThere) {
      position.current = runs.findIndex(({ id }) => id === last);
      return;
    }
    // The row with the focus has left the list: the one in its place has it now.
    const next = runs[Math.min(position.current, runs.length - 1)];
    const isLost = last !== null && document.activeElement === document.body;
    if (isLost && next !== undefined) focusRow(next.id);
  });

  return { stop, setStop, focusRow };
}

const rowOf = (grid: RefObject<HTMLElement | null>, id: string): HTMLElement | null =>
  grid.current?.querySelector<HTMLElement>(`[data-run="${id}"]`) ?? null;
