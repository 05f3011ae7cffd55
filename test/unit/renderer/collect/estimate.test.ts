import { describe, expect, it } from 'vitest';
import {
  estimate,
  estimateLines,
  estimateNotes,
  roughTime,
  timePerPage,
  verbOf,
} from '#renderer/components/collect/estimate.ts';
import type { Outlook } from '#renderer/components/collect/estimate.ts';
import { readLimit } from '#renderer/components/collect/limit-input.ts';

const outlook = (change: Partial<Outlook> = {}): Outlook => ({
  rowsPerPage: 20,
  rowsBefore: 0,
  callsBefore: 0,
  pagesLeft: null,
  rowsLeft: null,
  timePerPage: null,
  isSample: false,
  pricePerCall: null,
  currency: 'EUR',
  ceiling: null,
  dayCeiling: null,
  callsToday: null,
  ...change,
});
const none = { pages: null, rows: null };
const said = (...given: Parameters<typeof estimateLines>) =>
  Object.fromEntries(estimateLines(...given).map(({ label, value }) => [label, value]));

describe('before the click', () => {
  it('pages give calls and rows; the time is of the pages seen', () => {
    expect(said({ pages: 50, rows: null }, outlook({ timePerPage: 3000 }))).toEqual({
      'Metered calls': 'up to 50',
      Rows: 'about 1,000',
      Time: 'about 3 min',
    });
  });

  it('rows give calls, about; with both, what is reached first counts', () => {
    expect(said({ pages: null, rows: 90 }, outlook())).toEqual({
      'Metered calls': 'about 5',
      Rows: 'about 90',
    });
    expect(estimate({ pages: 50, rows: 90 }, outlook())).toMatchObject({ calls: 5, rows: 90 });
    expect(estimate({ pages: 3, rows: 90 }, outlook())).toMatchObject({ calls: 3, rows: 60 });
  });

  it('what the service counted itself is told as it is, and never exceeded', () => {
    const stored = outlook({
      rowsPerPage: 100,
      rowsBefore: 100,
      callsBefore: 1,
      pagesLeft: 29,
      rowsLeft: 2850,
    });
    expect(said(none, stored)).toEqual({ 'Metered calls': '29 more', Rows: '2,850 more' });
    expect(said({ pages: 50, rows: null }, stored)).toEqual({
      'Metered calls': '29 more',
      Rows: '2,850 more',
    });
    expect(said({ pages: 10, rows: null }, stored)).toEqual({
      'Metered calls': 'up to 10',
      Rows: 'about 1,000 more',
    });
    expect(estimate({ pages: null, rows: 500 }, stored)).toMatchObject({ calls: 4, rows: 400 });
    expect(estimateNotes(none, { ...stored, ceiling: 200 })).toEqual([]);
  });

  it('what the run has already is not fetched again', () => {
    const goesOn = outlook({ rowsBefore: 60, callsBefore: 3 });
    expect(said({ pages: null, rows: 100 }, goesOn)).toEqual({
      'Metered calls': 'about 2',
      Rows: 'about 40 more',
    });
  });

  it('without a limit or a usual page nothing is made up', () => {
    const known = { timePerPage: 1000, pricePerCall: 0.01 };
    expect(said(none, outlook(known))).toEqual({
      'Metered calls': 'one a page',
      Rows: 'all there are',
      'Price, estimated': '0.01 EUR a page',
    });
    expect(said({ pages: 4, rows: null }, outlook({ rowsPerPage: null }))).toEqual({
      'Metered calls': 'up to 4',
      Rows: 'not known before',
    });
    expect(said({ pages: null, rows: 40 }, outlook({ rowsPerPage: null }))).toEqual({
      'Metered calls': 'one a page',
      Rows: 'about 40',
    });
  });

  it('a price makes an estimate, marked as one; samples have none', () => {
    expect(said({ pages: 50, rows: null }, outlook({ pricePerCall: 0.02 }))).toMatchObject({
      'Price, estimated': 'up to 1.00 EUR',
    });
    const sample = outlook({ pricePerCall: 0.02, isSample: true });
    expect(said({ pages: 50, rows: null }, sample)).not.toHaveProperty('Price, estimated');
    expect(estimateNotes({ pages: 50, rows: null }, sample)).toEqual([
      'Sample data: nothing is charged.',
    ]);
  });

  it('a ceiling is named when it will be met', () => {
    const near = outlook({ ceiling: 200, callsBefore: 190 });
    expect(estimateNotes({ pages: 10, rows: null }, near)).toEqual([]);
    const met = ['It stops and asks at 200 calls, your ceiling for a run.'];
    expect(estimateNotes({ pages: 11, rows: null }, near)).toEqual(met);
    expect(estimateNotes(none, near)).toEqual(met);
  });

  it('so is the ceiling of a day, by what is left of it', () => {
    const limit = { pages: 10, rows: null };
    const today = (callsToday: number | null) =>
      estimateNotes(limit, outlook({ dayCeiling: 500, callsToday }));
    expect([today(null), today(490)]).toEqual([[], []]);
    expect(today(497)).toEqual([
      'It stops and asks after 3 calls: that is your ceiling of 500 for a day.',
    ]);
    expect(today(512)).toEqual([
      'It asks at once: today’s calls have reached your ceiling of 500 for a day.',
    ]);
    // Of two, the one that is met first.
    const both = outlook({ ceiling: 5, dayCeiling: 500, callsToday: 497 });
    expect(estimateNotes(limit, both)).toHaveLength(1);
    expect(estimateNotes(limit, both)[0]).toMatch(/for a day\.$/);
    expect(estimateNotes(limit, { ...both, callsToday: 0 })[0]).toMatch(/for a run\.$/);
  });

  it('the time of a page is the middle one of those seen', () => {
    expect(timePerPage([400, 9000, 500])).toBe(500);
    expect(timePerPage([])).toBeNull();
  });

  it('times are coarse', () => {
    const minute = 60_000;
    expect(
      [3000, 22_000, 54_000, 57_000, 8 * minute, 59.6 * minute, 131 * minute].map(roughTime),
    ).toEqual([
      'a few seconds',
      'about 20 s',
      'about 55 s',
      'about 1 min',
      'about 8 min',
      'about 1 h',
      'about 2 h 10 min',
    ]);
  });

  it('the button says what will happen', () => {
    expect(
      [{ pages: 50, rows: 1000 }, { pages: 1, rows: null }, { pages: null, rows: 1000 }, none].map(
        verbOf,
      ),
    ).toEqual(['Get up to 50 pages', 'Get 1 page', 'Get 1,000 rows', 'Get all pages']);
  });
});

describe('what is typed', () => {
  it('is a limit, grouped digits and blanks included', () => {
    expect(readLimit({ pages: ' 1,000 ', rows: '' }, 0).limit).toEqual({ pages: 1000, rows: null });
    expect(readLimit({ pages: '', rows: '2 500' }, 0).limit).toEqual({ pages: null, rows: 2500 });
    expect(readLimit({ pages: '', rows: '' }, 0).limit).toEqual(none);
  });

  it.each(['0', '-1', '1.5', '1.000', 'ten', '00'])('“%s” is explained', (text) => {
    const sentence = 'Use a whole number from 1, or leave it empty.';
    expect(readLimit({ pages: text, rows: '' }, 0)).toEqual({
      limit: null,
      pagesMessage: sentence,
      rowsMessage: null,
    });
    expect(readLimit({ pages: '', rows: text }, 0).rowsMessage).toBe(sentence);
  });

  it('too much, and rows that are here already, are explained', () => {
    expect(readLimit({ pages: '1000001', rows: '' }, 0).pagesMessage).toBe('At most 1,000,000.');
    expect(readLimit({ pages: '', rows: '60' }, 60)).toMatchObject({
      limit: null,
      rowsMessage: '60 rows are here already. Give a larger number.',
    });
    expect(readLimit({ pages: '', rows: '61' }, 60).limit).toEqual({ pages: null, rows: 61 });
  });
});
