/** `POST /api/call`: one call of the contract. The core checks method and input. */
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import type { HostEnv } from './guards/types.ts';

/** Largest body: a workspace of a hundred tabs is well under one megabyte. */
export const maxBodyBytes = 8 * 1024 * 1024;

export const answerCall =
  (core: Core) =>
  async (c: Context<HostEnv>): Promise<Response> => {
    // A page elsewhere can send text/plain or a form without asking first, but not JSON.
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return c.text('A call is sent as application/json.', 415);

    const body = await readBody(c.req.raw, maxBodyBytes);
    if (body === null) return c.text('A call may have 8 MB at most.', 413);
    const call = readCall(body);
    if (call === null) return c.text('A call is {"method": "…", "input": …}.', 400);
    return c.json(await core.call(call.method, call.input));
  };

/**
 * Reads the body as text; null as soon as it is longer than `limit` bytes, whatever its
 * Content-Length says.
 */
async function readBody(request: Request, limit: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
