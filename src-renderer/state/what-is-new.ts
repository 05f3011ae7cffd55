/**
 * *Get what is new*: a run's question in a form, from where the run was; the person asks, or
 * doesn't.
 */
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { showPage } from './app.ts';
import { openListAgain } from './lists.ts';
import { openTab, updateTab } from './workspace.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The question from the day before it was asked last, where it takes a *From*: days are those of UTC,
 * and what was posted around midnight is rather had twice than not at all. Null where it takes none.
 * @param askedAt ISO 8601.
 */
export function sinceLastTime(endpoint: Endpoint, query: Query, askedAt: string): Query | null {
  const takesDate = endpoint.parameters.some(
    ({ key, type }) => key === 'since' && type.kind === 'date',
  );
  if (endpoint.kind !== 'live' || !takesDate) return null;
  const since = new Date(Date.parse(askedAt) - dayMs).toISOString().slice(0, 10);
  const { until: _over, ...values } = query.values;
  const asked = (query.values['since'] ?? '').trim();
  return { ...query, values: { ...values, since: asked > since ? asked : since } };
}

/**
 * Whether its rows come newest first, so that a page of known rows is the end of what is new. Asked
 * without a limit, the service would hand out all the rest, too.
 */
export function comesNewestFirst(
  { kind, newestFirst }: Pick<Endpoint, 'kind' | 'newestFirst'>,
  query: Query,
): boolean {
  if (kind !== 'live' || newestFirst === null) return false;
  const { unless } = newestFirst;
  return unless === null || !unless.values.includes(query.values[unless.key] ?? '');
}

type Asked = Pick<Run | RunSummary, 'id' | 'createdAt' | 'list'> & { query: Query | null };

/** How what is new is asked for: from a day on, or until rows come that the run has. */
interface News {
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
