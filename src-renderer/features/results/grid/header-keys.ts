/** What keys do on a header. Pure. */
import type { KeyboardEvent } from 'react';

export type HeaderAction = 'narrower' | 'wider' | 'moveLeft' | 'moveRight' | 'menu' | 'name';

/** For `aria-keyshortcuts`. */
export const headerKeys =
  'Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+ArrowDown';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Null when the key means nothing special there. */
export function headerAction({
  key,
  altKey,
  shiftKey,
  ctrlKey,
  metaKey,
}: Key): HeaderAction | null {
  if (ctrlKey || metaKey) return null;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu';
  if (!altKey) return key === 'Enter' ? 'name' : null;
  switch (key) {
    case 'ArrowDown':
      return 'menu';
    case 'ArrowLeft':
      return shiftKey ? 'moveLeft' : 'narrower';
    case 'ArrowRight':
      return shiftKey ? 'moveRight' : 'wider';
    default:
      return null;
  }
}
