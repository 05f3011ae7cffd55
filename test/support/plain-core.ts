/**
 * A core without a keychain, a sample service or anybody who chooses where to save: for processes
 * that tests start or kill, and for benches.
 */
import type { Core, CorePorts } from '#main/core/core.ts';
import { createCore } from '#main/core/create-core.ts';
import { createNetwork } from '#main/core/service/network.ts';
import { createMemoryStore } from '#main/core/credentials/secret-stores.ts';
import { forkWorker } from '#main/core/store/columns/column-store.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';

export interface PlainCore extends Pick<Core, 'close' | 'subscribe'> {
  /** Throws where the core answers with a problem. */
  call: <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<MethodOutput<M>>;
}

/** What is not foreseen is thrown where nobody can pass it over, unless told otherwise. */
export async function openPlainCore(
  dataDir: string,
  { columnsWorker, ...ports }: Partial<CorePorts> & { columnsWorker: URL },
): Promise<PlainCore> {
  const core = await createCore({
    version: '0.0.0-test',
    dataDir,
    fetch: createNetwork(),
    secrets: createMemoryStore('There is no keychain here.'),
    startColumnsWorker: () => forkWorker(columnsWorker),
    sampleService: () => Promise.reject(new Error('There is no sample service here.')),
    chooseSaveTarget: () => Promise.resolve(null),
    openLink: null,
    showInFolder: null,
    start: { sample: false, serviceAddress: 'http://127.0.0.1:1', accessKey: null },
    report: (error) => {
      throw error;
    },
    ...ports,
  });
  return {
    close: () => core.close(),
    subscribe: (listener) => core.subscribe(listener),
    async call<M extends MethodName>(method: M, input: MethodInput<M>) {
      const answer = (await core.call(method, input)) as Result<MethodOutput<M>>;
      if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
  };
}

/** Begins something with a run; resolves with it once it rests. */
export async function untilRest(
  core: Pick<PlainCore, 'subscribe'>,
  runId: string,
  begin: () => Promise<unknown>,
): Promise<Run> {
  const rest = new Promise<Run>((resolve) => {
    const stop = core.subscribe((event) => {
      if (event.kind !== 'run.changed' || event.run.id !== runId) return;
      if (isWorking(event.run.state)) return;
      stop();
      resolve(event.run);
    });
  });
  await begin();
  return rest;
}
