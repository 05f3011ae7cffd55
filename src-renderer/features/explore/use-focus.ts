/** Where the focus goes in the form: to a wrong field, and back to where it was. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { changeFormView, useFormView } from './form-view.ts';

interface FocusOptions {
  tabId: string;
  /** The first control of the form. */
  firstKey: string | undefined;
  controlId: (key: string) => string;
}

/** Follows `focusOn` of the form's view; opens *More options* when the control is behind it. */
export function useFocusOnRequest({ tabId, firstKey, controlId }: FocusOptions): void {
  const { focusOn, moreOpen } = useFormView(tabId);

  useEffect(() => {
    if (focusOn === null) return;
    const key = focusOn === '' ? firstKey : focusOn;
    const control = key === undefined ? null : document.getElementById(controlId(key));
    if (control === null && moreOpen !== true) {
      changeFormView(tabId, { moreOpen: true });
      return;
    }
    control?.focus();
    changeFormView(tabId, { focusOn: null });
  }, [tabId, focusOn, moreOpen, firstKey, controlId]);
}

/**
 * A locked control can't keep the focus; it gets it back if nothing else took it meanwhile.
 * Returns what has to be called when the question is asked: by the time the lock is drawn, the
 * browser may have taken the focus away already. Give it the element when the focus is elsewhere.
 */
export function useFocusAfterLock(locked: boolean): (element?: Element | null) => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (locked) return;
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    if (isFree && before.current instanceof HTMLElement) {
      before.current.focus({ preventScroll: true });
    }
    before.current = null;
  }, [locked]);
  return (element = document.activeElement) => {
    before.current = element;
  };
}
