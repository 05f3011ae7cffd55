/** *Get what is new*: a run's question in a form, from where the run was; the person asks, or doesn't. */
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { comesNewestFirst, sinceLastTime } from '#shared/query/what-is-new.ts';
import type { Query } from '#shared/query/types.ts';
import { showPage } from './app.ts';
import { openListAgain } from './lists.ts';
import { openTab, updateTab } from './workspace.ts';

type Asked = Pick<Run | RunSummary, 'id' | 'createdAt' | 'list'> & { query: Query | null };

/** How what is new is asked for: from a day on, or until rows come that the run has. */
export interface News {
  query: Query;
  untilKnown: boolean;
}

/** Null where the service has no way to ask for what is new since a run. */
export function whatIsNew(endpoint: Endpoint, { query, createdAt, list }: Asked): News | null {
  if (query === null) return null;
  const since = sinceLastTime(endpoint, query, createdAt);
  if (since !== null) return { query: since, untilKnown: false };
  return list === null && comesNewestFirst(endpoint, query) ? { query, untilKnown: true } : null;
}

/** Fills it into a form, all pages of it chosen. Asks nothing. */
export function openWhatIsNew({ id, query: before, list }: Asked, { query, untilKnown }: News) {
  if (list !== null) {
    void openListAgain(id, query);
    return;
  }
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, {
    limit: { pages: null, rows: null },
    ...(before === null ? {} : { from: { runId: id, query: before } }),
    ...(untilKnown ? { untilKnown } : {}),
  });
  showPage('explore');
}

/** The run at whose rows a tab's question stops; null: at none, as once another one is typed. */
export function stopsAt({ untilKnown, from, query }: Tab): string | null {
  if (untilKnown !== true || from === undefined) return null;
  const values = (one: Query): string => JSON.stringify([one.endpointId, one.values]);
  return values(from.query) === values(query) ? from.runId : null;
}
