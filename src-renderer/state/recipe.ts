/** *Open recipe…*: turns a methods sheet into filled-in forms. Sends nothing. */
import type { Result } from '#shared/contract/result.ts';
import type { OpenedRecipe, Recipe } from '#shared/contract/export/methods-sheet.ts';
import { host } from '../host/index.ts';
import { showPage, useApp } from './app.ts';
import { askForList } from './lists.ts';
import { recipeText } from './chosen-file.ts';
import { openTab, updateTab } from './workspace.ts';

/** Reads any file that this program saved with a methods sheet. */
export async function readRecipe(file: File): Promise<Result<OpenedRecipe>> {
  return host.call('recipe.open', { text: await recipeText(file) });
}

/** Reads the file that the program was opened with, if there is one. */
export async function takeGivenRecipe(): Promise<void> {
  const result = await host.call('recipe.take', {});
  if (!result.ok) useApp.setState({ givenRecipe: result });
  else if (result.value.recipe !== null) {
    useApp.setState({ givenRecipe: { ok: true, value: result.value.recipe } });
  }
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
