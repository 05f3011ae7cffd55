/** *Open recipe…*: a methods sheet back into filled-in forms. Nothing is asked. */
import type { Result } from '#shared/contract/result.ts';
import { maxSheetLength, type Recipe } from '#shared/contract/export/methods-sheet.ts';
import { host } from '../host/index.ts';
import { showPage, useApp } from './app.ts';
import { openTab, updateTab } from './workspace.ts';

/** A file that is too long is cut, so that it is refused as none that can be read. */
export async function readRecipe(file: File): Promise<Result<Recipe>> {
  const text = (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);
  return host.call('recipe.open', { text });
}

/** Takes over the file that the program was opened with, if there is one. */
export async function takeGivenRecipe(): Promise<void> {
  const result = await host.call('recipe.take', {});
  if (!result.ok) useApp.setState({ givenRecipe: result });
  else if (result.value.recipe !== null) {
    useApp.setState({ givenRecipe: { ok: true, value: result.value.recipe } });
  }
}

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
