// @vitest-environment happy-dom
import { act } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { primeRows } from '#renderer/state/rows.ts';
import { button, click, only, settle } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import { makeProblem } from '../make.ts';
import {
  activeCell,
  calls,
  cell,
  column,
  draw,
  giveSize,
  grid,
  key,
  rowOf,
  rowsOf,
} from './results-window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

beforeAll(giveSize);

describe('the grid', () => {
  test('says its size and names its cells; the text comes first, the id last', async () => {
    await draw({});
    expect(grid().getAttribute('aria-label')).toBe('Results');
    expect(grid().getAttribute('aria-rowcount')).toBe('41');
    expect(grid().getAttribute('aria-colcount')).toBe('3');
    const headers = [...grid().querySelectorAll<HTMLElement>('[role="columnheader"]')];
    expect(headers.map((header) => header.dataset['field'])).toEqual(['text', 'likeCount', 'id']);
    expect(cell(3, 'text').textContent).toBe('Text 3 of two lines');
    expect(cell(3, 'likeCount').textContent).toBe('3,000');
    expect(cell(3, 'id').textContent).toBe('1986934512780812303');
    expect(cell(3, 'text').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('5');
  });

  test('draws the rows on screen and a few more, not all of them', async () => {
    await draw({ rowCount: 5000, pageCount: 250 });
    expect(grid().querySelectorAll('[data-row]').length).toBeLessThan(40);
    expect(grid().getAttribute('aria-rowcount')).toBe('5001');
  });

  test('is walked through by keys; Enter opens the details', async () => {
    await draw({});
    await act(async () => grid().focus());
    expect(activeCell()).toBe(cell(0, 'text'));
    await key('ArrowDown');
    await key('End');
    expect(activeCell()).toBe(cell(1, 'id'));
    await key('ArrowUp');
    await key('ArrowUp');
    expect(activeCell()?.getAttribute('role')).toBe('columnheader');
    await key('ArrowDown');
    await key('Enter');
    expect(only('aside[aria-label="Details"] h2').textContent).toBe('Row 1');
  });

  test('changes a column’s width by keys and keeps it', async () => {
    const run = await draw({});
    const widths = () => useApp.getState().snapshot?.workspace.columns[run.resource]?.widths;
    const header = () => only<HTMLElement>('[role="columnheader"][data-field="likeCount"]');
    const before = parseInt(header().style.width, 10);
    await click(header());
    await key('ArrowRight', { altKey: true });
    await key('ArrowRight', { altKey: true });
    expect(header().style.width).toBe(`${before + 32}px`);
    expect(widths()).toBeUndefined();
    await act(async () => {
      grid().dispatchEvent(
        new KeyboardEvent('keyup', { key: 'ArrowRight', altKey: true, bubbles: true }),
      );
    });
    expect(widths()).toEqual({ likeCount: before + 32 });
  });
});

describe('pages', () => {
  test('are turned without asking the service', async () => {
    await draw({});
    await click(only<HTMLElement>('input[value="pages"]'));
    await settle();
    expect(document.body.textContent).toMatch(/Page 1 of 2 · 20 rows · fetched \d\d:41 · 0.4 s/);
    expect(grid().getAttribute('aria-rowcount')).toBe('21');
    expect(button('Previous page').disabled).toBe(true);
    await click(button('Next fetched page'));
    await settle();
    expect(cell(0, 'text').textContent).toBe('Text 20 of two lines');
    expect(button('Next fetched page').disabled).toBe(true);
    expect(calls('run.').map(({ method }) => method)).toEqual(['run.pages']);
  });
});

test('rows that can’t be read say so, and are read again when asked', async () => {
  const run = await draw({});
  answer('rows.window', () => ({ ok: false, error: makeProblem('The disk is gone.') }));
  await act(async () =>
    useApp.setState({ runs: { [run.id]: { ...run, revision: 1, rowCount: 41 } } }),
  );
  await settle();
  expect(only('[role="alert"]').textContent).toContain('The disk is gone.');
  expect(cell(3, 'text').textContent).toBe('Text 3 of two lines');
  answer('rows.window', () => ok({ offset: 0, total: 41, numbers: null, rows: rowsOf(0, 41) }));
  await click(button('Try again'));
  await settle();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(calls('rows.window')).toHaveLength(2);
});

test('[31] the details show members no column knows, and follow the rows', async () => {
  const run = await draw({});
  expect(run.columns).toHaveLength(3);
  const odd = { ...rowOf(40), surprise: { nested: [1, { $n: '9007199254740993' }] } };
  primeRows(run.id, { offset: 40, total: 41, numbers: null, rows: [odd] });
  await act(async () =>
    useApp.setState({ runs: { [run.id]: { ...run, revision: 1, rowCount: 41 } } }),
  );
  await click(button('Details'));
  await act(async () => grid().focus());
  await key('End', { ctrlKey: true });
  const pane = only<HTMLElement>('aside[aria-label="Details"]');
  expect(pane.querySelector('h2')?.textContent).toBe('Row 41');
  expect(pane.querySelector('[data-field="surprise"] pre')?.textContent).toContain(
    '9007199254740993',
  );
  await click(button('Previous row'));
  expect(pane.querySelector('h2')?.textContent).toBe('Row 40');
});

test('[15] a link from data opens only after its whole address was shown', async () => {
  const address = 'https://bank.example@evil.test/login?next=1';
  const run = await draw({
    columns: [column('link', 'Link', { meaning: 'url' })],
    rowCount: 0,
    pageCount: 1,
  });
  primeRows(run.id, { offset: 0, total: 1, numbers: null, rows: [{ link: address }] });
  await act(async () =>
    useApp.setState({ runs: { [run.id]: { ...run, revision: 1, rowCount: 1 } } }),
  );
  const { host } = await import('../fake-host.ts');
  const openLink = vi.spyOn(host, 'openLink');
  await click(only<HTMLElement>('[data-link]'));
  await settle();
  const dialog = only<HTMLElement>('[role="dialog"]');
  expect(dialog.textContent).toContain(address);
  expect(dialog.querySelector('strong')?.textContent).toBe('evil.test');
  expect(openLink).not.toHaveBeenCalled();
  await click(button('Open link'));
  expect(openLink.mock.calls).toEqual([[address]]);
});
