import { act } from 'react';
import { expect, it } from 'vitest';
import {
  callBars,
  estimateOf,
  totalOf,
  CallsSection,
} from '#renderer/features/account/AccountPage.tsx';
import { useApp } from '#renderer/state/app.ts';
import type { CountedCalls } from '#shared/contract/calls.ts';
import { defaultPreferences, type Snapshot } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, settle } from '../explore/window.tsx';
import { answer, answerLater, inputsOf, ok } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

const own = { id: 'https://data.example.org', label: 'data.example.org', address: '' };
const counted: CountedCalls = {
  today: '2026-11-20',
  callsToday: 38,
  days: [
    { day: '2025-11-30', calls: { forum: 5 } },
    { day: '2025-12-01', calls: { forum: 7 } },
    { day: '2026-10-22', calls: { microblog: 4 } },
    { day: '2026-11-19', calls: { microblog: 150, forum: 12 } },
    { day: '2026-11-20', calls: { microblog: 38 } },
  ],
  byPlatform: { microblog: 192, forum: 24 },
  byKey: {},
  total: 216,
};

const bars = (range: 'week' | 'month' | 'year') => callBars(counted, range);
const filled = (range: 'week' | 'month' | 'year') =>
  bars(range)
    .filter(({ calls }) => totalOf(calls) > 0)
    .map(({ key, calls }) => [key, totalOf(calls)]);

it('counted calls as bars end today, and have a bar for days without calls', () => {
  const latest = [
    ['2026-11-19', 162],
    ['2026-11-20', 38],
  ];
  expect([bars('week').length, bars('week')[0]?.key]).toEqual([7, '2026-11-14']);
  expect(filled('week')).toEqual(latest);
  expect([bars('month').length, bars('month')[0]?.key]).toEqual([30, '2026-10-22']);
  expect(filled('month')).toEqual([['2026-10-22', 4], ...latest]);
  const ticks = ['23 Oct', '30 Oct', '6 Nov', '13 Nov', '20 Nov'];
  expect(bars('month').flatMap(({ tick }) => tick ?? [])).toEqual(ticks);
  expect(bars('month').at(-1)?.label).toBe('Friday 20 November');
  expect([bars('year').length, bars('year').at(-1)?.label]).toEqual([12, 'November 2026']);
  expect(filled('year')).toEqual([
    ['2025-12', 7],
    ['2026-10', 4],
    ['2026-11', 200],
  ]);
  // Every day once, also when clocks change.
  for (const today of ['2026-03-31', '2026-10-26', '2026-11-02', '2026-03-09']) {
    const keys = callBars({ ...counted, today }, 'month').map(({ key }) => key);
    expect(new Set(keys).size).toBe(30);
  }
});

it('an estimate is calls by prices, names what has none, and is none where no price applies', () => {
  const calls = { microblog: 9, photoshare: 1, forum: 12 };
  const perCall = { microblog: 0.5, forum: 0.25, shortvideo: 9 };
  expect(estimateOf(calls, perCall)).toEqual({ amount: 7.5, unpriced: ['photoshare'] });
  expect(estimateOf(calls, { shortvideo: 1 })).toBeNull();
  expect(estimateOf({}, perCall)).toBeNull();
});

const prices = { currency: 'EUR', perCall: { microblog: 0.01 } };
const preferences = { ...defaultPreferences, prices };

async function drawCalls(snapshot: Partial<Snapshot> = {}, of = counted): Promise<void> {
  answer('calls.counts', () => ok(of));
  await draw(<CallsSection />, { snapshot: makeSnapshot({ profile: own, ...snapshot }) });
}

it('counted calls on Account are a picture with its sentence, and a table with every number', async () => {
  await drawCalls();
  expect(only('svg[role="img"]').getAttribute('aria-label')).toBe(
    '204 calls in the last 30 days; most on Thursday 19 November: 162.',
  );
  expect(screenText()).toContain('With prices per call, estimates appear here.');
  await click(button('Show as a table'));
  const lines = [...document.querySelectorAll('tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent).join(' '),
  );
  expect(lines).toEqual([
    'Day Microblog Photoshare Forum Shortvideo All',
    'Friday 20 November 38 0 0 0 38',
    'Thursday 19 November 150 0 12 0 162',
    'Thursday 22 October 4 0 0 0 4',
  ]);
  expect(screenText()).toContain('216 calls in all.');
  // They are read again when one more is counted, and of another service anew.
  const change = async (snapshot: Partial<Snapshot>) => {
    await act(async () => useApp.setState({ snapshot: makeSnapshot(snapshot) }));
    await settle();
  };
  expect(inputsOf('calls.counts')).toHaveLength(1);
  await change({ profile: own, calls: { session: 1, total: 1 } });
  expect(inputsOf('calls.counts')).toHaveLength(2);
  const arrive = answerLater('calls.counts');
  await change({});
  expect(screenText()).not.toContain('216 calls in all');
  await act(async () => arrive(ok(counted)));
});

it('counted calls on Account become an estimate by the person’s prices, but not those of the sample service', async () => {
  await drawCalls({ preferences });
  expect(screenText()).toContain(
    'Estimate1.92 EUR in the last 30 days, by your prices (none is set for Forum).',
  );
  await click(button('Change prices'));
  expect(useApp.getState().page).toBe('settings');
  const day = { day: counted.today, calls: { microblog: 2, other: 3 } };
  const withOthers = { ...counted, days: [day], byPlatform: day.calls, total: 5 };
  await drawCalls({ profile: { ...own, id: 'others' }, preferences }, withOthers);
  expect(screenText()).toContain('5 calls in the last 30 days');
  expect(screenText()).toContain('Shortvideo0Other3');
  expect(screenText()).toContain(
    '0.02 EUR in the last 30 days, by your prices (none is set for Other)',
  );
  await drawCalls({ profile: makeSnapshot().profile, preferences });
  expect(screenText()).toContain('204 calls in the last 30 days');
  expect(screenText()).not.toContain('EUR');
  expect(screenText()).toContain('Calls to the sample service cost nothing');
});
