import { useCallback, useEffect, useRef, type RefCallback } from 'react';

/**
 * Mantine moves the focus into a dialog by a timer, and keys are quicker than timers: what was typed
 * at once went to the page behind. Here the focus moves when the dialog's elements are there. For
 * what is around the dialog; returns the ref of an element inside.
 */
export function useFirstFocus(opened: boolean): RefCallback<HTMLElement> {
  const inside = useRef<HTMLElement>(null);
  /** Mantine has noted where the focus was, to give it back: its effects run before those here. */
  const isNoted = useRef(false);
  useEffect(() => {
    isNoted.current = opened;
    if (opened) moveFocus(inside.current);
  }, [opened]);
  return useCallback((element: HTMLElement | null) => {
    inside.current = element;
    // With a transition the elements come a frame later.
    if (isNoted.current) moveFocus(element);
  }, []);
}

function moveFocus(inside: HTMLElement | null): void {
  const dialog = inside?.closest<HTMLElement>('[role="dialog"]');
  if (dialog == null || dialog.contains(document.activeElement)) return;
  (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus({ preventScroll: true });
}
