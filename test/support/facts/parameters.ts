/** Query parameters (specification, "Parameter conventions" and the platforms' tables). */
import type { QueryParameterFact } from './types.ts';

const optional = (
  name: string,
  type: QueryParameterFact['type'],
  more: Partial<QueryParameterFact> = {},
): QueryParameterFact => ({
  name,
  evidence: 'documented',
  type,
  required: false,
  requiredEvidence: 'documented',
  ...more,
});

const optionalChoice = (
  name: string,
  allowed: readonly string[],
  more: Partial<QueryParameterFact> = {},
): QueryParameterFact =>
  optional(name, 'enum', { allowed, allowedEvidence: 'documented', ...more });

export const since = optional('since', 'date');
export const until = optional('until', 'date');
export const fields = optional('fields', 'fields');
export const cursor = optional('cursor', 'cursor');

/** Stored data only (specification, "What the service does", 4). */
export const responseType = optionalChoice('responseType', ['fast', 'paging', 'csv']);

const required = { required: true } as const;
const assumed = { evidence: 'assumed' } as const;
const assumedRequired = { ...required, requiredEvidence: 'assumed' } as const;

/** By the name on the wire, but for those that differ between endpoints. */
export const parameters: ReadonlyMap<string, QueryParameterFact> = new Map(
  Object.entries({
    since,
    until,
    fields,
    cursor,
    lang: optional('lang', 'text'),
    countryCode: optional('countryCode', 'text'),
    sortBy: optionalChoice('sortBy', ['relevance', 'latest']),
    sort: optionalChoice('sort', ['new', 'hot', 'top', 'controversial'], { default: 'new' }),
    time: optionalChoice('time', ['hour', 'day', 'week', 'month', 'year', 'all'], {
      default: 'all',
      appliesTo: { name: 'sort', values: ['top', 'controversial'] },
    }),
    limit: optional('limit', 'integer', { default: 100, min: 1, max: 100 }),
    ids: optional('ids', 'list', { ...assumed, ...assumedRequired, maxItems: 100 }),
    connectionType: optionalChoice('connectionType', ['followers', 'following'], required),
    // The name is not shown; its values are documented for photoshare only.
    postInteraction: optionalChoice('interactionType', ['commenters', 'quoters', 'retweeters'], {
      ...assumed,
      ...assumedRequired,
      allowedEvidence: 'assumed',
    }),
    mediaInteraction: optionalChoice('interactionType', ['commenters', 'likers'], {
      ...assumed,
      ...assumedRequired,
    }),
    // Search texts, which must not be blank.
    q: optional('q', 'text', required),
    userWords: optional('q', 'text', assumedRequired),
    name: optional('name', 'text', { ...assumed, ...assumedRequired }),
    keyword: optional('keyword', 'text', { ...assumed, ...required }),
  }),
);
