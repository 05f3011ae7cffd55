/** Our side: a core that saves the run over the contract, as a window asks it to. */
import { createCore } from '#main/core/create-core.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { isOver } from '#shared/export/export.ts';
import type { Export } from '#shared/export/export.ts';
import { everyRow } from '#shared/contract/view.ts';
import { report, takeTask } from '../child.ts';
import type { OursTask } from './tasks.ts';
import { runId, sortedView } from './tasks.ts';
import { watched } from './watch.ts';

const task = await takeTask<OursTask>();
const core = await createCore({
  version: '0.0.0-bench',
  dataDir: task.dataDir,
  fetch: globalThis.fetch,
  columnsWorker: new URL(task.columnsWorker),
  secrets: createMemoryStore('A bench has no keychain.'),
  sampleService: () => Promise.reject(new Error('There is no sample service here.')),
  chooseSaveTarget: async () => ({
    path: task.target,
    finish: async () => ({ name: '', download: null }),
  }),
  openLink: null,
  showInFolder: null,
  start: { sample: false, serviceAddress: null, accessKey: null },
  report: (error) => {
    throw error;
  },
});

async function call<M extends MethodName>(
  method: M,
  input: MethodInput<M>,
): Promise<MethodOutput<M>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
  const answer = (await core.call(method, input)) as Result<MethodOutput<M>>;
  if (!answer.ok) throw new Error(`${method}: ${answer.error.title}`);
  return answer.value;
}

// As it is when a person presses Save: the run is open, its columns are attached.
await call('run.open', { runId });
await call('view.open', { runId, view: { ...everyRow, search: 'nothing has this' } });

const told = await watched(task.target, async () => {
  const start = performance.now();
  let copyMs: number | null = null;
  const over = new Promise<Export>((resolve) => {
    core.subscribe((event) => {
      if (event.kind !== 'export.changed') return;
      const { state } = event.export;
      if (state.kind === 'finishing') copyMs ??= performance.now() - start;
      if (isOver(state)) resolve(event.export);
    });
  });
  await call('export.start', {
    exportId: 'export-bench',
    spec: {
      runIds: [runId],
      view: task.sorted ? sortedView : everyRow,
      format: task.format,
      methods: false,
    },
  });
  const { state } = await over;
  if (state.kind !== 'saved') throw new Error(`It ended ${JSON.stringify(state)}`);
  return { copyMs };
});
await core.close();
report(told);
