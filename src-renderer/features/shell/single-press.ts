/**
 * A key that is held down presses once. Otherwise Enter kept down on *Next page* would make a
 * metered call as soon as the one before is answered.
 */
import { useEffect } from 'react';

const pressing = new Set(['Enter', ' ']);

export function useSinglePress(): void {
  useEffect(() => {
    // Before anybody else: what asks is a form here and a button there.
    window.addEventListener('keydown', dropRepeat, { capture: true });
    return () => window.removeEventListener('keydown', dropRepeat, { capture: true });
  }, []);
}

function dropRepeat(event: KeyboardEvent): void {
  if (!event.repeat || !pressing.has(event.key)) return;
  // Where text is typed, a held space or line break is meant.
  const typing =
    event.target instanceof HTMLTextAreaElement ||
    (event.target instanceof HTMLInputElement && event.key === ' ');
  if (typing) return;
  event.preventDefault();
  event.stopPropagation();
}
