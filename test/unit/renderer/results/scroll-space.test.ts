import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScrollSpace } from '#renderer/features/results/grid/scroll-space.ts';

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

describe('while every row has a place', () => {
  test('a row is where its number says', () => {
    const space = new ScrollSpace(rowHeight, 100_000);
    expect(space.height).toBe(3_200_000);
    for (const top of [0, 5000, 3_000_000, 10]) {
      space.follow(top);
      expect(space.shift).toBe(0);
      expect(space.settle(top)).toBe(top);
    }
    expect(space.topOf(99_999)).toBe(99_999 * rowHeight);
  });

  test('an empty grid has no height', () => {
    expect(new ScrollSpace(rowHeight).height).toBe(0);
  });
});

describe('with a million rows', () => {
  test('the height stays below what a browser can draw at scale 2', () => {
    const space = new ScrollSpace(rowHeight, million);
    expect(space.height).toBe(8_000_000);
  });

  test('every row can be brought on screen, inside the height', () => {
    const space = new ScrollSpace(rowHeight, million);
    for (let row = 0; row < million; row += 1) {
      const top = space.bring(row, 0);
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

  test('holding a dragged scrollbar still moves nothing', () => {
    const space = new ScrollSpace(rowHeight, million);
    for (let top = 0; top <= highest(space); top += 9973) {
      space.follow(top);
      expect(space.settle(top)).toBe(top);
    }
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
          expect(Math.abs(now - before)).toBeLessThanOrEqual(101);
          expect(now > before).toBe(down);
          before = now;
        }
        expect(seen(space, top)[down ? 1 : 0]).toBe(down ? 299_999 : 0);
      }),
      { numRuns: 20 },
    );
  });

  test('what the grid itself scrolls is no jump', () => {
    const space = new ScrollSpace(rowHeight, million);
    const top = space.bring(700_000, 0);
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

  test('fewer rows than before leave no shift behind', () => {
    const space = new ScrollSpace(rowHeight, million);
    space.follow(highest(space));
    space.resize(40);
    expect([space.shift, space.height]).toEqual([0, 1280]);
  });
});
