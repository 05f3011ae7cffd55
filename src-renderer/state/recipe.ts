/** *Open recipe…*: a methods sheet back into filled-in forms. Nothing is asked. */
import type { Result } from '#shared/contract/result.ts';
import type { Recipe } from '#shared/export/methods-sheet.ts';
import { host } from '../host/index.ts';
import { showPage, useApp } from './app.ts';
import { openTab, updateTab } from './workspace.ts';

export const readRecipe = (text: string): Promise<Result<Recipe>> =>
  host.call('recipe.open', { text });

/** Those of its questions that this version knows. */
export function knownQueries({ queries }: Recipe): Recipe['queries'] {
  const endpoints = useApp.getState().snapshot?.catalogue.endpoints ?? [];
  return queries.filter(({ query }) => endpoints.some(({ id }) => id === query.endpointId));
}

/** Fills each question into a tab of its own, with the view its rows were saved in. */
export function openRecipeTabs(recipe: Recipe): void {
  for (const { query } of knownQueries(recipe)) {
    updateTab(openTab(query.endpointId, query), { view: recipe.spec.view });
  }
  showPage('explore');
}
