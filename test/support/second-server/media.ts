/**
 * Pictures and videos at `/media/<what>/<name>`, and all that can be wrong with them: `what` says it. No key is
 * asked for, and one that is sent is refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

type Asked = { name: string; request: IncomingMessage; response: ServerResponse; times: number };
type Way = (asked: Asked) => void | Promise<void>;

/** A PNG of one colour; another name, another colour. `side`: in pixels. */
export function png(name: string, side = 8): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const colour = Buffer.alloc(3);
  colour.writeUIntBE(crc32(name) % 2 ** 24, 0, 3);
  const line = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => colour)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)), { level: 0 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The beginning of an MP4, by which readers know one. */
const mp4 = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
    Buffer.from(`\0\0\0\x08free${name}`, 'latin1'),
  ]);

function send(
  { response }: Asked,
  body: Buffer | string,
  type: string,
  { status = 200, ...headers }: { status?: number } & Record<string, string | number> = {},
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

const good: Way = (asked) =>
  asked.name.endsWith('.mp4')
    ? send(asked, mp4(asked.name), 'video/mp4')
    : send(asked, png(asked.name), 'image/png');
const refuse =
  (status: number, headers: Record<string, string> = {}): Way =>
  (asked) =>
    send(asked, `Error ${status}`, 'text/plain', { status, ...headers });

/** Sends nothing but the beginning, then more for ever. */
const drip =
  (bytes: number, pauseMs: number): Way =>
  async ({ name, response }) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write(png(name).subarray(0, 40));
    while (!response.destroyed) {
      response.write(Buffer.alloc(bytes));
      await sleep(pauseMs);
    }
  };

const ways: Readonly<Record<string, Way>> = {
  good,
  /** Two names, one picture. */
  same: (asked) => send(asked, png('same'), 'image/png'),
  /** Says that it is something else, and has the name of something else. */
  misnamed: (asked) => send(asked, png(asked.name), 'text/html'),
  large: (asked) => send(asked, png(asked.name, 400), 'image/png'),
  gone: refuse(410),
  missing: refuse(404),
  /** Its links have `Expires` and `Signature`. */
  expired: refuse(403),
  refused: refuse(403),
  login: (asked) => send(asked, '<!doctype html><title>Sign in</title>', 'image/jpeg'),
  pdf: (asked) => send(asked, '%PDF-1.7 not a picture', 'image/png'),
  empty: (asked) => send(asked, '', 'image/png'),
  private: refuse(302, { location: 'https://169.254.169.254/latest/meta-data' }),
  loop: refuse(302, { location: '/media/loop/again.png' }),
  moved: (asked) => refuse(302, { location: `/media/good/${asked.name}` })(asked),
  endless: drip(64 * 1024, 1),
  slow: drip(1, 50),
  /** Ends in the middle. */
  broken: ({ name, response }) => {
    const bytes = png(name, 64);
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length });
    response.write(bytes.subarray(0, 5000), () => response.destroy());
  },
  /** Once; then good. */
  busy: (asked) => (asked.times === 1 ? refuse(429, { 'retry-after': '0' }) : good)(asked),
  /** Twice; then good. */
  flaky: (asked) => (asked.times <= 2 ? refuse(503) : good)(asked),
  down: refuse(503),
};

/** Answers requests for media; false for any other. */
export function createMedia() {
  const times = new Map<string, number>();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = (request.url ?? '').split('?');
    const [, what = '', name = ''] = /^\/media\/(\w+)\/([^/]+)$/.exec(path) ?? [];
    const way = ways[what];
    if (way === undefined) return false;
    const count = (times.get(path) ?? 0) + 1;
    times.set(path, count);
    const { authorization, cookie, referer } = request.headers;
    const isOpen = [authorization, cookie, referer].every((header) => header === undefined);
    void Promise.resolve(
      (isOpen ? way : refuse(400))({ name, request, response, times: count }),
    ).catch(() => response.destroy());
    return true;
  };
}
