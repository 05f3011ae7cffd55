/** `POST /api/call`: one call of the contract. The core validates method and input. */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Result } from '#shared/contract/result.ts';
import type { Core } from '../core/core.ts';
import { ownProblem } from '../core/problem-error.ts';
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

export const answerCall = (core: Core): ((c: Context<HostEnv>) => Promise<Response>) => {
  let running = 0;
  return async (c) => {
    // A page elsewhere can send text/plain or a form without a preflight request, but not JSON.
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return c.text('A call is sent as application/json.', 415);

    const body = await readBody(c.env.incoming, maxBodyBytes);
    if (body === null) return c.text('A call can be at most 32 MB.', 413);
    const call = readCall(body);
    if (call === null) return c.text('A call is {"method": "…", "input": …}.', 400);
    if (running >= maxCallsAtOnce) return sendResult(c.env.outgoing, busy, 503);
    running += 1;
    try {
      return sendResult(c.env.outgoing, await core.call(call.method, call.input));
    } finally {
      running -= 1;
    }
  };
};

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
