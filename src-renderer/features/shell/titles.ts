import { useEffect } from 'react';
import {
  Activity,
  History,
  ListOrdered,
  type LucideIcon,
  PanelsTopLeft,
  SlidersHorizontal,
  User,
} from 'lucide-react';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { tabNames } from '#renderer/components/names.ts';
import { type PageName, type SidebarPage, useApp } from '#renderer/state/app.ts';

/** The state of its run that a tab's mark shows. */
export type TabMark = 'working' | 'failed' | null;

export function tabMark(run: Run | null): TabMark {
  if (run === null) return null;
  if (isWorking(run.state)) return 'working';
  const failed = run.state.kind === 'failed' || run.state.kind === 'outOfCredits';
  return failed ? 'failed' : null;
}

const product = 'Social Data Explorer';

/** Sets the window's title to what is on screen: "Search posts: city trees – Social Data Explorer". */
export function useWindowTitle(): void {
  const shown = useApp(({ page, snapshot, runs }) => {
    if (page !== 'explore') return pageLabels[page];
    const { tabs = [], activeTab = null } = snapshot?.workspace ?? {};
    if (snapshot === null || activeTab === null) return null;
    return tabNames(snapshot, tabs, runs).get(activeTab) ?? null;
  });
  useEffect(() => {
    document.title = shown === null ? product : `${shown} – ${product}`;
  }, [shown]);
}

/** Names of the pages. */
export const pageLabels: Record<PageName, string> = {
  explore: 'Explore',
  history: 'History',
  recipes: 'Recipes',
  account: 'Account',
  status: 'Service status',
  settings: 'Settings',
  request: 'Request',
  'service-profile': 'Service profile',
};

export const pageIcons: Record<SidebarPage, LucideIcon> = {
  explore: PanelsTopLeft,
  history: History,
  recipes: ListOrdered,
  account: User,
  status: Activity,
  settings: SlidersHorizontal,
};
