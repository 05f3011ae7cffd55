/** Builds the one request that a query stands for. Pure: the window shows what main will send. */
import { assertNever } from '../assert-never.ts';
import type { Endpoint, OptionNames } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';
import { splitIds } from '../catalogue/parameter-kinds.ts';

export interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Encoded path, starting with a slash. */
  path: string;
  /** Wire names and plain values, in the catalogue's order; `fields` and `cursor` last. */
  params: readonly (readonly [name: string, value: string])[];
  /** The JSON body of a POST. */
  body: Readonly<Record<string, string>> | null;
}

/** What is added to an otherwise identical request for the next page. */
export type Continuation =
  /** Specification, Limits, rule 1. */
  | { kind: 'cursor'; value: string }
  /** A page of a finished operation (assumed: the specification only has `tableName`). */
  | { kind: 'storedPage'; pageNumber: number; tableName: string };

/** Builds the request for a query or for its next page. The query must be valid. */
export function buildRequest(
  endpoint: Endpoint,
  query: Query,
  continuation: Continuation | null = null,
): ServiceRequest {
  let path = endpoint.path;
  const params: (readonly [string, string])[] = [];
  const body: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value === null) continue;
    if (parameter.place === 'path') {
      path = path.replace(`{${parameter.key}}`, () => encoded(value));
    } else if (parameter.place === 'query') {
      // A list whose values the service expects one by one (OpenAPI: `explode`).
      const values = parameter.repeated === true ? splitIds(value) : [value];
      params.push(...values.map((one) => [parameter.wire, one] as const));
    } else {
      body[parameter.wire] = value;
    }
  }
  const { optionNames } = endpoint;
  if (query.fields.length > 0 && optionNames.fields !== null) {
    params.push([optionNames.fields, query.fields.join(',')]);
  }
  if (continuation !== null) params.push(...continuationParams(continuation, optionNames));
  return {
    method: endpoint.method,
    path,
    params,
    body: endpoint.method === 'POST' ? body : null,
  };
}

function continuationParams(
  continuation: Continuation,
  names: OptionNames,
): (readonly [string, string])[] {
  switch (continuation.kind) {
    case 'cursor':
      return [[names.cursor, continuation.value]];
    case 'storedPage':
      return [
        [names.pageNumber, String(continuation.pageNumber)],
        [names.tableName, continuation.tableName],
      ];
    default:
      return assertNever(continuation);
  }
}

/** Half a character has no encoding and stays as it is: `send` refuses the address. */
const encoded = (text: string): string => text.replaceAll(/\P{Surrogate}+/gu, encodeURIComponent);

/** Returns path and query string, ready to append to a service address. */
export function requestTarget(request: ServiceRequest): string {
  if (request.params.length === 0) return request.path;
  const search = request.params
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return `${request.path}?${search}`;
}

/** Returns the full address: the service's address may have a path of its own, never a query. */
export const requestUrl = (address: string, request: ServiceRequest): string =>
  `${address.replace(/\/+$/, '')}${requestTarget(request)}`;
