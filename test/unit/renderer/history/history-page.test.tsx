import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HistoryPage } from '#renderer/features/history/HistoryPage.tsx';
import { noFilter, useHistoryView } from '#renderer/features/history/find-runs.ts';
import { deleteRuns, openRun, undoLastDelete } from '#renderer/features/history/run-actions.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import { useHistory } from '#renderer/state/history.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, press, settle, type } from '../explore/window.tsx';
import { answer, asked, inputsOf, methods, ok, refuse } from '../fake-host.ts';
import { makeQuery, makeRun, makeSummary } from '../make.ts';
import { unmount } from '../mount.tsx';
import { giveSize } from '../results/results-window.tsx';

const elsewhere = 'https://data.example.org';
const today = new Date().toISOString();
const search = (id: string, q: string, change: Partial<RunSummary>): RunSummary =>
  makeSummary({ id, title: `Search posts: ${q}`, query: makeQuery({ q }), ...change });
const runs = [
  search('run-sea-00001', 'sea', { createdAt: today }),
  search('run-lost-0001', 'lost', { state: 'interrupted', pages: 12 }),
  search('run-other-001', 'other', { profileId: elsewhere, state: 'limit' }),
];

async function drawHistory(listed: readonly RunSummary[] = runs): Promise<void> {
  answer('history.list', () => ok({ runs: listed, removals: [] }));
  await draw(<HistoryPage />);
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-run]')];
const row = (id: string): HTMLElement => only(`[data-run="${id}"]`);
const pane = (): HTMLElement | null => document.querySelector('aside');
const buttonName = (one: HTMLButtonElement) => one.getAttribute('aria-label') ?? one.textContent;
const buttonsIn = (id: string) => [...row(id).querySelectorAll('button')];
const inRow = (id: string, name: string): HTMLButtonElement => {
  const found = buttonsIn(id).find((one) => buttonName(one) === name);
  if (found === undefined) throw new Error(`no button ${name} in ${id}`);
  return found;
};
const inPane = (name: string): HTMLButtonElement => {
  const found = [...(pane()?.querySelectorAll('button') ?? [])];
  return found.find((one) => buttonName(one) === name) ?? button(`${name} in the pane`);
};
const focusedRun = () => document.activeElement?.getAttribute('data-run');
const tabs = () => useApp.getState().snapshot!.workspace.tabs;

beforeEach(() => {
  useHistory.setState({ runs: null, problem: null, removals: [] });
  useHistoryView.setState({ filter: noFilter, chosen: null, naming: null });
});

describe('the list', () => {
  it('tells of every run of the service in use, under its day, or of those that match', async () => {
    await drawHistory();
    expect(only('[role="grid"]').getAttribute('aria-label')).toBe('Runs');
    expect(rows().map(({ dataset }) => dataset['run'])).toEqual(['run-sea-00001', 'run-lost-0001']);
    const cells = [...row('run-lost-0001').querySelectorAll('[role="gridcell"]')];
    const words = cells.slice(2, 10).map(({ textContent }) => textContent);
    expect(words.join(' | ')).toBe(
      'Search posts | lost | 60 | 12 | 3 | Interrupted | 4.3 s | 5.4 kB',
    );
    expect(screenText()).toContain('Today');
    expect(screenText()).toContain('2 runs · 11 kB on disk');
    expect(methods()).toEqual(['history.list']);
    const box = only<HTMLInputElement>('input[aria-label="Search history"]');
    await type(box, 'lost');
    expect(rows().map(({ dataset }) => dataset['run'])).toEqual(['run-lost-0001']);
    expect(screenText()).toContain('1 of 2 runs · 5.4 kB');
    await type(box, 'nowhere');
    expect(screenText()).toContain('No runs match');
    await click(button('Clear search and filters'));
    expect(rows()).toHaveLength(2);
  });

  it('draws a long one around what is seen, with the row where Tab stops', async () => {
    giveSize();
    const many = Array.from({ length: 200 }, (_, index) =>
      makeSummary({ id: `run-${String(index).padStart(8, '0')}`, createdAt: today }),
    );
    await drawHistory(many);
    const drawn = () => rows().map(({ dataset }) => Number(dataset['run']?.slice(4)));
    expect(drawn().length).toBeLessThan(70);
    expect(only<HTMLElement>('[data-long]').style.height).toBe(`${32 + 200 * 36}px`);
    const scroller = only<HTMLElement>('[role="grid"] > [role="presentation"]');
    scroller.scrollTop = 3600;
    await act(async () => scroller.dispatchEvent(new Event('scroll')));
    await settle();
    expect(drawn()[0]).toBe(0);
    expect(drawn()[1]).toBeLessThanOrEqual((3600 - 560) / 36);
    expect(drawn().at(-1)).toBeGreaterThanOrEqual((4200 + 480) / 36);
    expect(drawn().length).toBeLessThan(70);
  });

  it('has a word for an empty one; says why it can’t be read, and tries again', async () => {
    await drawHistory([]);
    expect(screenText()).toContain('Nothing asked yet');
    await unmount();
    useHistory.setState({ runs: null });
    answer('history.list', refuse('The folder is gone.'));
    await draw(<HistoryPage />);
    expect(only('[role="alert"][data-error-code]').textContent).toContain('The folder is gone.');
    answer('history.list', () => ok({ runs, removals: [] }));
    await click(button('Try again'));
    expect(rows()).toHaveLength(2);
  });

  it('shows the latest of a run at work, what it took once it ended, and one that started meanwhile', async () => {
    await drawHistory();
    const change = { id: 'run-sea-00001', pageCount: 9, rowCount: 180, calls: 9, revision: 4 };
    const run = makeRun({ ...change, state: { kind: 'fetching', page: 10, since: today } });
    await act(async () => takeEvent({ kind: 'run.changed', run }));
    expect(row('run-sea-00001').textContent).toContain('180');
    expect(row('run-sea-00001').textContent).toContain('Running');
    await click(row('run-sea-00001'));
    const paneButtons = [...pane()!.querySelectorAll('button')];
    expect(paneButtons.map(buttonName)).not.toContain('Run again…');
    answer('run.stop', refuse('Too late.'));
    await click(inPane('Stop'));
    expect(asked.at(-1)).toEqual({ method: 'run.stop', input: { runId: 'run-sea-00001' } });
    const took = { calls: 9, durationMs: 7700 };
    answer('history.list', () => ok({ runs: [search(run.id, 'sea', took)], removals: [] }));
    const ended = makeRun({ ...change, revision: 5, state: { kind: 'noMore' } });
    await act(async () => takeEvent({ kind: 'run.changed', run: ended }));
    await settle();
    expect(row('run-sea-00001').textContent).toContain('7.7 s');
    answer('history.list', () =>
      ok({ runs: [makeSummary({ id: 'run-new-00001' }), ...runs], removals: [] }),
    );
    await act(async () =>
      takeEvent({ kind: 'run.changed', run: makeRun({ id: 'run-new-00001' }) }),
    );
    await settle();
    expect(rows()).toHaveLength(3);
  });
});

it('a run is opened in a tab, or its question filled into one: nothing is asked before the person does', async () => {
  await drawHistory();
  const twice = new MouseEvent('dblclick', { bubbles: true });
  await act(async () => row('run-sea-00001').dispatchEvent(twice));
  await click(inRow('run-sea-00001', 'Open'));
  expect(tabs()).toMatchObject([{ runId: 'run-sea-00001', query: { values: { q: 'sea' } } }]);
  expect(useApp.getState().page).toBe('explore');
  await click(inRow('run-sea-00001', 'Run again…'));
  expect(tabs()[1]).toMatchObject({ runId: null, query: { values: { q: 'sea' } } });
  // One that lost its place says so, and what a new start costs.
  await click(row('run-lost-0001'));
  expect(pane()?.textContent).toContain('The program was closed while pages were loading.');
  expect(pane()?.textContent).toContain(
    'This gets its pages again: about 12 sample calls. What it has is kept.',
  );
  await click(inPane('Run again from the start…'));
  expect(tabs()[2]).toMatchObject({ runId: null, query: { values: { q: 'lost' } } });
  expect(methods()).not.toContain('run.start');
});

it('a run says that it is of one item, of another service, or can’t be read', async () => {
  const query = makeQuery({ username: 'a' }, 'microblog.users.get');
  const one = { query, rows: 1, pages: 1, calls: 1 };
  const broken = makeSummary({ id: 'run-broken-01', query: null, condition: 'damaged' });
  useHistoryView.setState({ filter: { ...noFilter, allServices: true } });
  await drawHistory([
    makeSummary({ ...one, id: 'run-one-00001', state: 'noMore' }),
    makeSummary({ ...one, id: 'run-one-00002', state: 'interrupted', pages: 0, rows: 0 }),
    ...runs.slice(2),
    broken,
  ]);
  const cells = [...row('run-one-00001').querySelectorAll('[role="gridcell"]')];
  const words = cells.slice(4, 8).map(({ textContent }) => textContent);
  expect(words).toEqual(['1', '–', '1', 'Complete']);
  await click(row('run-one-00001'));
  expect(pane()!.textContent).toContain('Rows1Calls1');
  await click(row('run-one-00002'));
  expect(pane()!.textContent).toContain('Run again…');
  expect(pane()!.textContent).not.toMatch(/pages|from the start/);
  expect(row('run-other-001').textContent).toContain('data.example.org');
  await click(row('run-other-001'));
  expect(pane()?.textContent).toContain('This run is from data.example.org');
  expect(pane()?.textContent).not.toContain('pages again');
  await click(row(broken.id));
  expect(pane()?.textContent).toContain('the question is lost');
  expect(buttonsIn(broken.id).map(buttonName)).not.toContain('Open');
  expect(inRow(broken.id, 'Delete')).toBeDefined();
});

const focused = () => document.activeElement?.getAttribute('data-run');

it('keys move between rows, open, star, delete and take back; those for a button are the button’s', async () => {
  await drawHistory();
  await press(inRow('run-sea-00001', 'Delete'), 'Enter');
  await press(inRow('run-sea-00001', 'Delete'), 'Delete');
  expect(tabs()).toEqual([]);
  expect(rows()).toHaveLength(2);
  await act(async () => row('run-sea-00001').focus());
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  await press(row('run-sea-00001'), 'ArrowDown');
  expect(focused()).toBe('run-lost-0001');
  await press(row('run-lost-0001'), 'Home');
  expect(focused()).toBe('run-sea-00001');
  await press(row('run-sea-00001'), ' ');
  expect(pane()?.textContent).toContain('Search posts: sea');
  // The pane follows, and Escape closes it.
  await press(row('run-sea-00001'), 'End');
  expect(pane()?.textContent).toContain('Search posts: lost');
  await press(row('run-lost-0001'), 'Escape');
  expect(pane()).toBeNull();
  await press(row('run-lost-0001'), 's');
  expect(asked.at(-1)?.input).toEqual({ runId: 'run-lost-0001', starred: true });
  const pressed = (key: string) =>
    new KeyboardEvent('keydown', { key, ctrlKey: key === 'Z', bubbles: true });
  await act(async () => {
    row('run-lost-0001').dispatchEvent(pressed('Delete'));
    // At once, before the run is gone; with Caps Lock.
    row('run-sea-00001').dispatchEvent(pressed('Z'));
  });
  await settle();
  expect(asked.findLast(({ method }) => method === 'history.restore')).toBeDefined();
  expect(rows()).toHaveLength(2);
  expect(focused()).toBe('run-sea-00001');
  await press(row('run-sea-00001'), 'Enter');
  expect(tabs()).toMatchObject([{ runId: 'run-sea-00001' }]);
});

it('Escape closes the menu of a row, not the pane behind it', async () => {
  await drawHistory();
  await click(row('run-sea-00001'));
  const more = inRow('run-sea-00001', 'More');
  await click(more);
  expect(document.querySelector('[role="menu"]')).not.toBeNull();
  // Before the focus is in the menu.
  await press(more, 'Escape');
  expect(document.querySelector('[role="menu"]')).toBeNull();
  expect(pane()).not.toBeNull();
  await press(row('run-sea-00001'), 'Escape');
  expect(pane()).toBeNull();
});

it('the row, its menu and the pane offer the same', async () => {
  await drawHistory();
  await click(row('run-sea-00001'));
  const [, ...inTheRow] = buttonsIn('run-sea-00001').map(buttonName);
  await click(inRow('run-sea-00001', 'More'));
  const offered = [...document.querySelectorAll('[role="menuitem"]')].map(
    (line) => line.querySelector('[class*="itemLabel"]')?.textContent,
  );
  expect(inTheRow).toEqual(['Open', 'Run again…', 'Delete', 'More']);
  expect(offered).toEqual(expect.arrayContaining(inTheRow.slice(0, -1)));
  expect([...pane()!.querySelectorAll('button')].slice(1).map(buttonName)).toEqual(offered);
});

it('deleting older runs says how many and how much, keeps the starred, asks once and can be undone', async () => {
  const createdAt = '2020-01-01T00:00:00.000Z';
  const old = [
    makeSummary({ id: 'run-old-00001', createdAt, bytes: 2000 }),
    makeSummary({ id: 'run-old-00002', createdAt, bytes: 3000 }),
    makeSummary({ id: 'run-old-00003', createdAt, starred: true }),
  ];
  await drawHistory([...runs.slice(0, 1), ...old]);
  await click(button('Delete older runs…'));
  expect(only('[role="dialog"] output').textContent).toMatch(
    /^2 runs of Sample service from before .*: 5\.0 kB\.$/,
  );
  await click(button('Delete 2 runs'));
  const removed = { runIds: ['run-old-00001', 'run-old-00002'] };
  expect(inputsOf('history.remove')).toEqual([removed]);
  expect(rows()).toHaveLength(2);
  await click(button('Undo'));
  expect(inputsOf('history.restore')).toEqual([removed]);
  expect(rows()).toHaveLength(4);
});

describe('deleting', () => {
  const all = [1, 2, 3].map((n) => search(`run-old-0000${n}`, `${n}`, { starred: true }));
  let there: readonly RunSummary[];
  let removals: string[][];
  const old = (n: number): HTMLElement => row(`run-old-0000${n}`);

  beforeEach(() => {
    there = all;
    removals = [];
    answer('history.list', () => ok({ runs: there, removals }));
    answer('history.remove', ({ runIds }: { runIds: string[] }) => {
      there = there.filter(({ id }) => !runIds.includes(id));
      removals = [...removals, runIds];
      return ok({});
    });
    answer('history.restore', ({ runIds }: { runIds: string[] }) => {
      removals = removals.filter(([id = '']) => !runIds.includes(id));
      there = all.filter((one) => there.includes(one) || runIds.includes(one.id));
      return ok({});
    });
  });

  it('each deletion can be undone, the last one first', async () => {
    await draw(<HistoryPage />);
    for (const n of [1, 2, 3]) {
      await press(old(n), 'Delete');
      await settle();
    }
    expect(screenText()).toContain('No runs left');
    await click(button('Undo last deletion'));
    await settle();
    expect(there).toEqual([all[2]]);
    const undo = () => new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true });
    for (const left of [2, 3]) {
      await act(async () => old(3).dispatchEvent(undo()));
      await settle();
      expect(there).toHaveLength(left);
    }
  });

  it('what was deleted before the page was loaded again can be undone', async () => {
    there = [];
    removals = [['run-old-00001'], ['run-old-00002', 'run-old-00003']];
    await draw(<HistoryPage />);
    expect(screenText()).toContain('No runs left');
    await click(button('Undo last deletion'));
    await settle();
    expect(there).toEqual(all.slice(1));
    // Still offered beside the runs that are there, and no longer than there is something to undo.
    await click(button('Undo last deletion'));
    await settle();
    expect(there).toEqual(all);
    expect(screenText()).not.toContain('Undo last deletion');
    expect(inputsOf('history.restore')).toHaveLength(2);
  });

  it('a double click deletes once, so that the tab and what was deleted before can be restored too', async () => {
    await draw(<HistoryPage />);
    await act(async () => openRun(all[0]!));
    await act(async () => deleteRuns(all.slice(2)));
    await act(async () => Promise.all([deleteRuns(all.slice(0, 1)), deleteRuns(all.slice(0, 1))]));
    expect(tabs()).toEqual([]);
    for (const left of [2, 3]) {
      await act(async () => undoLastDelete());
      await settle();
      expect(there).toHaveLength(left);
      expect(tabs()).toMatchObject([{ runId: 'run-old-00001' }]);
    }
    expect(useHistory.getState().removals).toEqual([]);
  });

  it('keys have a row to go on from after a run has left the list', async () => {
    await draw(<HistoryPage />);
    await act(async () => old(2).focus());
    await click(old(2));
    const buttons = [...only('aside').querySelectorAll('button')];
    await click(buttons.find(({ textContent }) => textContent === 'Delete')!);
    await settle();
    expect(focusedRun()).toBe('run-old-00003');
    await act(async () => useHistoryView.setState({ filter: { ...noFilter, starred: true } }));
    await press(old(3), 's');
    await settle();
    expect(focusedRun()).toBe('run-old-00001');
  });
});
