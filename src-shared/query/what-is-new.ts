/** How a question is asked for what is new since it was asked before. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';

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
