/** Dragging: what cells, columns and the edges of columns have in common. */
import { useEffect, useRef, useState, type PointerEvent } from 'react';

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
