/** Keyboard shortcuts of one letter, on every keyboard layout. */
import { useEffect, useEffectEvent } from 'react';

/**
 * Returns the letter that a key stands for in a shortcut: on a Cyrillic or Greek layout, that of the
 * same key on a Latin one, as browsers and systems do for their own shortcuts.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isLatin = /^[ -~]+$/.test(key);
  const physical = isLatin ? undefined : /^Key([A-Z])$/.exec(code)?.[1];
  return (physical ?? key).toLowerCase();
}

/**
 * Calls `act` on Ctrl or ⌘ and a letter, with Shift or without, also while the person types. False: the
 * key is still the browser's.
 */
export function useCommandKey(letter: string, act: () => unknown, withShift = false): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if (altKey || shiftKey !== withShift || !(ctrlKey || metaKey) || letterOf(event) !== letter)
        return;
      if (!event.defaultPrevented && latest() !== false) event.preventDefault();
    };
    document.documentElement.addEventListener('keydown', onKeyDown);
    return () => document.documentElement.removeEventListener('keydown', onKeyDown);
  }, [letter, withShift]);
}
