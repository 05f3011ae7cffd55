import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { resourceNameOf } from './as-facts.ts';

describe('resources', () => {
  it('are the eleven of the specification, each returned by some endpoint', () => {
    const names = catalogue.resources.map(({ id }) => resourceNameOf(id)).toSorted();
    expect(names).toEqual(Object.keys(fieldLists).toSorted());
    expect([...new Set(liveEndpoints.map(({ resource }) => resource))].toSorted()).toEqual(names);
  });

  it.each(catalogue.resources.map((resource) => [resource.id, resource] as const))(
    '%s has its fields complete, in order, with their evidence',
    (id, resource) => {
      const fact = fieldLists[resourceNameOf(id)];
      expect(resource.fields.map(({ name }) => name)).toEqual(fact.names);
      expect(resource.fieldsEvidence).toBe(fact.evidence);
      expect(resource.platform).toBe(id.split('.')[0]);
    },
  );

  it.each(catalogue.resources.map((resource) => [resource.id, resource] as const))(
    '%s shows some columns from the start, under plain and different words',
    (_, resource) => {
      const usual = resource.fields.filter((field) => field.usual);
      expect(usual.length).toBeGreaterThan(4);
      expect(usual[0]?.name).toBe('id');
      const labels = resource.fields.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    },
  );
});
