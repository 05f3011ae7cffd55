/** Raw HTTP at the browser host: what a call and a path may look like. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import type { RawAnswer } from './raw-http.ts';

let running: RunningHost;
beforeAll(async () => {
  running = await startHost();
});
afterAll(() => running.close());

const call = '{"method":"app.snapshot","input":{}}';
const json = 'application/json';

const post = (type: string | null, body: string, target = '/api/call'): Promise<RawAnswer> =>
  running.send({
    method: 'POST',
    target,
    headers: [
      ['Authorization', `Bearer ${running.token}`],
      ...(type === null ? [] : [['Content-Type', type] satisfies [string, string]]),
    ],
    body,
  });

/** So much in pieces, without a word about how much it will be. */
async function postUnannounced(bytes: number): Promise<number> {
  const pieces = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes).fill(0x20));
      controller.close();
    },
  });
  const init = { method: 'POST', headers: running.calling, body: pieces, duplex: 'half' as const };
  return (await fetch(`${running.host.address}/api/call`, init)).status;
}

describe('37 bodies', () => {
  it.each<[string, string | null, string, number]>([
    ['no type', null, call, 415],
    ['text', 'text/plain', call, 415],
    ['a form', 'application/x-www-form-urlencoded', call, 415],
    ['a type that starts like JSON', 'application/json-patch', call, 415],
    ['more than 64 KB', json, JSON.stringify({ method: 'x', input: 'x'.repeat(2 ** 16) }), 413],
    ...[' ', '{', '[]', '"x"', 'null', '{"input":{}}', '{"method":1}'].map(
      (body): [string, string, string, number] => [`what is no call: ${body}`, json, body, 400],
    ),
  ])('37 refuses %s', async (_what, type, body, status) => {
    expect((await post(type, body)).status).toBe(status);
    expect(running.core.calls).toEqual([]);
  });

  it('37 refuses what doesn’t say how much it will be', async () => {
    expect(await postUnannounced(9)).toBe(413);
    expect(running.core.calls).toEqual([]);
  });

  it('37 accepts a charset and calls within the limit', async () => {
    const input = 'é'.repeat(30_000);
    const answer = await post(`${json}; charset=utf-8`, JSON.stringify({ method: 'x', input }));
    expect(answer.status).toBe(200);
    expect(running.core.calls.splice(0)).toEqual([{ method: 'x', input }]);
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    '37 answers %s with 405 everywhere',
    async (method) => {
      for (const target of ['/', '/api/call', '/download/x']) {
        const answer = await running.send({ method, target, headers: running.calling });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
      }
    },
  );

  it('37 answers GET and POST only where they belong', async () => {
    const { calling: headers } = running;
    expect((await running.send({ target: '/api/call', headers })).status).toBe(405);
    expect((await post(json, call, '/')).status).toBe(405);
    expect((await running.send({ target: '/api/other', headers })).status).toBe(404);
  });
});

describe('34 media', () => {
  const target = '/media/a.b.c';

  it('34 are handed to our page for their capability, a part at a time', async () => {
    const answer = await running.send({ target, headers: [['Range', 'bytes=5-']] });
    expect([answer.status, answer.body]).toEqual([206, 'part bytes=5-']);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect((await running.send({ target })).body).toBe('part null');
  });

  it.each<[string, string, [string, string][], number]>([
    ['another site', target, [['Sec-Fetch-Site', 'cross-site']], 403],
    ['another name', target, [['Host', 'evil.test']], 403],
    ['an origin', target, [['Origin', 'http://evil.test']], 403],
    ['no capability', '/media/', [], 404],
    ['more than one', '/media/a.b.c/d', [], 404],
    ['one that is encoded', '/media/a%2eb.c', [], 404],
    ['a way round', '/media/../media/a.b.c', [], 404],
  ])('34 are not for %s', async (_what, wanted, headers, status) => {
    const answer = await running.send({ target: wanted, headers });
    expect([answer.status, answer.body.includes('part')]).toEqual([status, false]);
  });
});

describe('18 files of the window', () => {
  const outside = `
    /../secret.txt /assets/../../secret.txt /%2e%2e/secret.txt /%2E%2E/secret.txt /..%2fsecret.txt
    /..%5csecret.txt /assets/..%5c..%5csecret.txt /%252e%252e/secret.txt /../window-sibling/x.txt
    /..;/secret.txt /.hidden //secret.txt /./index.html /index.html%00.js /assets /assets/
    /index.html/
  `;
  it.each(outside.trim().split(/\s+/))('18 does not serve %s', async (target) => {
    const answer = await running.send({ target });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toMatch(/secret|sibling|hidden|doctype/);
  });

  it.each(['/x/../api/call', '/api/%63all', 'http://127.0.0.1/api/call', '/./api/call'])(
    '18 no way of writing it leads round to a call: %s',
    async (target) => {
      expect((await post(json, call, target)).status).toBe(404);
      expect(running.core.calls).toEqual([]);
    },
  );

  it.each([
    ['/?x=1', 'text/html; charset=utf-8'],
    ['/assets/index-a1B2.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-a1B2.css', 'text/css; charset=utf-8'],
  ])('18 serves %s as %s', async (target, type) => {
    const answer = await running.send({ target });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });
});
