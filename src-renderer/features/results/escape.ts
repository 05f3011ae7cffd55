/** Escape closes one thing at a time, the innermost first. Pure but for the two listeners. */
import { useEffect, useEffectEvent } from 'react';

/** From the innermost. */
const layers = ['details', 'run'] as const;
type Layer = (typeof layers)[number];

const open = new Map<Layer, () => void>();

/** A dialog or menu is gone by the time a key event has bubbled to the window. */
let isCovered = false;

function look({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return;
  isCovered = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
}

function close(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || isCovered) return;
  const innermost = layers.find((layer) => open.has(layer));
  if (innermost === undefined) return;
  event.preventDefault();
  open.get(innermost)?.();
}

/** Hears Escape, wherever the focus is, while nothing lies over it or in it. */
export function useEscape(layer: Layer, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    // Adding the same listener once more does nothing.
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', close);
    open.set(layer, () => latest());
    return () => void open.delete(layer);
  }, [layer]);
}
