/**
 * Runs a recipe as a command: nobody can be asked, so no step waits for confirmation. A single question is a
 * recipe with one step, saved as its methods sheet says.
 */
import { quoted } from '#shared/characters.ts';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import type { ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import { mustHoldSteps } from '../core/export/chain.ts';
import { formatOf } from '../core/export/formats/index.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import { maxCommandCalls } from '#shared/contract/list.ts';
import type { CheckedList } from '#shared/contract/list.ts';
import { isStepBegun, stepRunId, stepToContinue } from '#shared/contract/recipe.ts';
import type { Chain, RecipeRun, StepRecipe, RecipeStep } from '#shared/contract/recipe.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import {
  boundsOfSteps,
  firstInputs,
  listedKeys,
  missingValue,
} from '#shared/contract/recipe-bounds.ts';
import { stateWords } from '#shared/contract/run-states.ts';
import { withoutKeys } from '#shared/query/list.ts';
import { isSameService } from '#shared/service/profile.ts';
import type { Query } from '#shared/query/types.ts';
import { now } from '../core/clock.ts';
import type { Core } from '../core/core.ts';
import { lookUpIn } from '../core/description/service-knowledge.ts';
import { ProblemError } from '../core/problem-error.ts';
import { mustBeAskable, recipeAsAsked } from '../core/recipes/step-list.ts';
import type { Call } from '../launch/call-core.ts';
import { askedAgain, complete, endOfError, endOfRun, endOfSignal, WrongInput } from './exit.ts';
import type { Ended } from './exit.ts';
import type { CollectOptions } from './options.ts';
import {
  asOneInput,
  makeOut,
  mustBeNew,
  mustHaveKey,
  withoutRepeats,
  checkedList,
  firstRequests,
  inputsOf,
  serviceId,
} from './plan.ts';
import type { Log } from './plan.ts';

type SavedFile = Pick<WrittenFile, 'name'>;

export interface Steps {
  core: Core;
  call: Call;
  recipe: StepRecipe;
  /** How the rows of a question are saved; null: a recipe with steps. */
  spec: ExportSpec | null;
  snapshot: Snapshot;
  options: CollectOptions;
  /** Aborted with the name of a signal. */
  stop: AbortSignal;
  log: Log;
  /** Saves rows to a path, of steps as an archive; or the inputs of a run. */
  saveAs: (
    path: string,
    what: ExportSpec | { inputsOf: string },
    chain?: Chain,
  ) => Promise<SavedFile[]>;
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
  const { call, snapshot, spec, options, log, stop } = given;
  const { format } = options;
  if (spec === null && format !== null && formatOf({ kind: format }).holds === 'network') {
    throw new WrongInput(
      'A recipe with steps can’t be saved as a network: it doesn’t say which columns to connect.',
    );
  }
  if (options.archive !== null) {
    if (spec !== null) throw new WrongInput('--archive is for recipes with steps.');
    mustHoldSteps(formatOf({ kind: format ?? 'csv' }), { pseudonyms: options.archive });
  }
  const endpoints = given.recipe.steps.map(({ query }) => endpointOf(query.endpointId, snapshot));
  const flagged = withFlags(given.recipe, endpoints, options);
  const asWritten = spec === null ? flagged : asOneInput(flagged, endpoints[0]!, options);
  // The core checks this too, but only as it begins: a dry run must find it, and call it the person's mistake.
  const lookUp = (endpointId: string) => lookUpIn(snapshot.catalogue, endpointId);
  const recipe = recipeAsAsked(asWritten, now(), { lookUp });
  for (const step of recipe.steps) mustBeAskable(step, { lookUp });
  const list = await firstList(call, recipe, endpoints[0]!, options, log);
  mustBeAskable(recipe.steps[0]!, { lookUp }, list.keys);
  // The same command on another day continues what it began, with the days of its beginning.
  const id = idOf(asWritten, list, snapshot, options);
  const runId = spec === null ? id : stepRunId(id, 0);
  if (spec === null) summary['recipe'] = recipe.name;
  Object.assign(summary, { runId, part: options.part, wrongLines: list.wrong });
  const { profile } = snapshot;
  if (profile !== null && !isSameService(recipe.service, profile)) {
    const why = `The recipe was made with ${recipe.service.address}; this command uses ${profile.address}.`;
    log('warn', 'otherService', { runId, why });
  }
  for (const { line, why } of list.wrongLines) log('warn', 'wrongLine', { runId, line, why });
  const { known, begunAt } = await openKnown(call, id, recipe, list, options);
  const isBegun = begunAt !== null;
  const asked = isBegun ? recipeAsAsked(asWritten, new Date(begunAt), { lookUp }) : recipe;
  const kind = spec?.format.kind ?? options.format ?? 'csv';
  if (!isBegun && kind === 'dataset') await mustBeNew(stepRunId(id, 0), options);
  if (options.dryRun) {
    const { maxCalls } = options;
    const before = known?.calls ?? 0;
    const bounds = boundsOf(asked, endpoints, list, snapshot, await inputsLeft(call, list, known));
    const never = Math.max(0, maxCalls - before);
    const calls = { least: bounds.calls.least, most: Math.min(bounds.calls.most, never), never };
    Object.assign(summary, { dryRun: true, ...bounds, calls, before });
    return complete;
  }
  mustHaveKey(snapshot);
  // With more parts than inputs, this one has nothing to do.
  if (list.different === 0) return complete;
  await makeOut(options);
  const isReplaced =
    replacesPeople(spec?.privacy ?? null) || (options.archive ?? 'none') !== 'none';
  if (isReplaced && !snapshot.keychain.available) {
    const why = 'Without a keychain, pseudonyms differ with each command.';
    log('warn', 'pseudonyms', { runId, why });
  }

  // Links of a step may be dead before the last one ends. What fails is told when all is saved.
  let early = Promise.resolve();
  const onStep = (at: number): void => {
    early = early.then(() => saveMedia(given, id, endpoints, at)).then(toldLater, toldLater);
  };
  const run = await ask({ ...given, recipe: asked }, id, list, known, { onBegun, onStep });
  await early;
  summary['calls'] = run.calls;
  const steps = await savedSteps(given, run, summary, endpoints, list.wrong);
  const at = run.steps.findIndex(({ state }) => state !== 'done');
  const last = steps.find((one) => one.runId === run.steps[at]?.runId);
  if (stop.aborted) return endOfSignal(stop, last?.again);
  if (run.state !== 'done') {
    const fault = run.problem && endOfError(new ProblemError(run.problem), false);
    if (fault && (fault.ending === 'ourFault' || run.calls === 0)) return fault;
    // Why it stopped matters more than what earlier steps lack.
    if (last !== undefined && last.ended.ending !== 'complete') return last.ended;
    return { ending: 'partial', cause: run.state, why: run.why };
  }
  const ends = steps.map(({ ended }) => ended);
  const lacking = ends.find(({ ending }) => ending !== 'complete');
  return lacking ?? ends.find(({ cause }) => cause !== null) ?? { ...complete, why: run.why };
}

interface Known {
  /** Null: nothing was asked yet, or the recipe was removed from the list of its runs. */
  known: RecipeRun | null;
  /** ISO 8601; null: it hasn’t a run yet. */
  begunAt: string | null;
}

/** Opens the recipe's run of an earlier start of the same command. */
async function openKnown(
  call: Call,
  id: string,
  { steps }: StepRecipe,
  { sha256 }: CheckedList,
  { label }: CollectOptions,
): Promise<Known> {
  const known = (await call('recipe.list', {})).runs.find((run) => run.id === id);
  const { runs } = await call('history.list', {});
  const first = stepRunId(id, 0);
  if (!runs.some((run) => run.id === first)) {
    // Its rows were paid for, so they aren't asked for a second time.
    if (known === undefined || known.calls === 0) return { known: null, begunAt: null };
    throw new WrongInput(
      `${quoted(label)} was collected, and its run was deleted. Choose another label to collect it again.`,
    );
  }
  const { run } = await call('run.open', { runId: first });
  if (run.list?.sha256 !== sha256) {
    throw new WrongInput(
      `The inputs have changed since ${quoted(label)} began. Choose another label.`,
    );
  }
  const begunAt = known?.startedAt ?? run.createdAt;
  if (known === undefined) return { known: null, begunAt };
  const other = known.recipe.steps.findIndex(({ pages }, at) => pages !== steps[at]?.pages);
  if (other === -1) return { known, begunAt };
  const { pages } = known.recipe.steps[other]!;
  const step = steps.length === 1 ? '' : ` for step ${other + 1}`;
  const began = pages === maxCommandCalls ? 'all pages' : `--pages ${pages}${step}`;
  throw new WrongInput(`${quoted(label)} began with ${began}. Choose another label.`);
}

/** Starts the recipe, or continues the run of an earlier start of the same command. */
async function ask(
  { core, call, recipe, spec, options, stop, log }: Steps,
  id: string,
  list: CheckedList,
  known: RecipeRun | null,
  /** A step is done, and another follows. */
  { onBegun, onStep }: { onBegun: () => void; onStep: (at: number) => void },
): Promise<RecipeRun> {
  const { maxCalls } = options;
  let done = 0;
  const find = async (): Promise<RecipeRun | undefined> =>
    (await call('recipe.list', {})).runs.find((run) => run.id === id);
  let wake: () => void = () => undefined;
  let pages = -1;
  const unsubscribe = core.subscribe((event) => {
    if (event.kind === 'recipe.changed' && event.run.id === id) wake();
    if (event.kind !== 'run.changed' || !event.run.id.startsWith(`${id}-`)) return;
    const { id: runId, list: inputs, state, pageCount, rowCount: rows, calls } = event.run;
    const about = { runId, input: inputs?.current ?? null, page: pageCount, rows, calls };
    if (state.kind === 'retrying') log('warn', 'retry', { ...about, why: state.problem.title });
    else if (pageCount !== pages) log('info', 'progress', about);
    pages = pageCount;
  });
  const end = (): void => void call('recipe.stop', { id }).catch(() => undefined);
  stop.addEventListener('abort', end);
  try {
    stop.throwIfAborted();
    const event = known === null ? 'start' : 'continue';
    const runId = spec === null ? id : stepRunId(id, 0);
    const calls = known?.calls ?? 0;
    log('info', event, { runId, inputs: list.different, maxCalls, calls });
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
      while (done < run.steps.length - 1 && run.steps[done]!.state === 'done') onStep(done++);
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

const toldLater = (): void => undefined;

/** The name of what is saved of a step. */
const nameOfStep = (
  { options: { label, part }, spec }: Steps,
  id: string,
  endpoints: readonly Endpoint[],
  at: number,
): string => {
  const which = [
    ...(part === null ? [] : [`${part.number}-of-${part.of}`]),
    ...(spec === null ? [`step-${at + 1}`] : []),
    id.slice(8, 16),
  ];
  return [endpoints[at]!.id.replaceAll('.', '-'), label, ...which].join('_');
};

/** Saves what the rows of a step link to, but for what is there already. */
async function saveMedia(
  given: Steps,
  id: string,
  endpoints: readonly Endpoint[],
  at: number,
): Promise<SavedFile[]> {
  const { call, spec: own, snapshot, options, saveAs } = given;
  const runId = stepRunId(id, at);
  const { run } = await call('run.open', { runId });
  if (options.media === null || run.pageCount === 0) return [];
  const { view, privacy } = own ?? {};
  const asked = { view, privacy, format: { kind: 'media' }, runIds: [runId] };
  const spec = withoutRepeats(exportSpecSchema.parse(asked), run, snapshot);
  return saveAs(join(options.media, nameOfStep(given, id, endpoints, at)), spec);
}

interface SavedStep {
  runId: string;
  ended: Ended;
  again: string | null;
}

/** Its rows were paid for, so the core doesn’t ask for them a second time. */
const deletedStep = (at: number, runId: string): SavedStep => ({
  runId,
  ended: {
    ending: 'partial',
    cause: 'unknown_run',
    why: `The run of step ${at + 1} was deleted. Choose another label to collect it again.`,
  },
  again: null,
});

/** Saves the rows of each step that was started, and reports them in the summary, as far as it comes. */
async function savedSteps(
  given: Steps,
  { id, steps }: RecipeRun,
  summary: Record<string, unknown>,
  endpoints: readonly Endpoint[],
  wrongLines: number,
): Promise<SavedStep[]> {
  const { call, spec: own, snapshot, options, saveAs, stop } = given;
  const saved: SavedStep[] = [];
  const together: string[] = [];
  /** Saves the media of a run: after all rows, because it takes longest. */
  const linked: (() => Promise<void>)[] = [];
  const reports: object[] = [];
  if (own === null) summary['steps'] = reports;
  const { runs } = await call('history.list', {});
  for (const [at, { runId, inputs, found, state }] of steps.entries()) {
    const files: SavedFile[] = [];
    if (!runs.some((run) => run.id === runId)) {
      if (!isStepBegun(steps[at]!)) continue;
      saved.push(deletedStep(at, runId));
      reports.push({ runId, files });
      continue;
    }
    const { run } = await call('run.open', { runId });
    const { pageCount: pages, rowCount: rows, calls, list } = run;
    const statuses = list?.statuses;
    const words = stateWords(run.state, statuses ?? null);
    reports.push({ runId, state: words, found, inputs, statuses, pages, rows, calls, files });
    if (own !== null)
      Object.assign(summary, { state: words, inputs: statuses, pages, rows, files });
    const again = await askedAgain(call, run);
    // Once the next step has begun, failed inputs aren't asked again, and trying later doesn't help.
    const ended = state === 'done' ? { ...run, state: { kind: 'noMore' as const } } : run;
    saved.push({ runId, ended: endOfRun(ended, at === 0 ? wrongLines : 0, again), again });
    if (options.archive !== null && pages > 0) together.push(runId);
    if (stop.aborted) continue;

    linked.push(async () => void files.push(...(await saveMedia(given, id, endpoints, at))));
    if (options.archive !== null) continue;
    const { out } = options;
    const name = nameOfStep(given, id, endpoints, at);
    const asked = own ?? { format: { kind: options.format ?? 'csv' } };
    const spec = withoutRepeats(
      exportSpecSchema.parse({ ...asked, runIds: [runId] }),
      run,
      snapshot,
    );
    const file = join(out, `${name}.${formatOf(spec.format).extension}`);
    // A dataset folder accepts one run after the other, and has a table for inputs.
    if (spec.format.kind === 'dataset') {
      files.push(...(await saveAs(out, spec)));
      continue;
    }
    if (pages > 0) files.push(...(await saveAs(file, spec)));
    // Saved beside the rows already, unless there are none, or no methods sheet is wanted.
    const isInside = formatOf(spec.format).hasSheets === true && spec.methods && files.length > 0;
    const inputsFile = `${file}.inputs.csv`;
    const isListed = files.some((one) => one.name === basename(inputsFile));
    if (isInside || isListed || replacesPeople(spec.privacy)) continue;
    files.push(...(await saveAs(inputsFile, { inputsOf: runId })));
  }
  if (together.length > 0 && !stop.aborted) {
    const format = { kind: options.format ?? 'csv' };
    const spec = exportSpecSchema.parse({ runIds: together, format });
    const chain = { recipeRunId: id, pseudonyms: options.archive ?? 'none' };
    const part = options.part === null ? '' : `_${options.part.number}-of-${options.part.of}`;
    const name = `${options.label}${part}_${id.slice(8, 16)}.zip`;
    summary['files'] = await saveAs(join(options.out, name), spec, chain);
  }
  for (const saveLinked of linked) if (!stop.aborted) await saveLinked();
  return saved;
}

/**
 * The id of the run of the recipe: without its pages, so that others under the same label are noticed, and
 * whatever the order in which values were given.
 */
const idOf = (
  { steps }: StepRecipe,
  { keys }: CheckedList,
  snapshot: Snapshot,
  { inputs, label, part }: CollectOptions,
): string => {
  const parts = [
    serviceId(snapshot),
    steps.map(({ pages: _pages, ...step }) => ({
      ...step,
      query: { ...step.query, values: sortedByName(step.query.values) },
    })),
    keys,
    inputs === null,
    label,
    part,
  ];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `collect-${hash.slice(0, 40)}`;
};

const sortedByName = (values: Query['values']): Query['values'] =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function endpointOf(wanted: string, { catalogue }: Snapshot): Endpoint {
  const endpoint = catalogue.endpoints.find(({ id }) => id === wanted);
  if (endpoint !== undefined) return endpoint;
  throw new WrongInput('This version doesn’t have one of the recipe’s questions.');
}

/** Applies the values of `--set` and the limit of `--pages`, and removes pauses. */
function withFlags(
  recipe: StepRecipe,
  endpoints: readonly Endpoint[],
  { set, pages, inputs }: CollectOptions,
): StepRecipe {
  const known = (name: string): boolean =>
    recipe.steps.some((_, at) => keyFor(name, at, recipe, endpoints) !== null);
  const unknown = Object.keys(set).find((name) => !known(name));
  if (unknown !== undefined) {
    const names = endpoints.map(({ parameters }, at) =>
      parameters.map(({ key }) => `${at + 1}.${key}`).join(', '),
    );
    throw new WrongInput(`The recipe has no ${quoted(unknown)}. It has ${names.join('; ')}.`);
  }
  // A value for one step takes precedence over one for all steps.
  const given = Object.entries(set).toSorted(
    ([a], [b]) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)),
  );
  const steps = recipe.steps.map((step, at): RecipeStep => {
    const values = given.flatMap(([name, value]) => {
      const key = keyFor(name, at, recipe, endpoints);
      return key === null ? [] : [[key, value] as const];
    });
    return {
      ...step,
      query: { ...step.query, values: { ...step.query.values, ...Object.fromEntries(values) } },
      pages: Math.min(step.pages, pages ?? step.pages),
      pause: false,
    };
  });
  steps.forEach((step, at) => {
    const filled = at === 0 && inputs !== null ? listedKeys(endpoints[at]!, step) : [];
    const missing = missingValue(endpoints[at]!, step, filled);
    if (missing === undefined) return;
    const name = at === 0 ? missing.key : `${at + 1}.${missing.key}`;
    throw new WrongInput(`The recipe asks for ${quoted(name)}. Give it with --set.`);
  });
  return { ...recipe, steps };
}

/** The parameter of a step that `--set NAME=…` or `--set 2.NAME=…` refers to; null for none. */
function keyFor(
  name: string,
  at: number,
  { steps }: StepRecipe,
  endpoints: readonly Endpoint[],
): string | null {
  const [, number, own] = /^(\d+)\.(.+)$/.exec(name) ?? [];
  const key = own ?? name;
  if (!endpoints[at]!.parameters.some((one) => one.key === key)) return null;
  if (number !== undefined) return Number(number) === at + 1 ? key : null;
  const isAsked = steps.some(({ asks }) => asks.includes(key));
  return (isAsked ? steps[at]!.asks.includes(key) : at === 0) ? key : null;
}

/** The inputs of the first step: from the file, or those in the recipe. */
async function firstList(
  call: Call,
  { steps }: StepRecipe,
  endpoint: Endpoint,
  options: CollectOptions,
  log: Log,
): Promise<CheckedList> {
  const { query, ...step } = steps[0]!;
  const keys = listedKeys(endpoint, { query, ...step });
  const lines = firstInputs(endpoint, { query, ...step });
  const { table, mapping } =
    options.inputs === null
      ? {
          table: await call('list.take', { kind: 'lines', lines }),
          mapping: Object.fromEntries(keys.map((key, at) => [key, at])),
        }
      : await inputsOf(call, endpoint, query, options, log);
  return checkedList(call, { table, mapping }, withoutKeys(query, Object.keys(mapping)), options);
}

/** The number of inputs that each step will ask; missing while only their maximum is known. */
async function inputsLeft(
  call: Call,
  { different }: CheckedList,
  known: RecipeRun | null,
): Promise<number[]> {
  if (known === null) return [different];
  const { steps } = known;
  const at = stepToContinue(steps, true);
  const nothing = steps.map(() => 0);
  const step = steps[at];
  if (step === undefined) return nothing;
  const { runs } = await call('history.list', {});
  if (runs.some(({ id }) => id === step.runId)) {
    const { run } = await call('run.open', { runId: step.runId });
    const { waiting = 0, failed = 0 } = run.list?.statuses ?? {};
    return [...nothing.slice(0, at), waiting + failed];
  }
  // Without inputs, no later step follows.
  if (step.inputs === 0) return nothing;
  return [...nothing.slice(0, at), ...(step.inputs === null ? [] : [step.inputs])];
}

/** The number of calls per step, and the first requests of the first step. */
function boundsOf(
  { steps }: StepRecipe,
  endpoints: readonly Endpoint[],
  list: CheckedList,
  { profile, suggestedAddress }: Snapshot,
  left: readonly number[],
) {
  const bounds = boundsOfSteps(steps, endpoints, left);
  const [endpoint] = endpoints;
  const { inputs } = bounds[0]!;
  const address = profile?.address ?? suggestedAddress ?? '';
  return {
    requests: inputs === 0 ? [] : firstRequests(endpoint!, address, steps[0]!.query, list),
    inputs,
    steps: bounds.map(({ inputs: own, least, most }, at) => ({
      question: endpoints[at]!.id,
      inputs: own,
      calls: { least, most },
    })),
    calls: {
      least: bounds.reduce((sum, { least }) => sum + least, 0),
      most: bounds.reduce((sum, { most }) => sum + most, 0),
    },
  };
}

/** Removes values from the question that the list provides. */
function withoutListed(recipe: StepRecipe, keys: readonly string[]): StepRecipe {
  const steps = recipe.steps.map((step, at) =>
    at === 0 ? { ...step, query: withoutKeys(step.query, keys) } : step,
  );
  return { ...recipe, steps };
}
