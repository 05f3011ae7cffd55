/** What a person reads before pages are got, and what is made of the numbers that are typed. */
import { expect, it } from 'vitest';
import * as collect from '#renderer/components/collect/estimate.ts';

const { allRows, estimate, estimateLines, estimateNotes, roughTime, timePerPage, verbOf } = collect;
const { choiceOf, readLimit, rowsInEffect } = collect;

const outlook = (change: Partial<collect.Outlook> = {}): collect.Outlook => ({
  rowsPerPage: 20,
  rowsBefore: 0,
  callsBefore: 0,
  pagesLeft: null,
  rowsLeft: null,
  rowsExpected: null,
  timePerPage: null,
  isTiming: false,
  isSample: false,
  pricePerCall: null,
  currency: 'EUR',
  ceiling: null,
  dayCeiling: null,
  callsToday: null,
  ...change,
});
const none = { pages: null, rows: null };
const pages = (count: number) => ({ pages: count, rows: null });
const rows = (count: number) => ({ pages: null, rows: count });
const said = (...given: Parameters<typeof estimateLines>) =>
  Object.fromEntries(estimateLines(...given).map(({ label, value }) => [label, value]));

it('pages give rows, rows give pages, about; with both, what is reached first counts', () => {
  const up = { Pages: 'up to 50', Calls: 'up to 50', Rows: 'about 1,000', Time: 'about 3 min' };
  expect(said(pages(50), outlook({ timePerPage: 3000 }))).toEqual(up);
  const about = { Pages: 'about 5', Calls: 'about 5', Rows: 'about 90' };
  expect(said(rows(90), outlook())).toEqual(about);
  // The time has its place before it is known: what is below must not move under the pointer.
  expect(said(rows(90), outlook({ isTiming: true }))).toEqual({ ...about, Time: '…' });
  expect(said(none, outlook({ isTiming: true }))).not.toHaveProperty('Time');
  expect(estimate({ pages: 50, rows: 90 }, outlook())).toMatchObject({ calls: 5, rows: 90 });
  expect(estimate({ pages: 3, rows: 90 }, outlook())).toMatchObject({ calls: 3, rows: 60 });
});

it('what the service counted itself is told as it is, and never exceeded', () => {
  const counted = { pagesLeft: 29, rowsLeft: 2850, rowsPerPage: 100 };
  const stored = outlook({ ...counted, rowsBefore: 100, callsBefore: 1 });
  const left = { Pages: '29', Calls: '29 more', Rows: '2,850 more' };
  for (const limit of [none, pages(50)]) expect(said(limit, stored)).toEqual(left);
  expect(said(pages(10), stored)).toMatchObject({ Rows: 'about 1,000 more' });
  expect(estimate(rows(500), stored)).toMatchObject({ calls: 4, rows: 400 });
  // What the run has already is not fetched again.
  const goesOn = outlook({ rowsBefore: 60, callsBefore: 3 });
  const about = { Pages: 'about 2', Calls: 'about 2', Rows: 'about 40 more' };
  expect(said(rows(100), goesOn)).toEqual(about);
});

it('without a limit or a usual page nothing is made up', () => {
  const known = { timePerPage: 1000, pricePerCall: 0.01 };
  expect(said(none, outlook(known))).toEqual({
    Calls: 'one per page',
    Rows: 'all there are',
    'Price, estimated': '0.01 EUR a page',
  });
  const unusual = outlook({ rowsPerPage: null });
  expect(said(rows(40), unusual)).toEqual({ Calls: 'one per page', Rows: 'about 40' });
  const unknown = 'The service doesn’t say how many rows there are.';
  expect(estimateNotes(none, outlook())).toEqual([unknown]);
  expect(estimateNotes(none, outlook({ pagesLeft: 29, rowsLeft: 2850 }))).toEqual([]);
});

it('a price makes an estimate, marked as one; samples have none', () => {
  const priced = outlook({ pricePerCall: 0.02 });
  expect(said(pages(50), priced)).toMatchObject({ 'Price, estimated': 'up to 1.00 EUR' });
  const sample = { ...priced, isSample: true };
  expect(said(pages(50), sample)).not.toHaveProperty('Price, estimated');
  expect(estimateNotes(pages(50), sample)).toEqual(['Sample data: nothing is charged.']);
});

it('a number that an account or a post names is about as many rows, and never certain', () => {
  const named = outlook({ rowsExpected: 2850 });
  const about = { Pages: 'about 143', Calls: 'about 143', Rows: 'about 2,850' };
  expect(said(none, named)).toEqual(about);
  expect(estimate(rows(5000), named)).toMatchObject({ calls: 143, rows: 2850 });
  expect(estimate(rows(100), named)).toMatchObject({ calls: 5, rows: 100 });
  const all = [outlook(), named, { ...named, rowsLeft: 2800 }].map(allRows);
  expect(all).toEqual(['All', 'All, about 2,850', 'All 2,800']);
});

it('a ceiling is named when it will be met; a number that is entered wins over it', () => {
  const near = outlook({ ceiling: 200, callsBefore: 190 });
  const met = 'The run pauses and asks you at 200 calls, your limit for a run.';
  expect(estimateNotes(none, near)).toEqual([expect.anything(), met]);
  expect(estimateNotes(none, outlook({ ceiling: 200, rowsExpected: 80 }))).toEqual([]);
  expect(estimateNotes(pages(10), near)).toEqual([]);
  expect(estimateNotes(pages(11), near)).toEqual([
    'This is more than your limit of 200 calls for a run: the number you enter here applies.',
  ]);
});

it('the ceiling of a day is named by what is left of it; of two, the first that is met', () => {
  const today = (callsToday: number | null) =>
    estimateNotes(pages(10), outlook({ dayCeiling: 500, callsToday }));
  expect([today(null), today(490)]).toEqual([[], []]);
  expect(today(497)).toEqual([
    'After 3 calls, the run reaches your daily limit of 500 and asks you.',
  ]);
  expect(today(512)).toEqual([
    'You’ll be asked before the first call: today’s calls have reached your daily limit of 500.',
  ]);
  const both = outlook({ ceiling: 5, dayCeiling: 500, callsToday: 497 });
  expect(estimateNotes(none, both).slice(1)).toEqual([
    expect.stringMatching(/daily limit of \d+ and asks you\.$/),
  ]);
});

it('the time of a page is the middle one of those seen, and times are coarse', () => {
  expect([timePerPage([400, 9000, 500]), timePerPage([])]).toEqual([500, null]);
  const minute = 60_000;
  const times = [3000, 22_000, 57_000, 8 * minute, 131 * minute].map(roughTime);
  expect(times.join()).toBe('a few seconds,about 20 s,about 1 min,about 8 min,about 2 h 10 min');
});

it('the button says what will happen', () => {
  const limits = [{ pages: 50, rows: 1000 }, pages(1), rows(1000), none];
  const verbs = limits.map((limit) => verbOf(limit, 0));
  expect(verbs.join()).toBe('Get up to 50 pages,Get 1 page,Get 1,000 rows,Get all rows');
  expect(verbOf(rows(300), 200)).toBe('Get 100 more rows');
  expect(verbOf(pages(3), 200)).toBe('Get 3 more pages');
});

const read = (entered: Partial<Record<'rows' | 'pages' | 'calls', string>>, rowsBefore = 0) =>
  readLimit({ rows: '', pages: '', calls: '', ...entered }, rowsBefore);

it('what is entered is a limit, grouped digits included, beyond the rows that the run has', () => {
  expect(read({ pages: ' 1,000 ' }).limit).toEqual(pages(1000));
  expect(read({ rows: '2 500' }).limit).toEqual(rows(2500));
  expect(read({ rows: '100' }, 60).limit).toEqual(rows(160));
  expect(read({}, 60).limit).toEqual(none);
  expect(read({ pages: '1000001' }).messages.pages).toBe('At most 1,000,000.');
  // A number that is a choice is that choice.
  expect(['1,000', ' ', '300', '0100'].map(choiceOf)).toEqual(['1000', '', null, '100']);
});

it.each(['0', '-1', '1.5', '1,5', '1.000', 'ten', '00'])(
  '“%s” is no number, which is explained',
  (text) => {
    const sentence = 'Use a whole number from 1, or leave it empty.';
    const wrong = { limit: null, messages: { pages: sentence, rows: null } };
    expect(read({ pages: text })).toMatchObject(wrong);
    expect(read({ rows: text }).messages.rows).toBe(sentence);
    const calls = { limit: none, calls: undefined, messages: { calls: sentence } };
    expect(read({ calls: text })).toMatchObject(calls);
  },
);

it('what is entered wins over the default number of rows, which is back when nothing is', () => {
  expect(rowsInEffect({ rows: null, pages: '' }, '100')).toBe('100');
  expect(rowsInEffect({ rows: null, pages: '50' }, '100')).toBe('');
  expect(rowsInEffect({ rows: '100', pages: '50' }, '100')).toBe('100');
  expect(rowsInEffect({ rows: '', pages: '' }, '100')).toBe('');
});
