/** Endpoints, resources and queries for tests of the pure rules. */
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { validateQuery } from '#shared/query/values.ts';
import type { Complaints } from '#shared/query/values.ts';

export const dataEndpoints: readonly DataEndpoint[] = catalogue.endpoints.filter(isDataEndpoint);

/** The one of them with this id; throws where there is none. */
function called<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the catalogue has no ${id}`);
  return found;
}

export const endpointOf = (id: string): DataEndpoint => called(dataEndpoints, id);
export const resourceOf = ({ resource }: { resource: string }): Resource =>
  called(catalogue.resources, resource);

/** The endpoint's example with some values changed. */
export const queryOf = (
  endpoint: DataEndpoint,
  values: Readonly<Record<string, string>> = {},
  fields: string[] = [],
): Query => ({ endpointId: endpoint.id, values: { ...endpoint.example, ...values }, fields });

export function complaintsAbout(
  id: string,
  values: Readonly<Record<string, string>> = {},
  fields: string[] = [],
): Complaints {
  const endpoint = endpointOf(id);
  return validateQuery(endpoint, queryOf(endpoint, values, fields), resourceOf(endpoint));
}

/** Texts that have led addresses astray: dots, slashes, encodings of them, ends of a path. */
export const hostileTexts: readonly string[] = [
  ['..', '.', '...', ' .. ', '../..', '/', '//evil.example', 'a/b', '\\', '..\\..', '%2e%2e'],
  ['%2E', '%2f', '%252e', '%00', '?q=1', 'a?b#c', '#', ';jsessionid=1', '@evil.example'],
  ['x&fields=id', 'a=b', 'a+b', 'a b', 'tab\there', 'line\nbreak', '\u0000', '．．', '／', '‥'],
  ['é', 'e\u0301', 'שלום', '👩‍👩‍👧', "it's", '"quoted"', '`id`', '$(id)', '${id}'],
  ['{commentId}', '{id}', '$&', "$'"],
].flat();
