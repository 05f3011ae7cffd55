/**
 * `POST /api/call`: one call of the contract. The core validates method and input.
 *
 * Browsers open six connections to a host, one of which carries the events. Five calls that wait for the
 * service would leave none for *Stop*. So the window asks for `respond-async` (RFC 7240): an answer that
 * takes longer than `wait` is fetched from `GET /api/answers/<id>`, which never waits.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Result } from '#shared/contract/result.ts';
import type { Core } from '../core/core.ts';
import { ownProblem } from '../core/problem-error.ts';
import { within } from '../core/within.ts';
import { answerHeaders } from './guards.ts';
import type { HostEnv } from './guards.ts';

/**
 * Largest body. The longest texts of the contract, a file that may contain a recipe and a pasted list,
 * have up to six bytes per character in JSON.
 */
const maxBodyBytes = 32 * 1024 * 1024;

/** Calls running at once: a window has about ten at most. */
export const maxCallsAtOnce = 200;

const busy: Result<never> = {
  ok: false,
  error: ownProblem(
    'internal',
    'The program has too many calls to answer at once.',
    'Wait a moment, then try again.',
  ),
};

/** How long an answer that nobody has fetched is kept: hidden tabs ask once a minute. */
const keptMs = 10 * 60_000;

type Answer = Promise<Result<unknown>>;
type Handler = (c: Context<HostEnv>) => Promise<Response>;

/** The two routes of calls: `call` for `POST /api/call`, `answer` for `GET /api/answers/:id`. */
export function createCalls(core: Core): { call: Handler; answer: Handler } {
  let running = 0;
  const late = new Map<string, Answer>();

  const start = async (method: string, input: unknown): Answer => {
    running += 1;
    try {
      return await core.call(method, input);
    } finally {
      running -= 1;
    }
  };

  /** Keeps an answer for later. @returns where it is. */
  const keep = (answer: Answer): string => {
    const id = randomUUID();
    late.set(id, answer);
    const forget = (): void => void setTimeout(() => late.delete(id), keptMs).unref();
    answer.then(forget, forget);
    return `/api/answers/${id}`;
  };

  return {
    async call(c) {
      // A page elsewhere can send text/plain or a form without a preflight request, but not JSON.
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/json') return c.text('A call is sent as application/json.', 415);

      const body = await readBody(c.env.incoming, maxBodyBytes);
      if (body === null) return c.text('A call can be at most 32 MB.', 413);
      const call = readCall(body);
      if (call === null) return c.text('A call is {"method": "…", "input": …}.', 400);
      if (running >= maxCallsAtOnce) return sendResult(c.env.outgoing, busy, 503);

      const answer = start(call.method, call.input);
      const wait = /^respond-async, wait=(\d{1,2})$/.exec(c.req.header('prefer') ?? '')?.[1];
      const result = await (wait === undefined ? answer : within(Number(wait) * 1000, answer));
      if (result === null) return sendLater(c.env.outgoing, keep(answer));
      return sendResult(c.env.outgoing, result);
    },

    async answer(c) {
      const id = c.req.param('id') ?? '';
      const answer = late.get(id);
      if (answer === undefined) return c.text('There is no such answer.', 404);
      const result = await within(0, answer);
      if (result === null) return sendLater(c.env.outgoing, c.req.path);
      late.delete(id);
      return sendResult(c.env.outgoing, result);
    },
  };
}

/**
 * Reads the body as text; null as soon as it exceeds `limit` bytes, whatever its Content-Length is. Uses
 * Node's own stream: a web stream takes longer than the call.
 */
function readBody(incoming: IncomingMessage, limit: number): Promise<string | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const read = (chunk: Buffer): void => {
      length += chunk.byteLength;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      incoming.off('data', read).pause();
      resolve(null);
    };
    incoming.on('data', read);
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    incoming.once('close', () => reject(new Error('The call was cut off.')));
  });
}

/** Writes the answer directly instead of through Hono, for the same reason, with the common headers. */
function sendResult(
  outgoing: HttpBindings['outgoing'],
  result: Result<unknown>,
  status = 200,
): Response {
  const body = Buffer.from(JSON.stringify(result));
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.byteLength };
  outgoing.writeHead(status, { ...answerHeaders, ...headers });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

/** Says that the answer will be at `Location`. */
function sendLater(outgoing: HttpBindings['outgoing'], Location: string): Response {
  outgoing.writeHead(202, { ...answerHeaders, Location, 'Content-Length': 0 });
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

function readCall(body: string): { method: string; input: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('method' in value)) return null;
  if (typeof value.method !== 'string') return null;
  return { method: value.method, input: 'input' in value ? value.input : undefined };
}
