/** What is read from an answer about usage, whose form is not documented, and what is not. */
import { expect, it } from 'vitest';
import { readCredits } from '#renderer/features/account/plan/credits.ts';

const byDay = [
  { day: '2026-11-02', credits: 90 },
  { day: '2026-11-01', credits: 16 },
];

it('credits are read under the names that say what they are, wherever the account’s are', () => {
  const whole = {
    period: { from: '2026-11-01', until: '2026-12-01T00:00:00Z' },
    credits: { used: 1801, remaining: 48_199, limit: 50_000 },
    trackedItems: { used: 7, limit: 25 },
    byDay,
  };
  expect(readCredits(whole)).toEqual({
    left: 48_199,
    used: 1801,
    limit: 50_000,
    renewsOn: null,
    periodFrom: '2026-11-01',
    periodUntil: '2026-12-01',
    daily: {
      measure: 'credits',
      days: [
        { day: '2026-11-01', count: 16 },
        { day: '2026-11-02', count: 90 },
      ],
    },
  });
  const flat = { creditsRemaining: 5, used_credits: 7, nextResetAt: '2026-12-01T08:00:00Z' };
  expect(readCredits({ success: true, data: flat })).toMatchObject({
    left: 5,
    used: 7,
    renewsOn: '2026-12-01',
  });
});

it.each([
  ['2026-12-01T08Z', '2026-12-01'],
  ['2026-12-01 23:30:00-08:00', '2026-12-01'],
  ['20261201T0800+14', '2026-12-01'],
  ['2026-W49-2', '2026-12-01'],
  ['2026-02-30', null],
])('the day of %s is as it is written: %s', (nextResetAt, renewsOn) => {
  expect(readCredits({ creditsRemaining: 5, nextResetAt })?.renewsOn).toBe(renewsOn);
});

it('what could mean something else is not taken for credits', () => {
  for (const odd of [
    null,
    'text',
    [],
    { used: 7, limit: 25 },
    { credits: 50_000 },
    { credits: { remaining: 'many', used: -1 } },
    { trackedItems: { remaining: 18 }, extraCreditPrice: 0.004 },
    { lastMonth: { credits: { used: 9 } }, byPlatform: { forum: { creditsUsed: 3 } } },
    { creditsLeft: 5, data: { creditsLeft: 6 } },
  ]) {
    expect(readCredits(odd), JSON.stringify(odd)).toBeNull();
  }
});

it('a course by day is one list with a day and one count in each item, named as it is', () => {
  const daily = (usage: unknown) => readCredits(usage)?.daily ?? null;
  const calls = byDay.map(({ day }) => ({ date: day, calls: 3, failed: false }));
  expect(daily({ history: calls })?.measure).toBe('calls');
  // Of several, the one that counts credits.
  expect(daily({ calls, byDay })?.measure).toBe('credits');
  expect(daily({ calls, rows: calls })).toBeNull();
  expect(daily({ byDay: [...byDay, { day: 'yesterday', credits: 3 }] })).toBeNull();
  expect(daily({ byDay: [...byDay, ...byDay] })).toBeNull();
  expect(daily({ byDay: byDay.map((one) => ({ day: one.day, calls: 1, rows: 2 })) })).toBeNull();
});
