/**
 * Starts the second server on a free port of 127.0.0.1. README.md says what it is for and how the
 * parts follow one another. Only tests import it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../listen.ts';
import { questionOf, Responder } from './answer.ts';
import type { Credentials, RawRequest } from './answer.ts';
import { bendAnswer, FaultLine, sendAnswer } from './faults.ts';
import { toComparable } from './json.ts';
import { createMedia } from './media.ts';
import { rowsBetween, singleRows, totalRowsOf } from './pages.ts';
import { findRoute } from './router.ts';
import type { Fault, ReceivedRequest, SecondServerOptions } from './types.ts';
import { checkRequest } from './validation.ts';

export type { Fault, SecondServerOptions } from './types.ts';

export interface SecondServer extends Credentials {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly address: string;
  /** Every request in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /**
   * Every item this question yields over all its pages, in order; integers beyond 2^53 as
   * `{ $n: "digits" }`. The path is percent-encoded as on the wire. Throws when the server would
   * refuse the question.
   */
  itemsFor(path: string, query?: Readonly<Record<string, string>>): unknown[];
  /** The next `times` requests that the fault applies to are hit by it; `Infinity` for all. */
  fail(fault: Fault, times?: number): void;
  /** Forgets all faults that wait. */
  recover(): void;
  /** Every cursor so far is refused from now on. */
  expireCursors(): void;
  /** Stops at once, cutting connections that still hang. */
  close(): Promise<void>;
  /** After `close`, at the same address. */
  reopen(): Promise<void>;
}

/** A JWT by shape, valid for years; nobody checks its signature. */
const defaultSessionToken = [
  JSON.stringify({ alg: 'RS256', typ: 'JWT' }),
  JSON.stringify({ sub: 'user_second', iat: 1_767_225_600, exp: 4_102_444_800 }),
  'signature',
]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

async function readRequest(message: IncomingMessage): Promise<RawRequest> {
  const [path = '', ...rest] = (message.url ?? '').split('?');
  return {
    method: message.method ?? '',
    path,
    pairs: [...new URLSearchParams(rest.join('?'))],
    authorization: message.headers.authorization,
    body: await readText(message),
  };
}

function allItems(
  path: string,
  query: Readonly<Record<string, string>>,
  options: SecondServerOptions,
): unknown[] {
  const route = findRoute(path);
  if (!route || route.kind === 'other') throw new Error(`no data endpoint at ${path}`);
  const message = checkRequest(route.endpoint, route.values, Object.keys(query), query);
  if (message) throw new Error(message);
  const question = questionOf(route, query);
  const pages = route.kind === 'stored' || route.endpoint.pages;
  const rows = pages
    ? rowsBetween(question, options, 0, totalRowsOf(question, options))
    : singleRows(question);
  return rows.map(toComparable);
}

/** Starts a server; the caller closes it. */
export async function startSecondServer(options: SecondServerOptions = {}): Promise<SecondServer> {
  const credentials: Credentials = {
    accessKey: options.accessKey ?? 'second-access-key-0001',
    trialKey: options.trialKey ?? 'TRIAL-second-0001',
    sessionToken: options.sessionToken ?? defaultSessionToken,
  };
  const responder = new Responder(options, credentials);
  const faults = new FaultLine();
  const answerMedia = createMedia();
  const requests: { -readonly [Member in keyof ReceivedRequest]: ReceivedRequest[Member] }[] = [];

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const request = await readRequest(message);
    const { method, path, pairs, authorization, body } = request;
    const query = Object.fromEntries(pairs);
    const record = { method, path, query, authorization, body, at, status: 0 };
    requests.push(record);
    if (answerMedia(message, response)) return;
    const good = responder.answer(request);
    const fault = faults.take(path, good);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') {
      message.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'delay') await sleep(fault.ms, undefined, { ref: false });
    if (fault?.kind === 'meanwhile') await fault.act();
    const answer = fault
      ? bendAnswer(fault, good, (page) => responder.cursorTo(page.question, page.offset))
      : good;
    const truncated = fault?.kind === 'truncated';
    if (!truncated) record.status = answer.status;
    sendAnswer(response, answer, truncated);
  }

  const server = await listen((message, response) => {
    // A request whose client went away while its body was read needs no answer.
    handle(message, response).catch(() => message.socket.destroy());
  });
  return {
    ...credentials,
    ...server,
    requests,
    itemsFor: (path, query = {}) => allItems(path, query, options),
    fail: (fault, times = 1) => faults.add(fault, times),
    recover: () => faults.clear(),
    expireCursors: () => responder.expireCursors(),
  };
}
