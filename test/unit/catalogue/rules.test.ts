import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { liveEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { invalidIdMessages } from '#test/support/facts/patterns.ts';
import type { LiveEndpointFact, StoredEndpointFact } from '#test/support/facts/types.ts';
import { inPlace, liveInCatalogue, storedInCatalogue } from './as-facts.ts';
import { pathExamples, queryExamples } from './example-values.ts';

type DataFact = LiveEndpointFact | StoredEndpointFact;
const dataFacts: readonly DataFact[] = [...liveEndpoints, ...storedEndpoints];

function catalogued(fact: DataFact) {
  const endpoint = [...liveInCatalogue, ...storedInCatalogue].find(({ id }) => id === fact.id);
  const resource = catalogue.resources.find(({ id }) => id === endpoint?.resource);
  if (!endpoint || !resource) throw new Error(`the catalogue has no ${fact.id}`);
  return { endpoint, resource };
}

/** Complaints about a query that is the endpoint's own example but for what is given. */
function complaintsOf(
  fact: DataFact,
  values: Readonly<Record<string, string>>,
  fields: string[] = [],
): Readonly<Record<string, string>> {
  const { endpoint, resource } = catalogued(fact);
  const query = { endpointId: endpoint.id, values: { ...endpoint.example, ...values }, fields };
  return validateQuery(endpoint, query, resource);
}

describe.each(dataFacts.map((fact) => [fact.id, fact] as const))('%s', (_, fact) => {
  it('has a valid example', () => {
    expect(complaintsOf(fact, {})).toEqual({});
  });

  it.each(fact.pathParameters.map(({ name, rule }) => [name, rule] as const))(
    'accepts and refuses values of {%s} as its rule (%s) says',
    (name, rule) => {
      for (const value of pathExamples[rule].accepted) {
        expect(complaintsOf(fact, { [name]: value }), value).toEqual({});
      }
      for (const value of pathExamples[rule].refused) {
        expect(Object.keys(complaintsOf(fact, { [name]: value })), value).toEqual([name]);
      }
    },
  );

  const formParameters = fact.query.filter(({ type }) => type !== 'fields' && type !== 'cursor');
  it.each(formParameters.map((one) => [one.name, one] as const))(
    'accepts and refuses values of %s as specified',
    (name, parameter) => {
      // A parameter that only matters with another one is looked at while it matters.
      const { appliesTo } = parameter;
      const along = appliesTo ? { [appliesTo.name]: appliesTo.values[0] ?? '' } : {};
      const { accepted, refused } = queryExamples(parameter);
      for (const value of accepted) {
        expect(complaintsOf(fact, { ...along, [name]: value }), value).toEqual({});
      }
      for (const value of refused) {
        expect(Object.keys(complaintsOf(fact, { ...along, [name]: value })), value).toEqual([name]);
      }
    },
  );

  it('takes every listed field, and others only where the list is assumed', () => {
    const names = [...fieldLists[fact.resource].names];
    expect(complaintsOf(fact, {}, names)).toEqual({});
    const open = fact.fieldList === 'suggestions';
    expect(Object.keys(complaintsOf(fact, {}, ['id', 'notInAnyList']))).toEqual(
      open ? [] : ['fields'],
    );
    expect(Object.keys(complaintsOf(fact, {}, ['id,username']))).toEqual(['fields']);
  });
});

describe('sentences', () => {
  it.each([
    ['microblog.posts.get', '12a', invalidIdMessages.microblogPostId],
    ['photoshare.posts.get', 'a/b', invalidIdMessages.photosharePostId],
  ])('%s says what the specification says about a wrong id', (id, value, message) => {
    const fact = liveEndpoints.find((one) => one.id === id);
    if (!fact) throw new Error(`no ${id}`);
    expect(complaintsOf(fact, { id: value })['id']).toMatch(message);
  });

  it('every required value has a sentence for when it is missing', () => {
    for (const endpoint of [...liveInCatalogue, ...storedInCatalogue]) {
      for (const { key, required, missing } of inPlace(endpoint, 'query')) {
        if (required) expect(missing, `${endpoint.id} ${key}`).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  it('an end before its beginning is refused, the same day is not', () => {
    const fact = liveEndpoints.find(({ id }) => id === 'microblog.posts.search');
    if (!fact) throw new Error('no search');
    const days = { since: '2026-03-02', until: '2026-03-01' };
    expect(Object.keys(complaintsOf(fact, days))).toEqual(['until']);
    expect(complaintsOf(fact, { ...days, until: days.since })).toEqual({});
  });
});
