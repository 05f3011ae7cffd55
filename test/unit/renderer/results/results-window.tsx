/** Results of a run in happy-dom, and what a person finds in them. */
import { act, createRef } from 'react';
import type { ReactNode } from 'react';
import type { Column, Page, Row, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import { RowsContext, type RowsScope } from '#renderer/features/results/rows-scope.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { everyRowOf, primeRows } from '#renderer/state/rows.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { draw as drawPage } from '../draw.tsx';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { button, click, only, settle } from '../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';
import { unmount } from '../mount.tsx';
import { makeColumn } from './charts/make-chart.ts';

export const column = (field: string, label: string, change: Partial<Column> = {}): Column =>
  makeColumn({ field, label, meaning: 'text', type: 'text', ...change });

const columns = [
  column('id', 'Post ID', { meaning: 'id' }),
  column('text', 'Text'),
  column('likeCount', 'Likes', { meaning: 'count' }),
];
export const rowOf = (index: number): Row => ({
  id: { $n: `19869345127808123${String(index).padStart(2, '0')}` },
  text: `Text ${index}\nof two lines`,
  likeCount: index * 1000,
});
export const rowsOf = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => rowOf(from + at));

export const pageOf = (page: number): Page => ({
  page,
  firstRow: (page - 1) * 20,
  rows: 20,
  at: '2026-11-20T17:41:00.000Z',
  ms: 412,
  unreadable: false,
  tooLarge: false,
});

// happy-dom lays nothing out: without a size, nothing would be on screen.
export function giveSize(): void {
  for (const [name, value] of [
    ['clientHeight', 600],
    ['clientWidth', 1000],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
}

interface LookedAtProps extends Partial<RowsScope> {
  run: Run;
  children: ReactNode;
}

/** What is drawn of all rows of a run, in a tab of its own unless another is given. */
export function LookedAt({
  run,
  tab = makeTab({ runId: run.id }),
  children,
  ...change
}: LookedAtProps) {
  return <RowsContext value={scopeOf(run, tab, change)}>{children}</RowsContext>;
}

export const scopeOf = (run: Run, tab: Tab, change: Partial<RowsScope> = {}): RowsScope => ({
  run,
  tab,
  endpoint: null,
  resource: null,
  columns: run.columns,
  view: tab.view,
  setView: (view) => updateTab(tab.id, { view }),
  onScreen: { shown: null, isSettled: true, waiting: 0, sortAgain: async () => undefined },
  rows: {
    view: everyRowOf(run),
    total: run.rowCount,
    matching: run.rowCount,
    pageCount: run.pageCount,
  },
  duplicates: null,
  grid: createRef(),
  hasDates: false,
  save: () => undefined,
  ...change,
});

/** The results of a tab as it is now. */
export function OpenResults({ tab }: { tab: Tab }) {
  const now = useApp(({ snapshot }) => snapshot?.workspace.tabs.find(({ id }) => id === tab.id));
  return <Results tab={now ?? tab} />;
}

let runCount = 0;

/** Draws the results of a run of its own; `change` null: nothing was asked. */
export async function draw(change: Partial<Run> | null, tab: Partial<Tab> = {}): Promise<Run> {
  await unmount();
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
  useResultsView.setState(useResultsView.getInitialState());
  primeRows(run, { offset: 0, total: run.rowCount, numbers: null, rows: rowsOf(0, run.rowCount) });
  const shown = makeTab({ query: run.query, runId: change === null ? null : id, ...tab });
  await drawPage(<OpenResults tab={shown} />, {
    runs: change === null ? {} : { [id]: run },
    snapshot: makeSnapshot({ workspace: workspaceOf(shown) }),
  });
  return run;
}

/** Chooses in the menu *Display*. */
export async function chooseDisplay(name: string): Promise<void> {
  await click(button('Display'));
  const choices = [...document.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const choice = choices.find(({ textContent }) => textContent === name);
  if (choice === undefined) throw new Error(`no choice “${name}”`);
  await click(choice);
}

export const grid = () => only<HTMLElement>('[role="grid"]');
/** Fields from left to right. */
export const headers = () =>
  [...grid().querySelectorAll<HTMLElement>('[role="columnheader"]')].map(
    ({ dataset }) => dataset['field'],
  );
export const status = () => only<HTMLElement>('output[aria-label="Run status"]').textContent;
export const cell = (row: number, field: string) =>
  only<HTMLElement>(`[data-row="${row}"] [data-field="${field}"]`, grid());
export const activeCell = () =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
export const key = async (name: string, more: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    grid().dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    );
  });
export const details = () => only<HTMLElement>('aside[aria-label="Details"]');
export const detailsTitle = () => only('h2', details()).textContent;
export const calls = (prefix: string) => asked.filter(({ method }) => method.startsWith(prefix));

/** In a tab that keeps its view, until every answer is there. */
export async function drawOf(run: Run, what: (tab: Tab) => ReactNode): Promise<void> {
  const tab = makeTab({ runId: run.id });
  await drawPage(what(tab), {
    snapshot: makeSnapshot({ workspace: { ...emptyWorkspace, tabs: [tab] } }),
  });
  await settleAll();
}

export async function settleAll(): Promise<void> {
  let before = -1;
  while (before !== asked.length) {
    before = asked.length;
    for (let turn = 0; turn < 3; turn += 1) await settle();
  }
}
