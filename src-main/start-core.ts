/** Puts the core together the same way for both hosts: secrets, sample service, version. */
import type { Core, CorePorts } from './core/core.ts';
import { createCore } from './core/create-core.ts';
import { builtWorker } from './core/built-worker.ts';
import { chooseSecretStore } from './core/credentials/choose-secret-store.ts';
import type { Encryption } from './core/credentials/encrypted-store.ts';
import { createSampleStarter } from './sample-starter.ts';
import { version } from './version.ts';

/** What differs between hosts. */
export interface HostPorts extends Omit<
  CorePorts,
  'version' | 'secrets' | 'columnsWorker' | 'descriptionWorker' | 'sampleService'
> {
  /** What the host can encrypt with where there is no keychain; null when it can't. */
  encryption: Encryption | null;
}

/**
 * Starts the core. The sample service starts at first use and ends with the core.
 * @throws an Error with `code: 'in_use'` and a sentence for the person when another process has
 *   the data folder.
 */
export async function startCore(ports: HostPorts): Promise<Core> {
  const { encryption, dataDir } = ports;
  const secrets = await chooseSecretStore({
    encrypted: encryption === null ? null : { encryption, dataDir },
  });
  const sample = createSampleStarter(async () => {
    const { startSampleService } = await import('./sample-service/index.ts');
    return startSampleService();
  });
  const core = await createCore({
    ...ports,
    version,
    secrets,
    columnsWorker: builtWorker('columns'),
    descriptionWorker: builtWorker('description'),
    sampleService: sample.get,
  });
  return {
    call: (method, input) => core.call(method, input),
    subscribe: (listener) => core.subscribe(listener),
    async close() {
      await core.close();
      await sample.close();
    },
  };
}
