// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HistoryPage } from '#renderer/features/history/HistoryPage.tsx';
import { noFilter } from '#renderer/features/history/find-runs.ts';
import { useHistoryView } from '#renderer/features/history/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import { useHistory } from '#renderer/state/history.ts';
import { savePendingWorkspace } from '#renderer/state/workspace.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only, press, settle, type } from '../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeRun, makeSummary } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const elsewhere = 'https://data.example.org';
const today = new Date().toISOString();
const runs = [
  makeSummary({ id: 'run-sea-00001', title: 'Posts: sea', createdAt: today, ...about('sea') }),
  makeSummary({
    id: 'run-lost-0001',
    title: 'Posts: lost',
    ...about('lost'),
    state: 'interrupted',
    pages: 12,
  }),
  makeSummary({ id: 'run-other-001', ...about('other'), profileId: elsewhere, state: 'limit' }),
];

function about(q: string): Partial<RunSummary> {
  return { query: { endpointId: 'microblog.posts.search', values: { q }, fields: [] } };
}

async function drawHistory(listed: readonly RunSummary[] = runs): Promise<void> {
  answer('history.list', () => ok({ runs: listed }));
  await draw(<HistoryPage />);
  await settle();
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-run]')];
const row = (id: string): HTMLElement => only(`[data-run="${id}"]`);
const pane = (): HTMLElement | null => document.querySelector('aside');
const inRow = (id: string, name: string): HTMLButtonElement => {
  const found = [...row(id).querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (found === undefined) throw new Error(`no button ${name} in ${id}`);
  return found;
};
const tabs = () => useApp.getState().snapshot!.workspace.tabs;
const methods = () => asked.map(({ method }) => method);

beforeEach(() => {
  resetHost();
  useHistory.setState({ runs: null, problem: null });
  useHistoryView.setState({ filter: noFilter, chosen: null, naming: null });
});
// Tabs are saved a moment after they change: not in the middle of the next test.
afterEach(savePendingWorkspace);

describe('the list', () => {
  it('tells of every run of the service in use, under its day', async () => {
    await drawHistory();
    expect(only('[role="grid"]').getAttribute('aria-label')).toBe('Runs');
    expect(rows().map(({ dataset }) => dataset['run'])).toEqual(['run-sea-00001', 'run-lost-0001']);
    const cells = [...row('run-lost-0001').querySelectorAll('[role="gridcell"]')];
    expect(cells.slice(2, 10).map(({ textContent }) => textContent)).toEqual([
      'Search posts',
      'lost',
      '60',
      '12',
      '3',
      'Interrupted',
      '4.3 s',
      '5.4 kB',
    ]);
    expect(screenText()).toContain('Today');
    expect(screenText()).toContain('2 runs · 11 kB on disk');
    expect(methods()).toEqual(['history.list']);
  });

  it('has a word for an empty one and leads to the questions', async () => {
    await drawHistory([]);
    expect(screenText()).toContain('Nothing asked yet');
    await click(button('Choose a question'));
    expect(useApp.getState().page).toBe('explore');
  });

  it('says why it can’t be read, and tries again', async () => {
    answer('history.list', () => ({ ok: false, error: makeProblem('The folder is gone.') }));
    await draw(<HistoryPage />);
    await settle();
    expect(only('[role="alert"][data-error-code]').textContent).toContain('The folder is gone.');
    answer('history.list', () => ok({ runs }));
    await click(button('Try again'));
    await settle();
    expect(rows()).toHaveLength(2);
  });

  it('is searched, and says when nothing fits', async () => {
    await drawHistory();
    const search = only<HTMLInputElement>('input[aria-label="Search history"]');
    await type(search, 'lost');
    expect(rows().map(({ dataset }) => dataset['run'])).toEqual(['run-lost-0001']);
    expect(screenText()).toContain('1 of 2 runs · 5.4 kB');
    await type(search, 'nowhere');
    expect(screenText()).toContain('No run fits');
    await click(button('Clear search and filters'));
    expect(rows()).toHaveLength(2);
  });

  it('shows the latest of a run at work, and one that started meanwhile', async () => {
    await drawHistory();
    const change = { id: 'run-sea-00001', pageCount: 9, rowCount: 180, calls: 9, revision: 4 };
    await act(async () =>
      takeEvent({
        kind: 'run.changed',
        run: makeRun({ ...change, state: { kind: 'fetching', page: 10, since: today } }),
      }),
    );
    expect(row('run-sea-00001').textContent).toContain('180');
    expect(row('run-sea-00001').textContent).toContain('Fetching');
    answer('history.list', () => ok({ runs: [makeSummary({ id: 'run-new-00001' }), ...runs] }));
    await act(async () =>
      takeEvent({ kind: 'run.changed', run: makeRun({ id: 'run-new-00001' }) }),
    );
    await settle();
    expect(rows()).toHaveLength(3);
  });
});

describe('a run', () => {
  it('is opened in a tab without asking anything', async () => {
    await drawHistory();
    await click(inRow('run-sea-00001', 'Open'));
    expect(tabs()).toMatchObject([{ runId: 'run-sea-00001', query: { values: { q: 'sea' } } }]);
    expect(useApp.getState().page).toBe('explore');
    expect(methods()).not.toContain('run.start');
  });

  it('is run again by filling its question into a tab: nothing is asked before the person does', async () => {
    await drawHistory();
    await click(inRow('run-sea-00001', 'Run again…'));
    expect(tabs()).toMatchObject([{ runId: null, query: { values: { q: 'sea' } } }]);
    expect(methods()).not.toContain('run.start');
  });

  it('that lost its place says so, and what a new start costs', async () => {
    await drawHistory();
    await click(row('run-lost-0001'));
    expect(pane()?.textContent).toContain('The program ended while pages were coming in.');
    expect(pane()?.textContent).toContain(
      'This asks for its pages again: about 12 sample calls. What it has is kept.',
    );
    await click(button('Run again from the start…'));
    expect(tabs()).toMatchObject([{ runId: null, query: { values: { q: 'lost' } } }]);
    expect(methods()).not.toContain('run.start');
  });

  it('of another service says whose it is and is no new start of this one', async () => {
    useHistoryView.setState({ filter: { ...noFilter, allServices: true } });
    await drawHistory();
    expect(row('run-other-001').textContent).toContain('data.example.org');
    await click(row('run-other-001'));
    expect(pane()?.textContent).toContain('It came from data.example.org');
    expect(pane()?.textContent).not.toContain('pages again');
  });

  it('whose file can’t be read can be deleted, not opened', async () => {
    const broken = makeSummary({
      query: null,
      condition: 'damaged',
      title: 'A question',
      pages: 0,
    });
    await drawHistory([broken]);
    expect(row(broken.id).textContent).toContain('Damaged');
    await click(row(broken.id));
    expect(pane()?.textContent).toContain('nobody knows what was asked');
    expect(buttons('Open')).toEqual([]);
    expect(inRow(broken.id, 'Delete')).toBeDefined();
  });

  it('gets a name and a note', async () => {
    await drawHistory();
    await click(row('run-sea-00001'));
    await click(button('Name and note…'));
    await settle();
    const field = (label: string) =>
      document.getElementById(
        [...document.querySelectorAll('label')].find((one) => one.textContent === label)!.htmlFor,
      ) as HTMLInputElement;
    await type(field('Name'), 'Sea level');
    await type(field('Note'), 'For chapter two');
    await click(button('Save'));
    await settle();
    expect(asked.at(-1)).toEqual({
      method: 'history.describe',
      input: { runId: 'run-sea-00001', name: 'Sea level', note: 'For chapter two' },
    });
    expect(row('run-sea-00001').textContent).toContain('Sea level');
  });

  it('is deleted and taken back', async () => {
    await drawHistory();
    await click(inRow('run-sea-00001', 'Delete'));
    await settle();
    expect(rows().map(({ dataset }) => dataset['run'])).toEqual(['run-lost-0001']);
    expect(screenText()).toContain('Deleted “Posts: sea”');
    await click(button('Undo'));
    await settle();
    expect(rows()).toHaveLength(2);
    expect(methods()).toEqual([
      'history.list',
      'history.remove',
      'history.restore',
      'history.list',
    ]);
  });

  it('that can’t be deleted stays, with the reason', async () => {
    await drawHistory();
    answer('history.remove', () => ({ ok: false, error: makeProblem('The disk is read-only.') }));
    await click(inRow('run-sea-00001', 'Delete'));
    await settle();
    expect(rows()).toHaveLength(2);
    expect(screenText()).toContain('The disk is read-only.');
  });
});

describe('keys', () => {
  const focused = () => document.activeElement?.getAttribute('data-run');

  it('move between rows, open, star, delete and take back', async () => {
    await drawHistory();
    await act(async () => row('run-sea-00001').focus());
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    await press(row('run-sea-00001'), 'ArrowDown');
    expect(focused()).toBe('run-lost-0001');
    await press(row('run-lost-0001'), 'Home');
    expect(focused()).toBe('run-sea-00001');
    await press(row('run-sea-00001'), ' ');
    expect(pane()?.textContent).toContain('Posts: sea');
    // The pane follows, and Escape closes it.
    await press(row('run-sea-00001'), 'End');
    expect(pane()?.textContent).toContain('Posts: lost');
    await press(row('run-lost-0001'), 'Escape');
    expect(pane()).toBeNull();
    await press(row('run-lost-0001'), 's');
    expect(asked.at(-1)?.input).toEqual({ runId: 'run-lost-0001', starred: true });
    await press(row('run-lost-0001'), 'Delete');
    await settle();
    expect(focused()).toBe('run-sea-00001');
    await act(async () => {
      row('run-sea-00001').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }),
      );
    });
    await settle();
    expect(rows()).toHaveLength(2);
    await press(row('run-sea-00001'), 'Enter');
    expect(tabs()).toMatchObject([{ runId: 'run-sea-00001' }]);
  });

  it('meant for a button of the row do not act on the row', async () => {
    await drawHistory();
    await press(inRow('run-sea-00001', 'Delete'), 'Enter');
    await press(inRow('run-sea-00001', 'Delete'), 'Delete');
    expect(tabs()).toEqual([]);
    expect(rows()).toHaveLength(2);
  });
});

describe('deleting older runs', () => {
  it('says how many and how much, keeps the starred, asks once and can be undone', async () => {
    const createdAt = '2020-01-01T00:00:00.000Z';
    const old = [
      makeSummary({ id: 'run-old-00001', createdAt, bytes: 2000 }),
      makeSummary({ id: 'run-old-00002', createdAt, bytes: 3000 }),
      makeSummary({ id: 'run-old-00003', createdAt, starred: true }),
    ];
    await drawHistory([...runs.slice(0, 1), ...old]);
    await click(button('Delete older runs…'));
    await settle();
    expect(only('[role="dialog"] output').textContent).toMatch(
      /^2 runs of Sample service from before .*: 5\.0 kB\.$/,
    );
    await click(button('Delete 2 runs'));
    await settle();
    expect(asked.at(-1)).toEqual({
      method: 'history.remove',
      input: { runIds: ['run-old-00001', 'run-old-00002'] },
    });
    expect(rows()).toHaveLength(2);
    await click(button('Undo'));
    await settle();
    expect(rows()).toHaveLength(4);
  });
});
