// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyRow, type View } from '#shared/contract/view.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { button, click, only, press, type } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import {
  bar,
  begin,
  metered,
  clickName,
  draw,
  end,
  expected,
  header,
  key,
  languages,
  numbers,
  pass,
  rowCount,
  rowsTo,
  searchBox,
  viewNow,
} from './asked-window.tsx';
import { activeCell, calls, giveSize, grid } from './results-window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

beforeAll(giveSize);
beforeEach(begin);
afterEach(end);

describe('sorting', () => {
  test('by clicks: ascending, descending, off; the rows keep their numbers', async () => {
    await draw(40);
    for (const direction of ['ascending', 'descending'] as const) {
      await clickName('likes');
      expect(header('likes').getAttribute('aria-sort')).toBe(direction);
      const view = { ...everyRow, sort: [{ field: 'likes', direction }] };
      expect(viewNow()).toEqual(view);
      expect(numbers(5)).toEqual(expected(40, view).slice(0, 5));
    }
    await clickName('likes');
    expect(header('likes').hasAttribute('aria-sort')).toBe(false);
    expect(numbers(3)).toEqual([1, 2, 3]);
    expect(bar()).toBeNull();
    expect(metered()).toEqual([]);
  });

  test('by several columns with Shift; each says its place and can be taken off', async () => {
    await draw(40);
    await clickName('lang');
    await clickName('likes', { shiftKey: true });
    await clickName('likes', { shiftKey: true });
    const view: View = {
      ...everyRow,
      sort: [
        { field: 'lang', direction: 'ascending' },
        { field: 'likes', direction: 'descending' },
      ],
    };
    expect(viewNow()).toEqual(view);
    expect(numbers(10)).toEqual(expected(40, view).slice(0, 10));
    expect(header('lang').textContent).toBe('Language1');
    expect(header('likes').textContent).toBe('Likes2');
    expect(bar()?.textContent).toContain('Sorted by Language');
    await click(button('Don’t sort by Language'));
    await pass();
    expect(viewNow()?.sort).toEqual([{ field: 'likes', direction: 'descending' }]);
    await click(button('Sorted by Likes, descending: turn it round'));
    await pass();
    expect(viewNow()?.sort).toEqual([{ field: 'likes', direction: 'ascending' }]);
  });

  test('by keys, and the focus stays on the header', async () => {
    await draw(40);
    await act(async () => grid().focus());
    await key('ArrowRight');
    await key('ArrowUp');
    await key('Enter');
    expect(viewNow()?.sort).toEqual([{ field: 'likes', direction: 'ascending' }]);
    expect(document.activeElement).toBe(grid());
    expect(activeCell()).toBe(header('likes'));
    await key('ArrowLeft');
    await key('Enter', { shiftKey: true });
    expect(viewNow()?.sort.map(({ field }) => field)).toEqual(['likes', 'text']);
    expect(document.activeElement).toBe(grid());
    expect(activeCell()).toBe(header('text'));
  });
});

describe('searching', () => {
  test('waits for the typing, finds in any cell, and Escape ends it', async () => {
    await draw(40);
    await type(searchBox(), 'text 3');
    await pass(100);
    expect(viewNow()?.search).toBe('');
    await pass();
    expect(viewNow()?.search).toBe('text 3');
    expect(rowCount()).toBe(11);
    expect(bar()?.textContent).toContain('11 of 40 rows');
    expect(bar()?.textContent).toContain('Any cell contains “text 3”');
    await press(searchBox(), 'Escape');
    expect(searchBox().value).toBe('');
    expect(viewNow()?.search).toBe('');
    expect(rowCount()).toBe(40);
  });

  test('is emptied by its chip, and by nothing but spaces finds everything', async () => {
    await draw(40, {}, { ...everyRow, search: 'Text 7' });
    expect(searchBox().value).toBe('Text 7');
    expect(rowCount()).toBe(1);
    await click(button('Remove the search'));
    await pass();
    expect(searchBox().value).toBe('');
    await type(searchBox(), '   ');
    await pass();
    expect(viewNow()).toEqual(everyRow);
  });

  test('has a key that leads to it', async () => {
    await draw(40);
    const event = new KeyboardEvent('keydown', {
      key: 'f',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    await act(async () => window.dispatchEvent(event));
    expect(document.activeElement).toBe(searchBox());
    expect(event.defaultPrevented).toBe(true);
  });

  test('an answer that comes too late is not shown', async () => {
    await draw(40);
    let come = (): void => {};
    const late = new Promise<void>((resolve) => {
      come = resolve;
    });
    let isFirst = true;
    answer('view.open', async ({ view }: { view: View }) => {
      const waits = isFirst;
      isFirst = false;
      if (waits) await late;
      const { length } = referenceView(rowsTo(40) as never, view);
      return ok({ rows: 40, of: 40, count: length, epoch: 1, anchor: null });
    });
    await type(searchBox(), 'text 1');
    await pass();
    // What was there stays until an answer comes; when it takes long, that is said.
    expect(rowCount()).toBe(40);
    expect(bar()?.textContent).toContain('Looking through the rows…');
    await type(searchBox(), 'text 12');
    await pass();
    expect(rowCount()).toBe(1);
    come();
    await pass();
    expect(rowCount()).toBe(1);
  });
});

describe('filtering', () => {
  const choose = async (words: string) => {
    await click(button('Filter'));
    await pass();
    await type(only<HTMLInputElement>('[aria-label="Find a column"]'), words);
    await press(only<HTMLInputElement>('[aria-label="Find a column"]'), 'Enter');
    await pass();
  };
  const input = (label: string) =>
    [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')].find((one) =>
      [one.labels?.[0]?.textContent, one.getAttribute('aria-label')].includes(label),
    )!;

  test('by a range of numbers, in several ways at once, each taken off alone', async () => {
    await draw(40);
    await choose('likes');
    expect(document.activeElement).toBe(input('From'));
    await type(input('From'), '1O');
    expect(only('[role="dialog"]').textContent).toContain('Write a number');
    expect(button('Add filter').disabled).toBe(true);
    await type(input('From'), '10');
    await type(input('To'), '30');
    await act(async () => only<HTMLFormElement>('[role="dialog"] form').requestSubmit());
    await pass();
    await choose('text');
    await type(input('Text to find'), 'TEXT 2');
    await click(button('Add filter'));
    await pass();
    const view: View = {
      ...everyRow,
      filters: [
        { kind: 'number', field: 'likes', min: '10', max: '30' },
        { kind: 'contains', field: 'text', text: 'TEXT 2' },
      ],
    };
    expect(viewNow()).toEqual(view);
    expect(numbers(rowCount())).toEqual(expected(40, view));
    await click(button('Remove the filter: Likes 10 to 30'));
    await pass();
    expect(viewNow()?.filters).toEqual([view.filters[1]]);
    // The focus is on the next one, not lost.
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      'Remove the filter: Text contains “TEXT 2”',
    );
    await click(button('Remove the filter: Text contains “TEXT 2”'));
    await pass();
    expect(document.activeElement).toBe(button('Filter'));
    expect(rowCount()).toBe(40);
  });

  test('by values with their counts, over what the other filters leave', async () => {
    await draw(40, {}, { ...everyRow, filters: [{ kind: 'contains', field: 'text', text: '3' }] });
    await choose('lang');
    const boxes = [
      ...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="checkbox"]'),
    ];
    const counts = Object.fromEntries(
      languages.map((lang) => [
        lang,
        rowsTo(40).filter((row) => row['lang'] === lang && String(row['text']).includes('3'))
          .length,
      ]),
    );
    expect(boxes.map((box) => String(box.labels?.[0]?.textContent)).toSorted()).toEqual(
      languages.map((lang) => `${lang}${counts[lang]}`).toSorted(),
    );
    await click(boxes[0]!);
    await click(boxes[1]!);
    await click(button('Add filter'));
    await pass();
    expect(viewNow()?.filters[1]).toMatchObject({ kind: 'oneOf', field: 'lang' });
    expect(numbers(rowCount())).toEqual(expected(40, viewNow() ?? everyRow));

    // Changed by its chip: counted without itself.
    const chip = [...document.querySelectorAll<HTMLElement>('section button')].find((one) =>
      one.textContent?.startsWith('Language is'),
    )!;
    await click(chip);
    await pass();
    expect(document.querySelectorAll('[role="dialog"] input[type="checkbox"]')).toHaveLength(3);
    const summaries = calls('view.summary').map(({ input: given }) => given as { view: View });
    expect(summaries.at(-1)?.view.filters).toEqual([viewNow()?.filters[0]]);
  });

  test('that leaves nothing says so calmly, and can be cleared', async () => {
    const sort = [{ field: 'likes', direction: 'ascending' as const }];
    const filters = [{ kind: 'isEmpty' as const, field: 'text' }];
    await draw(40, {}, { ...everyRow, filters, search: 'x', sort });
    expect(document.querySelector('[role="grid"]')).toBeNull();
    expect(document.body.textContent).toContain('No row fits the filters');
    expect(document.body.textContent).toContain('All 40 rows are still there.');
    await click(button('Clear filters'));
    await pass();
    expect(viewNow()).toEqual({ ...everyRow, sort });
    expect(rowCount()).toBe(40);
    await clickName('text', { shiftKey: true });
    await click(button('Clear all'));
    await pass();
    expect(viewNow()).toEqual(everyRow);
  });
});
