import { expect, it } from 'vitest';
import { isFieldName, validateQuery } from '#shared/query/values.ts';
import { complaintsAbout, dataEndpoints, endpointOf, queryOf, resourceOf } from './make.ts';

/** So many different ones. */
const ids = (count: number): string =>
  Array.from({ length: count }, (_, at) => `a${at}`).join('\n');

it.each(dataEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: its example is right; what is missing or blank is named in its own words',
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
  },
);

it.each([
  ['microblog.posts.get', { id: '12a' }, 'id', /post ID must be digits only/],
  ['photoshare.posts.get', { id: 'a/b' }, 'id', /shortcode.*<media_id>_<user_id>/i],
  ['shortvideo.comments.get', { id: '1'.repeat(51) }, 'id', /1 to 50 digits/],
  ['microblog.users.get', { username: '@mira' }, 'username', /without the leading @/],
  ['photoshare.users.get', { identifier: 'user_abcdefghijklmno7' }, 'identifier', /pseudonym/],
  ['photoshare.posts.by-user', { identifier: ' id_abcdefghijklmno7' }, 'identifier', /pseudonym/],
  ['microblog.users.connections', { connectionType: 'friends' }, 'connectionType', /Followers/],
  ['microblog.posts.search', { since: '2026-13-01' }, 'since', /no such day/],
  ['microblog.posts.search', { since: '0999-01-01' }, 'since', /no such day/],
  ['microblog.posts.search', { until: 'tomorrow' }, 'until', /such as 2026-11-18/],
  // A period is not compared while one of its days is wrong.
  ['microblog.posts.search', { since: '2026-11-31', until: '2026-11-01' }, 'since', /no such day/],
  [
    'microblog.posts.search',
    { since: ' 2026-11-20', until: '2026-11-19' },
    'until',
    /before “From”/,
  ],
  ['microblog.posts.search', { q: 'a\ud83d' }, 'q', /broken/],
  [
    'microblog.posts.search',
    { q: 'x'.repeat(20_001) },
    'q',
    /^Enter at most 20,000 .*entered 20,001\.$/,
  ],
  ['forum.comments.by-user', { limit: '0' }, 'limit', /from 1 to 100/],
  ['forum.comments.by-user', { limit: '101' }, 'limit', /from 1 to 100/],
  ['forum.comments.by-user', { limit: '1e1' }, 'limit', /from 1 to 100/],
  ['forum.comments.by-user', { sort: 'top', time: 'never' }, 'time', /./],
  ['forum.posts.by-ids', { ids: 'abc, t3_x' }, 'ids', /“t3_x”.*t3_ prefix/],
  ['forum.posts.by-ids', { ids: ' , ;' }, 'ids', /at least one/],
  ['forum.posts.by-ids', { ids: ids(101) }, 'ids', /100.*101/],
  ...['.', '..', ' .. '].map(
    (sound) => ['shortvideo.posts.by-sound', { sound }, 'sound', /./] as const,
  ),
] as const)('%s refuses %o and says why', (id, values, key, words) => {
  const complaints = complaintsAbout(id, values);
  expect(Object.keys(complaints)).toEqual([key]);
  expect(complaints[key]).toMatch(words);
});

it.each([
  // The list is only assumed.
  ['microblog.posts.interacting-users', { interactionType: 'reactors' }],
  // It has no effect as the others stand.
  ['forum.comments.by-user', { sort: 'new', time: 'never' }],
  // Names that only look like a pseudonym, and texts in which there is one.
  ['photoshare.users.get', { identifier: 'user_abcdefghijklmnop7' }],
  ['photoshare.users.get', { identifier: 'user_abcdefghijklmno1' }],
  ['photoshare.users.get', { identifier: 'User_abcdefghijklmno7' }],
  ['microblog.posts.search', { q: 'from user_abcdefghijklmno7' }],
  // Whatever separates them; repeats count once.
  ['forum.posts.by-ids', { ids: `${ids(100)}, a1;a2` }],
  ['microblog.posts.search', { since: '2026-11-20', until: '2026-11-20' }],
  // Spaces around a date decide nothing.
  ['microblog.posts.search', { since: '2026-11-19', until: ' 2026-11-20' }],
  ['microblog.posts.search', { q: 'a😀' }],
  ['microblog.posts.search', { q: 'x'.repeat(20_000) }],
  ['shortvideo.posts.by-sound', { sound: '...' }],
  // Only in a path they would be directions.
  ['photoshare.users.search', { name: '..' }],
] as const)('%s takes %o', (id, values) => {
  expect(complaintsAbout(id, values)).toEqual({});
});

it('fields must be in a documented list, well formed in an assumed one, and are free where none is known', () => {
  const refusesFields = (id: string, fields: string[]): boolean =>
    'fields' in complaintsAbout(id, {}, fields);
  expect(refusesFields('photoshare.posts.search', ['id', 'caption'])).toBe(false);
  expect(refusesFields('photoshare.posts.search', ['id', 'zork'])).toBe(true);
  expect(refusesFields('microblog.posts.search', ['id', 'zork'])).toBe(false);
  for (const wrong of ['a,b', 'a b', '', '1a', 'a&b', 'ä']) {
    expect(refusesFields('microblog.posts.search', [wrong]), wrong).toBe(true);
    expect(isFieldName(wrong)).toBe(false);
  }
  const endpoint = endpointOf('photoshare.posts.search');
  expect(validateQuery(endpoint, queryOf(endpoint, {}, ['zork']), null)).toEqual({});
});
