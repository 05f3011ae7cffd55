/** Assembles the core for all hosts alike: secrets, sample service, version. */
import { existsSync } from 'node:fs';
import type { Core, CorePorts, SampleService } from '../core/core.ts';
import { createCore } from '../core/create-core.ts';
import { chooseSecretStore } from '../core/credentials/secret-stores.ts';
import type { Encryption } from '../core/credentials/secret-stores.ts';
import { forkWorker } from '../core/store/columns/column-store.ts';
import type { WorkerProcess } from '../core/store/columns/column-store.ts';
import { version } from '../../package.json';

/** What differs between hosts. */
export interface HostPorts extends Omit<
  CorePorts,
  'version' | 'secrets' | 'startColumnsWorker' | 'descriptionWorker' | 'sampleService'
> {
  /** What the host can encrypt with if there is no keychain; null when it can't. */
  encryption: Encryption | null;
  /** By default workers are processes of Node. */
  startWorker?: StartWorker;
}

/** Starts a file of the build as a process of its own. */
export type StartWorker = (path: URL) => WorkerProcess;

/**
 * Starts the core. The sample service starts on first use and ends with the core.
 * @throws StoreError `in_use` when another process uses the data folder, or `storage_failed`;
 *   ProblemError when the address or the key given at the start can't be used.
 */
export async function startCore(ports: HostPorts): Promise<Core> {
  const { encryption, dataDir, startWorker = forkWorker } = ports;
  const secrets = await chooseSecretStore({
    encrypted: encryption === null ? null : { encryption, dataDir },
  });
  const sample = createSampleStarter(async () => {
    const { startSampleService } = await import('../sample-service/index.ts');
    return startSampleService();
  });
  const core = await createCore({
    ...ports,
    version,
    secrets,
    startColumnsWorker: () => startWorker(builtWorker('columns')),
    descriptionWorker: builtWorker('description'),
    sampleService: sample.get,
  });
  return {
    ...core,
    async close() {
      await core.close();
      await sample.close();
    },
  };
}

export interface RunningSampleService extends SampleService {
  close(): Promise<void>;
}

export interface SampleStarter {
  get: () => Promise<SampleService>;
  /** Ends the service if it ever started. */
  close(): Promise<void>;
}

/** Starts the sample service on first use, once, and ends it with the program. */
export function createSampleStarter(start: () => Promise<RunningSampleService>): SampleStarter {
  let running: Promise<RunningSampleService> | null = null;
  return {
    get() {
      // A failed start is discarded, so that the next use tries again.
      running ??= start().catch((error: unknown) => {
        running = null;
        throw error;
      });
      return running;
    },
    async close() {
      const service = await running?.catch(() => null);
      running = null;
      await service?.close();
    },
  };
}

/**
 * The location of a worker in the built program: beside the entries, while this code may be in a chunk.
 * @throws Error when not run from the built program.
 */
export function builtWorker(worker: 'columns' | 'description'): URL {
  const name = `${worker}-worker.js`;
  const paths = [new URL(name, import.meta.url), new URL(`../${name}`, import.meta.url)];
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not beside the program`);
  return found;
}
