/**
 * What the second server must not let pass: were it lenient, or its data easy, mistakes of the
 * product would go unseen. What it answers otherwise, the product's own tests show.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { questionFor } from '#test/support/questions.ts';
import { renamedParameters } from '#test/support/second-server/renaming.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { readComparable } from '#test/support/second-server/json.ts';
import { lateFields, undocumentedMember } from '#test/support/second-server/rows.ts';
import { difficultTexts } from '#test/support/second-server/texts.ts';

const server = await startSecondServer();
const renaming = await startSecondServer({ renamed: true });
afterAll(() => Promise.all([server.close(), renaming.close()]));

const search = '/api/data/microblog/posts/live';
const videos = '/api/data/shortvideo/posts/users/ana/live';
const key = (value: string) => ({ Authorization: `Bearer ${value}` });

async function ask(
  path: string,
  query: Readonly<Record<string, string>> | string = {},
  { of = server, ...init }: RequestInit & { of?: typeof server } = {},
) {
  const tail = new URLSearchParams(query).toString();
  const address = `${of.address}${path}${tail === '' ? '' : `?${tail}`}`;
  const response = await fetch(address, { headers: key(of.accessKey), ...init });
  const text = await response.text();
  return { status: response.status, text, body: readComparable(text) as Body };
}

interface Body {
  code?: string;
  message?: string;
  results?: object[];
  next_page_cursor?: string | null;
}

// Values that break a rule: unit/catalogue/rules.test.ts.
describe('a request that the specification does not allow is refused', () => {
  it.each([
    ['an unknown parameter', search, 'q=a&query=b', 'query'],
    ['a repeated parameter', search, 'q=a&q=b', 'q'],
    ['a blank parameter', search, 'q=a&lang=', 'lang'],
    ['a missing required parameter', search, '', 'q'],
    ['a field of another resource', videos, 'fields=id,caption', 'caption'],
    ['a field with a blank', videos, 'fields=id,%20username', 'fields'],
    ['a cursor of stored data', '/api/data/microblog/posts', 'q=a&cursor=b', 'cursor'],
    ['an invented cursor', search, 'q=a&cursor=b', 'cursor'],
    ['a parameter where none is taken', '/api/status', 'verbose=1', 'verbose'],
    ['broken percent-encoding', '/api/data/microblog/users/%E0%A4%A/live', '', 'percent'],
    ['a credential where none is taken', '/health', '', 'credential'],
  ])('%s', async (_, path, query, part) => {
    // A failing service does not hide it.
    server.fail({ kind: 'status', status: 500, path: '/' });
    const { status, body } = await ask(path, query);
    server.recover();
    expect(body).toMatchObject({ success: false, message: expect.stringContaining(part) });
    expect(status).toBe(400);
  });

  it('with another credential, at every live endpoint with a trial key, and a key at the account', async () => {
    for (const Authorization of ['', 'Bearer wrong', 'Basic abc', server.accessKey]) {
      const headers = { Authorization };
      expect((await ask(search, 'q=a', { headers })).status).toBe(401);
      expect((await ask('/api/data/operations/op_1', '', { headers })).status).toBe(401);
    }
    expect((await ask(search, 'q=a', { headers: key(server.sessionToken) })).status).toBe(401);
    for (const { id } of liveEndpoints) {
      const { path, query } = questionFor(id);
      const { status, body } = await ask(path, query, { headers: key(server.trialKey) });
      expect([status, body.code]).toEqual([403, 'on_demand_not_available_in_trial']);
    }
    for (const path of ['/api/plan', '/api/usage']) expect((await ask(path)).status).toBe(401);
  });

  it('at paths that do not exist, with other methods, and under assumed names if renamed', async () => {
    for (const path of ['/api/data/microblog/post/live', '/', `${search}/`]) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask(search, 'q=a', { method: 'POST' })).status).toBe(405);
    expect((await ask('/openapi.json', '', { headers: {} })).status).toBe(404);
    for (const { id } of liveEndpoints) {
      const { path, query } = questionFor(id);
      if (!Object.keys(query).some((name) => name in renamedParameters)) continue;
      expect((await ask(path, query, { of: renaming })).status).toBe(404);
    }
  });
});

describe('pages', () => {
  // That they are sent page by page: `contract/rows.test.ts`.
  it.each(liveEndpoints)('$id: a late field, an undocumented one', ({ id, resource, pages }) => {
    const { path, query } = questionFor(id);
    const items = server.itemsFor(path, query);
    if (!pages) return;
    const late = lateFields[resource];
    expect(Object.keys(items[0] ?? {})).not.toContain(late);
    const names = [...fieldLists[resource].names, undocumentedMember];
    expect(Object.keys(items.at(-1) ?? {})).toEqual(names);
  });

  it('a cursor is refused with any other request', async () => {
    const { body } = await ask(search, { q: 'sea', lang: 'de' });
    const cursor = body.next_page_cursor ?? '';
    expect((await ask(search, { cursor, lang: 'de', q: 'sea' })).status).toBe(200);
    for (const [path, query] of [
      [search, { q: 'sun', lang: 'de' }],
      [search, { q: 'sea' }],
      [search, { q: 'sea', lang: 'de', fields: 'id' }],
      ['/api/data/microblog/users/live', { q: 'sea' }],
    ] as const) {
      const { status, body: refused } = await ask(path, { ...query, cursor });
      expect([status, refused.message]).toEqual([400, expect.stringContaining('cursor')]);
    }
  });

  it('hold what is difficult: digits, texts, escapes, and no more than was chosen', async () => {
    const { text } = await ask(videos);
    expect(text).toMatch(/"id":\d{19},/);
    const { body } = await ask(videos, { fields: 'playCount,id' });
    for (const item of body.results ?? []) expect(Object.keys(item)).toEqual(['id', 'playCount']);
    const items = server.itemsFor(search, { q: 'sea' }) as { text: string }[];
    const texts = items.slice(0, 40).map((item) => item.text);
    expect(texts).toEqual(expect.arrayContaining([...difficultTexts]));
    const forum = await ask('/api/data/forum/comments/users/ana/live');
    expect(forum.text).toMatch(/^[\x20-\x7e]+$/);
    expect(() => server.itemsFor(search, { query: 'a' })).toThrow('query');
  });
});
