/** jsonld as an independent reader of RO-Crate metadata. */
import jsonld from 'jsonld';
import { expect } from 'vitest';

const base = 'https://example.org/dataset/';
const schema = 'http://schema.org/';

/** The terms of RO-Crate 1.2’s context that a crate of ours needs: typed from it by hand. */
const terms = Object.fromEntries(
  (
    'Dataset CreativeWork Person SoftwareApplication CreateAction about name description license ' +
    'datePublished creator hasPart mentions version softwareVersion contentSize encodingFormat ' +
    'sha256 startTime endTime instrument object result'
  )
    .split(' ')
    .map((term) => [term, schema + term]),
);
const context = {
  ...terms,
  File: `${schema}MediaObject`,
  conformsTo: 'http://purl.org/dc/terms/conformsTo',
};

type Node = Record<string, unknown>;

/** The nodes of a crate's metadata by their ids, as jsonld understands them; its own and our terms short. */
export async function readCrate(text: string): Promise<Map<unknown, Node>> {
  const graph = await jsonld.expand(JSON.parse(text), {
    base,
    safe: true,
    documentLoader: async (url) => {
      expect(url).toBe('https://w3id.org/ro/crate/1.2/context');
      return { documentUrl: url, document: { '@context': context } };
    },
  });
  const short = JSON.stringify(graph).replaceAll(base, './').replaceAll(schema, '');
  return new Map((JSON.parse(short) as Node[]).map((node) => [node['@id'], node]));
}

/** A term that the context doesn’t name would be dropped, and nothing may point nowhere. */
export function expectWholeCrate(crate: ReadonlyMap<unknown, Node>): void {
  const named = [...JSON.stringify([...crate.values()]).matchAll(/\{"@id":"([^"]*)"\}/g)];
  const nowhere = named
    .map(([, id = '']) => id)
    .filter((id) => !crate.has(id) && !id.startsWith('https://w3id.org/ro/crate'));
  expect(nowhere).toEqual([]);
}
