/** Raw HTTP at the browser host: what a call and a path may look like. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import { type RawRequest, sendRaw } from './raw-http.ts';

let running: RunningHost;
const calling = (): [string, string][] => [
  ['Authorization', `Bearer ${running.token}`],
  ['Content-Type', 'application/json'],
];
const call = '{"method":"app.snapshot","input":{}}';

beforeAll(async () => {
  running = await startHost();
});
afterAll(() => running.close());

const send = (wanted: RawRequest): ReturnType<typeof sendRaw> => sendRaw(running.port, wanted);

describe('37 bodies', () => {
  const post = (headers: [string, string][], body: string): ReturnType<typeof sendRaw> =>
    send({
      method: 'POST',
      target: '/api/call',
      headers: [['Authorization', `Bearer ${running.token}`], ...headers],
      body,
    });

  it.each([
    ['no type', []],
    ['text', [['Content-Type', 'text/plain']]],
    ['a form', [['Content-Type', 'application/x-www-form-urlencoded']]],
    ['a type that starts like JSON', [['Content-Type', 'application/json-patch']]],
  ] satisfies [string, [string, string][]][])('37 refuses %s: 415', async (_what, headers) => {
    const before = running.core.calls.length;
    expect((await post(headers, call)).status).toBe(415);
    expect(running.core.calls).toHaveLength(before);
  });

  it('37 refuses more than 8 MB, announced or not: 413', async () => {
    const before = running.core.calls.length;
    const large = JSON.stringify({ method: 'x', input: 'x'.repeat(8 * 1024 * 1024) });
    expect((await post([['Content-Type', 'application/json']], large)).status).toBe(413);

    const status = await new Promise<number>((resolve, reject) => {
      const chunked = request(
        {
          port: running.port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/call',
          headers: {
            Authorization: `Bearer ${running.token}`,
            'Content-Type': 'application/json',
            'Transfer-Encoding': 'chunked',
          },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      chunked.on('error', reject);
      for (let sent = 0; sent < 9; sent++) chunked.write(Buffer.alloc(1024 * 1024, 0x20));
      chunked.end();
    });
    expect(status).toBe(413);
    expect(running.core.calls).toHaveLength(before);
  });

  it.each(['', '{', '[]', '"x"', 'null', '{"input":{}}', '{"method":1}'])(
    '37 refuses what is not a call: %s',
    async (body) => {
      const before = running.core.calls.length;
      expect((await post([['Content-Type', 'application/json']], body)).status).toBe(400);
      expect(running.core.calls).toHaveLength(before);
    },
  );

  it('37 accepts a charset and large calls within the limit', async () => {
    const input = 'é'.repeat(3 * 1024 * 1024);
    const answer = await post(
      [['Content-Type', 'application/json; charset=utf-8']],
      JSON.stringify({ method: 'x', input }),
    );
    expect(answer.status).toBe(200);
    expect(running.core.calls.at(-1)).toEqual({ method: 'x', input });
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    '37 answers %s with 405 everywhere',
    async (method) => {
      for (const target of ['/', '/api/call', '/download/x']) {
        const answer = await send({ method, target, headers: calling() });
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe('GET, POST');
      }
    },
  );

  it('37 answers GET and POST only where they belong', async () => {
    const get = await send({ target: '/api/call', headers: calling() });
    const poster = await send({ method: 'POST', target: '/', headers: calling(), body: call });
    expect([get.status, poster.status]).toEqual([405, 405]);
    const unknown = await send({ target: '/api/other', headers: calling() });
    expect(unknown.status).toBe(404);
  });
});

describe('18 files of the window', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2E/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/../window-sibling/x.txt',
    '/..;/secret.txt',
    '/.hidden',
    '//secret.txt',
    '/./index.html',
    '/index.html%00.js',
    '/assets',
    '/assets/',
    '/index.html/',
  ])('18 does not serve %s', async (target) => {
    const answer = await send({ target });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toMatch(/secret|sibling|hidden|doctype/);
  });

  it.each(['/x/../api/call', '/api/%63all', 'http://127.0.0.1/api/call', '/./api/call'])(
    '18 no way of writing it leads round to a call: %s',
    async (target) => {
      const before = running.core.calls.length;
      const answer = await send({ method: 'POST', target, headers: calling(), body: call });
      expect(answer.status).toBe(404);
      expect(running.core.calls).toHaveLength(before);
    },
  );

  it('18 serves the document and assets with their types', async () => {
    for (const [target, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/index.html', 'text/html; charset=utf-8'],
      ['/?x=1', 'text/html; charset=utf-8'],
      ['/assets/index-a1B2.js', 'text/javascript; charset=utf-8'],
      ['/assets/index-a1B2.css', 'text/css; charset=utf-8'],
    ] as const) {
      const answer = await send({ target });
      expect([target, answer.status, answer.headers.get('content-type')]).toEqual([
        target,
        200,
        type,
      ]);
    }
  });
});
