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
import { boundsOfSteps, firstInputs, listedKeys } from '#shared/contract/recipe-bounds.ts';
import type { RecipeRun, RecipeStep, StepRecipe } from '#shared/contract/recipe.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import type { Core } from '../core/core.ts';
import type { Call } from '../launch/call-core.ts';
import { type Ended, endOfRun, WrongInput } from './exit.ts';
import type { CollectOptions } from './options.ts';
import {
  firstQueries,
  inputsOf,
  makeOut,
  mustBeNew,
  mustHaveService,
  noKey,
  runIdOf,
  serviceId,
} from './plan.ts';

/** Logs an event of a collection, as one line. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, more?: object) => void;

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
      'A recipe with steps can’t be saved as a network: its recipe doesn’t say between which columns.',
    );
  }
  const endpoints = given.recipe.steps.map(({ query }) => endpointOf(query.endpointId, snapshot));
  const recipe = withFlags(given.recipe, endpoints, options);
  const list = await firstList(call, recipe, endpoints[0]!, options);
  const id = await idOf(call, recipe, list, snapshot, options);
  Object.assign(summary, { recipe: recipe.name, runId: id, part: options.part });
  for (const { line, why } of list.wrongLines) log('warn', 'wrongLine', { runId: id, line, why });
  const known = await openKnown(call, id, recipe, list, options);
  if (known === null && options.format === 'dataset') await mustBeNew(`${id}-1`, options);
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
  if (stop.aborted) {
    return { ending: stop.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM', why: 'It was stopped.' };
  }
  const ended = steps.map(({ ended: one }) => one).find(({ ending }) => ending !== 'complete');
  if (ended !== undefined) return ended;
  return { ending: run.state === 'done' ? 'complete' : 'partial', why: run.why };
}

/**
 * The id of the run of the recipe: without its pages, so that others under the same label are noticed, and
 * whatever the order in which values were given.
 */
async function idOf(
  call: Call,
  { steps }: StepRecipe,
  { keys }: CheckedList,
  snapshot: Snapshot,
  { inputs, label, part }: CollectOptions,
): Promise<string> {
  const withSteps = (own: readonly object[]): string =>
    runIdOf([serviceId(snapshot), own, keys, inputs === null, label, part]);
  const id = withSteps(
    steps.map(({ pages: _pages, ...step }) => ({
      ...step,
      query: { ...step.query, values: sortedByName(step.query.values) },
    })),
  );
  const older = withSteps(steps);
  const { runs } = await call('history.list', {});
  // Earlier versions included the pages; what they collected must not be paid for again.
  return runs.some((run) => run.id === `${older}-1`) ? older : id;
}

const sortedByName = (values: Query['values']): Query['values'] =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Opens the recipe's run of an earlier start of the same command; null when nothing was asked yet. */
async function openKnown(
  call: Call,
  id: string,
  { steps }: StepRecipe,
  { sha256 }: CheckedList,
  { label }: CollectOptions,
): Promise<RecipeRun | null> {
  const known = (await call('recipe.list', {})).runs.find((run) => run.id === id);
  const { runs } = await call('history.list', {});
  const first = `${id}-1`;
  if (known === undefined || !runs.some((run) => run.id === first)) return null;
  const { run } = await call('run.open', { runId: first });
  if (run.list?.sha256 !== sha256) {
    throw new WrongInput(`The inputs have changed since “${label}” began. Choose another label.`);
  }
  const other = known.recipe.steps.findIndex(({ pages }, at) => pages !== steps[at]?.pages);
  if (other === -1) return known;
  const began = `--pages ${known.recipe.steps[other]!.pages} for step ${other + 1}`;
  throw new WrongInput(`“${label}” began with ${began}. Choose another label.`);
}

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
    throw new WrongInput(`The recipe has no “${unknown}”. It has ${names.join('; ')}.`);
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
    const missing = endpoints[at]!.parameters.find(
      ({ key, required }) =>
        required &&
        step.asks.includes(key) &&
        !step.query.values[key]?.trim() &&
        (at > 0 || inputs === null || !listedKeys(endpoints[at]!, step).includes(key)),
    );
    if (missing === undefined) return;
    const name = at === 0 ? missing.key : `${at + 1}.${missing.key}`;
    throw new WrongInput(`The recipe asks for “${name}”. Give it with --set.`);
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
): Promise<CheckedList> {
  const { query, ...step } = steps[0]!;
  const keys = listedKeys(endpoint, { query, ...step });
  const lines = firstInputs(endpoint, { query, ...step });
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\n');
  const { table, mapping } =
    options.inputs === null
      ? {
          table: { ...(await call('list.read', { kind: 'paste', text })), hasHeader: false },
          mapping: Object.fromEntries(keys.map((key, at) => [key, at])),
        }
      : await inputsOf(call, endpoint, query, options);
  const values = Object.entries(query.values).filter(([key]) => !(key in mapping));
  const checked = await call('list.check', {
    tableId: table.tableId,
    hasHeader: table.hasHeader,
    query: { ...query, values: Object.fromEntries(values) },
    mapping,
    ...(options.part && { part: options.part }),
  });
  const [wrong] = checked.wrongLines;
  if (wrong !== undefined && (options.inputs === null || checked.wrong === checked.lines)) {
    throw new WrongInput(wrong.why);
  }
  if (checked.lines === 0) throw new WrongInput('The list is empty.');
  return checked;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The number of inputs that each step will ask; missing while only their maximum is known. */
async function inputsLeft(
  call: Call,
  { different }: CheckedList,
  known: RecipeRun | null,
): Promise<number[]> {
  if (known === null) return [different];
  const { steps } = known;
  const isBegun = (at: number): boolean =>
    steps[at] !== undefined && steps[at].state !== 'waiting' && steps[at].state !== 'paused';
  const first = steps.findIndex(({ state }) => state !== 'done');
  const next = first === -1 ? steps.length : first;
  const latest = isBegun(next) ? next : next - 1;
  // Failed inputs are asked again until a later step starts.
  const at = (steps[latest]?.failed ?? 0) > 0 ? latest : next;
  const nothing = steps.map(() => 0);
  const step = steps[at];
  if (step === undefined) return nothing;
  const { runs } = await call('history.list', {});
  if (runs.some(({ id }) => id === step.runId)) {
    const { run } = await call('run.open', { runId: step.runId });
    const status = step.state === 'done' ? 'failed' : 'waiting';
    return [...nothing.slice(0, at), run.list?.statuses[status] ?? 0];
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
  const address = profile?.address ?? suggestedAddress ?? '';
  const requests = firstQueries(steps[0]!.query, list).map((query) => {
    const request = buildRequest(endpoint!, query);
    return `${request.method} ${requestUrl(address, request)}`;
  });
  return {
    requests,
    inputs: bounds[0]!.inputs,
    steps: bounds.map(({ inputs, least, most }, at) => ({
      question: endpoints[at]!.id,
      inputs,
      calls: { least, most },
    })),
    calls: {
      least: bounds.reduce((sum, { least }) => sum + least, 0),
      most: bounds.reduce((sum, { most }) => sum + most, 0),
    },
  };
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
      if (run.state !== 'running') return await call('recipe.stop', { id });
      await changed;
    }
  } finally {
    stop.removeEventListener('abort', end);
    unsubscribe();
  }
}

/** Removes values from the question that the list provides. */
function withoutListed(recipe: StepRecipe, keys: readonly string[]): StepRecipe {
  const steps = recipe.steps.map(({ query, ...step }, at) => {
    const values = Object.entries(query.values).filter(([key]) => at > 0 || !keys.includes(key));
    return { ...step, query: { ...query, values: Object.fromEntries(values) } };
  });
  return { ...recipe, steps };
}

interface SavedStep {
  ended: Ended;
  report: object;
}

/** Saves the rows of each step that was started, and reports how it ended. */
async function savedSteps(
  { call, options, saveAs, stop }: Steps,
  { id, steps }: RecipeRun,
  endpoints: readonly Endpoint[],
  wrongLines: number,
): Promise<SavedStep[]> {
  const saved: SavedStep[] = [];
  const { runs } = await call('history.list', {});
  const kind = options.format ?? 'csv';
  for (const [at, { runId, inputs, found, state }] of steps.entries()) {
    if (!runs.some((run) => run.id === runId)) continue;
    const { run } = await call('run.open', { runId });
    const name = `${endpoints[at]!.id.replaceAll('.', '-')}_${options.label}_step-${at + 1}_${id.slice(8, 16)}`;
    // A dataset folder accepts one run after the other.
    const isDataset = kind === 'dataset';
    const file = join(options.out, `${name}.${formats[kind].extension}`);
    const path = isDataset ? options.out : file;
    const spec = exportSpecSchema.parse({ runIds: [runId], format: { kind } });
    const files = (isDataset || run.pageCount > 0) && !stop.aborted ? await saveAs(path, spec) : [];
    const { pageCount: pages, rowCount: rows, calls, list } = run;
    // Once the next step has begun, failed inputs aren't asked again, and trying later doesn't help.
    const ended = state === 'done' ? { ...run, state: { kind: 'noMore' as const } } : run;
    saved.push({
      ended: endOfRun(ended, at === 0 ? wrongLines : 0),
      report: { runId, found, inputs, statuses: list?.statuses, pages, rows, calls, files },
    });
  }
  return saved;
}
