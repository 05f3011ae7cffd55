/** The other end of the browser host's sockets: as a window has it, and with frames written by hand. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

const addressOf = (host: string): string => `${host.replace('http:', 'ws:')}/api/socket`;

/** As a browser has it. */
export function openSocket(host: string): globalThis.WebSocket {
  const socket = new WebSocket(addressOf(host));
  // Followed by `close`.
  socket.on('error', () => undefined);
  return socket as unknown as globalThis.WebSocket;
}

/** Waits as long as a busy machine may need. */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });

export interface Dialled {
  socket: WebSocket;
  /** What arrived, in order. */
  messages: unknown[];
  /** Sends this as JSON. */
  say: (message: unknown) => void;
  /** Resolves to the close code. */
  closed: Promise<number>;
}

/** Opens a socket and sends nothing. */
export async function dial(host: string, options: ClientOptions = {}): Promise<Dialled> {
  const socket = new WebSocket(addressOf(host), options);
  socket.on('error', () => undefined);
  const messages: unknown[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed]);
  const say = (message: unknown): void => socket.send(JSON.stringify(message));
  return { socket, messages, say, closed };
}

/** Opens a socket that is let in. */
export async function enter(
  { host, token }: { host: { address: string }; token: string },
  page: string = randomUUID(),
): Promise<Dialled> {
  const dialled = await dial(host.address);
  dialled.say({ token, page });
  await eventually(() => {
    if (dialled.messages.length === 0) throw new Error('It is not let in.');
  });
  return dialled;
}

/** The headers that ask for a socket. */
export const upgrading: [string, string][] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
];

interface FrameOptions {
  /** Default: 1, a text. */
  opcode?: number;
  /** Default: the last of its message. */
  fin?: boolean;
  /** Says that it is compressed. */
  rsv1?: boolean;
  /** Default: as a client must. */
  masked?: boolean;
}

/** A frame of up to 65,535 bytes; masked with zeros. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = 1, fin = true, rsv1 = false, masked = true } = options;
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(4);
  head[0] = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | 126;
  head.writeUInt16BE(bytes.byteLength, 2);
  return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), bytes]);
}

/**
 * Shakes hands by hand, then sends these frames. Resolves to the head of the answer and the code that the
 * server closes with; null if it cuts without one.
 */
export function sendFrames(
  port: number,
  frames: readonly Buffer[],
): Promise<{ head: string; code: number | null }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    /** Of the frames; those before the one that closes are shorter than 126 bytes. */
    const end = (): number => received.indexOf('\r\n\r\n') + 4;
    const codeAt = (): number | null => {
      let at = end();
      while (at < received.length && received[at] !== 0x88) at += 2 + (received[at + 1] ?? 0);
      return at + 4 <= received.length ? received.readUInt16BE(at + 2) : null;
    };
    const lines = ['GET /api/socket HTTP/1.1', `Host: 127.0.0.1:${port}`];
    lines.push('Sec-WebSocket-Extensions: permessage-deflate');
    lines.push(...upgrading.map(([name, value]) => `${name}: ${value}`));
    let received = Buffer.alloc(0);
    let isSent = false;
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!received.includes('\r\n\r\n')) return;
      if (!isSent) socket.write(Buffer.concat(frames));
      isSent = true;
      if (codeAt() !== null) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      resolve({ head: received.subarray(0, end()).toString('latin1'), code: codeAt() });
    });
  });
}
