/** What follows from every kind of answer to a request written by hand, against odd services too. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { faultCases } from '#test/support/faults-table.ts';
import { answered, answerOf, ask, search, send } from '#test/support/free-request.ts';
import { readTree } from '#test/support/search-files.ts';
import { addBoth, begin, eachTestHasServer, server, way } from '#test/support/second-server-way.ts';
import { serve } from '#test/support/serve.ts';
import { testFolder } from '#test/support/store/folder.ts';

eachTestHasServer({ pageSize: 3, totalRows: 8 });

describe('answers', () => {
  it('that were paid for are there after a restart; the others are on no disk', async () => {
    const dataDir = testFolder();
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
