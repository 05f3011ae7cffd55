/** Results over a main that reads views plainly, and what a person does with them. */
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Row, Run } from '#shared/contract/run.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { useOpen } from '#renderer/state/open.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { draw as drawPage } from '../draw.tsx';
import { button, click, only, type } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';
import { unmount } from '../mount.tsx';
import * as results from './results-window.tsx';

const { calls, column, giveSize, grid, OpenResults } = results;

/** Time passes by `pass` alone. */
export function holdTime(): void {
  beforeAll(giveSize);
  beforeEach(() => {
    vi.useFakeTimers();
    useResultsView.setState(useResultsView.getInitialState());
    // A dialog that another file left open would have the focus.
    useOpen.setState(useOpen.getInitialState(), true);
  });
  afterEach(async () => {
    await unmount();
    vi.useRealTimers();
  });
}

const columns = [
  column('text', 'Text'),
  column('likes', 'Likes', { meaning: 'count', type: 'integer' }),
  column('lang', 'Language', { meaning: 'code' }),
];
export const languages = ['en', 'de', 'fr'];
export const rowsTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    text: `Text ${n}`,
    likes: (n * 7) % 41,
    lang: languages[n % 3],
  }));
export const seqsOf = (rows: readonly Row[], view: View): number[] =>
  referenceView(rows as never, view);
/** Numbers of rows, from 1, as an independent reading of the view has them. */
export const expected = (count: number, view: View): number[] =>
  seqsOf(rowsTo(count), view).map((number) => number + 1);

/** A main with `rows`, of which the columns have the first `filled`. */
export function main(rows: Row[]) {
  const state = { rows, filled: rows.length, epoch: 1 };
  answer('view.open', ({ view, anchor }: { view: View; anchor: number | null }) => {
    const found = seqsOf(state.rows.slice(0, state.filled), view);
    const place = anchor === null ? -1 : found.indexOf(anchor);
    return ok({
      rows: state.filled,
      of: state.rows.length,
      count: found.length,
      epoch: state.epoch,
      anchor: place === -1 ? null : place,
    });
  });
  answer(
    'rows.window',
    (input: { view: View; rows: number | null; offset: number; count: number }) => {
      const found = seqsOf(state.rows.slice(0, input.rows ?? state.rows.length), input.view);
      const numbers = found.slice(input.offset, input.offset + input.count);
      const { offset } = input;
      const read = numbers.map((number) => state.rows[number]);
      return ok({ offset, total: found.length, numbers, rows: read });
    },
  );
  answer('run.pages', () => ok({ pages: [] }));
  answer('view.duplicates', () =>
    ok({ field: 'id', rows: 1, of: rows.length, count: 0, acrossInputs: null }),
  );
  return state;
}

let runCount = 0;

/** Results of a run of its own with these rows, in a tab that keeps its view. */
export async function draw(count: number, change: Partial<Run> = {}, view: View = everyRow) {
  // The window remembers how a run was looked at, so every test has its own.
  const run = makeRun({ id: `run-asking-${(runCount += 1)}`, columns, rowCount: count, ...change });
  const state = main(rowsTo(count));
  const tab = makeTab({ query: run.query, runId: run.id, view });
  const snapshot = makeSnapshot({ workspace: workspaceOf(tab) });
  await drawPage(<OpenResults tab={tab} />, { snapshot, runs: { [run.id]: run } });
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
  return { id: run.id, main: state, grow };
}

/** Lets answers come, and what waits for a moment happen. */
export const pass = async (ms = 2000): Promise<void> => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
};
export const clickButton = async (name: string): Promise<void> => {
  await click(button(name));
  await pass();
};

export const working = { kind: 'fetching', page: 2, since: '2026-11-20T10:00:00.000Z' } as const;
export const viewNow = () => useApp.getState().snapshot?.workspace.tabs[0]?.view;
export const rowCount = () => Number(grid().getAttribute('aria-rowcount')) - 1;
export const header = (field: string) =>
  only<HTMLElement>(`[role="columnheader"][data-field="${field}"]`, grid());
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, row) =>
    Number(only(`[data-number-of="${row}"]`, grid()).textContent),
  );
export const bar = () =>
  document.querySelector('section[aria-label="Shown rows"]')?.textContent ?? null;
export const clickName = async (field: string, init: MouseEventInit = {}): Promise<void> => {
  await act(async () => {
    const name = only<HTMLElement>('[data-name]', header(field));
    name.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init }));
  });
  await pass();
};
export const key = async (name: string, init: KeyboardEventInit = {}): Promise<void> => {
  await results.key(name, init);
  await pass();
};
/** Whatever may lead to a call to the service; reading kept pages does not. */
export const metered = () => calls('run.').filter(({ method }) => method !== 'run.pages');
export const searchBox = () => only<HTMLInputElement>('input[aria-label="Search in results"]');
export const search = async (text: string): Promise<void> => {
  await type(searchBox(), text);
  await pass();
};
export const by = (field: string, direction: 'ascending' | 'descending') => ({ field, direction });
