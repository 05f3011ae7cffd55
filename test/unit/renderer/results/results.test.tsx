// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Column, Page, Row, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { primeRows } from '#renderer/state/rows.ts';
import { button, buttons, click, only, settle } from '../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeRun, makeSnapshot, makeTab } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const column = (field: string, label: string, meaning: Column['meaning']): Column => ({
  field,
  label,
  meaning,
  type: 'text',
  filled: 1,
  usual: true,
});

const columns = [
  column('id', 'Post ID', 'id'),
  column('text', 'Text', 'text'),
  column('likeCount', 'Likes', 'count'),
];
const rowOf = (index: number): Row => ({
  id: { $n: `19869345127808123${String(index).padStart(2, '0')}` },
  text: `Text ${index}\nof two lines`,
  likeCount: index * 1000,
});
const rowsOf = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => rowOf(from + at));

// happy-dom lays nothing out: without a size, nothing would be on screen.
beforeAll(() => {
  for (const [name, value] of [
    ['clientHeight', 600],
    ['clientWidth', 1000],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
});

let unmount = async (): Promise<void> => {};
let runCount = 0;

/** Draws the results of a run of its own; `change` null: nothing was asked. */
async function draw(change: Partial<Run> | null, tab: Partial<Tab> = {}): Promise<Run> {
  resetHost();
  // The window remembers how a run was looked at, so every test has its own.
  const id = `run-results-${(runCount += 1)}`;
  const run = makeRun({ id, columns, pageCount: 2, rowCount: 40, calls: 2, ...change });
  answer(
    'rows.window',
    ({ offset, count, page }: { offset: number; count: number; page: number | null }) => {
      const total = page === null ? run.rowCount : 20;
      const from = page === null ? offset : (page - 1) * 20 + offset;
      return ok({
        offset,
        total,
        numbers: null,
        rows: rowsOf(from, Math.min(count, total - offset)),
      });
    },
  );
  answer('run.pages', () => ok({ pages: [pageOf(1), pageOf(2)] }));
  useApp.setState({
    ...useApp.getInitialState(),
    snapshot: makeSnapshot(),
    runs: change === null ? {} : { [id]: run },
  });
  useResultsView.setState(useResultsView.getInitialState());
  primeRows(id, { offset: 0, total: run.rowCount, numbers: null, rows: rowsOf(0, run.rowCount) });
  const shown = makeTab({ query: run.query, runId: change === null ? null : id, ...tab });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Results tab={shown} />
      </MantineProvider>,
    ),
  );
  unmount = async () => {
    await act(async () => root.unmount());
    place.remove();
  };
  await settle();
  return run;
}

const pageOf = (page: number): Page => ({
  page,
  firstRow: (page - 1) * 20,
  rows: 20,
  at: '2026-11-20T17:41:00.000Z',
  ms: 412,
  dataSource: null,
  unreadable: false,
});

const grid = () => only<HTMLElement>('[role="grid"]');
const status = () => only<HTMLElement>('output[aria-label="Run status"]').textContent;
const cell = (row: number, field: string) =>
  only<HTMLElement>(`[data-row="${row}"] [data-field="${field}"]`, grid());
const activeCell = () =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
const key = async (name: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    grid().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more }));
  });
const calls = (prefix: string) => asked.filter(({ method }) => method.startsWith(prefix));

afterEach(() => unmount());

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

describe('going on', () => {
  test('is one button, and a second click is none', async () => {
    const run = await draw({});
    expect(status()).toContain('2 pages · 40 rows · more available');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Next page'));
    await click(button('Next page'));
    expect(calls('run.next')).toEqual([{ method: 'run.next', input: { runId: run.id } }]);
  });

  test('is stopped by the button and by Escape', async () => {
    await draw({ state: { kind: 'fetching', page: 3, since: new Date().toISOString() } });
    expect(buttons('Next page')).toEqual([]);
    answer('run.stop', () => ({ ok: false, error: makeProblem('Too late.') }));
    await click(button('Stop'));
    await act(async () => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    });
    expect(calls('run.stop')).toHaveLength(2);
  });

  test('an action that is refused says so and can be repeated', async () => {
    await draw({});
    answer('run.next', () => ({ ok: false, error: makeProblem('There is no key.') }));
    await click(button('Next page'));
    expect(only('[role="alert"]').textContent).toContain('There is no key.');
    answer('run.next', () => ok({ run: makeRun(), window: { offset: 0, total: 0, rows: [] } }));
    await click(button('Next page'));
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });
});

describe('without rows', () => {
  test('a first page on its way has its places drawn, and no grid yet', async () => {
    await draw({
      pageCount: 0,
      rowCount: 0,
      columns: [],
      state: { kind: 'fetching', page: 1, since: new Date().toISOString() },
    });
    expect(document.querySelector('[role="grid"]')).toBeNull();
    expect(document.body.textContent).toContain('Text');
    expect(status()).toContain('Fetching page 1…');
    expect(button('Save…').disabled).toBe(true);
  });

  test('an answer without rows says what to try', async () => {
    await draw({ pageCount: 1, rowCount: 0, columns: [], state: { kind: 'noMore' } });
    expect(document.body.textContent).toContain('No posts match');
    expect(document.body.textContent).toContain('Try fewer words or wider dates.');
  });

  test('an empty page that promises more offers the next one', async () => {
    await draw({ pageCount: 1, rowCount: 0, columns: [] });
    expect(document.body.textContent).toContain('The first page came empty');
    expect(buttons('Next page')).toHaveLength(1);
  });

  test('a failed first page is a card with its remedy; with rows, they stay', async () => {
    const problem = { ...makeProblem('It broke.'), remedies: [{ kind: 'tryAgain' as const }] };
    const state = { kind: 'failed' as const, page: 1, problem };
    await draw({ pageCount: 0, rowCount: 0, columns: [], state });
    expect(only('[role="alert"]').textContent).toContain('It broke');
    expect(document.querySelector('[role="grid"]')).toBeNull();
    answer('run.next', () => ({ ok: false, error: problem }));
    await click(button('Try again'));
    expect(calls('run.next')).toHaveLength(1);
    await unmount();
    await draw({ state: { ...state, page: 3 } });
    expect(only('[role="alert"]').textContent).toContain(
      'Page 3 failed: it broke. 2 pages, 40 rows are saved. Retrying goes on from page 3',
    );
    expect(grid().getAttribute('aria-rowcount')).toBe('41');
    expect(status()).toContain('page 3 failed');
  });

  test('nothing asked yet is said, and has no run bar', async () => {
    await draw(null);
    expect(document.body.textContent).toContain('Rows appear here');
    expect(document.querySelector('output')).toBeNull();
  });
});

describe('collecting', () => {
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const plan = { limit: { pages: 50, rows: null }, startedAt, pagesBefore: 0, rowsBefore: 0 };
  const fetching = { kind: 'fetching' as const, page: 32, since: startedAt };
  const ticks = () => only('[role="img"]');

  test('tells pages, rows, pace, calls and the time left; Stop is at hand', async () => {
    await draw({ plan, state: fetching, pageCount: 31, rowCount: 310, calls: 32 });
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages fetched');
    expect(ticks().querySelectorAll('[data-kind="done"]')).toHaveLength(31);
    expect(ticks().querySelectorAll('[data-kind="now"]')).toHaveLength(1);
    expect(ticks().querySelectorAll('[data-kind="open"]')).toHaveLength(18);
    expect(status()).toMatch(
      /Fetching pages, 30 of 50\..*31 of 50 pages.*310 rows.*[123]\d\d rows a minute.*32 calls.*[3-9]\d s left/,
    );
    expect(buttons('Stop')).toHaveLength(1);
  });

  test('a page that failed turns red in place; trying again goes on with the plan', async () => {
    const problem = { ...makeProblem('It broke.'), remedies: [{ kind: 'tryAgain' as const }] };
    const run = await draw({
      plan,
      state: { kind: 'failed', page: 32, problem },
      pageCount: 31,
      rowCount: 310,
    });
    expect(ticks().querySelectorAll('[data-kind="failed"]')).toHaveLength(1);
    expect(ticks().getAttribute('aria-label')).toBe('31 of 50 pages fetched, page 32 failed');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Try again'));
    expect(calls('run.next')).toEqual([
      { method: 'run.next', input: { runId: run.id, limit: { pages: 19, rows: null } } },
    ]);
  });

  test('a ceiling asks; going on beyond it keeps what was asked for', async () => {
    const run = await draw({
      plan,
      state: { kind: 'limit', reason: 'runCeiling' },
      pageCount: 20,
      rowCount: 200,
      calls: 20,
    });
    expect(status()).toContain('This run has reached its ceiling of 20 calls');
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Go on beyond it'));
    expect(calls('run.next')).toEqual([
      {
        method: 'run.next',
        input: { runId: run.id, limit: { pages: 30, rows: null }, beyondCeiling: true },
      },
    ]);
    await click(button('Open Settings'));
    expect(useApp.getState().page).toBe('settings');
  });

  test('rows held back are shown without a call', async () => {
    const run = await draw({
      plan: { ...plan, limit: { pages: null, rows: 12 } },
      state: { kind: 'limit', reason: 'rows' },
      rowCount: 12,
      heldBack: 3,
    });
    expect(status()).toContain('2 pages · 12 of 15 fetched rows shown');
    answer('run.showAll', () => ok({ run, window: { offset: 12, total: 15, rows: [] } }));
    await click(button('Show 3 more already fetched'));
    expect(calls('run.showAll')).toEqual([{ method: 'run.showAll', input: { runId: run.id } }]);
    expect(buttons('Next page')).toHaveLength(1);
  });

  test('Get all… goes on with this run, without a limit unless one is given', async () => {
    const run = await draw({});
    answer('run.next', () => new Promise(() => undefined));
    await click(button('Get all…'));
    await settle();
    const panel = only<HTMLElement>('[role="dialog"][aria-label="Get all"]');
    expect(panel.textContent).toContain('one a page');
    await click(button('Get all pages'));
    expect(calls('run.next')).toEqual([
      { method: 'run.next', input: { runId: run.id, limit: { pages: null, rows: null } } },
    ]);
  });

  test('an interrupted run is run again with its own question, whatever the form says', async () => {
    const run = await draw(
      { state: { kind: 'interrupted', rested: 'more' } },
      { query: { endpointId: 'microblog.posts.search', values: { q: 'other' }, fields: [] } },
    );
    answer('run.start', () => new Promise(() => undefined));
    await click(button('Run again from the start'));
    expect(calls('run.start')).toMatchObject([{ input: { query: run.query } }]);
  });
});

describe('files of the service', () => {
  test('are saved byte for byte; half a file says so', async () => {
    const run = await draw({
      state: { kind: 'noMore' },
      rowCount: 0,
      pageCount: 1,
      files: [{ page: 1, bytes: 48_200, partial: true }],
    });
    expect(document.body.textContent).toContain('48 kB, kept on this computer as it came');
    expect(document.body.textContent).toContain('The answer broke off');
    expect(document.body.textContent).not.toContain('No posts match');
    answer('export.saveFile', () => ok({ kind: 'cancelled' }));
    await click(button('Save the service’s CSV…'));
    expect(calls('export.')).toEqual([
      { method: 'export.saveFile', input: { runId: run.id, page: 1 } },
    ]);
  });

  test('that are only offered are opened after asking', async () => {
    const downloadUrl = 'https://files.example.org/dump.csv';
    await draw({
      state: { kind: 'noMore' },
      rowCount: 0,
      operation: {
        operationId: 'op_1',
        status: 'success',
        startedAt: '2026-11-20T17:00:00.000Z',
        checkedAt: null,
        expiresAt: null,
        trouble: null,
        downloadUrl,
      },
    });
    const { host } = await import('../fake-host.ts');
    const openLink = vi.spyOn(host, 'openLink');
    await click(button('Open the service’s file'));
    await settle();
    expect(only('[role="dialog"]').textContent).toContain(downloadUrl);
    expect(openLink).not.toHaveBeenCalled();
    await click(button('Open link'));
    expect(openLink.mock.calls).toEqual([[downloadUrl]]);
    openLink.mockRestore();
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
  const run = await draw({ columns: [column('link', 'Link', 'url')], rowCount: 0, pageCount: 1 });
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
