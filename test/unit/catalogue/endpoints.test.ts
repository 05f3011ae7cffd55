import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { catalogueSchema } from '#shared/catalogue/types.ts';
import { liveEndpoints, otherEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { limits } from '#test/support/facts/limits.ts';
import type { LiveEndpointFact, StoredEndpointFact } from '#test/support/facts/types.ts';
import {
  asFact,
  fieldsEvidenceOf,
  inPlace,
  liveInCatalogue,
  othersInCatalogue,
  resourceNameOf,
  storedInCatalogue,
} from './as-facts.ts';

const dataInCatalogue = [...liveInCatalogue, ...storedInCatalogue];
const dataFacts: readonly (LiveEndpointFact | StoredEndpointFact)[] = [
  ...liveEndpoints,
  ...storedEndpoints,
];

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id).toSorted();

describe('the catalogue has the endpoints of the specification and no others', () => {
  it('has 26 live, 19 stored and 9 other endpoints under the same ids', () => {
    expect(idsOf(liveInCatalogue)).toEqual(idsOf(liveEndpoints));
    expect(idsOf(storedInCatalogue)).toEqual(idsOf(storedEndpoints));
    expect(idsOf(othersInCatalogue)).toEqual(idsOf(otherEndpoints));
    expect([liveEndpoints.length, storedEndpoints.length, otherEndpoints.length]).toEqual([
      26, 19, 9,
    ]);
  });

  it('names no id twice and fits its own schema', () => {
    const ids = idsOf(catalogue.endpoints);
    expect(new Set(ids).size).toBe(ids.length);
    expect(catalogueSchema.parse(catalogue)).toEqual(catalogue);
  });

  it('leaves out on purpose what changes billing, and what has no screen', () => {
    const paths = catalogue.endpoints.map(({ path }) => path);
    // Nothing in this program changes billing or mints keys.
    expect(paths.filter((path) => /^\/api\/(tokens|stripe)/.test(path))).toEqual([]);
    // Payloads not shown; reached read-only by typing a path.
    expect(paths.filter((path) => path.startsWith('/api/crawl'))).toEqual([]);
    // The same description twice more: as YAML and as a page.
    expect(paths).toContain('/openapi.json');
    expect(paths.filter((path) => /openapi\.yaml|api-docs/.test(path))).toEqual([]);
  });

  it('posts nothing but the request for a trial key', () => {
    const posting = catalogue.endpoints.filter(({ method }) => method !== 'GET');
    expect(posting.map(({ id, method }) => [id, method])).toEqual([['trial.token', 'POST']]);
  });
});

describe.each(dataFacts.map((fact) => [fact.id, fact] as const))('%s', (id, fact) => {
  const endpoint = dataInCatalogue.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`the catalogue has no ${id}`);
  const isLive = !('liveId' in fact);

  it('has the documented or assumed path', () => {
    expect({
      method: endpoint.method,
      path: endpoint.path,
      pathEvidence: endpoint.pathEvidence,
      platform: endpoint.platform,
      kind: endpoint.kind,
    }).toEqual({
      method: 'GET',
      path: fact.path,
      pathEvidence: fact.pathEvidence,
      platform: fact.platform,
      kind: isLive ? 'live' : 'stored',
    });
  });

  it('has exactly the path parameters, all required', () => {
    const inPath = inPlace(endpoint, 'path');
    expect(inPath.map(({ key }) => key)).toEqual(fact.pathParameters.map(({ name }) => name));
    expect(inPath.map(({ wire }) => wire)).toEqual(inPath.map(({ key }) => key));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(
      inPath.map(({ key }) => key),
    );
  });

  it('has exactly the query parameters, in order, with their rules and evidence', () => {
    const own = fact.query.filter(({ type }) => type !== 'fields' && type !== 'cursor');
    const inQuery = inPlace(endpoint, 'query');
    expect(inQuery.map(asFact)).toEqual(own);
    expect(inQuery.map(({ key }) => key)).toEqual(inQuery.map(({ wire }) => wire));
    expect(inPlace(endpoint, 'body')).toEqual([]);
  });

  it('takes `fields`, from a closed list only where the specification has one', () => {
    const takesFields = fact.query.some(({ type }) => type === 'fields');
    expect(takesFields).toBe(true);
    expect(resourceNameOf(endpoint.resource)).toBe(fact.resource);
    expect(fieldsEvidenceOf(endpoint)).toBe(fact.fieldList === 'closed' ? 'documented' : 'assumed');
  });

  it('is metered, needs an access key, and pages and takes trial keys as specified', () => {
    expect({
      credential: endpoint.credential,
      metered: endpoint.metered,
      trialAllowed: endpoint.trialAllowed,
      pages: endpoint.pages,
      takesCursor: endpoint.pages,
      envelope: endpoint.envelope,
      extra: endpoint.extra,
    }).toEqual({
      credential: 'accessKey',
      metered: true,
      trialAllowed: !isLive,
      pages: 'pages' in fact && fact.pages,
      takesCursor: fact.query.some(({ type }) => type === 'cursor'),
      envelope: isLive ? 'live' : 'stored',
      extra: fact.parentComment ? 'parent_comment' : null,
    });
  });

  it('has pages of ten only where the specification says so', () => {
    const rule = endpoint.pageRule;
    expect(rule && [rule.whileSet, rule.size]).toEqual(
      id === 'microblog.posts.search' ? [['since', 'until'], limits.postSearchPageWithDates] : null,
    );
  });
});

describe.each(otherEndpoints.map((fact) => [fact.id, fact] as const))('%s', (id, fact) => {
  const endpoint = othersInCatalogue.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`the catalogue has no ${id}`);
  const need = { accessKey: 'accessKey', session: 'sessionToken', none: 'none' } as const;

  it('is as specified: method, path, credential, not metered', () => {
    expect({
      method: endpoint.method,
      path: endpoint.path,
      pathEvidence: endpoint.pathEvidence,
      credential: endpoint.credential,
      metered: endpoint.metered,
      pages: endpoint.pages,
      platform: endpoint.platform,
      resource: endpoint.resource,
    }).toEqual({
      method: fact.method,
      path: fact.path,
      pathEvidence: 'documented',
      credential: need[fact.credential],
      metered: fact.metered,
      pages: false,
      platform: null,
      resource: null,
    });
  });

  it('has exactly the parameters of its path and body', () => {
    expect(inPlace(endpoint, 'path').map(({ key }) => key)).toEqual(fact.pathParameters);
    expect(inPlace(endpoint, 'body').map(({ wire }) => wire)).toEqual(fact.body ?? []);
    expect(inPlace(endpoint, 'query')).toEqual([]);
  });
});
