/**
 * The checks that every request passes, one that opens a socket too. They look at Node's own request, as
 * it came over the wire.
 */
import type { IncomingMessage } from 'node:http';
import { cacheControl, isPlainPath, windowHeaders } from '../bundle/window-files.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 503;
  text: string;
  headers?: Record<string, string>;
}

/** Returns why a request is refused; null if it is not. */
export type Guard = (request: IncomingMessage) => Refusal | null;

/** All of them, in this order. */
export const allOf =
  (...guards: readonly Guard[]): Guard =>
  (request) => {
    for (const guard of guards) {
      const refusal = guard(request);
      if (refusal !== null) return refusal;
    }
    return null;
  };

// Refuses request targets in any but the plain spelling, before anything decodes or normalises them (a
// proxy's absolute form, `..`, `%2e`, `%5c`, NUL), and methods that nothing here handles.

/** The path as sent over the wire. */
export const wirePath = (target: string | undefined): string =>
  (target ?? '').split(/[?#]/)[0] ?? '';

export const nothingHere: Refusal = { status: 404, text: 'There is nothing here.' };

export const plainTargetOnly: Guard = ({ url }) =>
  isPlainPath(wirePath(url)) ? null : nothingHere;

/** Refuses HEAD too: Hono would handle it like GET and use up a ticket. */
export const getAndPostOnly: Guard = ({ method }) =>
  method === 'GET' || method === 'POST'
    ? null
    : { status: 405, text: 'This method is not used here.', headers: { Allow: 'GET, POST' } };

// Answers only requests for this server's own names. A page elsewhere whose name was made to resolve to
// 127.0.0.1 (DNS rebinding) still sends its own name (checklist 33). Forwarded headers are ignored.

/** The names with port; browsers omit port 80. */
export function allowedHosts(port: number, further: readonly string[]): ReadonlySet<string> {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, ...further];
  return new Set(names.flatMap((name) => [name, name.replace(/:80$/, '')]));
}

export const hostNameOnly =
  (allowed: ReadonlySet<string>): Guard =>
  ({ rawHeaders }) => {
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]));
    const host = hosts.length === 1 ? hosts[0] : undefined;
    if (host !== undefined && allowed.has(host.toLowerCase())) return null;
    return {
      status: 403,
      text: 'This address is not allowed. Use the one printed at startup, or allow yours with --allow-host HOST:PORT.',
    };
  };

const isHost = (name: string | undefined): boolean => name?.toLowerCase() === 'host';

// Refuses requests that another site makes a browser send, including reads and sockets (checklist 34).
// Runs after the host name check.

const ownSites = new Set<unknown>(['same-origin', 'none', undefined]);

export const ownOriginOnly: Guard = ({ headers }) => {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined || origin === `http://${host?.toLowerCase()}`;
  if (isOwn && ownSites.has(site)) return null;
  return {
    status: 403,
    text: 'Requests from other sites are not answered. Type or paste the address instead.',
  };
};

// Requires the token in every call (checklist 35). It is sent in the address's fragment, which browsers
// never transmit, and as the first message of a socket or in the Authorization header; there are no
// cookies, so no other page can use it.

/** 32 random bytes, base64url. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

export const needsToken = 'Open the address printed at startup: it contains the access token.';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests: they have equal lengths, so the comparison always takes the same time. */
export const sameText = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));

export const tokenOnly =
  (token: string): Guard =>
  ({ headers }) => {
    const given = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given !== undefined && sameText(given, token)) return null;
    return { status: 401, text: needsToken, headers: { 'WWW-Authenticate': 'Bearer' } };
  };

/**
 * Headers of every answer, including refusals; files that never change replace `Cache-Control`. No CORS
 * header is ever sent (checklist 36).
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...windowHeaders,
  'Cache-Control': cacheControl(false),
};
