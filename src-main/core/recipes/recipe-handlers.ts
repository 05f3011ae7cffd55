/** Methods about recipes, saved and running. */
import { withoutKeys } from '#shared/query/list.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { stepRecipeSchema, type StepRecipe } from '#shared/contract/recipe.ts';
import type { Handlers } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { SaveAs } from '../save-as.ts';
import { createRecipeFolder } from './recipe-folder.ts';
import { recipeOfRun } from './recipe-of-run.ts';
import { leftOutWords } from './recipe-words.ts';
import type { RecipeRuns } from './recipe-runs.ts';

type RecipeMethod = Exclude<
  Extract<keyof Handlers, `recipe.${string}`>,
  'recipe.open' | 'recipe.take'
>;

export function createRecipeHandlers({
  dataFolder,
  engine,
  catalogue,
  runs,
  saveAs,
}: {
  dataFolder: string;
  engine: RunEngine;
  catalogue: () => Catalogue;
  runs: RecipeRuns;
  saveAs: SaveAs;
}): Pick<Handlers, RecipeMethod> {
  const folder = createRecipeFolder([dataFolder, 'recipes'], stepRecipeSchema);
  return {
    'recipe.list': async () => {
      const [saved, known] = [await folder.read(), await runs.list()];
      return {
        recipes: [...saved.found]
          .map(([id, recipe]) => ({ id, recipe }))
          .toSorted((a, b) => a.recipe.name.localeCompare(b.recipe.name, 'en')),
        runs: known.runs,
        notices: [
          ...leftOutWords(saved.leftOut, 'saved recipe'),
          ...leftOutWords(known.leftOut, 'run of a recipe', 'runs of recipes'),
        ],
      };
    },

    'recipe.save': async ({ id, recipe }) => {
      const saved = { id, recipe: withoutAsked(recipe) };
      await folder.write(id, saved.recipe);
      return saved;
    },

    'recipe.delete': async ({ id }) => {
      await folder.remove(id);
      return {};
    },

    'recipe.saveFile': async ({ id }) => {
      const recipe = (await folder.read()).found.get(id);
      if (recipe === undefined) {
        throw refused('This recipe is no longer in the list.');
      }
      return saveAs(fileName(recipe), `${JSON.stringify(recipe, null, 2)}\n`);
    },

    'recipe.fromRun': ({ runId }) => recipeOfRun(runId, { engine, catalogue }),
    'recipe.start': (asked) => runs.start(asked),
    'recipe.continue': (asked) => runs.continue(asked),
    'recipe.stop': ({ id }) => runs.stop(id),
    'recipe.forget': async ({ id }) => {
      await runs.forget(id);
      return {};
    },
  };
}

/** Removes the values that a recipe asks for each time, since recipes are shared. */
function withoutAsked(recipe: StepRecipe): StepRecipe {
  const steps = recipe.steps.map((step) => ({
    ...step,
    query: withoutKeys(step.query, step.asks),
  }));
  return { ...recipe, steps };
}

function fileName({ name }: StepRecipe): string {
  const words = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${words.replaceAll(/^-+|-+$/g, '').slice(0, 50) || 'recipe'}.recipe.json`;
}
