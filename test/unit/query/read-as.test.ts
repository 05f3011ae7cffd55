import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { readQuery, readValue } from '#shared/query/read-as.ts';
import { validateQuery } from '#shared/query/validate.ts';

function typeOf(endpointId: string, key: string) {
  const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
  const parameter = endpoint?.parameters.find((one) => one.key === key);
  if (endpoint === undefined || parameter === undefined) throw new Error(`no ${endpointId} ${key}`);
  return { endpoint, type: parameter.type };
}

describe('values as people have them', () => {
  it.each([
    ['microblog.users.get', 'username', '@mira_osei', 'mira_osei'],
    ['microblog.users.get', 'username', ' @mira_osei ', 'mira_osei'],
    ['microblog.users.get', 'username', 'https://example.org/@mira_osei', 'mira_osei'],
    ['microblog.users.get', 'username', 'https://example.org/mira_osei/?lang=en', 'mira_osei'],
    ['forum.comments.by-user', 'username', 'u/mira', 'mira'],
    ['forum.comments.by-user', 'username', 'https://example.org/user/mira/', 'mira'],
    [
      'microblog.posts.get',
      'id',
      'https://example.org/mira/status/1986934512780812300?s=20',
      '1986934512780812300',
    ],
    ['photoshare.posts.get', 'id', 'https://example.org/p/C9xQ2LmNp4R/', 'C9xQ2LmNp4R'],
    [
      'shortvideo.comments.get',
      'id',
      'https://example.org/@mira/video/7312345678901234567',
      '7312345678901234567',
    ],
    ['forum.posts.by-ids', 'ids', 't3_1abc2d, t3_1abc2e\n1abc2f', '1abc2d 1abc2e 1abc2f'],
    ['forum.posts.by-ids', 'ids', 'https://example.org/r/sea/comments/1abc2d/tides/', '1abc2d'],
  ])('%s %s: %s', (endpointId, key, typed, meant) => {
    const { endpoint, type } = typeOf(endpointId, key);
    expect(readValue(type, typed)).toBe(meant);
    const query = { endpointId, values: { [key]: typed }, fields: [] };
    expect(validateQuery(endpoint, readQuery(endpoint, query), null)).not.toHaveProperty(key);
  });

  it.each([
    ['microblog.users.get', 'username', 'mira_osei'],
    ['microblog.users.get', 'username', '@@mira'],
    ['microblog.posts.search', 'q', '@mira'],
    ['microblog.posts.search', 'q', 'https://example.org/mira'],
    ['microblog.posts.get', 'id', 'https://example.org/mira'],
    ['forum.posts.by-ids', 'ids', '1abc2d,\n1abc2e'],
  ])('%s %s: %s stays as typed', (endpointId, key, typed) => {
    expect(readValue(typeOf(endpointId, key).type, typed)).toBe(typed);
  });

  it('an example is never read as something else', () => {
    for (const endpoint of catalogue.endpoints.filter(isDataEndpoint)) {
      const query = { endpointId: endpoint.id, values: { ...endpoint.example }, fields: [] };
      expect(readQuery(endpoint, query)).toBe(query);
    }
  });
});
