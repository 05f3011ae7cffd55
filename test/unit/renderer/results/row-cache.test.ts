import { describe, expect, test, vi } from 'vitest';
import type { Row, RowWindow } from '#shared/contract/run.ts';
import { RowCache } from '#renderer/state/rows.ts';
import type { FetchRows } from '#renderer/state/rows.ts';

const rowOf = (index: number): Row => ({ id: String(index) });

/** A main that holds `total` rows and answers when told, and a cache of them. */
function slowMain(total: number, mostChunks?: number) {
  const waiting: { offset: number; answer: (window: RowWindow | null) => void }[] = [];
  const asked: number[] = [];
  const fetch: FetchRows = (_key, offset) => {
    asked.push(offset);
    return new Promise((answer) => {
      waiting.push({ offset, answer });
    });
  };
  const main = {
    total,
    asked,
    window: (offset: number, count = 50): RowWindow => ({
      offset,
      total: main.total,
      numbers: null,
      rows: Array.from({ length: Math.max(0, Math.min(count, main.total - offset)) }, (_, at) =>
        rowOf(offset + at),
      ),
    }),
    /** Answers the oldest call; with null, as a failure. */
    answer: async (fails = false): Promise<void> => {
      const call = waiting.shift();
      call?.answer(fails ? null : main.window(call.offset));
      await Promise.resolve();
      await Promise.resolve();
    },
    answerAll: async (): Promise<void> => {
      while (waiting.length > 0) await main.answer();
    },
  };
  return { main, cache: new RowCache(fetch, mostChunks) };
}

describe('rows that change', () => {
  test('are read again: on screen at once and only what differs, elsewhere when they are scrolled to', async () => {
    const { main, cache } = slowMain(1000);
    cache.want('run/', 0, 30, 1000);
    await main.answerAll();
    // What is on its way for the first time counts as from before.
    cache.want('other/', 0, 30, 30);
    cache.renew('other/');
    await main.answerAll();
    expect(main.asked.splice(0)).toEqual([0, 50, 100, 150, 200, 0, 0]);
    const redrawn = vi.fn();
    cache.subscribe('run/', 0, redrawn);
    const before = cache.at('run/', 3);
    let window = main.window(0);
    main.window = () => window;
    cache.renew('run/');
    expect([cache.at('run/', 3), cache.at('run/', 150)]).toEqual([before, undefined]);
    // What was on its way may be from before the next change.
    cache.renew('run/');
    await main.answer();
    expect([cache.at('run/', 3) === before, redrawn.mock.calls.length]).toEqual([true, 0]);
    window = { ...window, rows: window.rows.with(4, { id: 'other' }) };
    await main.answer();
    expect(cache.at('run/', 3)).toBe(before);
    expect(cache.at('run/', 4)?.row).toEqual({ id: 'other' });
    expect(redrawn).toHaveBeenCalledTimes(1);
    expect(main.asked).toEqual([0, 0]);
  });
});

describe('reading', () => {
  test('what is on screen comes first, then 200 rows on both sides', async () => {
    const { main, cache } = slowMain(10_000);
    cache.want('run/', 5010, 5040, 10_000);
    await main.answerAll();
    expect(main.asked).toEqual([5000, 5050, 5100, 5150, 5200, 4950, 4900, 4850, 4800]);
    expect(cache.at('run/', 5010)?.row).toEqual(rowOf(5010));
    expect(cache.at('run/', 4799)?.row).toBeUndefined();
  });

  test('rows are asked for once, however often they are wanted', async () => {
    const { main, cache } = slowMain(1000);
    for (let time = 0; time < 5; time += 1) cache.want('run/', 0, 30, 1000);
    await main.answerAll();
    cache.want('run/', 0, 30, 1000);
    expect(main.asked).toEqual([0, 50, 100, 150, 200]);
  });

  test('while scrolling fast, what was scrolled past gives way', async () => {
    const { main, cache } = slowMain(1_000_000);
    for (let first = 0; first < 900_000; first += 1000) {
      cache.want('run/', first, first + 40, 1_000_000);
    }
    expect(main.asked.length).toBe(3);
    await main.answer();
    // The very next thing that is read is what is on screen now.
    expect(main.asked[3]).toBe(899_000);
    await main.answerAll();
    expect(main.asked.length).toBeLessThanOrEqual(3 + 24);
  });

  test('a row that comes later makes its chunk incomplete, and it is read again', async () => {
    const { main, cache } = slowMain(60);
    cache.want('run/', 0, 30, 60);
    cache.want('none/', 0, 0, 0);
    await main.answerAll();
    // Rows beyond the end are not asked for.
    expect(main.asked).toEqual([0, 50]);
    main.total = 61;
    cache.want('run/', 50, 60, 61);
    await main.answerAll();
    expect(main.asked).toEqual([0, 50, 50]);
    expect(cache.at('run/', 60)?.row).toEqual(rowOf(60));
  });

  test('a page that comes while its chunk is being read is read after it', async () => {
    const { main, cache } = slowMain(60);
    for (const total of [60, 80]) cache.want('run/', 0, 30, total);
    await main.answer();
    main.total = 80;
    await main.answerAll();
    expect(cache.at('run/', 79)?.row).toEqual(rowOf(79));
  });

  test('rows main leaves out are not asked for again and again', async () => {
    const fetch = vi.fn<FetchRows>(() =>
      Promise.resolve({ offset: 0, total: 50, numbers: null, rows: [] }),
    );
    const cache = new RowCache(fetch);
    for (let time = 0; time < 3; time += 1) {
      cache.want('run/', 0, 30, 50);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('what could not be read is read again when asked to, and when it was scrolled past', async () => {
    const { main, cache } = slowMain(50);
    const unsubscribe = cache.subscribe('run/', 0, () => undefined);
    cache.want('run/', 0, 30, 50);
    await main.answer(true);
    cache.want('run/', 0, 31, 50);
    expect(main.asked).toEqual([0]);
    cache.retry();
    await main.answer(true);
    expect(main.asked).toEqual([0, 0]);
    expect(cache.hasFailed((key) => key === 'run/')).toBe(true);
    unsubscribe();
    cache.want('run/', 0, 30, 50);
    expect(cache.hasFailed((key) => key === 'run/')).toBe(false);
    await main.answerAll();
    expect(main.asked).toEqual([0, 0, 0]);
    expect(cache.at('run/', 3)?.row).toEqual(rowOf(3));
  });
});

describe('keeping', () => {
  test('rows of a reply are there at once, stay the same objects, and are told once', () => {
    const { main, cache } = slowMain(20);
    const listener = vi.fn<() => void>();
    cache.subscribe('run/', 0, listener);
    cache.put('run/', main.window(0));
    cache.want('run/', 0, 19, 20);
    const row = cache.at('run/', 19)?.row;
    expect(row).toEqual(rowOf(19));
    cache.put('run/', main.window(0));
    expect(cache.at('run/', 19)?.row).toBe(row);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(main.asked).toEqual([]);
  });

  test('the chunk that was wanted longest ago is dropped first', () => {
    const { main, cache } = slowMain(1000, 3);
    for (const offset of [0, 50, 100]) cache.put('run/', main.window(offset));
    cache.want('run/', 0, 10, 50);
    cache.put('run/', main.window(150));
    const isKept = (index: number) => cache.at('run/', index)?.row !== undefined;
    expect([0, 50, 100, 150].map(isKept)).toEqual([true, false, true, true]);
  });

  test('what is on screen is never dropped', () => {
    const { main, cache } = slowMain(2000, 3);
    cache.subscribe('run/', 0, () => undefined);
    for (let offset = 0; offset < 2000; offset += 100) cache.put('run/', main.window(offset));
    expect(cache.at('run/', 5)?.row).toEqual(rowOf(5));
    expect(cache.at('run/', 505)?.row).toBeUndefined();
  });

  test('a forgotten run is gone, and an answer under way does not bring it back', async () => {
    const { main, cache } = slowMain(1000);
    cache.put('one/', main.window(0));
    cache.put('two/', main.window(0));
    cache.want('one/', 150, 160, 1000);
    cache.forget((key) => key === 'one/');
    await main.answerAll();
    expect(cache.at('one/', 5)?.row).toBeUndefined();
    expect(cache.at('one/', 150)?.row).toBeUndefined();
    expect(cache.at('two/', 5)?.row).toEqual(rowOf(5));
  });
});
