/** The properties that everything else stands on: dice, orders, timelines, ids, searches. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice } from '#main/sample-service/data/dice.ts';
import {
  fromShortcode,
  microblogIds,
  photoshareIds,
  shortvideoIds,
  toShortcode,
} from '#main/sample-service/data/ids.ts';
import { createMemory } from '#main/sample-service/data/memory.ts';
import { createShuffle } from '#main/sample-service/data/permutation.ts';
import { byScore, stretchOf } from '#main/sample-service/data/rows.ts';
import { readSearch } from '#main/sample-service/data/search-words.ts';
import { createTimeline } from '#main/sample-service/data/timeline.ts';

describe('dice', () => {
  it('roll the same for the same parts, and stay in bounds', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1_000_000 }), (key, limit) => {
        const [one, other] = [createDice(key, limit), createDice(key, limit)];
        for (let roll = 0; roll < 20; roll += 1) {
          const value = one.below(limit);
          expect(other.below(limit)).toBe(value);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThan(limit);
        }
      }),
    );
  });

  it('counts are mostly small and now and then huge', () => {
    const dice = createDice('counts');
    const counts = Array.from({ length: 4000 }, () => dice.count(100, 1.5));
    const sorted = counts.toSorted((one, other) => one - other);
    const median = sorted[2000] ?? 0;
    expect(median).toBeGreaterThan(80);
    expect(median).toBeLessThan(125);
    expect(sorted.at(-20)).toBeGreaterThan(median * 15);
    expect(sorted.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
  });
});

it('a shuffle visits every number once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.string(), (size, key) => {
      const shuffle = createShuffle(size, key);
      expect(new Set(Array.from({ length: size }, (_, index) => shuffle(index))).size).toBe(size);
    }),
  );
});

describe('a timeline', () => {
  const gap = fc.integer({ min: 40, max: 130_000 });
  const second = fc.integer({ min: 1_300_000_000, max: 1_900_000_000 });

  it('has a later second in each later cell, and finds the cell of a second', () => {
    fc.assert(
      fc.property(fc.string(), gap, second, (key, seconds, moment) => {
        const timeline = createTimeline(key, seconds);
        const cell = timeline.lastCellAt(moment);
        expect(timeline.secondAt(cell)).toBeLessThanOrEqual(moment);
        expect(timeline.secondAt(cell + 1)).toBeGreaterThan(moment);
        for (let older = cell; older > cell - 30; older -= 1) {
          const there = timeline.secondAt(older);
          expect(timeline.secondAt(older - 1)).toBeLessThan(there);
          expect(timeline.lastCellAt(there)).toBe(older);
        }
      }),
    );
  });

  it('is busier on some days than on others', () => {
    const timeline = createTimeline('waves', 300);
    const day = (index: number): number =>
      timeline.lastCellAt(1_790_000_000 + index * 86_400) -
      timeline.lastCellAt(1_790_000_000 + (index - 1) * 86_400);
    const counts = Array.from({ length: 60 }, (_, index) => day(index));
    expect(Math.max(...counts)).toBeGreaterThan(1.4 * Math.min(...counts));
  });

  it('a stretch ends where the platform, the dates or the most rows end', () => {
    const timeline = createTimeline('stretch', 3600);
    const now = 1_790_000_000;
    const opened = now - 1000 * 3600;
    const all = stretchOf(timeline, { now, opened, most: 1_000_000 });
    expect(timeline.secondAt(all.top - all.total + 1)).toBeGreaterThanOrEqual(opened);
    expect(timeline.secondAt(all.top - all.total)).toBeLessThan(opened);
    expect(stretchOf(timeline, { now, opened, most: 7 }).total).toBe(7);
    const future = stretchOf(timeline, { now, opened, most: 7, since: '2030-01-01' });
    expect(future.total).toBe(0);
  });
});

describe('ids', () => {
  const parts = fc.record({
    second: fc.integer({ min: 1_330_000_000, max: 1_999_999_999 }),
    owner: fc.integer({ min: 0, max: 65_535 }),
    slot: fc.integer({ min: 0, max: 16_383 }),
  });

  it.each([
    ['microblog', microblogIds],
    ['photoshare', photoshareIds],
    ['shortvideo', shortvideoIds],
  ] as const)('%s: carry their parts and always exist', (_, codec) => {
    fc.assert(
      fc.property(parts, (given) => {
        const id = codec.encode(given);
        expect(codec.decode(id)).toEqual(given);
        expect(String(id)).toMatch(/^\d{17,19}$/);
        expect(String(id).endsWith('0000')).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('any number can be read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 50n }), (number) => {
        const read = microblogIds.decode(number);
        expect(Number.isSafeInteger(read.second)).toBe(true);
        expect(read.owner).toBeLessThan(65_536);
      }),
    );
  });

  it('a shortcode is its number', () => {
    expect(fromShortcode('C9xQ2LmNp4R')).toBe(3_418_587_684_199_112_209n);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n }), (number) => {
        expect(fromShortcode(toShortcode(number))).toBe(number);
      }),
    );
  });
});

describe('memory', () => {
  it('leads back to the occasion, and forgets nothing that is known from the start', () => {
    const memory = createMemory();
    const occasion = { kind: 'replies', parent: '17' } as const;
    const slot = memory.slotOf('microblog', occasion);
    expect(memory.occasionAt('microblog', slot)).toEqual(occasion);
    expect(createMemory().occasionAt('microblog', slot)).toEqual({ kind: 'none' });
    const trees = { kind: 'search', phrase: 'city trees', language: null, country: null } as const;
    const known = memory.slotOf('microblog', trees);
    expect(createMemory().occasionAt('microblog', known)).toEqual(trees);
  });

  it('makes room for newer accounts', () => {
    const memory = createMemory();
    for (let number = 0; number < 50_001; number += 1) {
      memory.rememberAccount('photoshare', String(number), `user${number}`);
    }
    expect(memory.accountWithId('photoshare', '0')).toBeNull();
    expect(memory.accountWithId('photoshare', '50000')).toBe('user50000');
  });
});

it('by score: each row once, the best of each block first', () => {
  const scores = Array.from({ length: 25 }, (_, index) => (index * 7) % 25);
  const order = byScore(25, 10, (index) => scores[index] ?? 0);
  const rows = Array.from({ length: 25 }, (_, index) => order(index));
  expect(new Set(rows).size).toBe(25);
  const block = rows.slice(0, 10).map((row) => scores[row] ?? 0);
  expect(block).toEqual(block.toSorted((one, other) => other - one));
  expect(Math.max(...rows.slice(0, 10))).toBeLessThan(10);
});

it.each([
  ['city trees', ['city trees']],
  ['"low tide" -storm', ['low tide']],
  ['bread OR (coffee AND tea)', ['bread', 'coffee tea']],
  ['title:"night sky"~3 NOT moon', ['night sky']],
  ['-only', ['-only']],
  ['gard*', ['gard']],
])('the search %s asks for %o', (q, phrases) => {
  expect(readSearch('seed', q).phrases).toEqual(phrases);
});
