/** What asking costs and brings, in words, before anything is asked. */
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';

export interface CostLine {
  price: string;
  /** How much a page brings; null when unknown or when there are no pages. */
  amount: string | null;
}

export function costLine(
  endpoint: Endpoint,
  resource: Resource | null,
  query: Query,
  isSample: boolean,
): CostLine {
  return {
    price: isSample ? 'Sample data: nothing is charged.' : priceOf(endpoint),
    amount: endpoint.pages && resource !== null ? amountOf(endpoint, resource, query) : null,
  };
}

function priceOf(endpoint: Endpoint): string {
  if (!endpoint.metered) return 'This call is not metered.';
  return endpoint.pages ? 'Each page is one metered call.' : 'One metered call.';
}

function amountOf(endpoint: Endpoint, resource: Resource, query: Query): string | null {
  const rule = endpoint.pageRule;
  const ruled = rule?.whileSet.some((key) => (query.values[key] ?? '').trim() !== '') ?? false;
  if (rule !== null && ruled) return `${rule.size} ${resource.many} ${rule.words}.`;
  return endpoint.usualPage === null ? null : `Usually ${endpoint.usualPage} ${resource.many}.`;
}
