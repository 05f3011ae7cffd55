import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAnnouncer } from '#main/core/runs/announcer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells the first change at once, the next ones together, the last one always', () => {
  const run = { pages: 0 };
  const told: number[] = [];
  const announcer = createAnnouncer<typeof run>(({ pages }) => told.push(pages), 100);
  for (run.pages = 1; run.pages <= 50; run.pages++) {
    announcer.announce(run, 'soon');
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(told[0]).toBe(1);
  expect(told.length).toBeLessThanOrEqual(7);
  expect(told.at(-1)).toBe(50);
});

it('does not wait when a subject came to rest, keeps subjects apart, and is silent after closing', () => {
  const told: string[] = [];
  const announcer = createAnnouncer<string>((subject) => told.push(subject), 100);
  for (const when of ['soon', 'soon', 'now'] as const) announcer.announce('rests', when);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['rests', 'rests']);
  for (const subject of ['a', 'b', 'a']) announcer.announce(subject, 'soon');
  announcer.close();
  vi.advanceTimersByTime(1000);
  expect(told.slice(2)).toEqual(['a', 'b']);
});
