/** Moving through a long list with the arrow keys: one stop for Tab, the rest by arrows. */
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

/** Rows of such a list carry this attribute with a key of their own. */
export const rowAttribute = 'data-list-row';

const rowsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(`[${rowAttribute}]`),
];

/** Moves focus from the row that has it; `from` is the list. Returns whether it moved. */
function moveFocus(list: HTMLElement, target: EventTarget, key: string): boolean {
  const rows = rowsOf(list);
  const row = target instanceof Element ? target.closest(`[${rowAttribute}]`) : null;
  const index = rows.findIndex((other) => other === row);
  const next = {
    ArrowDown: rows[index + 1],
    ArrowUp: rows[index - 1],
    Home: rows[0],
    End: rows.at(-1),
  }[key];
  next?.querySelector<HTMLElement>('button')?.focus();
  return next !== undefined;
}

/** Puts focus on the first row of a list. */
export function focusFirstRow(list: HTMLElement | null): void {
  if (list !== null) rowsOf(list)[0]?.querySelector<HTMLElement>('button')?.focus();
}

/**
 * Which row Tab stops at, and the handlers of the list around the rows. Without a row of its own
 * (nothing focused yet, or the focused one is gone) Tab stops at `fallback`.
 */
export function useListKeys(keys: readonly string[], fallback: string | undefined) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && keys.includes(last) ? last : (fallback ?? keys[0]);
  return {
    tabIndexOf: (key: string): 0 | -1 => (key === stop ? 0 : -1),
    listProps: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (moveFocus(event.currentTarget, event.target, event.key)) event.preventDefault();
      },
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const row = event.target.closest(`[${rowAttribute}]`)?.getAttribute(rowAttribute);
        if (row != null) setLast(row);
      },
    },
  };
}
