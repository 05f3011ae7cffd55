/** What charts and summaries say: numbers, moments, columns, coverage and gaps. Pure. */
import type { Run } from '#shared/contract/run.ts';
import { describe, expect, test } from 'vitest';
import { beyond, coverageWords, notFetched } from '#renderer/features/results/charts/coverage.ts';
import {
  bucketEnds,
  fullNumber,
  rangeWords,
  shareWords,
  shortNumber,
} from '#renderer/features/results/values/figures.ts';
import * as time from '#renderer/features/results/values/moments.ts';
import {
  differentWords,
  filledWords,
  rangeFacts,
  stripLook,
} from '#renderer/features/results/summary/column-facts.ts';
import * as keeping from '#renderer/features/results/charts/keep-rows.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { valueWords } from '#renderer/features/results/values/cell-view.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { everyRow, filterSchema } from '#shared/contract/view.ts';
import { makeRun, makeRunList, makeTab } from '../../make.ts';
import { makeColumn, makeColumnSummary, makeTime } from './make-chart.ts';

test('numbers are short on an axis, keep every digit where there is room, and are told as shares', () => {
  const values = [0, 0.45, 999, 18_204, 1_200_000, -4500, 1.5e300];
  const short = ['0', '0.45', '999', '18.2k', '1.2M', '-4.5k', '2e+300'];
  expect(values.map(shortNumber)).toEqual(short);
  expect(fullNumber(1_204_567)).toBe('1,204,567');
  expect(fullNumber(0.1 + 0.2)).toBe('0.30000000000000004');
  const shares = [shareWords(0, 0), shareWords(1, 3), shareWords(2, 50), shareWords(50, 50)];
  expect(shares).toEqual(['–', '33%', '4.0%', '100%']);
  expect([shareWords(7, 1000), shareWords(7, 100_000)]).toEqual(['0.7%', 'under 0.1%']);
  // Three without a value among a thousand are not none.
  expect([shareWords(994, 1000), shareWords(997, 1000)]).toEqual(['99%', 'over 99%']);
});

test('whole numbers end before the next bucket begins, but for the last one', () => {
  const range = (from: number, to: number, isWhole: boolean, isLast = false) =>
    rangeWords(bucketEnds({ from, to }, { isWhole, isLast }));
  expect(range(10, 20, true)).toBe('10–19');
  expect(range(10, 20, true, true)).toBe('10–20');
  expect(range(10, 20, false)).toBe('10–20');
  expect(range(7, 8, true)).toBe('7');
});

const evening = '2026-11-17T23:30:00.000Z';

test('moments are told by the clock of their zone', () => {
  expect(time.momentWords(evening, 'UTC')).toBe('2026-11-17 23:30');
  expect(time.momentWords(evening, 'Europe/Berlin')).toBe('2026-11-18 00:30');
  expect(time.momentWords('2026-11-17T00:00:00.000Z', 'UTC', true)).toBe('2026-11-17');
  expect(time.clockWords('day', 'Europe/Berlin', false)).toBe(
    'Days in local time (Europe/Berlin).',
  );
});

test.each([
  ['hour', 'Tue 17 Nov 2026, 23:30', '00:30', 'Wed 18 Nov'],
  ['day', 'Tue 17 Nov 2026', '18', 'Nov 2026'],
  ['quarter', 'Q4 2026', 'Q4', '2026'],
] as const)('a %s in full, and on an axis', (unit, words, main, around) => {
  expect(time.unitWords(unit, evening, 'UTC')).toBe(words);
  expect(time.axisWords(unit, evening, 'Europe/Berlin')).toEqual({ main, around });
});

describe('what is not fetched yet', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const asked = (values: Record<string, string> = {}) =>
    makeRun({ query: { endpointId: 'microblog.posts.search', values, fields: [] } });
  const days = (many: number) => Array.from({ length: many }, () => 5);
  const oldest = { arrived: 'oldestFirst' } as const;

  test('is said, with the day that may be incomplete', () => {
    const gap = notFetched(asked({ since: '2026-11-01' }), makeTime([4, 11, 9, 10]), now);
    expect(gap.words.join()).toBe(
      '* Newest come first: what is before 2026-11-03 12:00 isn’t here yet, ' +
        'so Tue 3 Nov 2026 may be incomplete.',
    );
  });

  test.each([
    ['reaches back to where the question begins', { since: '2026-11-01' }, makeTime(days(4)), 2, 0],
    ['is a part of the picture where it has no beginning', {}, makeTime(days(10)), 2, 0],
    ['is nothing before the day it begins', { since: '2026-11-03' }, makeTime(days(2)), 0, 0],
    ['lies behind where the oldest come first', {}, makeTime(days(3), oldest), 0, 1],
    ['up to now', {}, makeTime(days(16), oldest), 0, 2],
    ['or to its end', { until: '2026-11-19' }, makeTime(days(16), oldest), 0, 1],
  ] as const)('%s', (_name, values, drawn, before, after) => {
    const gap = notFetched(asked(values), drawn, now);
    expect(gap.unknown).toEqual({ before, after });
    const edge = drawn.arrived === 'newestFirst' ? 0 : drawn.buckets.length - 1;
    expect(gap.incomplete).toEqual({ from: edge, to: edge });
  });

  test('is not claimed of a time that a filter keeps, if the run reaches beyond it', () => {
    const earlier = makeTime(days(4), { earliest: '2026-10-20T09:00:00.000Z' });
    const later = makeTime(days(4), { ...oldest, latest: '2026-11-19T09:00:00.000Z' });
    for (const drawn of [earlier, later]) {
      const gap = notFetched(asked({ since: '2026-10-01' }), drawn, now);
      expect(gap).toEqual({
        unknown: { before: 0, after: 0 },
        incomplete: null,
        unfinished: null,
        words: [],
      });
    }
  });

  test('is all that lies beyond the last row that came, however old a pinned post is', () => {
    const pinned = makeTime([1, 0, 0, 4, 5], { earliest: '2026-11-06T18:00:00.000Z' });
    const gap = notFetched(asked({ since: '2026-11-03' }), pinned, now);
    expect(gap.incomplete).toEqual({ from: 0, to: 3 });
    expect(gap.words.join()).toContain(
      'what is before 2026-11-06 18:00 isn’t here yet, ' +
        'so Fri 6 Nov 2026 and all bars before it may be incomplete.',
    );
    const later = makeTime([4, 5, 0, 1], { ...oldest, latest: '2026-11-04T18:00:00.000Z' });
    expect(notFetched(asked(), later, now).incomplete).toEqual({ from: 1, to: 3 });
    // Only the pinned post is left by a filter.
    const alone = makeTime([1], { earliest: '2026-11-06T18:00:00.000Z' });
    expect(notFetched(asked(), alone, now).incomplete).toEqual({ from: 0, to: 0 });
  });

  test('may be anywhere in rows of a list, whose inputs reach back differently', () => {
    const list = makeRunList({ partly: 4 });
    const gap = notFetched({ ...asked(), list }, makeTime([4, 5]), now);
    expect(gap).toEqual({
      unknown: { before: 0, after: 0 },
      incomplete: null,
      unfinished: null,
      words: ['Each input covers a different time, so more rows may belong to any bar.'],
    });
    const done = { ...asked(), list: makeRunList({ done: 4 }), state: { kind: 'noMore' as const } };
    expect(notFetched(done, makeTime([4, 5]), now).words).toEqual([]);
    // All inputs were asked, but for some the service has more.
    expect(notFetched({ ...done, list }, makeTime([4, 5]), now).words).toHaveLength(1);
  });

  test('may be anywhere where they come in no order, and is nothing when complete', () => {
    const mixed = notFetched(asked(), makeTime([4, 5], { arrived: 'mixed' }), now);
    expect(mixed).toMatchObject({ unknown: { before: 0, after: 0 }, incomplete: null });
    expect(mixed.words).toEqual(['More rows may belong to any bar.']);
    const all = { ...asked(), state: { kind: 'noMore' as const } };
    expect(notFetched(all, makeTime([4, 5]), now)).toEqual({ ...mixed, words: [] });
  });

  test('is the rest of the day on which it was asked, also when the service has no more', () => {
    const all = { ...asked(), state: { kind: 'noMore' as const } };
    // It was asked on the 20th at 10:00.
    const drawn = makeTime(days(18));
    // The window’s clock may be behind.
    const gap = notFetched(all, drawn, new Date('2026-11-20T09:59:00Z'));
    const words = '* Fri 20 Nov 2026 wasn’t over when this was asked, so it may be incomplete.';
    expect(gap).toMatchObject({ incomplete: null, unfinished: 17, words: [words] });
    expect(notFetched(all, makeTime(days(17)), now).unfinished).toBeNull();
    const until = { ...all, query: { ...all.query, values: { until: '2026-11-19' } } };
    expect(notFetched(until, drawn, now)).toMatchObject({ unfinished: null, words: [] });
    // Both ends may be incomplete, and one bar is named once.
    expect(notFetched(asked(), drawn, now)).toMatchObject({ unfinished: 17, words: { length: 2 } });
    expect(notFetched(asked(), makeTime(days(18), oldest), now).words).toHaveLength(1);
    // What is drawn lacks rows that arrived meanwhile, whatever the run has become.
    expect(notFetched(all, makeTime([4, 11]), now, true).incomplete).toEqual({ from: 0, to: 0 });
  });
});

test('what rows a picture covers is said with what there is beyond them, and how far main is with counting', () => {
  const run = makeRun({ pageCount: 3, rowCount: 60, heldBack: 5 });
  expect(coverageWords({ ...run, heldBack: 0 }, everyRow, null)).toBe(
    '60 rows in 3 pages. The service has more, so later pages can change the picture.',
  );
  expect(coverageWords({ ...run, state: { kind: 'noMore' } }, everyRow, null)).toBe(
    '60 rows in 3 pages. Rows beyond the row limit are left out (5). The service has no more.',
  );
  // Of a list, inputs may have more.
  const list = makeRunList({ partly: 4 });
  expect(coverageWords({ ...run, list, state: { kind: 'noMore' } }, everyRow, null)).toMatch(
    /^60 rows from 10 inputs\. .*has more/,
  );
  const beyondList = (statuses: Parameters<typeof makeRunList>[0]) =>
    beyond({ state: { kind: 'noMore' }, list: makeRunList(statuses) });
  expect(beyondList({ done: 10 })).toBe('nothing');
  expect(beyondList({ cutOff: 1 })).toBe('lost');
  expect(beyondList({ failed: 1 })).toBe('unknown');
  expect(coverageWords(run, everyRow, { rows: 60, of: 60, count: 38 })).toContain(
    '38 of 60 rows in 3 pages: the rows shown.',
  );
  expect(coverageWords(run, everyRow, { rows: 40, of: 60, count: 40 })).toContain(
    '40 rows so far. The other rows, of 60 in all, are still being prepared.',
  );
  expect(coverageWords(run, everyRow, { rows: 40, of: 40, count: 40 })).toMatch(
    /^40 rows so far\. Rows beyond/,
  );
  // Drawn from fewer rows than there are by now: of these, nobody has said that they are all.
  const done = { ...run, state: { kind: 'noMore' as const } };
  const behind = { rows: 40, of: 40, count: 40 };
  expect(coverageWords(done, everyRow, behind)).toContain('More is loading');
  const lost = { ...run, state: { kind: 'interrupted' as const, rested: 'more' as const } };
  expect(coverageWords(lost, everyRow, null)).toContain('this run can no longer get');
  const stoppedAt = '2026-11-18T00:00:00.000Z';
  expect(coverageWords({ ...lost, stoppedAt }, everyRow, null)).toContain(
    'The service had more. Continue the run by date to get it.',
  );
  // A view that can't be opened is not the whole run.
  expect(coverageWords(run, { ...everyRow, search: 'a' }, null)).toMatch(
    /^the rows shown, not counted yet\. Rows beyond/,
  );
  // The service sent the runs that a table was made from, not the table.
  const made = (isComplete: boolean) => {
    const from = { kind: 'collections', sources: [{ isComplete: true }, { isComplete }] };
    const derived = { from } as unknown as Run['derived'];
    return coverageWords(
      makeRun({ rowCount: 60, derived, state: { kind: 'noMore' } }),
      everyRow,
      null,
    );
  };
  expect(made(true)).toBe('60 rows made from your runs.');
  expect(made(false)).toContain('Some of the runs they were made from are incomplete.');
});

test.each([
  [{ kind: 'limit', reason: 'pages' } as const, 'more'],
  [{ kind: 'interrupted', rested: 'more' } as const, 'lost'],
  [{ kind: 'interrupted', rested: null } as const, 'unknown'],
  [{ kind: 'noMore' } as const, 'nothing'],
  [{ kind: 'operationNoData' } as const, 'nothing'],
  [{ kind: 'operationError', message: null } as const, 'unknown'],
  [{ kind: 'operationCancelled' } as const, 'unknown'],
  [{ kind: 'operationExpired' } as const, 'lost'],
])('after %o there is %s beyond the rows of a picture', (state, words) => {
  expect(beyond({ state, list: null })).toBe(words);
});

const value = (text: string, count = 1) => ({ value: text, cut: false, count });
const numbers: ColumnSummary['numbers'] = {
  min: '3',
  max: '18204',
  median: 88,
  scale: 'log',
  buckets: [
    { from: 2, to: 5, count: 4 },
    { from: 5, to: 10, count: 1 },
  ],
};
const dates = (min: string, max: string): ColumnSummary['dates'] => ({
  min,
  max,
  median: min,
  unit: 'day',
  timeZone: 'UTC',
  buckets: [1, 4].map((count) => ({ from: min, to: max, count })),
});

describe('what is said of a column', () => {
  test('how many rows are filled; empty texts are not', () => {
    expect(filledWords(makeColumnSummary(), 50)).toBe('All 50 filled');
    expect(filledWords(makeColumnSummary({ filled: 46 }), 50)).toBe('46 of 50 filled (92%)');
  });

  test.each([
    [50, 50, true, 'all different'],
    [1, 50, true, 'all the same'],
    [1_240_000, 2_000_000, false, 'about 1,240,000 different'],
  ])('%d of %d values', (count, filled, exact, words) => {
    expect(differentWords(makeColumnSummary({ filled, distinct: { count, exact } }))).toBe(words);
  });

  test('ends and middle of numbers and dates; nothing of ids', () => {
    expect(rangeFacts(makeColumn(), makeColumnSummary({ numbers }))).toEqual([
      { name: 'Lowest', value: '3' },
      { name: 'Middle', value: '88' },
      { name: 'Highest', value: '18,204' },
    ]);
    expect(rangeFacts(makeColumn({ meaning: 'id' }), makeColumnSummary({ numbers }))).toEqual([]);
    const days = dates('2026-11-03T00:00:00.000Z', '2026-11-05T00:00:00.000Z');
    const text = { shortest: 10, longest: 10 };
    expect(rangeFacts(makeColumn(), makeColumnSummary({ dates: days, text }))[0]).toEqual({
      name: 'Earliest',
      value: '2026-11-03',
    });
  });

  test('values as the table shows them', () => {
    const username = { type: 'text', meaning: 'username' } as const;
    expect(valueWords(username, value('mira'))).toBe('@mira');
    expect(valueWords({ type: 'boolean', meaning: 'boolean' }, value('false'))).toBe('No');
    // Yes and no are only called so while nothing else is among them.
    expect(valueWords({ type: 'mixed', meaning: 'boolean' }, value('false'))).toBe('false');
    expect(valueWords(username, value(''))).toBe('empty');
    const text = { type: 'text', meaning: 'text' } as const;
    expect(valueWords(text, { value: 'a\n b', cut: true })).toBe('a b…');
  });
});

describe('the strip under a name', () => {
  const look = (change: Partial<ColumnSummary>, column = makeColumn()) =>
    stripLook(column, makeColumnSummary(change), 50);
  const words = (first: string, second: string) => ({ kind: 'words', first, second });

  test('is a tiny histogram with its ends', () => {
    expect(look({ numbers })).toEqual({
      kind: 'bars',
      heights: [1, 0.25],
      left: '3',
      right: '18.2k',
    });
    const near = { ...numbers, min: '1000', max: '1049' };
    expect(look({ numbers: near })).toMatchObject({ left: '1,000', right: '1,049' });
  });

  test.each([
    ['2026-11-03T08:36:00.000Z', '2026-11-03T13:23:00.000Z', '08:36', '13:23'],
    ['2026-11-03T08:36:00.000Z', '2026-11-19T13:23:00.000Z', '3 Nov', '19 Nov'],
    ['2025-12-03T08:36:00.000Z', '2026-11-19T13:23:00.000Z', '2025-12', '2026-11'],
  ])('dates from %s to %s say what differs', (min, max, left, right) => {
    expect(look({ dates: dates(min, max) })).toMatchObject({ left, right });
  });

  test('is a bar of shares where values come often, else two words', () => {
    const lang = makeColumn({ field: 'lang', meaning: 'code', type: 'text' });
    expect(look({ type: 'text', top: [value('en', 22), value('es', 4)] }, lang)).toEqual({
      kind: 'shares',
      shares: [0.44, 0.08],
      words: 'en 44%',
    });
    const author = makeColumn({ meaning: 'username', type: 'text' });
    const ofAuthor = (change: Partial<ColumnSummary>) => look({ type: 'text', ...change }, author);
    const all = { distinct: { count: 50, exact: true } };
    const rare = ofAuthor({ top: [value('mira', 2), value('ada')] });
    expect(rare).toEqual(words('@mira ×2', '48 different'));
    expect(ofAuthor({ ...all, top: [value('x')] })).toEqual(words('all different', '50 values'));
    expect(look({ filled: 0 })).toEqual(words('empty', ''));
    const fewer = { filled: 49, distinct: { count: 49, exact: true } };
    expect(ofAuthor(fewer)).toEqual(words('all different', '49 filled'));
    // An id is no amount, whatever its digits.
    expect(look({ numbers }, makeColumn({ meaning: 'id' })).kind).toBe('words');
  });
});

describe('keeping rows', () => {
  const column = { field: 'lang' };
  const span = (from: string, to: string) => ({ from: `${from}:00.000Z`, to: `${to}:00.000Z` });

  test('every filter is one that main takes', () => {
    const filters = [
      keeping.valueFilter(column, value('en')),
      keeping.valueFilter(column, value('')),
      keeping.itemFilter(column, value('city "trees"')),
      keeping.numberFilter(column, { from: 1e21, to: 5e-7 }),
      keeping.timeFilter(column, span('2026-11-03T08:00', '2026-11-03T09:00'), 'UTC'),
      keeping.timeFilter(column, span('2026-11-02T23:00', '2026-11-09T23:00'), 'Europe/Berlin'),
    ];
    for (const filter of filters) expect(filterSchema.parse(filter)).toEqual(filter);
    expect(filters[1]).toEqual({ kind: 'isEmpty', field: 'lang' });
    expect(filters[2]).toEqual({ kind: 'contains', field: 'lang', text: '"city \\"trees\\""' });
    // The end of a bar is the first moment of the next one.
    expect(filters[4]).toMatchObject({ to: '2026-11-03T08:59:59.999Z', timeZone: 'UTC' });
    expect(filters[5]).toMatchObject({ from: '2026-11-03', to: '2026-11-09' });
  });

  test('is not offered where no filter can tell a value', () => {
    expect(keeping.valueFilter(column, { value: 'long', cut: true })).toBeNull();
    expect(keeping.itemFilter(column, value('12'))).toBeNull();
    expect(keeping.itemFilter(column, value('{"a":1}'))).toBeNull();
  });

  test('takes the place of what was kept of the same field before', () => {
    const en = { kind: 'is', field: 'lang', value: 'en' } as const;
    const likes = { kind: 'number', field: 'likeCount', min: '1', max: null } as const;
    const es = { ...en, value: 'es' };
    expect(keeping.withFilter([en, likes], es)).toEqual([likes, es]);
    // None of those there gives way to one too many.
    const full = Array.from({ length: 50 }, (_, n) => ({ ...en, field: `f${n}` }));
    useResultsView.setState(useResultsView.getInitialState());
    keeping.keepRows(makeTab({ view: { ...everyRow, filters: full } }), 'run-00000001', es);
    expect(useResultsView.getState().runs).toEqual({});
  });

  const likes = (min: string, max: string | null) =>
    ({ kind: 'number', field: 'n', min, max }) as const;
  const days = (from: string, to: string, timeZone = 'Europe/Berlin') =>
    ({ kind: 'date', field: 'at', from, to, timeZone }) as const;
  const text = (sought: string) => ({ kind: 'contains', field: 'tags', text: sought }) as const;

  // A bar may begin before the rows that it counts, and an item stand beside the one sought.
  test.each([
    [likes('5', null), likes('10', '19'), 1],
    [likes('15', null), likes('10', '19'), 2],
    [days('2026-11-01', '2026-11-30'), days('2026-11-09', '2026-11-15'), 1],
    [days('2026-11-11', '2026-11-30'), days('2026-11-09', '2026-11-15'), 2],
    [days('2026-11-09', '2026-11-15', 'UTC'), days('2026-11-09', '2026-11-09'), 2],
    // The first hour of the 9th in Berlin; in UTC it is on the 8th.
    [
      days('2026-11-09', '2026-11-09'),
      days('2026-11-08T23:00:00.000Z', '2026-11-08T23:59:59.999Z'),
      1,
    ],
    [
      days('2026-11-08T23:30:00.000Z', '2026-11-09T23:59:59.999Z'),
      days('2026-11-08T23:00:00.000Z', '2026-11-08T23:59:59.999Z'),
      2,
    ],
    [text('Sea'), text('"seaside"'), 1],
    [text('sea'), text('"wind"'), 2],
  ])('%j stays beside %j unless that implies it', (before, filter, left) => {
    expect(keeping.withFilter([before], filter)).toEqual([before, filter].slice(-left));
  });
});
