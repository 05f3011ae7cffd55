/** Fetches a service's description and reads it in a worker thread with limits. */
import { Worker } from 'node:worker_threads';
import { describedServiceSchema } from './described.ts';
import type { DescribedService } from './described.ts';
import { fetchDocument, locations } from './fetch-document.ts';
import type { Fetched } from './fetch-document.ts';
import type { DescriptionAnswer, DescriptionTask } from './worker/read-document.ts';

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
  { fetch, worker, limits, signal }: ReadDescriptionDeps,
): Promise<ReadDescription> {
  for (const location of locations) {
    const deps = { fetch, address, timeoutMs: limits.timeoutMs, signal };
    const fetched = await fetchDocument(location, deps);
    if (fetched.kind === 'missing') continue;
    if (fetched.kind === 'failed') return { ok: false, message: fetched.message };
    return readFetched(fetched, address, { worker, limits, signal });
  }
  return { ok: false, message: 'The service doesn’t describe itself.' };
}

async function readFetched(
  { bytes, format, source }: Extract<Fetched, { kind: 'document' }>,
  address: string,
  { worker, limits, signal }: Omit<ReadDescriptionDeps, 'fetch'>,
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
