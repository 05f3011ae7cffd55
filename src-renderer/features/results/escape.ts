/** Escape closes one thing at a time, the innermost first. Pure except for the two listeners. */
import { useEffect, useEffectEvent } from 'react';

/** The innermost first. */
const layers = ['details', 'run'] as const;
type Layer = (typeof layers)[number];

const open = new Map<Layer, () => void>();

/** By the time a key event has bubbled to the window, a dialog or list that it closed is gone. */
let isCovered = false;

function checkCovered({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return;
  // The bars of a chart are a list too, but cover nothing.
  isCovered =
    document.querySelector('[role="dialog"], [role="listbox"]:not([aria-multiselectable])') !==
    null;
}

function close(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isCovered) return;
  const innermost = layers.find((layer) => open.has(layer));
  if (innermost === undefined) return;
  event.preventDefault();
  open.get(innermost)?.();
}

/** Calls `act` on Escape, wherever the focus is, unless a dialog, a menu or an inner layer is open. */
export function useEscape(layer: Layer, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    // Adding the same listener twice has no effect.
    window.addEventListener('keydown', checkCovered, { capture: true });
    window.addEventListener('keydown', close);
    open.set(layer, () => latest());
    return () => void open.delete(layer);
  }, [layer]);
}
