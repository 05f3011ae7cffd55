/**
 * A core that collects until it is killed: `collect <CollectOptions as JSON>`. Prints a `Told` a
 * line, each time the window is told of a run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Run, RunState, RunLimit } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { Query } from '#shared/query/types.ts';
import { openPlainCore, untilRest } from '../plain-core.ts';
import { given, tell } from './program.ts';
import type { ProgramOptions } from './program.ts';

const options = given<CollectOptions>();

/** Between two looks at the sorted rows. */
const pauseMs = 30;
function tellOf({ id, rowCount, pageCount, calls }: Run): void {
  tell({ id, rowCount, pageCount, calls } satisfies Told);
}

const { dataDir, columnsWorker, serviceAddress, accessKey } = options;
const start = { sample: false, serviceAddress, accessKey };
const core = await openPlainCore(dataDir, { columnsWorker: new URL(columnsWorker), start });
let isSorting = false;
core.subscribe((event) => {
  if (event.kind !== 'run.changed') return;
  tellOf(event.run);
  const { id, rowCount } = event.run;
  if (isSorting || id !== options.runs[0]?.id || rowCount === 0) return;
  isSorting = true;
  void sortAllTheWhile(id);
});

/** Resolves when the run has come to rest. */
async function ask(
  method: 'run.start' | 'run.next',
  input: MethodInput<'run.start'> | MethodInput<'run.next'>,
): Promise<RunState['kind']> {
  const begin = async (): Promise<void> => tellOf((await core.call(method, input)).run);
  return (await untilRest(core, input.runId, begin)).state.kind;
}

async function sortAllTheWhile(runId: string): Promise<never> {
  const view: View = { ...everyRow, sort: [{ field: 'id', direction: 'descending' }] };
  for (;;) {
    await core.call('view.open', { runId, view });
    await sleep(pauseMs);
  }
}

await Promise.all(
  options.runs.map(async ({ id: runId, query, limit }) => {
    let state = await ask('run.start', { runId, query, limit });
    while (state !== 'noMore') state = await ask('run.next', { runId, limit });
  }),
);

export interface CollectOptions extends ProgramOptions {
  /**
   * All at once; each goes on as often as its limit is reached. The first is sorted all the while,
   * so that its columns follow every page; those of the others are filled in at leisure.
   */
  runs: readonly { id: string; query: Query; limit: RunLimit }[];
}

/** What the window knows of a run from now on. */
export type Told = Pick<Run, 'id' | 'rowCount' | 'pageCount' | 'calls'>;
