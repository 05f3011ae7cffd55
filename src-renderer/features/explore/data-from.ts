/** *Data from: Live | Stored*: the same question asked of another endpoint, or for all it has. */
import { liveId, storedId } from '#shared/query/data-from.ts';
import type { DataFrom } from '#shared/query/data-from.ts';
import type { Query } from '#shared/query/types.ts';
import { useApp, useSnapshot } from '../../state/app.ts';
import { updateTab } from '../../state/workspace.ts';
import { showParameter } from './form-view.ts';

/** Whether the service's stored data can be asked the question of an endpoint. */
export const useHasStored = (endpointId: string): boolean =>
  useSnapshot(({ catalogue }) => {
    const stored = storedId(endpointId);
    return catalogue.endpoints.some(({ id }) => id === stored);
  });

/** Values stay with the tab: those that both ask for are asked of either. */
export function chooseDataFrom(tabId: string, from: DataFrom): void {
  const tab = useApp.getState().snapshot?.workspace.tabs.find(({ id }) => id === tabId);
  if (tab === undefined) return;
  const { endpointId } = tab.query;
  const chosen = from === 'stored' ? storedId(endpointId) : liveId(endpointId);
  updateTab(tabId, { query: { ...tab.query, endpointId: chosen }, collapsed: false });
}

/** Fills in a question for all of its stored rows; the person asks it, or does not. */
export function chooseEverything(tabId: string, query: Query): void {
  updateTab(tabId, { query: { ...query, values: { ...query.values, responseType: 'paging' } } });
  showParameter(tabId, 'responseType');
}
