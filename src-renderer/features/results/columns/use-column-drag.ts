/** Moves a column by dragging its header or its entry in a list. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
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

/**
 * Drags columns. `begin` is for `onPointerDown` of the element around all of them, each with
 * `data-field`.
 */
export function useColumnDrag(options: ColumnDragOptions) {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const latest = useRef(options);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => running.current?.abort(), []);

  const [begin] = useState(() => (event: PointerEvent<HTMLElement>): void => {
    const field = fieldUnder(event);
    if (field === null) return;
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const around = event.currentTarget;
    const { pointerId } = event;
    const startedAt = along(latest.current, event);
    let at = startedAt;
    let isDragging = false;

    const update = (): void => {
      if (signal.aborted) return;
      scrollNear(latest.current, field, at);
      setDrag({ field, at, line: dropTarget(latest.current.edges(), field, at)?.line ?? null });
      requestAnimationFrame(update);
    };
    const end = (): void => {
      running.current?.abort();
      setDrag(null);
      if (isDragging) swallowClick(around);
    };
    const on = (name: 'pointermove' | 'pointerup' | 'pointercancel', act: typeof move): void =>
      around.addEventListener(name, act, { signal });
    const move = (native: globalThis.PointerEvent): void => {
      at = along(latest.current, native);
      if (isDragging || Math.abs(at - startedAt) < slackPx) return;
      isDragging = true;
      // On the container: the column itself may scroll out of the DOM.
      around.setPointerCapture(pointerId);
      update();
    };
    on('pointermove', move);
    on('pointercancel', end);
    on('pointerup', () => {
      const target = isDragging ? dropTarget(latest.current.edges(), field, at) : null;
      end();
      if (target !== null) latest.current.onDrop(field, target.beside);
    });
    const onKeyDown = (native: KeyboardEvent): void => {
      if (!isDragging || native.key !== 'Escape') return;
      // It ends only the drag, nothing else that Escape closes.
      native.preventDefault();
      native.stopPropagation();
      end();
    };
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
  });
  return { drag, begin };
}

/** Returns the pressed column; null if something else is pressed. */
function fieldUnder({ button, pointerType, target }: PointerEvent): string | null {
  // Touch scrolls instead.
  if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return null;
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

/** Suppresses the click at the end of a drag, which isn't meant for the element under it. */
function swallowClick(around: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  around.addEventListener('click', swallow, { capture: true });
  setTimeout(() => around.removeEventListener('click', swallow, { capture: true }), 0);
}
