/** The grid’s columns by header, menu and list. */
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Row } from '#shared/contract/run.ts';
import { columnActions } from '#renderer/features/results/column-actions.ts';
import { ColumnsButton } from '#renderer/features/results/columns/ColumnsButton.tsx';
import { Grid } from '#renderer/features/results/grid/Grid.tsx';
import type { HeaderExtras } from '#renderer/features/results/grid/GridHeader.tsx';
import { headerHeight } from '#renderer/features/results/grid/sizes.ts';
import { sortHeader } from '#renderer/features/results/view/sort-header.tsx';
import { BesideDetails, RowsContext } from '#renderer/features/results/rows-scope.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { defaultLayout } from '#renderer/state/workspace.ts';
import { makeRun, makeSnapshot, makeTab } from '../make.ts';
import { primeRows } from '#renderer/state/rows.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, click, input, menuItem, only, press, type } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import {
  activeCell,
  cell,
  column,
  giveSize,
  grid,
  headers,
  key,
  pageOf,
  scopeOf,
} from './results-window.tsx';

const nothing = (): void => undefined;
beforeAll(() => {
  giveSize();
  // The grid’s frame, of which pinned columns may take a part.
  const borderBoxSize = [{ inlineSize: 1000, blockSize: 600 }];
  const contentRect = { width: 1000, height: 600 };
  function SizedObserver(tell: (entries: object[]) => void) {
    const observe = (target: Element) => tell([{ target, contentRect, borderBoxSize }]);
    return { observe, unobserve: nothing, disconnect: nothing };
  }
  vi.stubGlobal('ResizeObserver', SizedObserver);
});

const fields = ['text', 'author', 'posted', 'likes', 'id'];
const columns = fields.map((field) =>
  column(field, field.toUpperCase(), field === 'likes' ? { meaning: 'count' } : {}),
);
const rowOf = (index: number): Row =>
  Object.fromEntries(fields.map((field) => [field, `${field} ${index}`]));
const question = 'microblog.posts.search';
/** The person let go of the first column. */
const unpinned = { [question]: { ...defaultLayout, pinned: [] } };
let runCount = 0;

/** Draws 60 rows of three pages, with what arranges their columns. */
async function draw(extras?: Partial<HeaderExtras>, onOpenDetails = nothing): Promise<void> {
  answer('run.pages', () => ok({ pages: [1, 2, 3].map(pageOf) }));
  const counts = { rowCount: 60, pageCount: 3 };
  const run = makeRun({ id: `run-columns-${(runCount += 1)}`, columns, ...counts });
  const scope = scopeOf(run, makeTab({ runId: run.id }));
  useResultsView.setState(useResultsView.getInitialState());
  primeRows(run, {
    offset: 0,
    total: 60,
    numbers: null,
    rows: Array.from({ length: 60 }, (_, index) => rowOf(index)),
  });
  await drawPage(
    <RowsContext value={scope}>
      <ColumnsButton />
      <BesideDetails value={{ readRow: null, coveredRight: 0, onOpenDetails }}>
        <Grid
          rowStyle={{ density: 'normal', lines: 2, tiles: 'medium' }}
          header={{
            height: headerHeight,
            ...sortHeader([], nothing),
            actions: (one) => columnActions(scope, one),
            ...extras,
          }}
        />
      </BesideDetails>
    </RowsContext>,
    { snapshot: makeSnapshot({ workspace: { ...emptyWorkspace, columns: unpinned } }) },
  );
}

const layout = () => useApp.getState().snapshot?.workspace.columns[question];
const header = (field: string) => only<HTMLElement>(`[role="columnheader"][data-field="${field}"]`);
const pin = async (field: string): Promise<void> => {
  await click(only<HTMLElement>('button', header(field)));
  await click(menuItem('Pin at the left'));
};

test('moves and sizes a column by keys, says where it is, and stays with it', async () => {
  await draw();
  await click(header('author'));
  await key('ArrowRight', { altKey: true, shiftKey: true });
  expect(headers()).toEqual(['text', 'posted', 'author', 'likes', 'id']);
  expect(layout()?.order).toEqual(['text', 'posted', 'author', 'likes', 'id']);
  expect(useResultsView.getState().announcement).toContain('AUTHOR is column 3 of 5');
  expect(activeCell()).toBe(header('author'));
  expect(header('author').getAttribute('aria-colindex')).toBe('3');

  const before = parseInt(header('author').style.width, 10);
  await key('ArrowRight', { altKey: true });
  await key('ArrowRight', { altKey: true });
  expect(header('author').style.width).toBe(`${before + 32}px`);
  // Kept when the keys are let go, once.
  expect(layout()?.widths).toEqual({});
  const letGo = { key: 'ArrowRight', altKey: true, bubbles: true };
  await act(async () => grid().dispatchEvent(new KeyboardEvent('keyup', letGo)));
  expect(layout()?.widths).toEqual({ author: before + 32 });
  // Whichever of them is let go first.
  await key('ArrowLeft', { altKey: true });
  const release = new KeyboardEvent('keyup', { key: 'Alt', bubbles: true });
  await act(async () => grid().dispatchEvent(release));
  expect(layout()?.widths).toEqual({ author: before + 16 });
});

test('has a menu by mouse and by key, which pins, hides and resets', async () => {
  await draw();
  await pin('posted');
  expect(headers()).toEqual(['posted', 'text', 'author', 'likes', 'id']);
  // No step leads over the edge of the pinned columns.
  await click(only<HTMLElement>('button', header('text')));
  expect(menuItem('Move left').dataset['disabled']).toBe('true');
  expect(menuItem('Move right').dataset['disabled']).toBeUndefined();
  await click(header('likes'));
  await key('ArrowDown', { altKey: true });
  await click(menuItem('Hide'));
  expect(headers()).toEqual(['posted', 'text', 'author', 'id']);
  expect(grid().getAttribute('aria-colcount')).toBe('4');
  // The neighbour takes over.
  expect(activeCell()).toBe(header('id'));
  expect(document.activeElement).toBe(grid());
  await key('F10', { shiftKey: true });
  await click(menuItem('Reset columns'));
  expect(headers()).toEqual(fields);
  await click(button('Undo'));
  expect(headers()).toEqual(['posted', 'text', 'author', 'id']);
});

test('a text that was alone gives its room back to columns that are shown again', async () => {
  await draw();
  const before = header('text').style.width;
  await click(button('Columns'));
  await click(button('None'));
  await click(input('TEXT'));
  expect(header('text').style.width).toBe('948px');
  for (const field of ['AUTHOR', 'POSTED', 'LIKES', 'ID']) await click(input(field));
  expect(header('text').style.width).toBe(before);
});

test('Enter on a button of a header presses it, and does nothing to rows and columns', async () => {
  const [onName, openDetails] = [vi.fn(), vi.fn()];
  const below = () => (
    <button type="button" data-below>
      Summary
    </button>
  );
  await draw({ height: 80, onName, below }, openDetails);
  const summary = only<HTMLElement>('[data-below]', header('author'));
  for (const active of [header('likes'), cell(3, 'text')]) {
    await click(active);
    onName.mockClear();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => summary.dispatchEvent(enter));
    expect(enter.defaultPrevented).toBe(false);
    expect(onName).not.toHaveBeenCalled();
    expect(openDetails).not.toHaveBeenCalled();
  }
});

test('pinned columns are drawn apart, are cells of their rows, and leave room for others', async () => {
  await draw();
  await pin('author');
  const row = only<HTMLElement>('[role="row"][aria-rowindex="5"]');
  const heard = only<HTMLElement>('[role="gridcell"][aria-colindex="1"]', row);
  expect(heard.textContent).toBe('author 3');
  expect(row.querySelector('[data-field="author"]')).toBeNull();
  const seen = only<HTMLElement>('[data-row="3"] [data-field="author"]', grid());
  expect(seen.closest('[aria-hidden="true"]')).not.toBeNull();
  await click(seen);
  expect(activeCell()).toBe(heard);
  await key('ArrowRight');
  expect(activeCell()?.textContent).toBe('text 3');

  await pin('text');
  await pin('posted');
  // 280 px each of the usual width, in 60 % of what the row numbers leave of 1000.
  const apart = document.querySelectorAll('[aria-hidden="true"] [data-row="0"] [data-field]');
  expect(apart.length).toBeGreaterThan(0);
  expect(apart.length).toBeLessThan(3);
});

test('the list shows, hides, finds, moves and pins columns, and counts them', async () => {
  const entry = (label: string) => input(label);
  const search = (words: string) =>
    type(only<HTMLInputElement>('input[aria-label="Find a column"]'), words);
  await draw();
  await click(button('Columns'));
  await press(entry('AUTHOR'), 'ArrowUp', { altKey: true });
  expect(headers()).toEqual(['author', 'text', 'posted', 'likes', 'id']);
  await click(button('Pin ID'));
  expect(headers()).toEqual(['id', 'author', 'text', 'posted', 'likes']);
  expect(button('Pin ID').getAttribute('aria-pressed')).toBe('true');
  await press(entry('AUTHOR'), 'End');
  expect(document.activeElement).toBe(entry('LIKES'));

  await click(entry('LIKES'));
  expect(headers()).not.toContain('likes');
  expect(screenText()).toContain('4 of 5 shown');
  await search('aut');
  expect(document.querySelectorAll('[role="dialog"] input[type="checkbox"]')).toHaveLength(1);
  // Of what is found.
  await click(button('None'));
  expect(headers()).toEqual(['id', 'text', 'posted']);
  await search('zebra');
  expect(screenText()).toContain('No columns match “zebra”.');
  await search('');
  await click(button('None'));
  expect(screenText()).toContain('Every column is hidden.');
  expect(grid().hidden).toBe(true);
  await click(button('Show all columns'));
  expect(headers()).toEqual(['id', 'author', 'text', 'posted', 'likes']);
});
