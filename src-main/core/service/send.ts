/**
 * One request, one answer; if it may cost, between its two lines in the ledger. Nothing here retries or
 * interprets: it reports the outcome of the request, so that the caller can decide.
 */
import { isUtf8 } from 'node:buffer';
import { assertNever } from '#shared/assert-never.ts';
import { catalogue } from '../../catalogue/index.ts';
import { problemOfPath } from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import type { CallOutcome } from '#shared/contract/problem.ts';
import { familyOf } from '#shared/service/families.ts';
import { isoTime } from '../clock.ts';
import type { CallEntry, Ledger } from '../store/ledger.ts';
import { StoreError } from '../store/store-error.ts';
import { scanItems } from '../json/index.ts';
import { replaceCursors } from '../store/body-file.ts';
import { formsOf, shortestSecret } from '../support/redact.ts';
import { belongsTo } from './credential.ts';
import type { Credential } from './credential.ts';
import { NeverSentError, UnreadableError } from './network.ts';

export interface Outgoing {
  /** The service's address. The request's own path decides the kind of credential it may get. */
  address: string;
  /** It is in the ledger; without, nothing leaves for a path that may cost credits. */
  isCounted?: true | undefined;
  request: ServiceRequest;
  /** Sent as `Authorization: Bearer`; null sends no credential. */
  credential: Credential | null;
  /** The forms of the answer, if not JSON only. */
  accept?: string;
  /** In milliseconds, from sending to the last byte. */
  timeoutMs: number;
  /** The person's *Stop*. */
  signal: AbortSignal;
  /** Returns how long an answer on its way is still waited for after *Stop*, in milliseconds; 0 by default. */
  graceMs?: () => number;
  /** The longest body held in memory, in bytes after decompression; the limit for errors is lower. */
  mostBytes: number;
  /**
   * Takes over bodies that must not be held in memory. Called when the first bytes arrive, and again
   * when there are more than `mostBytes`; null leaves the body to be read here, or abandoned. If the
   * sink throws, the answer ends as truncated, except for a StoreError.
   */
  sink?: (begun: BegunBody) => BodySink | null;
}

export interface BegunBody {
  status: number;
  headers: Headers;
  /** Its first bytes, at least one. */
  start: Uint8Array;
  isTooLong: boolean;
}

export type BodySink = (body: AsyncIterable<Uint8Array>) => Promise<void>;

/** Pages about the account and the service have a few KB, and so do errors. */
export const mostUnmeteredBytes = 4 * 1024 * 1024;

/** How long a platform may take to end what was given up. */
const settlingMs = 100;

/** Reading was abandoned because the body is longer than `limit` bytes. */
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

/** The answer began and was not read to its end; `body` is what was read. */
export interface Truncated extends Omit<Answered, 'kind'> {
  kind: 'truncated';
  /**
   * The number of bytes after which reading was abandoned; `cutOff`: the connection broke; `undecodable`:
   * its compression isn't the one that it names, or none that we know.
   */
  why: number | 'cutOff' | 'undecodable';
}

export interface Unanswered {
  kind: 'unanswered';
  /** `stopped`: the person chose *Stop*; `notHttp`: what arrived begins like no answer. */
  why: 'timeout' | 'reset' | 'stopped' | 'notHttp';
  sentAt: string;
  ms: number;
}

export interface NotSent {
  kind: 'notSent';
  /**
   * `refused`, `unknownHost` and `noProxy` may pass, so a retry makes sense; `untrusted` and `proxy` won't, nor will
   * `unsendable` (HTTP can't represent this key or address), `misdirected` (it would not go where it
   * says) and `blockedPort` (browsers, and therefore we, never connect to it: fetch.spec.whatwg.org, Port
   * blocking).
   */
  why:
    | 'refused'
    | 'unknownHost'
    | 'untrusted'
    | 'unsendable'
    | 'misdirected'
    | 'proxy'
    | 'noProxy'
    | 'blockedPort'
    | 'stopped';
  sentAt: string;
  ms: number;
}

export type Answer = Answered | Truncated | Unanswered | NotSent;

/** An answer arrived, but a sink's disk refused it. */
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

/**
 * Returns whether a request goes where it says, whoever named its path: a log or a description from
 * somebody else can name any. The finished URL is the address followed by the path; the credential is
 * one for that path; only the catalogue's own questions change anything; what may cost is counted.
 */
function isOnCourse(url: string, { address, credential, isCounted, request }: Outgoing): boolean {
  const { method, path } = request;
  if (problemOfPath(path) !== null) return false;
  const [base, whole] = [new URL(address), new URL(url)];
  if (whole.origin !== base.origin) return false;
  if (whole.pathname !== `${base.pathname.replace(/\/+$/, '')}${path}`) return false;
  if (
    method !== 'GET' &&
    !catalogue.endpoints.some((own) => own.method === method && own.path === path)
  ) {
    return false;
  }
  if (credential !== null && !belongsTo(credential.status.kind, path)) return false;
  return isCounted === true || !familyOf(path).metered;
}

/**
 * Sends one request. Redirects aren't followed: a credential goes only to the configured address
 * (checklist 22) and to the paths it is for (checklist 23).
 *
 * @throws UnkeptError when a sink's disk refuses.
 */
export async function send(fetch: typeof globalThis.fetch, outgoing: Outgoing): Promise<Answer> {
  const { signal, graceMs } = outgoing;
  if (graceMs === undefined) return exchange(fetch, outgoing, signal);
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => over.abort(), graceMs());
  };
  signal.addEventListener('abort', wait, { once: true });
  try {
    return await exchange(fetch, outgoing, over.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wait);
  }
}

/** Returns how the ledger counts an answer. */
export function callOutcome(answer: Answer): Exclude<CallOutcome, 'noCall'> {
  switch (answer.kind) {
    case 'answered':
    case 'truncated':
      return 'answered';
    case 'unanswered':
    case 'notSent':
      return answer.kind;
    default:
      return assertNever(answer);
  }
}

export interface CountedDeps {
  fetch: typeof globalThis.fetch;
  ledger: Ledger;
  /** An answer that costs is still waited for after *Stop*, so long (in milliseconds). */
  graceMs: () => number;
  /** Called when the request is recorded and about to be sent. */
  noted: () => void;
}

/**
 * Sends a request between its two lines in the ledger. All metered requests go through here, so that a
 * single function decides what counts. Whether the call is metered is decided by its path, whatever a log
 * or a description says of it.
 *
 * @throws StoreError when the call could not be recorded, in which case nothing was sent. UnkeptError
 *   when a sink's disk refuses the answer. An Error for a bug of ours, with nothing sent or counted.
 */
export async function sendCounted(
  entry: Omit<CallEntry, 'metered' | 'key'>,
  outgoing: Outgoing,
  { fetch, ledger, graceMs, noted }: CountedDeps,
): Promise<Answer> {
  const { metered } = familyOf(outgoing.request.path);
  const key = outgoing.credential?.status.id ?? null;
  const token = await ledger.sent({ ...entry, key, metered });
  try {
    noted();
    const answer = await send(fetch, { ...outgoing, isCounted: true, ...(metered && { graceMs }) });
    const status = 'status' in answer ? answer.status : null;
    await ledger.done(token, { outcome: callOutcome(answer), status });
    return answer;
  } catch (error) {
    // Any other error was thrown before anything was sent.
    const isAnswered = error instanceof UnkeptError;
    await ledger.done(
      token,
      isAnswered
        ? { outcome: 'answered', status: error.status }
        : { outcome: 'notSent', status: null },
    );
    throw error;
  }
}

/** @param stopped aborted when the answer is no longer waited for after *Stop*. */
async function exchange(
  fetch: typeof globalThis.fetch,
  outgoing: Outgoing,
  stopped: AbortSignal,
): Promise<Answer> {
  const { address, credential, request } = outgoing;
  const url = requestUrl(address, request);
  const sentAt = isoTime();
  const started = performance.now();
  const timing = (): { sentAt: string; ms: number } => ({
    sentAt,
    ms: Math.round(performance.now() - started),
  });
  if (outgoing.signal.aborted) return { kind: 'notSent', why: 'stopped', ...timing() };
  const init = toInit(outgoing);
  // For this, `fetch` would throw the same error as for a broken connection.
  if (!isSendable(url, init)) return { kind: 'notSent', why: 'unsendable', ...timing() };
  if (!isOnCourse(url, outgoing)) return { kind: 'notSent', why: 'misdirected', ...timing() };

  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  /** Ends the request: an answer that is given up is no longer received either. */
  const giveUp = new AbortController();
  const signal = AbortSignal.any([stopped, timeout, giveUp.signal]);
  // A platform's stream may never settle, whatever signal it was given: an answer that isn't encoded as it
  // says made Node's wait for good. One that arrived by then is still taken.
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => void setTimeout(reject, settlingMs, new Error('Given up.'));
    signal.addEventListener('abort', end, { once: true });
  });
  aborted.catch(() => undefined);
  const unanswered = (): Unanswered => ({
    kind: 'unanswered',
    why: outgoing.signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : 'reset',
    ...timing(),
  });

  let response: Response;
  try {
    response = await Promise.race([fetch(url, { ...init, signal }), aborted]);
  } catch (error) {
    if (signal.aborted) return unanswered();
    if (error instanceof UnreadableError) {
      const read = { headers: new Headers(), body: new Uint8Array(), streamed: false };
      return undecodable({ status: error.status, ...read, ...timing() });
    }
    const why = whyNotSent(error, new URL(url));
    if (why !== null) return { kind: 'notSent', why, ...timing() };
    return isNotHttp(error) ? { ...unanswered(), why: 'notHttp' } : unanswered();
  }

  // A manual redirect can be opaque (status 0, no body), with nothing to read.
  const body =
    response.body === null
      ? null
      : untilAborted(withoutCredentialIn(response.body, credential?.value ?? null), aborted);
  const chunks: Uint8Array[] = [];
  let streamed = false;
  const answered = (): Omit<Answered, 'kind'> => ({
    status: response.status,
    headers: response.headers,
    body: Buffer.concat(chunks),
    streamed,
    ...timing(),
  });
  try {
    const sink = body === null ? null : await hold(body, chunks, response, outgoing);
    if (body !== null && sink !== null) {
      streamed = true;
      await sink(chain(chunks.splice(0), body));
    }
  } catch (error) {
    const isAborted = signal.aborted;
    giveUp.abort();
    void body?.return(undefined).catch(() => undefined);
    if (error instanceof StoreError) throw new UnkeptError(response.status, error);
    if (isAborted) return unanswered();
    if (isUndecodable(error)) return undecodable(answered());
    const why = error instanceof TooLongError ? error.limit : 'cutOff';
    // A refusal is one by its status, even if its explanation breaks off.
    if (why === 'cutOff' && !response.ok) return { kind: 'answered', ...answered() };
    return { kind: 'truncated', why, ...answered() };
  }
  const read = answered();
  return isLeftEncoded(response.headers) && !isUtf8(read.body)
    ? undecodable(read)
    : { kind: 'answered', ...read };
}

/** Returns whether bytes are the beginning of a text in UTF-8. */
function isText(start: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A refusal is one by its status, even if its explanation can't be read. */
const undecodable = (read: Omit<Answered, 'kind'>): Answer =>
  read.status >= 200 && read.status < 300
    ? { kind: 'truncated', why: 'undecodable', ...read }
    : { kind: 'answered', ...read };

/** Returns whether reading failed because a body isn't compressed as it says. */
const isUndecodable = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => /^(?:Z_|ZSTD_|ERR_\w*_ERROR_)/.test(codeOf(cause)));

/** undici decodes these, and leaves a body as it is if there are others. */
const decodedCodings = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

function isLeftEncoded(headers: Headers): boolean {
  const codings = (headers.get('content-encoding') ?? 'identity').toLowerCase().split(',');
  const others = codings.map((one) => one.trim()).filter((one) => !decodedCodings.has(one));
  return others.some((one) => one !== 'identity' || codings.length > 1);
}

/**
 * Reads a body into `chunks` until its end, returning null, or until a sink takes it over.
 * @throws TooLongError when there are too many bytes for memory and no sink takes them.
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
    const start = chunks[0] ?? chunk;
    const isCompressed = isLeftEncoded(headers) && !isText(start);
    const taker =
      isCompressed && !isTooLong ? null : (sink?.({ status, headers, start, isTooLong }) ?? null);
    if (taker !== null) return taker;
    if (isTooLong) throw new TooLongError(limit);
  }
}

/** Yields the chunks of a body; throws once `aborted` rejects, even if the body never settles. */
async function* untilAborted(
  body: AsyncGenerator<Uint8Array>,
  aborted: Promise<never>,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await Promise.race([body.next(), aborted]);
      if (done === true) return;
      yield value;
    }
  } finally {
    void body.return(undefined).catch(() => undefined);
  }
}

/** Yields what was read and what follows, holding no chunk once it is passed on. */
async function* chain(
  begun: Uint8Array[],
  remaining: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let part = begun.shift(); part !== undefined; part = begun.shift()) yield part;
  yield* remaining;
}

function toInit({
  accept = 'application/json, text/csv;q=0.9',
  credential,
  request,
}: Outgoing): RequestInit {
  const { body, method } = request;
  return {
    method,
    headers: {
      Accept: accept,
      ...(credential === null ? {} : { Authorization: `Bearer ${credential.value}` }),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    redirect: 'manual',
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  };
}

function isSendable(url: string, init: RequestInit): boolean {
  // Half a character, which an answer may name as a table: `fetch` would ask for another.
  if (!url.isWellFormed()) return false;
  try {
    void new Request(url, init);
    return true;
  } catch {
    return false;
  }
}

/**
 * Why a request never left, by Node's codes. Whether it left is not theirs to say: a code such as
 * ECONNRESET is the same before and after (`network.ts`).
 */
const unsentReasons: readonly { signs: RegExp; why: NotSent['why'] }[] = [
  { signs: /\bbad port\b/, why: 'blockedPort' },
  { signs: /ENOTFOUND|EAI_AGAIN/, why: 'unknownHost' },
  { signs: /_CERT|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|ERR_TLS|EPROTO/, why: 'untrusted' },
  { signs: /Proxy|SOCKS|407/i, why: 'proxy' },
];

/** Returns null when the request may have reached the service. */
function whyNotSent(error: unknown, url: URL): NotSent['why'] | null {
  if (!(error instanceof NeverSentError)) return null;
  const causes = [...causesOf(error)];
  const words = causes.map((cause) => `${codeOf(cause)} ${cause.message}`);
  const found = unsentReasons.find(({ signs }) => words.some((one) => signs.test(one)));
  const why = found?.why ?? 'refused';
  const isReached = why !== 'refused' && why !== 'unknownHost';
  return !isReached && causes.some((cause) => isOfAnother(cause, url)) ? 'noProxy' : why;
}

/** Returns whether an error is about another host or port than the one asked for: a proxy's. */
function isOfAnother(cause: object, { hostname, port, protocol }: URL): boolean {
  if ('hostname' in cause) return cause.hostname !== hostname;
  const wanted = Number(port) || (protocol === 'https:' ? 443 : 80);
  return 'port' in cause && Number(cause.port ?? wanted) !== wanted;
}

/** Node's parser found no status line or header where one must be. */
const isNotHttp = (error: unknown): boolean =>
  [...causesOf(error)].some(({ name }) => /^(?:HTTPParser|HeadersOverflow)Error$/.test(name));

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Yields an error and its causes; if several addresses were tried, each has its own error. */
function* causesOf(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf(error.cause);
}

// Erases the key from answers: a service may echo it in an error or an item, and we never keep it.

const asterisk = 0x2a;

/**
 * Replaces the credential with asterisks, byte for byte, so that JSON stays JSON and CSV stays CSV
 * (checklist 17): as it is, escaped as in JSON, and percent-encoded. Changes the body in place and
 * returns it.
 */
export const withoutCredential = (body: Buffer, credential: string | null): Buffer =>
  erase(body, bytesOf(credential));

/**
 * Does the same for a streamed body. The credential may span chunks, so bytes that may be its beginning
 * are held until the next chunk. If the body ends or breaks off inside it, that part is erased too.
 */
export async function* withoutCredentialIn(
  chunks: AsyncIterable<Uint8Array>,
  credential: string | null,
): AsyncGenerator<Uint8Array> {
  const forms = bytesOf(credential);
  let held: Buffer = Buffer.alloc(0);
  const erased = (): Buffer => (held.length < shortestSecret ? held : held.fill(asterisk));
  try {
    for await (const chunk of chunks) {
      const bytes = erase(Buffer.concat([held, chunk]), forms);
      const from = bytes.length - beginningAtEnd(bytes, forms);
      held = bytes.subarray(from);
      if (from > 0) yield bytes.subarray(0, from);
    }
  } catch (error) {
    if (held.length > 0) yield erased();
    throw error;
  }
  if (held.length > 0) yield erased();
}

const bytesOf = (credential: string | null): Buffer[] =>
  formsOf(credential ?? '').map((form) => Buffer.from(form));

function erase(body: Buffer, forms: readonly Buffer[]): Buffer {
  for (const form of forms) {
    for (let at = body.indexOf(form); at !== -1; at = body.indexOf(form, at)) {
      body.fill(asterisk, at, at + form.length);
    }
  }
  return body;
}

/** Returns how many of the last bytes may be the beginning of the credential. */
function beginningAtEnd(bytes: Buffer, forms: readonly Buffer[]): number {
  const longest = Math.max(0, ...forms.map(({ length }) => length - 1));
  for (let length = Math.min(longest, bytes.length); length > 0; length--) {
    const end = bytes.subarray(bytes.length - length);
    if (forms.some((form) => form.length > length && form.subarray(0, length).equals(end))) {
      return length;
    }
  }
  return 0;
}

/** Returns a body as it is stored and shown: without cursors (checklist 26) and credentials (17). */
export function cleanBody(body: Buffer, secrets: readonly string[]): Buffer {
  const hasBom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const json = hasBom ? body.subarray(3) : body;
  // Cursors of an envelope, and of one under an operation's `result`.
  const { cursors } = scanItems(json, ['result', 'results']);
  const clean = cursors.length === 0 ? body : replaceCursors(json, cursors);
  for (const secret of secrets) withoutCredential(clean, secret);
  return clean;
}
