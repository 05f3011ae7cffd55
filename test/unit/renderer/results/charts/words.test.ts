/** What charts and summaries say: numbers, moments, columns, coverage and gaps. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Run } from '#shared/contract/run.ts';
import { describe, expect, test } from 'vitest';
import {
  beyond,
  coverageWords,
  notFetched,
  type DrawnWhen,
} from '#renderer/features/results/charts/coverage.ts';
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
import { valueWords } from '#renderer/features/results/values/cell-view.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { everyRow, filterSchema } from '#shared/contract/view.ts';
import { useApp } from '#renderer/state/app.ts';
import { makeRun, makeRunList, makeSnapshot, makeTab, workspaceOf } from '../../make.ts';
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

type Asked = Parameters<typeof notFetched>[0];

describe('what is not fetched yet', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const asked = (values: Record<string, string> = {}) =>
    makeRun({ query: { endpointId: 'microblog.posts.search', values, fields: [] } });
  const days = (many: number) => Array.from({ length: many }, () => 5);
  const oldest = { arrived: 'oldestFirst' } as const;
  const lacking = (run: Asked, drawn: DrawnOf<'time'>, change: Partial<DrawnWhen> = {}) =>
    notFetched(run, drawn, { now, isBehind: false, isAskedBy: true, ...change });

  test('is said, with the day that may be incomplete', () => {
    const gap = lacking(asked({ since: '2026-11-01' }), makeTime([4, 11, 9, 10]));
    expect(gap.words.join()).toBe(
      '* Newest come first: what is before 2026-11-03 12:00 (hatched) isn’t here yet, ' +
        'so Tue 3 Nov 2026 may be incomplete.',
    );
  });

  test.each([
    ['is one bar before the first', { since: '2026-11-01' }, makeTime(days(4)), 1, 0],
    ['is one bar, too, where the question has no beginning', {}, makeTime(days(10)), 1, 0],
    ['is nothing before the day it begins', { since: '2026-11-03' }, makeTime(days(2)), 0, 0],
    ['lies behind where the oldest come first', {}, makeTime(days(3), oldest), 0, 1],
    ['up to now', {}, makeTime(days(16), oldest), 0, 1],
    ['or to its end', { until: '2026-11-19' }, makeTime(days(16), oldest), 0, 1],
  ] as const)('%s', (_name, values, drawn, before, after) => {
    const gap = lacking(asked(values), drawn);
    expect(gap.unknown).toEqual({ before, after });
    const edge = drawn.arrived === 'newestFirst' ? 0 : drawn.buckets.length - 1;
    expect(gap.incomplete).toEqual({ from: edge, to: edge });
  });

  test('is not claimed of a time that a filter keeps, if the run reaches beyond it', () => {
    const earlier = makeTime(days(4), { earliest: '2026-10-20T09:00:00.000Z' });
    const later = makeTime(days(4), { ...oldest, latest: '2026-11-19T09:00:00.000Z' });
    for (const drawn of [earlier, later]) {
      const gap = lacking(asked({ since: '2026-10-01' }), drawn);
      expect(gap).toEqual({
        unknown: { before: 0, after: 0 },
        incomplete: null,
        unasked: new Set(),
        words: [],
      });
    }
  });

  test('is all that lies beyond the last row that came, however old a pinned post is', () => {
    const pinned = makeTime([1, 0, 0, 4, 5], { earliest: '2026-11-06T18:00:00.000Z' });
    const gap = lacking(asked({ since: '2026-11-03' }), pinned);
    expect(gap.incomplete).toEqual({ from: 0, to: 3 });
    expect(gap.words.join()).toContain(
      'what is before 2026-11-06 18:00 (hatched) isn’t here yet, ' +
        'so Fri 6 Nov 2026 and all bars before it may be incomplete.',
    );
    const later = makeTime([4, 5, 0, 1], { ...oldest, latest: '2026-11-04T18:00:00.000Z' });
    expect(lacking(asked(), later).incomplete).toEqual({ from: 1, to: 3 });
    // Only the pinned post is left by a filter.
    const alone = makeTime([1], { earliest: '2026-11-06T18:00:00.000Z' });
    expect(lacking(asked(), alone).incomplete).toEqual({ from: 0, to: 0 });
  });

  test('may be anywhere in rows of a list, whose inputs reach back differently', () => {
    const list = makeRunList({ partly: 4 });
    const gap = lacking({ ...asked(), list }, makeTime([4, 5]));
    expect(gap).toEqual({
      unknown: { before: 0, after: 0 },
      incomplete: null,
      unasked: new Set(),
      words: ['Each input covers a different time, so more rows may belong to any bar.'],
    });
    const done = { ...asked(), list: makeRunList({ done: 4 }), state: { kind: 'noMore' as const } };
    expect(lacking(done, makeTime([4, 5])).words).toEqual([]);
    // All inputs were asked, but for some the service has more.
    expect(lacking({ ...done, list }, makeTime([4, 5])).words).toHaveLength(1);
  });

  test('may be anywhere where they come in no order, and is nothing when complete', () => {
    const mixed = lacking(asked(), makeTime([4, 5], { arrived: 'mixed' }));
    expect(mixed).toMatchObject({ unknown: { before: 0, after: 0 }, incomplete: null });
    expect(mixed.words).toEqual(['More rows may belong to any bar.']);
    const all = { ...asked(), state: { kind: 'noMore' as const } };
    expect(lacking(all, makeTime([4, 5]))).toEqual({ ...mixed, words: [] });
  });

  test('is what came after those that are drawn, whatever the run has become', () => {
    const all = { ...asked(), state: { kind: 'noMore' as const } };
    const behind = { isBehind: true };
    expect(lacking(all, makeTime([4, 11]), behind).incomplete).toEqual({ from: 0, to: 0 });
  });

  describe('because it was not asked for', () => {
    const all = (values: Record<string, string> = {}, change: Partial<Asked> = {}): Asked => ({
      ...asked(values),
      state: { kind: 'noMore' },
      ...change,
    });
    const source = (createdAt: string, values: Record<string, string>) =>
      ({ createdAt, query: asked(values).query, listKeys: [], isComplete: true }) as unknown;
    const made = (...sources: unknown[]): Asked =>
      all({}, { derived: { from: { kind: 'collections', sources } } as unknown as Run['derived'] });
    const inBerlin = (count: number): DrawnOf<'time'> => {
      const drawn = makeTime(days(count), { timeZone: 'Europe/Berlin' });
      const earlier = (iso: string): string => new Date(Date.parse(iso) - 3_600_000).toISOString();
      const buckets = drawn.buckets.map(({ from, to, counts }) => ({
        from: earlier(from),
        to: earlier(to),
        counts,
      }));
      return { ...drawn, buckets };
    };
    const late = (bars: string): string => `${bars} over when this was asked, so`;

    // Everything was asked on Friday the 20th at 10:00; the first bar is that of Tuesday the 3rd.
    test.each([
      ['nothing of days that were over', all(), days(17), [], ''],
      ['the day on which it was asked', all(), days(18), [17], late('Fri 20 Nov 2026 wasn’t')],
      [
        'all days until its last page came, which others have',
        all(),
        days(20),
        [17, 18, 19],
        late('Fri 20 Nov 2026 and all bars after it weren’t'),
      ],
      [
        'the same of a list, whose inputs were asked on different days',
        all({}, { list: makeRunList({ done: 4 }) }),
        days(19),
        [17, 18],
        late('Fri 20 Nov 2026 and all bars after it weren’t'),
      ],
      [
        'today, though it was asked until today',
        all({ until: '2026-11-20' }),
        days(18),
        [17],
        'over',
      ],
      ['nothing before its last day', all({ until: '2026-11-19' }), days(17), [], ''],
      [
        'what is after its last day',
        all({ until: '2026-11-19' }),
        days(19),
        [17, 18],
        'The question’s dates don’t fully cover Fri 20 Nov 2026 and all bars after it, so they may',
      ],
      [
        'a pinned row before its first day',
        all({ since: '2026-11-05' }),
        days(5),
        [0, 1],
        'don’t fully cover Wed 4 Nov 2026 and all bars before it, so they may be incomplete.',
      ],
      [
        'the days between two collections',
        made(
          source('2026-11-06T10:00:00Z', { since: '2026-11-03', until: '2026-11-05' }),
          source('2026-11-14T10:00:00Z', { since: '2026-11-08', until: '2026-11-12' }),
        ),
        days(10),
        [3, 4],
        'don’t fully cover Fri 6 Nov 2026 to Sat 7 Nov 2026, so they may',
      ],
      [
        'nothing between collections that were asked on',
        made(source('2026-11-06T10:00:00Z', {}), source('2026-11-14T10:00:00Z', {})),
        days(10),
        [],
        '',
      ],
      [
        'what the earlier of two questions was asked too early for',
        made(
          source('2026-11-06T10:00:00Z', { q: 'a' }),
          source('2026-11-14T10:00:00Z', { q: 'b' }),
        ),
        days(5),
        [3, 4],
        late('Fri 6 Nov 2026 and all bars after it weren’t'),
      ],
    ] as const)('%s', (_name, run, counts, bars, words) => {
      const gap = lacking(run, makeTime([...counts]));
      expect([...gap.unasked]).toEqual(bars);
      expect(gap.words).toHaveLength(bars.length === 0 ? 0 : 1);
      expect(gap.words.join()).toContain(words);
      // Other dates of the rows, such as when their authors joined, weren’t asked about.
      const other = lacking(run, makeTime([...counts]), { isAskedBy: false });
      expect(other.words.join()).not.toContain('dates');
    });

    test('by days in UTC, whatever clocks the bars are drawn by', () => {
      const dates = { since: '2026-11-03', until: '2026-11-19' };
      expect(lacking(all(dates), makeTime(days(17))).words).toEqual([]);
      const gap = lacking(all(dates), inBerlin(18));
      expect([...gap.unasked]).toEqual([0, 17]);
      expect(gap.words.join(' ')).toBe(
        '* The question’s dates, which are days in UTC, don’t fully cover Tue 3 Nov 2026, so it may be ' +
          'incomplete. * The question’s dates, which are days in UTC, don’t fully cover Fri 20 Nov 2026, ' +
          'so it may be incomplete.',
      );
    });

    test('each bar with a star is named once, and many are counted', () => {
      // Both ends may be incomplete.
      const both = lacking(asked(), makeTime(days(18)));
      expect(both).toMatchObject({ incomplete: { from: 0, to: 0 }, words: { length: 2 } });
      expect(lacking(asked(), makeTime(days(18), oldest)).words).toHaveLength(1);
      const mondays = [3, 6, 9, 12].map((day) => {
        const date = `2026-11-${String(day).padStart(2, '0')}`;
        return source('2026-11-20T10:00:00Z', { since: date, until: date });
      });
      expect(lacking(made(...mondays), makeTime(days(10))).words).toEqual([
        '* The question’s dates don’t fully cover 6 bars, so they may be incomplete.',
      ]);
    });
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
  // A button is named where it is on screen, not in a picture; where it isn’t, nothing is lost either.
  const stoppedAt = '2026-11-18T00:00:00.000Z';
  const way = 'Continue before 18 Nov 00:00';
  const dated = { ...lost, stoppedAt };
  expect(coverageWords(dated, everyRow, null, way)).toContain(
    'The service had more: “Continue before 18 Nov 00:00” gets it.',
  );
  expect(coverageWords(dated, everyRow, null)).toMatch(/The service had more\.$/);
  const first = {
    notices: [{ code: 'stored_more', message: '' }],
    state: { kind: 'notAll' as const },
  };
  expect(coverageWords({ ...run, ...first }, everyRow, null)).toMatch(/The service had more\.$/);
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
      { name: 'Median', value: '88' },
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
  const column = makeColumn({ field: 'lang' });
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

  test('of two values that begin alike for longer than is shown, each is drawn by itself', () => {
    const long = { value: 'x'.repeat(200), cut: true, count: 2 };
    const counted = keeping.countedValues(makeColumn(), [long, long, value('en')], false, () => {});
    expect(new Set(counted.map(({ key }) => key)).size).toBe(3);
  });

  test('takes the place of what was kept of the same field before', () => {
    const en = { kind: 'is', field: 'lang', value: 'en' } as const;
    const likes = { kind: 'number', field: 'likeCount', min: '1', max: null } as const;
    const es = { ...en, value: 'es' };
    expect(keeping.withFilter([en, likes], es)).toEqual([likes, es]);
    // None of those there gives way to one too many.
    const full = Array.from({ length: 50 }, (_, n) => ({ ...en, field: `f${n}` }));
    const tab = makeTab({ runId: 'run-00000001', view: { ...everyRow, filters: full } });
    useApp.setState({ snapshot: makeSnapshot({ workspace: workspaceOf(tab) }) });
    keeping.keepRows(tab, 'run-00000001', es);
    expect(useApp.getState().snapshot?.workspace.tabs).toEqual([tab]);
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
