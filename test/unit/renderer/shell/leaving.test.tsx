// @vitest-environment happy-dom
/** A tab is closed: what it was doing is told, stopped, or brought back. */
import { act } from 'react';
import { expect, it } from 'vitest';
import { Sidebar } from '#renderer/features/shell/Sidebar.tsx';
import { TabBar } from '#renderer/features/shell/TabBar.tsx';
import { takeEvent } from '#renderer/state/boot.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, menuItem, only, workspace } from '../explore/window.tsx';
import { answer, asked, ok } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab } from '../make.ts';

const run = makeRun();
const working = makeRun({ state: { kind: 'fetching', page: 2, since: '' } });
const atWork = () => only('a[href="#/history"]').getAttribute('title');

async function drawTabs(of: typeof run): Promise<void> {
  const tabs = [
    makeTab({ id: 'a', runId: of.id, query: of.query }),
    makeTab({ id: 'b' }),
    makeTab({ id: 'c', query: { ...of.query, values: { q: 'sea' } } }),
  ];
  const snapshot = makeSnapshot({ workspace: { ...emptyWorkspace, tabs, activeTab: 'a' } });
  const parts = (
    <>
      <TabBar />
      <Sidebar />
    </>
  );
  await draw(parts, { snapshot, runs: { [of.id]: of } });
}

it('a tab with rows comes back where it was; an untouched one is not worth a word', async () => {
  await drawTabs(run);
  await click(button('Close Search posts'));
  expect(screenText()).not.toContain('Closed');
  await click(button('Close Search posts: sea'));
  expect(screenText()).toContain('Closed “Search posts: sea”Undo');
  await click(button('Undo'));
  expect(workspace().tabs.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(workspace().activeTab).toBe('c');
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
  const all = ['Rename', 'Duplicate', 'Close', 'Close others', 'Close to the right'];
  expect(await menuOf('Search posts: trees')).toEqual(all);
  await click(menuItem('Close others'));
  expect(workspace().tabs.map(({ id }) => id)).toEqual(['a']);
  expect(await menuOf('Search posts: trees')).toEqual(['Rename', 'Duplicate', 'Close']);
  await click(menuItem('Duplicate'));
  expect(workspace().tabs.map(({ query, runId }) => [query, runId])).toEqual([
    [run.query, run.id],
    [run.query, null],
  ]);
  await click(button('Undo'));
  expect(workspace().tabs).toHaveLength(4);
});

it('the focus goes from a closed tab to the one on screen, and from the last one to what opens another', async () => {
  await drawTabs(run);
  for (const name of ['Search posts: trees', 'Search posts', 'Search posts: sea']) {
    const close = button(`Close ${name}`);
    close.focus();
    await click(close);
    expect(document.activeElement?.getAttribute('aria-current')).toBe('page');
  }
  expect(document.activeElement).toBe(button('Choose a question'));
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
  expect(asked).toContainEqual({ method: 'run.stop', input: { runId: run.id } });
  expect(atWork()).toBeNull();
});
