/** Where the focus goes when the focused element is gone. */
import { type RefObject, useEffect, useRef } from 'react';
import type { PageName } from '#renderer/state/app.ts';

/**
 * Focuses a new page, so that it is read from its beginning, except at the start and if the page has
 * already focused something itself (a question being filled in).
 */
export function useFocusOnChange(page: PageName, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus();
  }, [page, main]);
}

/** Long enough for dialogs and forms that restore the focus themselves (ms). */
const restoreDelayMs = 150;

/**
 * A button that disappears when pressed (*Undo*, a filter, a card) takes the focus with it, and Tab
 * would start at the top of the window. Moves the focus to the closest remaining ancestor, or to the
 * page.
 */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent): void => {
      around = target instanceof Element ? withAncestors(target) : [];
    };
    const isLost = (): boolean => {
      const [focused] = around;
      if (document.activeElement !== document.body || focused === undefined) return false;
      // A form that is locked while it asks restores the focus itself.
      const isLocked = focused.matches(':disabled') && focused.closest('form') === null;
      // A click outside everything removes the focus too: that is intentional.
      return !focused.isConnected || isLocked;
    };
    const restoreFocus = (): void => {
      if (!isLost()) return;
      const next = around.find((one) => one.isConnected && one.matches('[tabindex], dialog'));
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restoreFocus, restoreDelayMs);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', remember);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [main]);
}

/** Returns the element and its ancestors, from the inside out. */
function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) all.push(one);
  return all;
}
