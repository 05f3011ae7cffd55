// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The runs as a grid: rows have the focus, arrows move it, Tab goes into the row's buttons. Long
 * lists are drawn as far as they are seen; short ones whole, so that the browser can search them.
 */
import { VisuallyHidden } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { listKeys } from './list-keys.ts';
import { deleteRuns, openRun, toggleRunStar, undoLastDelete } from './run-actions.tsx';
import { listRows } from './run-rows.ts';
import { RunRow } from './RunRow.tsx';
import classes from './RunList.module.css';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useRowFocus } from './use-row-focus.ts';
import { chooseRun, nameRun, useHistoryView } from './view-state.ts';

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

export function RunList({ runs }: { runs: readonly RunSummary[] }) {
  const chosen = useHistoryView((state) => state.chosen);
  const [now] = useState(() => new Date());
  const rows = useMemo(() => listRows(runs, now), [runs, now]);
  const places = useMemo(() => new Map(rows.map(({ key }, place) => [key, place])), [rows]);
  const grid = useRef<HTMLDivElement>(null);
  const { stop, setStop, focusRow } = useRowFocus(grid, runs, chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useDrawnRows(scroller, rows, places.get(stop ?? ''));

  const goTo = (run: RunSummary | undefined): void => {
    const place = run === undefined ? undefined : places.get(run.id);
    if (run === undefined || place === undefined) return;
    list.show(place);
    // With the pane open, it follows.
    if (chosen !== null) chooseRun(run.id);
    focusRow(run.id);
  };

  const remove = (run: RunSummary): void => {
    const place = runs.indexOf(run);
    const neighbour = runs[place + 1] ?? runs[place - 1];
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
    // What happens in a menu or dialog of a row bubbles here too.
    if (!(target instanceof Element) || grid.current?.contains(target) !== true) return undefined;
    const id = target.closest('[data-run]')?.getAttribute('data-run');
    return runs.find((run) => run.id === id);
  };

  return (
    <div
      ref={grid}
      role="grid"
      // Its rows have the focus.
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
      <div ref={scroller} role="presentation" className={classes.body} onScroll={list.onScroll}>
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
          data-long={list.height !== null || undefined}
          style={list.height === null ? undefined : { height: list.height }}
        >
          {list.drawn.map(({ place, top }) => {
            const row = rows[place];
            if (row === undefined) return null;
            return (
              <div
                key={row.key}
                role="presentation"
                className={classes.place}
                style={top === null ? undefined : { transform: `translateY(${top}px)` }}
              >
                {row.kind === 'day' ? (
                  <div role="row" aria-rowindex={place + 2} className={classes.day}>
                    <span role="gridcell" aria-colspan={columns.length}>
                      {row.words}
                    </span>
                  </div>
                ) : (
                  <RunRow
                    run={row.run}
                    rowIndex={place + 2}
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
