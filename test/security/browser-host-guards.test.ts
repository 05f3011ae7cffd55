/** Raw HTTP at the browser host: who is answered at all. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedHosts } from '#main/browser/guards.ts';
import { windowHeaders } from '#main/bundle/window-files.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import type { RawAnswer, RawRequest } from './raw-http.ts';

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ allowHosts: ['localhost:9876'] });
});
afterAll(() => running.close());

const send = (wanted: RawRequest): Promise<RawAnswer> => running.send(wanted);
const sendTo = (host: string, ...headers: [string, string][]): Promise<RawAnswer> =>
  send({ headers: [['Host', host.replace('PORT', String(running.port))], ...headers] });
const call = '{"method":"app.snapshot","input":{}}';

describe('32 binds loopback only', () => {
  const reachable = (host: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ port: running.port, host, timeout: 3000 });
      const settle = (value: boolean): void => {
        socket.destroy();
        resolve(value);
      };
      socket.once('connect', () => settle(true));
      for (const trouble of ['error', 'timeout']) socket.once(trouble, () => settle(false));
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
    ['a name that ends like ours', 'evil.localhost:PORT'],
    ['user information', 'x@127.0.0.1:PORT'],
    ['every address', '0.0.0.0:PORT'],
    ['nothing', ''],
  ])('33 refuses %s', async (_what, name) => {
    const answer = await sendTo(name);
    expect([400, 403]).toContain(answer.status);
    expect(answer.body).not.toContain('<!doctype');
  });

  it('33 refuses two Host headers and a target in absolute form', async () => {
    const own = `127.0.0.1:${running.port}`;
    for (const [first, last] of [
      [own, 'evil.test'],
      ['evil.test', own],
      [own, own],
    ] as const) {
      expect([400, 403]).toContain((await sendTo(first, ['Host', last])).status);
    }
    expect((await send({ target: 'http://evil.test/' })).status).toBe(404);
  });

  it('33 does not look at what a proxy would say', async () => {
    const own = `127.0.0.1:${running.port}`;
    for (const name of ['X-Forwarded-Host', 'Forwarded', 'X-Original-Host']) {
      const forged = await sendTo('evil.test', [name, name === 'Forwarded' ? `host=${own}` : own]);
      expect(forged.status).toBe(403);
      expect((await sendTo(own, [name, 'evil.test'])).status).toBe(200);
    }
  });

  it('33 answers to its loopback names and to names given with --allow-host', async () => {
    for (const host of ['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', 'localhost:9876']) {
      expect((await sendTo(host)).status).toBe(200);
    }
    // Browsers leave port 80 out.
    expect(allowedHosts(80, []).has('127.0.0.1')).toBe(true);
    expect(allowedHosts(4310, []).has('127.0.0.1')).toBe(false);
  });
});

describe('34 Origin, Sec-Fetch-Site and 33 Host', () => {
  it.each([
    'GET /',
    'GET /assets/index-a1B2.js',
    'GET /api/events',
    'GET /download/x',
    'GET /open/x',
    'POST /api/call',
  ])('34 refuses what another site causes: %s', async (line) => {
    const [method = '', target = ''] = line.split(' ');
    const own = `127.0.0.1:${running.port}`;
    const origins = ['http://evil.test', 'null', `https://${own}`, 'http://127.0.0.1'];
    origins.push(`http://localhost:${running.port}`, `http://${own}.evil.test`);
    for (const header of [
      ...origins.map((origin): [string, string] => ['Origin', origin]),
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Host', 'evil.test'],
    ] satisfies [string, string][]) {
      const body = method === 'POST' ? call : '';
      const answer = await send({ method, target, headers: [...running.calling, header], body });
      expect([header, answer.status]).toEqual([header, 403]);
    }
    expect(running.core.calls).toEqual([]);
  });

  it('34 answers its own page, and a person who types the address', async () => {
    expect((await send({ headers: [['Sec-Fetch-Site', 'none']] })).status).toBe(200);
    const answer = await send({
      method: 'POST',
      target: '/api/call',
      headers: [
        ...running.calling,
        ['Origin', `http://127.0.0.1:${running.port}`],
        ['Sec-Fetch-Site', 'same-origin'],
      ],
      body: call,
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { ok: true, value: { n: 1 } }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
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

  it('35 any other is refused, and one anywhere else, on calls and streams', async () => {
    const { token } = running;
    const before = running.core.calls.length;
    for (const [header, value, query = ''] of [
      ['Authorization', 'Bearer '],
      ['Authorization', `Bearer ${'A'.repeat(43)}`],
      ['Authorization', `Bearer ${token.slice(0, 20)}`],
      ['Authorization', `Bearer ${token}x`],
      ['Authorization', `Basic ${token}`],
      ['Authorization', token],
      ['Cookie', `token=${token}`],
      ['X-Nothing', '', `?token=${token}`],
    ] satisfies [string, string, string?][]) {
      const headers: [string, string][] = [
        ['Content-Type', 'application/json'],
        [header, value],
      ];
      const target = `/api/call${query}`;
      const post = await send({ method: 'POST', target, headers, body: call });
      const stream = await send({ target: `/api/events${query}`, headers });
      expect([header, value, post.status, stream.status]).toEqual([header, value, 401, 401]);
    }
    expect(running.core.calls).toHaveLength(before);
    expect(running.core.listeners.size).toBe(0);
  });

  it('35 is in no page and no cookie', async () => {
    const page = await send({});
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.body).not.toContain(running.token);
  });

  it('35 the address for command lines works once and is not the token', async () => {
    const opening = new URL(running.host.mintOpeningUrl());
    expect(opening.href).not.toContain(running.token);
    const ask = async (): Promise<unknown[]> => {
      const { status, headers } = await send({ target: opening.pathname });
      return [status, headers.get('location')];
    };
    expect(await ask()).toEqual([302, `/#token=${running.token}`]);
    expect(await ask()).toEqual([404, null]);
  });
});

describe('36 headers', () => {
  it.each<[string, RawRequest, number]>([
    ['the document', {}, 200],
    ['an asset', { target: '/assets/index-a1B2.js' }, 200],
    ['a missing file', { target: '/nothing' }, 404],
    ['a refused host', { headers: [['Host', 'evil.test']] }, 403],
    ['a refused token', { target: '/api/events' }, 401],
    ['a refused method', { method: 'PUT' }, 405],
    ['a preflight', { method: 'OPTIONS', target: '/api/call' }, 405],
    ['nonsense', { target: '/%00\\x' }, 400],
  ])('36 stand on %s', async (_what, wanted, status) => {
    const { status: answered, headers } = await send(wanted);
    expect(answered).toBe(status);
    // What they say is held in unit/electron/app-protocol.test.ts.
    for (const [name, value] of Object.entries(windowHeaders)) {
      expect(headers.get(name)).toBe(value);
    }
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    // Only files named by their content may be kept.
    expect(headers.get('cache-control')).toBe(
      wanted.target === '/assets/index-a1B2.js'
        ? 'public, max-age=31536000, immutable'
        : 'no-store',
    );
  });
});
