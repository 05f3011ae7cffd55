/** Rows sorted, sought, filtered, gone to and read, over a main that reads views plainly. */
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { everyRow, type View } from '#shared/contract/view.ts';
import { pickedNow } from '#renderer/features/results/view-state.ts';
import { everyRowOf } from '#renderer/state/rows.ts';
import { useApp } from '#renderer/state/app.ts';
import { button, buttons, click, only, press, type } from '../explore/window.tsx';
import { answer, answerLater, ok, refuse } from '../fake-host.ts';
import {
  bar,
  by,
  clickButton,
  clickName,
  draw,
  expected,
  header,
  holdTime,
  key,
  languages,
  main,
  metered,
  numbers,
  pass,
  rowCount,
  rowsTo,
  search,
  searchBox,
  viewNow,
  working,
} from './asking-window.tsx';
import { activeCell, calls, cell, details, detailsTitle, grid } from './results-window.tsx';

holdTime();

// What each click makes of the sorts: filters.test.ts.
test('rows are sorted by clicks and keys, by several with Shift, and keep their numbers', async () => {
  await draw(800);
  expect(bar()).toBeNull();
  // Screen readers hear what appears in an element that was there before.
  const spoken = only('[aria-live="polite"]');
  await clickName('likes');
  expect(header('likes').getAttribute('aria-sort')).toBe('descending');
  expect(spoken.textContent).toBe('800 rows. Sorted by Likes, descending');
  expect(only('[aria-live="polite"]')).toBe(spoken);
  const view = { ...everyRow, sort: [by('likes', 'descending')] };
  expect(viewNow()).toEqual(view);
  expect(numbers(5)).toEqual(expected(800, view).slice(0, 5));

  await clickName('lang');
  await clickName('likes', { shiftKey: true });
  const both = { ...everyRow, sort: [by('lang', 'ascending'), by('likes', 'descending')] };
  expect(viewNow()).toEqual(both);
  expect(numbers(10)).toEqual(expected(800, both).slice(0, 10));
  expect(header('lang').textContent).toBe('Language1');
  expect(header('likes').textContent).toBe('Likes2');
  await clickButton('Don’t sort by Language');
  expect(viewNow()?.sort).toEqual([by('likes', 'descending')]);
  await clickButton('Sorted by Likes, descending: reverse the order');
  expect(viewNow()?.sort).toEqual([by('likes', 'ascending')]);

  // By keys, the focus stays on the header.
  await act(async () => grid().focus());
  await key('ArrowLeft');
  await key('ArrowUp');
  await key('Enter', { shiftKey: true });
  expect(viewNow()?.sort).toEqual([by('likes', 'ascending'), by('text', 'ascending')]);
  expect(document.activeElement).toBe(grid());
  expect(activeCell()).toBe(header('text'));
  expect(metered()).toEqual([]);

  // What can’t be opened says why; the rows stay.
  answer('view.open', refuse('The columns are damaged.'));
  await key('Enter');
  expect(only('[role="alert"]').textContent).toContain('The columns are damaged.');
  await pass();
  expect(bar()).not.toContain('Searching the rows…');
  expect(rowCount()).toBe(800);
  main(rowsTo(800));
  await clickButton('Try again');
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(viewNow()?.sort).toEqual([by('text', 'ascending')]);
  expect(numbers(3)).toEqual(expected(800, viewNow()!).slice(0, 3));

  // It is past once that view is no longer wanted, not when rows are read.
  await clickButton('Don’t sort by Text');
  answer('view.open', refuse('The columns are damaged.'));
  await clickName('likes');
  const before = calls('rows.window').length;
  await act(async () => {
    grid().scrollTop = 14_000;
    grid().dispatchEvent(new Event('scroll'));
  });
  await pass();
  expect(calls('rows.window').length).toBeGreaterThan(before);
  expect(only('[role="alert"]').textContent).toContain('The columns are damaged.');
  await clickButton('Don’t sort by Likes');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

/** The key of F, which types a Cyrillic letter. */
const cyrillicF = { key: 'а', code: 'KeyF' };

test('a search waits for the typing and finds in any cell; Escape ends it, not the run, and the row found stays', async () => {
  await draw(400, { state: working });
  const event = new KeyboardEvent('keydown', {
    ...cyrillicF,
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  await act(async () => document.body.dispatchEvent(event));
  expect(document.activeElement).toBe(searchBox());
  expect(event.defaultPrevented).toBe(true);
  await type(searchBox(), 'text 32');
  await pass(100);
  expect(viewNow()?.search).toBe('');
  await pass();
  expect(viewNow()?.search).toBe('text 32');
  expect(rowCount()).toBe(11);
  expect(bar()).toContain('11 of 400 rows');
  expect(bar()).toContain('Any cell contains “text 32”');

  await act(async () => grid().focus());
  await key('ArrowDown');
  expect(activeCell()?.textContent).toBe('Text 320');
  await press(searchBox(), 'Escape', { cancelable: true });
  await pass();
  expect([searchBox().value, viewNow()?.search, rowCount()]).toEqual(['', '', 400]);
  const [id = ''] = Object.keys(useApp.getState().runs);
  expect(pickedNow(everyRowOf({ id })).active?.row).toBe(320);
  expect(metered()).toEqual([]);
});

test('an answer that comes too late is not shown', async () => {
  await draw(40);
  const come = answerLater('view.open');
  await search('text 1');
  // What was there stays until an answer comes; when it takes long, that is said.
  expect(rowCount()).toBe(40);
  expect(bar()).toContain('Searching the rows…');
  main(rowsTo(40));
  await search('text 12');
  expect(rowCount()).toBe(1);
  // Nothing is read for it either: it is not on screen for a moment.
  const before = calls('rows.window').length;
  come(ok({ rows: 40, of: 40, count: 11, epoch: 1, anchor: null }));
  await pass();
  expect(rowCount()).toBe(1);
  expect(calls('rows.window')).toHaveLength(before);
});

describe('filtering', () => {
  const panel = (selector: string) =>
    document.querySelectorAll<HTMLInputElement>(`[role="dialog"] ${selector}`);
  const choose = async (words: string) => {
    await clickButton('Filter');
    await type(only<HTMLInputElement>('[aria-label="Find a column"]'), words);
    await press(only<HTMLInputElement>('[aria-label="Find a column"]'), 'Enter');
    await pass();
  };
  const input = (label: string) =>
    [...panel('input')].find((one) =>
      [one.labels?.[0]?.textContent, one.getAttribute('aria-label')].includes(label),
    )!;

  test('by a range of numbers, in several ways at once, each taken off alone', async () => {
    await draw(40);
    await choose('likes');
    expect(document.activeElement).toBe(input('From'));
    await type(input('From'), '1O');
    expect(only('[role="dialog"]').textContent).toContain('Enter a number');
    expect(button('Add filter').disabled).toBe(true);
    await type(input('From'), '10');
    await type(input('To'), '30');
    await act(async () => only<HTMLFormElement>('[role="dialog"] form').requestSubmit());
    await pass();
    await choose('text');
    await type(input('Text to find'), 'TEXT 2');
    await clickButton('Add filter');
    const view: View = {
      ...everyRow,
      filters: [
        { kind: 'number', field: 'likes', min: '10', max: '30' },
        { kind: 'contains', field: 'text', text: 'TEXT 2' },
      ],
    };
    expect(viewNow()).toEqual(view);
    expect(numbers(rowCount())).toEqual(expected(40, view));
    await clickButton('Remove the filter: Likes 10 to 30');
    expect(viewNow()?.filters).toEqual([view.filters[1]]);
    // The focus is on the next one, not lost.
    const next = button('Remove the filter: Text contains “TEXT 2”');
    expect(document.activeElement).toBe(next);
    await click(next);
    await pass();
    expect(document.activeElement).toBe(button('Filter'));
    expect(rowCount()).toBe(40);
  });

  test('by values with their counts, over what the other filters leave', async () => {
    const filters: View['filters'] = [{ kind: 'contains', field: 'text', text: '3' }];
    await draw(40, {}, { ...everyRow, filters });
    const values = languages.map((value, at) => ({ value, cut: false, count: 5 - at }));
    const distinct = { count: 3, exact: true };
    const drawn = { kind: 'values', filled: 12, items: false, distinct, values } as const;
    answer('view.chart', () => ok({ rows: 40, of: 40, count: 12, drawn }));
    const countedOver = () => (calls('view.chart').at(-1)!.input as { view: View }).view.filters;
    await choose('lang');
    expect(countedOver()).toEqual(filters);
    const boxes = [...panel('input[type="checkbox"]')];
    expect(boxes.map((box) => box.labels?.[0]?.textContent)).toEqual(['en5', 'de4', 'fr3']);
    await click(boxes[0]!);
    await click(boxes[1]!);
    await clickButton('Add filter');
    expect(viewNow()?.filters[1]).toMatchObject({ kind: 'oneOf', field: 'lang' });
    expect(numbers(rowCount())).toEqual(expected(40, viewNow() ?? everyRow));

    // Changed by its chip: counted without itself.
    const chips = [...document.querySelectorAll<HTMLElement>('section button')];
    await click(chips.find((one) => one.textContent?.startsWith('Language is'))!);
    await pass();
    expect(panel('input[type="checkbox"]')).toHaveLength(3);
    expect(countedOver()).toEqual(filters);
  });

  test('that leaves nothing says so calmly, and can be cleared', async () => {
    const sort = [by('likes', 'ascending')];
    const filters = [{ kind: 'isEmpty' as const, field: 'text' }];
    await draw(40, {}, { ...everyRow, filters, search: 'x', sort });
    expect(document.querySelector('[role="grid"]')).toBeNull();
    expect(document.body.textContent).toContain('No rows match the filters');
    expect(document.body.textContent).toContain('All 40 rows are still there.');
    await clickButton('Clear filters');
    expect(viewNow()).toEqual({ ...everyRow, sort });
    expect(rowCount()).toBe(40);
    expect(document.body.textContent).toContain('Filters and search clearedUndo');
    await clickButton('Undo');
    expect(viewNow()).toEqual({ ...everyRow, filters, search: 'x', sort });
  });

  test('is cleared with the search and the order by one click, and comes back by another; hidden duplicates stay', async () => {
    const view = {
      ...everyRow,
      filters: [{ kind: 'isNotEmpty' as const, field: 'text' }],
      sort: [by('likes', 'ascending')],
      hideDuplicatesBy: 'likes',
    };
    await draw(40, {}, view);
    await clickButton('Clear all');
    expect(viewNow()).toEqual({ ...everyRow, hideDuplicatesBy: 'likes' });
    expect(document.body.textContent).toContain('Filters and order clearedUndo');
    await press(document.activeElement as HTMLElement, 'z', { ctrlKey: true });
    await pass();
    expect(viewNow()).toEqual(view);
    // That duplicates are hidden is nothing to be cleared.
    await clickName('likes');
    expect(viewNow()).toEqual({ ...view, sort: [] });
    expect(buttons('Clear all')).toHaveLength(0);
  });
});

test('a sample is drawn of the rows shown, filtered and changed like any rows, and gone by a click', async () => {
  await draw(400);
  await search('text 3');
  const from = { filters: [], search: 'text 3', hideDuplicatesBy: null, rows: 400 };
  await clickButton('Filter');
  await clickButton('Random sample…');
  const panel = only('[role="dialog"][aria-label="Filter"]');
  expect(panel.textContent).toContain('of 111 rows');
  await type(only<HTMLInputElement>('[aria-label="Size of the sample"]', panel), '1.5');
  await type(only<HTMLInputElement>('[aria-label="Seed"]', panel), '8,241');
  expect(button('Draw').disabled).toBe(true);
  await type(only<HTMLInputElement>('[aria-label="Size of the sample"]', panel), '12');
  await clickButton('Draw');
  const sample = { ...from, size: 12, by: null, seed: 8241 };
  expect(viewNow()).toEqual({ ...everyRow, sample });
  expect(numbers(12)).toEqual(expected(400, { ...everyRow, sample }));
  expect(bar()).toContain(
    '12 of 400 rowsRandom sample of 12, seed 8241, from rows with: any cell contains “text 3”',
  );

  // What is sought now is sought within it; drawn again, it is from the same rows.
  await search('text 31');
  expect(viewNow()).toEqual({ ...everyRow, search: 'text 31', sample });
  await clickButton('Random sample of 12, seed 8241, from rows with: any cell contains “text 3”');
  const change = only('[role="dialog"][aria-label="Change the sample"]');
  expect(change.textContent).toContain('of the same rows');
  await clickButton('New seed');
  const seed = only<HTMLInputElement>('[aria-label="Seed"]', change).value;
  await clickButton('Draw');
  expect(viewNow()).toMatchObject({ search: 'text 31', sample: { ...from, seed: Number(seed) } });
  await search('');
  await clickButton('Remove the sample');
  expect(viewNow()).toEqual({ ...everyRow, search: 'text 3' });
  expect(metered()).toEqual([]);
});

test('duplicates are hidden and shown again by a click; the rows keep their numbers', async () => {
  const { grow } = await draw(40, {}, { ...everyRow, sort: [by('likes', 'descending')] });
  const isThere = () => buttons('Hide 57 duplicates').length;
  expect(isThere()).toBe(0);
  answer('view.duplicates', () =>
    ok({ field: 'lang', rows: 60, of: 60, count: 57, acrossInputs: null }),
  );
  await grow(60);
  await clickButton('Hide 57 duplicates');
  expect(viewNow()?.hideDuplicatesBy).toBe('lang');
  expect(rowCount()).toBe(3);
  expect(numbers(3)).toEqual(expected(60, viewNow()!));
  expect(bar()).toContain('3 of 60 rows');
  expect(bar()).toContain('57 duplicates hidden');
  expect(isThere()).toBe(0);
  await clickButton('Show duplicates');
  expect([viewNow()?.hideDuplicatesBy, rowCount(), isThere()]).toEqual([null, 60, 1]);
  expect(metered()).toEqual([]);
});

test('a row that is read stays in Details, and is gone to by its own number where others are left out', async () => {
  await draw(40, { pageCount: 1002 });
  await click(cell(11, 'text'));
  await clickButton('Details');
  for (const sorted of ['descending', 'ascending']) {
    await click(header('likes'));
    await clickName('likes');
    expect(header('likes').getAttribute('aria-sort')).toBe(sorted);
    expect(detailsTitle()).toBe('Row 12');
    expect(details().textContent).toContain('Text 11');
  }
  await search('text 1');
  expect(detailsTitle()).toBe('Row 12');
  expect(only('[role="row"][aria-current]', grid()).textContent).toContain('Text 11');

  const goTo = async (number: string): Promise<void> => {
    await type(only<HTMLInputElement>('[aria-label="Go to row"] input'), number);
    await clickButton('Go');
  };
  await clickButton('Display');
  await click(only<HTMLElement>('[role="menuitem"]'));
  const dialog = (): string => only('[role="dialog"]').textContent;
  expect(dialog()).toContain('1 to 40, as numbered at the left, or “page 1,002”');
  const pages = [
    { page: 1, firstRow: 0, rows: 20 },
    { page: 2, firstRow: 14, rows: 20 },
  ];
  // As pages of a service may be, the last one above all.
  const empty = (page: number) => ({ page, firstRow: 34, rows: 0 });
  answer('run.pages', ({ from }: { from: number }) =>
    ok({ pages: [pages[from] ?? empty(from + 1)] }),
  );
  await goTo('page 1,003');
  expect(dialog()).toContain('Enter a row from 1 to 40, or “page 1,002”.');
  await goTo('page 1,002');
  expect(dialog()).toContain('Page 1,002 has no rows here.');
  await goTo('26');
  expect(only('[role="dialog"]').textContent).toContain('Row 26 is not among the 11 rows shown.');
  await goTo('Page 2');
  expect(activeCell()?.closest('[role="row"]')?.textContent).toContain('Text 14');
  expect(metered()).toEqual([]);
});

test('pages of rows that were made here are none to go to', async () => {
  const from = { kind: 'collections', sources: [], collectedAt: 'collected_at' } as const;
  await draw(40, { pageCount: 2, derived: { from: { ...from, sources: [] }, facts: null } });
  await clickButton('Display');
  await click(only<HTMLElement>('[role="menuitem"]'));
  expect(only('[role="dialog"]').textContent).not.toContain('page');
  expect(calls('run.pages')).toEqual([]);
});

test('what is sorted stays, takes new rows in when asked, and at the end by itself', async () => {
  const view = { ...everyRow, sort: [by('likes', 'descending')] };
  const { grow } = await draw(40, { state: working }, view);
  await grow(100);
  expect(rowCount()).toBe(40);
  expect(numbers(5)).toEqual(expected(40, view).slice(0, 5));
  await grow(123);
  await clickButton('83 new rows');
  expect(rowCount()).toBe(123);
  expect(numbers(5)).toEqual(expected(123, view).slice(0, 5));
  expect(buttons('83 new rows')).toEqual([]);

  // Around the row the person is at.
  await act(async () => grid().focus());
  for (let step = 0; step < 4; step += 1) await key('ArrowDown');
  const held = cell(4, 'text').textContent;
  await grow(160);
  expect(rowCount()).toBe(123);
  await grow(160, { state: { kind: 'more' } });
  expect(rowCount()).toBe(160);
  expect(activeCell()?.textContent).toBe(held);
  expect(document.activeElement).toBe(grid());
  expect(metered()).toEqual([]);
});
