/** Recipes that are kept in the data folder, those being run, and the dialog that is open for one. */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import {
  stepName,
  type RecipeRun,
  type SavedRecipe,
  type StepRecipe,
} from '#shared/contract/recipe.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { showPage, tabsNow, useApp } from './app.ts';
import { fileOutcome, type SaveOutcome } from './exports.ts';
import { openRunTab, updateTab } from './workspace.ts';

/** A recipe being written down: new, or one that is changed. */
export interface RecipeDraft {
  saved: SavedRecipe;
  /** What it does otherwise than the runs it was made of. */
  notices: readonly string[];
  isNew: boolean;
}

export interface RecipesState {
  /** By name; null until they were read. */
  recipes: readonly SavedRecipe[] | null;
  /** The latest first. */
  runs: readonly RecipeRun[];
  /** Why they could not be read. */
  problem: Problem | null;
  dialog: { kind: 'draft'; draft: RecipeDraft } | { kind: 'start'; recipe: StepRecipe } | null;
}

export const useRecipes = create<RecipesState>()(() => ({
  recipes: null,
  runs: [],
  problem: null,
  dialog: null,
}));

export async function loadRecipes(): Promise<void> {
  const result = await host.call('recipe.list', {});
  useRecipes.setState(result.ok ? { ...result.value, problem: null } : { problem: result.error });
}

/** Takes over what main says of a recipe being run. */
export function takeRecipeRun(run: RecipeRun): void {
  useRecipes.setState(({ runs }) => ({
    runs: runs.some(({ id }) => id === run.id)
      ? runs.map((other) => (other.id === run.id ? run : other))
      : [run, ...runs],
  }));
}

export const closeRecipeDialog = (): void => useRecipes.setState({ dialog: null });

/** Opens the form for a recipe of a run and of those that its list came from. Saves nothing. */
export const draftRecipe = (runId: string): Promise<Problem | null> =>
  problemOf(host.call('recipe.fromRun', { runId }), ({ recipe, notices }) => {
    const saved = { id: crypto.randomUUID(), recipe };
    useRecipes.setState({ dialog: { kind: 'draft', draft: { saved, notices, isNew: true } } });
  });

export function changeRecipe(saved: SavedRecipe): void {
  useRecipes.setState({ dialog: { kind: 'draft', draft: { saved, notices: [], isNew: false } } });
}

/** Opens the dialog that asks for what a recipe needs, and says what it costs. */
export function prepareRecipe(recipe: StepRecipe): void {
  useRecipes.setState({ dialog: { kind: 'start', recipe } });
}

export const saveRecipe = (saved: SavedRecipe): Promise<Problem | null> =>
  thenLoad(host.call('recipe.save', saved));

export const deleteRecipe = (id: string): Promise<Problem | null> =>
  thenLoad(host.call('recipe.delete', { id }));

const thenLoad = (changing: Promise<Result<unknown>>): Promise<Problem | null> =>
  problemOf(changing, loadRecipes);

/** Adds a recipe that was opened from a file, and shows it among the others. */
export async function addRecipe(recipe: StepRecipe): Promise<Problem | null> {
  const problem = await saveRecipe({ id: crypto.randomUUID(), recipe });
  if (problem === null) showPage('recipes');
  return problem;
}

export async function saveRecipeFile(id: string): Promise<SaveOutcome> {
  return fileOutcome(await host.call('recipe.saveFile', { id }));
}

/** @param id minted once for each dialog, so that the same start repeated can't become a second one. */
export const startRecipe = (
  id: string,
  recipe: StepRecipe,
  maxCalls: number,
): Promise<Problem | null> =>
  problemOf(host.call('recipe.start', { id, recipe, maxCalls }), () => showPage('recipes'));

/** What follows is told by events. */
export const continueRecipe = (id: string, maxCalls: number): Promise<Problem | null> =>
  problemOf(host.call('recipe.continue', { id, maxCalls }));

export const stopRecipe = (id: string): Promise<Problem | null> =>
  problemOf(host.call('recipe.stop', { id }));

/** Takes it off the list; its runs stay in History. */
export const forgetRecipe = (id: string): Promise<Problem | null> =>
  problemOf(host.call('recipe.forget', { id }), () =>
    useRecipes.setState(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) })),
  );

/** Shows the run of a step in a tab, with the way back to the step before. Asks nothing. */
export function openStep({ recipe, steps }: RecipeRun, at: number): void {
  const questionOf = (number: number) => {
    const runId = steps[number]?.runId ?? '';
    const query = useApp.getState().runs[runId]?.query ?? recipe.steps[number]?.query;
    return query === undefined ? null : { runId, query };
  };
  const step = questionOf(at);
  const before = questionOf(at - 1);
  if (step === null) return;
  openRunTab(step.runId, step.query, stepName(recipe, at));
  const tab = tabsNow().find(({ runId }) => runId === step.runId);
  if (tab !== undefined && tab.from === undefined && before !== null) {
    updateTab(tab.id, { from: before });
  }
}
