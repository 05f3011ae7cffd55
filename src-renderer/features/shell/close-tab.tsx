import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { quoted } from '#shared/characters.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { mostTabs, type Tab } from '#shared/contract/snapshot.ts';
import { tabNamesNow } from '#renderer/components/names.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { countOf } from '#renderer/components/words.ts';
import { activeTabOf, profileNow, tabsNow, useApp, useMenuCommand } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import {
  closeTab,
  isUntouched,
  openNewTab,
  reopenTab,
  showTab,
  watchSurplus,
} from '#renderer/state/workspace.ts';

/** A notice about runs that still cost calls is shown long enough to be read (ms). */
const workingForMs = 20_000;

export function closeTabs(ids: readonly string[]): void {
  tellOfClosing(ids);
  for (const id of ids) closeTab(id);
}

/**
 * Names tabs that are being closed. *Undo* restores what was typed or fetched in them. Running fetches
 * continue, as they do on any other page; the notice says so and offers to stop them.
 * @param why after the names, if it wasn't the person.
 */
function tellOfClosing(ids: readonly string[], why = ''): void {
  const workspace = useApp.getState().snapshot?.workspace;
  if (workspace === undefined) return;
  const names = tabNamesNow();
  const closed = workspace.tabs
    .map((tab, index) => ({ tab, index }))
    .filter(({ tab }) => ids.includes(tab.id));
  const working = closed.flatMap(({ tab: { runId } }) => (isRunning(runId) ? [runId] : []));
  const [first, second] = closed.filter(({ tab }) => !isUntouched(tab));
  if (first === undefined) return;
  const name = names.get(first.tab.id) ?? '';
  const profileId = profileNow();
  const what = second === undefined ? quoted(name) : countOf(closed.length, 'tab');
  const shown = second === undefined ? null : workspace.activeTab;
  const id = `closed-${first.tab.id}`;
  const one: Closed = { id, profileId, tabs: closed, shown };
  closings.push(one);
  const undo = { Undo: () => reopen(one) };
  const stop = { Stop: () => working.forEach((runId) => void act('run.stop', { runId })) };
  const works = working.length > 0;
  const loading = works ? `. ${second === undefined ? 'It keeps' : 'They keep'} loading.` : '';
  showActions({
    id,
    text: `Closed ${what}${why}${loading}`,
    actions: works ? { ...stop, ...undo } : undo,
    wraps: works,
    onClose: hideWithService(id, profileId),
    ...(works ? { autoClose: workingForMs } : {}),
  });
}

interface Closed {
  /** Of its notice. */
  id: string;
  profileId: string;
  tabs: readonly { tab: Tab; index: number }[];
  /** The tab to show instead of the last of them; null: that one. */
  shown: string | null;
}

/** What was closed since the window was loaded, the latest last. */
const closings: Closed[] = [];

function reopen(one: Closed): void {
  const at = closings.indexOf(one);
  // The workspace of another service is not theirs.
  if (at === -1 || one.profileId !== profileNow()) return;
  closings.splice(at, 1);
  notifications.hide(one.id);
  const isOpen = new Set(tabsNow().map((tab) => tab.id));
  for (const { tab, index } of one.tabs) if (!isOpen.has(tab.id)) reopenTab(tab, index);
  if (one.shown !== null) showTab(one.shown);
}

/** Returns what brings back what was closed last in this service's workspace; null if there is nothing. */
export function reopenLast(): (() => void) | null {
  const last = closings.findLast(({ profileId }) => profileId === profileNow());
  return last === undefined ? null : () => reopen(last);
}

/** Hides a notice once another service is chosen, whose workspace has other tabs. @returns what ends it */
const hideWithService = (id: string, profileId: string): (() => void) =>
  useApp.subscribe(() => {
    if (profileNow() !== profileId) notifications.hide(id);
  });

function isRunning(runId: Tab['runId']): runId is string {
  const run = runId === null ? undefined : useApp.getState().runs[runId];
  return run !== undefined && isWorking(run.state);
}

/** Returns the tab on screen; null if another page is shown, or none is open. */
export function shownTab(): Tab | null {
  const { page, snapshot } = useApp.getState();
  return page === 'explore' ? (activeTabOf(snapshot) ?? null) : null;
}

/** Closes the tab on screen, if there is one. */
export function closeShownTab(): void {
  const tab = shownTab();
  if (tab !== null) closeTabs([tab.id]);
}

const tooMany = `, because at most ${mostTabs} tabs can be open`;

export function useTabCommands(): void {
  useEffect(() => watchSurplus((ids) => tellOfClosing(ids, tooMany)), []);
  useMenuCommand('newTab', openNewTab);
  useMenuCommand('closeTab', closeShownTab);
  useMenuCommand('reopenTab', () => reopenLast()?.());
}
