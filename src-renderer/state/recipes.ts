/** Recipes in the data folder, and their runs. */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { listedKeys } from '#shared/contract/recipe-bounds.ts';
import {
  stepName,
  stepRunId,
  type RecipeRun,
  type RecipeStep,
  type SavedRecipe,
  type StepRecipe,
} from '#shared/contract/recipe.ts';
import type { RepeatTime, ShownRepeat } from '#shared/contract/repeat.ts';
import { withoutKeys } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { daysBack } from '#shared/query/values.ts';
import { host } from '../host/index.ts';
import { problemOf, shared } from './asked.ts';
import { compareRuns, readComparable, showDerived } from './derived.ts';
import { open, type DaysOfRun } from './open.ts';
import { showPage, tabsNow, useApp } from './app.ts';
import { openRunTab, updateTab, openTab } from './workspace.ts';
import type { OpenedRecipe, Recipe } from '#shared/contract/recipe.ts';
import { askForList } from './lists.ts';
import { closeFile, lookAtFile } from './files.ts';

interface RecipesState {
  /** By name; null until read. */
  recipes: readonly SavedRecipe[] | null;
  /** Latest first. */
  runs: readonly RecipeRun[];
  /** Recipes that run by themselves; null until read. */
  repeats: readonly ShownRepeat[] | null;
  /** Which files were left out, in sentences. */
  notices: readonly string[];
  /** Why they could not be read. */
  problem: Problem | null;
}

export const useRecipes = create<RecipesState>()(() => ({
  recipes: null,
  runs: [],
  repeats: null,
  notices: [],
  problem: null,
}));

export const loadRecipes = shared(async () => {
  const [result] = await Promise.all([host.call('recipe.list', {}), loadRepeats()]);
  useRecipes.setState(result.ok ? { ...result.value, problem: null } : { problem: result.error });
});

/** Reads what runs by itself. */
export const loadRepeats = shared(async () => {
  const result = await host.call('repeat.list', {});
  if (result.ok) useRecipes.setState({ repeats: result.value.repeats });
});

/** Stores a recipe's run reported by main. */
export const takeRecipeRun = (run: RecipeRun): void =>
  useRecipes.setState(({ runs }) => ({
    runs: runs.some(({ id }) => id === run.id)
      ? runs.map((other) => (other.id === run.id ? run : other))
      : [run, ...runs],
  }));

/** Stores a repeat reported by main. */
export const takeRepeat = (repeat: ShownRepeat): void =>
  useRecipes.setState(({ repeats }) => {
    const others = (repeats ?? []).filter(({ id }) => id !== repeat.id);
    const all = [...others, repeat];
    return { repeats: all.toSorted((a, b) => a.recipe.name.localeCompare(b.recipe.name, 'en')) };
  });

export const dropRepeat = (id: string): void =>
  useRecipes.setState(({ repeats }) => ({
    repeats: (repeats ?? []).filter((one) => one.id !== id),
  }));

/** Its runs remain in History. */
export const dropRecipeRun = (id: string): void =>
  useRecipes.setState(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) }));

export const closeRecipeDialog = (): void => open({ recipe: null });

/** Opens the form for a recipe made from a run and from those that its list is from. Saves nothing. */
export const draftRecipe = (runId: string): Promise<Problem | null> =>
  problemOf(host.call('recipe.fromRun', { runId }), ({ notices, ...made }) => {
    const { recipe, days } = withDays(made);
    const saved = { id: crypto.randomUUID(), recipe };
    open({ recipe: { kind: 'draft', draft: { saved, notices, isNew: true, days } } });
  });

/** A period with an end, such as the last seven days, moves along unless the person decides otherwise. */
function withDays({
  recipe: fixed,
  moving,
}: Pick<MethodOutput<'recipe.fromRun'>, 'recipe' | 'moving'>): {
  recipe: StepRecipe;
  days: DaysOfRun;
} {
  if (moving === null) return { recipe: fixed, days: null };
  const ends = moving.steps.some(({ query }) => daysBack(query.values['until'] ?? '') !== null);
  return { recipe: ends ? moving : fixed, days: { fixed, moving } };
}

export const changeRecipe = (saved: SavedRecipe): void =>
  open({ recipe: { kind: 'draft', draft: { saved, notices: [], isNew: false } } });

/** Opens the dialog that asks for the values a recipe needs, and shows its cost. */
export const prepareRecipe = (recipe: StepRecipe): void =>
  open({ recipe: { kind: 'start', recipe } });

/** Opens the form for a recipe to repeat; of a run, for the recipe that is made of it. Sends nothing. */
export const prepareRepeat = (
  recipe: StepRecipe,
  before: ShownRepeat | null = null,
  days: DaysOfRun = null,
): void => open({ recipe: { kind: 'repeat', recipe, before, days } });

export const prepareRepeatOf = (runId: string): Promise<Problem | null> =>
  problemOf(host.call('recipe.fromRun', { runId }), (made) => {
    const { recipe, days } = withDays(made);
    prepareRepeat(recipe, null, days);
  });

const seeRepeat = (id: string): Promise<Problem | null> =>
  problemOf(host.call('repeat.see', { id }), takeRepeat);

/** Whether a time got something that the person hasn't seen. */
export const isUnseen = ({ isSeen, outcome, rows, news }: RepeatTime): boolean =>
  !isSeen && outcome !== 'running' && (news ?? rows) > 0;

/** Whether a run came by itself, and the person hasn't seen it. */
export const isNewRun = (repeats: readonly ShownRepeat[] | null, runId: string): boolean =>
  (repeats ?? []).some(({ times, recipe }) =>
    times.some(
      (time) =>
        isUnseen(time) &&
        recipe.steps.some((_, index) => stepRunId(time.recipeRunId, index) === runId),
    ),
  );

/** Marks what a repeat got as seen if this is a run of it. */
export function seeRun(runId: string): void {
  const repeat = (useRecipes.getState().repeats ?? []).find(({ times }) =>
    times.some(({ recipeRunId, isSeen }) => !isSeen && runId.startsWith(`${recipeRunId}-`)),
  );
  if (repeat !== undefined) void seeRepeat(repeat.id);
}

/**
 * Shows what a time got: compared with the time before, if that is possible. Makes no call.
 * @param name of the comparison.
 */
export async function openTime(
  { id, recipe }: ShownRepeat,
  { recipeRunId, before, news }: RepeatTime,
  name: string,
): Promise<Problem | null> {
  void seeRepeat(id);
  const runId = stepRunId(recipeRunId, 0);
  if (before === null || news === null) {
    return showDerived(host.call('run.open', { runId }), stepName(recipe, 0));
  }
  const runIds = [stepRunId(before.recipeRunId, 0), runId] as const;
  const look = await readComparable(runIds);
  if (!look.ok) return look.error;
  const chosen = look.value.columns.filter(({ isChosen }) => isChosen);
  const fields = chosen.map(({ field }) => field);
  // Opened again, it is the same comparison.
  return compareRuns({ runId: `${recipeRunId}-new`, runIds, fields, name: name.slice(0, 200) });
}

/** Opens the dialog that saves all steps as one archive. */
export const saveRecipeRun = (run: RecipeRun): void => open({ recipe: { kind: 'save', run } });

/** Adds a recipe that was opened from a file, and shows it among the others. */
export const addRecipe = (recipe: StepRecipe): Promise<Problem | null> =>
  problemOf(host.call('recipe.save', { id: crypto.randomUUID(), recipe }), async () => {
    await loadRecipes();
    showPage('recipes');
  });

/** Returns a step's question as its run asks it: main takes the inputs from a list, not from the values. */
function queryOfStep(step: RecipeStep): Query {
  const endpoints = useApp.getState().snapshot?.catalogue.endpoints ?? [];
  const endpoint = endpoints.find(({ id }) => id === step.query.endpointId);
  return endpoint === undefined ? step.query : withoutKeys(step.query, listedKeys(endpoint, step));
}

/** Shows the run of a step in a tab, with the way back to the previous step. Sends nothing. */
export function openStep({ recipe, steps }: RecipeRun, index: number): void {
  const questionOf = (number: number) => {
    const runId = steps[number]?.runId ?? '';
    const step = recipe.steps[number];
    if (step === undefined) return null;
    // Main's report is missing after a reload.
    return { runId, query: useApp.getState().runs[runId]?.query ?? queryOfStep(step) };
  };
  const step = questionOf(index);
  const before = questionOf(index - 1);
  if (step === null) return;
  openRunTab(step.runId, step.query, stepName(recipe, index));
  const tab = tabsNow().find(({ runId }) => runId === step.runId);
  if (tab !== undefined && tab.from === undefined && before !== null) {
    updateTab(tab.id, { from: before });
  }
}

/** Reads any file that this program saved with a methods sheet. */
export async function readRecipe(file: File): Promise<Result<OpenedRecipe>> {
  const looked = await lookAtFile([{ file, path: null }], file.name);
  if (!looked.ok) return looked;
  void closeFile(looked.value.id);
  return looked.value.recipe;
}

/** Returns those of its questions that this version knows. */
export function knownQueries({ queries }: Recipe): Recipe['queries'] {
  const endpoints = useApp.getState().snapshot?.catalogue.endpoints ?? [];
  return queries.filter(({ query }) => endpoints.some(({ id }) => id === query.endpointId));
}

/** Fills each question into a tab of its own, with the view of its saved rows and its limit. */
export function openRecipeTabs(recipe: Recipe): void {
  for (const { query, limit, list } of knownQueries(recipe)) {
    const tabId = openTab(query.endpointId, query);
    updateTab(tabId, {
      view: recipe.spec.view,
      ...(limit === null ? {} : { limit }),
      ...(list === null ? {} : { recipeList: list }),
    });
    if (list !== null) askForList(tabId);
  }
  showPage('explore');
}
