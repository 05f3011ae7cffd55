/**
 * A program whose recipe saves what its steps get until it is killed: `step-saving <SavingOptions as JSON>`. Starts
 * the recipe the first time, later continues it. Prints the recipe's run, each time the window is told of it.
 */
import type { RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { openPlainCore } from '../plain-core.ts';
import { given, tell } from './program.ts';
import type { ProgramOptions } from './program.ts';

const options = given<SavingOptions>();
const { dataDir, columnsWorker, serviceAddress: address, accessKey, folder, recipe } = options;

const core = await openPlainCore(dataDir, {
  columnsWorker: new URL(columnsWorker),
  start: { sample: true, serviceAddress: null, accessKey: null },
  sampleService: async () => ({ address, accessKey, sessionToken: '' }),
  chooseSaveTarget: async () => ({
    path: folder,
    finish: async () => ({ name: '', download: null }),
  }),
  retryDelaysMs: [1, 1],
  attended: false,
});
const tellOf = ({ state, steps }: RecipeRun): void =>
  tell({ state, isSaving: steps.some(({ saved }) => saved?.length === 0) } satisfies ToldSaving);
core.subscribe((event) => {
  if (event.kind === 'recipe.changed') tellOf(event.run);
});
const id = 'recipe-killed';
const maxCalls = 20;
if (recipe === null) tellOf(await core.call('recipe.continue', { id, maxCalls }));
else {
  const saving = { media: true, dataset: true };
  await core.call('recipe.start', { id, recipe, maxCalls, saving });
}
setInterval(() => undefined, 60_000);

export interface SavingOptions extends ProgramOptions {
  /** Null: it was started before. */
  recipe: StepRecipe | null;
  /** The folder that the person chooses. */
  folder: string;
}

/** What the window knows of it from now on. */
export interface ToldSaving {
  state: RecipeRun['state'];
  isSaving: boolean;
}
