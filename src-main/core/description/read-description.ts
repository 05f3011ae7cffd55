/**
 * Fetches a service's description, with one GET without a credential, and reads it in a worker thread;
 * both are limited in size and time.
 */
import { Worker } from 'node:worker_threads';
import { describedServiceSchema } from './described.ts';
import type { DescribedService } from './described.ts';
import { send } from '../service/send.ts';
import type { DescriptionAnswer, DescriptionTask, DocumentFormat } from './worker/read-document.ts';

/** The timeout applies to each phase: until the last byte arrives, and until it is read. */
export const defaultLimits = { timeoutMs: 10_000, memoryMb: 512 };
export type Limits = typeof defaultLimits;

export interface ReadDescriptionDeps {
  fetch: typeof globalThis.fetch;
  /** The worker's file; null in a build without it. */
  worker: URL | null;
  limits: Limits;
  signal: AbortSignal;
}

export type ReadDescription =
  | { ok: true; service: DescribedService; source: string }
  /** `message`: complete sentences. */
  | { ok: false; message: string };

/** Never throws: a bad description must not stop anything else. */
export async function readDescription(
  address: string,
  deps: ReadDescriptionDeps,
): Promise<ReadDescription> {
  for (const location of locations) {
    const fetched = await fetchDocument(address, location, deps);
    if (fetched.kind === 'missing') continue;
    if (fetched.kind === 'failed') return { ok: false, message: fetched.message };
    return readFetched(fetched, address, deps);
  }
  return { ok: false, message: 'The service doesn’t describe itself.' };
}

const mostBytes = 5_000_000;

type Fetched =
  | { kind: 'document'; bytes: Uint8Array; format: DocumentFormat; source: string }
  /** There is none at this location; it may be at another. */
  | { kind: 'missing' }
  /** `message`: complete sentences. */
  | { kind: 'failed'; message: string };

/** JSON first; YAML where the service has no JSON (specification, Endpoint families). */
const locations: readonly { source: string; format: DocumentFormat }[] = [
  { source: '/openapi.json', format: 'json' },
  { source: '/openapi.yaml', format: 'yaml' },
];

/** Statuses of a service that has no description here. */
const missing: readonly number[] = [404, 405, 410, 501];

/** Redirects aren't followed: a description elsewhere isn't this service's. */
async function fetchDocument(
  address: string,
  { source, format }: (typeof locations)[number],
  { fetch, limits: { timeoutMs }, signal }: ReadDescriptionDeps,
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

async function readFetched(
  { bytes, format, source }: Extract<Fetched, { kind: 'document' }>,
  address: string,
  { worker, limits, signal }: ReadDescriptionDeps,
): Promise<ReadDescription> {
  if (worker === null) return { ok: false, message: 'Descriptions can’t be read here.' };
  const basePath = new URL(address).pathname.replace(/\/+$/, '');
  const answer = await inThread(worker, { bytes, format, basePath }, { limits, signal });
  if (!answer.ok) return { ok: false, message: `The service’s description ${answer.why}` };
  // The worker's result derives from a stranger's text, so it is trusted only if it fits the schema.
  const parsed = describedServiceSchema.safeParse(answer.service);
  return parsed.success
    ? { ok: true, service: parsed.data, source }
    : { ok: false, message: 'The service’s description can’t be read.' };
}

function inThread(
  file: URL,
  task: DescriptionTask,
  { limits, signal }: Pick<ReadDescriptionDeps, 'limits' | 'signal'>,
): Promise<DescriptionAnswer> {
  return new Promise((resolve) => {
    const thread = new Worker(file, {
      workerData: task,
      name: 'description',
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      // Hides the environment from it, and its output from the log.
      env: {},
      stdout: true,
      stderr: true,
    });
    const end = (answer: DescriptionAnswer): void => {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
      void thread.terminate();
    };
    const giveUp = (): void => end({ ok: false, why: 'is no longer needed.' });
    signal.addEventListener('abort', giveUp);
    const patience = setTimeout(
      () => end({ ok: false, why: 'takes too long to read.' }),
      limits.timeoutMs,
    );
    thread.once('message', (answer: DescriptionAnswer) => end(answer));
    thread.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end({ ok: false, why: isTooLarge ? 'is too large to read.' : 'can’t be read.' });
    });
    thread.once('exit', () => end({ ok: false, why: 'can’t be read.' }));
  });
}
