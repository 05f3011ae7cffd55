/** Results of a run in happy-dom, over a main that reads views in the plainest way. */
import { act } from 'react';
import { vi } from 'vitest';
import type { Row, Run } from '#shared/contract/run.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { draw as drawPage } from '../draw.tsx';
import { only } from '../explore/window.tsx';
import { answer, ok, resetHost } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab } from '../make.ts';
import { unmount } from '../mount.tsx';
import { calls, column, grid, key as press } from './results-window.tsx';

const columns = [
  column('text', 'Text'),
  column('likes', 'Likes', { meaning: 'count', type: 'integer' }),
  column('lang', 'Language', { meaning: 'code' }),
];
export const languages = ['en', 'de', 'fr'];
const rowOf = (n: number): Row => ({
  text: `Text ${n}`,
  likes: (n * 7) % 41,
  lang: languages[n % 3],
});
export const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, n) => rowOf(n));

/** A main with `rows`, of which the columns have the first `filled`. */
export function main(rows: Row[]) {
  const state = { rows, filled: rows.length };
  const seqs = (view: View, count: number): number[] =>
    referenceView(state.rows.slice(0, count) as never, view);
  answer('view.open', ({ view, anchor }: { view: View; anchor: number | null }) => {
    const found = seqs(view, state.filled);
    const place = anchor === null ? -1 : found.indexOf(anchor);
    return ok({
      rows: state.filled,
      of: state.rows.length,
      count: found.length,
      epoch: 1,
      anchor: place === -1 ? null : place,
    });
  });
  answer(
    'rows.window',
    (input: { view: View; rows: number | null; offset: number; count: number }) => {
      const found = seqs(input.view, input.rows ?? state.rows.length);
      const numbers = found.slice(input.offset, input.offset + input.count);
      return ok({
        offset: input.offset,
        total: found.length,
        numbers,
        rows: numbers.map((number) => state.rows[number]),
      });
    },
  );
  answer('view.summary', ({ view, fields }: { view: View; fields: string[] }) => {
    const [field = ''] = fields;
    const values = seqs(view, state.filled).map((number) => String(state.rows[number]?.[field]));
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return ok({
      rows: state.filled,
      of: state.rows.length,
      count: values.length,
      columns: [
        {
          field,
          type: 'text',
          filled: values.length,
          blank: 0,
          distinct: { count: counts.size, exact: true },
          top: {
            values: [...counts].map(([value, count]) => ({ value, cut: false, count })),
            complete: true,
          },
          text: null,
          numbers: null,
          dates: null,
        },
      ],
    });
  });
  answer('run.pages', () => ok({ pages: [] }));
  answer('view.duplicates', () => ok({ field: 'id', rows: 1, of: rows.length, count: 0 }));
  return state;
}

let runCount = 0;

/** Results of a run of its own with these rows, in a tab that keeps its view. */
export async function draw(rowCount: number, change: Partial<Run> = {}, view: View = everyRow) {
  // The window remembers how a run was looked at, so every test has its own.
  const run = makeRun({ id: `run-asking-${(runCount += 1)}`, columns, rowCount, ...change });
  const state = main(rowsTo(rowCount));
  const snapshot = makeSnapshot();
  const tab = makeTab({ query: run.query, runId: run.id, view });
  await drawPage(<ResultsOf tabId={tab.id} />, {
    snapshot: { ...snapshot, workspace: { ...snapshot.workspace, tabs: [tab], activeTab: tab.id } },
    runs: { [run.id]: run },
  });
  await pass();
  const grow = async (to: number, more: Partial<Run> = {}): Promise<void> => {
    state.rows = rowsTo(to);
    state.filled = to;
    await act(async () => {
      const known = useApp.getState().runs[run.id] ?? run;
      const next = { ...known, revision: known.revision + 1, rowCount: to, ...more };
      useApp.setState({ runs: { [run.id]: next } });
    });
    await pass();
  };
  return { run, main: state, grow };
}

function ResultsOf({ tabId }: { tabId: string }) {
  const tab = useSnapshot(({ workspace }) => workspace.tabs.find(({ id }) => id === tabId));
  return tab === undefined ? null : <Results tab={tab} />;
}

/** Lets answers come, and what waits for a moment happen. */
export async function pass(ms = 2000): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

export const working = { kind: 'fetching', page: 2, since: '2026-11-20T10:00:00.000Z' } as const;
export const viewNow = () => useApp.getState().snapshot?.workspace.tabs[0]?.view;
export const rowCount = () => Number(grid().getAttribute('aria-rowcount')) - 1;
export const header = (field: string) =>
  only<HTMLElement>(`[role="columnheader"][data-field="${field}"]`, grid());
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, row) =>
    Number(only(`[data-number-of="${row}"]`, grid()).textContent),
  );
export const bar = () => document.querySelector('section[aria-label="Shown rows"]');
export const clickName = async (field: string, init: MouseEventInit = {}): Promise<void> => {
  await act(async () => {
    const name = only<HTMLElement>('[data-name]', header(field));
    name.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init }));
  });
  await pass();
};
export const key = async (name: string, init: KeyboardEventInit = {}): Promise<void> => {
  await press(name, init);
  await pass();
};
/** Whatever may lead to a call to the service; reading kept pages does not. */
export const metered = () => calls('run.').filter(({ method }) => method !== 'run.pages');
export const searchBox = () => only<HTMLInputElement>('input[aria-label="Search in results"]');

/** Numbers of rows, from 1, as an independent reading of the view has them. */
export const expected = (count: number, view: View): number[] =>
  referenceView(rowsTo(count) as never, view).map((number) => number + 1);

export function begin(): void {
  vi.useFakeTimers();
  resetHost();
  useResultsView.setState(useResultsView.getInitialState());
}

export async function end(): Promise<void> {
  await unmount();
  vi.useRealTimers();
}
