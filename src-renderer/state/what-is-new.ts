/**
 * *Get what is new*: a run's question in a form, starting where the run stopped; the person may then
 * ask it.
 */
import type { Endpoint } from '#shared/catalogue/types.ts';
import { newestFirstField } from '#shared/catalogue/types.ts';
import { dayAt, sinceLastTime } from '#shared/query/values.ts';
import type { Query } from '#shared/query/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { showPage } from './app.ts';
import { openListAgain } from './lists.ts';
import { openTab, updateTab } from './workspace.ts';

type Asked = Pick<Run | RunSummary, 'id' | 'createdAt' | 'list'> & { query: Query | null };

/** How to ask for what is new: from a date, or until rows appear that the run has. */
interface News {
  query: Query;
  untilKnown: boolean;
}

/**
 * Returns null if the service has no way to ask for what is new since a run.
 * @param identity the field by which rows are known; without it, none would be.
 */
export function whatIsNew(
  endpoint: Endpoint,
  { query, createdAt, list }: Asked,
  identity: string | null,
): News | null {
  if (query === null) return null;
  const since = sinceLastTime(endpoint, query, createdAt, new Date());
  if (since !== null) return { query: since, untilKnown: false };
  const hasIds =
    identity !== null && (query.fields.length === 0 || query.fields.includes(identity));
  // In another order, a page of known rows would not end what is new.
  return list === null && hasIds && newestFirstField(endpoint, query) !== null
    ? { query, untilKnown: true }
    : null;
}

/** Fills it into a form, with all its pages chosen. Sends nothing. */
export function openWhatIsNew({ id, query: before, list }: Asked, { query, untilKnown }: News) {
  const origin = before === null ? {} : { from: { runId: id, query: before } };
  if (list !== null) {
    void openListAgain(id, query, origin);
    return;
  }
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, {
    limit: { pages: null, rows: null },
    ...origin,
    ...(untilKnown ? { untilKnown } : {}),
  });
  showPage('explore');
}

/** Returns the day from which a tab's question asks again what its earlier run has; null if it doesn't. */
export function asksAgainSince({ from, query, runId }: Tab): string | null {
  const since = dayAt(query.values['since'] ?? '', new Date());
  if (from === undefined || runId !== null || since === '') return null;
  const others = ({
    endpointId,
    values: { since: _since, until: _until, ...values },
  }: Query): string => JSON.stringify([endpointId, values]);
  const isSame = others(from.query) === others(query);
  return isSame ? since : null;
}

/**
 * Returns the run at whose rows a tab's question stops; null: none, as after the question was edited.
 */
export function stopsAt({ untilKnown, from, query }: Tab): string | null {
  if (untilKnown !== true || from === undefined) return null;
  const values = (one: Query): string => JSON.stringify([one.endpointId, one.values]);
  return values(from.query) === values(query) ? from.runId : null;
}
