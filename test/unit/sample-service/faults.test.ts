/** Everything that can be made to go wrong. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '#main/sample-service/index.ts';
import { ask, pagesOf, question, startService, targetOf } from './asking.ts';

const search = 'microblog.posts.search';
const target = targetOf(search);

describe('a status', () => {
  it.each([
    [400, { success: false, message: expect.any(String) }],
    [401, { success: false, message: expect.any(String) }],
    [402, { success: false, message: expect.any(String) }],
    [403, { success: false, code: 'forbidden', message: expect.any(String) }],
    [404, { success: false, message: expect.any(String) }],
    [429, { success: false, message: expect.any(String) }],
    [500, { success: false, message: expect.any(String), error: expect.any(String) }],
    [503, { success: false, message: expect.any(String), error: expect.any(String) }],
  ])('%i has the body of the specification', async (status, body) => {
    const service = await startService();
    service.fail({ kind: 'status', status });
    const answer = await ask(service, target);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(body);
    expect(service.requests().at(-1)?.status).toBe(status);
  });

  it('may have any body and headers', async () => {
    const service = await startService();
    const body = { reason: 'quota', left: 0 };
    service.fail({ kind: 'status', status: 402, body, headers: { 'retry-after': '7' } });
    const answer = await ask(service, target);
    expect(answer.body).toEqual(body);
    expect(answer.headers.get('retry-after')).toBe('7');
  });
});

describe('a broken answer', () => {
  it.each<Fault>([{ kind: 'reset' }, { kind: 'truncated' }])('%o', async (fault) => {
    const service = await startService();
    service.fail(fault, { times: 1 });
    await expect(ask(service, target)).rejects.toThrow();
    expect((await ask(service, target)).status).toBe(200);
  });

  it('truncated: headers and the beginning do arrive', async () => {
    const service = await startService();
    service.fail({ kind: 'truncated' });
    const response = await fetch(service.address + target, {
      headers: { authorization: `Bearer ${service.accessKey}` },
    });
    expect(response.status).toBe(200);
    const promised = Number(response.headers.get('content-length'));
    let arrived = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of response.body ?? []) arrived += chunk.length;
    };
    await expect(read()).rejects.toThrow();
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(promised);
  });

  it('hang: no answer until the asker gives up', async () => {
    const service = await startService();
    service.fail({ kind: 'hang' });
    const giveUp = new AbortController();
    const waiting = fetch(service.address + target, {
      signal: giveUp.signal,
      headers: { authorization: `Bearer ${service.accessKey}` },
    });
    await expect.poll(() => service.callsCounted()).toBe(1);
    expect(service.requests().at(-1)?.status).toBeNull();
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
  });

  it('HTML where JSON is expected', async () => {
    const service = await startService();
    service.fail({ kind: 'nonJson' });
    const { status, headers, raw } = await ask(service, target);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/text\/html/);
    expect(raw).toMatch(/^<!doctype html>/);
  });

  it('JSON that is no envelope', async () => {
    const service = await startService();
    service.fail({ kind: 'wrongShape' });
    const { status, body } = await ask(service, target);
    expect(status).toBe(200);
    expect(Array.isArray(body['results'])).toBe(false);
  });

  it('a redirect elsewhere', async () => {
    const service = await startService();
    service.fail({ kind: 'redirect', to: 'http://127.0.0.1:9/stolen', status: 307 });
    const { status, headers } = await ask(service, target);
    expect(status).toBe(307);
    expect(headers.get('location')).toBe('http://127.0.0.1:9/stolen');
  });

  it('a delay ends in the ordinary answer', async () => {
    const service = await startService();
    const { results } = await ask(service, target);
    service.fail({ kind: 'delay', ms: 30 });
    expect((await ask(service, target)).results).toEqual(results);
  });
});

describe('odd pages', () => {
  it('empty although more follows: nothing is lost', async () => {
    const service = await startService();
    const [first, second] = await pagesOf(service, search, { most: 2 });
    const values = {};
    const { cursor } = await question(service, search, values);
    service.fail({ kind: 'emptyPage' }, { times: 1 });
    const empty = await question(service, search, values, { cursor });
    expect(empty.body).toMatchObject({ results: [], count: 0, has_more: true });
    const next = await question(service, search, values, { cursor: empty.cursor });
    expect(next.results).toEqual(second?.results);
    expect(next.results).not.toEqual(first?.results);
  });

  it('a cursor that is handed out again', async () => {
    const service = await startService();
    service.fail({ kind: 'repeatedCursor' });
    const { cursor } = await question(service, search);
    const again = await question(service, search, {}, { cursor });
    expect(again.cursor).toBe(cursor);
    expect(again.results.length).toBeGreaterThan(0);
  });
});

describe('limits of a fault', () => {
  it('happens so many times', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 }, { times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await ask(service, target)).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('happens on some paths', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 }, { match: (path) => path.includes('/users/') });
    expect((await ask(service, target)).status).toBe(200);
    expect((await question(service, 'microblog.users.get')).status).toBe(500);
  });

  it('several come one after the other', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 502 }, { times: 1 });
    service.fail({ kind: 'nonJson' }, { times: 1 });
    expect((await ask(service, target)).status).toBe(502);
    expect((await ask(service, target)).raw).toMatch(/^<!doctype/);
    expect((await ask(service, target)).status).toBe(200);
  });

  it('ends when cleared', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 });
    expect((await ask(service, target)).status).toBe(500);
    service.clearFaults();
    expect((await ask(service, target)).status).toBe(200);
  });

  it('never hides a mistake of the request, which does not use it up', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 }, { times: 1 });
    expect((await ask(service, '/api/data/microblog/posts/live?q=')).status).toBe(400);
    expect((await ask(service, target, { key: 'wrong' })).status).toBe(401);
    expect((await ask(service, target, { key: service.trialKey })).status).toBe(403);
    expect((await ask(service, target)).status).toBe(500);
    expect((await ask(service, target)).status).toBe(200);
  });
});
