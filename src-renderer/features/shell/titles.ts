import { useDocumentTitle } from '@mantine/hooks';
import {
  Activity,
  CodeXml,
  FileText,
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
    if (page !== 'explore') return pages[page].label;
    const { tabs = [], activeTab = null } = snapshot?.workspace ?? {};
    if (snapshot === null || activeTab === null) return null;
    return tabNames(snapshot, tabs, runs).get(activeTab) ?? null;
  });
  useDocumentTitle(shown === null ? product : `${shown} – ${product}`);
}

interface PageFacts {
  label: string;
  icon: LucideIcon;
  /** What it has, for the palette. */
  contents: string;
  /** The page of the sidebar from which it is opened; without one, it is in the sidebar itself. */
  above?: SidebarPage;
}

export const pages: Readonly<Record<PageName, PageFacts>> = {
  explore: { label: 'Explore', icon: PanelsTopLeft, contents: 'questions and their rows' },
  history: { label: 'History', icon: History, contents: 'every run' },
  recipes: { label: 'Recipes', icon: ListOrdered, contents: 'saved steps, running recipes' },
  account: { label: 'Account', icon: User, contents: 'keys, sign-in, plan, usage, credits, calls' },
  status: { label: 'Service status', icon: Activity, contents: 'health, metrics, support bundle' },
  settings: {
    label: 'Settings',
    icon: SlidersHorizontal,
    contents: 'project, retries, limits, prices, pictures, data folder',
  },
  request: {
    label: 'Request',
    icon: CodeXml,
    contents: 'any path of the service',
    above: 'status',
  },
  'service-profile': {
    label: 'Service profile',
    icon: FileText,
    contents: 'names and paths of the service, corrections',
    above: 'settings',
  },
};
