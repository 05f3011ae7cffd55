/** What the steps of a recipe cost, before and while they run. The same in the window and in main. */
import type { Endpoint } from '../catalogue/types.ts';
import { isListable, listCalls, perCallOf } from '../query/list.ts';
import { splitIds } from '../catalogue/parameter-kinds.ts';
import type { RecipeStep } from './recipe.ts';

/** Inputs, pages and calls of a step. */
export interface StepBounds {
  /** At most, where they are not known yet. */
  inputs: number;
  /** For each input. */
  pages: number;
  /** Inputs that share a call. */
  perCall: number;
  /** Calls, without retries. */
  least: number;
  most: number;
}

/** Keys of the parameters that the inputs of a step fill. */
export function listedKeys(endpoint: Endpoint, { list, query }: RecipeStep): string[] {
  const listable = endpoint.parameters.filter((one) => isListable(endpoint, one));
  return listable
    .map(({ key }) => key)
    .filter((key) => list === null || key === list.key || !query.values[key]?.trim());
}

/** The inputs among the values of the first step: each line of them is one. */
export function firstInputs(endpoint: Endpoint, step: RecipeStep): string[][] {
  const keys = listedKeys(endpoint, step);
  const isPacked = perCallOf(endpoint, keys) > 1;
  const columns = keys.map((key) => {
    const text = step.query.values[key] ?? '';
    const lines = text.split(/\r\n|\r|\n/);
    return (isPacked ? lines.flatMap(splitIds) : lines).map((line) => line.trim());
  });
  const most = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => columns.map((column) => column[at] ?? '')).filter(
    (cells) => cells.some((cell) => cell !== ''),
  );
}

/**
 * The bounds of each step: those of a list with as many inputs.
 * @param endpoints of the steps, in their order.
 * @param known inputs of a step; null where only its cap is known.
 */
export function boundsOfSteps(
  steps: readonly RecipeStep[],
  endpoints: readonly Endpoint[],
  known: readonly (number | null)[],
): StepBounds[] {
  return steps.flatMap((step, at) => {
    const endpoint = endpoints[at];
    if (endpoint === undefined) return [];
    const sure = known[at] ?? null;
    const inputs = sure ?? step.list?.atMost ?? 1;
    const pages = endpoint.pages ? step.pages : 1;
    const perCall = perCallOf(endpoint, listedKeys(endpoint, step));
    const { least, most } = listCalls(inputs, pages, perCall);
    // The step before may find nothing.
    return [{ inputs, pages, perCall, least: sure === null && at > 0 ? 0 : least, most }];
  });
}

/** With room for retries: the cap that is proposed. */
export const withRetries = (calls: number): number => calls + Math.max(3, Math.ceil(calls / 10));
