/** Fetches the description's bytes: one GET without a credential, limited in size and time. */
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

/** Never throws. Redirects aren't followed: a description elsewhere isn't this service's. */
export async function fetchDocument(
  { source, format }: (typeof locations)[number],
  { fetch, address, timeoutMs, signal }: FetchDocumentDeps,
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    const response = await untilAborted(
      fetch(`${address.replace(/\/+$/, '')}${source}`, {
        headers: { Accept: 'application/json, application/yaml;q=0.9' },
        redirect: 'manual',
        credentials: 'omit',
        signal: either,
      }),
      either,
    );
    const { status } = response;
    if (status === 404 || status === 405 || status === 410 || status === 501) {
      await response.body?.cancel();
      return { kind: 'missing' };
    }
    if (status !== 200) {
      await response.body?.cancel();
      return { kind: 'failed', message: statusWords(status) };
    }
    const bytes = await readBounded(response, either);
    return bytes === null
      ? {
          kind: 'failed',
          message: 'The service’s description is larger than 5 MB, so it is not read.',
        }
      : { kind: 'document', bytes, format, source };
  } catch {
    return {
      kind: 'failed',
      message: timeout.aborted
        ? `The service’s description didn’t arrive within ${Math.round(timeoutMs / 1000)} seconds.`
        : 'The service could not be asked for its description: the connection failed.',
    };
  }
}

function statusWords(status: number): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'The service redirects to another address for its description, which isn’t followed.';
  }
  return `The service refused to send its description (${status}).`;
}

/** Returns null when the body is too large. The announced length is trusted only if it is too large. */
async function readBounded(response: Response, signal: AbortSignal): Promise<Uint8Array | null> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await untilAborted(reader.read(), signal);
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

/** Rejects on abort even if `work` doesn't, since not every `fetch` honours its signal. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), {
      once: true,
      signal: done.signal,
    });
  });
  work.catch(() => undefined);
  try {
    if (signal.aborted) throw new Error('aborted');
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}
