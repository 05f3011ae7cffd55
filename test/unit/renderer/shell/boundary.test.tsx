import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadParts } from '#renderer/features/shell/later.tsx';
import { ExplorePage, Shell } from '#renderer/features/shell/Shell.tsx';
import { useHistoryView } from '#renderer/features/history/find-runs.ts';
import { useHistory } from '#renderer/state/history.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, workspace } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeSummary, makeTab, workspaceOf } from '../make.ts';

beforeAll(loadParts);

beforeEach(() => {
  // React tells the console of every error, also of those that are caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // Whatever another file's tests had read of it, and looked for in it.
  useHistory.setState(useHistory.getInitialState());
  useHistoryView.setState(useHistoryView.getInitialState());
});

test('what can’t be drawn stays inside its tab, which says so and can be closed', async () => {
  const broken = makeTab({ id: 'tab-broken', runId: 'run-1' });
  const tabs = workspaceOf(broken, makeTab({ id: 'tab-whole' }));
  const undrawable = Object.defineProperty(makeRun(), 'resource', {
    get: () => {
      throw new Error('Nobody can draw this.');
    },
  });
  const snapshot = makeSnapshot({ workspace: tabs });
  await draw(<ExplorePage />, { snapshot, runs: { 'run-1': undrawable } });
  expect(only<HTMLElement>('[role="alert"]').textContent).toContain('This tab can’t be shown');
  // A call may well have been counted: it isn’t known here.
  expect(screenText()).not.toMatch(/counted|sent\./);
  await click(button('Close the tab'));
  expect(workspace().tabs.map(({ id }) => id)).toEqual(['tab-whole']);
  expect(only('form[aria-label="Question"]').isConnected).toBe(true);
});

test('a page that can’t be drawn says so, and the others can be gone to', async () => {
  const undrawable = Object.defineProperty(makeSummary(), 'rows', {
    get: () => {
      throw new Error('Nobody can draw this.');
    },
  });
  answer('history.list', () => ok({ runs: [undrawable], removals: [] }));
  await draw(<Shell />, { page: 'history' });
  expect(only('[role="alert"]').textContent).toContain('This page can’t be shown');
  // What History could not draw, the start page would list, too.
  useHistory.setState({ runs: null });
  answer('history.list', () => ok({ runs: [], removals: [] }));
  await click(only<HTMLElement>('a[href$="explore"]'));
  expect(document.querySelector('[role="alert"]')).toBeNull();
});
