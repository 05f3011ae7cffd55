/** The inputs of a step: the recipe's values, or a column of the previous step. Sends nothing. */
import { quoted } from '#shared/characters.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import type { CheckedList } from '#shared/contract/list.ts';
import { firstInputs, listedKeys, missingValue } from '#shared/contract/recipe-bounds.ts';
import type { RecipeStep, StepRecipe } from '#shared/contract/recipe.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import { maxValueLength, type Query } from '#shared/query/types.ts';
import { withoutKeys } from '#shared/query/list.ts';
import { asAsked, validateQuery } from '#shared/query/values.ts';
import type { Lists } from '../lists/lists.ts';
import { tableOfLines } from '../lists/read-table.ts';
import { addValues, valuesOfRun } from '../lists/run-values.ts';
import { invalidInput, ProblemError, refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { Views } from '../runs/views.ts';

export interface StepListDeps {
  engine: Pick<RunEngine, 'live'>;
  lists: Lists;
  views: Views;
  catalogue: () => Catalogue;
  lookUp: (endpointId: string) => KnownEndpoint | null;
}

/** A checked list, and the question that it was checked against. */
export interface StepList {
  listId: string;
  query: Query;
  /** Number of different values in the previous step; null for the first step. */
  found: number | null;
  inputs: number;
}

/**
 * Rejects a step that can't be asked before the first call, not after paying for the steps before it.
 * @param filled keys of parameters that its list fills; without it, all that a list can fill.
 * @throws ProblemError
 */
export function mustBeAskable(
  step: RecipeStep,
  deps: Pick<StepListDeps, 'lookUp'>,
  filled?: readonly string[],
): void {
  const { endpoint, resource } = known(step, deps);
  const keys = filled ?? listedKeys(endpoint, step);
  if (keys.length === 0 || (step.list !== null && !keys.includes(step.list.key))) {
    throw refused(
      `${quoted(endpoint.title)} can’t be a step of a recipe.`,
      'A step asks a live question about a text or an ID.',
    );
  }
  const missing = missingValue(endpoint, step, keys);
  if (missing !== undefined) {
    throw new ProblemError(
      invalidInput(
        `${endpoint.title}: Enter ${quoted(missing.label)}, which this recipe asks for each time.`,
        missing.key,
      ),
    );
  }
  const complaint = Object.entries(validateQuery(endpoint, step.query, resource)).find(
    ([key]) => !keys.includes(key),
  );
  if (complaint === undefined) return;
  throw new ProblemError(invalidInput(`${endpoint.title}: ${complaint[1]}`, complaint[0]));
}

/** Returns a recipe as it is asked at a moment: with actual days for those that are counted back. */
export function recipeAsAsked(
  recipe: StepRecipe,
  at: Date,
  { lookUp }: Pick<StepListDeps, 'lookUp'>,
): StepRecipe {
  const steps = recipe.steps.map((step) => {
    const endpoint = lookUp(step.query.endpointId)?.endpoint;
    return endpoint === undefined ? step : { ...step, query: asAsked(endpoint, step.query, at) };
  });
  return { ...recipe, steps };
}

/** Makes the first step's list of the lines of its values. @throws ProblemError when one can't be right. */
export async function listOfValues(step: RecipeStep, deps: StepListDeps): Promise<StepList> {
  const { endpoint } = known(step, deps);
  const keys = listedKeys(endpoint, step);
  const table = tableOfLines(firstInputs(endpoint, step));
  const { tableId } = deps.lists.add(table, { kind: 'paste' });
  const mapping = Object.fromEntries(keys.map((key, at) => [key, at]));
  const query = withoutKeys(step.query, keys);
  const { listId, wrongLines, different } = await deps.lists.check({
    tableId,
    hasHeader: false,
    query,
    mapping,
  });
  const [wrong] = wrongLines;
  if (wrong !== undefined) throw new ProblemError(invalidInput(wrong.why, keys[0]));
  return { listId, query, found: null, inputs: different };
}

/**
 * Returns what a recipe begins with: `listId` is null if the first step's list is made of its values. A list
 * longer than a value can be is kept once, with the step's run.
 * @throws ProblemError when the first step can't be asked.
 */
export async function beginningOf(
  recipe: StepRecipe,
  listId: string | null,
  deps: StepListDeps,
): Promise<{ recipe: StepRecipe; listId: string | null; inputs: number | null }> {
  const [first, ...later] = recipe.steps;
  if (listId !== null || first === undefined) return { recipe, listId, inputs: null };
  const own = await listOfValues(first, deps);
  const { query, inputs } = own;
  if (inputs === 0) throw refused('The first step has no input.', 'Enter at least one.');
  const isLong = Object.values(first.query.values).some(({ length }) => length > maxValueLength);
  if (!isLong) return { recipe, listId: null, inputs };
  const steps = [{ ...first, query }, ...later];
  return { recipe: { ...recipe, steps }, listId: own.listId, inputs };
}

/**
 * Returns the first step's list, which was checked before against its question as it is.
 * @throws ProblemError when it is gone, or was checked against another question.
 */
export async function givenList(
  { query }: RecipeStep,
  listId: CheckedList['listId'],
  deps: StepListDeps,
): Promise<StepList> {
  const { inputs } = deps.lists.take({ listId, onlyNew: false }, { perInput: 1, calls: 1 }, query);
  return { listId, query, found: null, inputs: inputs.length };
}

/** Makes a later step's list of the first values in the previous step's rows, as they are now. */
export async function listOfRows(
  step: RecipeStep,
  runBefore: string,
  deps: StepListDeps,
): Promise<StepList> {
  const { field, key, atMost } = step.list ?? { field: '', key: '', atMost: 1 };
  const { endpointId } = step.query;
  const wanted = { view: everyRow, spans: null, field, endpointId, key };
  const values = await valuesOfRun(await deps.engine.live(runBefore), wanted, deps);
  const { tableId, mapping } = addValues(deps.lists, values);
  const query = withoutKeys(step.query, Object.keys(mapping));
  const asked = { tableId, hasHeader: false, query, mapping, atMost };
  const { listId, different } = await deps.lists.check(asked);
  return { listId, query, found: values.lines.length, inputs: different };
}

function known({ query }: RecipeStep, { lookUp }: Pick<StepListDeps, 'lookUp'>): KnownEndpoint {
  const found = lookUp(query.endpointId);
  if (found !== null) return found;
  throw refused(
    'This version doesn’t have one of the recipe’s questions.',
    'Open the recipe with the version that saved it.',
  );
}
