import { expect, it } from 'vitest';
import { asCrate } from '#main/core/export/ro-crate.ts';

interface Entity {
  '@id': string;
  [more: string]: unknown;
}

const graphOf = (text: string): Entity[] => (JSON.parse(text) as { '@graph': Entity[] })['@graph'];

it('no two entities have one id, whoever made the files: people, files and runs', () => {
  const orcid = '0000-0002-1825-0097';
  const file = (name: string) => ({ name, bytes: 1, sha256: '0', about: name });
  const run = (id: string) => ({
    run: id,
    label: 'Posts',
    question: 'Posts',
    collectedFrom: '2026-11-22T10:00:00.000Z',
    collectedUntil: '2026-11-22T10:00:00.000Z',
    application: { name: 'Social Data Explorer', version: '1' },
    recipes: ['a.methods.json', 'a.methods.json'],
    results: ['a.csv', 'a\uD800.csv', 'a\uD801.csv'],
  });
  const graph = graphOf(
    asCrate({
      project: {
        title: 'Floods',
        creators: [
          { name: 'Josiah Carberry', orcid },
          { name: 'J. Carberry', orcid },
          { name: 'Josiah Carberry', orcid },
          { name: 'Ada' },
          { name: 'Ada' },
        ],
        licence: 'CC-BY-4.0',
        note: '',
      },
      name: 'Posts',
      savedAt: '2026-11-22T10:00:00.000Z',
      files: ['a.csv', 'a.csv', 'a\uD800.csv', 'a\uD801.csv', 'ro-crate-metadata.json'].map(file),
      runs: [run('one'), run('one'), run('two')],
    }),
  );
  const ids = graph.map((one) => one['@id']);
  expect(ids).toEqual([...new Set(ids)]);
  const person = { '@id': `https://orcid.org/${orcid}` };
  expect(graph).toContainEqual({
    ...person,
    '@type': 'Person',
    name: ['Josiah Carberry', 'J. Carberry'],
  });
  const root = graph.find((one) => one['@id'] === './');
  expect(root).toMatchObject({
    creator: [person, { '@id': '#creator-4' }, { '@id': '#creator-5' }],
    mentions: [{ '@id': '#run-one' }, { '@id': '#run-two' }],
  });
  for (const entity of graph) {
    for (const value of Object.values(entity).filter(Array.isArray)) {
      const of = value.map((one) => JSON.stringify(one));
      expect(of).toEqual([...new Set(of)]);
    }
  }
  // The description of the description is never a file’s.
  expect(graph[0]).toMatchObject({ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork' });
});
