/** The network of all hosts: what it sends once, what proves that nothing was sent, proxies. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNetwork, NeverSentError } from '#main/core/service/network.ts';
import { mayPass } from '#main/core/service/problems.ts';
import { send } from '#main/core/service/send.ts';
import type { Outgoing } from '#main/core/service/send.ts';
import { serve } from '#test/support/serve.ts';

const outgoing: Outgoing = {
  address: 'https://service.test',
  request: { method: 'GET', path: '/api/data/x', params: [], body: null },
  credential: null,
  isCounted: true,
  timeoutMs: 60_000,
  mostBytes: 1_000_000,
  signal: new AbortController().signal,
};

/** Listens on a port of its own, which it returns, until the test ends. */
async function listening(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const tcp = (each: (socket: Socket) => void): Promise<number> =>
  listening(createTcpServer((socket) => each(socket.on('error', () => undefined))));

it('[24] sends each request once, on a connection of its own, though the one before was destroyed', async () => {
  const sockets = new Set<Socket>();
  const arrived: (string | undefined)[] = [];
  const address = await serve(({ url, socket, method }, response) => {
    sockets.add(socket);
    arrived.push(`${method} ${url}`);
    if (url?.includes('gone') === true) socket.destroy();
    else response.end('{}');
  });
  const network = createNetwork();
  for (const [method, path] of [
    ['GET', 'a'],
    ['GET', 'gone'],
    ['POST', 'gone'],
    ['GET', 'b'],
  ]) {
    const asked = network(`${address}/${path}`, { method: method ?? '' });
    if (path === 'gone')
      expect(await asked.catch((error: unknown) => error)).not.toBeInstanceOf(NeverSentError);
    else expect((await asked).status).toBe(200);
  }
  expect(arrived).toEqual(['GET /a', 'GET /gone', 'POST /gone', 'GET /b']);
  expect(sockets.size).toBe(4);
});

const closing = () => tcp((socket) => socket.destroy());
it('a long answer arrives whole, though it is read late and its connection is closed meanwhile', async () => {
  // What nobody catches ends the program, but not a test.
  const ends: unknown[] = [];
  const note = (error: unknown): void => void ends.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const body = Buffer.alloc(1_000_000, 'a');
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  for (const length of [16_384, 65_536, 262_144, body.length]) {
    const sent = body.subarray(0, length);
    const port = await tcp(
      (socket) =>
        void socket.once('data', () => {
          socket.write(head.replace(String(body.length), String(length)));
          socket.end(sent);
        }),
    );
    const response = await createNetwork()(`http://127.0.0.1:${port}/`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect((await response.arrayBuffer()).byteLength).toBe(length);
  }
  expect(ends).toEqual([]);
});

const closingLater = () => tcp((socket) => void socket.once('data', () => socket.destroy()));
const noTls = () =>
  tcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 \r\n\r\n')));
const refusing = async (): Promise<number> => {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
};

it.each([
  ['a refused connection', refusing, 'refused'],
  ['a connection that is closed before its handshake', closing, 'refused'],
  ['a handshake that is closed', closingLater, 'refused'],
  ['a server without encryption', noTls, 'untrusted'],
] as const)('[24] proves that nothing was sent: %s', async (_, at, why) => {
  const address = `https://127.0.0.1:${await at()}`;
  expect(await send(createNetwork(), { ...outgoing, address })).toMatchObject({
    kind: 'notSent',
    why,
  });
});

it.each([
  ['a name without an address', 'https://nowhere.invalid', 'unknownHost'],
  ['a port that is never used', 'http://127.0.0.1:1', 'blockedPort'],
])('[24] proves that nothing was sent: %s', async (_, address, why) => {
  expect(await send(createNetwork(), { ...outgoing, address })).toMatchObject({
    kind: 'notSent',
    why,
  });
});

it('[24] proves nothing: a connection that breaks once the request was written', async () => {
  const port = await closingLater();
  const address = `http://127.0.0.1:${port}`;
  const answer = await send(createNetwork(), { ...outgoing, address });
  expect(answer).toMatchObject({ kind: 'unanswered', why: 'reset' });
});

it('asks the proxy of the system for a way to the service, and says when it refuses', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  const port = await listening(proxy);
  const network = createNetwork({ resolveProxy: async () => `PROXY 127.0.0.1:${port}; DIRECT` });
  expect(await send(network, outgoing)).toMatchObject({ kind: 'notSent', why: 'proxy' });
  expect(asked).toEqual(['service.test:443']);
});

it.each([
  ['an address', (port: number) => `http://127.0.0.1:${port}`, 'proxy'],
  ['one without http://', (port: number) => `127.0.0.1:${port}`, 'proxy'],
  // No port of those that are given away: another program may have it by now.
  ['one that nobody listens at', () => '127.0.0.1:1', 'noProxy'],
  ['one that isn’t found', () => 'proxy.invalid:3128', 'noProxy'],
  ['one that is none', () => 'a proxy', 'proxy'],
] as const)('uses HTTPS_PROXY where the system names no proxy: %s', async (_, named, why) => {
  const proxy = createServer().on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  );
  vi.stubEnv('https_proxy', undefined);
  vi.stubEnv('HTTPS_PROXY', named(await listening(proxy)));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const network of [createNetwork(), createNetwork({ resolveProxy: async () => 'DIRECT' })]) {
    const answer = await send(network, outgoing);
    expect(answer).toMatchObject({ kind: 'notSent', why });
    expect(mayPass(answer)).toBe(why === 'noProxy');
  }
});

it('asks no proxy for what runs on this computer', async () => {
  const address = await serve((_request, response) => response.end('{}'));
  const network = createNetwork({ resolveProxy: () => Promise.reject(new Error('asked')) });
  expect(await send(network, { ...outgoing, address })).toMatchObject({ status: 200 });
});

it.each([
  ['a status line that isn’t HTTP', 'HELLO 200\r\n\r\n', 'notHttp'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n', 'notHttp'],
  ['a header without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'notHttp'],
  ['half a head', 'HTTP/1.1 200 OK\r\n', 'reset'],
  ['nothing but 103', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'reset'],
])('[24] %s is no answer, and the call may have been counted', async (_, sent, why) => {
  const port = await tcp((socket) => void socket.once('data', () => socket.end(sent)));
  const answer = await send(createNetwork(), { ...outgoing, address: `http://127.0.0.1:${port}` });
  expect(answer).toMatchObject({ kind: 'unanswered', why });
});

it('an answer is read whatever is said before it', async () => {
  const address = await serve((_request, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('{}');
  });
  const answer = await send(createNetwork(), { ...outgoing, address });
  expect(answer).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('{}') });
});

it.each([600, 999])('a status that no standard knows is an answer: %i', async (status) => {
  const port = await tcp(
    (socket) => void socket.once('data', () => socket.end(`HTTP/1.1 ${status} Odd\r\n\r\n{}`)),
  );
  const answer = await send(createNetwork(), { ...outgoing, address: `http://127.0.0.1:${port}` });
  expect(answer).toMatchObject({ kind: 'answered', status });
});

const text = '{"results":[]}';
const encodings = ['gzip', 'x-gzip', 'br', 'deflate', 'gzip, br', 'deflate, gzip'];
const bodies = {
  plain: Buffer.from(text),
  gzip: gzipSync(text.repeat(1000)),
  br: brotliCompressSync(text.repeat(1000)),
  deflate: deflateSync(text.repeat(1000)),
};

it.each(
  encodings.flatMap((encoding) => Object.keys(bodies).map((body) => [encoding, body] as const)),
)(
  'an answer that says %s and is %s ends, at once and after its headers',
  async (encoding, body) => {
    for (const [status, wait] of [
      [200, 0],
      [200, 30],
      [401, 30],
    ] as const) {
      const address = await serve((_request, response) => {
        response.writeHead(status, { 'content-encoding': encoding });
        response.flushHeaders();
        setTimeout(() => response.end(bodies[body as keyof typeof bodies]), wait);
      });
      const answer = await send(createNetwork(), { ...outgoing, address });
      expect(answer).toMatchObject({
        kind: expect.stringMatching(/^(answered|truncated)$/),
        status,
      });
    }
  },
);
