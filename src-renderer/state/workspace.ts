/** Tabs, stars and layout: changed here immediately, stored by main a moment later. */
import { useMediaQuery } from '@mantine/hooks';
import { liveId, storedId } from '#shared/catalogue/data-from.ts';
import { memberOf } from '#shared/catalogue/types.ts';
import { maxValueLength, type Query } from '#shared/query/types.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import {
  type ColumnLayout,
  mostTabs,
  type RowStyle,
  type SaveTurn,
  type Snapshot,
  type Tab,
  type Workspace,
} from '#shared/contract/snapshot.ts';
import { runOf } from '#shared/contract/run.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { activeTabOf, showPage, tabNow, tabsNow, useApp, useSnapshot } from './app.ts';
import { forget } from './forget.ts';

/** Long enough to combine typing in one save, short enough that a crash loses almost nothing. */
const saveAfterMs = 300;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * The workspace before the first change that main hasn't acknowledged: other windows change theirs, so
 * main needs to know what was changed here. Null: nothing was.
 */
let unsaved: Workspace | null = null;

/** Changes the workspace and schedules saving it. */
export function changeWorkspace(change: (workspace: Workspace) => Partial<Workspace>): void {
  const { snapshot } = useApp.getState();
  if (snapshot === null) return;
  const before = snapshot.workspace;
  const changed = { ...before, ...change(before) };
  const surplus = surplusOf(changed).map(({ id }) => id);
  // Before they are gone, with their names.
  if (surplus.length > 0) onSurplus(surplus);
  const tabs = changed.tabs.filter(({ id }) => !surplus.includes(id));
  const workspace = { ...changed, tabs };
  unsaved ??= before;
  useApp.setState({ snapshot: { ...snapshot, workspace } });
  for (const tab of before.tabs) if (tabNow(tab.id) === undefined) forgetTab(tab);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(() => void saveWorkspace(), saveAfterMs);
}

function forgetTab({ id, runId, from }: Tab): void {
  forget(id);
  for (const shown of [runId, from?.runId]) if (shown != null) forgetUnshown(shown);
}

/** Forgets a run unless a tab shows it, which wouldn't read it again, or leads back to it. */
export function forgetUnshown(id: string): void {
  if (tabsNow().every(({ runId, from }) => runId !== id && from?.runId !== id)) forget(id);
}

/**
 * Returns the tabs beyond the limit, whose results remain on disk: the first ones in which nothing was done,
 * then the first that were answered. The one on screen is none of them.
 */
function surplusOf({ tabs, activeTab }: Workspace): Tab[] {
  if (tabs.length <= mostTabs) return [];
  const lossOf = (tab: Tab): number => (isUntouched(tab) ? 0 : isUnasked(tab) ? 2 : 1);
  return tabs
    .filter(({ id }) => id !== activeTab)
    .toSorted((one, other) => lossOf(one) - lossOf(other))
    .slice(0, tabs.length - mostTabs);
}

/** Whether a tab has a question that no run answers: its form is all there is of it. */
function isUnasked({ query, runId }: Tab): boolean {
  const { runs, snapshot } = useApp.getState();
  const run = runId === null ? undefined : runs[runId];
  const endpoint = snapshot?.catalogue.endpoints.find(({ id }) => id === query.endpointId);
  if (run === undefined || endpoint === undefined) return runId === null;
  return !isSameQuestion(endpoint, run.query, query, new Date());
}

let onSurplus = (_ids: readonly string[]): void => undefined;

/** Calls `told` with tabs that are about to be closed because there are too many. @returns what ends it */
export function watchSurplus(told: typeof onSurplus): () => void {
  onSurplus = told;
  return () => {
    onSurplus = () => undefined;
  };
}

/** Saves immediately: before the window closes and before another service is chosen. */
export async function saveWorkspace(): Promise<void> {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  const { snapshot } = useApp.getState();
  if (snapshot === null || snapshot.profile === null) return;
  const { workspace } = snapshot;
  const turn = nextTurn();
  const result = await host.call('workspace.save', {
    profileId: snapshot.profile.id,
    workspace: storable(workspace),
    before: storable(unsaved ?? workspace),
    turn,
    opening: snapshot.project.opening,
  });
  if (result.ok && turn.number === last) {
    sessionStorage.removeItem(storageKey);
    unsaved = useApp.getState().snapshot?.workspace === workspace ? null : workspace;
  }
  setSavingNotice(result.ok ? null : result.error.title);
}

/** Leaves out texts that are too long to be asked or stored: main would refuse all tabs. */
function storable(workspace: Workspace): Workspace {
  const tabs = workspace.tabs.map((tab): Tab => {
    const values = Object.entries(tab.query.values).filter(
      ([, value]) => value.length <= maxValueLength,
    );
    return { ...tab, query: { ...tab.query, values: Object.fromEntries(values) } };
  });
  return { ...workspace, tabs };
}

/** Discards an unsaved workspace: it belongs to a project or service that is no longer shown. */
export function dropPendingWorkspace(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  unsaved = null;
  sessionStorage.removeItem(storageKey);
}

/** Saves the workspace if a save is pending. */
export function savePendingWorkspace(): void {
  if (saveTimer !== undefined) void saveWorkspace();
}

const notSaved = 'workspace_not_saved';

/** Shows a notice while tabs can't be saved. */
function setSavingNotice(why: string | null): void {
  const { windowNotices } = useApp.getState();
  const others = windowNotices.filter((notice) => notice.code !== notSaved);
  if (why === null && others.length === windowNotices.length) return;
  const message = `Your tabs can’t be saved for the next start. ${why ?? ''}`;
  useApp.setState({
    windowNotices: why === null ? others : [...others, { code: notSaved, message }],
  });
}

/** Returns a new question, with the person's default fields of its resource. */
export function emptyQuery(endpointId: string): Query {
  const { catalogue, workspace } = useApp.getState().snapshot ?? {};
  const endpoint = catalogue?.endpoints.find(({ id }) => id === endpointId);
  const defaultFields = workspace?.usualFields[endpoint?.resource ?? ''] ?? [];
  return { endpointId, values: {}, fields: defaultFields };
}

const newTab = (query: Query): Tab => ({
  id: crypto.randomUUID(),
  query,
  runId: null,
  collapsed: false,
  view: everyRow,
});

/** Opens a tab for a question and shows it. Returns its id. */
export function openTab(endpointId: string, query: Partial<Query> = {}): string {
  const tab = newTab({ ...emptyQuery(endpointId), ...query });
  changeWorkspace(({ tabs }) => ({
    tabs: [...tabs, tab],
    activeTab: tab.id,
  }));
  return tab.id;
}

/** Opens a copy of the question, as typed, beside a tab. Sends nothing. */
export function duplicateTab(tabId: string): void {
  const tabs = tabsNow();
  const index = tabs.findIndex(({ id }) => id === tabId);
  const tab = tabs[index];
  if (tab === undefined) return;
  const list = tab.list === undefined ? {} : { list: tab.list };
  reopenTab({ ...newTab(tab.query), ...list }, index + 1);
}

/** The contract's limit of a name. */
export const mostNameLetters = 200;

/** Gives tabs a name; a blank one removes it. */
export const nameTabs = (isMeant: (tab: Tab) => boolean, name: string): void =>
  changeWorkspace(({ tabs }) => ({
    tabs: tabs.map((tab) => {
      if (!isMeant(tab)) return tab;
      const { name: _before, ...unnamed } = tab;
      const kept = name.trim().slice(0, mostNameLetters);
      return kept === '' ? unnamed : { ...tab, name: kept };
    }),
  }));

/** Shows a run: in the tab that has it, or in a new one with its question. Sends nothing. */
export function openRunTab(runId: string, query: Query, name: string | null = null): void {
  const open = tabsNow().find((tab) => tab.runId === runId);
  if (open === undefined) {
    const tabId = openTab(query.endpointId, query);
    updateTab(tabId, { runId, ...(name === null ? {} : { name }) });
  } else showTab(open.id);
  showPage('explore');
}

/**
 * Whether nothing was typed or asked in a tab, nor given by what opened it (a recipe, a row), so that
 * another question may replace it.
 */
export function isUntouched({ id, query, runId, list, recipeList, ...tab }: Tab): boolean {
  const isBlank = Object.values(query.values).every((value) => !value.trim());
  const defaultFields = emptyQuery(query.endpointId).fields;
  const hasDefaultFields = query.fields.join() === defaultFields.join();
  // Asked without an answer, it has no run, and may have cost a call.
  const asked = useApp.getState().askProblems[id];
  const isGiven = [recipeList, tab.limit, tab.from, tab.name, asked].some(
    (one) => one !== undefined,
  );
  return runId === null && list == null && !isGiven && isBlank && hasDefaultFields;
}

/**
 * Chooses a question: in a tab in which nothing was done yet, if there is one, or in a new one. Returns the
 * id of its tab.
 */
export function chooseQuestion(endpointId: string): string {
  const { snapshot } = useApp.getState();
  const active = activeTabOf(snapshot);
  const blank = [...(active ? [active] : []), ...tabsNow()].find(isUntouched);
  showPage('explore');
  const opened = snapshot === null ? endpointId : askableWith(snapshot, endpointId);
  if (blank === undefined) return openTab(opened);
  if (liveId(blank.query.endpointId) === endpointId) {
    showTab(blank.id);
    return blank.id;
  }
  // A new tab nevertheless, so that the old form's state doesn't appear in the new one.
  const tab = newTab(emptyQuery(opened));
  changeWorkspace(({ tabs }) => ({
    tabs: tabs.map((other) => (other.id === blank.id ? tab : other)),
    activeTab: tab.id,
  }));
  return tab.id;
}

/**
 * With a trial key, a question starts with stored data if there is a stored variant: live data is
 * refused.
 */
function askableWith({ credential, catalogue }: Snapshot, endpointId: string): string {
  if (credential?.kind !== 'trialKey') return endpointId;
  const stored = storedId(endpointId);
  return catalogue.endpoints.some(({ id }) => id === stored) ? stored : endpointId;
}

export const showTab = (tabId: string): void => changeWorkspace(() => ({ activeTab: tabId }));

/** Shows the page where a question is chosen. */
export const showStartPage = (): void => changeWorkspace(() => ({ activeTab: null }));

/** Shows it from any page. */
export function openNewTab(): void {
  showStartPage();
  showPage('explore');
}

/** Closes a tab; shows its neighbour if it was the active one. */
export const closeTab = (tabId: string): void =>
  changeWorkspace((workspace) => {
    const index = workspace.tabs.findIndex((tab) => tab.id === tabId);
    const tabs = workspace.tabs.filter((tab) => tab.id !== tabId);
    if (workspace.activeTab !== tabId) return { tabs };
    return { tabs, activeTab: (tabs[index] ?? tabs[index - 1])?.id ?? null };
  });

/** Restores a closed tab at its position and shows it. */
export function reopenTab(tab: Tab, index: number): void {
  showPage('explore');
  changeWorkspace(({ tabs }) => ({ tabs: tabs.toSpliced(index, 0, tab), activeTab: tab.id }));
}

/** Changes which rows of its run a tab shows, or which inputs of its list. */
export const showView = (tabId: string, rowsId: string, view: View): void =>
  updateTab(tabId, rowsId === runOf(rowsId) ? { view } : { inputsView: view });

export const updateTab = (tabId: string, change: Partial<Omit<Tab, 'id'>>): void =>
  changeWorkspace((workspace) => ({
    tabs: workspace.tabs.map((tab) => (tab.id === tabId ? { ...tab, ...change } : tab)),
  }));

/** Shows the rows of a run in another way, wherever they are open; null: as at first. */
export const lookAt = (runId: string, look: string | null): void =>
  changeWorkspace(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.runId === runId ? { ...tab, look } : tab)),
  }));

export const toggleStar = (endpointId: string): void =>
  changeWorkspace(({ starred }) => ({
    starred: starred.includes(endpointId)
      ? starred.filter((id) => id !== endpointId)
      : [...starred, endpointId],
  }));

/** Sets the person's default fields of a resource; an empty list removes them. */
export const setUsualFields = (resourceId: string, fields: string[]): void =>
  changeWorkspace(({ usualFields }) => ({ usualFields: { ...usualFields, [resourceId]: fields } }));

/**
 * The numbers of this window's saves. A reloaded page may request the workspace before the previous
 * page's last save has reached main: it names that save, and main waits for it. Session storage has
 * only the number, and only until the save is acknowledged.
 */
const storageKey = 'explorer-last-save';
const page = crypto.randomUUID();
let last = 0;

function nextTurn(): SaveTurn {
  last += 1;
  const turn = { window: page, number: last };
  sessionStorage.setItem(storageKey, `${page} ${last}`);
  return turn;
}

/** Returns the save that may still be in transit; undefined: none. */
export function pendingSaveTurn(): SaveTurn | undefined {
  const [window, number] = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
  const isTurn = window !== undefined && /^\d+$/.test(number ?? '');
  return isTurn ? { window, number: Number(number) } : undefined;
}

/** No arrangement: every column with a value, in its default position, the first one pinned. */
export const defaultLayout: ColumnLayout = {
  widths: {},
  order: [],
  hidden: [],
  shown: [],
  pinned: null,
};

/** `of`: by what it is known (`layoutKey`). */
export const useColumnLayout = (of: string): ColumnLayout =>
  useSnapshot(({ workspace }) => memberOf(workspace.columns, of) ?? defaultLayout);

/** The current layout, for actions. */
export const columnLayout = (of: string): ColumnLayout =>
  memberOf(useApp.getState().snapshot?.workspace.columns ?? {}, of) ?? defaultLayout;

export const changeColumnLayout = (
  of: string,
  change: (layout: ColumnLayout) => ColumnLayout,
): void =>
  changeWorkspace(({ columns }) => ({
    columns: { ...columns, [of]: change(memberOf(columns, of) ?? defaultLayout) },
  }));

/** Resets every column to its default. Returns the previous layout, for undo. */
export function resetColumnLayout(of: string): ColumnLayout {
  const before = columnLayout(of);
  changeColumnLayout(of, () => defaultLayout);
  return before;
}

export const useChosenRowStyle = (): RowStyle => useSnapshot(({ workspace }) => workspace.rowStyle);

/**
 * Returns the style in numbers; for rows with several lines, the window's height determines the density.
 * @param hasTexts whether there is a text that is longer than a line.
 */
export function useRowStyle(hasTexts = true): RowStyle {
  const { lines: chosen, ...style } = useChosenRowStyle();
  const isLow = useMediaQuery('(height <= 560px)', false, { getInitialValueInEffect: false });
  const lines = chosen === 0 ? (hasTexts ? 2 : 1) : chosen;
  return lines === 1
    ? { ...style, lines }
    : { ...style, lines, density: isLow ? 'compact' : 'normal' };
}

export const changeRowStyle = (change: Partial<RowStyle>): void =>
  changeWorkspace(({ rowStyle }) => ({ rowStyle: { ...rowStyle, ...change } }));
