/** A core with its data folder, in a process of its own, that calls what it is told to and times it. */
import { createCore } from '#main/core/create-core.ts';
import type { Core } from '#main/core/core.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import { builtWorker } from '#main/core/built-worker.ts';

/** The folder; then calls, one after the other. */
export type OursTask = { dataDir: string } | { method: string; input: unknown } | { end: true };

export interface OursReport {
  ms: number;
  value: unknown;
  /** Of all threads of the process since it began. */
  processorMs: number;
  /** Bytes of the whole process. */
  rss: number;
}

let core: Core | undefined;

async function open(dataDir: string): Promise<object> {
  core = await createCore({
    version: '0.0.0-bench',
    dataDir,
    fetch: globalThis.fetch,
    secrets: createMemoryStore('A bench has no keychain.'),
    columnsWorker: builtWorker('columns'),
    sampleService: () => Promise.reject(new Error('Nothing is asked of a service here.')),
    chooseSaveTarget: () => Promise.resolve(null),
    openLink: null,
    start: { sample: false, serviceAddress: 'http://127.0.0.1:1', accessKey: null },
    report: (error) => console.error(error),
  });
  return {};
}

async function call(method: string, input: unknown): Promise<OursReport> {
  const start = performance.now();
  const answer = await core!.call(method, input);
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  const { user, system } = process.cpuUsage();
  const processorMs = (user + system) / 1000;
  return { ms, value: answer.value, processorMs, rss: process.memoryUsage().rss };
}

function perform(task: OursTask): Promise<object> {
  if ('dataDir' in task) return open(task.dataDir);
  if ('method' in task) return call(task.method, task.input);
  return core!.close().then(() => ({}));
}

process.on('message', (task: OursTask) => {
  perform(task).then(
    (told) => process.send?.(told),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
