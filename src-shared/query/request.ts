/** From a query to the one request it stands for. Pure: the window shows what main will send. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';

export interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Encoded path, starting with a slash. */
  path: string;
  /** Wire names and plain values, in the catalogue's order; `fields` and `cursor` last. */
  params: readonly (readonly [name: string, value: string])[];
  /** The JSON body of a POST. */
  body: Readonly<Record<string, string>> | null;
}

/**
 * Builds the request of a query. The query must be valid (`validateQuery`). With a cursor the
 * request is otherwise identical: specification, Limits, rule 1.
 */
export function buildRequest(
  endpoint: Endpoint,
  query: Query,
  cursor: string | null = null,
): ServiceRequest {
  let path = endpoint.path;
  const params: (readonly [string, string])[] = [];
  const body: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value === null) continue;
    if (parameter.place === 'path') {
      path = path.replace(`{${parameter.key}}`, () => encodeURIComponent(value));
    } else if (parameter.place === 'query') {
      params.push([parameter.wire, value]);
    } else {
      body[parameter.wire] = value;
    }
  }
  if (query.fields.length > 0) params.push(['fields', query.fields.join(',')]);
  if (cursor !== null) params.push(['cursor', cursor]);
  return {
    method: endpoint.method,
    path,
    params,
    body: endpoint.method === 'POST' ? body : null,
  };
}

/** Path and query string, ready to be appended to a service address. */
export function requestTarget(request: ServiceRequest): string {
  if (request.params.length === 0) return request.path;
  const search = request.params
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return `${request.path}?${search}`;
}

/** The full address: the service's address may carry a path of its own, never a query. */
export function requestUrl(address: string, request: ServiceRequest): string {
  return `${address.replace(/\/+$/, '')}${requestTarget(request)}`;
}
