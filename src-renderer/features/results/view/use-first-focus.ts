import { useLayoutEffect, type RefObject } from 'react';

/**
 * Leads the focus to where the panel begins. Mantine does so when it opens, and nobody when one
 * part of it gives way to another.
 */
export function useFirstFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    part.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [part]);
}
