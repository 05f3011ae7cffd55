import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFieldName, validateQuery } from '#shared/query/validate.ts';
import { isCalendarDate } from '#shared/catalogue/parameter-kinds.ts';
import { complaintsAbout, dataEndpoints, endpointOf, queryOf, resourceOf } from './make.ts';

it.each(dataEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: its example is right; what is missing or blank is named in its own words; never throws',
  (id, endpoint) => {
    const { parameters } = endpoint;
    const resource = resourceOf(endpoint);
    expect(validateQuery(endpoint, queryOf(endpoint), resource)).toEqual({});

    const required = parameters.filter((parameter) => parameter.required);
    const missing = Object.fromEntries(required.map((one) => [one.key, one.missing]));
    for (const words of Object.values(missing)) expect(words).toMatch(/^[A-Z].*\.$/);
    const blanks = Object.fromEntries(parameters.map(({ key }) => [key, ' \n\t']));
    for (const values of [{}, blanks]) {
      const query = { endpointId: id, values, fields: [] };
      expect(validateQuery(endpoint, query, resource)).toEqual(missing);
    }

    const keys = parameters.map(({ key }) => key);
    // A value of another question decides nothing, nor does its period.
    const others = { nonsense: '..', since: '2026-11-20', until: '2026-11-01', q: 'x' };
    const complaints = validateQuery(endpoint, queryOf(endpoint, others), resource);
    expect(Object.keys(complaints).filter((key) => !keys.includes(key))).toEqual([]);
    expect('until' in complaints).toBe(keys.includes('until'));

    const typed = fc.dictionary(
      fc.constantFrom(...keys),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(typed, (values) => {
        const found = validateQuery(endpoint, queryOf(endpoint, values), resource);
        expect(Object.values(found).every((complaint) => complaint.length > 0)).toBe(true);
      }),
      { numRuns: 15 },
    );
  },
);

describe('values', () => {
  it.each([
    ['microblog.posts.get', { id: '12a' }, 'id', /post ID must be a numeric string/i],
    ['photoshare.posts.get', { id: 'a/b' }, 'id', /shortcode.*<media_id>_<user_id>/i],
    ['shortvideo.comments.get', { id: '1'.repeat(51) }, 'id', /1 to 50 digits/],
    ['microblog.users.get', { username: '@mira' }, 'username', /without the leading @/],
    ['microblog.users.connections', { connectionType: 'friends' }, 'connectionType', /Followers/],
    ['microblog.posts.search', { since: '2026-13-40' }, 'since', /date doesn’t exist.*YYYY-MM-DD/],
    ['microblog.posts.search', { until: 'yesterday' }, 'until', /YYYY-MM-DD/],
    ['forum.comments.by-user', { limit: '0' }, 'limit', /from 1 to 100/],
    ['forum.comments.by-user', { limit: '101' }, 'limit', /from 1 to 100/],
    ['forum.comments.by-user', { limit: '1e1' }, 'limit', /from 1 to 100/],
    ['forum.posts.by-ids', { ids: 'abc, t3_x' }, 'ids', /“t3_x”.*t3_ prefix/],
    ['forum.posts.by-ids', { ids: ' , ;' }, 'ids', /at least one/],
  ] as const)('%s refuses %o and says why', (id, values, key, words) => {
    const complaints = complaintsAbout(id, values);
    expect(Object.keys(complaints)).toEqual([key]);
    expect(complaints[key]).toMatch(words);
  });

  it('takes values of the service where the list is only assumed', () => {
    const assumed = { interactionType: 'reactors' };
    expect(complaintsAbout('microblog.posts.interacting-users', assumed)).toEqual({});
  });

  it('leaves a parameter alone that has no effect as the others stand', () => {
    const time = { time: 'never' };
    expect(complaintsAbout('forum.comments.by-user', { sort: 'new', ...time })).toEqual({});
    expect(complaintsAbout('forum.comments.by-user', { sort: 'top', ...time })).toHaveProperty(
      'time',
    );
  });

  it('counts ids, whatever separates them, and repeats once', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`).join('\n');
    expect(complaintsAbout('forum.posts.by-ids', { ids: ids(100) })).toEqual({});
    expect(complaintsAbout('forum.posts.by-ids', { ids: `${ids(100)}, a1;a2` })).toEqual({});
    expect(complaintsAbout('forum.posts.by-ids', { ids: ids(101) })['ids']).toMatch(/100.*101/);
  });

  it('refuses the two texts that are directions in an address, only where they would be', () => {
    for (const dots of ['.', '..', ' .. ']) {
      expect(complaintsAbout('shortvideo.posts.by-sound', { sound: dots })).toHaveProperty('sound');
      expect(complaintsAbout('photoshare.users.search', { name: dots })).toEqual({});
    }
    expect(complaintsAbout('shortvideo.posts.by-sound', { sound: '...' })).toEqual({});
  });

  it('refuses half of a character pair and what no contract would carry', () => {
    expect(complaintsAbout('microblog.posts.search', { q: 'a\ud83d' })['q']).toMatch(/half/);
    expect(complaintsAbout('microblog.posts.search', { q: 'a😀' })).toEqual({});
    const long = complaintsAbout('microblog.posts.search', { q: 'x'.repeat(20_001) })['q'];
    expect(long).toBe('At most 20,000 characters; these are 20,001.');
    expect(complaintsAbout('microblog.posts.search', { q: 'x'.repeat(20_000) })).toEqual({});
  });
});

describe('a period', () => {
  const period = (since: string, until: string) =>
    complaintsAbout('microblog.posts.search', { since, until });

  it('may be one day, and must not end before it begins, as it is sent', () => {
    expect(period('2026-11-20', '2026-11-20')).toEqual({});
    const until = '“Until” must not be before “From”.';
    expect(period('2026-11-20', '2026-11-19')).toEqual({ until });
    // Spaces around a date decide nothing.
    expect(period('2026-11-19', ' 2026-11-20')).toEqual({});
    expect(period(' 2026-11-20', '2026-11-19')).toEqual({ until });
  });

  it('is not compared while one of its days is wrong', () => {
    expect(Object.keys(period('2026-11-31', '2026-11-01'))).toEqual(['since']);
  });
});

describe('fields', () => {
  it('must be in a documented list, and well formed in an assumed one', () => {
    expect(complaintsAbout('photoshare.posts.search', {}, ['id', 'caption'])).toEqual({});
    expect(complaintsAbout('photoshare.posts.search', {}, ['id', 'zork'])).toHaveProperty('fields');
    expect(complaintsAbout('microblog.posts.search', {}, ['id', 'zork'])).toEqual({});
    for (const wrong of ['a,b', 'a b', '', '1a', 'a&b', 'ä']) {
      expect(complaintsAbout('microblog.posts.search', {}, [wrong])).toHaveProperty('fields');
      expect(isFieldName(wrong)).toBe(false);
    }
  });

  it('are not judged where the resource is not known', () => {
    const endpoint = endpointOf('photoshare.posts.search');
    expect(validateQuery(endpoint, queryOf(endpoint, {}, ['zork']), null)).toEqual({});
  });
});

it('a day is one that exists', () => {
  const [min, max] = [new Date('1000-01-01'), new Date('9999-12-31')];
  const days = fc.date({ min, max, noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      expect(isCalendarDate(day.toISOString().slice(0, 10))).toBe(true);
    }),
  );
  const wrong = '2026-02-29 1900-02-29 2026-04-31 2026-00-01 2026-01-00 0999-01-01'.split(' ');
  expect(wrong.filter(isCalendarDate)).toEqual([]);
  expect(isCalendarDate('2000-02-29')).toBe(true);
});
