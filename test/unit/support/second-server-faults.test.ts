/** Each thing that can go wrong, switched on and seen from the client's side. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { Fault, SecondServer } from '#test/support/second-server/index.ts';
import { ask, cursorOf, itemsOf, send } from './second-server-client.ts';

let server: SecondServer;

beforeEach(async () => {
  server = await startSecondServer();
});

afterEach(async () => {
  await server.close();
});

const search = '/api/data/microblog/posts/live';
const query = { q: 'sea' };

/** The code at the root of what fetch reports when the connection breaks. */
async function brokenBy(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (problem) {
    const cause = problem instanceof Error ? problem.cause : undefined;
    return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  }
  throw new Error('nothing broke');
}

describe('statuses', () => {
  test.each<[Fault, number, Record<string, unknown>]>([
    [{ kind: 'status', status: 400 }, 400, { success: false, message: expect.any(String) }],
    [{ kind: 'status', status: 401 }, 401, { success: false, message: expect.any(String) }],
    [{ kind: 'status', status: 402 }, 402, { blockedBy: expect.any(Object) }],
    [
      { kind: 'status', status: 403 },
      403,
      { success: false, code: 'forbidden', message: expect.any(String) },
    ],
    [
      { kind: 'status', status: 403, trial: true },
      403,
      {
        success: false,
        code: 'on_demand_not_available_in_trial',
        message: expect.any(String),
      },
    ],
    [{ kind: 'status', status: 404 }, 404, { success: false, message: expect.any(String) }],
    ...([410, 429, 500, 503] as const).map((status): [Fault, number, Record<string, unknown>] => [
      { kind: 'status', status },
      status,
      { success: false, message: expect.any(String), error: expect.any(String) },
    ]),
  ])('%o', async (fault, status, body) => {
    server.fail(fault);
    const hit = await ask(server, search, query);
    expect(hit.status).toBe(status);
    expect(hit.body).toEqual(body);
    expect((await ask(server, search, query)).status).toBe(200);
    expect(server.requests.map((request) => request.status)).toEqual([status, 200]);
  });

  test('429 says when to come back, in seconds or as a date', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    server.fail({ kind: 'status', status: 429, retryAfter: 7 });
    server.fail({ kind: 'status', status: 429, retryAfter: date });
    expect((await ask(server, search, query)).headers.get('retry-after')).toBe('7');
    expect((await ask(server, search, query)).headers.get('retry-after')).toBe(date);
  });
});

describe('connections', () => {
  test('a delayed answer comes after one that was asked later', async () => {
    server.fail({ kind: 'delay', ms: 1000 });
    const order: string[] = [];
    const slow = ask(server, search, query).then((reply) => {
      order.push('slow');
      return reply;
    });
    await expect.poll(() => server.requests.length).toBe(1);
    expect((await ask(server, search, query)).status).toBe(200);
    order.push('quick');
    const reply = await slow;
    expect(order).toEqual(['quick', 'slow']);
    expect(itemsOf(reply.body)).toHaveLength(20);
  });

  test('something is done while a request is under way, and its answer is as usual', async () => {
    const seen: number[] = [];
    server.fail({ kind: 'meanwhile', act: () => seen.push(server.requests.length) });
    expect((await ask(server, search, query)).status).toBe(200);
    expect((await ask(server, search, query)).status).toBe(200);
    expect(seen).toEqual([1]);
  });

  test('a hanging request is never answered, and close ends it', async () => {
    server.fail({ kind: 'hang' });
    const broken = brokenBy(send(server, search, query));
    await expect.poll(() => server.requests.length).toBe(1);
    expect((await ask(server, search, query)).status).toBe(200);
    expect(server.requests[0]?.status).toBe(0);
    await server.close();
    expect(await broken).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    server = await startSecondServer();
  });

  test('a reset cuts the connection after the request arrived', async () => {
    server.fail({ kind: 'reset' });
    expect(await brokenBy(send(server, search, query))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(server.requests).toMatchObject([{ path: search, query, status: 0 }]);
  });

  test('a truncated body promises more than it sends', async () => {
    const whole = await ask(server, search, query);
    server.fail({ kind: 'truncated' });
    const response = await send(server, search, query);
    expect(response.status).toBe(200);
    const promised = Number(response.headers.get('content-length'));
    expect(promised).toBeGreaterThan(whole.text.length / 2);
    expect(await brokenBy(response.text())).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  });
});

describe('wrong answers', () => {
  test('HTML with 200', async () => {
    server.fail({ kind: 'html' });
    const reply = await ask(server, search, query);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.text).toContain('<title>');
  });

  test('JSON of a wrong shape', async () => {
    server.fail({ kind: 'wrongShape' });
    const { status, body } = await ask(server, search, query);
    expect(status).toBe(200);
    expect(body.results).not.toBeInstanceOf(Array);
    expect(body.has_more).not.toBeTypeOf('boolean');
  });

  test('an empty page has a cursor that leads to the rows it left out', async () => {
    server.fail({ kind: 'emptyPage' });
    const empty = await ask(server, search, query);
    expect(empty.body).toMatchObject({ results: [], count: 0, has_more: true });
    const next = await ask(server, search, { ...query, cursor: cursorOf(empty.body) ?? '' });
    expect(itemsOf(next.body)).toEqual(server.itemsFor(search, query).slice(0, 20));
  });

  test('a repeated cursor waits for a request with a cursor and comes back the same', async () => {
    server.fail({ kind: 'repeatedCursor' });
    const first = await ask(server, search, query);
    const cursor = cursorOf(first.body) ?? '';
    const second = await ask(server, search, { ...query, cursor });
    expect(second.body).toMatchObject({ has_more: true, next_page_cursor: cursor, count: 20 });
    const again = await ask(server, search, { ...query, cursor });
    expect(cursorOf(again.body)).not.toBe(cursor);
  });

  test('a redirect names another address', async () => {
    server.fail({ kind: 'redirect', to: 'http://192.0.2.1/elsewhere' });
    const reply = await ask(server, search, query);
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toBe('http://192.0.2.1/elsewhere');
  });
});

describe('which requests are hit', () => {
  test('as many as asked for, in the order of the faults', async () => {
    server.fail({ kind: 'status', status: 500 }, 2);
    server.fail({ kind: 'status', status: 404 });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await ask(server, search, query)).status);
    expect(statuses).toEqual([500, 500, 404, 200]);
  });

  test('all of them until recovery', async () => {
    server.fail({ kind: 'status', status: 503 }, Infinity);
    expect((await ask(server, search, query)).status).toBe(503);
    expect((await ask(server, search, query)).status).toBe(503);
    server.recover();
    expect((await ask(server, search, query)).status).toBe(200);
  });

  test('data requests, unless a path is named', async () => {
    server.fail({ kind: 'status', status: 500 });
    expect((await ask(server, '/health', '', { headers: {} })).status).toBe(200);
    server.fail({ kind: 'status', status: 503, path: '/health' });
    expect((await ask(server, '/health', '', { headers: {} })).status).toBe(503);
    expect((await ask(server, search, query)).status).toBe(500);
  });

  test('never a wrong request, which stays visible', async () => {
    server.fail({ kind: 'status', status: 500 });
    expect((await ask(server, search, { query: 'sea' })).status).toBe(400);
    expect((await ask(server, search, query)).status).toBe(500);
  });
});
