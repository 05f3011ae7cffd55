import { describe, expect, it } from 'vitest';
import { readQuery } from '#shared/query/values.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { dataEndpoints, endpointCalled, queryOf } from './make.ts';

const typedFor = (endpointId: string, key: string, typed: string) => {
  const endpoint = endpointCalled(endpointId);
  const query = { endpointId, values: { [key]: typed }, fields: [] };
  return { endpoint, query, read: readQuery(endpoint, query) };
};

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
  ])('%s %s: %s', (endpointId, key, typed, meant) => {
    const { endpoint, read } = typedFor(endpointId, key, typed);
    expect(read.values[key]).toBe(meant);
    expect(validateQuery(endpoint, read, null)).not.toHaveProperty(key);
  });

  it.each([
    ['microblog.users.get', 'username', 'mira_osei'],
    ['microblog.users.get', 'username', '@@mira'],
    ['microblog.posts.search', 'q', '@mira'],
    ['microblog.posts.search', 'q', 'https://example.org/mira'],
    ['microblog.posts.get', 'id', 'https://example.org/mira'],
    ['forum.posts.by-ids', 'ids', '1abc2d,\n1abc2e'],
  ])('%s %s: %s stays as typed', (endpointId, key, typed) => {
    const { query, read } = typedFor(endpointId, key, typed);
    expect(read).toBe(query);
  });

  it('an example is never read as something else', () => {
    for (const endpoint of dataEndpoints) {
      const query = queryOf(endpoint);
      expect(readQuery(endpoint, query)).toBe(query);
    }
  });
});
