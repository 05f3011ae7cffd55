/** Credits, the count of metered calls, and the record of requests. */
import { describe, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import { ask, friday, question, startService, targetOf } from './asking.ts';

const target = targetOf('microblog.posts.search');

describe('credits', () => {
  it('count down to 402', async () => {
    const service = await startService();
    const key = service.createKey({ credits: 2 });
    expect((await ask(service, target, { key })).status).toBe(200);
    expect((await ask(service, target, { key })).status).toBe(200);
    const { status, body } = await ask(service, target, { key });
    expect(status).toBe(402);
    expect(body).toEqual({ success: false, message: expect.stringMatching(/credits/i) });
    expect(service.callsCounted()).toBe(2);
  });

  it('belong to one key each', async () => {
    const service = await startService();
    const [poor, rich] = [service.createKey({ credits: 0 }), service.createKey({ credits: 1 })];
    expect((await ask(service, target, { key: poor })).status).toBe(402);
    expect((await ask(service, target, { key: rich })).status).toBe(200);
    expect((await ask(service, target)).status).toBe(200);
  });

  it('are not taken by a request that is refused', async () => {
    const service = await startService();
    const key = service.createKey({ credits: 1 });
    await ask(service, '/api/data/microblog/posts/live?q=', { key });
    await ask(service, `${target}&cursor=made-up`, { key });
    service.fail({ kind: 'status', status: 429 }, { times: 1 });
    await ask(service, target, { key });
    expect(service.callsCounted()).toBe(0);
    expect((await ask(service, target, { key })).status).toBe(200);
  });

  it('are taken by what was begun, whatever became of it', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 }, { times: 1 });
    await ask(service, target);
    service.fail({ kind: 'reset' }, { times: 1 });
    await expect(ask(service, target)).rejects.toThrow();
    await question(service, 'microblog.users.get', { username: 'nobody_here' });
    expect(service.callsCounted()).toBe(3);
  });
});

describe('requests at the same moment', () => {
  it('are counted by key, data only', async () => {
    const service = await startService();
    const other = service.createKey({ credits: 9 });
    service.fail({ kind: 'delay', ms: 30 });
    await ask(service, target);
    await Promise.all([
      ask(service, target),
      ask(service, target, { key: other }),
      ask(service, '/api/data/operations/none'),
      ask(service, '/health', { key: null }),
    ]);
    expect(service.mostAtOnce()).toBe(1);
    await Promise.all([ask(service, target), ask(service, target)]);
    expect(service.mostAtOnce()).toBe(2);
  });

  it('are over when whoever asked has hung up', async () => {
    const service = await startService();
    service.fail({ kind: 'hang' }, { times: 1 });
    const giveUp = new AbortController();
    const hanging = fetch(service.address + target, {
      signal: giveUp.signal,
      headers: { authorization: `Bearer ${service.accessKey}` },
    });
    await expect.poll(() => service.callsCounted()).toBe(1);
    giveUp.abort();
    await expect(hanging).rejects.toThrow();
    await ask(service, target);
    expect(service.mostAtOnce()).toBe(1);
  });
});

describe('the record of requests', () => {
  it('says what was asked, with which kind of key, and how it went', async () => {
    const service = await startService();
    await ask(service, '/api/data/microblog/posts/live?q=city%20trees&lang=en');
    await ask(service, '/api/data/microblog/posts/1/live', { key: service.trialKey });
    await ask(service, '/api/data/microblog/posts/1/live', { key: 'wrong' });
    await ask(service, '/health', { key: null });
    expect(service.requests()).toEqual([
      {
        method: 'GET',
        path: '/api/data/microblog/posts/live',
        query: { q: 'city trees', lang: 'en' },
        status: 200,
        key: 'access',
        at: friday,
      },
      expect.objectContaining({ status: 403, key: 'trial' }),
      expect.objectContaining({ status: 401, key: 'unknown' }),
      expect.objectContaining({ status: 200, key: 'none', path: '/health' }),
    ]);
  });

  it('has no status for a request without an answer', async () => {
    const service = await startService();
    service.fail({ kind: 'reset' });
    await expect(ask(service, target)).rejects.toThrow();
    expect(service.requests()).toMatchObject([{ status: null }]);
  });
});

describe('the service', () => {
  it('is on the loopback, and each start has keys of its own', async () => {
    const [one, other] = [await startService(), await startService()];
    expect(one.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(new Set([one.accessKey, other.accessKey, one.trialKey, other.trialKey]).size).toBe(4);
  });

  it('says that a port is taken', async () => {
    const service = await startService();
    const port = Number(new URL(service.address).port);
    await expect(startSampleService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('refuses connections while paused, and comes back at the same address', async () => {
    const service = await startService();
    await service.pause();
    await expect(ask(service, target)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    await service.resume();
    expect((await ask(service, target)).status).toBe(200);
  });

  it('follows the clock it is given', async () => {
    const service = await startService();
    service.setClock(() => friday - 86_400_000);
    const { results } = await ask(service, target);
    expect(Date.parse(String(results[0]?.['createdAt']))).toBeLessThan(friday - 86_400_000);
  });

  it('ends although somebody still waits for an answer', async () => {
    const service = await startSampleService();
    service.fail({ kind: 'hang' });
    const waiting = expect(ask(service, target)).rejects.toThrow();
    await expect.poll(() => service.requests().length).toBe(1);
    await service.close();
    await waiting;
  });
});
