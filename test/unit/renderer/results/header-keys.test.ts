import { expect, test } from 'vitest';
import { headerAction } from '#renderer/features/results/grid/header-keys.ts';

const plain = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };

test.each([
  ['Alt+ArrowLeft', 'narrower'],
  ['Alt+ArrowRight', 'wider'],
  ['Alt+Shift+ArrowLeft', 'moveLeft'],
  ['Alt+Shift+ArrowRight', 'moveRight'],
  ['Alt+ArrowDown', 'menu'],
  ['ContextMenu', 'menu'],
  ['Shift+F10', 'menu'],
  ['Enter', 'name'],
  ['Shift+Enter', 'name'],
  // These move the active cell, or belong to somebody else.
  ['ArrowLeft', null],
  ['ArrowDown', null],
  ['F10', null],
  ['Ctrl+Alt+ArrowLeft', null],
  ['Alt+ArrowUp', null],
])('%s', (keys, expected) => {
  const parts = keys.split('+');
  const key = {
    ...plain,
    key: parts.at(-1) ?? '',
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
  };
  expect(headerAction(key)).toBe(expected);
});
