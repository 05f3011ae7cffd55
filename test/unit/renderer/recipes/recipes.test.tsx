/** Recipes on screen: what is filled in and said before a call, and what each state of a step offers. */
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { RecipeDialogs } from '#renderer/features/recipes/RecipeDialogs.tsx';
import { RecipesPage } from '#renderer/features/recipes/RecipesPage.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import { prepareRecipe, useRecipes } from '#renderer/state/recipes.ts';
import { mostRecipeCalls } from '#shared/contract/recipe.ts';
import type { RecipeRun, StepRecipe, StepRun } from '#shared/contract/recipe.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, input, only, press, type } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeQuery } from '../make.ts';

const recipe: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Floods',
  service: { profileId: 'sample', address: 'http://x' },
  steps: [
    { query: makeQuery(), asks: ['q'], list: null, pages: 2, pause: true },
    {
      query: makeQuery({}, 'microblog.posts.comments'),
      asks: [],
      list: { field: 'id', key: 'id', atMost: 40 },
      pages: 3,
      pause: true,
    },
  ],
};

const stepRun = (number: number, change: Partial<StepRun>): StepRun => ({
  runId: `recipe-floods-${number}`,
  state: 'waiting',
  found: null,
  inputs: null,
  rows: 0,
  calls: 0,
  failed: 0,
  saved: null,
  ...change,
});

const makeRecipeRun = (change: Partial<RecipeRun>, second: Partial<StepRun> = {}): RecipeRun => ({
  id: 'recipe-floods',
  recipe,
  startedAt: '2026-11-22T10:00:00.000Z',
  maxCalls: 134,
  calls: 2,
  state: 'paused',
  why: null,
  problem: null,
  saving: null,
  steps: [stepRun(1, { state: 'done', inputs: 1, rows: 40, calls: 2 }), stepRun(2, second)],
  ...change,
});

const cap = (): HTMLInputElement => only('[aria-label="Maximum number of calls for all steps"]');

beforeEach(() => {
  useApp.setState(useApp.getInitialState(), true);
  useRecipes.setState(useRecipes.getInitialState(), true);
});

it('saves all steps as one archive, and says who is replaced', async () => {
  const run = makeRecipeRun({ state: 'done' }, { state: 'done', rows: 0, inputs: 0 });
  answer('recipe.list', () => ok({ recipes: [], runs: [run], notices: [] }));
  answer('export.start', () => ok({ kind: 'cancelled' }));
  await draw(
    <>
      <RecipesPage />
      <RecipeDialogs />
    </>,
  );
  await click(only('[aria-label="Save everything of Floods…"]'));
  expect(screenText()).toContain('40 rows');
  expect(screenText()).toContain('no rows, left out');
  await click(input('Pictures and videos'));
  await click(button('Save'));
  // Who is in a picture can't be replaced.
  await click(input('Pseudonymise people'));
  expect(input('Pictures and videos').disabled).toBe(true);
  await click(button('Save'));
  await click(input('Keep the IDs of posts and conversations'));
  await click(button('Save'));
  const asked = (pseudonyms: string) => ({
    // Of the format that was saved last, in whatever test.
    spec: { runIds: ['recipe-floods-1'], format: { kind: expect.any(String) as unknown } },
    chain: { recipeRunId: 'recipe-floods', pseudonyms, media: pseudonyms === 'none' },
  });
  expect(inputsOf('export.start')).toMatchObject(['none', 'peopleAndIds', 'people'].map(asked));
});

it('asks for what a recipe needs, says the sum of its steps, and starts it once with both', async () => {
  answer('recipe.start', () => ok(makeRecipeRun({})));
  await draw(<RecipeDialogs />);
  await act(async () => prepareRecipe(recipe));
  expect(button('Run recipe').disabled).toBe(true);
  expect(screenText()).toContain('1 × 2 + 40 × 3 = 122 calls at most');
  await type(input('Words to search for'), 'flood\nstorm');
  expect(screenText()).toContain('2 × 2 + 40 × 3 = 124 calls at most');
  await click(input('Pause before step 2'));
  await type(cap(), '0');
  expect(button('Run recipe').disabled).toBe(true);
  expect(screenText()).toContain('Use a whole number from 1 to 10,000,000.');
  await type(cap(), '90');
  expect(inputsOf('recipe.start')).toEqual([]);
  await click(input('Save pictures and videos as each step ends'));
  await click(button('Run recipe'));
  const steps = [{ query: { values: { q: 'flood\nstorm' } } }, { pause: false }];
  const saving = { media: true, dataset: false };
  expect(inputsOf('recipe.start')).toMatchObject([{ maxCalls: 90, recipe: { steps }, saving }]);
  expect(useApp.getState().page).toBe('recipes');
});

it('says what a pause waits for, and continues with no more calls than are allowed', async () => {
  const run = makeRecipeRun({}, { state: 'paused', found: 60, inputs: 40 });
  answer('recipe.list', () => ok({ recipes: [], runs: [run], notices: [] }));
  await draw(<RecipesPage />);
  expect(screenText()).toContain('Paused before step 2 · 2 calls of at most 134');
  expect(screenText()).toContain(
    '60 post IDs found. Step 2 asks for the first 40: at least 40 calls, at most 120.',
  );
  await type(cap(), '50');
  await click(button('Continue with step 2'));
  expect(inputsOf('recipe.continue')).toEqual([{ id: run.id, maxCalls: 50 }]);

  const become = (...change: Parameters<typeof makeRecipeRun>) =>
    act(async () => takeEvent({ kind: 'recipe.changed', run: makeRecipeRun(...change) }));
  const why = 'The limit of 50 calls is reached. Raise it to continue.';
  await become({ state: 'stopped', why }, { state: 'stopped', inputs: 40 });
  expect(screenText()).toContain('Stopped at step 2');
  expect(screenText()).toContain(why);
  expect(button('Continue').disabled).toBe(false);

  await become({ state: 'running' }, { state: 'running', inputs: 40 });
  expect(screenText()).toContain('0 of 40 inputs');
  await click(button('Stop'));
  expect(inputsOf('recipe.stop')).toEqual([{ id: run.id }]);

  // The list of the second step is being made: it waits until its first call.
  await become({
    state: 'running',
    steps: [...run.steps.slice(0, 1), stepRun(2, {}), stepRun(3, {})],
  });
  expect(screenText()).toContain('Running step 2 of 3');

  const failed = { state: 'done', inputs: 40, rows: 300, calls: 44, failed: 3 } as const;
  await become({ state: 'done' }, failed);
  expect(screenText()).toContain('40 inputs · 300 rows · 44 calls · 3 inputs failed');
  await click(button('Open the rows of step 2'));
  expect(useApp.getState().snapshot?.workspace.tabs.at(-1)).toMatchObject({
    runId: 'recipe-floods-2',
    name: 'Floods, step 2',
    from: { runId: 'recipe-floods-1' },
  });
});

it('says how far the saving of a step is, then what became of it, and where', async () => {
  const saving = { media: true, dataset: true, folder: '/pictures', mark: null };
  const second: Partial<StepRun> = { state: 'running', rows: 60, calls: 4, saved: [] };
  const run = makeRecipeRun({ state: 'running', saving }, second);
  answer('recipe.list', () => ok({ recipes: [], runs: [run], notices: [] }));
  await draw(<RecipesPage />);
  expect(screenText()).toContain('60 rows · 4 calls · Saving…');
  expect(screenText()).toContain('Saves to /pictures');
  const one = {
    id: 'recipe-floods-2-media',
    revision: 1,
    runIds: ['recipe-floods-2'],
    format: 'media',
    name: 'step-2',
    startedAt: '2026-11-22T10:00:00.000Z',
    of: 800,
  };
  const writing = { kind: 'writing', rows: 312, bytes: 1_000_000, bytesPerSecond: 1000 } as const;
  await act(async () => takeEvent({ kind: 'export.changed', export: { ...one, state: writing } }));
  expect(screenText()).toContain('Saving pictures and videos: 312 of 800 links · 1.0 MB');
  const over = { ...one, revision: 2, state: { kind: 'cancelled' } as const };
  await act(async () => takeEvent({ kind: 'export.changed', export: over }));
  const saved = [
    'Pictures and videos of 798 links saved.',
    '2 of 800 links led to no file: gone 2.',
  ];
  const done = makeRecipeRun({ state: 'done', saving }, { ...second, state: 'done', saved });
  await act(async () => takeEvent({ kind: 'recipe.changed', run: done }));
  expect(screenText()).toContain(`60 rows · 4 calls. ${saved.join(' ')}`);
});

it('opens the first step with the question of its run, whose inputs are a list', async () => {
  const [first, second] = recipe.steps;
  const query = makeQuery({ q: 'flood\nstorm', lang: 'en' });
  const filled = { ...recipe, steps: [{ ...first!, query }, second!] };
  const run = makeRecipeRun({ recipe: filled, state: 'done' });
  answer('recipe.list', () => ok({ recipes: [], runs: [run], notices: [] }));
  await draw(<RecipesPage />);
  await click(button('Open the rows of step 1'));
  const tab = useApp.getState().snapshot?.workspace.tabs.at(-1);
  expect([tab?.runId, tab?.query]).toEqual(['recipe-floods-1', makeQuery({ lang: 'en' })]);
});

it('proposes a cap that main accepts', async () => {
  const [first, second] = recipe.steps;
  const large = { ...second!, list: { ...second!.list!, atMost: 10_000 }, pages: 1000 };
  await draw(<RecipeDialogs />);
  await act(async () => prepareRecipe({ ...recipe, steps: [{ ...first!, asks: [] }, large] }));
  await click(button('Run recipe'));
  expect(inputsOf('recipe.start')).toMatchObject([{ maxCalls: mostRecipeCalls }]);
});

it('opens no rows of a step that was stopped before its first call', async () => {
  const run = makeRecipeRun({ state: 'stopped' }, { state: 'stopped', found: 40, inputs: 40 });
  answer('recipe.list', () => ok({ recipes: [], runs: [run], notices: [] }));
  await draw(<RecipesPage />);
  const opens = [...document.querySelectorAll('button[aria-label^="Open the rows"]')];
  expect(opens.map((one) => one.getAttribute('aria-label'))).toEqual(['Open the rows of step 1']);
});

it('asks for every value that a recipe asks for, dates too, before it can be run', async () => {
  const [first] = recipe.steps;
  await draw(<RecipeDialogs />);
  const step = { ...first!, query: makeQuery({ until: '2026-11-17' }), asks: ['q', 'since'] };
  await act(async () => prepareRecipe({ ...recipe, steps: [step] }));
  await type(input('Words to search for'), 'flood');
  expect(button('Run recipe').disabled).toBe(true);
  expect(screenText()).toContain('Enter “From” to run the recipe.');
  await type(input('From'), 'soon');
  expect(screenText()).toContain('1 search, up to 2 pages');
  await type(input('From'), '13.11.2026');
  expect(screenText()).toContain('1 search, 13–17 Nov, up to 2 pages');
  await type(input('From'), '6 days ago');
  expect(screenText()).toContain('1 search, 12–17 Nov, up to 2 pages');
  expect(button('Run recipe').disabled).toBe(false);
  expect(screenText()).toContain('12 November 2026');
  // Its other end isn’t asked for. Escape closes the calendar, and the dialog stays.
  await press(input('From'), 'ArrowDown');
  const calendar = only('[role="dialog"][aria-label="Calendar"]');
  expect(calendar.textContent).not.toMatch(/Last 7 days|Until/);
  const day = only<HTMLButtonElement>('[aria-label="10 November 2026"]', calendar);
  await act(async () => day.focus());
  await press(day, 'Escape');
  expect(document.querySelector('[aria-label="Calendar"]')).toBeNull();
  expect(button('Run recipe').disabled).toBe(false);
  expect(screenText()).not.toContain('to run the recipe.');
});

it('says which files of recipes could not be read', async () => {
  const notices = ['1 saved recipe can’t be read and isn’t listed.'];
  answer('recipe.list', () => ok({ recipes: [], runs: [], notices }));
  await draw(<RecipesPage />);
  expect(screenText()).toContain(notices[0]);
});
