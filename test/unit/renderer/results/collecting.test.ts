/** How far collecting has come: progress, pace, time left, ticks. */
import { describe, expect, it } from 'vitest';
import type { TickedPages } from '#renderer/features/results/run-bar/progress.ts';
import * as progress from '#renderer/features/results/run-bar/progress.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import { makeRun, makeRunList } from '../make.ts';

const { expectedPages, expectedRows, isCollecting, paceOf, plannedPages, plannedRows } = progress;
const { inputTimeLeft, pageTicks, remainingLimit, steadyTimeLeft, timeLeftWords } = progress;

const startedAt = '2026-11-20T17:00:00.000Z';
const start = Date.parse(startedAt);
const planned = (limit: RunLimit, before = 0, change = {}) =>
  makeRun({
    plan: { limit, startedAt, pagesBefore: before, rowsBefore: before * 10 },
    pageCount: before,
    rowCount: before * 10,
    ...change,
  });
const fifty = { pages: 50, rows: null };
const everything = { pages: null, rows: null };

describe('the plan', () => {
  it('of one page is no collecting', () => {
    expect(isCollecting(makeRun())).toBe(false);
    expect(isCollecting(planned({ pages: 1, rows: null }))).toBe(false);
    expect(isCollecting(planned(fifty))).toBe(true);
    expect(isCollecting(planned(everything))).toBe(true);
  });

  it('counts pages that were there before; pages of rows are guessed from those that are here', () => {
    const run = planned({ pages: null, rows: 95 }, 0, { pageCount: 4, rowCount: 40 });
    expect(expectedPages(run)).toBe(10);
    expect(plannedPages(planned(fifty, 3))).toBe(53);
    expect(expectedRows(planned(fifty, 0, { pageCount: 2, rowCount: 40 }))).toBe(1000);
    expect(expectedRows(planned(everything, 3))).toBe(10_000);
    expect(expectedPages(planned({ pages: null, rows: 95 }))).toBeNull();
  });

  it('ends where the service’s own total ends', () => {
    const total = { pages: 30, rows: 2950 };
    const all = planned(everything, 1, { total, rowCount: 100 });
    const ends = [plannedPages, expectedPages, plannedRows, expectedRows].map((end) => end(all));
    expect(ends).toEqual([30, 30, 2950, 2950]);
    expect(plannedPages(planned(fifty, 1, { total }))).toBe(30);
    const rows = planned({ pages: null, rows: 9000 }, 1, { total, rowCount: 100 });
    expect([plannedPages(rows), plannedRows(rows), expectedPages(rows)]).toEqual([null, 2950, 30]);
  });

  it('goes on with what is left of it', () => {
    expect(remainingLimit(planned(fifty, 3, { pageCount: 34 }))).toEqual({ pages: 19, rows: null });
    // Nothing left (the last page failed to be saved, say) still means that page.
    expect(remainingLimit(planned(fifty, 0, { pageCount: 50 })).pages).toBe(1);
    expect(remainingLimit(makeRun())).toEqual({ pages: 1, rows: null });
  });
});

it('the pace is told from two pages on, over all pages of the plan', () => {
  const run = planned(fifty, 3, { pageCount: 4, rowCount: 40 });
  expect(paceOf(run, start + 10_000)).toBeNull();
  const later = planned(fifty, 3, { pageCount: 13, rowCount: 130 });
  expect(paceOf(later, start + 60_000)).toEqual({ rowsPerMinute: 100, timeLeft: 40 * 6000 });
  expect(paceOf(later, start)).toBeNull();
  // No time is left without an end; rows held back count.
  const endless = planned(everything, 0, { pageCount: 10, rowCount: 80, heldBack: 20 });
  expect(paceOf(endless, start + 60_000)).toEqual({ rowsPerMinute: 100, timeLeft: null });
});

it('the time left for a list is that of inputs that wait; of inputs asked again none is shown', () => {
  const time = (statuses: Partial<RunList['statuses']>, before: number, until: number | null) =>
    inputTimeLeft(planned(everything), { ...makeRunList(statuses), before, until }, start + 60_000);
  expect(time({ waiting: 6, done: 4 }, 1, null)).toBe(120_000);
  expect(time({ waiting: 6, done: 4 }, 1, 5)).toBe(20_000);
  expect(time({ failed: 4, done: 6 }, 10, 10)).toBeNull();
  // Others wait, and aren't asked.
  expect(time({ waiting: 4, failed: 3, done: 3 }, 6, 6)).toBeNull();
  // The input under way was asked first.
  expect(time({ waiting: 4, failed: 3, done: 3 }, 4, 6)).toBeNull();
});

it('the time left counts down, and is corrected only when it is clearly off', () => {
  const shown = steadyTimeLeft(null, 100_000, start);
  expect(shown).toEqual({ ms: 100_000, at: start });
  expect(steadyTimeLeft(shown, 104_000, start + 5000)).toBe(shown);
  expect(steadyTimeLeft(shown, 82_000, start + 10_000)).toBe(shown);
  expect(steadyTimeLeft(shown, 150_000, start + 10_000)).toEqual({
    ms: 150_000,
    at: start + 10_000,
  });
});

it('the time left is the finer, the nearer the end', () => {
  const minute = 60_000;
  const times = [3000, 33_000, 100_000, 2 * minute, 11.2 * minute, 78 * minute, 119 * minute];
  expect(times.map(timeLeftWords).join(', ')).toBe(
    'a few seconds, 35 s, 1 min 40 s, 2 min, 12 min, 1 h 20 min, 2 h',
  );
});

const drawn = (pages: Partial<TickedPages>) => {
  const { ticks, slots } = pageTicks({ done: 0, total: null, current: null, ...pages });
  const letters = ticks.map(({ kind, share }) =>
    share > 0 && share < 1 ? `${kind[0]}${share * 100}%` : kind[0],
  );
  return { line: letters.join(''), slots };
};

it('the ticks are one per page: done, under way, to come', () => {
  const now = { page: 4, kind: 'now' } as const;
  expect(drawn({ done: 3, total: 6, current: now })).toEqual({ line: 'dddnoo', slots: 6 });
  expect(drawn({ done: 3, total: 6, current: { page: 4, kind: 'failed' } }).line).toBe('dddfoo');
  // More pages than planned still have their place.
  expect(drawn({ done: 7, total: 6 }).line).toBe('ddddddd');
  // They grow to the right while nobody knows how many there are.
  expect(drawn({ done: 3, current: now })).toEqual({ line: 'dddn', slots: 50 });
});

it('more pages than can be told apart are a plain bar, which is never full before the end', () => {
  expect(drawn({ done: 49, total: 50 }).slots).toBe(50);
  expect(drawn({ done: 51, total: 204 })).toEqual({ line: 'o25%', slots: 1 });
  const failed = { page: 52, kind: 'failed' } as const;
  expect(drawn({ done: 51, total: 204, current: failed }).line).toBe('f25%');
  expect(drawn({ done: 204, total: 204 }).line).toBe('d');
  // Without a known end, nothing says how far it is.
  expect(drawn({ done: 60, current: { page: 61, kind: 'now' } })).toEqual({ line: 'n', slots: 1 });
  expect(drawn({ done: 60 }).line).toBe('d');
});
