import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  asAsked,
  effectiveQuery,
  isSameQuestion,
  readDay,
  readQuery,
  validateQuery,
  withDaysBack,
} from '#shared/query/values.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { buildRequest } from '#shared/query/request.ts';
import { dataEndpoints, endpointOf, queryOf } from './make.ts';

it('splitIds takes commas, semicolons, spaces and lines, keeps the order, drops repeats', () => {
  expect(splitIds(' b,a;c\r\n\tb  d,')).toEqual(['b', 'a', 'c', 'd']);
  expect(splitIds(' ,\n')).toEqual([]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ids = splitIds(text);
      expect(splitIds(ids.join(', '))).toEqual(ids);
    }),
  );
});

describe('effectiveQuery', () => {
  const comments = endpointOf('forum.comments.by-user');

  it('keeps what is sent and nothing else', () => {
    const valuesOf = (typed: Record<string, string>, endpoint = comments) =>
      effectiveQuery(endpoint, queryOf(endpoint, typed)).values;
    const query = queryOf(comments, { sort: ' new ', time: 'week', limit: '', other: 'x' }, ['id']);
    expect(effectiveQuery(comments, query)).toEqual({
      endpointId: comments.id,
      values: { username: 'tidal_notes', sort: 'new' },
      fields: ['id'],
    });
    // Here the time has an effect, and separators alone are nothing.
    expect(valuesOf({ sort: 'top', time: 'week' })).toHaveProperty('time', 'week');
    expect(valuesOf({ ids: ' , ' }, endpointOf('forum.posts.by-ids'))).toEqual({});
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
  const search = endpointOf('microblog.posts.search');
  const query = queryOf(search, { q: 'trees', lang: 'en' }, ['id', 'text']);
  const typed = { q: ' trees', lang: 'en ', since: ' ', other: '1' };
  it.each([
    ['overlooks what is not sent', true, queryOf(search, typed, ['id', 'text'])],
    ['notices a value', false, { ...query, values: { ...query.values, q: 'tree' } }],
    ['notices a value less', false, { ...query, values: { q: 'trees' } }],
    ['notices a value more', false, { ...query, values: { ...query.values, countryCode: 'PT' } }],
    ['notices a field', false, { ...query, fields: ['id'] }],
    ['notices the endpoint', false, { ...query, endpointId: `${search.id}.stored` }],
  ])('%s', (_, same, other) => {
    const at = new Date();
    expect(isSameQuestion(search, query, other, at)).toBe(same);
    expect(isSameQuestion(search, other, query, at)).toBe(same);
  });

  it('compares the days that are asked for at that moment', () => {
    const answered = queryOf(search, { since: '2026-11-12' });
    const form = queryOf(search, { since: '6 days ago' });
    const isSameOn = (day: string) => isSameQuestion(search, answered, form, new Date(day));
    expect([isSameOn('2026-11-18T23:59:59Z'), isSameOn('2026-11-19')]).toEqual([true, false]);
  });
});

describe('values as people have them', () => {
  it.each([
    ['microblog.users.get', 'username', '@mira_osei', 'mira_osei'],
    ['microblog.users.get', 'username', ' @mira_osei ', 'mira_osei'],
    ['microblog.users.get', 'username', 'https://example.org/@mira_osei', 'mira_osei'],
    ['microblog.users.get', 'username', 'https://example.org/mira_osei/?lang=en', 'mira_osei'],
    ['forum.comments.by-user', 'username', 'u/mira', 'mira'],
    ['forum.comments.by-user', 'username', 'https://example.org/user/mira/', 'mira'],
    ['microblog.posts.get', 'id', 'https://example.org/mira/status/198693?s=20', '198693'],
    ['photoshare.posts.get', 'id', 'https://example.org/p/C9xQ2LmNp4R/', 'C9xQ2LmNp4R'],
    ['shortvideo.comments.get', 'id', 'https://example.org/@mira/video/73123456', '73123456'],
    ['forum.posts.by-ids', 'ids', 't3_1abc2d, t3_1abc2e\n1abc2f', '1abc2d 1abc2e 1abc2f'],
    ['forum.posts.by-ids', 'ids', 'https://example.org/r/sea/comments/1abc2d/tides/', '1abc2d'],
    ['forum.comments.by-user', 'username', 'https://example.org/user/mira/comments/', 'mira'],
    ['shortvideo.posts.by-user', 'identifier', 'www.example.org/@mira/video/73123', 'mira'],
    ['microblog.users.get', 'username', '\u200Emira_osei\u200B', 'mira_osei'],
    ['microblog.posts.get', 'id', '\u200E198693', '198693'],
    ['shortvideo.comments.get', 'commentId', '\u200E178', '178'],
    [
      'microblog.posts.search',
      'q',
      '“city trees” OR „street trees“',
      '"city trees" OR "street trees"',
    ],
    ['microblog.posts.search', 'q', '-« city trees »~2', '-"city trees"~2'],
    ['microblog.posts.search', 'q', '"she said “no”" 5” 6”', null],
    ['photoshare.users.get', 'identifier', 'www.mira', null],
    ['microblog.users.get', 'username', 'mira_osei', null],
    ['microblog.users.get', 'username', '@@mira', null],
    ['microblog.posts.search', 'q', '@mira', null],
    ['microblog.posts.search', 'q', 'https://example.org/mira', null],
    ['microblog.posts.get', 'id', 'https://example.org/mira', null],
    ['forum.posts.by-ids', 'ids', '1abc2d,\n1abc2e', null],
  ])('%s %s: %s is read as %s; null: it stays as typed', (endpointId, key, typed, meant) => {
    const endpoint = endpointOf(endpointId);
    const query = { endpointId, values: { [key]: typed }, fields: [] };
    const read = readQuery(endpoint, query);
    if (meant === null) return expect(read).toBe(query);
    expect(read.values[key]).toBe(meant);
    expect(validateQuery(endpoint, read, null)).not.toHaveProperty(key);
  });

  it.each([
    ['microblog.users.get', 'username', 'https://example.org/mira_osei/with_replies'],
    ['photoshare.users.get', 'identifier', 'www.example.org/p/C9xQ2LmNp4R/'],
    ['shortvideo.comments.get', 'commentId', 'https://example.org/@mira/video/73123'],
  ])('%s %s: %s is an address, and no other value', (endpointId, key, typed) => {
    const endpoint = endpointOf(endpointId);
    const read = readQuery(endpoint, queryOf(endpoint, { [key]: typed }));
    expect(validateQuery(endpoint, read, null)).toHaveProperty(key);
  });

  it('a day is read in the local order, unless only another is possible', () => {
    const inOrder = (...types: Intl.DateTimeFormatPartTypes[]) => {
      const parts = types.map((type) => ({ type, value: '' }));
      vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue(parts);
      const days = [
        '3/4/2026',
        '31.02.2026',
        '2-13-2026',
        '2026/3/4',
        ' 2026-11-01',
        '3/4/26',
        '1.2',
      ];
      return days.map((since) => readDay(since));
    };
    const inAny = ['2026-02-31', '2026-02-13', '2026-03-04', '2026-11-01', '3/4/26', '1.2'];
    expect(inOrder('day', 'month', 'year')).toEqual(['2026-04-03', ...inAny]);
    expect(inOrder('month', 'day', 'year')).toEqual(['2026-03-04', ...inAny]);
    vi.restoreAllMocks();
    const endpoint = endpointOf('microblog.posts.search');
    const query = { ...queryOf(endpoint), values: { q: 'sea', since: '31/02/2026' } };
    const read = readQuery(endpoint, query);
    expect(validateQuery(endpoint, read, null)['since']).toContain('There is no such day.');
  });

  it.each([
    ['today', 'today', '2026-03-01'],
    [' Yesterday ', 'yesterday', '2026-02-28'],
    ['1 day ago', 'yesterday', '2026-02-28'],
    ['6 DAYS  AGO', '6 days ago', '2026-02-23'],
    ['30daysago', '30 days ago', '2026-01-30'],
    ['3650 days ago', '3650 days ago', '2016-03-03'],
    ['0 days ago', '0 days ago', '0 days ago'],
    ['3651 days ago', '3651 days ago', '3651 days ago'],
    ['6 days', '6 days', '6 days'],
    ['-6 days ago', '-6 days ago', '-6 days ago'],
  ])('“%s” is “%s”, and is asked as %s, in UTC', (typed, shown, day) => {
    const endpoint = endpointOf('microblog.posts.search');
    const query = { ...queryOf(endpoint), values: { q: 'today', since: typed } };
    const [late, early] = ['2026-03-01T23:59:59Z', '2026-03-01'].map((at) => new Date(at));
    expect(readDay(typed)).toBe(shown);
    for (const at of [late!, early!]) {
      expect(asAsked(endpoint, query, at).values).toEqual({ q: 'today', since: day });
    }
  });

  it('a name may begin like an address', () => {
    const endpoint = endpointOf('microblog.users.get');
    const read = readQuery(endpoint, queryOf(endpoint, { username: 'www.mira' }));
    expect(read.values['username']).toBe('www.mira');
    expect(validateQuery(endpoint, read, null)).toEqual({});
  });

  it('an example is never read as something else', () => {
    for (const endpoint of dataEndpoints) {
      const query = queryOf(endpoint);
      expect(readQuery(endpoint, query)).toBe(query);
    }
  });
});

describe('withDaysBack', () => {
  const search = endpointOf('microblog.posts.search');
  const askedAt = '2026-11-18T00:20:00.000Z';
  it.each([
    ['2026-11-12', '2026-11-18', '6 days ago', 'today'],
    ['2026-11-18', '2026-11-18', 'today', 'today'],
    ['2026-11-17', '2026-11-17', 'yesterday', 'yesterday'],
    ['2026-11-11', ' 2026-11-17', '7 days ago', 'yesterday'],
    ['2026-11-12', '', '6 days ago', ''],
  ])('%s to %s moves along, from %s to %s', (since, until, ...moved) => {
    const query = queryOf(search, { since, until });
    const back = withDaysBack(search, query, askedAt)!;
    expect([back.values['since'], back.values['until']]).toEqual(moved);
    // Asked on the same day, it is the same question.
    expect(isSameQuestion(search, query, back, new Date(askedAt))).toBe(true);
  });

  it.each([
    ['', ''],
    ['', '2026-11-18'],
    ['2026-11-01', '2026-11-16'],
    ['2026-11-12', '2026-11-19'],
    ['2026-11-20', ''],
    ['1999-01-01', ''],
    ['last week', ''],
  ])('“%s” to “%s” is no such period', (since, until) => {
    expect(withDaysBack(search, queryOf(search, { since, until }), askedAt)).toBeNull();
  });
});
