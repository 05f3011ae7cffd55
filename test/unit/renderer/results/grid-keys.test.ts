import { expect, test } from 'vitest';
import { moveCell, type CellPlace } from '#renderer/features/results/grid/grid-keys.ts';

const size = { rows: 100, columns: 8, pageRows: 17 };

test.each<[string, CellPlace, string, boolean, CellPlace | null]>([
  ['down', { row: 4, column: 2 }, 'ArrowDown', false, { row: 5, column: 2 }],
  ['up', { row: 4, column: 2 }, 'ArrowUp', false, { row: 3, column: 2 }],
  ['up to the header', { row: 0, column: 2 }, 'ArrowUp', false, { row: -1, column: 2 }],
  ['not above the header', { row: -1, column: 2 }, 'ArrowUp', false, { row: -1, column: 2 }],
  ['down from the header', { row: -1, column: 2 }, 'ArrowDown', false, { row: 0, column: 2 }],
  ['not below the end', { row: 99, column: 2 }, 'ArrowDown', false, { row: 99, column: 2 }],
  ['left', { row: 4, column: 2 }, 'ArrowLeft', false, { row: 4, column: 1 }],
  ['not left of the first', { row: 4, column: 0 }, 'ArrowLeft', false, { row: 4, column: 0 }],
  ['not right of the last', { row: 4, column: 7 }, 'ArrowRight', false, { row: 4, column: 7 }],
  ['a page down', { row: 4, column: 2 }, 'PageDown', false, { row: 21, column: 2 }],
  [
    'a page up ends at the first row',
    { row: 4, column: 2 },
    'PageUp',
    false,
    { row: 0, column: 2 },
  ],
  ['to the row’s start', { row: 4, column: 2 }, 'Home', false, { row: 4, column: 0 }],
  ['to the row’s end', { row: 4, column: 2 }, 'End', false, { row: 4, column: 7 }],
  ['to the first cell', { row: 4, column: 2 }, 'Home', true, { row: 0, column: 0 }],
  ['to the last cell', { row: 4, column: 2 }, 'End', true, { row: 99, column: 7 }],
  ['other keys mean nothing', { row: 4, column: 2 }, 'a', false, null],
])('%s', (_name, from, key, command, to) => {
  expect(moveCell(from, { key, command }, size)).toEqual(to);
});

test('without rows, the header is all there is', () => {
  const empty = { rows: 0, columns: 3, pageRows: 10 };
  expect(moveCell({ row: -1, column: 0 }, { key: 'ArrowDown', command: false }, empty)).toEqual({
    row: -1,
    column: 0,
  });
});
