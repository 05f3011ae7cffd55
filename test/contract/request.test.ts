/**
 * Requests written by hand, against the second server: which credential goes where, what is asked
 * before it is sent, and what is counted.
 */
import { describe, expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { otherEndpoints } from '#test/support/facts/endpoints.ts';
import { answered, answerOf, ask, search, send } from '#test/support/free-request.ts';
import {
  addBoth,
  begin,
  eachTestHasServer,
  sent,
  server,
  way,
} from '#test/support/second-server-way.ts';
import { waysIn } from '#test/support/ways-in.ts';

eachTestHasServer({ pageSize: 3, totalRows: 8 });

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
    expect(sent()).toEqual([
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
});
