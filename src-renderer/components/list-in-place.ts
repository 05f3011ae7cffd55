/** How a list of choices hangs on its control, on every page. */
import { useReducer } from 'react';

/**
 * Props for Mantine's Combobox. The list stays beside its control (screen readers know where it
 * belongs) but above whatever scrolls. Kept in the page while closed it would carry the label a
 * second time; not kept, Mantine learns of the list only after it drew `aria-expanded`, so it
 * has to draw once more.
 */
export function useListInPlace() {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return {
    keepMounted: false,
    withinPortal: false,
    floatingStrategy: 'fixed',
    onEnterTransitionEnd: drawAgain,
  } as const;
}
