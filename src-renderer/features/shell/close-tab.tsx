import { notifications } from '@mantine/notifications';
import { isWorking } from '#shared/contract/run-phase.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { ActionMessage } from '../../components/notices/NoticeStrip.tsx';
import { showPage, useApp, useMenuCommand } from '../../state/app.ts';
import { stopRun } from '../../state/runs.ts';
import { closeTab, isUntouched, reopenTab, showStartPage } from '../../state/workspace.ts';
import { tabTitle } from './titles.ts';

/** What still costs calls stays on screen long enough to be read (ms). */
const workingForMs = 20_000;

/**
 * Closes a tab. What was typed or fetched in it comes back with *Undo*. Pages that are coming in go
 * on coming, as they do on any other page: that is said, with a way to stop them.
 */
export function closeTabWithUndo(tab: Tab, index: number, title: string): void {
  const works = isAtWork(tab);
  closeTab(tab.id);
  if (isUntouched(tab)) return;
  const id = `closed-${tab.id}`;
  const undo = {
    Undo: () => {
      notifications.hide(id);
      reopenTab(tab, index);
    },
  };
  const stop = {
    Stop: () => {
      notifications.hide(id);
      if (tab.runId !== null) void stopRun(tab.runId);
    },
  };
  notifications.show({
    id,
    ...(works ? { autoClose: workingForMs } : {}),
    message: (
      <ActionMessage
        text={works ? `Closed “${title}”. Its pages keep loading.` : `Closed “${title}”`}
        actions={works ? { ...stop, ...undo } : undo}
        wraps={works}
      />
    ),
  });
}

function isAtWork({ runId }: Tab): boolean {
  const run = runId === null ? undefined : useApp.getState().runs[runId];
  return run !== undefined && isWorking(run.state);
}

/** What can be done about tabs from anywhere: by the palette, and by the desktop program's menu. */
export function openNewTab(): void {
  showStartPage();
  showPage('explore');
}

/** Closes the tab on screen; without one, nothing is closed. */
export function closeShownTab(): void {
  const { page, snapshot, runs } = useApp.getState();
  if (page !== 'explore' || snapshot === null) return;
  const { tabs, activeTab } = snapshot.workspace;
  const index = tabs.findIndex(({ id }) => id === activeTab);
  const tab = tabs[index];
  if (tab === undefined) return;
  closeTabWithUndo(tab, index, tabTitle(snapshot.catalogue, tab, runs));
}

export function useTabCommands(): void {
  useMenuCommand('newTab', openNewTab);
  useMenuCommand('closeTab', closeShownTab);
}
