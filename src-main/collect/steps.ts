/** Runs a recipe with steps as a command: nobody can be asked, so no step waits for confirmation. */
import { join } from 'node:path';
import type { Endpoint } from '#shared/catalogue/types.ts';
import {
  type ExportSpec,
  exportSpecSchema,
  type WrittenFile,
} from '#shared/contract/export/export.ts';
import { formats } from '#shared/contract/export/formats.ts';
import type { CheckedList } from '#shared/contract/list.ts';
import { isStepBegun } from '#shared/contract/recipe.ts';
import type { RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import type { Core } from '../core/core.ts';
import { lookUpIn } from '../core/description/service-knowledge.ts';
import { ProblemError } from '../core/problem-error.ts';
import { mustBeAskable } from '../core/recipes/step-list.ts';
import type { Call } from '../launch/call-core.ts';
import {
  askedAgain,
  type Ended,
  endOfError,
  endOfRun,
  signalWords,
  whyFirstFailed,
  WrongInput,
} from './exit.ts';
import type { CollectOptions } from './options.ts';
import { type Log, makeOut, mustBeNew, mustHaveService, noKey, withoutRepeats } from './plan.ts';
import {
  boundsOf,
  endpointOf,
  firstList,
  idOf,
  inputsLeft,
  withFlags,
  withoutListed,
} from './steps-plan.ts';

interface Steps {
  core: Core;
  call: Call;
  recipe: StepRecipe;
  snapshot: Snapshot;
  options: CollectOptions;
  /** Aborted with the name of a signal. */
  stop: AbortSignal;
  log: Log;
  /** Saves a run's rows to a path. */
  saveAs: (path: string, spec: ExportSpec) => Promise<WrittenFile[]>;
}

/**
 * Runs or continues all steps, and saves the rows of each.
 * @param onBegun called before the first call may be sent.
 * @throws WrongInput, or a ProblemError of the core.
 */
export async function collectSteps(
  given: Steps,
  summary: Record<string, unknown>,
  onBegun: () => void,
): Promise<Ended> {
  const { call, snapshot, options, log, stop } = given;
  if (options.format !== null && formats[options.format].isNetwork) {
    throw new WrongInput(
      'A recipe with steps can’t be saved as a network: it doesn’t say which columns to connect.',
    );
  }
  const endpoints = given.recipe.steps.map(({ query }) => endpointOf(query.endpointId, snapshot));
  const recipe = withFlags(given.recipe, endpoints, options);
  // The core checks this too, but only as it begins: a dry run must find it, and call it the person's mistake.
  const lookUp = (endpointId: string) => lookUpIn(snapshot.catalogue, endpointId);
  for (const step of recipe.steps) mustBeAskable(step, { lookUp });
  const list = await firstList(call, recipe, endpoints[0]!, options, log);
  const id = await idOf(call, recipe, list, snapshot, options);
  Object.assign(summary, { recipe: recipe.name, runId: id, part: options.part });
  for (const { line, why } of list.wrongLines) log('warn', 'wrongLine', { runId: id, line, why });
  const { known, isBegun } = await openKnown(call, id, recipe, list, options);
  if (!isBegun && options.format === 'dataset') await mustBeNew(`${id}-1`, options);
  if (options.dryRun) {
    const { maxCalls } = options;
    const before = known?.calls ?? 0;
    const bounds = boundsOf(recipe, endpoints, list, snapshot, await inputsLeft(call, list, known));
    const calls = { ...bounds.calls, never: Math.max(0, maxCalls - before) };
    Object.assign(summary, { dryRun: true, ...bounds, calls, before });
    return { ending: 'complete', why: null };
  }
  mustHaveService(snapshot);
  if (snapshot.credential === null) throw new WrongInput(noKey);
  // With more parts than inputs, this one has nothing to do.
  if (list.different === 0) return { ending: 'complete', why: null };
  await makeOut(options);

  const run = await ask({ ...given, recipe }, id, list, known, onBegun);
  const steps = await savedSteps(given, run, endpoints, list.wrong);
  Object.assign(summary, { calls: run.calls, steps: steps.map(({ report }) => report) });
  const at = run.steps.findIndex(({ state }) => state !== 'done');
  const last = steps.find(({ runId }) => runId === run.steps[at]?.runId);
  if (stop.aborted) {
    const ending = stop.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM';
    return { ending, why: signalWords(last?.again) };
  }
  if (run.state !== 'done') {
    const fault = run.problem && endOfError(new ProblemError(run.problem), false);
    if (fault && (fault.ending === 'ourFault' || run.calls === 0)) return fault;
    // Why it stopped matters more than what earlier steps lack.
    if (last !== undefined && last.ended.ending !== 'complete') return last.ended;
    return { ending: 'partial', why: run.why };
  }
  const ended = steps.map(({ ended: one }) => one).find(({ ending }) => ending !== 'complete');
  return ended ?? { ending: 'complete', why: run.why };
}

interface Known {
  /** Null: nothing was asked yet, or the recipe was removed from the list of its runs. */
  known: RecipeRun | null;
  isBegun: boolean;
}

/** Opens the recipe's run of an earlier start of the same command. */
async function openKnown(
  call: Call,
  id: string,
  { steps }: StepRecipe,
  { askedSha256 }: CheckedList,
  { label }: CollectOptions,
): Promise<Known> {
  const known = (await call('recipe.list', {})).runs.find((run) => run.id === id);
  const { runs } = await call('history.list', {});
  const first = `${id}-1`;
  if (!runs.some((run) => run.id === first)) return { known: null, isBegun: false };
  const { run } = await call('run.open', { runId: first });
  if (run.list?.askedSha256 !== askedSha256) {
    throw new WrongInput(`The inputs have changed since “${label}” began. Choose another label.`);
  }
  if (known === undefined) return { known: null, isBegun: true };
  const other = known.recipe.steps.findIndex(({ pages }, at) => pages !== steps[at]?.pages);
  if (other === -1) return { known, isBegun: true };
  const began = `--pages ${known.recipe.steps[other]!.pages} for step ${other + 1}`;
  throw new WrongInput(`“${label}” began with ${began}. Choose another label.`);
}

/** Starts the recipe, or continues the run of an earlier start of the same command. */
async function ask(
  { core, call, recipe, options, stop, log }: Steps,
  id: string,
  list: CheckedList,
  known: RecipeRun | null,
  onBegun: () => void,
): Promise<RecipeRun> {
  const { maxCalls } = options;
  const find = async (): Promise<RecipeRun | undefined> =>
    (await call('recipe.list', {})).runs.find((run) => run.id === id);
  let wake: () => void = () => undefined;
  let pages = -1;
  const unsubscribe = core.subscribe((event) => {
    if (event.kind === 'recipe.changed' && event.run.id === id) wake();
    if (event.kind !== 'run.changed' || !event.run.id.startsWith(`${id}-`)) return;
    const { id: runId, list: inputs, pageCount, rowCount: rows, calls } = event.run;
    if (pageCount !== pages) {
      const input = inputs?.current ?? null;
      log('info', 'progress', { runId, input, page: pageCount, rows, calls });
    }
    pages = pageCount;
  });
  const end = (): void => void call('recipe.stop', { id }).catch(() => undefined);
  stop.addEventListener('abort', end);
  try {
    stop.throwIfAborted();
    const event = known === null ? 'start' : 'continue';
    log('info', event, { runId: id, maxCalls, calls: known?.calls ?? 0 });
    onBegun();
    if (known !== null) await call('recipe.continue', { id, maxCalls, failed: true });
    else {
      const { listId, keys } = list;
      // It may have been stopped before its first call: uses the list of this command.
      await call('recipe.forget', { id });
      await call('recipe.start', { id, recipe: withoutListed(recipe, keys), maxCalls, listId });
    }
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const run = await find();
      if (run === undefined) throw new Error('The recipe is gone.');
      // Its work may still be ending, and the rows are saved next.
      // A signal may have arrived before there was anything to stop.
      if (stop.aborted || run.state !== 'running') return await call('recipe.stop', { id });
      await changed;
    }
  } finally {
    stop.removeEventListener('abort', end);
    unsubscribe();
  }
}

/** Its rows were paid for, so the core doesn’t ask for them a second time. */
const deletedStep = (at: number, runId: string): Omit<SavedStep, 'runId'> => ({
  ended: {
    ending: 'partial',
    why: `The run of step ${at + 1} was deleted. Choose another label to collect it again.`,
  },
  again: null,
  report: { runId, files: [] },
});

interface SavedStep {
  runId: string;
  ended: Ended;
  again: string | null;
  report: object;
}

/** Saves the rows of each step that was started, and reports how it ended. */
async function savedSteps(
  { call, snapshot, options, saveAs, stop }: Steps,
  { id, steps }: RecipeRun,
  endpoints: readonly Endpoint[],
  wrongLines: number,
): Promise<SavedStep[]> {
  const saved: SavedStep[] = [];
  const { runs } = await call('history.list', {});
  const kind = options.format ?? 'csv';
  for (const [at, { runId, inputs, found, state }] of steps.entries()) {
    if (!runs.some((run) => run.id === runId)) {
      if (isStepBegun(steps[at]!)) saved.push({ runId, ...deletedStep(at, runId) });
      continue;
    }
    const { run } = await call('run.open', { runId });
    const name = `${endpoints[at]!.id.replaceAll('.', '-')}_${options.label}_step-${at + 1}_${id.slice(8, 16)}`;
    // A dataset folder accepts one run after the other.
    const isDataset = kind === 'dataset';
    const file = join(options.out, `${name}.${formats[kind].extension}`);
    const path = isDataset ? options.out : file;
    const spec = exportSpecSchema.parse({ runIds: [runId], format: { kind } });
    const isSaved = (isDataset || run.pageCount > 0) && !stop.aborted;
    const files = isSaved ? await saveAs(path, withoutRepeats(spec, run, snapshot)) : [];
    const { pageCount: pages, rowCount: rows, calls, list } = run;
    // Once the next step has begun, failed inputs aren't asked again, and trying later doesn't help.
    const ended = state === 'done' ? { ...run, state: { kind: 'noMore' as const } } : run;
    const [again, whyFailed] = [await askedAgain(call, run), await whyFirstFailed(call, run)];
    saved.push({
      runId,
      ended: endOfRun(ended, at === 0 ? wrongLines : 0, { again, whyFailed }),
      again,
      report: { runId, found, inputs, statuses: list?.statuses, pages, rows, calls, files },
    });
  }
  return saved;
}
