/** *Get what is new*: a run's question in a form, from where the run was; the person asks, or doesn't. */
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import { sinceLastTime } from '#shared/query/what-is-new.ts';
import type { Query } from '#shared/query/types.ts';
import { showPage } from './app.ts';
import { openListAgain } from './lists.ts';
import { openTab, updateTab } from './workspace.ts';

type Asked = Pick<Run | RunSummary, 'id' | 'createdAt' | 'list'> & { query: Query | null };

/** The question for what is new since a run; null where the service has no way to ask for it. */
export const whatIsNew = (endpoint: Endpoint, { query, createdAt }: Asked): Query | null =>
  query === null ? null : sinceLastTime(endpoint, query, createdAt);

/** Fills it into a form, all pages of it chosen. Returns the id of its tab; null for a list. */
export function openWhatIsNew({ id, query: before, list }: Asked, query: Query): string | null {
  if (list !== null) {
    void openListAgain(id, query);
    return null;
  }
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, {
    limit: { pages: null, rows: null },
    ...(before === null ? {} : { from: { runId: id, query: before } }),
  });
  showPage('explore');
  return tabId;
}
