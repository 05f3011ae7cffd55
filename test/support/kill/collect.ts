/**
 * A core that collects until it is killed: `collect <CollectOptions as JSON>`. Prints a `Told` a
 * line: each time the window is told of a run, and each time a reply shows rows of it.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCore } from '#main/core/create-core.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Run, RunReply, RunState } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { hashOf } from './told.ts';
import type { CollectOptions, Told } from './told.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test wrote it
const options = JSON.parse(process.argv[2] ?? '') as CollectOptions;

/** Between two looks at the sorted rows. */
const pauseMs = 30;
const atWork = new Set<RunState['kind']>(['queued', 'fetching', 'retrying', 'polling']);

function tell(run: Run, shown: Told['shown']): void {
  const { id, rowCount: rows, pageCount: pages, calls } = run;
  const told: Told = { id, rows, pages, calls, shown };
  // At once: what is written later may never leave a process that is killed.
  writeSync(1, `${JSON.stringify(told)}\n`);
}

const core = await createCore({
  version: '0.0.0-test',
  dataDir: options.dataDir,
  fetch: globalThis.fetch,
  columnsWorker: new URL(options.columnsWorker),
  secrets: createMemoryStore('A test has no keychain.'),
  statusEveryMs: null,
  sampleService: () => Promise.reject(new Error('There is no sample service here.')),
  chooseSaveTarget: () => Promise.resolve(null),
  openLink: null,
  showInFolder: null,
  start: {
    sample: false,
    serviceAddress: options.serviceAddress,
    accessKey: options.accessKey,
  },
  report: (error) => {
    throw error;
  },
});
let isSorting = false;
const resting = new Map<string, (state: RunState['kind']) => void>();
core.subscribe((event) => {
  if (event.kind !== 'run.changed') return;
  tell(event.run, null);
  const { id, rowCount, state } = event.run;
  if (!atWork.has(state.kind)) resting.get(id)?.(state.kind);
  if (isSorting || id !== options.runs[0]?.id || rowCount === 0) return;
  isSorting = true;
  void sortAllTheWhile(id);
});

/** Resolves when the run has come to rest. */
async function ask(
  method: 'run.start' | 'run.next',
  input: MethodInput<'run.start'> | MethodInput<'run.next'>,
): Promise<RunState['kind']> {
  const rested = new Promise<RunState['kind']>((resolve) => resting.set(input.runId, resolve));
  // The core checks what goes in; what comes out is the contract's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const result = (await core.call(method, input)) as Result<RunReply>;
  if (!result.ok) throw new Error(`${method}: ${result.error.title}`);
  const { run, window } = result.value;
  const { offset, rows } = window;
  tell(run, { offset, count: rows.length, hash: hashOf(rows) });
  return rested;
}

async function sortAllTheWhile(runId: string): Promise<never> {
  const view: View = { ...everyRow, sort: [{ field: 'id', direction: 'descending' }] };
  for (;;) {
    const result = await core.call('view.open', { runId, view });
    if (!result.ok) throw new Error(`view.open: ${result.error.title}`);
    await sleep(pauseMs);
  }
}

await Promise.all(
  options.runs.map(async ({ id: runId, query, limit }) => {
    let state = await ask('run.start', { runId, query, limit });
    while (state !== 'noMore') state = await ask('run.next', { runId, limit });
  }),
);
