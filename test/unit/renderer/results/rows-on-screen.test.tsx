/** Rows in the grid and its pages, one of them in Details, links and pictures from data. */
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import { withHidden } from '#renderer/features/results/columns/layout.ts';
import { showColumns } from '#renderer/features/results/copy/copy-rows.ts';
import { lookAt } from '#renderer/state/workspace.ts';
import { changeSnapshot, useApp } from '#renderer/state/app.ts';
import { startWindow } from '#renderer/state/boot.ts';
import { everyRowOf, primeRows } from '#renderer/state/rows.ts';
import { changeColumnLayout } from '#renderer/state/workspace.ts';
import { clipboard } from '../clipboard.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, click, input, only, press, settle } from '../explore/window.tsx';
import { answer, connect, host, inputsOf, ok, refuse } from '../fake-host.ts';
import { makeReply, makeRun, makeRunList, makeSnapshot, makeTab } from '../make.ts';
import * as results from './results-window.tsx';

const { activeCell, calls, cell, column, details, detailsTitle, draw } = results;
const { chooseDisplay, giveSize, grid, headers, key, rowOf, rowsOf } = results;

beforeAll(giveSize);

/** The run has so many rows now. */
const grow = (run: Run, rowCount: number) =>
  act(async () => useApp.setState({ runs: { [run.id]: { ...run, revision: 1, rowCount } } }));

/** What can be asked of the row in Details is said with the item's name. */
const asksAbout = () =>
  only('section[aria-label^="Ask about"]', details()).getAttribute('aria-label');

test('the grid says its size, names its cells, is walked through by keys, and adds up what is selected', async () => {
  await draw({});
  expect(grid().getAttribute('aria-rowcount')).toBe('41');
  expect(grid().getAttribute('aria-colcount')).toBe('3');
  // The text comes first, the id last.
  expect(headers()).toEqual(['text', 'likeCount', 'id']);
  expect(cell(3, 'text').textContent).toBe('Text 3 of two lines');
  expect(cell(3, 'likeCount').textContent).toBe('3,000');
  expect(cell(3, 'id').textContent).toBe('1986934512780812303');
  expect(cell(3, 'text').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('5');

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
  expect(detailsTitle()).toBe('Row 1');
  expect(document.activeElement).toBe(only('[aria-label="Fields of the row"]'));

  const selected = () => only('output[aria-label="Selected cells"]').textContent;
  await click(cell(1, 'likeCount'));
  expect(selected()).toBe('');
  for (const step of ['ArrowDown', 'ArrowDown']) await key(step, { shiftKey: true });
  expect(selected()).toBe('3 cellsSum 6,000Mean 2,000Smallest 1,000Largest 3,000');
  // The column beside it holds IDs, which have no sum.
  await key('ArrowRight', { shiftKey: true });
  expect(selected()).toBe('6 cells, 3 numbersSum 6,000Mean 2,000Smallest 1,000Largest 3,000');
  await click(cell(1, 'id'));
  await key('ArrowDown', { shiftKey: true });
  expect(selected()).toBe('2 cells');
});

test('figures of what is selected follow the columns on screen', async () => {
  const { id, query } = await draw({});
  await act(async () => grid().focus());
  await key('a', { ctrlKey: true });
  const selected = () => only('output[aria-label="Selected cells"]').textContent;
  const figures = '40 rows, 40 numbersSum 780,000Mean 19,500Smallest 0Largest 39,000';
  expect(selected()).toBe(figures);
  // As when another tab was on screen in between.
  await act(async () => lookAt(id, 'summary'));
  await act(async () => showColumns(everyRowOf({ id: 'run-other-0001' }), []));
  await act(async () => lookAt(id, 'table'));
  expect(selected()).toBe(figures);
  await act(async () => {
    changeColumnLayout(query.endpointId, (layout) => withHidden(layout, ['likeCount'], true));
  });
  expect(selected()).toBe('40 rows');
});

test('members of any name have a column of their own; only rows on screen and a few more are drawn', async () => {
  const names = ['', '__proto__', 'constructor', 'toString', 'id'];
  const columns = names.map((name) => column(name, name || '(no name)'));
  await draw({ columns, rowCount: 5000, pageCount: 250 });
  expect(headers()).toEqual(names);
  for (const { style } of grid().querySelectorAll<HTMLElement>('[role="columnheader"]'))
    expect(style.width).toMatch(/^\d+(?:\.\d+)?px$/);
  expect(grid().querySelectorAll('[role="row"][data-row]').length).toBeLessThan(40);
  expect(grid().getAttribute('aria-rowcount')).toBe('5001');
});

test('empty columns are hidden and counted; a page that fills one brings it back at the end', async () => {
  const columns = [
    column('text', 'Text'),
    column('place', 'Place', { type: 'empty' }),
    column('quoted', 'Quoted', { type: 'empty' }),
    column('lang', 'Language'),
    column('kind', 'Kind', { meaning: 'code', same: true }),
  ];
  const run = await draw({ columns });
  expect(headers()).toEqual(['text', 'lang']);
  expect(screenText()).toContain('2 empty and 1 unchanging columns hidden');
  const filled = columns.map((one) =>
    one.field === 'place' || one.field === 'kind' ? column(one.field, one.label) : one,
  );
  await act(async () =>
    useApp.setState({ runs: { [run.id]: { ...run, revision: 1, columns: filled } } }),
  );
  expect(headers()).toEqual(['text', 'lang', 'place', 'kind']);
  expect(screenText()).toContain('1 empty column hidden');
  await click(button('Show'));
  expect(headers()).toEqual(['text', 'quoted', 'lang', 'place', 'kind']);
  expect(screenText()).not.toContain('empty column');
});

test('which columns are shown is remembered of the question, live and stored, and not of others with such rows', async () => {
  const own = {
    field: '_own:topic',
    name: 'Topic',
    kind: 'code',
    description: '',
    codes: [],
  } as const;
  const columns = ['text', 'id', own.field].map((one) =>
    column(one, one, one === own.field ? { own: { ...own, codes: [] } } : {}),
  );
  const drawAsking = async (endpointId: string): Promise<void> => {
    const { workspace } = useApp.getState().snapshot ?? makeSnapshot();
    const query = { endpointId, values: {}, fields: [] };
    await draw({ columns, query });
    await act(async () =>
      changeSnapshot(({ workspace: { tabs } }) => ({ workspace: { ...workspace, tabs } })),
    );
  };
  await drawAsking('microblog.posts.search');
  await click(button('Columns'));
  expect(screenText()).toContain('The same in every “Search posts” tab');
  await click(button('None'));
  // What a person codes with is hidden by itself only.
  expect(headers()).toEqual([own.field]);
  await click(input('id'));
  await drawAsking('microblog.posts.search.stored');
  expect(headers()).toEqual(['id', own.field]);
  await drawAsking('microblog.posts.replies');
  expect(headers()).toEqual(['text', 'id', own.field]);
});

test('copying while the active column is hidden leaves the clipboard as it was', async () => {
  clipboard.install();
  await draw({});
  await click(cell(2, 'text'));
  await click(button('Columns'));
  await click(input('Text'));
  await click(button('Done'));
  await key('c', { ctrlKey: true });
  expect(clipboard.texts).toEqual([]);
  await click(cell(2, 'id'));
  await key('с', { code: 'KeyC', ctrlKey: true });
  expect(clipboard.texts).toEqual(['1986934512780812302']);
});

test('sums are not computed again with each report on the run', async () => {
  const columns = [column('text', 'Text'), column('likeCount', 'Likes', { meaning: 'count' })];
  const run = makeRun({ id: 'run-sums', columns, rowCount: 2 });
  let reads = 0;
  const counted = {
    get likeCount() {
      reads += 1;
      return 5;
    },
  };
  primeRows(run, { offset: 0, total: 2, numbers: null, rows: [rowOf(1), counted] });
  answer('run.pages', () => ok({ pages: [] }));
  const tab = makeTab({ query: run.query, runId: run.id });
  await drawPage(<Results tab={tab} />, { runs: { [run.id]: run } });
  await click(cell(0, 'text'));
  await key('a', { ctrlKey: true });
  await settle();
  expect(screenText()).toContain('Sum 1,005');
  const before = reads;
  await act(async () => useApp.setState({ runs: { [run.id]: { ...run, revision: 1, calls: 3 } } }));
  await settle();
  expect(reads).toBe(before);
});

test('dates are by this computer’s clock until UTC is chosen, in cells and in Details', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const columns = [column('createdAt', 'Posted', { meaning: 'date' })];
  const run = await draw({ columns, rowCount: 0, pageCount: 1 });
  const row = { createdAt: '2026-11-18T10:41:00.000Z' };
  primeRows(run, { offset: 0, total: 1, numbers: null, rows: [row] });
  await grow(run, 1);
  await click(button('Details'));
  expect(cell(0, 'createdAt').textContent).toBe('2026-11-18 16:11');
  expect(details().textContent).toContain('2026-11-18 16:11');
  await chooseDisplay('UTC');
  expect(cell(0, 'createdAt').textContent).toBe('2026-11-18 10:41');
  expect(details().textContent).toContain('2026-11-18 10:41 UTC');
  vi.unstubAllEnvs();
});

test('rows that can’t be read say so, and are read again when asked', async () => {
  const run = await draw({});
  answer('rows.window', refuse('The disk is gone.'));
  await grow(run, 41);
  await settle();
  expect(only('[role="alert"]').textContent).toContain('The disk is gone.');
  expect(cell(3, 'text').textContent).toBe('Text 3 of two lines');
  // That others can be read changes nothing.
  answer('rows.window', ({ offset }: { offset: number }) =>
    ok({ offset, total: 140, numbers: null, rows: rowsOf(offset, Math.min(50, 140 - offset)) }),
  );
  await grow(run, 140);
  await settle();
  expect(inputsOf('rows.window')).toMatchObject([{ offset: 0 }, { offset: 50 }, { offset: 100 }]);
  expect(only('[role="alert"]').textContent).toContain('The disk is gone.');
  await click(button('Try again'));
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(calls('rows.window')).toHaveLength(4);
});

test('rows that can’t be read are read again once main is heard again', async () => {
  const run = await draw({});
  const tab = makeTab({ query: run.query, runId: run.id });
  const workspace = { ...emptyWorkspace, tabs: [tab], activeTab: tab.id };
  answer('app.snapshot', () => ok(makeSnapshot({ workspace })));
  answer('run.open', () => ok(makeReply({ ...run, rowCount: 41 })));
  const stop = startWindow();
  await settle();
  answer('rows.window', refuse('The connection was lost.'));
  await grow(run, 41);
  await settle();
  expect(only('[role="alert"]').textContent).toContain('The connection was lost.');
  answer('rows.window', () => ok({ offset: 0, total: 41, numbers: null, rows: rowsOf(0, 41) }));
  await act(async () => {
    for (const connection of ['heard', 'lost', 'heard'] as const) connect(connection);
  });
  await settle();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(calls('rows.window')).toHaveLength(2);
  stop();
});

test('inputs that can’t be searched are searched once main is heard again', async () => {
  const run = await draw(
    { list: makeRunList({}) },
    { inputsView: { ...everyRow, search: 'mira' } },
  );
  answer('app.snapshot', () => ok(useApp.getState().snapshot));
  answer('run.open', () => ok(makeReply(run)));
  answer('view.open', refuse('The connection was lost.'));
  const stop = startWindow();
  await settle();
  await act(async () => lookAt(run.id, 'inputs'));
  await settle();
  expect(only('[role="alert"]').textContent).toContain('The connection was lost.');
  const asked = calls('view.open').length;
  const { changes: rows = 0 } = run.list ?? {};
  answer('view.open', () => ok({ rows, of: rows, count: 0, epoch: 0, anchor: null }));
  await act(async () => {
    for (const connection of ['heard', 'lost', 'heard'] as const) connect(connection);
  });
  await settle();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(calls('view.open')).toHaveLength(asked + 1);
  stop();
});

test('[31] show members no column knows, digit for digit, and follow the rows', async () => {
  const run = await draw({});
  const odd = { ...rowOf(40), surprise: { nested: [1, { $n: '9007199254740993' }] } };
  primeRows(run, { offset: 40, total: 41, numbers: null, rows: [odd] });
  await grow(run, 41);
  await click(button('Details'));
  expect(asksAbout()).toBe('Ask about this post');
  await act(async () => grid().focus());
  await key('End', { ctrlKey: true });
  expect(detailsTitle()).toBe('Row 41');
  expect(only('[data-field="surprise"] pre', details()).textContent).toContain('9007199254740993');
  await click(only<HTMLElement>('input[value="json"]', details()));
  expect(details().textContent).toContain('"nested": [\n      1,\n      9007199254740993');
  await click(button('Previous row'));
  expect(detailsTitle()).toBe('Row 40');
});

test('are closed by Escape, a menu or panel before and the run after them', async () => {
  const state = { kind: 'fetching', page: 3, since: new Date().toISOString() } as const;
  await draw({ state, resource: 'microblog.user' });
  const escape = (from: HTMLElement) => press(from, 'Escape', { cancelable: true });
  answer('run.stop', refuse('Too late.'));
  await click(button('Details'));
  expect(asksAbout()).toBe('Ask about this account');
  await click(button('Copy row'));
  await escape(only<HTMLElement>('[role="menu"]'));
  expect(document.querySelector('[role="menu"]')).toBeNull();
  await click(button('Columns'));
  await escape(only<HTMLElement>('[role="dialog"]'));
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  expect(detailsTitle()).toBe('Row 1');
  await escape(document.body);
  expect(document.querySelector('aside[aria-label="Details"]')).toBeNull();
  expect(calls('run.stop')).toEqual([]);
  await escape(document.body);
  expect(calls('run.stop')).toHaveLength(1);
});

test('[7] a link from data opens only after its whole address was shown', async () => {
  const address = 'https://bank.example@evil.test/login?next=1';
  const columns = [column('link', 'Link', { meaning: 'url' })];
  const run = await draw({ columns, rowCount: 0, pageCount: 1 });
  primeRows(run, { offset: 0, total: 1, numbers: null, rows: [{ link: address }] });
  await grow(run, 1);
  const openLink = vi.spyOn(host, 'openLink');
  await click(only<HTMLElement>('[data-link]'));
  const dialog = only<HTMLElement>('[role="dialog"]');
  expect(dialog.textContent).toContain(address);
  expect(dialog.querySelector('strong')?.textContent).toBe('evil.test');
  expect(openLink).not.toHaveBeenCalled();
  await click(button('Open link'));
  expect(openLink.mock.calls).toEqual([[address]]);
});
