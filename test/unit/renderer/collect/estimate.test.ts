/** What a person reads before pages are got, and what is made of the numbers that are typed. */
import { expect, it } from 'vitest';
import type { RunLimit } from '#shared/contract/run.ts';
import * as collect from '#renderer/components/collect/estimate.ts';

const { allRows, costWords, estimate, estimateLine, estimateNotes, roughTime, timePerPage } =
  collect;
const { readLimit, rowsInEffect, usualNumbers, verbOf } = collect;

const outlook = (change: Partial<collect.Outlook> = {}): collect.Outlook => ({
  one: 'post',
  many: 'posts',
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

it('rows and pages give calls, about; with both, what is reached first counts', () => {
  const line = (limit: RunLimit, change: Partial<collect.Outlook> = {}) =>
    estimateLine(limit, outlook(change));
  expect(line(pages(50), { timePerPage: 3000 })).toBe(
    'Up to 50 calls · about 1,000 posts · about 3 min',
  );
  expect(line(rows(90))).toBe('About 5 calls');
  // The time has its place before it is known: what follows must not move under the pointer.
  expect(line(rows(90), { isTiming: true })).toBe('About 5 calls · …');
  expect(line(none, { isTiming: true })).toBe('One call per page');
  expect(estimate({ pages: 50, rows: 90 }, outlook())).toMatchObject({ calls: 5, rows: 90 });
  expect(estimate({ pages: 3, rows: 90 }, outlook())).toMatchObject({ calls: 3, rows: 60 });
});

it('what the service counted itself is told as it is, and never exceeded', () => {
  const counted = { pagesLeft: 29, rowsLeft: 2850, rowsPerPage: 100 };
  const stored = outlook({ ...counted, rowsBefore: 100, callsBefore: 1 });
  for (const limit of [none, pages(50)]) {
    expect(estimateLine(limit, stored)).toBe('29 calls · 2,850 posts');
  }
  expect(estimateLine(pages(10), stored)).toBe('Up to 10 calls · about 1,000 posts');
  expect(estimate(rows(500), stored)).toMatchObject({ calls: 4, rows: 400 });
  // What the run has already is not fetched again.
  const goesOn = outlook({ rowsBefore: 60, callsBefore: 3 });
  expect(estimateLine(rows(100), goesOn)).toBe('About 2 calls');
});

it('without a limit or a usual page nothing is made up', () => {
  const known = { timePerPage: 1000, pricePerCall: 0.01 };
  expect(estimateLine(none, outlook(known))).toBe('One call per page · 0.01 EUR a call');
  expect(estimateLine(rows(40), outlook({ rowsPerPage: null }))).toBe('One call per page');
  const unknown = 'The service doesn’t say how many posts there are.';
  expect(estimateNotes(none, outlook())).toEqual([unknown]);
  expect(estimateNotes(none, outlook({ pagesLeft: 29, rowsLeft: 2850 }))).toEqual([]);
});

it('a price makes an estimate, marked as one; samples cost nothing', () => {
  const priced = outlook({ pricePerCall: 0.02 });
  expect(estimateLine(pages(50), priced)).toBe(
    'Up to 50 calls · about 1,000 posts · up to 1.00 EUR',
  );
  const sample = { ...priced, isSample: true };
  expect(estimateLine(rows(50), sample)).toBe('About 3 calls');
  expect(estimateNotes(pages(50), sample)).toEqual(['Sample data: nothing is charged.']);
  expect([costWords(rows(50), priced), costWords(rows(50), sample)]).toEqual([
    'about 3 calls',
    null,
  ]);
});

it('usual numbers are those between a page and all there are, after the one that was asked for', () => {
  const offered = (change: Partial<collect.Outlook>, opened?: RunLimit) =>
    usualNumbers(outlook(change), opened).map((one) => one.rows ?? `${one.pages} pages`);
  expect(offered({})).toEqual([100, 500]);
  expect(offered({ rowsBefore: 20 })).toEqual([120, 520]);
  expect(offered({ rowsPerPage: 100 })).toEqual([500]);
  expect(offered({ rowsLeft: 400 })).toEqual([100]);
  expect(offered({ rowsExpected: 80 })).toEqual([]);
  expect(offered({}, rows(500))).toEqual([100, 500]);
  expect(offered({}, rows(250))).toEqual([250, 100, 500]);
  expect(offered({}, pages(3))).toEqual(['3 pages', 100, 500]);
  expect(offered({}, none)).toEqual([100, 500]);
});

it('a number that an account or a post names is about as many rows, and never certain', () => {
  const named = outlook({ rowsExpected: 2850 });
  expect(estimateLine(none, named)).toBe('About 143 calls · about 2,850 posts');
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
  const verbs = limits.map((limit) => verbOf(limit, outlook()));
  expect(verbs.join()).toBe('Get up to 50 pages,Get 1 page,Get 1,000 posts,Get all posts');
  const before = outlook({ rowsBefore: 200 });
  expect(verbOf(rows(300), before)).toBe('Get 100 more posts');
  expect(verbOf(pages(3), before)).toBe('Get 3 more pages');
});

const read = (entered: Partial<Record<'rows' | 'pages' | 'calls', string>>, rowsBefore = 0) =>
  readLimit({ rows: '', pages: '', calls: '', ...entered }, rowsBefore);

it('what is entered is a limit, grouped digits included, beyond the rows that the run has', () => {
  expect(read({ pages: ' 1,000 ' }).limit).toEqual(pages(1000));
  expect(read({ rows: '2 500' }).limit).toEqual(rows(2500));
  expect(read({ rows: '100' }, 60).limit).toEqual(rows(160));
  expect(read({}, 60).limit).toEqual(none);
  expect(read({ pages: '1000001' }).messages.pages).toBe('At most 1,000,000.');
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
