/** What middlewares of this server see: Node's own request and response beside Hono's. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cacheControl, isPlainPath, windowHeaders } from '../bundle/window-files.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface HostEnv {
  Bindings: HttpBindings;
}

export type Guard = MiddlewareHandler<HostEnv>;

// Refuses request targets that are not spelt plainly, before anything decodes or normalises them
// (a proxy's absolute form, `..`, `%2e`, `%5c`, NUL), and methods nothing here answers.

/** The path as it came over the wire. */
export const wirePath = (target: string | undefined): string =>
  (target ?? '').split(/[?#]/)[0] ?? '';

export const plainTargetOnly: Guard = async (c, next) =>
  isPlainPath(wirePath(c.env.incoming.url)) ? next() : c.text('There is nothing here.', 404);

/** HEAD is refused too: Hono would answer it like GET and use up a ticket. */
export const getAndPostOnly: Guard = async (c, next) => {
  const method = c.env.incoming.method;
  if (method === 'GET' || method === 'POST') return next();
  return c.text('This method is not used here.', 405, { Allow: 'GET, POST' });
};

// Answers only to the names this server goes by. A page elsewhere whose name was made to point
// at 127.0.0.1 (DNS rebinding) still sends its own name (checklist 33). Forwarded headers are
// not looked at.

/** The names with port; port 80 is left out by browsers. */
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

// Refuses requests that another site makes a browser send, reads and streams included
// (checklist 34). Runs after the host name was checked.

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

// The token every call carries (checklist 35). It travels in the address's fragment, which
// browsers never send, and in the Authorization header; there are no cookies, so no other page
// can borrow it.

/** 32 random bytes, base64url. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests: their lengths are equal, so the comparison takes the same time always. */
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

// Headers of every answer, refusals included. No CORS header is ever sent (checklist 36).

/** What every answer carries; files that never change replace `Cache-Control`. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...windowHeaders,
  'Cache-Control': cacheControl(false),
};

export const addHeaders: Guard = async (c, next) => {
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
  await next();
};
