/**
 * One request, one answer. Nothing here retries or judges: it tells what became of the request,
 * so that the ledger can count it and the caller can decide.
 */
import type { Credential } from './credential.ts';
import { isoTime } from '../clock.ts';
import { belongsTo } from './credential.ts';
import { StoreError } from '../store/store-error.ts';
import { withoutCredentialIn } from './without-credential.ts';

export interface Outgoing {
  url: string;
  /** The service's own path, by which credentials are told where they belong. */
  path: string;
  method: 'GET' | 'POST';
  /** Sent as `Authorization: Bearer`; null sends no credential. */
  credential: Credential | null;
  body: Readonly<Record<string, string>> | null;
  /** From sending to the last byte, in milliseconds. */
  timeoutMs: number;
  /** The person's *Stop*. */
  signal: AbortSignal;
  /** The longest body that is held in memory, decompressed, in bytes; of an error less is read. */
  mostBytes: number;
  /**
   * Takes over bodies that are not to be held. Asked when the first bytes are there, and again
   * when there are more than `mostBytes`; null leaves the body to be read here, or given up. What
   * it throws ends the answer as cut, but for a StoreError.
   */
  sink?: (begun: BegunBody) => BodySink | null;
}

export interface BegunBody {
  status: number;
  headers: Headers;
  /** Its first bytes, one at least. */
  start: Uint8Array;
  isTooLong: boolean;
}

export type BodySink = (body: AsyncIterable<Uint8Array>) => Promise<void>;

/** Pages about the account and the service have a few KB, and so have errors. */
export const mostUnmeteredBytes = 4 * 1024 * 1024;

/** Reading was given up: the body is longer than `limit` bytes. */
export class TooLongError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super('An answer is longer than is read.');
    this.name = 'TooLongError';
    this.limit = limit;
  }
}

export interface Answered {
  kind: 'answered';
  status: number;
  headers: Headers;
  /** Empty when a sink took it. */
  body: Uint8Array;
  streamed: boolean;
  sentAt: string;
  ms: number;
}

/** The answer began and was not read to its end; `body` is what came. */
export interface Truncated extends Omit<Answered, 'kind'> {
  kind: 'truncated';
  /** Bytes after which reading was given up; null: the connection broke. */
  limit: number | null;
}

export interface Unanswered {
  kind: 'unanswered';
  /** `stopped`: the person did not want to wait any longer. */
  why: 'timeout' | 'reset' | 'stopped';
  sentAt: string;
  ms: number;
}

export interface NotSent {
  kind: 'notSent';
  /**
   * `refused` and `unknownHost` may pass, so trying again is sensible; `untrusted` won't, nor will
   * `unsendable` (HTTP has no form for this key or address) and `blockedPort` (one that browsers,
   * and we with them, never connect to: fetch.spec.whatwg.org, Port blocking).
   */
  why: 'refused' | 'unknownHost' | 'untrusted' | 'unsendable' | 'blockedPort' | 'stopped';
  sentAt: string;
  ms: number;
}

export type Answer = Answered | Truncated | Unanswered | NotSent;

/** An answer came, and a sink's disk refused it. */
export class UnkeptError extends Error {
  readonly status: number;
  override readonly cause: StoreError;

  constructor(status: number, cause: StoreError) {
    super('An answer could not be kept.');
    this.name = 'UnkeptError';
    this.status = status;
    this.cause = cause;
  }
}

/** What `new URL` takes for “this folder” or “the folder above”: the key would go to another path. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Sends one request. Redirects are not followed: a bearer goes to the configured origin only
 * (checklist 22), and to the paths it is for (checklist 23).
 *
 * @throws UnkeptError when a sink's disk refuses; an Error, with nothing sent, when the credential
 *   does not belong to the path: a mistake of ours.
 */
export async function send(fetch: typeof globalThis.fetch, outgoing: Outgoing): Promise<Answer> {
  const { credential } = outgoing;
  if (credential !== null && !belongsTo(credential.status.kind, outgoing.path)) {
    throw new Error(`A ${credential.status.kind} does not belong to ${outgoing.path}.`);
  }
  if (dotSegment.test(outgoing.path)) {
    throw new Error(`This address leads elsewhere than ${outgoing.path}.`);
  }
  const sentAt = isoTime();
  const started = performance.now();
  const taken = (): { sentAt: string; ms: number } => ({
    sentAt,
    ms: Math.round(performance.now() - started),
  });
  if (outgoing.signal.aborted) return { kind: 'notSent', why: 'stopped', ...taken() };
  const init = toInit(outgoing);
  // `fetch` would throw the same error for this as for a connection that broke.
  if (!isSendable(outgoing.url, init)) return { kind: 'notSent', why: 'unsendable', ...taken() };

  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const signal = AbortSignal.any([outgoing.signal, timeout]);
  const unanswered = (): Unanswered => ({
    kind: 'unanswered',
    why: outgoing.signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : 'reset',
    ...taken(),
  });

  let response: Response;
  try {
    response = await fetch(outgoing.url, { ...init, signal });
  } catch (error) {
    if (signal.aborted) return unanswered();
    const why = whyNotSent(error);
    return why === null ? unanswered() : { kind: 'notSent', why, ...taken() };
  }

  // A manual redirect can be opaque (status 0, no body): there is nothing to read then.
  const body =
    response.body === null ? null : withoutCredentialIn(response.body, credential?.value ?? null);
  const chunks: Uint8Array[] = [];
  let streamed = false;
  const answered = (): Omit<Answered, 'kind'> => ({
    status: response.status,
    headers: response.headers,
    body: Buffer.concat(chunks),
    streamed,
    ...taken(),
  });
  try {
    const sink = body === null ? null : await hold(body, chunks, response, outgoing);
    if (body !== null && sink !== null) {
      streamed = true;
      await sink(chain(chunks.splice(0), body));
    }
  } catch (error) {
    // Hangs up: what nobody reads is not even received.
    await body?.return(undefined).catch(() => undefined);
    if (error instanceof StoreError) throw new UnkeptError(response.status, error);
    if (signal.aborted) return unanswered();
    const limit = error instanceof TooLongError ? error.limit : null;
    return { kind: 'truncated', limit, ...answered() };
  }
  return { kind: 'answered', ...answered() };
}

/**
 * Reads a body into `chunks`, until its end (null) or until a sink takes it over.
 * @throws TooLongError when there are too many bytes for memory and no sink wants them.
 */
async function hold(
  body: AsyncGenerator<Uint8Array>,
  chunks: Uint8Array[],
  { status, headers, ok }: Response,
  { mostBytes, sink }: Outgoing,
): Promise<BodySink | null> {
  const limit = ok ? mostBytes : Math.min(mostBytes, mostUnmeteredBytes);
  let bytes = 0;
  for (;;) {
    const { done, value: chunk } = await body.next();
    if (done === true) return null;
    if (chunk.length === 0) continue;
    chunks.push(chunk);
    const isFirst = bytes === 0;
    bytes += chunk.length;
    const isTooLong = bytes > limit;
    if (!isFirst && !isTooLong) continue;
    const taker = sink?.({ status, headers, start: chunks[0] ?? chunk, isTooLong }) ?? null;
    if (taker !== null) return taker;
    if (isTooLong) throw new TooLongError(limit);
  }
}

/** What was read, and what follows; nothing of it is held once it was passed on. */
async function* chain(
  begun: Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let part = begun.shift(); part !== undefined; part = begun.shift()) yield part;
  yield* rest;
}

function toInit({ method, credential, body }: Outgoing): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(credential === null ? {} : { Authorization: `Bearer ${credential.value}` }),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    redirect: 'manual',
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  };
}

function isSendable(url: string, init: RequestInit): boolean {
  try {
    void new Request(url, init);
    return true;
  } catch {
    return false;
  }
}

interface UnsentReason {
  readonly signs: RegExp;
  readonly why: NotSent['why'];
  /** Where the code is also that of reading from a connection, on which the request had left. */
  readonly syscall?: 'connect';
}

/**
 * Reasons that prove that no request left: the connection was never made. Anything else (a reset
 * above all) may have reached the service. Codes are Node's and, after `net::`, Chromium's.
 * Chromium's ERR_ADDRESS_UNREACHABLE is none: it doesn't say whether there was a connection.
 */
const unsentReasons: readonly UnsentReason[] = [
  { signs: /ECONNREFUSED|ERR_CONNECTION_REFUSED/, why: 'refused' },
  { signs: /EHOSTUNREACH|ENETUNREACH/, why: 'refused', syscall: 'connect' },
  {
    signs:
      /UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|ERR_INTERNET_DISCONNECTED|ERR_PROXY_CONNECTION/,
    why: 'refused',
  },
  { signs: /\bbad port\b|ERR_UNSAFE_PORT/, why: 'blockedPort' },
  { signs: /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED/, why: 'unknownHost' },
  { signs: /_CERT|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|ERR_TLS|EPROTO/, why: 'untrusted' },
];

function whyNotSent(error: unknown): NotSent['why'] | null {
  const errors = [...causesOf(error)].map((cause) => ({
    words: `${codeOf(cause)} ${cause.message}`,
    syscall: 'syscall' in cause ? cause.syscall : null,
  }));
  const reason = unsentReasons.find(({ signs, syscall }) =>
    errors.some((one) => signs.test(one.words) && (syscall ?? one.syscall) === one.syscall),
  );
  return reason?.why ?? null;
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** An error and what caused it; of several addresses that were tried, each has its own. */
function* causesOf(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf(error.cause);
}
