/** One answer leads to the next question: which fields feed which parameters. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { liveInCatalogue, resourceNameOf } from './as-facts.ts';

const takes = liveInCatalogue.flatMap((endpoint) =>
  endpoint.parameters.flatMap((parameter) =>
    parameter.takes.map((taken) => ({ endpoint, parameter, taken })),
  ),
);

it('every field named is one of its resource, on the same platform', () => {
  for (const { endpoint, taken } of takes) {
    const resource = catalogue.resources.find(({ id }) => id === taken.resource);
    expect(resource?.platform, endpoint.id).toBe(endpoint.platform);
    const names: readonly string[] = fieldLists[resourceNameOf(taken.resource)].names;
    for (const field of [taken.field, taken.whileEmpty ?? taken.field]) {
      expect(names, `${endpoint.id} takes ${taken.resource}`).toContain(field);
    }
  }
});

describe('every path parameter of a live question is fed by fields', () => {
  it.each(liveEndpoints.map((fact) => [fact.id, fact] as const))('%s', (id, fact) => {
    const endpoint = liveInCatalogue.find((one) => one.id === id);
    for (const { name } of fact.pathParameters) {
      const parameter = endpoint?.parameters.find(({ key }) => key === name);
      expect(parameter?.takes.length, name).toBeGreaterThan(0);
    }
  });
});

it('what names an item of a platform leads on, unless no question of it asks for such a thing', () => {
  const leading = new Set(takes.map(({ taken }) => `${taken.resource} ${taken.field}`));
  const silent = catalogue.resources
    .filter(({ id, identity }) => !leading.has(`${id} ${identity}`))
    .map(({ id }) => id);
  // Accounts of microblog go by username, and no question takes the id of a forum comment.
  expect(silent).toEqual(['microblog.user', 'forum.comment']);
});

it('stored questions take what live ones do', () => {
  for (const endpoint of catalogue.endpoints.filter(({ kind }) => kind === 'stored')) {
    const live = liveInCatalogue.find(({ id }) => `${id}.stored` === endpoint.id);
    for (const { key, takes: fed } of live?.parameters ?? []) {
      expect(endpoint.parameters.find((one) => one.key === key)?.takes).toEqual(fed);
    }
  }
});
