/** The first line of a run’s log, which somebody else may have written. */
import { expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { lookUpIn } from '#main/core/description/service-knowledge.ts';
import { headerSchema } from '#main/core/runs/run-header.ts';

const { endpoint, resource } = lookUpIn(catalogue, 'forum.comments.by-user')!;
const header = {
  query: { endpointId: endpoint.id, values: {}, fields: [] },
  target: '/',
  address: 'https://a.test',
  profileId: 'https://a.test',
  createdAt: '',
  version: '1',
  known: { endpoint, resource },
};

it('has no question of its own whose keys every object has: values are looked up by them', () => {
  expect(headerSchema.parse(header).known).toBeDefined();
  const [first] = endpoint.parameters;
  for (const key of ['__proto__', 'constructor', 'toString', 'x'.repeat(101)]) {
    const changes = [
      { parameters: [{ ...first, key }] },
      { parameters: [{ ...first, appliesWhen: { key, values: [] } }] },
      { pageRule: { whileSet: [key], size: 1, words: '' } },
      { newestFirst: { field: 'createdAt', unless: { key, values: [] } } },
    ];
    for (const change of changes) {
      const known = { endpoint: { ...endpoint, ...change }, resource };
      expect(headerSchema.parse({ ...header, known }).known).toBeUndefined();
    }
  }
});

it('asks a question in the form of one', () => {
  const { query } = header;
  for (const odd of [7, {}, { ...query, endpointId: 7 }, { ...query, values: { q: 7 } }]) {
    expect(headerSchema.safeParse({ ...header, query: odd }).success).toBe(false);
  }
});

it('has a list that can be one, or none', () => {
  for (const list of [7, null, {}, { keys: ['username'] }]) {
    expect(headerSchema.safeParse({ ...header, list }).success).toBe(false);
  }
});

it('is derived in a way that this program knows, or not at all', () => {
  for (const derived of [7, null, { kind: 'other' }, { kind: 'collections', sources: [] }]) {
    expect(headerSchema.safeParse({ ...header, derived }).success).toBe(false);
  }
});

it('names a service as a recipe does, which is made of it', () => {
  const isRead = (change: object): boolean =>
    headerSchema.safeParse({ ...header, ...change }).success;
  expect(isRead({ address: `https://${'a'.repeat(1992)}` })).toBe(true);
  expect(isRead({ address: `https://${'a'.repeat(1993)}` })).toBe(false);
  expect(isRead({ profileId: 'a'.repeat(2001) })).toBe(false);
});
