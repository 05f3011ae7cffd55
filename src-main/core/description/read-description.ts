/** Asks a service for its description and has it read in a thread with limits. */
import { Worker } from 'node:worker_threads';
import { describedServiceSchema } from '#shared/description/described.ts';
import type { DescribedService } from '#shared/description/described.ts';
import { fetchDocument, places } from './fetch-document.ts';
import type { Fetched } from './fetch-document.ts';
import type { DescriptionAnswer, DescriptionTask } from './worker/read-document.ts';

/** For each of the two: until the last byte is here, and until it is read. */
export const usualLimits = { timeoutMs: 10_000, memoryMb: 512 };
export type Limits = typeof usualLimits;

export interface ReadDescriptionDeps {
  fetch: typeof globalThis.fetch;
  /** The thread's file; null where the program was put together without it. */
  worker: URL | null;
  limits: Limits;
  signal: AbortSignal;
}

export type ReadDescription =
  | { ok: true; service: DescribedService; source: string }
  /** Whole sentences on what happened. */
  | { ok: false; message: string };

/** Never throws: whatever is wrong with a description is no reason for anything else to stop. */
export async function readDescription(
  address: string,
  { fetch, worker, limits, signal }: ReadDescriptionDeps,
): Promise<ReadDescription> {
  for (const place of places) {
    const deps = { fetch, address, timeoutMs: limits.timeoutMs, signal };
    const fetched = await fetchDocument(place, deps);
    if (fetched.kind === 'missing') continue;
    if (fetched.kind === 'failed') return { ok: false, message: fetched.message };
    return understand(fetched, address, { worker, limits, signal });
  }
  return { ok: false, message: 'The service doesn’t describe itself.' };
}

async function understand(
  { bytes, format, source }: Extract<Fetched, { kind: 'document' }>,
  address: string,
  { worker, limits, signal }: Omit<ReadDescriptionDeps, 'fetch'>,
): Promise<ReadDescription> {
  if (worker === null) return { ok: false, message: 'Descriptions can’t be read here.' };
  const basePath = new URL(address).pathname.replace(/\/+$/, '');
  const answer = await inThread(worker, { bytes, format, basePath }, { limits, signal });
  if (!answer.ok) return { ok: false, message: `The service’s description ${answer.why}` };
  // What comes out was made of a stranger's text: it is believed as far as it fits.
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
      // Neither what it prints nor the environment is anybody's business.
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
    // Out of memory above all.
    thread.once('error', () => end({ ok: false, why: 'is too large to read.' }));
    thread.once('exit', () => end({ ok: false, why: 'can’t be read.' }));
  });
}
