import type { Problem } from '#shared/contract/problem.ts';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';
import { cancelDeriving } from '../state/derived.ts';

/**
 * Runs an action once at a time: a second click while it is running does nothing. Returns whether it is
 * running, and the guarded action.
 */
export function usePending(action: () => Promise<void> | void): [boolean, () => void] {
  const { busy, run } = useAction();
  const start = async (): Promise<null> => {
    await action();
    return null;
  };
  return [busy, () => run(start)];
}

/** What may fail: whether it is running, and its last problem. */
export interface Attempt {
  busy: boolean;
  problem: Problem | null;
  /** Runs `act` unless another is running, and then `onDone` if there was no problem. */
  run: (act: () => Promise<Problem | null>, onDone?: () => void) => void;
}

export function useAction(): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRunning = useRef(false);
  const start = async (act: () => Promise<Problem | null>, onDone?: () => void): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const found = await act();
      setProblem(found);
      if (found === null) onDone?.();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, run: (act, onDone) => void start(act, onDone) };
}

/** Makes a derived run in a dialog. Closing the dialog stops it, however that is done. */
export function useNewDerivedRun(): {
  newId: string;
  make: (act: () => Promise<Problem | null>) => Promise<Problem | null>;
} {
  const [newId] = useState(() => crypto.randomUUID());
  const isMaking = useRef(false);
  useEffect(
    () => () => {
      if (isMaking.current) void cancelDeriving(newId);
    },
    [newId],
  );
  const make = async (act: () => Promise<Problem | null>): Promise<Problem | null> => {
    isMaking.current = true;
    const problem = await act();
    isMaking.current = false;
    return problem;
  };
  return { newId, make };
}

/**
 * Returns the width of an element in px, also for what is drawn first: nothing moves when it is known. `before`:
 * until it is measured.
 */
export function useWidth(before = 0): { ref: RefCallback<HTMLElement>; width: number } {
  const { ref: observe, width } = useElementSize();
  const [first, setFirst] = useState(0);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      observe(element);
      if (element !== null) setFirst(element.offsetWidth);
    },
    [observe],
  );
  return { ref, width: width || first || before };
}

/** Returns true once `state` has been true for `ms`: short states aren't worth mentioning. */
export function useLasting(state: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [state, ms]);
  return state && lasts;
}

/** What waits for the pointer to be released; null while it isn't pressed. */
let waiting: (() => void)[] | null = null;

const release = (): void => {
  const due = waiting ?? [];
  waiting = null;
  for (const act of due) act();
};

// The target of a click is known when the pointer is released, so what moves then moves too late to matter.
window.addEventListener('pointerdown', () => (waiting ??= []), true);
for (const type of ['pointerup', 'pointercancel', 'keydown']) {
  window.addEventListener(type, release, true);
}
// A scrollbar that is let go of says nothing.
window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), true);

/**
 * Runs `act` at once, or when the pointer is released if it is pressed: a button that moves between
 * press and release loses its click. For what happens when a field is left, or typing pauses.
 */
export function afterPress(act: () => void): void {
  if (waiting === null) act();
  else waiting.push(act);
}

/**
 * Moves the focus into a dialog as soon as its elements are present. Mantine uses a timer, and keys may
 * be faster: whatever was typed immediately went to the page behind. Call it in the component around
 * the dialog; returns the ref for an element inside.
 */
export function useFirstFocus(opened: boolean): RefCallback<HTMLElement> {
  const inside = useRef<HTMLElement>(null);
  /** Whether Mantine has recorded where to return the focus to: its effects run before these. */
  const isRecorded = useRef(false);
  useEffect(() => {
    isRecorded.current = opened;
    if (opened) moveFocus(inside.current);
  }, [opened]);
  return useCallback((element: HTMLElement | null) => {
    inside.current = element;
    // With a transition the elements are added a frame later.
    if (isRecorded.current) moveFocus(element);
  }, []);
}

/** In the order in which they are looked for: Mantine would take the button that closes the dialog. */
const firstFields = [
  '[data-autofocus]',
  '[aria-modal] :is(input:not([type=radio], [type=file]), [type=radio]:checked, textarea):not(:disabled)',
  '[aria-modal] [type=radio]:not(:disabled)',
];

function moveFocus(inside: HTMLElement | null): void {
  const dialog = inside?.closest<HTMLElement>('[role="dialog"]');
  const now = document.activeElement;
  const isTaken = now !== dialog && now?.closest('header') == null && dialog?.contains(now);
  if (dialog == null || isTaken) return;
  const [first = dialog] = firstFields.flatMap(
    (one) => dialog.querySelector<HTMLElement>(one) ?? [],
  );
  // A moment later Mantine looks for it, too.
  first.toggleAttribute('data-autofocus', first !== dialog);
  first.focus({ preventScroll: true });
}

/** Loads a file of the window. It doesn't fail: main, which has the file, can be unreachable for a while. */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
