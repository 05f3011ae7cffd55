/** Selects by dragging over cells or row numbers; beyond an edge the selection keeps growing. */
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';

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

interface Drag {
  from: GridCell;
  last: GridCell;
  x: number;
  y: number;
  hasMoved: boolean;
  timer: ReturnType<typeof setInterval> | undefined;
}

interface DragSelect {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Returns whether the click that follows is only the end of a drag. */
  endedDrag: () => boolean;
}

export function useDragSelect({ grid, onDrag, onBeyond }: DragOptions): DragSelect {
  const drag = useRef<Drag | null>(null);
  const ended = useRef(false);
  const act = useRef({ onDrag, onBeyond });
  useEffect(() => {
    act.current = { onDrag, onBeyond };
  });

  useEffect(() => {
    const move = (event: globalThis.PointerEvent): void => {
      const now = drag.current;
      if (now === null) return;
      now.x = event.clientX;
      now.y = event.clientY;
      const to = gridCellAt(document.elementFromPoint(now.x, now.y));
      if (to !== null && to.row >= 0 && isElsewhere(to, now)) {
        now.last = to;
        begin(now);
        act.current.onDrag(to, now.from);
      } else if (now.hasMoved || isBeyond(now)) {
        begin(now);
      }
    };
    const begin = (now: Drag): void => {
      now.hasMoved = true;
      now.timer ??= setInterval(() => {
        const [rows, columns] = beyond(grid.current, now);
        if (rows !== 0 || columns !== 0) act.current.onBeyond(rows, columns, now.from);
      }, stepMs);
    };
    const isBeyond = (now: Drag): boolean => beyond(grid.current, now).some((step) => step !== 0);
    const end = (): void => {
      const now = drag.current;
      drag.current = null;
      if (now === null) return;
      clearInterval(now.timer);
      ended.current = now.hasMoved;
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      end();
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [grid]);

  return {
    onPointerDown: (event) => {
      ended.current = false;
      // Touch scrolls instead.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      const from = gridCellAt(event.target);
      if (from === null || from.row < 0) return;
      const { clientX: x, clientY: y } = event;
      drag.current = { from, last: from, x, y, hasMoved: false, timer: undefined };
    },
    endedDrag: () => {
      const was = ended.current;
      ended.current = false;
      return was;
    },
  };
}

/** A drag from a row number reacts to all cells of other rows, one from a cell to other cells only. */
function isElsewhere(to: GridCell, { from, last }: Drag): boolean {
  if (from.field === null) return to.row !== last.row;
  return to.field !== null && (to.row !== last.row || to.field !== last.field);
}

type Step = -1 | 0 | 1;

function beyond(grid: HTMLElement | null, { x, y }: Drag): [rows: Step, columns: Step] {
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
