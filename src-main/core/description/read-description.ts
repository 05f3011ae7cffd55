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

/** Why there is none, in complete sentences. */
class Unread extends Error {}

/** Never throws: a bad description must not stop anything else. */
export async function readDescription(
  address: string,
  deps: ReadDescriptionDeps,
): Promise<ReadDescription> {
  try {
    for (const { source, format } of locations) {
      const bytes = await fetchDocument(address, source, deps);
      if (bytes === null) continue;
      const basePath = new URL(address).pathname.replace(/\/+$/, '');
      return { ok: true, service: await readDocument({ bytes, format, basePath }, deps), source };
    }
    return { ok: false, message: 'The service doesn’t describe itself.' };
  } catch (error) {
    if (error instanceof Unread) return { ok: false, message: error.message };
    throw error;
  }
}

const mostBytes = 5_000_000;

/** JSON first; YAML where the service has no JSON (specification, Endpoint families). */
const locations: readonly { source: string; format: DocumentFormat }[] = [
  { source: '/openapi.json', format: 'json' },
  { source: '/openapi.yaml', format: 'yaml' },
];

/** Statuses of a service that has no description here. */
const missing: readonly number[] = [404, 405, 410, 501];

/** Null: there is none at this place. Redirects aren't followed: a description elsewhere isn't this service's. */
async function fetchDocument(
  address: string,
  source: string,
  { fetch, limits: { timeoutMs }, signal }: ReadDescriptionDeps,
): Promise<Uint8Array | null> {
  const answer = await send(fetch, {
    address,
    request: { method: 'GET', path: source, params: [], body: null },
    credential: null,
    accept: 'application/json, application/yaml;q=0.9',
    timeoutMs,
    signal,
    mostBytes,
  });
  if (answer.kind === 'unanswered' && answer.why === 'timeout') {
    const seconds = Math.round(timeoutMs / 1000);
    throw new Unread(`The service’s description didn’t arrive within ${seconds} seconds.`);
  }
  if (!('status' in answer)) throw new Unread(connectionFailed);
  if (missing.includes(answer.status)) return null;
  if (answer.status !== 200) throw new Unread(statusWords(answer.status));
  if (answer.kind === 'answered') return answer.body;
  if (answer.why === 'cutOff') throw new Unread(connectionFailed);
  throw new Unread(
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

async function readDocument(
  task: DescriptionTask,
  { worker, limits, signal }: ReadDescriptionDeps,
): Promise<DescribedService> {
  if (worker === null) throw new Unread('Descriptions can’t be read here.');
  const answer = await inThread(worker, task, { limits, signal });
  if (!answer.ok) throw new Unread(`The service’s description ${answer.why}`);
  // The worker's result derives from a stranger's text, so it is trusted only if it fits the schema.
  const { data } = describedServiceSchema.safeParse(answer.service);
  if (data === undefined) throw new Unread('The service’s description can’t be read.');
  return data;
}

const inThread = (
  file: URL,
  task: DescriptionTask,
  { limits, signal }: Pick<ReadDescriptionDeps, 'limits' | 'signal'>,
): Promise<DescriptionAnswer> =>
  new Promise((resolve) => {
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
