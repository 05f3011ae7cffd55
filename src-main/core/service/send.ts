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
   * there; null leaves the body to be read here. What it throws ends the answer as broken off.
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
  /** `refused` and `unknownHost` may pass, so trying again is sensible; `untrusted` won't. */
  why: 'refused' | 'unknownHost' | 'untrusted' | 'stopped';
  sentAt: string;
  ms: number;
}

export type Answer = Answered | Truncated | Unanswered | NotSent;

/**
 * Sends one request. Redirects are not followed: a bearer goes to the configured origin only
 * (checklist 22), and to the paths it is for (checklist 23).
 *
 * @throws StoreError when a sink's disk refuses; an Error, with nothing sent, when the credential
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

  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const signal = AbortSignal.any([outgoing.signal, timeout]);
  const unanswered = (): Unanswered => ({
    kind: 'unanswered',
    why: outgoing.signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : 'reset',
    ...taken(),
  });

  let response: Response;
  try {
    response = await fetch(outgoing.url, {
      method: outgoing.method,
      headers: headersOf(outgoing),
      redirect: 'manual',
      signal,
      ...(outgoing.body === null ? {} : { body: JSON.stringify(outgoing.body) }),
    });
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
    if (error instanceof StoreError) throw error;
    if (signal.aborted) return unanswered();
    return { kind: 'truncated', ...answered() };
  }
  return { kind: 'answered', ...answered() };
}

function headersOf(outgoing: Outgoing): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(outgoing.credential === null
      ? {}
      : { Authorization: `Bearer ${outgoing.credential.value}` }),
    ...(outgoing.body === null ? {} : { 'Content-Type': 'application/json' }),
  };
}

/**
 * Reasons that prove that no request left: the connection was never made. Anything else (a reset
 * above all) may have reached the service. Codes are Node's and, after `net::`, Chromium's.
 */
const unsentReasons: readonly (readonly [RegExp, NotSent['why']])[] = [
  [
    /ECONNREFUSED|ERR_CONNECTION_REFUSED|EHOSTUNREACH|ENETUNREACH|ERR_ADDRESS_UNREACHABLE/,
    'refused',
  ],
  [
    /UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|ERR_INTERNET_DISCONNECTED|ERR_PROXY_CONNECTION/,
    'refused',
  ],
  [/ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED/, 'unknownHost'],
  [/_CERT|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|ERR_TLS|EPROTO/, 'untrusted'],
];

function whyNotSent(error: unknown): NotSent['why'] | null {
  const described = describeError(error);
  return unsentReasons.find(([pattern]) => pattern.test(described))?.[1] ?? null;
}

/** Codes and messages of an error and what caused it. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return `${code} ${error.message} ${describeError(error.cause)}`;
}
