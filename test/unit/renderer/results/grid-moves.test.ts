/** Where keys, numbers and the scrollbar lead in the grid. Pure. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  headerAction,
  moveCell,
  type CellPosition,
} from '#renderer/features/results/grid/grid-keys.ts';
import { wholeNumber } from '#renderer/components/numbers.tsx';
import { ScrollSpace } from '#renderer/features/results/grid/sizes.ts';
import { count } from '#test/support/thorough.ts';

const size = { rows: 100, columns: 8, pageRows: 17 };
const at = (row: number, column: number): CellPosition => ({ row, column });

test.each<[string, CellPosition, string, CellPosition | null]>([
  ['down', at(4, 2), 'ArrowDown', at(5, 2)],
  ['up to the header', at(0, 2), 'ArrowUp', at(-1, 2)],
  ['not above the header', at(-1, 2), 'ArrowUp', at(-1, 2)],
  ['not below the end', at(99, 2), 'ArrowDown', at(99, 2)],
  ['not left of the first', at(4, 0), 'ArrowLeft', at(4, 0)],
  ['not right of the last', at(4, 7), 'ArrowRight', at(4, 7)],
  ['a page down', at(4, 2), 'PageDown', at(21, 2)],
  ['a page up, not into the header', at(4, 2), 'PageUp', at(0, 2)],
  ['to the row’s end', at(4, 2), 'End', at(4, 7)],
  ['to the last cell', at(4, 2), 'Ctrl+End', at(99, 7)],
  ['to the last row', at(4, 2), 'Ctrl+ArrowDown', at(99, 2)],
  ['other keys mean nothing', at(4, 2), 'a', null],
])('keys in the grid: %s', (_name, from, keys, to) => {
  const key = keys.replace('Ctrl+', '');
  expect(moveCell(from, { key, command: key !== keys }, size)).toEqual(to);
});

test('without rows, the header is all there is', () => {
  const down = { key: 'ArrowDown', command: false };
  expect(moveCell(at(-1, 0), down, { ...size, rows: 0 })).toEqual(at(-1, 0));
});

test.each([
  ['Alt+ArrowLeft', 'narrower'],
  ['Alt+ArrowDown', 'menu'],
  ['ContextMenu', 'menu'],
  ['Shift+F10', 'menu'],
  ['Enter', 'name'],
  // These move the active cell, are actions of the column, or belong to somebody else.
  ['Alt+Shift+ArrowLeft', undefined],
  ['ArrowLeft', undefined],
  ['ArrowDown', undefined],
  ['Ctrl+Alt+ArrowLeft', undefined],
])('%s on a header', (keys, expected) => {
  const parts = keys.split('+');
  const key = {
    key: parts.at(-1) ?? '',
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
  };
  expect(headerAction(key)).toBe(expected);
});

test('a whole number is read as people write it; a point, which has two meanings, is refused', () => {
  const read = (...typed: string[]) => typed.map((one) => wholeNumber(one, 1_000_000));
  expect(read('1', '1,000,000', '1 204', '1’204', ' 7 ')).toEqual([1, 1_000_000, 1204, 1204, 7]);
  const none = ['0', '1,000,001', '', 'ten', '-5', '1e3', '1.5', '1.500', '1,20'];
  expect(read(...none)).toEqual(none.map(() => null));
});

const rowHeight = 32;
/** Room for rows on a screen of 800 px. */
const viewport = 580;
const million = 1_000_000;

const highest = (space: ScrollSpace): number => space.height - viewport;

/** First and last row that are whole on screen at `top`. */
function seen(space: ScrollSpace, top: number): [first: number, last: number] {
  return [
    space.rowInSlot(Math.ceil(top / rowHeight)),
    space.rowInSlot(Math.floor((top + viewport) / rowHeight) - 1),
  ];
}

/** Scrolls as a wheel does: the browser moves, the space follows, walls are dealt with. */
function wheel(space: ScrollSpace, top: number, by: number): number {
  const next = Math.min(highest(space), Math.max(0, top + by));
  space.follow(next);
  return space.isNearWall(next) ? space.settle(next) : next;
}

test('while every row has a place, it is where its number says', () => {
  const space = new ScrollSpace(rowHeight, 100_000);
  expect(space.height).toBe(3_200_000);
  for (const top of [0, 5000, 3_000_000, 10]) {
    space.follow(top);
    expect(space.shift).toBe(0);
    expect(space.settle(top)).toBe(top);
  }
  expect(space.topOf(99_999)).toBe(99_999 * rowHeight);
  expect(new ScrollSpace(rowHeight).height).toBe(0);
});

describe('with a million rows', () => {
  test('every row can be brought on screen, below what a browser can draw at scale 2', () => {
    const space = new ScrollSpace(rowHeight, million);
    expect(space.height).toBe(8_000_000);
    // A step that meets every remainder; all rows when thorough.
    for (let row = 0; row < million; row += count(37, 1)) {
      const top = space.positionFor(row, 0);
      if (top < 0 || top > space.height - rowHeight || space.topOf(row) !== top) {
        expect.fail(`row ${row} is at ${top}`);
      }
    }
  });

  test('between the ends of the scrollbar no row is passed over', () => {
    const space = new ScrollSpace(rowHeight, million);
    let reached = -1;
    // Every step here is a jump, as dragging is; 61 px, because a screen shows 580.
    for (let top = 0; top <= highest(space); top += 61) {
      space.follow(top === 0 ? 0 : highest(space));
      space.follow(0);
      space.follow(top);
      const [first, last] = seen(space, top);
      if (first > reached + 1) expect.fail(`rows ${reached + 1} to ${first - 1} were passed over`);
      reached = Math.max(reached, last);
    }
    space.follow(highest(space));
    expect(seen(space, highest(space))[1]).toBe(million - 1);
  });

  test('the wheel goes row by row, and resting changes no row', () => {
    const space = new ScrollSpace(rowHeight, million);
    let top = 4_000_000;
    space.follow(top);
    const [before] = seen(space, top);
    for (let tick = 0; tick < 10; tick += 1) top = wheel(space, top, 320);
    expect(seen(space, top)[0]).toBe(before + 100);
    const settled = space.settle(top);
    expect(seen(space, settled)[0]).toBe(before + 100);
    // 100 rows of a million are a quarter as far as 100 slots.
    expect(settled).toBeLessThan(top);
    expect(space.settle(settled)).toBe(settled);
  });

  test('both ends are reached by the wheel from anywhere, without a wall', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_999_000 }), fc.boolean(), (start, down) => {
        const space = new ScrollSpace(rowHeight, 300_000);
        let top = Math.min(start, highest(space));
        space.follow(top);
        let [before] = seen(space, top);
        for (;;) {
          top = wheel(space, top, down ? 3200 : -3200);
          const [now] = seen(space, top);
          if (now === before) break;
          // Never back, never a leap.
          if (Math.abs(now - before) > 101 || now > before !== down) {
            expect.fail(`from row ${before} to ${now}`);
          }
          before = now;
        }
        expect(seen(space, top)[down ? 1 : 0]).toBe(down ? 299_999 : 0);
      }),
      { numRuns: count(5, 20) },
    );
  });

  test('what the grid itself scrolls is no jump', () => {
    const space = new ScrollSpace(rowHeight, million);
    const top = space.positionFor(700_000, 0);
    const { shift } = space;
    space.moved(top);
    space.follow(top);
    expect(space.shift).toBe(shift);
    expect(space.topOf(700_000)).toBe(top);
    expect(space.topOf(0)).toBeNull();
  });

  test('rows that are added while the end is on screen can be scrolled to', () => {
    const space = new ScrollSpace(rowHeight, 250_000);
    let top = highest(space);
    space.follow(top);
    space.resize(250_020);
    expect(seen(space, top)[1]).toBe(249_999);
    top = space.settle(top);
    for (let tick = 0; tick < 3; tick += 1) top = wheel(space, top, 320);
    expect(seen(space, top)[1]).toBe(250_019);
  });
});
