/** What a command asks of a recipe with steps: its values, inputs, run ID and bounds. */
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { CheckedList } from '#shared/contract/list.ts';
import {
  boundsOfSteps,
  firstInputs,
  listedKeys,
  missingValue,
} from '#shared/contract/recipe-bounds.ts';
import {
  type RecipeRun,
  type RecipeStep,
  type StepRecipe,
  stepToContinue,
} from '#shared/contract/recipe.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { withoutKeys } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import type { Call } from '../launch/call-core.ts';
import { WrongInput } from './exit.ts';
import type { CollectOptions } from './options.ts';
import { checkedList, firstRequests, inputsOf, type Log, runIdOf, serviceId } from './plan.ts';

/**
 * The id of the run of the recipe: without its pages, so that others under the same label are noticed, and
 * whatever the order in which values were given.
 */
export const idOf = (
  { steps }: StepRecipe,
  { keys }: CheckedList,
  snapshot: Snapshot,
  { inputs, label, part }: CollectOptions,
): string =>
  runIdOf([
    serviceId(snapshot),
    steps.map(({ pages: _pages, ...step }) => ({
      ...step,
      query: { ...step.query, values: sortedByName(step.query.values) },
    })),
    keys,
    inputs === null,
    label,
    part,
  ]);

const sortedByName = (values: Query['values']): Query['values'] =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export function endpointOf(wanted: string, { catalogue }: Snapshot): Endpoint {
  const endpoint = catalogue.endpoints.find(({ id }) => id === wanted);
  if (endpoint !== undefined) return endpoint;
  throw new WrongInput('This version doesn’t have one of the recipe’s questions.');
}

/** Applies the values of `--set` and the limit of `--pages`, and removes pauses. */
export function withFlags(
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
    const filled = at === 0 && inputs !== null ? listedKeys(endpoints[at]!, step) : [];
    const missing = missingValue(endpoints[at]!, step, filled);
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
export async function firstList(
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
          table: await call('list.read', { kind: 'lines', lines }),
          mapping: Object.fromEntries(keys.map((key, at) => [key, at])),
        }
      : await inputsOf(call, endpoint, query, options, log);
  return checkedList(call, { table, mapping }, withoutKeys(query, Object.keys(mapping)), options);
}

/** The number of inputs that each step will ask; missing while only their maximum is known. */
export async function inputsLeft(
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
export function boundsOf(
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
export function withoutListed(recipe: StepRecipe, keys: readonly string[]): StepRecipe {
  const steps = recipe.steps.map((step, at) =>
    at === 0 ? { ...step, query: withoutKeys(step.query, keys) } : step,
  );
  return { ...recipe, steps };
}
