/**
 * Marks both halves of the row under the pointer, where some columns are drawn apart from the
 * others. By hand, because drawing rows again for each move of the pointer would cost frames.
 */
import type { PointerEvent } from 'react';

/** For `onPointerOver` and `onPointerLeave` of what is around the rows. */
export function hoverRow({ type, target, currentTarget }: PointerEvent<HTMLElement>): void {
  const row = target instanceof Element && type !== 'pointerleave' ? rowOf(target) : null;
  for (const marked of currentTarget.querySelectorAll<HTMLElement>('[data-hovered]')) {
    if (marked.dataset['row'] !== row) delete marked.dataset['hovered'];
  }
  if (row === null) return;
  for (const half of currentTarget.querySelectorAll<HTMLElement>(`[data-row="${row}"]`)) {
    half.dataset['hovered'] = '';
  }
}

const rowOf = (target: Element): string | null =>
  target.closest('[data-row]')?.getAttribute('data-row') ?? null;
