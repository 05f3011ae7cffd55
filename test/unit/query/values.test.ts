import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveQuery, isSameQuestion } from '#shared/query/values.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { buildRequest } from '#shared/query/request.ts';
import { dataEndpoints, endpointCalled, queryOf } from './make.ts';

describe('splitIds', () => {
  it('takes commas, semicolons, spaces and lines, keeps the order, drops repeats', () => {
    expect(splitIds(' b,a;c\r\n\tb  d,')).toEqual(['b', 'a', 'c', 'd']);
    expect(splitIds(' ,\n')).toEqual([]);
  });

  it('finds the same ids in its own answer', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ids = splitIds(text);
        expect(splitIds(ids.join(', '))).toEqual(ids);
      }),
    );
  });
});

describe('effectiveQuery', () => {
  const comments = endpointCalled('forum.comments.by-user');

  it('keeps what is sent and nothing else', () => {
    const query = queryOf(comments, { sort: ' new ', time: 'week', limit: '', other: 'x' }, ['id']);
    expect(effectiveQuery(comments, query)).toEqual({
      endpointId: comments.id,
      values: { username: 'tidal_notes', sort: 'new' },
      fields: ['id'],
    });
  });

  it('keeps what has come into effect', () => {
    const query = queryOf(comments, { sort: 'top', time: 'week' });
    expect(effectiveQuery(comments, query).values).toHaveProperty('time', 'week');
  });

  it('leads to the same request, and is its own effective query', () => {
    for (const endpoint of dataEndpoints) {
      const keys = endpoint.parameters.map(({ key }) => key);
      const values = fc.dictionary(fc.constantFrom(...keys), fc.string({ unit: 'grapheme' }));
      fc.assert(
        fc.property(values, (typed) => {
          const query = queryOf(endpoint, typed);
          const effective = effectiveQuery(endpoint, query);
          expect(buildRequest(endpoint, effective)).toEqual(buildRequest(endpoint, query));
          expect(effectiveQuery(endpoint, effective)).toEqual(effective);
        }),
        { numRuns: 20 },
      );
    }
  });
});

describe('isSameQuestion', () => {
  const search = endpointCalled('microblog.posts.search');
  const query = queryOf(search, { q: 'trees', lang: 'en' }, ['id', 'text']);

  it('overlooks what is not sent', () => {
    const values = { q: ' trees', lang: 'en ', since: ' ', other: '1' };
    const typed = queryOf(search, values, ['id', 'text']);
    expect(isSameQuestion(search, query, typed)).toBe(true);
  });

  it.each([
    ['a value', { ...query, values: { ...query.values, q: 'tree' } }],
    ['a value less', { ...query, values: { q: 'trees' } }],
    ['a value more', { ...query, values: { ...query.values, countryCode: 'PT' } }],
    ['a field', { ...query, fields: ['id'] }],
    ['the endpoint', { ...query, endpointId: `${search.id}.stored` }],
  ])('notices a change of %s', (_, other) => {
    expect(isSameQuestion(search, query, other)).toBe(false);
    expect(isSameQuestion(search, other, query)).toBe(false);
  });
});
