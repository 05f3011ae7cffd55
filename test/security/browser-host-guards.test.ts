/** Raw HTTP at the browser host: who is answered at all. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedHosts } from '#main/browser/guards/host-name.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import { type RawRequest, sendRaw } from './raw-http.ts';

let running: RunningHost;
const calling = (): [string, string][] => [
  ['Authorization', `Bearer ${running.token}`],
  ['Content-Type', 'application/json'],
];
const call = '{"method":"app.snapshot","input":{}}';

beforeAll(async () => {
  running = await startHost({ allowHosts: ['localhost:9876'] });
});
afterAll(() => running.close());

const send = (wanted: RawRequest): ReturnType<typeof sendRaw> => sendRaw(running.port, wanted);

describe('32 binds loopback only', () => {
  const reachable = (address: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ port: running.port, host: address, timeout: 3000 });
      const settle = (value: boolean): void => {
        socket.destroy();
        resolve(value);
      };
      socket.once('connect', () => settle(true));
      socket.once('error', () => settle(false));
      socket.once('timeout', () => settle(false));
    });

  it('32 answers on 127.0.0.1 and on no other address of this computer', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect(await reachable('127.0.0.1')).toBe(true);
    // On Linux 127.0.0.2 reaches a server that bound every address.
    for (const address of ['127.0.0.2', ...others]) expect(await reachable(address)).toBe(false);
    expect(new URL(running.host.address).hostname).toBe('127.0.0.1');
  });
});

describe('33 Host header', () => {
  it.each([
    ['another name', 'evil.test'],
    ['another name with our port', 'evil.test:PORT'],
    ['our name without a port', '127.0.0.1'],
    ['our name with another port', '127.0.0.1:1'],
    ['a name that starts like ours', '127.0.0.1:PORT.evil.test'],
    ['a name that ends like ours', 'evil.127.0.0.1:PORT'],
    ['user information', 'x@127.0.0.1:PORT'],
    ['every address', '0.0.0.0:PORT'],
    ['nothing', ''],
  ])('33 refuses %s', async (_what, name) => {
    const host = name.replace('PORT', String(running.port));
    const answer = await send({ headers: [['Host', host]] });
    expect([400, 403]).toContain(answer.status);
    expect(answer.body).not.toContain('<!doctype');
  });

  it('33 Host: evil.test is 403 for files, calls, streams and downloads', async () => {
    for (const target of ['/', '/api/call', '/api/events', '/download/x', '/open/x']) {
      const answer = await send({ target, headers: [['Host', 'evil.test'], ...calling()] });
      expect(answer.status).toBe(403);
    }
    expect(running.core.calls).toEqual([]);
  });

  it('33 refuses two Host headers and a target in absolute form', async () => {
    const own = `127.0.0.1:${running.port}`;
    const two = await send({
      headers: [
        ['Host', own],
        ['Host', 'evil.test'],
      ],
    });
    expect([400, 403]).toContain(two.status);
    const absolute = await send({ target: `http://evil.test/`, headers: [['Host', own]] });
    expect(absolute.status).toBe(404);
  });

  it.each(['X-Forwarded-Host', 'Forwarded', 'X-Original-Host'])(
    '33 does not look at %s',
    async (name) => {
      const forged = `127.0.0.1:${running.port}`;
      const value = name === 'Forwarded' ? `host=${forged}` : forged;
      const answer = await send({
        headers: [
          ['Host', 'evil.test'],
          [name, value],
        ],
      });
      expect(answer.status).toBe(403);
      const harmless = await send({ headers: [[name, 'evil.test']] });
      expect(harmless.status).toBe(200);
    },
  );

  it('33 answers to its loopback names and to names given with --allow-host', async () => {
    for (const host of [
      `127.0.0.1:${running.port}`,
      `localhost:${running.port}`,
      `LOCALHOST:${running.port}`,
      'localhost:9876',
    ]) {
      expect((await send({ headers: [['Host', host]] })).status).toBe(200);
    }
  });

  it('33 knows its names without a port on port 80 only', () => {
    expect(allowedHosts(80, []).has('127.0.0.1')).toBe(true);
    expect(allowedHosts(4310, []).has('127.0.0.1')).toBe(false);
  });
});

describe('34 Origin and Sec-Fetch-Site', () => {
  const targets: [string, string][] = [
    ['GET', '/'],
    ['GET', '/assets/index-a1B2.js'],
    ['GET', '/api/events'],
    ['GET', '/download/x'],
    ['GET', '/open/x'],
    ['POST', '/api/call'],
  ];

  it.each(targets)('34 refuses what another site causes: %s %s', async (method, target) => {
    const own = `127.0.0.1:${running.port}`;
    for (const header of [
      ['Origin', 'http://evil.test'],
      ['Origin', 'null'],
      ['Origin', `https://${own}`],
      ['Origin', 'http://127.0.0.1'],
      ['Origin', `http://localhost:${running.port}`],
      ['Origin', `http://${own}.evil.test`],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
    ] satisfies [string, string][]) {
      const body = method === 'POST' ? call : '';
      const answer = await send({ method, target, headers: [...calling(), header], body });
      expect([header, answer.status]).toEqual([header, 403]);
    }
    expect(running.core.calls).toEqual([]);
  });

  it('34 answers its own page, and a person who types the address', async () => {
    const own = `http://127.0.0.1:${running.port}`;
    const typed = await send({ headers: [['Sec-Fetch-Site', 'none']] });
    expect(typed.status).toBe(200);
    const answer = await send({
      method: 'POST',
      target: '/api/call',
      headers: [...calling(), ['Origin', own], ['Sec-Fetch-Site', 'same-origin']],
      body: call,
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ ok: true, value: { n: 1 } });
    expect(running.core.calls).toEqual([{ method: 'app.snapshot', input: {} }]);
  });
});

describe('35 token', () => {
  it('35 is 32 random bytes, in the fragment, new for every host', async () => {
    expect(Buffer.from(running.token, 'base64url')).toHaveLength(32);
    expect(running.host.url).toBe(`${running.host.address}/#token=${running.token}`);
    const other = await startHost();
    expect(other.token).not.toBe(running.token);
    await other.close();
  });

  it.each([
    ['none', null],
    ['an empty one', 'Bearer '],
    ['another', `Bearer ${'A'.repeat(43)}`],
    ['a part', 'Bearer PART'],
    ['more than it', 'Bearer TOKENx'],
    ['another scheme', 'Basic TOKEN'],
    ['no scheme', 'TOKEN'],
  ])('35 refuses %s on calls and streams', async (_what, given) => {
    const before = running.core.calls.length;
    const value = given
      ?.replace('PART', running.token.slice(0, 20))
      .replace('TOKEN', running.token);
    const headers: [string, string][] = [['Content-Type', 'application/json']];
    if (value !== undefined) headers.push(['Authorization', value]);
    const post = await send({ method: 'POST', target: '/api/call', headers, body: call });
    const stream = await send({ target: '/api/events', headers });
    expect([post.status, stream.status]).toEqual([401, 401]);
    expect(running.core.calls).toHaveLength(before);
    expect(running.core.listeners.size).toBe(0);
  });

  it('35 is not taken from the query or a cookie, and no cookie is set', async () => {
    const query = await send({ target: `/api/events?token=${running.token}` });
    const cookie = await send({
      target: '/api/events',
      headers: [['Cookie', `token=${running.token}`]],
    });
    expect([query.status, cookie.status]).toEqual([401, 401]);
    const page = await send({});
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.body).not.toContain(running.token);
  });

  it('35 the address for command lines works once and is not the token', async () => {
    const opening = new URL(running.host.mintOpeningUrl());
    expect(opening.href).not.toContain(running.token);
    const first = await send({ target: opening.pathname, headers: [['Sec-Fetch-Site', 'none']] });
    expect([first.status, first.headers.get('location')]).toEqual([
      302,
      `/#token=${running.token}`,
    ]);
    const second = await send({ target: opening.pathname });
    expect(second.status).toBe(404);
    expect(second.headers.get('location')).toBeNull();
  });
});

describe('36 headers', () => {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  };

  it.each([
    ['the document', {}, 200],
    ['an asset', { target: '/assets/index-a1B2.js' }, 200],
    ['a missing file', { target: '/nothing' }, 404],
    ['a refused host', { headers: [['Host', 'evil.test']] }, 403],
    ['a refused token', { target: '/api/events' }, 401],
    ['a refused method', { method: 'PUT' }, 405],
    ['a preflight', { method: 'OPTIONS', target: '/api/call' }, 405],
    ['nonsense', { target: '/%00\\x' }, 400],
  ] satisfies [string, RawRequest, number][])('36 stand on %s', async (_what, wanted, status) => {
    const answer = await send(wanted);
    expect(answer.status).toBe(status);
    for (const [name, value] of Object.entries(everywhere)) {
      expect(answer.headers.get(name)).toBe(value);
    }
    const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
    expect(cors).toEqual([]);
  });

  it('36 only files named by their content may be kept', async () => {
    const cache = async (target: string): Promise<string | null> =>
      (await send({ target })).headers.get('cache-control');
    expect(await cache('/')).toBe('no-store');
    expect(await cache('/api/events')).toBe('no-store');
    expect(await cache('/nothing')).toBe('no-store');
    expect(await cache('/assets/index-a1B2.js')).toBe('public, max-age=31536000, immutable');
    const answer = await send({
      method: 'POST',
      target: '/api/call',
      headers: calling(),
      body: call,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
