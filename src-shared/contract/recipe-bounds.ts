/** The cost of a recipe's steps, before and while they run. The same in the window and in main. */
import type { Endpoint, Parameter } from '../catalogue/types.ts';
import { isListable, listCalls, perCallOf } from '../query/list.ts';
import { splitIds } from '../catalogue/parameter-kinds.ts';
import type { RecipeStep } from './recipe.ts';

/** Inputs, pages and calls of a step. */
export interface StepBounds {
  /** Maximum number while it isn't known. */
  inputs: number;
  /** Per input. */
  pages: number;
  /** Inputs per call. */
  perCall: number;
  /** Calls, without retries. */
  least: number;
  most: number;
}

/** Returns the keys of the parameters that the inputs of a step fill. */
export function listedKeys(endpoint: Endpoint, { list, query }: RecipeStep): string[] {
  const listable = endpoint.parameters.filter((one) => isListable(endpoint, one));
  return listable
    .map(({ key }) => key)
    .filter((key) => list === null || key === list.key || !query.values[key]?.trim());
}

/**
 * Returns the inputs among the values of the first step: one per line. A parameter with a single value
 * has it on every line: the post whose comments are listed.
 */
export function firstInputs(endpoint: Endpoint, step: RecipeStep): string[][] {
  const keys = listedKeys(endpoint, step);
  const isPacked = perCallOf(endpoint, keys) > 1;
  const columns = keys.map((key) => {
    const text = step.query.values[key] ?? '';
    const lines = text.split(/\r\n|\r|\n/);
    const cells = (isPacked ? lines.flatMap(splitIds) : lines).map((line) => line.trim());
    const [only = '', ...others] = cells.filter((cell) => cell !== '');
    return others.length === 0 ? { cells: [], only } : { cells, only: null };
  });
  const most = Math.max(1, ...columns.map(({ cells }) => cells.length));
  const isInput = (cell: string, at: number): boolean =>
    cell !== '' && (most === 1 || columns[at]?.only === null);
  return Array.from({ length: most }, (_, index) =>
    columns.map(({ cells, only }) => only ?? cells[index] ?? ''),
  ).filter((cells) => cells.some(isInput));
}

/**
 * Returns the first parameter whose value a step asks for each time, and doesn't have; undefined if it has
 * all. Without a date, a question is about all time.
 * @param filled keys of parameters that a list fills.
 */
export const missingValue = (
  { parameters }: Pick<Endpoint, 'parameters'>,
  { asks, query }: RecipeStep,
  filled: readonly string[] = [],
): Parameter | undefined =>
  parameters.find(
    ({ key }) => asks.includes(key) && !filled.includes(key) && !query.values[key]?.trim(),
  );

/**
 * Returns the bounds of each step, as for a list with the same number of inputs.
 * @param endpoints of the steps, in their order.
 * @param known number of a step's inputs; null if only their maximum is known.
 */
export const boundsOfSteps = (
  steps: readonly RecipeStep[],
  endpoints: readonly Endpoint[],
  known: readonly (number | null)[],
): StepBounds[] =>
  steps.flatMap((step, index) => {
    const endpoint = endpoints[index];
    if (endpoint === undefined) return [];
    const knownInputs = known[index] ?? null;
    const inputs = knownInputs ?? step.list?.atMost ?? 1;
    const pages = endpoint.pages ? step.pages : 1;
    const perCall = perCallOf(endpoint, listedKeys(endpoint, step));
    const { least, most } = listCalls(inputs, pages, perCall);
    // The previous step may find nothing.
    return [{ inputs, pages, perCall, least: knownInputs === null && index > 0 ? 0 : least, most }];
  });

/** Adds a margin for retries: the proposed cap. */
export const withRetries = (calls: number): number => calls + Math.max(3, Math.ceil(calls / 10));
