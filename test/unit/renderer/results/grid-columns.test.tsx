// @vitest-environment happy-dom
import { Pin } from 'lucide-react';
import { act, createRef } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Column, Row } from '#shared/contract/run.ts';
import { ColumnsButton } from '#renderer/features/results/columns/ColumnsButton.tsx';
import { Grid } from '#renderer/features/results/grid/Grid.tsx';
import type { HeaderExtras } from '#renderer/features/results/grid/header-extras.ts';
import { GoToRow } from '#renderer/features/results/grid/GoToRow.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { everyRowOf, primeRows } from '#renderer/state/rows.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, checkbox, click, only, press, settle, type } from '../explore/window.tsx';
import { answer, ok, resetHost } from '../fake-host.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

// happy-dom lays nothing out: without a size, nothing would be on screen.
const size = { width: 1000, height: 600 };
beforeAll(() => {
  for (const [name, value] of [
    ['clientHeight', size.height],
    ['clientWidth', size.width],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  class SizedObserver {
    readonly #tell: (entries: object[]) => void;
    constructor(tell: (entries: object[]) => void) {
      this.#tell = tell;
    }
    observe(target: Element): void {
      const box = [{ inlineSize: size.width, blockSize: size.height }];
      this.#tell([{ target, contentRect: size, borderBoxSize: box }]);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', SizedObserver);
});

const fields = ['text', 'author', 'posted', 'likes', 'id'];
const columns = fields.map((field): Column => ({
  field,
  label: field.toUpperCase(),
  meaning: field === 'likes' ? 'count' : 'text',
  type: 'text',
  filled: 1,
  usual: true,
}));
const rowOf = (index: number): Row =>
  Object.fromEntries(fields.map((field) => [field, `${field} ${index}`]));
const resourceId = 'microblog.post';
let runCount = 0;

/** Draws 60 rows of three pages, with what arranges their columns. */
async function draw(header?: HeaderExtras): Promise<void> {
  resetHost();
  answer('run.pages', () =>
    ok({
      pages: [1, 2, 3].map((page) => ({
        page,
        firstRow: (page - 1) * 20,
        rows: 20,
        at: '2026-11-20T17:41:00.000Z',
        ms: 1,
        dataSource: null,
        unreadable: false,
      })),
    }),
  );
  const view = everyRowOf(`run-columns-${(runCount += 1)}`);
  useResultsView.setState(useResultsView.getInitialState());
  primeRows(view.runId, {
    offset: 0,
    total: 60,
    numbers: null,
    rows: Array.from({ length: 60 }, (_, index) => rowOf(index)),
  });
  const element = createRef<HTMLDivElement>();
  const rows = { view, total: 60, firstNumber: 1 };
  await drawPage(
    <>
      <ColumnsButton columns={columns} resourceId={resourceId} />
      <GoToRow rows={rows} rowCount={60} columns={columns} grid={element} />
      <Grid
        {...rows}
        element={element}
        expected={60}
        pageCount={3}
        columns={columns}
        resourceId={resourceId}
        {...(header === undefined ? {} : { header })}
        readRow={null}
        coveredRight={0}
        onOpenDetails={() => undefined}
        onOpenLink={() => undefined}
      />
    </>,
  );
  await settle();
}

const layout = () => useApp.getState().snapshot?.workspace.columns[resourceId];
const grid = () => only<HTMLElement>('[role="grid"]');
const header = (field: string) => only<HTMLElement>(`[role="columnheader"][data-field="${field}"]`);
const headers = () =>
  [...grid().querySelectorAll<HTMLElement>('[role="columnheader"]')].map(
    ({ dataset }) => dataset['field'],
  );
const activeCell = () =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
const key = async (name: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    grid().dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    );
  });
const menuItem = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((item) =>
    item.textContent?.startsWith(name),
  );
  if (found === undefined) throw new Error(`no item “${name}”`);
  return found;
};

describe('the header', () => {
  test('moves a column by keys, says where it is, and stays with it', async () => {
    await draw();
    await click(header('author'));
    await key('ArrowRight', { altKey: true, shiftKey: true });
    expect(headers()).toEqual(['text', 'posted', 'author', 'likes', 'id']);
    expect(layout()?.order).toEqual(['text', 'posted', 'author', 'likes', 'id']);
    expect(screenText()).toContain('AUTHOR is column 3 of 5');
    expect(activeCell()).toBe(header('author'));
    expect(header('author').getAttribute('aria-colindex')).toBe('3');
  });

  test('has a menu by mouse and by key, which pins, hides and resets', async () => {
    await draw();
    await click(only<HTMLElement>('button', header('posted')));
    await click(menuItem('Pin at the left'));
    await settle();
    expect(headers()).toEqual(['posted', 'text', 'author', 'likes', 'id']);
    await click(header('likes'));
    await key('ArrowDown', { altKey: true });
    expect(header('likes').querySelector('button')?.getAttribute('aria-expanded')).toBe('true');
    await click(menuItem('Hide'));
    await settle();
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

  test('offers no step over the edge of the pinned columns', async () => {
    await draw();
    await click(only<HTMLElement>('button', header('id')));
    await click(menuItem('Pin at the left'));
    await click(only<HTMLElement>('button', header('text')));
    expect(menuItem('Move left').dataset['disabled']).toBe('true');
    expect(menuItem('Move right').dataset['disabled']).toBeUndefined();
  });

  test('shows what other parts put there', async () => {
    const named: [string, boolean][] = [];
    await draw({
      height: 80,
      onName: ({ field }, adds) => named.push([field, adds]),
      sortOf: ({ field }) => (field === 'likes' ? 'descending' : undefined),
      mark: ({ field }) => (field === 'likes' ? <i>sorted</i> : null),
      below: ({ field }) => <b>{`summary of ${field}`}</b>,
      menuItems: ({ field }) => [
        { label: `Sort by ${field}`, icon: Pin, act: () => named.push([field, false]) },
      ],
    });
    expect(header('likes').getAttribute('aria-sort')).toBe('descending');
    expect(header('text').hasAttribute('aria-sort')).toBe(false);
    expect(header('likes').textContent).toContain('sorted');
    expect(header('text').textContent).toContain('summary of text');
    // The name is the name alone.
    expect(header('likes').getAttribute('aria-label')).toBe('LIKES');
    await click(only<HTMLElement>('[data-name]', header('text')));
    await key('Enter', { shiftKey: true });
    await key('ContextMenu');
    await click(menuItem('Sort by text'));
    expect(named).toEqual([
      ['text', false],
      ['text', true],
      ['text', false],
    ]);
  });
});

describe('pinned columns', () => {
  test('are drawn apart, and are cells of their rows all the same', async () => {
    await draw();
    await click(only<HTMLElement>('button', header('author')));
    await click(menuItem('Pin at the left'));
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
  });

  test('leave room for others: those that don’t fit scroll with them', async () => {
    await draw();
    for (const field of ['text', 'author', 'posted']) {
      await click(only<HTMLElement>('button', header(field)));
      await click(menuItem('Pin at the left'));
    }
    // 280 px each of the usual width, in 60 % of what the row numbers leave of 1000.
    const apart = document.querySelectorAll('[aria-hidden="true"] [data-row="0"] [data-field]');
    expect(apart.length).toBeGreaterThan(0);
    expect(apart.length).toBeLessThan(3);
    expect(headers()).toEqual(fields);
  });
});

describe('the list of columns', () => {
  const entry = (label: string, field: string) => checkbox(`${label} ${field}`);

  test('shows and hides, finds, and counts', async () => {
    await draw();
    await click(button('Columns'));
    await click(entry('LIKES', 'likes'));
    expect(headers()).not.toContain('likes');
    expect(screenText()).toContain('4 of 5 shown');
    await type(only<HTMLInputElement>('input[aria-label="Find a column"]'), 'aut');
    expect(document.querySelectorAll('[role="dialog"] input[type="checkbox"]')).toHaveLength(1);
    // Of what is found.
    await click(button('None'));
    expect(headers()).toEqual(['text', 'posted', 'id']);
    await type(only<HTMLInputElement>('input[aria-label="Find a column"]'), 'zebra');
    expect(screenText()).toContain('No column matches “zebra”.');
  });

  test('without any column says so, and shows all again', async () => {
    await draw();
    await click(button('Columns'));
    await click(button('None'));
    expect(screenText()).toContain('Every column is hidden.');
    expect(grid().hidden).toBe(true);
    await click(button('Show all columns'));
    expect(headers()).toEqual(fields);
    expect(grid().hidden).toBe(false);
  });

  test('moves with Alt and an arrow, and pins', async () => {
    await draw();
    await click(button('Columns'));
    const box = entry('AUTHOR', 'author');
    await act(async () => {
      box.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }),
      );
    });
    expect(headers()).toEqual(['author', 'text', 'posted', 'likes', 'id']);
    await click(button('Pin ID'));
    expect(headers()).toEqual(['id', 'author', 'text', 'posted', 'likes']);
    expect(button('Pin ID').getAttribute('aria-pressed')).toBe('true');
    await press(entry('AUTHOR', 'author'), 'End');
    expect(document.activeElement).toBe(entry('LIKES', 'likes'));
  });

  test('sets how high rows are, for every table', async () => {
    await draw();
    await click(button('Columns'));
    await click(only<HTMLInputElement>('input[value="compact"]'));
    await click(only<HTMLInputElement>('input[value="4"]'));
    expect(useApp.getState().snapshot?.workspace.rowStyle).toEqual({
      density: 'compact',
      lines: 4,
    });
    expect(grid().dataset['lines']).toBe('4');
  });
});

describe('rows', () => {
  test('say where a page begins', async () => {
    await draw();
    const title = (row: number) => only(`[data-number-of="${row}"]`).getAttribute('title');
    expect([title(0), title(1)]).toEqual(['Page 1', null]);
    expect(title(20)).toBe('Page 2');
  });

  test('are gone to by their number', async () => {
    await draw();
    await act(async () => {
      document.documentElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'g', code: 'KeyG', ctrlKey: true, bubbles: true }),
      );
    });
    const field = only<HTMLInputElement>('[role="dialog"][aria-label="Go to row"] input');
    await type(field, '61');
    await click(button('Go'));
    expect(screenText()).toContain('Give a row from 1 to 60.');
    await type(field, '12');
    await click(button('Go'));
    await settle();
    expect(activeCell()?.textContent).toBe('text 11');
    expect(document.activeElement).toBe(grid());
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });
});
