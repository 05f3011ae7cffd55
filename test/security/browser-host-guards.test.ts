/** Raw HTTP at the browser host: who is answered at all. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedHosts } from '#main/browser/guards.ts';
import { windowHeaders } from '#main/bundle/window-files.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import type { RawAnswer, RawRequest } from './raw-http.ts';
import { upgrading } from './raw-socket.ts';

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ allowHosts: ['localhost:9876'] });
});
afterAll(() => running.close());

const send = (wanted: RawRequest): Promise<RawAnswer> => running.send(wanted);
/** Asks for the page and for a socket. */
async function sendTo(host: string, ...further: [string, string][]): Promise<RawAnswer[]> {
  const own: [string, string] = ['Host', host.replace('PORT', String(running.port))];
  const headers = [own, ...further];
  const target = '/api/socket';
  return [await send({ headers }), await send({ target, headers: [...headers, ...upgrading] })];
}
const statusesOf = (answers: RawAnswer[]): number[] => answers.map(({ status }) => status);
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
    for (const answer of await sendTo(name)) {
      expect([400, 403]).toContain(answer.status);
      expect(answer.body).not.toContain('<!doctype');
    }
  });

  it('33 refuses two Host headers and a target in absolute form', async () => {
    const own = `127.0.0.1:${running.port}`;
    for (const [first, last] of [
      [own, 'evil.test'],
      ['evil.test', own],
      [own, own],
    ] as const) {
      for (const { status } of await sendTo(first, ['Host', last])) {
        expect([400, 403]).toContain(status);
      }
    }
    expect((await send({ target: 'http://evil.test/' })).status).toBe(404);
    const target = `http://${own}/api/socket`;
    expect((await send({ target, headers: upgrading })).status).toBe(404);
  });

  it('33 does not look at what a proxy would say', async () => {
    const own = `127.0.0.1:${running.port}`;
    for (const name of ['X-Forwarded-Host', 'Forwarded', 'X-Original-Host']) {
      const forged = await sendTo('evil.test', [name, name === 'Forwarded' ? `host=${own}` : own]);
      expect(statusesOf(forged)).toEqual([403, 403]);
      expect(statusesOf(await sendTo(own, [name, 'evil.test']))).toEqual([200, 101]);
    }
  });

  it('33 answers to its loopback names and to names given with --allow-host', async () => {
    for (const host of ['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', 'localhost:9876']) {
      expect(statusesOf(await sendTo(host))).toEqual([200, 101]);
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
    'GET /api/socket',
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
      const asking = target === '/api/socket' ? upgrading : running.calling;
      const answer = await send({ method, target, headers: [...asking, header], body });
      expect([header, answer.status]).toEqual([header, 403]);
    }
    expect(running.core.calls).toEqual([]);
  });

  it('34 answers its own page, and a person who types the address', async () => {
    const own: [string, string] = ['Origin', `http://127.0.0.1:${running.port}`];
    const asked = { target: '/api/socket', headers: [...upgrading, own] };
    expect((await send(asked)).status).toBe(101);
    expect((await send({ headers: [['Sec-Fetch-Site', 'none']] })).status).toBe(200);
    const answer = await send({
      method: 'POST',
      target: '/api/call',
      headers: [...running.calling, own, ['Sec-Fetch-Site', 'same-origin']],
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

  it('35 any other is refused, and one anywhere else', async () => {
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
      expect([header, value, post.status]).toEqual([header, value, 401]);
    }
    expect(running.core.calls).toHaveLength(before);
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
  const asksFromElsewhere: [string, string][] = [...upgrading, ['Origin', 'http://evil.test']];
  const otherProtocol: [string, string][] = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'h2c'],
  ];
  it.each<[string, RawRequest, number]>([
    ['the document', {}, 200],
    ['an asset', { target: '/assets/index-a1B2.js' }, 200],
    ['a missing file', { target: '/nothing' }, 404],
    ['a picture', { target: '/media/a.b.c' }, 206],
    ['a missing picture', { target: '/media/d' }, 404],
    ['a refused host', { headers: [['Host', 'evil.test']] }, 403],
    ['a refused token', { target: '/api/call' }, 401],
    ['a socket elsewhere', { target: '/', headers: upgrading }, 404],
    ['a socket for a page elsewhere', { target: '/api/socket', headers: asksFromElsewhere }, 403],
    ['a socket of no version', { target: '/api/socket', headers: upgrading.slice(0, 2) }, 400],
    ['another protocol', { target: '/api/socket', headers: otherProtocol }, 400],
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
