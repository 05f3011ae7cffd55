import { expect, it } from 'vitest';
import { timeLeft, trialKeyGot } from '#renderer/components/credentials/credential-words.ts';
import { cellText, jsonTables, nameInWords } from '#renderer/components/json/JsonTables.tsx';
import {
  extraPrices,
  planDates,
  planLimits,
  planPrice,
} from '#renderer/features/account/PlanAndUsage.tsx';
import { readPlan } from '#shared/service/plan.ts';
import { makeCredential } from '../make.ts';

const now = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const after = (ms: number): string => new Date(now + ms).toISOString();

it('a key lasts so long, and a session token warns in its last hour', () => {
  const trial = { kind: 'trialKey', endIsSure: true } as const;
  const token = { ...trial, kind: 'sessionToken' } as const;
  const cases = [
    [{ ...trial, endsAt: after(3 * day + 4 * hour) }, /^3 days 4 hours left$/, 'calm'],
    [{ ...trial, endsAt: after(day) }, /^1 day left$/, 'soon'],
    [{ ...trial, endsAt: after(30_000) }, /^1 minute left$/, 'soon'],
    [{ ...trial, endIsSure: false, endsAt: after(2 * day) }, /^At most 2 days left$/, 'calm'],
    [{ ...token, endsAt: after(54 * minute) }, /^Ends at \d\d:54, in 54 min$/, 'soon'],
    [{ ...token, endsAt: after(2 * hour) }, /^Ends at/, 'calm'],
    [{ ...token, endsAt: after(-minute) }, /^Ended at /, 'ended'],
  ] as const;
  for (const [credential, words, urgency] of cases) {
    const said = { words: expect.stringMatching(words), urgency };
    expect(timeLeft(credential, now), `${words}`).toEqual(said);
  }
  expect(timeLeft({ ...token, endsAt: null }, now)).toBeNull();
});

it('a new trial key is said to be in the keychain only if it is', () => {
  const keychain = { available: true, place: 'this computer’s keychain', reason: null };
  const key = (source: 'keychain' | 'session', addedAt: string) =>
    makeCredential({ kind: 'trialKey', source, addedAt });
  const older = key('keychain', '2026-05-01T00:00:00Z');
  const got = (source: 'keychain' | 'session') =>
    trialKeyGot({ keychain, credentials: [key(source, '2026-06-01T00:00:00Z'), older] });
  expect(got('keychain')).toContain('is kept in this computer’s keychain');
  expect(got('session')).toContain('for this session only');
});

const plan = readPlan({
  name: 'Research',
  price: 1200,
  currency: 'eur',
  createdAt: '2026-02-03T09:00:00Z',
  updatedAt: 'yesterday',
  features: {
    credits: 50_000,
    csvRowExportLimit: 2_000_000,
    extraCreditPrice: 0.004,
    extraCsvRowPrice: 0.00007,
    extraTrackedItemPrice: 2,
  },
});
if (plan === null) throw new Error('It is a plan.');

it('a plan in words works prices out, and leaves out what the service doesn’t say', () => {
  expect(planPrice(plan)).toBe('1,200.00 EUR');
  expect(extraPrices(plan)).toEqual([
    { label: 'Extra credit', value: '0.004 EUR', note: '1,000 more credits: 4.00 EUR' },
    { label: 'Extra CSV row', value: '0.00007 EUR', note: '100,000 more rows: 7.00 EUR' },
    { label: 'Extra tracked item', value: '2.00 EUR', note: '5 more items: 10.00 EUR' },
  ]);
  expect(planLimits(plan)).toEqual([
    { label: 'Credits', value: '50,000' },
    { label: 'CSV rows', value: '2,000,000' },
  ]);
  const credits = (creditResetFrequency: string) =>
    planLimits({ ...plan, features: { ...plan.features, creditResetFrequency } })[0];
  expect(credits('monthly')).toEqual({
    label: 'Credits',
    value: '50,000',
    note: 'renewed monthly',
  });
  expect(credits('per_moon')?.note).toBe('renewed: “per_moon”, as the service says');
  expect(planDates(plan, new Date(now))).toBe('This plan was made on 3 February.');
  // A day is the same day everywhere, however it is written.
  for (const createdAt of ['2026-02-03', '20260203', '2026-W06-2', '2026-02-03T12Z']) {
    expect(planDates({ ...plan, createdAt }, new Date(now))).toContain('on 3 February.');
  }
});

it('any JSON as tables says names in words, keeps every digit, and writes ids and years without commas', () => {
  const names = ['trackedItems', 'uptime_seconds', 'CSVRows', 'csvRows', 'ids', '_'];
  const named = 'Tracked items, Uptime seconds, CSV rows, CSV rows, IDs, _';
  expect(names.map(nameInWords).join(', ')).toBe(named);
  expect(cellText({ $n: '12345678901234567890' })).toBe('12345678901234567890');
  expect(cellText(1234.5, 'used')).toBe('1,234.5');
  const cells = [cellText(2026, 'year'), cellText(12345, 'planId'), cellText(['a', 1])];
  expect(cells).toEqual(['2026', '12345', 'a, 1']);
});

it('any JSON as tables has a table for what an object says, and one for each list in it', () => {
  const days = [
    { day: '2026-05-31', calls: 12 },
    { day: '2026-06-01', failed: 1 },
  ];
  expect(jsonTables({ credits: { used: 3 }, byDay: days, note: null })).toEqual([
    { title: '', columns: null, rows: [['Note', '–']] },
    { title: 'Credits', columns: null, rows: [['Used', '3']] },
    {
      title: 'By day',
      columns: ['Day', 'Calls', 'Failed'],
      rows: [
        ['2026-05-31', '12', ''],
        ['2026-06-01', '', '1'],
      ],
      numbers: new Set([1, 2]),
    },
  ]);
  // Every digit as it was sent, however deep, and what is empty too.
  const exact = { $n: '12345678901234567890' };
  const deep = { one: {}, list: [{ of: { id: exact } }], ids: [exact] };
  expect(jsonTables(deep).map(({ rows }) => rows)).toEqual([
    [
      ['One', '–'],
      ['IDs', exact.$n],
    ],
    [[`{"id":${exact.$n}}`]],
  ]);
  expect(jsonTables([exact])).toMatchObject([{ columns: ['Value'], rows: [[exact.$n]] }]);
  // Whatever comes can be shown.
  for (const odd of [null, 7, [], {}, [[1], 'x'], { __proto__: null, constructor: 1 }]) {
    expect(Array.isArray(jsonTables(odd))).toBe(true);
  }
  expect(jsonTables([{}, {}])).toEqual([]);
  expect(jsonTables('text')).toEqual([{ title: '', columns: null, rows: [['Value', 'text']] }]);
});
