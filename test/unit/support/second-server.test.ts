/** The second server over real HTTP: paging to the end, cursors, difficult data. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { liveEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { lateFields, undocumentedMember } from '#test/support/second-server/rows.ts';
import { difficultTexts } from '#test/support/second-server/texts.ts';
import { ask, askAll, cursorOf, exampleOf, isItem, itemsOf } from './second-server-client.ts';
import type { Query } from './second-server-client.ts';

let server: SecondServer;

beforeEach(async () => {
  server = await startSecondServer();
});

afterEach(async () => {
  await server.close();
});

const search = '/api/data/microblog/posts/live';
const videos = '/api/data/shortvideo/posts/users/ana/live';

describe('pages', () => {
  test('there are 26 live and 19 stored endpoints', () => {
    expect(liveEndpoints).toHaveLength(26);
    expect(storedEndpoints).toHaveLength(19);
  });

  test.each(liveEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s yields what itemsFor says, page by page to the end',
    async (_, endpoint) => {
      const { path, query } = exampleOf(endpoint);
      const bodies = await askAll(server, path, query);
      expect(bodies).toHaveLength(endpoint.pages ? 3 : 1);
      const counts = bodies.map((body) => itemsOf(body).length);
      expect(bodies.map((body) => body.count)).toEqual(counts);
      const items = bodies.flatMap(itemsOf);
      expect(items).toEqual(server.itemsFor(path, query));
      expect(items.length).toBeGreaterThan(0);
      expect(bodies.at(-1)?.has_more).toBe(false);
      expect(bodies.at(-1)?.next_page_cursor ?? null).toBeNull();
      if (endpoint.pages) expect(counts[2]).toBeLessThan(counts[0] ?? 0);
    },
  );

  test('options set page size and total; empty results are a page', async () => {
    const small = await startSecondServer({
      pageSize: 4,
      totalRows: 9,
      accessKey: server.accessKey,
    });
    const none = await startSecondServer({ totalRows: 0, accessKey: server.accessKey });
    try {
      const query = { q: 'sea' };
      expect(small.itemsFor(search, query)).toHaveLength(9);
      const headers = { Authorization: `Bearer ${small.accessKey}` };
      const first = await fetch(`${small.address}${search}?q=sea`, { headers });
      expect(await first.json()).toMatchObject({ count: 4, has_more: true });
      const empty = await fetch(`${none.address}${search}?q=sea`, { headers });
      expect(await empty.json()).toMatchObject({ count: 0, results: [], has_more: false });
    } finally {
      await Promise.all([small.close(), none.close()]);
    }
  });

  test('microblog post search has 10 per page with dates, inside the dates', async () => {
    const query = { q: 'sea', since: '2026-03-01', until: '2026-03-02' };
    const bodies = await askAll(server, search, query);
    expect(bodies[0]?.count).toBe(10);
    expect(bodies.length).toBeGreaterThan(3);
    const days = new Set(bodies.flatMap(itemsOf).map((item) => item.createdAtDate));
    expect([...days]).toEqual(['2026-03-02', '2026-03-01']);
  });

  test('forum comments follow limit', async () => {
    const path = '/api/data/forum/comments/users/ana/live';
    expect((await ask(server, path, { limit: '7' })).body.count).toBe(7);
    expect((await ask(server, path)).body.count).toBe(100);
    for (const limit of ['0', '101', '1.5', 'ten']) {
      expect((await ask(server, path, { limit })).status).toBe(400);
    }
  });

  test('forum posts come in the order of the ids, less those the platform does not return', async () => {
    const { body } = await ask(server, '/api/data/forum/posts/ids/live', { ids: 'q7,1zz9,abc' });
    expect(itemsOf(body).map((item) => item.id)).toEqual(['q7', 'abc']);
    expect(body.has_more).toBe(false);
  });

  test('photoshare replies carry their parent, whole even when fields are chosen', async () => {
    const path = '/api/data/photoshare/posts/Cx_1-a/comments/177/replies/live';
    const { body } = await ask(server, path, { fields: 'id,parentCommentId' });
    expect(body.parent_comment).toMatchObject({ id: '177', parentPostId: 'Cx_1-a' });
    expect(Object.keys(isItem(body.parent_comment) ? body.parent_comment : {})).toEqual([
      ...fieldLists.photoshareComment.names,
      undocumentedMember,
    ]);
    expect(itemsOf(body)[0]).toEqual({ id: expect.any(String), parentCommentId: '177' });
  });
});

describe('cursors', () => {
  test('a cursor answers the identical request, in any order of parameters, again and again', async () => {
    const first = await ask(server, search, { q: 'sea', lang: 'de' });
    const cursor = cursorOf(first.body) ?? '';
    const one = await ask(server, search, { q: 'sea', lang: 'de', cursor });
    const other = await ask(server, search, { cursor, lang: 'de', q: 'sea' });
    expect(one.status).toBe(200);
    expect(itemsOf(other.body)).toEqual(itemsOf(one.body));
    expect(itemsOf(one.body)).not.toEqual(itemsOf(first.body));
  });

  test.each([
    ['a changed value', search, { q: 'sun', lang: 'de' }],
    ['one parameter less', search, { q: 'sea' }],
    ['one parameter more', search, { q: 'sea', lang: 'de', sortBy: 'latest' }],
    ['other fields', search, { q: 'sea', lang: 'de', fields: 'id' }],
    ['another endpoint', '/api/data/microblog/users/live', { q: 'sea' }],
  ])('a cursor is refused with %s', async (_, path, query: Query) => {
    const first = await ask(server, search, { q: 'sea', lang: 'de' });
    const reply = await ask(server, path, { ...query, cursor: cursorOf(first.body) ?? '' });
    expect(reply).toMatchObject({ status: 400, body: { success: false } });
    expect(reply.body.message).toContain('cursor');
  });

  test('an invented cursor is refused', async () => {
    expect((await ask(server, search, { q: 'sea', cursor: 'abc' })).status).toBe(400);
  });
});

describe('data', () => {
  test('ids beyond 2^53 are raw JSON integers of 19 digits', async () => {
    const { text, body } = await ask(server, videos);
    expect(text).toMatch(/"id":\d{19},/);
    expect(itemsOf(body)[0]?.id).toEqual({ $n: expect.stringMatching(/^\d{19}$/) });
  });

  test('ids in the path come back with all their digits', async () => {
    const id = '1'.repeat(50);
    const { text } = await ask(
      server,
      `/api/data/shortvideo/posts/${id}/comments/9007199254740993/live`,
    );
    expect(text).toContain(`"postId":${id}`);
    expect(text).toContain('"id":9007199254740993');
  });

  test('two pages hold every difficult text', async () => {
    const texts = server.itemsFor(search, { q: 'sea' }).map((item) => isItem(item) && item.text);
    expect(texts.slice(0, 40)).toEqual(expect.arrayContaining([...difficultTexts]));
  });

  test.each(liveEndpoints.filter((one) => one.pages).map((one) => [one.id, one] as const))(
    '%s: one field appears from page 2 on, one member is undocumented',
    async (_, endpoint) => {
      const { path, query } = exampleOf(endpoint);
      const [first, second] = await askAll(server, path, query);
      const late = lateFields[endpoint.resource];
      expect(itemsOf(first).filter((item) => late in item)).toEqual([]);
      expect(itemsOf(second).filter((item) => !(late in item))).toEqual([]);
      const names = [...fieldLists[endpoint.resource].names, undocumentedMember];
      expect(Object.keys(itemsOf(second)[0] ?? {})).toEqual(names);
    },
  );

  test('fields narrow the items and change nothing else about them', async () => {
    const whole = itemsOf((await ask(server, videos)).body);
    const { body } = await ask(server, videos, { fields: 'playCount,id' });
    expect(itemsOf(body)).toEqual(whole.map(({ id, playCount }) => ({ id, playCount })));
  });

  test('forum text travels as \\u escapes, photoshare text with line breaks', async () => {
    const forum = await ask(server, '/api/data/forum/comments/users/ana/live');
    expect(forum.text).toMatch(/^[\x20-\x7e]+$/);
    expect(forum.text).toContain('\\ud83d\\udc4d');
    expect((await ask(server, '/api/data/photoshare/users/live', { name: 'ana' })).text).toContain(
      '\n',
    );
  });
});
