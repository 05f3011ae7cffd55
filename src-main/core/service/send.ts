/**
 * One request, one answer. Nothing here retries or judges: it tells what became of the request,
 * so that the ledger can count it and the caller can decide.
 */
import type { Credential } from '../credentials/credentials.ts';
import { belongsTo } from '../credentials/families.ts';
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
  /**
   * Takes over bodies that are too large to hold (CSV). Asked once the head of the answer is
   * there; null leaves the body to be read here. What it throws ends the answer as broken off,
   * but for a StoreError.
   */
  sink?: (status: number, headers: Headers) => BodySink | null;
}

export type BodySink = (body: AsyncIterable<Uint8Array>) => Promise<void>;

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

/** The answer began and broke off; `body` is what came. */
export interface Truncated extends Omit<Answered, 'kind'> {
  kind: 'truncated';
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
   * `unsendable`: HTTP has no form for this key or address.
   */
  why: 'refused' | 'unknownHost' | 'untrusted' | 'unsendable' | 'stopped';
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
  const started = Date.now();
  const sentAt = new Date(started).toISOString();
  const taken = (): { sentAt: string; ms: number } => ({ sentAt, ms: Date.now() - started });
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

  const sink = outgoing.sink?.(response.status, response.headers) ?? null;
  const chunks: Uint8Array[] = [];
  const answered = (): Omit<Answered, 'kind'> => ({
    status: response.status,
    headers: response.headers,
    body: Buffer.concat(chunks),
    streamed: sink !== null,
    ...taken(),
  });
  try {
    // A manual redirect can be opaque (status 0, no body): there is nothing to read then.
    if (response.body !== null) {
      const body = withoutCredentialIn(response.body, credential?.value ?? null);
      if (sink === null) for await (const chunk of body) chunks.push(chunk);
      else await sink(body);
    }
  } catch (error) {
    if (error instanceof StoreError) throw new UnkeptError(response.status, error);
    if (signal.aborted) return unanswered();
    return { kind: 'truncated', ...answered() };
  }
  return { kind: 'answered', ...answered() };
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
