import { describe, expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { catalogueSchema } from '#shared/catalogue/types.ts';
import { liveEndpoints, otherEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { limits } from '#test/support/facts/records.ts';
import {
  asFact,
  inPlace,
  liveInCatalogue,
  ofTheSpecification,
  othersInCatalogue,
  resourceNameOf,
} from './as-facts.ts';
import { dataEndpoints, endpointOf, resourceOf } from '../query/make.ts';

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id).toSorted();

describe('the catalogue has the endpoints of the specification and no others', () => {
  it('has 26 live, 19 stored and 9 other endpoints under the same ids', () => {
    expect(idsOf(dataEndpoints)).toEqual(idsOf([...liveEndpoints, ...storedEndpoints]));
    expect(idsOf(othersInCatalogue)).toEqual(idsOf(otherEndpoints));
    const counts = [liveEndpoints, storedEndpoints, otherEndpoints].map(({ length }) => length);
    expect(counts).toEqual([26, 19, 9]);
  });

  it('names no id twice and fits its own schema', () => {
    const ids = idsOf(catalogue.endpoints);
    expect(new Set(ids).size).toBe(ids.length);
    expect(catalogueSchema.parse(catalogue)).toEqual(catalogue);
  });
});

const dataFacts = [...liveEndpoints, ...storedEndpoints];

it.each(dataFacts.map((fact) => [fact.id, fact] as const))('%s is as specified', (id, fact) => {
  const kind = 'liveId' in fact ? 'stored' : 'live';
  const endpoint = endpointOf(id);
  const inPath = inPlace(endpoint, 'path');
  const pathKeys = fact.pathParameters.map(({ name }) => name);
  expect({
    ...endpoint,
    inPath: inPath.map(({ key }) => key),
    onTheWire: inPath.map(({ wire }) => wire),
    inTemplate: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key),
    isPathRequired: inPath.every(({ required }) => required),
    inQuery: inPlace(endpoint, 'query').map(asFact),
    queryKeys: inPlace(endpoint, 'query').map(({ key }) => key),
    inBody: inPlace(endpoint, 'body'),
    resource: resourceNameOf(endpoint.resource),
    pageRule: endpoint.pageRule && [endpoint.pageRule.whileSet, endpoint.pageRule.size],
  }).toMatchObject({
    kind,
    platform: fact.platform,
    method: 'GET',
    path: fact.path,
    pathEvidence: fact.pathEvidence,
    inPath: pathKeys,
    onTheWire: pathKeys,
    inTemplate: pathKeys,
    isPathRequired: true,
    // The field picker and the run engine own these two.
    inQuery: fact.query.filter(({ type }) => type !== 'fields' && type !== 'cursor'),
    queryKeys: fact.query.map(({ name }) => name).filter((name) => !/^(fields|cursor)$/.test(name)),
    inBody: [],
    resource: fact.resource,
    credential: 'accessKey',
    metered: true,
    trialAllowed: kind === 'stored',
    pages: 'pages' in fact && fact.pages,
    envelope: kind,
    extra: fact.parentComment ? 'parent_comment' : null,
    pageRule:
      id === 'microblog.posts.search' ? [['since', 'until'], limits.postSearchPageWithDates] : null,
  });
});

it.each(otherEndpoints.map((fact) => [fact.id, fact] as const))(
  '%s is as specified: method, path, credential, parameters, not metered',
  (id, fact) => {
    const endpoint = othersInCatalogue.find((one) => one.id === id);
    if (endpoint === undefined) throw new Error(`the catalogue has no ${id}`);
    expect(endpoint).toMatchObject({
      method: fact.method,
      path: fact.path,
      pathEvidence: 'documented',
      credential: fact.credential === 'session' ? 'sessionToken' : fact.credential,
      metered: fact.metered,
      pages: false,
      platform: null,
      resource: null,
    });
    expect(inPlace(endpoint, 'path').map(({ key }) => key)).toEqual(fact.pathParameters);
    expect(inPlace(endpoint, 'body').map(({ wire }) => wire)).toEqual(fact.body ?? []);
    expect(inPlace(endpoint, 'query')).toEqual([]);
  },
);

describe('resources', () => {
  it('are the eleven of the specification, each returned by some endpoint', () => {
    const names = catalogue.resources.map(({ id }) => resourceNameOf(id)).toSorted();
    expect(names).toEqual(Object.keys(fieldLists).toSorted());
    expect([...new Set(liveEndpoints.map(({ resource }) => resource))].toSorted()).toEqual(names);
  });

  it.each(catalogue.resources.map((resource) => [resource.id, resource] as const))(
    '%s has its fields complete, in order, with their evidence, some of them shown at first',
    (id, { fields, fieldsEvidence, fieldsClosed, platform }) => {
      const { names, evidence } = fieldLists[resourceNameOf(id)];
      expect(fields.map(({ name }) => name)).toEqual(names);
      expect(ofTheSpecification(fieldsEvidence)).toBe(evidence);
      expect(fieldsClosed).toBe(evidence === 'documented');
      expect(platform).toBe(id.split('.')[0]);
      const usual = fields.filter((field) => field.usual);
      expect(usual.length).toBeGreaterThan(4);
      expect(usual[0]?.name).toBe('id');
      expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
    },
  );
});

/** One answer leads to the next question: which fields feed which parameters. */
describe('what parameters take', () => {
  const takes = liveInCatalogue.flatMap((endpoint) =>
    endpoint.parameters.flatMap((parameter) =>
      parameter.takes.map((taken) => ({ endpoint, taken })),
    ),
  );

  it('are fields of their resource, on the same platform', () => {
    for (const { endpoint, taken } of takes) {
      expect(resourceOf(taken).platform, endpoint.id).toBe(endpoint.platform);
      const names: readonly string[] = fieldLists[resourceNameOf(taken.resource)].names;
      for (const field of [taken.field, taken.whileEmpty ?? taken.field]) {
        expect(names, `${endpoint.id} takes ${taken.resource}`).toContain(field);
      }
    }
  });

  it('feeds every path parameter of a live question', () => {
    const inPaths = liveInCatalogue.flatMap((endpoint) => inPlace(endpoint, 'path'));
    expect(inPaths.filter((parameter) => parameter.takes.length === 0)).toEqual([]);
  });

  it('has what names an item, unless no question of the platform asks for such a thing', () => {
    const leading = new Set(takes.map(({ taken }) => `${taken.resource} ${taken.field}`));
    const silent = catalogue.resources.filter(
      ({ id, identity }) => !leading.has(`${id} ${identity}`),
    );
    // Accounts of microblog go by username, and no question takes the id of a forum comment.
    expect(idsOf(silent)).toEqual(['forum.comment', 'microblog.user']);
  });

  it('is the same for stored questions', () => {
    for (const { id, parameters } of liveInCatalogue) {
      const stored = dataEndpoints.find((one) => one.id === `${id}.stored`);
      for (const { key, takes: fed } of stored === undefined ? [] : parameters) {
        expect(stored?.parameters.find((one) => one.key === key)?.takes).toEqual(fed);
      }
    }
  });
});
