/** A plain client for the second server's own tests: asks, follows cursors, keeps every digit. */
import { parse } from 'lossless-json';
import { expect } from 'vitest';
import type { LiveEndpointFact, StoredEndpointFact } from '#test/support/facts/types.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

export type Query = Record<string, string>;
export type Item = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty when the answer is not a JSON object. */
  readonly body: Item;
}

/** Integers a JavaScript number cannot hold become `{ $n }`, as `itemsFor` has them. */
function exactNumber(digits: string): unknown {
  const short = Number(digits);
  return Number.isInteger(short) && !Number.isSafeInteger(short) ? { $n: digits } : short;
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseBody(text: string): Item {
  const parsed = parse(text, null, exactNumber);
  return isItem(parsed) ? parsed : {};
}

export function itemsOf(body: Item | undefined): Item[] {
  return Array.isArray(body?.results) ? body.results.filter(isItem) : [];
}

export function cursorOf(body: Item): string | undefined {
  return typeof body.next_page_cursor === 'string' ? body.next_page_cursor : undefined;
}

/** Sends with the access key; `init` replaces headers and method. */
export function send(
  server: SecondServer,
  path: string,
  query: Query | string = {},
  init: RequestInit = {},
): Promise<Response> {
  const tail = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  return fetch(`${server.address}${path}${tail === '' ? '' : `?${tail}`}`, {
    headers: { Authorization: `Bearer ${server.accessKey}` },
    redirect: 'manual',
    ...init,
  });
}

export async function ask(
  server: SecondServer,
  path: string,
  query: Query | string = {},
  init: RequestInit = {},
): Promise<Reply> {
  const response = await send(server, path, query, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson ? parseBody(text) : {};
  return { status: response.status, headers: response.headers, text, body };
}

/** Every page's body, following cursors as the specification says. */
export async function askAll(server: SecondServer, path: string, query: Query): Promise<Item[]> {
  const bodies: Item[] = [];
  let cursor: string | undefined;
  do {
    const reply = await ask(server, path, cursor === undefined ? query : { ...query, cursor });
    expect(reply.status, reply.text).toBe(200);
    bodies.push(reply.body);
    cursor = reply.body.has_more === true ? cursorOf(reply.body) : undefined;
  } while (cursor !== undefined);
  return bodies;
}

const examples: Readonly<Record<string, string>> = {
  username: 'ana',
  identifier: 'ana.b',
  id: '12345678901234567890',
  commentId: '98765432109876543210',
  sound: 'Song: 100% "live" / ação',
  ids: 'abc,1zz9,q7,00x',
};

/** A valid question for an endpoint: its path filled in, its required parameters given. */
export function exampleOf(endpoint: LiveEndpointFact | StoredEndpointFact): {
  path: string;
  query: Query;
} {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(examples[name] ?? ''),
  );
  const required = endpoint.query.filter((one) => one.required);
  const query = required.map((one) => [
    one.name,
    one.allowed?.[0] ?? examples[one.name] ?? 'sea & "wind" +1',
  ]);
  return { path, query: Object.fromEntries(query) };
}
