/** What can be done about tabs from anywhere: by the palette, and by the desktop program's menu. */
import { showPage, useApp } from '../../state/app.ts';
import { useMenuCommand } from '../../state/menu.ts';
import { showStartPage } from '../../state/workspace.ts';
import { closeTabWithUndo } from './close-tab.tsx';
import { tabTitle } from './tab-title.ts';

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
