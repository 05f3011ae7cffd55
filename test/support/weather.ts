/**
 * A service behind a network that breaks as networks do. It counts every call that it has read, so that
 * a call that is sent twice shows, however it came to that.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';

/** What becomes of a call once it was read. */
const weathers = [
  'fine',
  'the connection is destroyed',
  'it is destroyed if it was used before',
  'it is destroyed once it answered',
  'answered with 408',
  'its HTTP/2 stream is refused',
  'the service restarts',
  // Whatever is connected is cut off, and what connects next doesn't get through its handshake.
  'the network changes',
] as const;
type Weather = (typeof weathers)[number];

export interface WeatherService {
  readonly address: string;
  /** How many calls it has read that it may charge. */
  readonly received: () => number;
  /** For the next calls; then it is fine. */
  forecast: (coming: readonly Weather[]) => void;
  close: () => Promise<void>;
}

/** How long it is away (ms). */
const awayMs = 4;

const page = JSON.stringify({ results: [{ id: '1' }], count: 1, has_more: false });

/** @param isSecure Over TLS, and by HTTP/2 for whoever offers it. */
export async function startWeather(isSecure: boolean): Promise<WeatherService> {
  const sockets = new Set<Socket>();
  const used = new WeakSet<object>();
  let coming: Weather[] = [];
  let received = 0;
  let isCutOff = false;
  let port = 0;

  const answer = (response: Answering, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(page);
  };
  const restart = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
    setTimeout(() => server.listen(port, '127.0.0.1'), awayMs);
  };

  function receive(request: Asking, response: Answering): void {
    if (request.url?.startsWith('/api/data/') !== true) return answer(response);
    const session = 'stream' in response ? response.stream.session : undefined;
    const connection = session ?? request.socket;
    const isReused = used.has(connection);
    used.add(connection);
    received += 1;
    switch (coming.shift()) {
      case 'the connection is destroyed':
        return void connection.destroy();
      case 'it is destroyed if it was used before':
        return isReused ? void connection.destroy() : answer(response);
      case 'it is destroyed once it answered':
        response.once('finish', () => setImmediate(() => connection.destroy()));
        return answer(response);
      case 'answered with 408':
        return answer(response, 408);
      case 'its HTTP/2 stream is refused':
        if (!('stream' in response)) return answer(response);
        // Who refuses one has not begun with it, and charges nothing.
        received -= 1;
        return response.stream.close(constants.NGHTTP2_REFUSED_STREAM);
      case 'the service restarts':
        return restart();
      case 'the network changes':
        isCutOff = isSecure;
        for (const socket of sockets) socket.resetAndDestroy();
        return;
      default:
        return answer(response);
    }
  }

  const server = isSecure
    ? createSecureServer({ ...selfSigned(), allowHTTP1: true }, receive)
    : createServer(receive);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (isCutOff) socket.destroy();
    isCutOff = false;
  });
  server.on('sessionError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
  return {
    address: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
    received: () => received,
    forecast(next) {
      isCutOff = false;
      coming = [...next];
    },
    async close() {
      if (!server.listening) await once(server, 'listening');
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Asking = IncomingMessage | Http2ServerRequest;
type Answering = ServerResponse | Http2ServerResponse;

/** Nobody trusts it: who asks is told to trust everybody (NODE_TLS_REJECT_UNAUTHORIZED). */
function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'sde-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true, force: true });
  return pair;
}

export interface Asker {
  /** Asks so many questions that cost, one after the other, and waits until they ended, however. */
  ask: (questions: number) => Promise<void>;
  /** How many calls it has counted so far. */
  counted: () => Promise<number>;
}

/**
 * After every sequence of weathers the service has read as many calls as were counted.
 * @param isRight whether so many calls that were read are right for so many that were counted.
 */
export function countsAlike(
  asker: Asker,
  service: WeatherService,
  isRight = (read: number, counted: number): boolean => read === counted,
) {
  const sequence = fc.array(fc.constantFrom(...weathers), { minLength: 2, maxLength: 6 });
  return fc.asyncProperty(sequence, async (coming) => {
    const before = [service.received(), await asker.counted()] as const;
    service.forecast(coming);
    await asker.ask(coming.length);
    const after = [service.received(), await asker.counted()] as const;
    return isRight(after[0] - before[0], after[1] - before[1]);
  });
}
