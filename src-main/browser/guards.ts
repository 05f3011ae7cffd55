/** The checks that every request passes, as middlewares. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cacheControl, isPlainPath, windowHeaders } from '../bundle/window-files.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface HostEnv {
  Bindings: HttpBindings;
}

export type Guard = MiddlewareHandler<HostEnv>;

// Refuses request targets in any but the plain spelling, before anything decodes or normalises them (a
// proxy's absolute form, `..`, `%2e`, `%5c`, NUL), and methods that nothing here handles.

/** The path as sent over the wire. */
export const wirePath = (target: string | undefined): string =>
  (target ?? '').split(/[?#]/)[0] ?? '';

export const plainTargetOnly: Guard = async (c, next) =>
  isPlainPath(wirePath(c.env.incoming.url)) ? next() : c.text('There is nothing here.', 404);

/** Refuses HEAD too: Hono would handle it like GET and use up a ticket. */
export const getAndPostOnly: Guard = async (c, next) => {
  const method = c.env.incoming.method;
  if (method === 'GET' || method === 'POST') return next();
  return c.text('This method is not used here.', 405, { Allow: 'GET, POST' });
};

// Answers only requests for this server's own names. A page elsewhere whose name was made to resolve to
// 127.0.0.1 (DNS rebinding) still sends its own name (checklist 33). Forwarded headers are ignored.

/** The names with port; browsers omit port 80. */
export function allowedHosts(port: number, further: readonly string[]): ReadonlySet<string> {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, ...further];
  return new Set(names.flatMap((name) => [name, name.replace(/:80$/, '')]));
}

export const hostNameOnly =
  (allowed: ReadonlySet<string>): Guard =>
  async (c, next) => {
    const { rawHeaders } = c.env.incoming;
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]));
    const host = hosts.length === 1 ? hosts[0] : undefined;
    if (host !== undefined && allowed.has(host.toLowerCase())) return next();
    return c.text(
      'This address is not allowed. Use the one printed at startup, or allow yours with --allow-host HOST:PORT.',
      403,
    );
  };

const isHost = (name: string | undefined): boolean => name?.toLowerCase() === 'host';

// Refuses requests that another site makes a browser send, including reads and streams (checklist 34).
// Runs after the host name check.

const ownSites = new Set(['same-origin', 'none']);

export const ownOriginOnly: Guard = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const own = `http://${c.req.header('host')?.toLowerCase()}`;
  if (origin !== undefined && origin !== own) return refuse(c);
  if (site !== undefined && !ownSites.has(site)) return refuse(c);
  return next();
};

const refuse = (c: Parameters<Guard>[0]): Response =>
  c.text('Requests from other sites are not answered. Type or paste the address instead.', 403);

// Requires the token in every call (checklist 35). It is sent in the address's fragment, which browsers
// never transmit, and in the Authorization header; there are no cookies, so no other page can use it.

/** 32 random bytes, base64url. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests: they have equal lengths, so the comparison always takes the same time. */
function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

export const tokenOnly =
  (token: string): Guard =>
  async (c, next) => {
    const given = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (given !== undefined && sameText(given, token)) return next();
    return c.text('Open the address printed at startup: it contains the access token.', 401, {
      'WWW-Authenticate': 'Bearer',
    });
  };

// Headers of every answer, including refusals. No CORS header is ever sent (checklist 36).

/** Headers of every answer; files that never change replace `Cache-Control`. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...windowHeaders,
  'Cache-Control': cacheControl(false),
};

export const addHeaders: Guard = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
  await next();
};
