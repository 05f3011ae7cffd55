/**
 * Calls and events over one WebSocket for each page, as JSON in text frames. A page sends
 *
 *     {token, page}            first; `page`: an id that it made up, the same after a cut
 *     {id, method, input}      a call; ids count up
 *     {got: id}                its answer has arrived
 *
 * and is told
 *
 *     {page, last}             it is let in; `page`: `kept` if it was there before a cut, otherwise `new`;
 *                              `last`: the last call that has arrived from it
 *     {id, result}             an answer; without `result` if a defect left none
 *     {event}
 *
 * An answer is kept until the page has it, and a call with a number that has arrived is not executed again:
 * so a cut loses nothing and does nothing twice. Events that are missed are not kept: the page then asks for
 * a new snapshot.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Result } from '#shared/contract/result.ts';
import type { Core } from '../core/core.ts';
import { ownProblem } from '../core/problem-error.ts';
import {
  answerHeaders,
  type Guard,
  needsToken,
  nothingHere,
  type Refusal,
  sameText,
  wirePath,
} from './guards.ts';
import { jsonIn } from '../core/json/index.ts';

export interface SocketOptions {
  core: Pick<Core, 'call' | 'subscribe'>;
  /** How soon the token must arrive. */
  tokenMs?: number;
  /** How often a socket is pinged, so that whatever lies between keeps the connection. */
  pingMs?: number;
  /** Limit of unsent bytes of events; beyond it the page is cut off, and returns when it can read again. */
  maxUnreadEvents?: number;
  /** Limit of characters of answers that have not arrived; beyond it further calls are refused. */
  maxUnreadAnswers?: number;
  /** How long a page that was cut off is kept: timers of hidden tabs run once a minute. */
  keptMs?: number;
}

/**
 * Largest message. The longest texts of the contract, a file that may contain a recipe and a pasted list,
 * have up to six bytes per character in JSON.
 */
export const maxMessageBytes = 32 * 1024 * 1024;

/** Until the token has arrived. */
const maxBytesBefore = 4096;

/** Sockets at once, with or without token: browsers open about that many to a host. */
export const maxSockets = 200;

/** Calls running at once: a window has about ten at most. */
export const maxCallsAtOnce = 200;

/** Close codes: a wrong token or none; what is no message of ours. */
const refused = 4401;
const notUnderstood = 1008;

const busy: Result<never> = {
  ok: false,
  error: ownProblem(
    'internal',
    'The program has too many calls to answer at once.',
    'Wait a moment, then try again.',
  ),
};

const helloSchema = z.strictObject({ token: z.string(), page: z.uuid() });
const messageSchema = z.union([
  z.strictObject({ id: z.int().positive(), method: z.string(), input: z.unknown().optional() }),
  z.strictObject({ got: z.int() }),
]);
type CallMessage = Exclude<z.output<typeof messageSchema>, { got: number }>;

/** A page, while it has a socket and for a while after. */
interface Page {
  socket: WebSocket | null;
  /** The last call that has arrived. */
  last: number;
  /** By call, until the page has them; null while there is none. */
  answers: Map<number, string | null>;
  /** Characters of the answers. */
  unread: number;
  /** Runs while there is no socket. */
  forgetting?: NodeJS.Timeout;
}

export interface Sockets {
  /** A call from elsewhere, within the same limit. Rejects if a defect left no answer. */
  call: Core['call'];
  /** Opens a socket for Node's `upgrade`, or refuses it. */
  upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  /** Cuts all sockets. */
  close(): void;
}

/** @param guard what every request must pass. */
export function createSockets(options: SocketOptions, guard: Guard, token: string): Sockets {
  const { core, tokenMs = 5000, pingMs = 15_000, keptMs = 10 * 60_000 } = options;
  const { maxUnreadEvents = 4 * 1024 * 1024, maxUnreadAnswers = maxMessageBytes } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // What is compressed could be far larger than what arrives; on this computer it would only take time.
    perMessageDeflate: false,
  });
  const pages = new Map<string, Page>();
  let running = 0;

  const call: Core['call'] = async (method, input) => {
    if (running >= maxCallsAtOnce) return busy;
    running += 1;
    try {
      return await core.call(method, input);
    } finally {
      running -= 1;
    }
  };

  const answer = async (page: Page, { id, method, input }: CallMessage): Promise<void> => {
    if (id <= page.last) return;
    page.last = id;
    page.answers.set(id, null);
    const isRead = page.unread <= maxUnreadAnswers;
    const result = isRead ? await call(method, input).catch(() => undefined) : busy;
    const text = JSON.stringify({ id, result });
    page.answers.set(id, text);
    page.unread += text.length;
    page.socket?.send(text);
  };

  const forget = (page: Page, id: number): void => {
    page.unread -= page.answers.get(id)?.length ?? 0;
    page.answers.delete(id);
  };

  /** Tells the socket every event until it closes or falls too far behind. */
  const tellEvents = (socket: WebSocket): void => {
    let unread = 0;
    const unsubscribe = core.subscribe((event) => {
      const text = Buffer.from(JSON.stringify({ event }));
      unread += text.byteLength;
      socket.send(text, { binary: false }, () => (unread -= text.byteLength));
      if (unread > maxUnreadEvents) socket.terminate();
    });
    socket.once('close', unsubscribe);
  };

  const letIn = (socket: WebSocket, id: string): void => {
    const kept = pages.get(id);
    const page: Page = kept ?? { socket, last: 0, answers: new Map(), unread: 0 };
    pages.set(id, page);
    clearTimeout(page.forgetting);
    if (page.socket !== socket) page.socket?.terminate();
    page.socket = socket;
    const welcome = { page: kept === undefined ? 'new' : 'kept', last: page.last };
    socket.send(JSON.stringify(welcome));
    for (const text of page.answers.values()) if (text !== null) socket.send(text);
    tellEvents(socket);
    const pinging = setInterval(() => socket.ping(), pingMs);
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      const { data: message } = messageSchema.safeParse(readJson(data, isBinary));
      if (message === undefined) socket.close(notUnderstood);
      else if ('got' in message) forget(page, message.got);
      else void answer(page, message);
    });
    socket.once('close', () => {
      clearInterval(pinging);
      if (page.socket !== socket) return;
      page.socket = null;
      page.forgetting = setTimeout(() => pages.delete(id), keptMs).unref();
    });
  };

  /** Waits for the token. */
  const greet = (socket: WebSocket, stream: Duplex): void => {
    // Messages that are too long, or no frames at all: the library closes the socket.
    socket.on('error', () => undefined);
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.byteLength;
      if (bytes > maxBytesBefore) socket.terminate();
    };
    stream.on('data', count);
    const tooLate = setTimeout(() => socket.terminate(), tokenMs);
    socket.once('close', () => clearTimeout(tooLate));
    socket.once('message', (data, isBinary) => {
      const { data: hello } = helloSchema.safeParse(readJson(data, isBinary));
      if (hello === undefined || !sameText(hello.token, token)) {
        socket.close(refused, needsToken);
        return;
      }
      clearTimeout(tooLate);
      stream.off('data', count);
      letIn(socket, hello.page);
    });
  };

  server.on('wsClientError', (_error, stream, request) => {
    refuse(request, stream, { status: 400, text: 'This request isn’t valid.' });
  });

  return {
    call,
    upgrade(request, stream, head) {
      const refusal = guard(request) ?? notHere(request, server.clients.size);
      if (refusal !== null) refuse(request, stream, refusal);
      else server.handleUpgrade(request, stream, head, (socket) => greet(socket, stream));
    },
    close() {
      for (const socket of server.clients) socket.terminate();
    },
  };
}

function notHere({ url }: IncomingMessage, count: number): Refusal | null {
  if (wirePath(url) !== '/api/socket') return nothingHere;
  if (count < maxSockets) return null;
  return { status: 503, text: 'Too many pages of this program are open.' };
}

/** Answers a request that asked for a socket. */
function refuse(request: IncomingMessage, stream: Duplex, refusal: Refusal): void {
  const { status, text, headers } = refusal;
  stream.on('error', () => undefined);
  const response = new ServerResponse(request);
  if (stream instanceof Socket) response.assignSocket(stream);
  const type = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  response.writeHead(status, { ...answerHeaders, ...headers, ...type });
  response.end(text, () => stream.end());
}

/** Returns undefined for what is no JSON in a text frame. */
const readJson = (data: RawData, isBinary: boolean): unknown =>
  isBinary || !Buffer.isBuffer(data) ? undefined : jsonIn(data.toString('utf8'));
