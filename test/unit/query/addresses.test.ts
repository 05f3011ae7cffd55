/** Whatever passes validation becomes an address that reads back as the same question. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { buildRequest, requestTarget, requestUrl } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue, validateQuery } from '#shared/query/values.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { count } from '#test/support/thorough.ts';
import { dataEndpoints, endpointOf, hostileTexts, queryOf, resourceOf } from './make.ts';

const address = 'https://data.example.org/base/';

/** What a URL parser, and so the service, reads out of the address of a query. */
function readBack(endpoint: DataEndpoint, query: Query) {
  const url = new URL(requestUrl(address, buildRequest(endpoint, query)));
  return {
    origin: url.origin,
    segments: url.pathname.split('/').slice(2).map(decodeURIComponent),
    params: [...url.searchParams],
    rest: url.hash + url.username + url.password,
  };
}

/** What it must read. */
function meant(endpoint: DataEndpoint, query: Query) {
  const sent = new Map(endpoint.parameters.map((one) => [one, sentValue(one, query)]));
  const inPath = new Map([...sent].map(([{ key }, value]) => [`{${key}}`, value]));
  const [, ...segments] = endpoint.path.split('/');
  const params = [...sent].flatMap(([{ place, wire }, value]) =>
    place === 'query' && value !== null ? [[wire, value]] : [],
  );
  return {
    origin: 'https://data.example.org',
    segments: segments.map((part) => inPath.get(part) ?? part),
    params: query.fields.length > 0 ? [...params, ['fields', query.fields.join(',')]] : params,
    rest: '',
  };
}

const typed = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom('2026-11-20', 'en', 'top', 'week', '7', 'abc, def', 'followers', 'a\nb'),
);

const keysOf = ({ parameters }: DataEndpoint) => parameters.map(({ key }) => key);
const fieldsOf = (endpoint: DataEndpoint) => resourceOf(endpoint).fields.map(({ name }) => name);

/** The example with one or two values typed anew; fields from the list now and then. */
const queriesOf = (endpoint: DataEndpoint): fc.Arbitrary<Query> =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keysOf(endpoint)), typed, { maxKeys: 2 }),
      fc.subarray(fieldsOf(endpoint), { maxLength: 4 }),
    )
    .map(([values, fields]) => queryOf(endpoint, values, fields));

it('reads back as it was meant, for every query of every question that is valid', () => {
  for (const endpoint of dataEndpoints) {
    let valid = 0;
    // Where directions could change the path, each hostile text is tried.
    const inPath = endpoint.parameters.filter(({ place }) => place === 'path');
    const hostile = inPath.flatMap(({ key }) =>
      hostileTexts.map((text): [Query] => [queryOf(endpoint, { [key]: text })]),
    );
    const examples: [Query][] = [[queryOf(endpoint)], ...hostile];
    fc.assert(
      fc.property(queriesOf(endpoint), (query) => {
        const complaints = validateQuery(endpoint, query, resourceOf(endpoint));
        if (Object.keys(complaints).length > 0) return;
        valid += 1;
        expect(readBack(endpoint, query)).toEqual(meant(endpoint, query));
      }),
      { numRuns: examples.length + count(12, 60), examples },
    );
    expect(valid, endpoint.id).toBeGreaterThan(0);
  }
});

describe('a request', () => {
  const search = endpointOf('microblog.posts.search');

  it('leaves out what is blank, trims what is not, and writes ids as one value', () => {
    const query = queryOf(search, { q: '  city trees ', since: ' ', lang: '' });
    expect(buildRequest(search, query).params).toEqual([['q', 'city trees']]);
    const endpoint = endpointOf('forum.posts.by-ids');
    const byIds = queryOf(endpoint, { ids: ' 1a,1b\n1c ; 1a ' });
    expect(requestTarget(buildRequest(endpoint, byIds))).toBe(
      '/api/data/forum/posts/ids/live?ids=1a%2C1b%2C1c',
    );
  });

  it('with a cursor is the identical request and the cursor', () => {
    const query = queryOf(search, { since: '2026-11-01' }, ['id', 'text']);
    const first = buildRequest(search, query);
    const next = buildRequest(search, query, { kind: 'cursor', value: 'abc+/=' });
    expect(next).toEqual({ ...first, params: [...first.params, ['cursor', 'abc+/=']] });
    expect(new URL(requestUrl(address, next)).searchParams.get('cursor')).toBe('abc+/=');
  });

  it('hangs on the address of the service, with or without a slash at its end', () => {
    const request = buildRequest(search, queryOf(search, { q: 'a' }));
    for (const end of ['', '/', '//']) {
      expect(requestUrl(`https://data.example.org/base${end}`, request)).toBe(
        'https://data.example.org/base/api/data/microblog/posts/live?q=a',
      );
    }
  });
});
