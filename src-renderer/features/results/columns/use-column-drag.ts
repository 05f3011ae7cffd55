/** Moves a column by dragging its header or its entry in a list. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { useDrag } from '../use-drag.ts';
import { dropTarget, type Beside, type ColumnEdges } from './layout.ts';

/** The visible state of a drag, in px from the start of the scroller on screen. */
interface ColumnDrag {
  field: string;
  /** Position of the pointer. */
  at: number;
  /** The destination; null if the column would not move. */
  line: number | null;
}

interface ColumnDragOptions {
  axis: 'x' | 'y';
  /** The element that scrolls when the pointer is near its edge. */
  scroller: RefObject<HTMLElement | null>;
  /** The columns at their current positions. */
  edges: () => readonly ColumnEdges[];
  /** Width of the parts at both ends that never scroll, in px. */
  covered: { start: number; end: number };
  onDrop: (field: string, beside: Beside) => void;
}

/** A shorter movement is a click with an unsteady hand. */
const slackPx = 5;
/** This near the edge, it scrolls by `scrollStep` px per frame. */
const edgePx = 28;
const scrollStep = 12;

/** `begin` is for `onPointerDown` of the element around all columns, each with `data-field`. */
export function useColumnDrag(options: ColumnDragOptions) {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const begin = useDrag((event) => {
    const field = fieldUnder(event);
    if (field === null) return null;
    const startedAt = along(latest.current, event);
    let at = startedAt;
    const target = () => dropTarget(latest.current.edges(), field, at);
    return {
      move: (pointer) => {
        at = along(latest.current, pointer);
        return Math.abs(at - startedAt) >= slackPx;
      },
      hold: () => {
        scrollNear(latest.current, field, at);
        setDrag({ field, at, line: target()?.line ?? null });
      },
      end: (isDropped) => {
        const dropped = isDropped ? target() : null;
        setDrag(null);
        if (dropped !== null) latest.current.onDrop(field, dropped.beside);
      },
    };
  });
  return { drag, begin };
}

/** Returns the pressed column; null if something else is pressed. */
function fieldUnder({ pointerType, target }: PointerEvent): string | null {
  // Touch scrolls instead.
  if (pointerType === 'touch' || !(target instanceof Element)) return null;
  if (target.closest('button') !== null) return null;
  return target.closest('[data-field]')?.getAttribute('data-field') ?? null;
}

function along({ axis, scroller }: ColumnDragOptions, pointer: MouseEvent | PointerEvent): number {
  const box = scroller.current?.getBoundingClientRect();
  return axis === 'x' ? pointer.clientX - (box?.left ?? 0) : pointer.clientY - (box?.top ?? 0);
}

function scrollNear(options: ColumnDragOptions, field: string, at: number): void {
  const { axis, scroller, edges, covered } = options;
  const element = scroller.current;
  // In the header, pinned columns don't scroll; in the list they are at its start.
  const isStill =
    axis === 'x' && edges().find((column) => column.field === field)?.isPinned === true;
  if (element === null || isStill) return;
  const size = axis === 'x' ? element.clientWidth : element.clientHeight;
  const by =
    at < covered.start + edgePx ? -scrollStep : at > size - covered.end - edgePx ? scrollStep : 0;
  if (by === 0) return;
  if (axis === 'x') element.scrollLeft += by;
  else element.scrollTop += by;
}
