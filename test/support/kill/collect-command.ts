/** `npm run collect` with a core that has no keychain. The worker's address is in the environment. */
import { createCore } from '#main/core/create-core.ts';
import { createMemoryStore } from '#main/core/credentials/secret-stores.ts';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';
import { runCommand } from '#main/collect/command.ts';
import type { CollectParts } from '#main/collect/command.ts';
import { forkWorker } from '#main/core/store/columns/column-store.ts';
import type { WorkerProcess } from '#main/core/store/columns/column-store.ts';

export const startCoreWith =
  (
    startColumnsWorker: () => WorkerProcess,
    secrets: SecretStore = createMemoryStore('A test has no keychain.'),
  ): CollectParts['startCore'] =>
  (ports) =>
    createCore({
      version: '0.0.0-test',
      secrets,
      startColumnsWorker,
      sampleService: () => Promise.reject(new Error('no sample service in this test')),
      retryDelaysMs: [1, 1],
      graceMs: { stop: 1000, quit: 1000 },
      ...ports,
    });

const worker = process.env['SDE_COLUMNS_WORKER'];
// Imported by a test it only gives its core.
if (worker !== undefined) {
  const startCore = startCoreWith(() => forkWorker(new URL(worker)));
  const faults: Readonly<Record<string, typeof startCore>> = {
    // Nothing is left that could end it.
    never: () => new Promise(() => undefined),
    stuck() {
      console.error('stuck');
      process.on('SIGINT', () => console.error('told'));
      return new Promise(() => setInterval(() => undefined, 60_000));
    },
    throws: () => new Promise(() => setImmediate(() => thrown())),
  };
  process.exitCode = await runCommand(process.argv.slice(2), 'collect', {
    startCore: faults[process.env['SDE_FAULT'] ?? ''] ?? startCore,
  });
}

function thrown(): never {
  throw new Error('nobody catches this');
}
