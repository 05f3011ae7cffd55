/** Recipes in words: steps, costs and states. */
import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type Catalogue,
  type DataEndpoint,
  type Parameter,
  isDataEndpoint,
} from '#shared/catalogue/types.ts';
import type { RecipeRun, RecipeStep, StepRecipe, StepRun } from '#shared/contract/recipe.ts';
import {
  boundsOfSteps,
  firstInputs,
  listedKeys,
  type StepBounds,
} from '#shared/contract/recipe-bounds.ts';
import { readMoment } from '#shared/moment.ts';
import { daysBack, readQuery } from '#shared/query/values.ts';
import { listTitle } from '#shared/query/words.ts';
import { periodInWords } from '#renderer/components/dates.ts';
import { countOf, grouping, lowerFirst } from '#renderer/components/words.ts';
import { countedInputs } from '../explore/list/list-words.ts';

/** A step with its catalogue entries. */
export interface KnownStep {
  step: RecipeStep;
  endpoint: DataEndpoint;
  /** The parameter that its inputs fill. */
  parameter: Parameter;
  bounds: StepBounds;
}

/**
 * Returns the steps of a recipe; null if this version lacks one of its questions.
 * @param known number of inputs of each step, if known.
 */
export function knownSteps(
  { steps }: StepRecipe,
  catalogue: Catalogue,
  known: readonly (number | null)[] = [],
): KnownStep[] | null {
  const questions = catalogue.endpoints.filter(isDataEndpoint);
  const endpoints = steps.flatMap(
    ({ query }) => questions.find(({ id }) => id === query.endpointId) ?? [],
  );
  const [first] = steps;
  const [question] = endpoints;
  if (first === undefined || question === undefined || endpoints.length < steps.length) return null;
  const typed = firstInputs(question, first).length;
  const counts = steps.map((_, index) => known[index] ?? (index === 0 && typed > 0 ? typed : null));
  const all = boundsOfSteps(steps, endpoints, counts);
  return steps.flatMap((step, index) => {
    const endpoint = endpoints[index];
    const bounds = all[index];
    const [key] = endpoint === undefined ? [] : listedKeys(endpoint, step);
    const wanted = step.list?.key ?? key;
    const parameter = endpoint?.parameters.find((one) => one.key === wanted);
    return endpoint === undefined || bounds === undefined || parameter === undefined
      ? []
      : [{ step, endpoint, parameter, bounds }];
  });
}

/** Returns a recipe with one of its steps changed. */
export const withStep = (
  recipe: StepRecipe,
  index: number,
  next: Partial<RecipeStep>,
): StepRecipe => ({
  ...recipe,
  steps: recipe.steps.map((step, stepIndex) => (stepIndex === index ? { ...step, ...next } : step)),
});

/** Returns "Search posts: flood", "Comments on a post", "Posts: list of 40". */
export function stepTitle({ step, endpoint, bounds }: KnownStep): string {
  const isList = step.list !== null || bounds.inputs > 1;
  return isList ? endpoint.title : listTitle(endpoint, step.query, null);
}

/** Returns what a step asks for: "At most 40 post IDs, last 7 days, up to 3 pages each". */
export function askedWords(known: KnownStep): string {
  const { step, parameter, bounds, endpoint } = known;
  const inputs = countedInputs(parameter, bounds.inputs);
  const { values } = readQuery(endpoint, step.query);
  const ends = [values['since'], values['until'] || 'today'];
  const isPeriod = ends.every((day = '') => daysBack(day) !== null || readMoment(day) !== null);
  const days = isPeriod ? `, ${lowerFirst(periodInWords(values, new Date()))}` : '';
  const pages = endpoint.pages
    ? `, up to ${countOf(bounds.pages, 'page')}${bounds.inputs === 1 ? '' : ' each'}`
    : '';
  return `${step.list === null ? inputs : `At most ${inputs}`}${days}${pages}`;
}

/** Returns the table's label of the column that a step takes its inputs from. */
export function columnLabel(
  catalogue: Catalogue,
  before: KnownStep | undefined,
  step: RecipeStep,
): string {
  const field = step.list?.field ?? '';
  const resource = catalogue.resources.find(({ id }) => id === before?.endpoint.resource);
  return resource?.fields.find(({ name }) => name === field)?.label ?? field;
}

/** Returns "1 × 2 + 40 × 3 + 50 × 1 = 172 calls at most". */
function sumWords(steps: readonly KnownStep[]): string {
  const terms = steps.map(({ bounds: { inputs, pages, perCall, most } }) =>
    perCall === 1 ? `${grouping(inputs)} × ${grouping(pages)}` : grouping(most),
  );
  const total = countOf(mostCalls(steps), 'call');
  return steps.length === 1 ? `${total} at most` : `${terms.join(' + ')} = ${total} at most`;
}

export const mostCalls = (steps: readonly KnownStep[]): number =>
  steps.reduce((sum, { bounds }) => sum + bounds.most, 0);

/** Returns "3 steps · at most 172 calls". */
export const recipeLine = (steps: readonly KnownStep[]): string =>
  `${countOf(steps.length, 'step')} · at most ${countOf(mostCalls(steps), 'call')}`;

/** Returns "Running step 2 of 3". */
export function stateWords({ state, steps }: RecipeRun): string {
  const index = steps.findIndex((step) => step.state !== 'done');
  const number = index === -1 ? steps.length : index + 1;
  switch (state) {
    case 'running':
      return `Running step ${number} of ${steps.length}`;
    case 'paused':
      return `Paused before step ${number}`;
    case 'stopped':
      return `Stopped at step ${number}`;
    default:
      return 'Done';
  }
}

/**
 * Returns what must be confirmed: "40 post IDs found. Step 2 asks for 40 of them: at least 40 calls, at
 * most 120."
 */
export function pauseWords(known: KnownStep, { found, inputs }: StepRun, number: number): string {
  const { least, most } = known.bounds;
  const all = found ?? inputs ?? 0;
  const some = inputs ?? 0;
  const calls =
    least === most
      ? countOf(most, 'call')
      : `at least ${countOf(least, 'call')}, at most ${grouping(most)}`;
  const part = all === 1 ? 'it' : some === all ? 'all of them' : `the first ${grouping(some)}`;
  return `${countedInputs(known.parameter, all)} found. Step ${number} asks for ${part}: ${calls}.`;
}

/** Adds what was saved of steps to what they got, in words. */
export function withSaved(words: string, run?: Pick<RecipeRun, 'steps'>): string {
  const saved = run?.steps.flatMap((step) => step.saved ?? []).join(' ') ?? '';
  return saved === '' ? words : `${words.replace(/\.?$/, '.')} ${saved}`;
}

/** Text below the title of a step. */
export const Words = (props: TextProps & { children: ReactNode }) => (
  <Text fz={12} lh="18px" c="var(--text-2)" {...props} />
);

/** The total cost, below all steps. */
export const StepsSum = ({ steps }: { steps: readonly KnownStep[] }) => (
  <Text inherit pt={8} fw={500} style={{ borderTop: '1px solid var(--line)' }}>
    {sumWords(steps)}
  </Text>
);
