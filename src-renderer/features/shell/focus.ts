/** Where the keys go when what had the focus is gone. */
import { type RefObject, useEffect, useRef } from 'react';
import type { PageName } from '../../state/app.ts';

/**
 * A new page is read from its beginning: focus follows, except at the start, and where the page
 * put it somewhere itself (a question being filled in).
 */
export function useFocusOnChange(page: PageName, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus();
  }, [page, main]);
}

/** Long enough for dialogs and forms that give the focus back themselves (ms). */
const patience = 150;

/**
 * A button that vanishes under its own press (*Undo*, a filter, a card) takes the focus along, and
 * Tab would begin at the top of the window. It goes to what was around it, or to the page.
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
      // A form that is locked while it asks gives the focus back itself.
      const isLocked = focused.matches(':disabled') && focused.closest('form') === null;
      // A click beside everything takes the focus away, too: that is the person’s wish.
      return !focused.isConnected || isLocked;
    };
    const mend = (): void => {
      if (!isLost()) return;
      const next = around.find((one) => one.isConnected && one.matches('[tabindex], dialog'));
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(mend, patience);
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

/** The element and all around it, from the inside out. */
function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) all.push(one);
  return all;
}
