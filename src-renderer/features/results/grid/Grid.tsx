// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The grid of results: virtual rows and columns over the row cache. Focus stays on the grid and
 * `aria-activedescendant` names the active cell, so that scrolling it out of sight loses nothing.
 */
import { useElementSize } from '@mantine/hooks';
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { useRowsAround, viewKey, type RowView } from '#renderer/state/rows.ts';
import { useCopyNews } from '../copy/copy-rows.ts';
import { placeOf } from '../copy/grid-place.ts';
import { useGridPicking } from '../copy/use-grid-picking.ts';
import { useDateLook } from '../values/date-look.ts';
import { scrollPlaces, useActiveCell, type ActiveCell } from '../view-state.ts';
import { numberColumnWidth } from './columns.ts';
import classes from './Grid.module.css';
import { moveCell } from './grid-keys.ts';
import { GridHeader } from './GridHeader.tsx';
import { GridRow } from './GridRow.tsx';
import { RowNumbers } from './RowNumbers.tsx';
import { useGridColumns, type PlacedColumn } from './use-grid-columns.ts';
import { useGridScroll } from './use-grid-scroll.ts';

/** How far Alt and an arrow move a column's edge. */
const widthStep = 16;

export interface GridProps {
  view: RowView;
  /** Rows of the view. */
  total: number;
  /** Number of the view's first row in the run, from 1. */
  firstNumber: number;
  /** Rows that are still to come have their numbers' room from the start. */
  expected: number;
  columns: readonly Column[];
  resourceId: string;
  /** Px at the right edge that something lies over: no cell is active under it. */
  coveredRight: number;
  onOpenDetails: () => void;
  onOpenLink: (address: string) => void;
}

/** Give it the view as `key`: another view begins where it was left. */
export function Grid(props: GridProps) {
  const { view, total, firstNumber, expected, columns, resourceId, coveredRight } = props;
  const { onOpenDetails, onOpenLink } = props;
  const element = useRef<HTMLDivElement | null>(null);
  const { ref: frame, width: frameWidth } = useElementSize<HTMLDivElement>();
  const activeId = useId();
  const active = useActiveCell(view);
  const isCopied = useCopyNews(({ news }) => news?.kind === 'copied');
  const [dates, refreshDates] = useDateLook();

  const numberWidth = numberColumnWidth(Math.max(firstNumber + total, expected));
  const available = Math.max(0, Math.floor(frameWidth) - numberWidth);
  const grid = useGridColumns(columns, resourceId, available);
  const scroll = useGridScroll({
    element,
    rowCount: total,
    columns: grid.placed,
    numberWidth,
    coveredRight,
  });
  const first = scroll.rows[0]?.index ?? 0;
  const last = scroll.rows.at(-1)?.index ?? 0;
  useRowsAround(view, first, last, total);
  useScrollPlace(view, scroll);

  const activeColumn = grid.placed.find(({ field }) => field === active?.field);
  useRevealed(active, () => scroll.reveal(active?.row ?? 0, activeColumn));
  const isDrawn =
    active !== null &&
    scroll.columns.some(({ field }) => field === active.field) &&
    (active.row < 0 || (active.row >= first && active.row <= last));

  const picking = useGridPicking({ view, total, columns: grid.placed, element });
  const activate = (row: number, column: PlacedColumn | undefined, isExtending = false): void => {
    if (column !== undefined) picking.pickCell({ row, field: column.field }, isExtending);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (active !== null && active.row < 0 && resizesColumn(event)) {
      event.preventDefault();
      const step = event.key === 'ArrowRight' ? widthStep : -widthStep;
      grid.resize(active.field, (activeColumn?.width ?? 0) + step);
      return;
    }
    if (event.altKey || picking.onKeyDown(event)) return;
    if (event.key === 'Enter' && active !== null && active.row >= 0) {
      event.preventDefault();
      onOpenDetails();
      return;
    }
    const from = { row: active?.row ?? 0, column: activeColumn?.index ?? 0 };
    const size = { rows: total, columns: grid.placed.length, pageRows: scroll.pageRows() };
    const to = moveCell(from, { key: event.key, command: event.ctrlKey || event.metaKey }, size);
    if (to === null) return;
    event.preventDefault();
    activate(to.row, grid.placed[to.column], event.shiftKey);
  };

  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const place = placeOf(event.target);
    if (place === null || picking.endedDrag()) return;
    if (place.field === null) {
      picking.pickRow(place.row, (activeColumn ?? grid.placed[0])?.field ?? '', event);
      return;
    }
    const link = event.target instanceof Element ? event.target.closest('[data-link]') : null;
    activate(
      place.row,
      grid.placed.find(({ field }) => field === place.field),
      event.shiftKey,
    );
    if (link !== null && !event.shiftKey) onOpenLink(link.getAttribute('data-link') ?? '');
  };

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={element}
        role="grid"
        aria-label="Results"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-colcount={grid.placed.length}
        aria-activedescendant={isDrawn ? activeId : undefined}
        tabIndex={0}
        data-copied={isCopied || undefined}
        className={classes.grid}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          // One save when the keys are let go, not one per step.
          if (active !== null && active.row < 0 && resizesColumn(event)) {
            grid.saveWidth(active.field);
          }
        }}
        onClick={onClick}
        onPointerDown={picking.onPointerDown}
        onContextMenu={picking.onContextMenu}
        onPointerEnter={refreshDates}
        onFocus={() => {
          if (active === null) activate(Math.min(0, total - 1), grid.placed[0]);
        }}
      >
        <div style={{ width: numberWidth + grid.totalWidth + coveredRight }}>
          <GridHeader
            columns={scroll.columns}
            numberWidth={numberWidth}
            activeField={active !== null && active.row < 0 ? active.field : null}
            activeId={activeId}
            resize={grid.resize}
            saveWidth={grid.saveWidth}
            resetWidth={grid.resetWidth}
          />
          <div role="rowgroup" className={classes.body} style={{ height: scroll.height }}>
            <RowNumbers
              view={view}
              rows={scroll.rows}
              firstNumber={firstNumber}
              width={numberWidth}
              activeRow={active?.row ?? null}
              isSelected={picking.isWholeRow}
            />
            {scroll.rows.map(({ index, top, key }) => (
              <GridRow
                key={key}
                view={view}
                index={index}
                top={top}
                columns={scroll.columns}
                numberWidth={numberWidth}
                activeField={activeFieldOf(active, index)}
                activeId={activeId}
                selected={picking.fieldsIn(index)}
                dates={dates}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function activeFieldOf(active: ActiveCell | null, row: number): string | null {
  return active !== null && active.row === row ? active.field : null;
}

const resizesColumn = ({ key, altKey }: KeyboardEvent): boolean =>
  altKey && (key === 'ArrowLeft' || key === 'ArrowRight');

/** Brings the active cell on screen whenever it changes, from here or from the record pane. */
function useRevealed(active: ActiveCell | null, reveal: () => void): void {
  // A grid that opens stands where it was left, not at its active cell.
  const shown = useRef(active);
  useLayoutEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    reveal();
  });
}

/** Begins where the view was left and remembers where it is. */
function useScrollPlace(view: RowView, { goTo, place }: ReturnType<typeof useGridScroll>): void {
  const key = viewKey(view);
  const latest = useRef(place);
  useLayoutEffect(() => {
    latest.current = place;
  });
  useLayoutEffect(() => {
    const left = scrollPlaces.get(key);
    if (left !== undefined) goTo(left.row, left.left);
    // The ref of the grid is still set while layout effects are undone.
    return () => void scrollPlaces.set(key, latest.current());
  }, [key, goTo]);
}
