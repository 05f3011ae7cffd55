/** A tab is closed: what it was doing is told, stopped, or brought back. */
import { notificationsStore } from '@mantine/notifications';
import { act } from 'react';
import { expect, it } from 'vitest';
import { useTabCommands } from '#renderer/features/shell/close-tab.tsx';
import { useShellOffers } from '#renderer/features/shell/Shell.tsx';
import { Sidebar } from '#renderer/features/shell/Sidebar.tsx';
import { TabBar } from '#renderer/features/shell/TabBar.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import { changeWorkspace, openTab } from '#renderer/state/workspace.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, menuItem, only, workspace } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeQuery, makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';

const run = makeRun();
const working = makeRun({ state: { kind: 'fetching', page: 2, since: '' } });
const atWork = () => only('a[href="#/history"]').getAttribute('title');

function Offers() {
  useShellOffers();
  useTabCommands();
  return null;
}

async function drawTabs(of: typeof run): Promise<void> {
  const tabs = workspaceOf(
    makeTab({ id: 'a', runId: of.id, query: of.query }),
    makeTab({ id: 'b' }),
    makeTab({ id: 'c', query: makeQuery({ q: 'sea' }) }),
  );
  const parts = (
    <>
      <TabBar />
      <Sidebar />
      <Offers />
    </>
  );
  await draw(parts, { snapshot: makeSnapshot({ workspace: tabs }), runs: { [of.id]: of } });
}

it('a tab with rows comes back where it was, and the focus stays with the tabs', async () => {
  await drawTabs(run);
  const close = async (name: string) => {
    const closing = button(`Close ${name}`);
    closing.focus();
    await click(closing);
    return document.activeElement;
  };
  expect((await close('Search posts'))?.getAttribute('aria-current')).toBe('page');
  expect(screenText()).not.toContain('Closed');
  await close('Search posts: sea');
  expect(screenText()).toContain('Closed “Search posts: sea”Undo');
  await click(button('Undo'));
  expect(workspace().tabs.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(workspace().activeTab).toBe('c');
  // From the last one it goes to what opens another.
  expect((await close('Search posts: sea'))?.getAttribute('aria-current')).toBe('page');
  expect(await close('Search posts: trees')).toBe(button('Choose a question'));
});

it('Ctrl+Shift+T brings back what was closed last, one after the other', async () => {
  await drawTabs(run);
  for (const name of ['Search posts: sea', 'Search posts: trees'])
    await click(button(`Close ${name}`));
  const keys = { key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true, bubbles: true };
  const ids = () => workspace().tabs.map(({ id }) => id);
  expect(ids()).toEqual(['b']);
  const press = () =>
    act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', keys)));
  await press();
  expect(ids()).toEqual(['a', 'b']);
  await press();
  expect(ids()).toEqual(['a', 'b', 'c']);
  // What Undo would bring back is here.
  await press();
  expect(ids()).toEqual(['a', 'b', 'c']);
});

it('a tab that closes because there are a hundred is named and comes back', async () => {
  await drawTabs(run);
  const others = Array.from({ length: 97 }, (_, n) =>
    makeTab({ id: `${n}`, query: makeQuery({ q: `${n}` }) }),
  );
  await act(async () =>
    changeWorkspace(({ tabs }) => ({ tabs: [...tabs.filter(({ id }) => id !== 'b'), ...others] })),
  );
  await act(async () => void openTab(run.query.endpointId, { values: { q: 'last but one' } }));
  expect(screenText()).not.toContain('Closed');
  await act(async () => void openTab(run.query.endpointId));
  const words = 'Closed “Search posts: trees”, because at most 100 tabs can be open';
  expect(screenText()).toContain(`${words}Undo`);
  await click(button('Undo'));
  // In its place goes the new one, in which nothing was done.
  const [first] = workspace().tabs;
  expect([workspace().tabs.length, first?.id, first?.runId]).toEqual([100, 'a', run.id]);
  expect(workspace().activeTab).toBe('a');
});

async function closeAndChooseAnotherService(): Promise<void> {
  await drawTabs(run);
  await click(button('Close Search posts: sea'));
  const own = { id: 'https://x', label: 'x', address: 'https://x' };
  await act(async () => useApp.setState({ snapshot: makeSnapshot({ profile: own }) }));
}

it('a tab of one service is not offered among those of another', async () => {
  await closeAndChooseAnotherService();
  // On screen it takes a moment to go.
  expect(notificationsStore.getState().notifications).toEqual([]);
});

it('nor brought back there while the offer goes', async () => {
  await closeAndChooseAnotherService();
  await click(button('Undo'));
  expect(workspace().tabs).toEqual([]);
});

it('several are closed and brought back together; the menu offers what there is to close', async () => {
  await drawTabs(run);
  const menuOf = async (name: string) => {
    const tab = button(name);
    await act(async () => {
      tab.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: 5, clientY: 5 }));
    });
    return [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent);
  };
  const ofRun = [
    'Get what is new…',
    'Compare with…',
    'Show as one table…',
    'Save as recipe…',
    'Repeat…',
  ];
  const own = ['RenameF2', 'Duplicate', ...ofRun, 'Close'];
  const all = [...own, 'Close others', 'Close to the right'];
  expect(await menuOf('Search posts: trees')).toEqual(all);
  await click(menuItem('Close others'));
  expect(workspace().tabs.map(({ id }) => id)).toEqual(['a']);
  expect(await menuOf('Search posts: trees')).toEqual(own);
  await click(menuItem('Duplicate'));
  expect(workspace().tabs.map(({ query, runId }) => [query, runId])).toEqual([
    [run.query, run.id],
    [run.query, null],
  ]);
  await click(button('Undo'));
  expect(workspace().tabs).toHaveLength(4);
});

it('pages that come in go on: that is said, stays in sight, and can be stopped', async () => {
  await drawTabs(working);
  expect(atWork()).toBeNull();
  await click(button('Close Search posts: trees'));
  expect(screenText()).toContain('Closed “Search posts: trees”. It keeps loading.');
  await act(async () => takeEvent({ kind: 'run.changed', run: working }));
  expect(atWork()).toBe('1 run in progress');
  answer('run.stop', () => ok({ run: { ...run, revision: 1 } }));
  await click(button('Stop'));
  expect(inputsOf('run.stop')).toEqual([{ runId: run.id }]);
  expect(atWork()).toBeNull();
});
