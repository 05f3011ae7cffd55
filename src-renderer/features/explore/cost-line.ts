/** The cost and the expected amount of an answer, before anything is asked. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { problemOfValue } from '#shared/catalogue/parameter-kinds.ts';
import { sentValue } from '#shared/query/values.ts';
import type { UseSource } from '#shared/query/use-value.ts';

export interface CostLine {
  price: string;
  /** The expected amount; null if unknown or without pages. */
  amount: string | null;
}

export const costLine = (
  endpoint: Endpoint,
  resource: Resource | null,
  query: Query,
  { isSample, isTrial }: { isSample: boolean; isTrial: boolean },
): CostLine => ({
  price: isSample ? 'Sample data: nothing is charged.' : priceOf(endpoint),
  amount: resource === null ? null : amountOf(endpoint, resource, query, isTrial),
});

/** Whether further pages can follow the first one. */
export const canPage = (endpoint: Endpoint, query: Query): boolean =>
  endpoint.pages || answerOf(endpoint, query) === 'paging';

/** Returns the typical number of rows per page; null: unknown. */
export function typicalRows(endpoint: Endpoint, query: Query): number | null {
  if (isRuled(endpoint, query)) return endpoint.pageRule?.size ?? null;
  return chosenSize(endpoint, query) ?? endpoint.usualPage;
}

/** Returns the number of rows per page that the person entered; null: none, or an invalid one. */
function chosenSize({ parameters }: Endpoint, query: Query): number | null {
  const limit = parameters.find(({ key }) => key === 'limit');
  const value = limit === undefined ? null : sentValue(limit, query);
  if (limit === undefined || value === null) return null;
  return problemOfValue(limit.type, value) === null ? Number(value) : null;
}

/** How stored data should be answered (specification: `responseType`); null for live data. */
function answerOf(endpoint: Endpoint, query: Query): 'fast' | 'paging' | 'csv' | null {
  if (endpoint.kind !== 'stored') return null;
  const parameter = endpoint.parameters.find(({ key }) => key === 'responseType');
  const value = parameter === undefined ? null : sentValue(parameter, query);
  return value === 'paging' || value === 'csv' ? value : 'fast';
}

/**
 * The specification doesn't give the cost of further pages of stored data, so they count as metered like any
 * others.
 */
const priceOf = ({ metered }: Endpoint): string => (metered ? 'One call.' : 'This costs nothing.');

function amountOf(
  endpoint: Endpoint,
  resource: Resource,
  query: Query,
  isTrial: boolean,
): string | null {
  const answer = answerOf(endpoint, query);
  // Other answers are closed to trial keys: TrialClosed in AskRow.tsx.
  if (isTrial && answer === 'fast') {
    return `A trial key gets ${trialRowsPerCall} ${resource.many} at most.`;
  }
  switch (answer) {
    case 'fast':
      return `The first ${resource.many} that the service has stored.`;
    case 'paging':
      return 'Waiting is free.';
    case 'csv':
      return 'Usually a file, saved as the service sends it.';
    case null:
      return endpoint.pages ? liveAmount(endpoint, resource, query) : null;
    default:
      return assertNever(answer);
  }
}

function liveAmount(endpoint: Endpoint, resource: Resource, query: Query): string | null {
  const rule = endpoint.pageRule;
  if (rule !== null && isRuled(endpoint, query)) {
    return `${rule.size} ${resource.many} ${rule.words}.`;
  }
  const rows = typicalRows(endpoint, query);
  if (rows === null) return null;
  // Elsewhere no page size is documented.
  const isDocumented = endpoint.parameters.some(({ key }) => key === 'limit');
  return isDocumented
    ? `Usually ${rows} ${resource.many}.`
    : `About ${rows} ${resource.many}: the service decides.`;
}

const isRuled = ({ pageRule }: Endpoint, query: Query): boolean =>
  pageRule?.whileSet.some((key) => (query.values[key] ?? '').trim() !== '') ?? false;

/** What a trial key can't request. Source: specification, Authentication, rule 2. */
export type TrialLimit = 'live' | 'paging' | 'csv';

export function trialLimit(endpoint: Endpoint, query: Query): TrialLimit | null {
  if (!endpoint.trialAllowed) return 'live';
  const answer = answerOf(endpoint, query);
  return answer === 'paging' || answer === 'csv' ? answer : null;
}

/** A question as it was opened from an item, and that item. */
export interface OpenedFrom {
  values: Readonly<Record<string, string>>;
  texts: UseSource['texts'];
}

/**
 * Returns the count given by the item; null if it has none, or if the question was changed. Live data
 * only: the stored rows of an item are only a part.
 */
export function knownRows(
  opened: OpenedFrom | null,
  { kind, counted }: Endpoint,
  { values }: Query,
): number | null {
  if (opened === null || kind !== 'live') return null;
  const isAsked = ([key, value]: [string, string]): boolean => values[key] === value;
  const count = counted.find((one) => Object.entries(one.values).every(isAsked));
  if (count === undefined) return null;
  // Any other given value (another account, a date) makes it another question.
  const expected = { ...opened.values, ...count.values };
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const isSame = Object.entries(expected).every(isAsked) && given.every(([key]) => key in expected);
  const [digits = ''] = isSame ? opened.texts(count.field) : [];
  return /^[1-9]\d*$/.test(digits) ? Number(digits) : null;
}
