import { useLayoutEffect, type RefObject } from 'react';

/** A grid had the focus when it went, in the moment that has not passed yet. */
let isFocusLeft = false;

/** The grid that comes in the place of another takes over its focus: another view is another grid. */
export function useFocusTakenOver(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const grid = element.current;
    if (isFocusLeft) grid?.focus({ preventScroll: true });
    isFocusLeft = false;
    return () => {
      isFocusLeft = grid !== null && document.activeElement === grid;
      // Nobody else may find it later.
      queueMicrotask(() => {
        isFocusLeft = false;
      });
    };
  }, [element]);
}
