/**
 * Requests written by hand, against the second server: which credential goes where, what is asked
 * before it is sent, what is counted, and what follows from every kind of answer.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestListener, Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import type { TestCoreOptions } from '#test/support/core.ts';
import { otherEndpoints } from '#test/support/facts/endpoints.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { readTree } from '#test/support/search-files.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { throughCore, waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

let server: SecondServer;
let way: WayIn;
let other: Server | null = null;
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 3, totalRows: 8 });
});
afterEach(async () => {
  await way.close();
  await server.close();
  other?.close();
  other?.closeAllConnections();
  other = null;
});

const begin = async (options: TestCoreOptions = {}, open = throughCore): Promise<void> => {
  way = await open({
    serviceAddress: server.address,
    settings: { preferences: { timeoutSeconds: 1 } },
    secrets: paperKeychain(),
    ...options,
  });
  await way.value('service.choose', {
    kind: 'address',
    address: options.serviceAddress ?? server.address,
  });
};
const addBoth = async (): Promise<void> => {
  await way.value('credential.add', { value: server.accessKey });
  await way.value('credential.add', { value: server.sessionToken });
};
const search = '/api/data/microblog/posts/live';
const toSearch = { path: search, params: [{ name: 'q', value: 'sea & sand' }] };

const send = (path: string, more: { metered?: boolean; requestId?: string } = {}) =>
  way.call('request.send', {
    requestId: mintRunId(),
    request: { path, params: [] },
    ...more,
  });
const ask = (metered: boolean, more: { beyondCeiling?: boolean; requestId?: string } = {}) =>
  way.call('request.send', { requestId: mintRunId(), request: toSearch, metered, ...more });

/** The answer of a request that must have one. */
async function answerOf(path: string): Promise<FreeAnswer> {
  return answered(await send(path));
}
function answered(result: Awaited<ReturnType<typeof send>>): FreeAnswer {
  if (result.ok && result.value.kind === 'answered') return result.value.answer;
  throw new Error(`No answer: ${JSON.stringify(result)}`);
}

/** A service of one listener, on its own port. */
async function serve(listener: RequestListener): Promise<string> {
  other = createServer(listener).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const bound = other.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return `http://127.0.0.1:${bound.port}`;
}

describe.each(waysIn)('through %s', (_, open) => {
  it('[23] each path is sent with what its family calls for, or nothing', async () => {
    await begin({}, open);
    await addBoth();
    for (const { method, path } of otherEndpoints) {
      if (method === 'GET') await answerOf(path.replace('{id}', 'op_none'));
    }
    await answerOf('/api/tokens');
    await answerOf('/api/tokens/mine');
    await answerOf('/api/crawl/items');
    await answerOf('/api/planning');
    expect(answered(await ask(true))).toMatchObject({ status: 200, sentWith: 'accessKey' });
    const key = `Bearer ${server.accessKey}`;
    const session = `Bearer ${server.sessionToken}`;
    const sent = server.requests.map(({ path, authorization }) => [path, authorization]);
    expect(sent).toEqual([
      ['/api/data/operations/op_none', key],
      ['/api/plan', session],
      ['/api/usage', session],
      ['/api/status', undefined],
      ['/api/status/history', undefined],
      ['/health', undefined],
      ['/metrics', undefined],
      ['/openapi.json', undefined],
      ['/api/tokens', session],
      ['/api/tokens/mine', session],
      ['/api/crawl/items', session],
      ['/api/planning', undefined],
      [search, key],
    ]);
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
    // Only one of them was metered.
    expect((await way.value('app.snapshot', {})).calls.total).toBe(1);
  });

  it('a metered path asks first, is counted once, and is kept', async () => {
    await begin({}, open);
    await addBoth();
    expect(await ask(false)).toEqual({ ok: true, value: { kind: 'metered' } });
    expect(server.requests).toEqual([]);

    const requestId = mintRunId();
    const answer = answered(await ask(true, { requestId }));
    expect(answer).toMatchObject({
      status: 200,
      form: 'json',
      metered: true,
      isKept: true,
      problem: null,
      target: `${search}?q=sea%20%26%20sand`,
      value: { count: 3, has_more: true, next_page_cursor: '<cursor>' },
    });
    expect(server.requests.map(({ query }) => query)).toEqual([{ q: 'sea & sand' }]);
    expect(await way.value('calls.counts', {})).toMatchObject({
      total: 1,
      byPlatform: { microblog: 1 },
    });
    // A double click, a reload: the same id sends nothing.
    const again = await Promise.all([ask(true, { requestId }), ask(true, { requestId })]);
    for (const one of again) expect(answered(one)).toEqual(answer);
    expect(server.requests.length).toBe(1);

    const { answers } = await way.value('request.list', {});
    expect(answers.map(({ requestId: id, target }) => [id, target])).toEqual([
      [requestId, answer.target],
    ]);
    const saved = await way.value('request.save', { requestId });
    if (saved.kind !== 'saved') throw new Error('not saved');
    expect(saved.name).toMatch(/^api-data-microblog-posts-live-.*\.json$/);
    const content = (await way.readSaved(saved)).toString();
    expect(content).toBe(answer.text);
    expect(JSON.parse(content)).toMatchObject({ results: [{}, {}, {}] });

    await way.value('request.remove', { requestId });
    expect(await way.value('request.list', {})).toEqual({ answers: [] });
    expect(await way.call('request.open', { requestId })).toMatchObject({ ok: false });
    // What it cost stays, and it is not sent anew.
    expect(await ask(true, { requestId })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', call: 'noCall' },
    });
    expect(server.requests.length).toBe(1);
  });
});

describe('answers', () => {
  it('that were paid for are there after a restart; the others are on no disk', async () => {
    const dataDir = join((await import('node:os')).tmpdir(), mintRunId());
    await begin({ dataDir, accessKey: server.accessKey });
    const { requestId } = answered(await ask(true));
    await answerOf('/api/status');
    expect(await readdir(join(dataDir, 'requests'))).toEqual([`${requestId}.answer`]);
    expect((await readTree(dataDir)).join('\n')).not.toContain('operational');
    await way.test.close();

    await begin({ dataDir });
    const { answers } = await way.value('request.list', {});
    expect(answers).toMatchObject([{ requestId, isKept: true }]);
    const { answer } = await way.value('request.open', { requestId });
    expect(answer.value).toMatchObject({ count: 3 });
    // Of another service nothing is listed.
    await way.value('service.choose', { kind: 'address', address: 'http://127.0.0.1:9' });
    expect(await way.value('request.list', {})).toEqual({ answers: [] });
    await (await import('node:fs/promises')).rm(dataDir, { recursive: true, force: true });
  });

  it.each(faultCases)('[29] $name: what it means, what it cost, no retry', async (one) => {
    await begin();
    await addBoth();
    const isAnswered = one.call === 'answered' && one.fault.kind !== 'wrongShape';
    for (const [path, call] of [
      [search, one.call],
      ['/api/usage', 'noCall'],
    ] as const) {
      server.fail({ ...one.fault, path: '/api/' });
      const before = server.requests.length;
      const result = path === search ? await ask(true) : await send(path);
      server.recover();
      expect(server.requests.length).toBe(before + 1);
      if (!isAnswered && one.call !== 'answered') {
        // Nothing came: there is a problem, and nothing to show.
        expect(result).toMatchObject({ ok: false, error: { code: one.code, call } });
        continue;
      }
      const answer = answered(result);
      // A free request judges no shapes: JSON of any kind, and text, are answers.
      if (one.code === 'not_json' || one.code === 'wrong_shape') {
        expect(answer).toMatchObject({ status: 200, problem: null });
        expect(answer.form).toBe(one.code === 'not_json' ? 'text' : 'json');
        continue;
      }
      expect(answer.problem).toMatchObject({ code: one.code, call });
      expect(answer.bytes).toBeGreaterThan(0);
    }
    const { total } = (await way.value('app.snapshot', {})).calls;
    expect(total).toBe(one.call === 'notSent' ? 0 : 1);
  });

  it('[22] redirects are shown, not followed', async () => {
    await begin();
    await addBoth();
    server.fail({ kind: 'redirect', to: `${server.address}/health`, path: '/api/usage' });
    expect(await answerOf('/api/usage')).toMatchObject({
      status: 302,
      problem: { code: 'redirect_refused', call: 'noCall' },
    });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/usage']);
  });

  it('failures are noted for support, without what was asked', async () => {
    await begin();
    await addBoth();
    server.fail({ kind: 'status', status: 503, path: '/api/crawl' });
    await answerOf('/api/crawl/items/a-secret-word');
    const { text } = await way.value('support.preview', { withQuestions: false });
    expect(text).toContain('/api/crawl/…/…');
    expect(text).not.toContain('secret-word');
  });

  it('of every form: text, bytes, deep, long and endless JSON', async () => {
    const bodies: Record<string, Buffer> = {
      '/text': Buffer.from('<script>alert(1)</script>'),
      '/bytes': Buffer.from([0xff, 0xfe, 0x00, 0x01]),
      '/deep': Buffer.from('['.repeat(200_000) + ']'.repeat(200_000)),
      '/long': Buffer.from(`["${'x'.repeat(5_000_000)}"]`),
      '/exact': Buffer.from('{"id":12345678901234567890123}'),
      '/empty': Buffer.alloc(0),
    };
    const address = await serve((request, response) => {
      const body = bodies[request.url ?? ''];
      if (body !== undefined) {
        response.end(body);
        return;
      }
      // Without end, as fast as it is read.
      const chunk = Buffer.alloc(1 << 20, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pour);
      pour();
    });
    await begin({ serviceAddress: address, settings: { preferences: { timeoutSeconds: 60 } } });
    expect(await answerOf('/text')).toMatchObject({
      form: 'text',
      text: bodies['/text']?.toString(),
    });
    expect(await answerOf('/bytes')).toMatchObject({ form: 'bytes', text: '', bytes: 4 });
    expect(await answerOf('/deep')).toMatchObject({ form: 'large', value: null, isCut: false });
    expect(await answerOf('/long')).toMatchObject({ form: 'large', value: null, isCut: true });
    expect(await answerOf('/exact')).toMatchObject({
      value: { id: { $n: '12345678901234567890123' } },
    });
    expect(await answerOf('/empty')).toMatchObject({ form: 'text', text: '', bytes: 0 });
    expect(await answerOf('/endless')).toMatchObject({
      problem: { code: 'truncated', title: expect.stringContaining('64 MB') },
    });
    const { answers } = await way.value('request.list', {});
    const bytes = answers.find(({ target }) => target === '/bytes');
    const saved = await way.value('request.save', { requestId: bytes?.requestId ?? '' });
    expect(await way.readSaved(saved.kind === 'saved' ? saved : { download: null })).toEqual(
      bodies['/bytes'],
    );
  });

  it('[17] a key that the service repeats is neither shown nor kept', async () => {
    const address = await serve((request, response) => {
      const heard = request.headers.authorization ?? '';
      response.setHeader('Content-Type', `text/plain; x=${heard.slice(7)}`);
      response.writeHead(request.url === '/api/data/echo' ? 200 : 500);
      response.end(JSON.stringify({ success: false, message: heard, code: heard, heard }));
    });
    const canary = 'sk_canary_Wd4Yh8Jc2Qz6';
    await begin({ serviceAddress: address, accessKey: canary });
    const said: unknown[] = [];
    for (const path of ['/api/data/echo', '/api/data/operations/op_1']) {
      const request = { path, params: [{ name: 'api_key', value: canary }] };
      said.push(await way.call('request.send', { requestId: mintRunId(), request, metered: true }));
    }
    said.push(await way.call('request.list', {}));
    expect(said.length).toBe(3);
    const everything = [JSON.stringify(said), ...(await readTree(way.test.dataDir))].join('\n');
    expect(everything).toContain('/api/data/echo');
    expect(everything).not.toContain(canary.slice(0, 12));
  });
});

describe('before anything is sent', () => {
  it.each([
    'api/status',
    '//evil.example/x',
    '/\\evil.example',
    '/api/../../x',
    '/api/%2e%2e/x',
    '/api/..%2fx',
    '/a b',
    '/a\nb',
    '/a?b=c',
    '/a#b',
    '/api/data/{id}/live',
    '/api/stripe/checkout',
    '/API/Stripe/checkout',
    '/api/%64ata/x',
    '',
  ])('%j is refused', async (path) => {
    await begin();
    await addBoth();
    expect(await send(path, { metered: true })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', call: 'noCall', remedies: [{ key: 'path' }] },
    });
    expect(server.requests).toEqual([]);
  });

  it('a missing key or sign-in is said', async () => {
    await begin();
    expect(await ask(true)).toMatchObject({ ok: false, error: { code: 'no_credential' } });
    expect(await send('/api/tokens')).toMatchObject({
      ok: false,
      error: { code: 'no_credential' },
    });
    expect(server.requests).toEqual([]);
    expect((await way.value('app.snapshot', {})).calls.total).toBe(0);
  });

  it('the day’s ceiling asks, and holds for requests and runs together', async () => {
    const preferences = { timeoutSeconds: 2, ceilings: { run: null, day: 2 } };
    await begin({ settings: { preferences }, accessKey: server.accessKey });
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    await way.value('run.start', { runId: mintRunId(), query });
    expect(answered(await ask(true)).status).toBe(200);
    expect(await ask(true)).toEqual({
      ok: true,
      value: { kind: 'dayCeiling', calls: 2, ceiling: 2 },
    });
    expect(server.requests.length).toBe(2);
    expect(answered(await ask(true, { beyondCeiling: true })).status).toBe(200);
    // What is not metered has no ceiling.
    expect((await answerOf('/api/status')).status).toBe(200);
  });

  it('[25] one metered call at a time: a request waits for its turn, and can be stopped there', async () => {
    await begin({ accessKey: server.accessKey, settings: { preferences: { timeoutSeconds: 30 } } });
    server.fail({ kind: 'hang' });
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    const runId = mintRunId();
    const running = way.call('run.start', { runId, query });
    await expect.poll(() => server.requests.length).toBe(1);
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    expect((await answerOf('/api/status')).status).toBe(200);
    expect(server.requests.filter(({ path }) => path === search).length).toBe(1);
    await way.value('request.stop', { requestId });
    expect(await waiting).toEqual({ ok: true, value: { kind: 'stopped' } });
    await way.value('run.stop', { runId });
    await running;
    expect(server.requests.filter(({ path }) => path === search).length).toBe(1);
  });

  it('a program that is closed does not wait, and remembers that it may have been counted', async () => {
    const dataDir = join((await import('node:os')).tmpdir(), mintRunId());
    const settings = { preferences: { timeoutSeconds: 60 } };
    await begin({ dataDir, accessKey: server.accessKey, settings });
    server.fail({ kind: 'hang' });
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    await expect.poll(() => server.requests.length).toBe(1);
    await way.test.close();
    expect(await waiting).toMatchObject({ ok: false, error: { call: 'unanswered' } });

    await begin({ dataDir, accessKey: server.accessKey });
    expect((await way.value('app.snapshot', {})).calls.total).toBe(1);
    expect(await ask(true, { requestId })).toMatchObject({ ok: false, error: { call: 'noCall' } });
    expect(server.requests.length).toBe(1);
    await (await import('node:fs/promises')).rm(dataDir, { recursive: true, force: true });
  });

  it('*Stop* ends the wait at once, and says that it may have been counted', async () => {
    await begin({ accessKey: server.accessKey, settings: { preferences: { timeoutSeconds: 30 } } });
    server.fail({ kind: 'hang' });
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    await expect.poll(() => server.requests.length).toBe(1);
    await way.value('request.stop', { requestId });
    expect(await waiting).toMatchObject({
      ok: false,
      error: { title: 'You stopped before an answer came.', call: 'unanswered' },
    });
    expect((await way.value('app.snapshot', {})).calls.total).toBe(1);
  });
});
