/** The second server refuses whatever the specification does not allow. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { ask, exampleOf, itemsOf } from './second-server-client.ts';

let server: SecondServer;

beforeEach(async () => {
  server = await startSecondServer();
});

afterEach(async () => {
  await server.close();
});

const search = '/api/data/microblog/posts/live';
const videos = '/api/data/shortvideo/posts/users/ana/live';

describe('strictness', () => {
  test.each([
    ['an unknown parameter', search, 'q=a&query=b', 'query'],
    ['a repeated parameter', search, 'q=a&q=b', 'q'],
    ['a blank optional parameter', search, 'q=a&lang=', 'lang'],
    ['a blank query', search, 'q=%20', 'q'],
    ['a missing required parameter', search, '', 'q'],
    [
      'a missing connection type',
      '/api/data/microblog/users/a/connections/live',
      '',
      'connectionType',
    ],
    ['a value that is not allowed', search, 'q=a&sortBy=newest', 'sortBy'],
    ['a date that is not one', search, 'q=a&since=2026-02-30', 'since'],
    ['a date in another form', search, 'q=a&until=1.3.2026', 'until'],
    ['a language that is no tag', search, 'q=a&lang=de_DE', 'lang'],
    ['a field of another resource', videos, 'fields=id,caption', 'caption'],
    ['a field with a blank', videos, 'fields=id,%20username', 'fields'],
    ['an id with its prefix', '/api/data/forum/posts/ids/live', 'ids=t3_abc', 't3_abc'],
    ['101 ids', '/api/data/forum/posts/ids/live', `ids=${'a,'.repeat(100)}a`, '100'],
    ['a leading @', '/api/data/microblog/users/@ana/live', '', '@'],
    ['dates on a live endpoint without them', videos, 'since=2026-01-01', 'since'],
    ['a parameter where none is taken', '/api/status', 'verbose=1', 'verbose'],
    ['broken percent-encoding', '/api/data/microblog/users/%E0%A4%A/live', '', 'percent'],
  ])('%s gets 400 with a message that says so', async (_, path, query, part) => {
    const reply = await ask(server, path, query);
    expect(reply).toMatchObject({ status: 400, body: { success: false } });
    expect(reply.body.message).toContain(part);
  });

  test.each([
    ['/api/data/microblog/posts/12a/live', 'numeric string'],
    ['/api/data/photoshare/posts/a.b/live', '<media_id>_<user_id>'],
    ['/api/data/photoshare/posts/a%2Fb/comments/live', 'shortcode'],
    ['/api/data/shortvideo/posts/x/comments/1/live', '50 digits'],
    [`/api/data/shortvideo/posts/${'1'.repeat(51)}/comments/1/live`, '50 digits'],
  ])('%s is not an id', async (path, part) => {
    const reply = await ask(server, path);
    expect(reply).toMatchObject({ status: 400, body: { success: false } });
    expect(reply.body.message).toContain(part);
  });

  test('assumed field lists are open to other names', async () => {
    const { status, body } = await ask(server, search, { q: 'a', fields: 'id,somethingNew' });
    expect(status).toBe(200);
    expect(Object.keys(itemsOf(body)[0] ?? {})).toEqual(['id']);
  });

  test.each(['/api/data/microblog/post/live', '/api/data/forum/posts/live', '/', `${search}/`])(
    '%s does not exist',
    async (path) => {
      expect(await ask(server, path)).toMatchObject({ status: 404, body: { success: false } });
    },
  );

  test('other methods get 405', async () => {
    expect((await ask(server, search, 'q=a', { method: 'POST' })).status).toBe(405);
    expect((await ask(server, '/api/trial/token')).headers.get('allow')).toBe('POST');
  });

  test.each([undefined, 'Bearer wrong', 'Basic abc', 'second-access-key-0001'])(
    'the credential %s gets 401',
    async (authorization) => {
      const headers: HeadersInit = authorization ? { Authorization: authorization } : {};
      for (const path of [search, '/api/data/operations/op_1']) {
        const reply = await ask(server, path, path === search ? 'q=a' : '', { headers });
        expect(reply).toMatchObject({ status: 401, body: { success: false } });
      }
    },
  );

  test('a trial key is refused on every live endpoint with its code', async () => {
    const headers = { Authorization: `Bearer ${server.trialKey}` };
    for (const endpoint of liveEndpoints) {
      const { path, query } = exampleOf(endpoint);
      const reply = await ask(server, path, query, { headers });
      expect(reply.status).toBe(403);
      expect(reply.body.code).toBe('on_demand_not_available_in_trial');
    }
  });

  test('requests are recorded as they came', async () => {
    await ask(server, '/api/data/microblog/users/a%20b/live', 'fields=id&x=%2B');
    expect(server.requests).toEqual([
      {
        body: '',
        method: 'GET',
        path: '/api/data/microblog/users/a%20b/live',
        query: { fields: 'id', x: '+' },
        authorization: `Bearer ${server.accessKey}`,
        at: expect.any(Number),
        status: 400,
      },
    ]);
  });

  test('itemsFor throws where the server refuses', () => {
    expect(() => server.itemsFor(search, { query: 'a' })).toThrow('query');
    expect(() => server.itemsFor('/api/status')).toThrow('no data endpoint');
  });
});
