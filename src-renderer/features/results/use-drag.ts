/** Dragging: what cells, columns and the edges of columns have in common. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { dropTarget, type Beside, type ColumnEdges } from './columns/layout.ts';

interface Drag {
  /** Returns whether it is dragged by now, rather than clicked with an unsteady hand. */
  move: (pointer: MouseEvent) => boolean;
  /** Called with each frame while it is dragged, also while the pointer rests. */
  hold?: () => void;
  /** `isDropped`: it was dragged, and that wasn't cancelled. */
  end?: (isDropped: boolean) => void;
}

/** Returns a handler of `onPointerDown`. `begin` returns null if nothing there can be dragged. */
export function useDrag(
  begin: (event: PointerEvent<HTMLElement>) => Drag | null,
): (event: PointerEvent<HTMLElement>) => void {
  const latest = useRef(begin);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => () => running.current?.abort(), []);
  const [onPointerDown] = useState(() => (event: PointerEvent<HTMLElement>): void => {
    const drag = event.button === 0 ? latest.current(event) : null;
    if (drag === null) return;
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const { currentTarget: around, pointerId } = event;
    let isDragging = false;
    const hold = (): void => {
      if (signal.aborted) return;
      drag.hold?.();
      requestAnimationFrame(hold);
    };
    const end = (isDropped: boolean): void => {
      running.current?.abort();
      if (isDragging) swallowClick(around);
      drag.end?.(isDragging && isDropped);
    };
    const move = (pointer: globalThis.PointerEvent): void => {
      if (!drag.move(pointer) || isDragging) return;
      isDragging = true;
      // On the container: what is dragged may scroll out of the DOM.
      around.setPointerCapture(pointerId);
      hold();
    };
    const onKeyDown = (native: KeyboardEvent): void => {
      if (!isDragging || native.key !== 'Escape') return;
      // It ends only the drag, nothing else that Escape closes.
      native.preventDefault();
      native.stopPropagation();
      end(false);
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
  });
  return onPointerDown;
}

/** Suppresses the click at the end of a drag, which isn't meant for the element under it. */
function swallowClick(around: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  around.addEventListener('click', swallow, { capture: true });
  setTimeout(() => around.removeEventListener('click', swallow, { capture: true }), 0);
}

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
