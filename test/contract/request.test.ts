/**
 * Requests written by hand, against the second server: which credential goes where, what is asked
 * before it is sent, what is counted, and what becomes of the answer.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mintRunId, question } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { failSo } from '#test/support/out-of-time.ts';
import { answered, answerOf, ask, search, send } from '#test/support/free-request.ts';
import { readTree } from '#test/support/search-files.ts';
import {
  addBoth,
  beginWithoutKey as begin,
  eachTestHasServer,
  sent,
  server,
  test,
} from '#test/support/run-core.ts';
import { serve } from '#test/support/serve.ts';
import { testFolder } from '#test/support/store/runs.ts';

eachTestHasServer({ pageSize: 3, totalRows: 8 });

const notCalled = { ok: false, error: { code: 'invalid_input', call: 'noCall' } };
const callsCounted = async () => (await test.value('app.snapshot', {})).calls.total;
const searchQuery = question('microblog.posts.search', { q: 'sea' });
const patient = { preferences: { timeoutSeconds: 60 } };

// Which paths are of which family: `unit/credentials/kinds.test.ts`.
it('[23] each path is sent with what its family calls for, or nothing', async () => {
  await begin();
  await addBoth();
  for (const path of ['/api/data/operations/op_1', '/api/crawl/items', '/api/status']) {
    await answerOf(path);
  }
  expect(answered(await ask(true))).toMatchObject({ status: 200, sentWith: 'accessKey' });
  const key = `Bearer ${server.accessKey}`;
  expect(sent()).toEqual([
    ['/api/data/operations/op_1', key],
    ['/api/crawl/items', `Bearer ${server.sessionToken}`],
    ['/api/status', undefined],
    [search, key],
  ]);
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
  // Only one of them was metered.
  expect(await callsCounted()).toBe(1);
});

it('a metered path asks first, is counted once, and is kept', async () => {
  await begin();
  await addBoth();
  expect(await ask(false)).toEqual({ ok: true, value: { kind: 'metered' } });
  expect(server.requests).toEqual([]);

  // A double click: the same id sends nothing twice, at once or later.
  const requestId = mintRunId();
  const [first, second] = await Promise.all([ask(true, { requestId }), ask(true, { requestId })]);
  const answer = answered(first);
  expect(answered(second)).toEqual(answer);
  expect(answered(await ask(true, { requestId }))).toEqual(answer);
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
  const counts = { total: 1, byPlatform: { microblog: 1 } };
  expect(await test.value('calls.counts', {})).toMatchObject(counts);

  const { answers } = await test.value('request.list', {});
  expect(answers).toMatchObject([{ requestId, target: answer.target }]);
  const saved = await test.value('file.save', { file: { of: 'request', requestId } });
  if (saved.kind !== 'saved') throw new Error('not saved');
  expect(saved.name).toMatch(/^api-data-microblog-posts-live-.*\.json$/);
  const content = await readFile(test.saved[0] ?? '', 'utf8');
  expect(content).toBe(answer.text);
  expect(JSON.parse(content)).toMatchObject({ results: [{}, {}, {}] });

  await test.value('request.remove', { requestId });
  expect(await test.value('request.list', {})).toEqual({ answers: [] });
  expect(await test.call('request.open', { requestId })).toMatchObject({ ok: false });
  // What it cost stays, and it is not sent anew.
  expect(await ask(true, { requestId })).toMatchObject(notCalled);
  expect(server.requests.length).toBe(1);
});

describe('before anything is sent', () => {
  // Which paths: `unit/query/free-request.test.ts`.
  it('a path that not everybody reads the same way is refused, and so is billing', async () => {
    await begin();
    await addBoth();
    for (const path of ['//evil.example/x', '/api/..%2fx', '/a?b=c', '/api/stripe/checkout']) {
      const result = await send(path, { metered: true });
      expect(result, path).toMatchObject(notCalled);
      expect(result).toMatchObject({ error: { remedies: [{ key: 'path' }] } });
    }
    expect(server.requests).toEqual([]);
  });

  it('a missing key or sign-in is said', async () => {
    await begin();
    for (const result of [await ask(true), await send('/api/tokens')]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'no_credential' } });
    }
    expect(server.requests).toEqual([]);
    expect(await callsCounted()).toBe(0);
  });

  it('the day’s ceiling asks, and holds for requests and runs together', async () => {
    const preferences = { timeoutSeconds: 2, ceilings: { run: null, day: 2 } };
    await begin({ settings: { preferences }, accessKey: server.accessKey });
    await test.value('run.start', { runId: mintRunId(), query: searchQuery });
    expect(answered(await ask(true)).status).toBe(200);
    const ceiling = { kind: 'dayCeiling', calls: 2, ceiling: 2 };
    expect(await ask(true)).toEqual({ ok: true, value: ceiling });
    expect(server.requests.length).toBe(2);
    expect(answered(await ask(true, { beyondCeiling: true })).status).toBe(200);
    // What is not metered has no ceiling.
    expect((await answerOf('/api/status')).status).toBe(200);
  });
});

describe('an answer', () => {
  it('that was paid for is there after a restart; the others are on no disk', async () => {
    const dataDir = testFolder();
    await begin({ dataDir, accessKey: server.accessKey });
    const { requestId } = answered(await ask(true));
    await answerOf('/api/status');
    expect(await readdir(join(dataDir, 'requests'))).toEqual([`${requestId}.answer`]);
    expect((await readTree(dataDir)).join('\n')).not.toContain('operational');
    await test.core.close();

    await begin({ dataDir });
    const { answers } = await test.value('request.list', {});
    expect(answers).toMatchObject([{ requestId, isKept: true }]);
    const { answer } = await test.value('request.open', { requestId });
    expect(answer.value).toMatchObject({ count: 3 });
    // Of another service nothing is listed.
    await test.value('service.choose', { kind: 'address', address: 'http://127.0.0.1:9' });
    expect(await test.value('request.list', {})).toEqual({ answers: [] });
  });

  it('of an operation is there after a restart: its rows were paid for, though asking for them isn’t', async () => {
    const dataDir = testFolder();
    const result = { results: [{ id: '1' }], next_page_cursor: 'cursor-of-theirs' };
    const serviceAddress = await serve((_, response) => {
      response.end(JSON.stringify({ status: 'success', result }));
    });
    await begin({ dataDir, serviceAddress, accessKey: server.accessKey });
    const sentNow = await answerOf('/api/data/operations/op_1');
    expect(sentNow).toMatchObject({ metered: false, isKept: true });
    await test.core.close();

    await begin({ dataDir, serviceAddress });
    const { answer } = await test.value('request.open', { requestId: sentNow.requestId });
    const value = { result: { results: [{ id: '1' }], next_page_cursor: '<cursor>' } };
    expect(answer).toMatchObject({ value });
  });

  it('[29] that fails says what it means and what it cost; nothing is sent again', async () => {
    await begin();
    await addBoth();
    const cases = faultCases.flatMap((one) =>
      [search, '/api/usage'].map((path) => [path, one] as const),
    );
    for (const [path, { name, fault, code, call }] of cases) {
      const isMetered = path === search;
      const cost = isMetered ? call : 'noCall';
      const [before, counted] = [server.requests.length, await callsCounted()];
      failSo(server, fault, { path: '/api/' });
      const result = isMetered ? await ask(true) : await send(path);
      server.recover();
      expect(server.requests.length).toBe(before + 1);
      expect(await callsCounted()).toBe(counted + (isMetered ? 1 : 0));
      if (call !== 'answered') {
        // Nothing came: there is a problem, and nothing to show.
        expect(result, name).toMatchObject({ ok: false, error: { code, call: cost } });
        continue;
      }
      // A free request judges no shapes: JSON of any kind, and text, are answers.
      const forms: Readonly<Record<string, string>> = { not_json: 'text', wrong_shape: 'json' };
      const form = forms[code];
      const answer = answered(result);
      if (form !== undefined)
        expect(answer, name).toMatchObject({ status: 200, problem: null, form });
      else expect(answer.problem, name).toMatchObject({ code, call: cost });
      expect(answer.bytes).toBeGreaterThan(0);
    }
  });

  it('that fails is noted without the words of its path', async () => {
    await begin();
    await addBoth();
    server.fail({ kind: 'status', status: 503, path: '/api/crawl' });
    await answerOf('/api/crawl/items/a-secret-word');
    const { text } = await test.value('support.preview', { withQuestions: false });
    expect(text).toContain('/api/crawl/…/…');
    expect(text).not.toContain('secret-word');
  });

  it('is saved as it came; of an endless one the beginning is read', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x01]);
    const address = await serve((request, response) => {
      if (request.url === '/bytes') {
        response.end(bytes);
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
    await begin({ serviceAddress: address, settings: patient });
    const { requestId } = await answerOf('/bytes');
    const saved = await test.value('file.save', { file: { of: 'request', requestId } });
    expect([saved.kind, await readFile(test.saved[0] ?? '')]).toEqual(['saved', bytes]);
    const title: unknown = expect.stringContaining('64 MB');
    expect(await answerOf('/endless')).toMatchObject({ problem: { code: 'truncated', title } });
  });

  it('[17] [26] has neither the key that the service repeats nor a cursor, shown or kept', async () => {
    const address = await serve((request, response) => {
      const heard = request.headers.authorization ?? '';
      response.setHeader('Content-Type', `text/plain; x=${heard.slice(7)}`);
      response.writeHead(request.url === '/api/data/echo' ? 200 : 500);
      const result = { results: [], next_page_cursor: 'cursor-of-theirs' };
      response.end(JSON.stringify({ success: false, message: heard, code: other, heard, result }));
    });
    const canary = 'sk_canary_Wd4Yh8Jc2Qz6';
    // Not the one that is sent.
    const other = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
    await begin({ serviceAddress: address, accessKey: canary });
    await test.value('credential.add', { value: other });
    const said: unknown[] = [];
    const params = [
      { name: 'api_key', value: canary },
      { name: 'cursor', value: 'cursor-of-mine' },
    ];
    for (const path of ['/api/data/echo', '/api/data/operations/op_1']) {
      const input = { requestId: mintRunId(), request: { path, params }, metered: true };
      said.push(await test.call('request.send', input));
    }
    said.push(await test.call('request.list', {}));
    const everything = [JSON.stringify(said), ...(await readTree(test.dataDir))].join('\n');
    expect(everything).toContain('/api/data/echo');
    expect(everything).not.toContain(canary.slice(0, 12));
    expect(everything).not.toContain(other.slice(0, 30));
    expect(everything).not.toContain('cursor-of');
  });
});

describe('waiting', () => {
  it('[25] one metered call at a time: a request is queued, and can be stopped there', async () => {
    await begin({ accessKey: server.accessKey, settings: patient });
    server.fail({ kind: 'hang' });
    const runId = mintRunId();
    const running = test.call('run.start', { runId, query: searchQuery });
    await expect.poll(() => server.requests.length).toBe(1);
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    expect((await answerOf('/api/status')).status).toBe(200);
    const searches = () => server.requests.filter(({ path }) => path === search).length;
    expect(searches()).toBe(1);
    await test.value('request.stop', { requestId });
    expect(await waiting).toEqual({ ok: true, value: { kind: 'stopped' } });
    await test.value('run.stop', { runId });
    await running;
    expect(searches()).toBe(1);
  });

  it('*Stop* and closing end the wait at once, and say that it may have been counted', async () => {
    const dataDir = testFolder();
    await begin({ dataDir, accessKey: server.accessKey, settings: patient });
    const requestId = mintRunId();
    server.fail({ kind: 'hang' }, 2);
    const [stopped, closed] = [ask(true, { requestId }), ask(true)];
    await expect.poll(() => server.requests.length).toBe(1);
    await test.value('request.stop', { requestId });
    await expect.poll(() => server.requests.length).toBe(2);
    await test.core.close();
    const error = { title: 'You stopped before an answer arrived.', call: 'unanswered' };
    expect(await stopped).toMatchObject({ ok: false, error });
    expect(await closed).toMatchObject({ ok: false, error: { call: 'unanswered' } });
    await begin({ dataDir, accessKey: server.accessKey });
    expect(await callsCounted()).toBe(2);
    expect(await ask(true, { requestId })).toMatchObject({ ok: false, error: { call: 'noCall' } });
    expect(server.requests.length).toBe(2);
  });
});
