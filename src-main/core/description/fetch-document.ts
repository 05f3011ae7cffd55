/** Fetches the description's bytes: one GET without a credential, limited in size and time. */
import { send } from '../service/send.ts';
import type { DocumentFormat } from './worker/read-document.ts';

const mostBytes = 5_000_000;

export type Fetched =
  | { kind: 'document'; bytes: Uint8Array; format: DocumentFormat; source: string }
  /** There is none at this location; it may be at another. */
  | { kind: 'missing' }
  /** `message`: complete sentences. */
  | { kind: 'failed'; message: string };

export interface FetchDocumentDeps {
  fetch: typeof globalThis.fetch;
  address: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** JSON first; YAML where the service has no JSON (specification, Endpoint families). */
export const locations: readonly { source: string; format: DocumentFormat }[] = [
  { source: '/openapi.json', format: 'json' },
  { source: '/openapi.yaml', format: 'yaml' },
];

/** Statuses of a service that has no description here. */
const missing: readonly number[] = [404, 405, 410, 501];

/** Redirects aren't followed: a description elsewhere isn't this service's. */
export async function fetchDocument(
  { source, format }: (typeof locations)[number],
  { fetch, address, timeoutMs, signal }: FetchDocumentDeps,
): Promise<Fetched> {
  const answer = await send(fetch, {
    address,
    request: { method: 'GET', path: source, params: [], body: null },
    credential: null,
    accept: 'application/json, application/yaml;q=0.9',
    timeoutMs,
    signal,
    mostBytes,
  });
  const failed = (message: string): Fetched => ({ kind: 'failed', message });
  if (answer.kind === 'unanswered' && answer.why === 'timeout') {
    const seconds = Math.round(timeoutMs / 1000);
    return failed(`The service’s description didn’t arrive within ${seconds} seconds.`);
  }
  if (!('status' in answer)) return failed(connectionFailed);
  if (missing.includes(answer.status)) return { kind: 'missing' };
  if (answer.status !== 200) return failed(statusWords(answer.status));
  if (answer.kind === 'answered') return { kind: 'document', bytes: answer.body, format, source };
  if (answer.why === 'cutOff') return failed(connectionFailed);
  return failed(
    answer.why === 'undecodable'
      ? 'The service’s description arrived, but it is compressed in a way that can’t be read.'
      : 'The service’s description is larger than 5 MB, so it is not read.',
  );
}

const connectionFailed =
  'The service could not be asked for its description: the connection failed.';

function statusWords(status: number): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'The service redirects to another address for its description, which isn’t followed.';
  }
  return `The service refused to send its description (${status}).`;
}
