import { describe, expect, it } from 'vitest';
import type { CountedCalls } from '#shared/contract/calls.ts';
import { callBars, estimateOf, sumCalls, totalOf } from '#renderer/features/account/call-bars.ts';

const counted: CountedCalls = {
  today: '2026-11-20',
  days: [
    { day: '2025-11-30', calls: { forum: 5 } },
    { day: '2025-12-01', calls: { forum: 7 } },
    { day: '2026-10-22', calls: { microblog: 4 } },
    { day: '2026-11-14', calls: { microblog: 2, photoshare: 1 } },
    { day: '2026-11-20', calls: { microblog: 3 } },
  ],
  byPlatform: {},
  session: 0,
  total: 22,
};

const filled = (range: 'week' | 'month' | 'year') =>
  callBars(counted, range)
    .filter(({ calls }) => totalOf(calls) > 0)
    .map(({ key, calls }) => [key, totalOf(calls)]);

describe('counted calls as bars', () => {
  it('end today and have a bar for days without calls', () => {
    expect(callBars(counted, 'week').map(({ key }) => key)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(filled('week')).toEqual([
      ['2026-11-14', 3],
      ['2026-11-20', 3],
    ]);
  });

  it('cover thirty days, with a date under every seventh', () => {
    const bars = callBars(counted, 'month');
    expect([bars.length, bars[0]?.key]).toEqual([30, '2026-10-22']);
    expect(bars.flatMap(({ tick }) => tick ?? [])).toEqual([
      '23 Oct',
      '30 Oct',
      '6 Nov',
      '13 Nov',
      '20 Nov',
    ]);
    expect(bars.at(-1)?.label).toBe('Friday 20 November');
  });

  it('are months for a year', () => {
    const bars = callBars(counted, 'year');
    expect([bars.length, bars[0]?.key, bars.at(-1)?.label]).toEqual([
      12,
      '2025-12',
      'November 2026',
    ]);
    expect(filled('year')).toEqual([
      ['2025-12', 7],
      ['2026-10', 4],
      ['2026-11', 6],
    ]);
  });

  it('have every day once when clocks change', () => {
    for (const today of ['2026-03-31', '2026-10-26', '2026-11-02', '2026-03-09']) {
      const keys = callBars({ ...counted, today }, 'month').map(({ key }) => key);
      expect(new Set(keys).size).toBe(30);
    }
  });
});

describe('an estimate', () => {
  const calls = sumCalls(counted.days.map((day) => day.calls));

  it('is calls by prices, and names what has none', () => {
    expect(calls).toEqual({ microblog: 9, photoshare: 1, forum: 12 });
    expect(estimateOf(calls, { microblog: 0.5, forum: 0.25, shortvideo: 9 })).toEqual({
      amount: 7.5,
      unpriced: ['photoshare'],
    });
  });

  it('is none without a price that applies', () => {
    expect(estimateOf(calls, {})).toBeNull();
    expect(estimateOf(calls, { shortvideo: 1 })).toBeNull();
    expect(estimateOf({}, { microblog: 1 })).toBeNull();
  });
});
