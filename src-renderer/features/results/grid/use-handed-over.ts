/** State that a grid hands over to the grid that replaces it: another view is another grid. */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Of grids that went, in the moment that has not passed yet. */
const left = new Map<string, unknown>();

/** A menu or card that a person opened stays open. `key` names it and its run. */
export function useHandedOver<T>(key: string, initial: T): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const set = useCallback((next: T) => {
    // At once: a grid that goes in the same moment would hand over what was before.
    latest.current = next;
    setValue(next);
  }, []);
  useLayoutEffect(() => {
    // The same key is always of the same type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, react/set-state-in-effect
    if (left.has(key)) set(left.get(key) as T);
    return () => {
      left.set(key, latest.current);
      queueMicrotask(() => left.delete(key));
    };
  }, [key, set]);
  return [value, set];
}

/** A grid had the focus when it went, in the moment that has not passed yet. */
let isFocusLeft = false;

/** A grid that replaces another takes over its focus. */
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
