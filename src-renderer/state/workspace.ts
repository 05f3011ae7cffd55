/** Tabs, stars and layout: changed here at once, kept by main a moment later. */
import type { Query } from '#shared/query/types.ts';
import type { Tab, Workspace } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { useApp } from './app.ts';

/** Long enough to gather typing into one save, short enough that a crash costs nothing. */
const saveAfterMs = 300;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** Changes the workspace and has it saved. */
export function changeWorkspace(change: (workspace: Workspace) => Partial<Workspace>): void {
  const { snapshot } = useApp.getState();
  if (snapshot === null) return;
  const workspace = { ...snapshot.workspace, ...change(snapshot.workspace) };
  useApp.setState({ snapshot: { ...snapshot, workspace } });
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void saveWorkspace(), saveAfterMs);
}

/** Saves at once: before the window closes and before another service is chosen. */
export async function saveWorkspace(): Promise<void> {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  const { snapshot } = useApp.getState();
  if (snapshot === null || snapshot.profile === null) return;
  await host.call('workspace.save', {
    profileId: snapshot.profile.id,
    workspace: snapshot.workspace,
  });
}

const emptyQuery = (endpointId: string): Query => ({ endpointId, values: {}, fields: [] });

/** Opens a tab for a question and shows it. Returns its id. */
export function openTab(endpointId: string, query: Partial<Query> = {}): string {
  const tab: Tab = {
    id: crypto.randomUUID(),
    query: { ...emptyQuery(endpointId), ...query },
    runId: null,
    collapsed: false,
  };
  changeWorkspace((workspace) => ({ tabs: [...workspace.tabs, tab], activeTab: tab.id }));
  return tab.id;
}

export function showTab(tabId: string): void {
  changeWorkspace(() => ({ activeTab: tabId }));
}

/** Closes a tab; its neighbour is shown when it was the active one. */
export function closeTab(tabId: string): void {
  changeWorkspace((workspace) => {
    const index = workspace.tabs.findIndex((tab) => tab.id === tabId);
    const tabs = workspace.tabs.filter((tab) => tab.id !== tabId);
    if (workspace.activeTab !== tabId) return { tabs };
    return { tabs, activeTab: (tabs[index] ?? tabs[index - 1])?.id ?? null };
  });
}

export function updateTab(tabId: string, change: Partial<Omit<Tab, 'id'>>): void {
  changeWorkspace((workspace) => ({
    tabs: workspace.tabs.map((tab) => (tab.id === tabId ? { ...tab, ...change } : tab)),
  }));
}

export function toggleStar(endpointId: string): void {
  changeWorkspace(({ starred }) => ({
    starred: starred.includes(endpointId)
      ? starred.filter((id) => id !== endpointId)
      : [...starred, endpointId],
  }));
}

/** How many recently asked questions the sidebar keeps. */
const recentLimit = 5;

export function rememberRecent(endpointId: string): void {
  changeWorkspace(({ recent }) => ({
    recent: [endpointId, ...recent.filter((id) => id !== endpointId)].slice(0, recentLimit),
  }));
}

/** The person's usual fields of a resource; an empty list forgets them. */
export function setUsualFields(resourceId: string, fields: string[]): void {
  changeWorkspace(({ usualFields }) => ({ usualFields: { ...usualFields, [resourceId]: fields } }));
}

export function setColumnWidth(resourceId: string, field: string, width: number): void {
  changeWorkspace(({ columns }) => ({
    columns: {
      ...columns,
      [resourceId]: { widths: { ...columns[resourceId]?.widths, [field]: width } },
    },
  }));
}
