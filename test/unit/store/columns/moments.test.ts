/**
 * Every form of ISO 8601 for a moment or a day, each with its instant typed out by hand: filters, charts,
 * order, summary, table and Excel read the same.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { rewriteMoment, dayIn } from '#main/core/export/cells.ts';
import { momentOfText } from '#renderer/components/dates.ts';
import { everyRow } from '#shared/contract/view.ts';
import { readMoment } from '#shared/moment.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';

const shared = sharedStore();

/** In the order of time, so that the order can be compared. */
const moments: [text: string, utc: string][] = [
  ['-000001-03-01T12:00:00Z', '-000001-03-01T12:00:00.000Z'],
  ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z'],
  // Complete, extended and basic; with and without an offset.
  ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['2026-11-22T10:00:01', '2026-11-22T10:00:01.000Z'],
  ['2026-11-22 10:00:02', '2026-11-22T10:00:02.000Z'],
  ['2026-11-22 10:00:03Z', '2026-11-22T10:00:03.000Z'],
  ['20261122T100004Z', '2026-11-22T10:00:04.000Z'],
  ['20261122T100005', '2026-11-22T10:00:05.000Z'],
  ['2026-11-22T11:00:06+01:00', '2026-11-22T10:00:06.000Z'],
  ['2026-11-22T11:00:07+0100', '2026-11-22T10:00:07.000Z'],
  ['2026-11-22T11:00:08+01', '2026-11-22T10:00:08.000Z'],
  ['20261122T110009+0100', '2026-11-22T10:00:09.000Z'],
  ['20261122T110010+01', '2026-11-22T10:00:10.000Z'],
  ['2026-11-22T04:30:11-05:30', '2026-11-22T10:00:11.000Z'],
  ['20261122T043012-0530', '2026-11-22T10:00:12.000Z'],
  ['2026-11-22T04:30:13−05:30', '2026-11-22T10:00:13.000Z'],
  ['2026-11-22T10:00:14+00:00', '2026-11-22T10:00:14.000Z'],
  ['2026-11-22T10:00:15-00:00', '2026-11-22T10:00:15.000Z'],
  ['2026-11-23T00:00:16+14:00', '2026-11-22T10:00:16.000Z'],
  ['2026-11-21T22:00:17-12:00', '2026-11-22T10:00:17.000Z'],
  // RFC 3339 allows small letters.
  ['2026-11-22t10:00:17z', '2026-11-22T10:00:17.000Z'],
  // Fractions, with a point or a comma.
  ['2026-11-22T10:00:18.5Z', '2026-11-22T10:00:18.500Z'],
  ['2026-11-22T10:00:19,5Z', '2026-11-22T10:00:19.500Z'],
  ['2026-11-22T10:00:20.123456789Z', '2026-11-22T10:00:20.123Z'],
  ['20261122T100021,25Z', '2026-11-22T10:00:21.250Z'],
  ['2026-11-22T11:00:22.000+01:00', '2026-11-22T10:00:22.000Z'],
  // Without seconds, and without minutes.
  ['2026-11-22T10:01Z', '2026-11-22T10:01:00.000Z'],
  ['2026-11-22T10:02', '2026-11-22T10:02:00.000Z'],
  ['2026-11-22 10:03', '2026-11-22T10:03:00.000Z'],
  ['20261122T1004Z', '2026-11-22T10:04:00.000Z'],
  ['20261122T1005', '2026-11-22T10:05:00.000Z'],
  ['2026-11-22T11:06+01:00', '2026-11-22T10:06:00.000Z'],
  ['20261122T1107+01', '2026-11-22T10:07:00.000Z'],
  ['2026-11-22T10:08.5Z', '2026-11-22T10:08:30.000Z'],
  ['20261122T1009,25Z', '2026-11-22T10:09:15.000Z'],
  ['2026-11-22T10:10,1Z', '2026-11-22T10:10:06.000Z'],
  ['2026-11-22T11Z', '2026-11-22T11:00:00.000Z'],
  ['2026-11-22T11.5Z', '2026-11-22T11:30:00.000Z'],
  ['20261122T11,7Z', '2026-11-22T11:42:00.000Z'],
  ['2026-11-22T12', '2026-11-22T12:00:00.000Z'],
  ['20261122T13Z', '2026-11-22T13:00:00.000Z'],
  ['20261122T14', '2026-11-22T14:00:00.000Z'],
  ['2026-11-22T14+00', '2026-11-22T14:00:00.000Z'],
  ['2026-11-22T16+01:30', '2026-11-22T14:30:00.000Z'],
  // Week dates and ordinal dates: 22 November is the Sunday of week 47, and day 326.
  ['2026-W47-7T15:00:00Z', '2026-11-22T15:00:00.000Z'],
  ['2026W477T150001Z', '2026-11-22T15:00:01.000Z'],
  ['2026-W47-7T15:01', '2026-11-22T15:01:00.000Z'],
  ['2026W477T1502+00', '2026-11-22T15:02:00.000Z'],
  ['2026-326T15:03:00Z', '2026-11-22T15:03:00.000Z'],
  ['2026326T150400Z', '2026-11-22T15:04:00.000Z'],
  ['2026-326T15:05+00:00', '2026-11-22T15:05:00.000Z'],
  ['2026326T16,5', '2026-11-22T16:30:00.000Z'],
  // The end of a day is the beginning of the next.
  ['2026-11-22T24:00:00Z', '2026-11-23T00:00:00.000Z'],
  ['2026-11-22T24:00', '2026-11-23T00:00:00.000Z'],
  ['20261122T2400Z', '2026-11-23T00:00:00.000Z'],
  ['20261122T24', '2026-11-23T00:00:00.000Z'],
  ['2026-11-22T24:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
  // Leap seconds.
  ['2027-06-30T23:59:60Z', '2027-07-01T00:00:00.000Z'],
  ['2028-01-01T05:29:60.5+05:30', '2028-01-01T00:00:00.500Z'],
  ['+012026-11-22T10:00:00Z', '+012026-11-22T10:00:00.000Z'],
];

const calendarDays: [text: string, utc: string][] = [
  ['2024-02-29', '2024-02-29'],
  ['20240301', '2024-03-01'],
  ['2024-366', '2024-12-31'],
  ['2025-001', '2025-01-01'],
  ['2025002', '2025-01-02'],
  ['2025-W01-5', '2025-01-03'],
  ['2025W016', '2025-01-04'],
  // The first days of a year may be in the last week of the one before, and the reverse.
  ['2026-W53-5', '2027-01-01'],
  ['2026W537', '2027-01-03'],
  ['2030-W01-1', '2029-12-31'],
  ['+002031-05-01', '2031-05-01'],
];

const none = [
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2025-02-29',
  '20260230',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '2026-04-31T00:00Z',
  '2025-366',
  '2026-000',
  '2026-W54-1',
  '2025-W53-1',
  '2026-W00-1',
  '2026-W47-8',
  '2026-W47-0',
  '2026-11-22T25:00Z',
  '2026-11-22T24:01Z',
  '2026-11-22T24:00:00.001Z',
  '2026-11-22T24:00:01Z',
  '2026-11-22T10:60Z',
  '2026-11-22T10:00:61Z',
  '2026-11-22T10:00:60Z',
  '2026-11-22T10:00:00+24:00',
  '2026-11-22T10:00:00+01:60',
  '2026-11-22T10:00:00.Z',
  '2026-11-22T1000Z',
  '20261122T10:00Z',
  '20261122T1000+01:00',
  '2026-1122',
  '202611-22',
  '2026-11-22Z',
  '2026-11-22T',
  '2026-11-22 10',
  '2026-11-22t10:00:00x',
  // Months, weeks and years are no days.
  '2026-11',
  '2026-W47',
  '2026W47',
  '2026',
  '22.11.2026',
  '11/22/2026',
  'Sun Nov 22 10:00:00 2026',
  '1763805600',
  'epoch',
  'infinity',
  '',
];

const dayOf = (utc: string): number => Date.parse(`${utc}T00:00:00Z`);

it.each(moments)('%s is %s', (text, utc) => {
  expect(readMoment(text)).toMatchObject({ ms: Date.parse(utc), isDay: false });
  expect(momentOfText(text)?.toISOString()).toBe(utc);
  const cell = rewriteMoment(text, 'utc');
  expect(cell?.wallMs).toBe(Date.parse(utc));
  expect(Math.floor(Date.parse(cell?.text ?? ''))).toBe(Date.parse(utc));
  expect(dayIn(text)).toBeNull();
});

it.each(calendarDays)('%s is the day %s', (text, utc) => {
  expect(readMoment(text)).toMatchObject({ ms: dayOf(utc), isDay: true });
  expect(dayIn(text)).toMatchObject({ text, wallMs: dayOf(utc) });
  // No time zone changes it.
  expect([momentOfText(text), rewriteMoment(text, 'utc')]).toEqual([null, null]);
});

/** Microseconds since 1970, or null, of each text: read by Python, whose ordinal days are read apart. */
const python = `
import json, re, sys
from datetime import datetime, timedelta, timezone
def read(text):
    try:
        found = re.match(r'(\\d{4})(-?)(\\d{3})(?=T|$)', text)
        if found:
            day = datetime.strptime(found[1] + found[3], '%Y%j').strftime('%Y' + found[2] + '%m' + found[2] + '%d')
            text = day + text[found.end():]
        at = datetime.fromisoformat(text)
        at = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
        return (at - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1)
    except ValueError:
        return None
json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)`;

/** Every day, time and offset in one style; Python knows no 24:00, no leap second and no half hours. */
const combined = (hyphen: string, colon: string): string[] => {
  const days = ['2026-11-22', '2024-02-29', '2023-02-29', '0001-01-01', '1969-12-31', '2026-13-01']
    .concat(['2026-W47-7', '2026-W53-5', '2025-W53-1', '2026-W54-1', '2026-W00-1', '2026-W47-8'])
    .concat(['2026-326', '2024-366', '2025-367', '2026-000']);
  const times = [
    '',
    'T10',
    'T10:30',
    'T10:30:01',
    'T10:30:01.5',
    'T10:30:01,25',
    'T10:30:01.1234567',
  ].concat(['T23:59:59', 'T25:00', 'T10:60', 'T10:00:61']);
  const offsets = ['', 'Z', '+00', '+05:30', '-05:30', '-00:00', '+14:00', '+24:00'];
  return days.flatMap((day) =>
    times.flatMap((time) =>
      (time === '' ? [''] : offsets).map(
        (offset) => day.replaceAll('-', hyphen) + (time + offset).replaceAll(':', colon),
      ),
    ),
  );
};

it('Python reads every form in both styles as the same moment or day', ({ skip }) => {
  if (
    spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status !== 0
  ) {
    skip('There is no Python 3.11 here.');
  }
  const texts = [...combined('-', ':'), ...combined('', '')];
  const input = JSON.stringify(texts);
  const read: unknown = JSON.parse(
    execFileSync('python3', ['-c', python], { input, encoding: 'utf8' }),
  );
  const ours = texts.map((text) => {
    const at = readMoment(text);
    return at === null ? null : at.ms * 1000 + at.micros;
  });
  expect(Object.fromEntries(texts.map((text, at) => [text, ours[at]]))).toEqual(
    Object.fromEntries(texts.map((text, at) => [text, (read as unknown[])[at]])),
  );
  expect(ours.filter((at) => at !== null).length).toBeGreaterThan(700);
});

it.each(none)('“%s” is neither', (text) => {
  expect([readMoment(text), momentOfText(text)]).toEqual([null, null]);
  expect([dayIn(text), rewriteMoment(text, 'local')]).toEqual([null, null]);
});

it.each([
  ['of moments and days', moments, calendarDays, []],
  ['with texts', moments, calendarDays, ['Unknown', 'ÉTÉ', ...none]],
  [
    'of digits',
    [],
    calendarDays.filter(([text]) => /^\d+$/.test(text)),
    ['20260230', '12345678901'],
  ],
])(
  'a column %s: filters, charts, summary and order find each',
  async (_what, timed, daily, others) => {
    const texts = [...timed, ...daily].map(([text]) => text);
    const instants = [
      ...timed.map(([, utc]) => Date.parse(utc)),
      ...daily.map(([, utc]) => dayOf(utc)),
    ];
    // Texts are first and last, so that columns change as they are filled.
    const rows = [...texts, ...others].map((v) => ({ v })).toReversed();
    const source = await filledRun(shared, rows);
    const { store } = shared;
    const textsIn = (seqs: Iterable<number> | null): string[] =>
      [...(seqs ?? rows.keys())].map((seq) => rows[seq]?.v ?? '');
    for (const [at, text] of texts.entries()) {
      const iso = new Date(instants[at]!).toISOString();
      // A bound of a view has a year of four digits.
      if (iso.length > 24) continue;
      const bounds = { from: iso, to: iso, timeZone: 'UTC' };
      const view = { ...everyRow, filters: [{ kind: 'date' as const, field: 'v', ...bounds }] };
      expect(textsIn((await store.query(source, view)).seqs)).toContain(text);
    }
    const all = { from: null, to: '9999-12-31', timeZone: 'Asia/Tokyo' };
    const dated = { ...everyRow, filters: [{ kind: 'date' as const, field: 'v', ...all }] };
    const known = texts.filter((_, at) => instants[at]! < Date.UTC(9999, 11, 31));
    expect(textsIn((await store.query(source, dated)).seqs).toSorted()).toEqual(known.toSorted());
    const chart = { kind: 'time', field: 'v', unit: null, splitBy: null, timeZone: 'UTC' } as const;
    expect(
      await store.ask(source, { kind: 'chart', view: everyRow, question: chart }),
    ).toMatchObject({
      drawn: { dated: texts.length },
    });
    const summary = await store.ask(source, {
      kind: 'summary',
      view: everyRow,
      fields: ['v'],
      dates: ['v'],
      timeZone: 'UTC',
    });
    const [dates] = summary.columns.map((column) => column.dates);
    if (others.length < 5 && others[0] !== 'Unknown') {
      expect(dates).toMatchObject({
        min: new Date(Math.min(...instants)).toISOString(),
        max: new Date(Math.max(...instants)).toISOString(),
      });
    }
    if (others.length === 0) {
      const sort = [{ field: 'v', direction: 'ascending' as const }];
      const { seqs } = await store.query(source, { ...everyRow, sort });
      const sorted = textsIn(seqs).map((text) => instants[texts.indexOf(text)]!);
      expect(sorted).toEqual(instants.toSorted((a, b) => a - b));
    }
    await store.detach(source.id);
  },
);

it('a moment, however it is written, is on the day that it has in the time zone', async () => {
  const texts = [
    '2026-11-22T20:00:00Z',
    '2026-11-22t20:00:00z',
    '2026-11-22 20:00Z',
    '2026-326T20Z',
  ];
  const rows = [...texts, '2026-11-23'].map((v) => ({ v }));
  const source = await filledRun(shared, rows);
  const bounds = { from: '2026-11-23', to: '2026-11-23', timeZone: 'Asia/Tokyo' };
  const view = { ...everyRow, filters: [{ kind: 'date' as const, field: 'v', ...bounds }] };
  const { seqs } = await shared.store.query(source, view);
  expect([...(seqs ?? rows.keys())]).toHaveLength(rows.length);
  await shared.store.detach(source.id);
});
