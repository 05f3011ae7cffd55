/** Methods about recipes, saved and running. */
import { quoted } from '#shared/characters.ts';
import { isListable, withoutKeys } from '#shared/query/list.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { mostSteps, stepRunId } from '#shared/contract/recipe.ts';
import type { RecipeRun, RecipeStep, StepRecipe } from '#shared/contract/recipe.ts';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { maxPagesPerInput } from '#shared/contract/list.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { maxValueLength } from '#shared/query/types.ts';
import type { Query } from '#shared/query/types.ts';
import { questionsTakingList } from '#shared/query/use-value.ts';
import { withDaysBack } from '#shared/query/values.ts';
import { queryTitle } from '#shared/query/words.ts';
import type { Handlers } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { FileToSave } from '../save-as.ts';
import { isAccount } from '../export/privacy/list-inputs.ts';
import { fileWords } from '../export/save-files.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { RecipeFolder } from './recipe-folder.ts';
import { leftOutWords } from './recipe-words.ts';
import type { RecipeRuns } from './recipe-runs.ts';
import type { StepSaving } from './step-saving.ts';

type RecipeMethod = Exclude<Extract<keyof Handlers, `recipe.${string}`>, 'recipe.open'>;

export const createRecipeHandlers = ({
  folder,
  engine,
  catalogue,
  runs,
  saving: steps,
}: {
  folder: RecipeFolder<StepRecipe>;
  engine: RunEngine;
  catalogue: () => Catalogue;
  runs: RecipeRuns;
  saving: StepSaving;
}): Pick<Handlers, RecipeMethod> => ({
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

  'recipe.fromRun': ({ runId }) => recipeOfRun(runId, { engine, catalogue }),
  'recipe.start': async ({ saving, ...asked }) =>
    runs.start({ ...asked, saving: await steps.choose(saving, asked.recipe.name) }),
  'recipe.continue': (asked) => runs.continue(asked),
  'recipe.stop': ({ id }) => runs.stop(id),
  'recipe.forget': async ({ id }) => {
    await runs.forget(id);
    return {};
  },
});

/** Removes the values that a recipe asks for each time, since recipes are shared. */
function withoutAsked(recipe: StepRecipe): StepRecipe {
  const steps = recipe.steps.map((step) => ({
    ...step,
    query: withoutKeys(step.query, step.asks),
  }));
  return { ...recipe, steps };
}

/** Returns a saved recipe as a file. @throws ProblemError when it is gone. */
export async function recipeFile(
  folder: RecipeFolder<StepRecipe>,
  id: string,
): Promise<FileToSave> {
  const recipe = (await folder.read()).found.get(id);
  if (recipe === undefined) throw refused('This recipe is no longer in the list.');
  const name = fileWords(recipe.name) || 'recipe';
  return { name: `${name}.recipe.json`, content: `${JSON.stringify(recipe, null, 2)}\n` };
}

/** Returns a recipe's run with the inputs that it began with, as far as values can hold them; null: no such run. */
export async function runWithInputs(
  id: string,
  { runs, engine }: { runs: Pick<RecipeRuns, 'list'>; engine: Pick<RunEngine, 'live'> },
): Promise<RecipeRun | null> {
  const run = (await runs.list()).runs.find((one) => one.id === id) ?? null;
  const live = run && (await engine.live(stepRunId(id, 0)).catch(() => null));
  if (run === null || live === null) return run;
  const steps = run.recipe.steps.map((step, at) => {
    if (at > 0) return step;
    return {
      ...step,
      query: { ...step.query, values: { ...step.query.values, ...inputValues(live) } },
    };
  });
  return { ...run, recipe: { ...run.recipe, steps } };
}

// Save as recipe…*: turns a run, and the runs that its list came from, into the steps of a recipe.

interface RecipeDeps {
  engine: Pick<RunEngine, 'live'>;
  catalogue: () => Catalogue;
}

/** @throws ProblemError when its question can't be a step. */
async function recipeOfRun(
  runId: string,
  { engine, catalogue }: RecipeDeps,
): Promise<MethodOutput<'recipe.fromRun'>> {
  const run = await engine.live(runId);
  const notices: string[] = [];
  const chain = [run];
  const links: NonNullable<RecipeStep['list']>[] = [];
  for (let [first] = chain; first !== undefined; [first] = chain) {
    const link = linkOf(first);
    if (link === null) break;
    const source = await engine.live(link.runId).catch(() => null);
    const list = source && listOf(first, source, link.field, catalogue());
    if (source === null || source.derived !== null || list === null || chain.length === mostSteps) {
      notices.push(
        `The recipe begins with ${quoted(titleOf(first))}: the question that its list came from can’t be included.`,
      );
      break;
    }
    chain.unshift(source);
    links.unshift(list);
  }
  const steps = chain.map((one, at) => stepOf(one, links[at - 1] ?? null));
  const [first] = chain;
  const { profileId, address } = run;
  const recipe: StepRecipe = {
    kind: 'social-data-explorer/steps',
    version: 1,
    name: nameOf(first ?? run, steps[0]),
    service: { profileId, address },
    steps,
  };
  const moved = chain.map(({ endpoint, createdAt }, at) =>
    withDaysBack(endpoint, steps[at]!.query, createdAt),
  );
  const moving = steps.map((step, at) =>
    Object.assign({}, step, { query: moved[at] ?? step.query }),
  );
  return { recipe, moving: moved.some(Boolean) ? { ...recipe, steps: moving } : null, notices };
}

/** Returns the source of a run's list; null unless it is another run. */
function linkOf({ list }: LiveRun): { runId: string; field: string } | null {
  const source = list?.inputs.list.source;
  return source?.kind === 'run' ? source : null;
}

/** Returns the source's column that fills a parameter of the run's question; null if none does. */
function listOf(
  { endpoint, list }: LiveRun,
  { query, resource }: LiveRun,
  field: string,
  catalogue: Catalogue,
): RecipeStep['list'] {
  const { keys = [], count = 1 } = list?.inputs.list ?? {};
  const taking = questionsTakingList(catalogue, resource, field, dataFromOf(query.endpointId)).find(
    (one) => one.endpoint.id === endpoint.id && keys.includes(one.parameter.key),
  );
  return taking === undefined ? null : { field, key: taking.parameter.key, atMost: count };
}

function stepOf(run: LiveRun, list: RecipeStep['list']): RecipeStep {
  const { endpoint, stored, query } = run;
  if (run.derived !== null || !endpoint.parameters.some((one) => isListable(endpoint, one))) {
    throw refused(
      `${quoted(endpoint.title)} can’t be a step.`,
      'A step asks a live question about a text or an ID.',
    );
  }
  const keys = run.list?.inputs.list.keys ?? [];
  const values =
    list === null ? { ...query.values, ...inputValues(run) } : withoutKeys(query, keys).values;
  const named = endpoint.parameters.filter(isAccount).map(({ key }) => key);
  const missing = keys.filter((key) => list === null && values[key] === undefined);
  return {
    query: { ...query, values },
    asks: endpoint.parameters
      .map(({ key }) => key)
      .filter((key) => (named.includes(key) && key in values) || missing.includes(key)),
    list,
    pages: Math.min(
      Math.max(1, run.list?.inputs.list.perInput ?? stored.pages.length),
      maxPagesPerInput,
    ),
    pause: true,
  };
}

/** Returns the inputs of a first step as multi-line values, unless they are too long. */
function inputValues({ list }: LiveRun): Query['values'] {
  if (list === null || list.inputs.isLost) return {};
  const { all } = list.inputs;
  const { keys } = list.inputs.list;
  const texts = keys.map((_, at) => all.map(({ values }) => values[at] ?? '').join('\n'));
  if (texts.some(({ length }) => length > maxValueLength)) return {};
  return Object.fromEntries(keys.map((key, at) => [key, texts[at] ?? '']));
}

const titleOf = ({ endpoint }: LiveRun): string => endpoint.title;

/** Names a recipe, without values that it asks for and without lists. */
function nameOf({ endpoint, list }: LiveRun, step: RecipeStep | undefined): string {
  if (step === undefined || list !== null) return endpoint.title;
  return queryTitle(endpoint, withoutKeys(step.query, step.asks)).slice(0, 100);
}
