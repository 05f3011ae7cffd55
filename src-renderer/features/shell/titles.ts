import { useEffect } from 'react';
import {
  Activity,
  History,
  type LucideIcon,
  PanelsTopLeft,
  SlidersHorizontal,
  User,
} from 'lucide-react';
import type { Catalogue, Endpoint } from '#shared/catalogue/types.ts';
import { isWorking } from '#shared/contract/run-phase.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { queryTitle } from '#shared/query/words.ts';
import { type PageName, type SidebarPage, useApp } from '../../state/app.ts';

/** The endpoint of a tab; undefined when the catalogue no longer has it. */
export function endpointOf(catalogue: Catalogue, tab: Tab): Endpoint | undefined {
  return catalogue.endpoints.find(({ id }) => id === tab.query.endpointId);
}

/**
 * What a tab is called: its question and what it is about. A tab with rows is called by what they
 * answer, whatever is being typed into its form.
 */
export function tabTitle(
  catalogue: Catalogue,
  tab: Tab,
  runs: Readonly<Record<string, Run>>,
): string {
  const run = tab.runId === null ? undefined : runs[tab.runId];
  if (run !== undefined && run.rowCount > 0) return run.title;
  const endpoint = endpointOf(catalogue, tab);
  return endpoint === undefined ? tab.query.endpointId : queryTitle(endpoint, tab.query);
}

/** What a tab's mark says about its run. */
export type TabMark = 'working' | 'failed' | null;

export function tabMark(run: Run | null): TabMark {
  if (run === null) return null;
  if (isWorking(run.state)) return 'working';
  const failed = run.state.kind === 'failed' || run.state.kind === 'outOfCredits';
  return failed ? 'failed' : null;
}

const product = 'Social Data Explorer';

/** Names the window after what is on screen: "Posts: city trees – Social Data Explorer". */
export function useWindowTitle(): void {
  const shown = useApp(({ page, snapshot, runs }) => {
    if (page !== 'explore') return pageLabels[page];
    const tab = snapshot?.workspace.tabs.find(({ id }) => id === snapshot.workspace.activeTab);
    return snapshot === null || tab === undefined ? null : tabTitle(snapshot.catalogue, tab, runs);
  });
  useEffect(() => {
    document.title = shown === null ? product : `${shown} – ${product}`;
  }, [shown]);
}

/** What the pages are called. */
export const pageLabels: Record<PageName, string> = {
  explore: 'Explore',
  history: 'History',
  account: 'Account',
  status: 'Service status',
  settings: 'Settings',
  request: 'Request',
  'service-profile': 'Service profile',
};

export const pageIcons: Record<SidebarPage, LucideIcon> = {
  explore: PanelsTopLeft,
  history: History,
  account: User,
  status: Activity,
  settings: SlidersHorizontal,
};
