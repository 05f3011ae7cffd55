/** Selects by dragging over cells or row numbers; beyond an edge the selection keeps growing. */
import { useEffect, useRef, type RefObject } from 'react';
import { useDrag } from '../use-drag.ts';

/**
 * The interval at which the selection grows by a row or a column while the pointer is beyond an edge,
 * in ms.
 */
const stepMs = 40;

interface DragOptions {
  grid: RefObject<HTMLElement | null>;
  /** The pointer is over another cell, or over another row's number if the drag started on one. */
  onDrag: (to: GridCell, from: GridCell) => void;
  /** The pointer is beyond an edge. */
  onBeyond: (rows: -1 | 0 | 1, columns: -1 | 0 | 1, from: GridCell) => void;
}

/** Returns a handler of the grid's `onPointerDown`. */
export function useDragSelect({ grid, onDrag, onBeyond }: DragOptions) {
  const act = useRef({ onDrag, onBeyond });
  useEffect(() => {
    act.current = { onDrag, onBeyond };
  });
  return useDrag((event) => {
    const from = gridCellAt(event.target);
    // Touch scrolls instead.
    if (event.pointerType === 'touch' || from === null || from.row < 0) return null;
    let last = from;
    let at: Point = event;
    let steppedAt = performance.now();
    return {
      move: (pointer) => {
        at = pointer;
        const to = gridCellAt(document.elementFromPoint(at.clientX, at.clientY));
        if (to === null || to.row < 0 || !isElsewhere(to, last, from)) {
          return beyond(grid.current, at).some((step) => step !== 0);
        }
        last = to;
        act.current.onDrag(to, from);
        return true;
      },
      hold: () => {
        const [rows, columns] = beyond(grid.current, at);
        const now = performance.now();
        if ((rows === 0 && columns === 0) || now - steppedAt < stepMs) return;
        steppedAt = now;
        act.current.onBeyond(rows, columns, from);
      },
    };
  });
}

/** A drag from a row number reacts to all cells of other rows, one from a cell to other cells only. */
function isElsewhere(to: GridCell, last: GridCell, from: GridCell): boolean {
  if (from.field === null) return to.row !== last.row;
  return to.field !== null && (to.row !== last.row || to.field !== last.field);
}

type Step = -1 | 0 | 1;
type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

function beyond(
  grid: HTMLElement | null,
  { clientX: x, clientY: y }: Point,
): [rows: Step, columns: Step] {
  if (grid === null) return [0, 0];
  const { top, bottom, left, right } = grid.getBoundingClientRect();
  const head = grid.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? top;
  const across: Step = x < left ? -1 : x > right ? 1 : 0;
  return [y < head ? -1 : y > bottom ? 1 : 0, across];
}

export interface GridCell {
  /** −1: the header. */
  row: number;
  /** Null for a row's number. */
  field: string | null;
}

export function gridCellAt(target: EventTarget | null): GridCell | null {
  if (!(target instanceof Element)) return null;
  const dataset = target.closest<HTMLElement>('[data-row], [data-number-of]')?.dataset;
  const index = dataset?.['row'] ?? dataset?.['numberOf'] ?? null;
  const field = target.closest('[data-field]')?.getAttribute('data-field') ?? null;
  if (index === null && field === null) return null;
  // The gap between the cells of a row is not a cell.
  if (field === null && dataset?.['numberOf'] === undefined) return null;
  return { row: index === null ? -1 : Number(index), field };
}
