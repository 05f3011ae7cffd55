/** Recipes that repeat, on screen: when and for how much, what came, what is asked about. */
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RecipeDialogs } from '#renderer/features/recipes/RecipeDialogs.tsx';
import { RecipesPage } from '#renderer/features/recipes/RecipesPage.tsx';
import { NewsOnStart, RepeatNotices } from '#renderer/features/recipes/Repeats.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent } from '#renderer/state/boot.ts';
import { useOpen } from '#renderer/state/open.ts';
import {
  draftRecipe,
  isNewRun,
  prepareRepeat,
  prepareRepeatOf,
  seeRun,
  useRecipes,
} from '#renderer/state/recipes.ts';
import type { ShownRepeat } from '#shared/contract/repeat.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, input, only, type } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeQuery, makeRepeat, makeReply, makeTime, repeatedRuns } from '../make.ts';

const { recipe } = makeRepeat();
const [earlier, later] = repeatedRuns;

const changed = (repeat: ShownRepeat) =>
  act(async () => takeEvent({ kind: 'repeat.changed', repeat }));

beforeEach(() => {
  useApp.setState(useApp.getInitialState(), true);
  useRecipes.setState(useRecipes.getInitialState(), true);
  answer('recipe.list', () => ok({ recipes: [], runs: [], notices: [] }));
  answer('repeat.dates', () => ok({ dates: [] }));
});

// What is open is remembered by the window, of which all tests have one.
afterEach(() => useOpen.setState(useOpen.getInitialState(), true));

it('of a run, asks for days and a time, says the next dates and proposes limits of calls', async () => {
  const asking = { ...recipe.steps[0]!, asks: ['q'] };
  answer('recipe.fromRun', () =>
    ok({ recipe: { ...recipe, steps: [asking] }, moving: null, notices: [] }),
  );
  answer('repeat.dates', () =>
    ok({ dates: ['2026-11-30T08:00:00.000Z', '2026-12-07T08:00:00.000Z'] }),
  );
  answer('repeat.save', () => ok(makeRepeat()));
  await draw(<RecipeDialogs />);
  useApp.setState({ localZone: { name: 'Europe/Berlin', isNamed: true } });
  await act(async () => void (await prepareRepeatOf('run-00000001')));
  // It has the words already: nobody is asked each time.
  expect(document.querySelector('[placeholder][type=text]')).toBeNull();
  expect(screenText()).toContain('Choose at least one day, and a time.');
  expect(button('Save').disabled).toBe(true);
  expect(screenText()).toContain(
    'Each time it gets at most 2 pages, usually the newest: if more is new, the rest is left out.',
  );
  await click(only('[aria-label="Monday"]'));
  expect(screenText()).toContain('Mon 30 Nov, 09:00 · Mon 7 Dec, 09:00');
  await click(button('Save'));
  const when = { kind: 'days', days: [1], at: '09:00', timeZone: 'Europe/Berlin' };
  // Two pages and three retries, twelve times.
  const limits = { onlyNew: true, maxCalls: 5, maxCallsInAll: 60 };
  expect(inputsOf('repeat.save')).toMatchObject([
    { ...limits, when, recipe: { steps: [{ asks: [], query: { values: { q: 'flood' } } }] } },
  ]);
});

it('of a run of the last seven days, asks for them each time, unless the same days are chosen', async () => {
  const withDays = (since: string, until: string) => {
    const [step] = recipe.steps;
    const query = { ...step!.query, values: { ...step!.query.values, since, until } };
    return { ...recipe, steps: [{ ...step!, query }] };
  };
  const [fixed, moving] = [withDays('2026-11-05', '2026-11-11'), withDays('6 days ago', 'today')];
  answer('recipe.fromRun', () => ok({ recipe: fixed, moving, notices: [] }));
  answer('repeat.save', () => ok(makeRepeat()));
  answer('recipe.save', () => ok({ id: '', recipe: fixed }));
  await draw(<RecipeDialogs />);
  await act(async () => void (await prepareRepeatOf('run-00000001')));
  // All of them, not only what is new.
  expect(input('Only what is new').checked).toBe(false);
  await click(input('When the program starts'));
  await click(button('Save'));
  await act(async () => void (await draftRecipe('run-00000001')));
  await click(input('5–11 Nov, each time'));
  await click(button('Save recipe'));
  const asked = ['repeat.save', 'recipe.save'] as const;
  expect(asked.map((method) => inputsOf(method))).toMatchObject([
    [{ recipe: moving, onlyNew: false }],
    [{ recipe: fixed }],
  ]);
  // An open end reaches every day: it stays as it was, unless the person decides otherwise.
  const [since, back] = [withDays('2026-11-05', ''), withDays('6 days ago', '')];
  answer('recipe.fromRun', () => ok({ recipe: since, moving: back, notices: [] }));
  await act(async () => void (await draftRecipe('run-00000001')));
  expect(input('Since 5 Nov, each time').checked).toBe(true);
  await click(input('Last 7 days, each time'));
  await click(button('Save recipe'));
  expect(inputsOf('recipe.save').at(-1)).toMatchObject({ recipe: back });
});

it('every day, or when the program starts, with limits of its own; what exists is changed', async () => {
  answer('repeat.dates', () => ok({ dates: [] }));
  answer('repeat.save', () => ok(makeRepeat()));
  await draw(<RecipeDialogs />);
  const saving = { media: true, dataset: false, folder: '/pictures', mark: null };
  await act(async () => prepareRepeat(recipe, makeRepeat({ onlyNew: false, saving })));
  expect(screenText()).toContain('Into /pictures');
  await click(input('Add the rows to a dataset as each step ends'));
  await click(input('Every day'));
  await type(only<HTMLInputElement>('[aria-label="Maximum number of calls each time"]'), '7');
  await click(button('Save'));
  const days = [1, 2, 3, 4, 5, 6, 7];
  const both = { media: true, dataset: true };
  const kept = { id: 'repeat-1', onlyNew: false, maxCalls: 7, maxCallsInAll: 240, saving: both };
  expect(inputsOf('repeat.save').at(-1)).toMatchObject({ ...kept, when: { days, at: '09:00' } });

  await act(async () => prepareRepeat({ ...recipe, name: 'At start' }));
  await click(input('When the program starts'));
  await click(button('Save'));
  expect(inputsOf('repeat.save').at(-1)).toMatchObject({ when: { kind: 'start' } });
});

it('asks for the values that a recipe lacks, once, before it repeats', async () => {
  await draw(<RecipeDialogs />);
  const step = { ...recipe.steps[0]!, asks: ['q'], query: makeQuery() };
  await act(async () => prepareRepeat({ ...recipe, steps: [step] }, makeRepeat()));
  expect(button('Save').disabled).toBe(true);
  await type(input('Words to search for'), 'storm');
  expect(button('Save').disabled).toBe(false);
});

it('says when it is next, what it got and cost, and what is new is one click away', async () => {
  const times = [
    makeTime(),
    makeTime({ due: '2026-11-16T08:00:00.000Z', recipeRunId: earlier, news: null, before: null }),
  ];
  answer('repeat.list', () => ok({ repeats: [makeRepeat({ times })], notices: [] }));
  await draw(<RecipesPage />);
  expect(screenText()).toContain('Mondays at 09:00 (Europe/Berlin) · next Mon 30 Nov, 09:00');
  expect(screenText()).toContain('38 new since Mon 16 Nov · 412 rows · 14 calls');
  expect(screenText()).toContain('2 times · 14 calls of at most 240');

  const columns = [
    { field: 'likeCount', label: 'Likes', meaning: 'number', isChosen: true },
    { field: 'url', label: 'Link', meaning: 'link', isChosen: false },
  ];
  answer('compare.look', () => ok({ sources: [], columns, notes: [] }));
  answer('compare.open', () => ok(makeReply()));
  answer('repeat.see', () => ok(makeRepeat()));
  answer('history.list', () => ok({ runs: [], removals: [] }));
  await click(button('Show what is new'));
  const runIds = [`${earlier}-1`, `${later}-1`];
  expect(inputsOf('compare.open')).toMatchObject([
    { runIds, fields: ['likeCount'], name: 'Floods: 38 new since Mon 16 Nov' },
  ]);
  expect(inputsOf('repeat.see')).toEqual([{ id: 'repeat-1' }]);
});

it('marks its runs in History and lists what is new on the start page, until it is seen', async () => {
  answer('repeat.see', () => ok(makeRepeat()));
  await draw(<NewsOnStart />);
  expect(screenText()).toBe('');
  await changed(makeRepeat({ times: [makeTime()] }));
  expect(screenText()).toContain('38 new since Mon 16 Nov');
  const isNew = (id: string): boolean => isNewRun(useRecipes.getState().repeats, id);
  expect([`${later}-1`, `${later}-2`, `${earlier}-1`].map(isNew)).toEqual([true, false, false]);
  // Opened in History, it is seen.
  await act(async () => seeRun(`${later}-1`));
  expect(inputsOf('repeat.see')).toEqual([{ id: 'repeat-1' }]);
  expect(screenText()).toBe('');
});

it('asks once about what was missed, says once what came or failed, and why it is paused', async () => {
  const missed = { due: '2026-11-23T08:00:00.000Z', isCutShort: false };
  answer('repeat.list', () => ok({ repeats: [makeRepeat({ missed })], notices: [] }));
  answer('repeat.run', () => ok(makeRepeat({ isAtWork: true })));
  await draw(<RepeatNotices />);
  const words =
    '“Floods” was due on Mon 23 Nov, 09:00, while the program was closed or the computer asleep. Run it now? At most 20 calls.';
  expect(screenText().split(words)).toHaveLength(2);
  await changed(makeRepeat({ missed }));
  expect(screenText().split(words)).toHaveLength(2);
  await click(button('Run now'));
  expect(inputsOf('repeat.run')).toEqual([{ id: 'repeat-1' }]);
  await changed(makeRepeat({ isAtWork: true, times: [makeTime({ outcome: 'running', rows: 0 })] }));
  await changed(makeRepeat({ times: [makeTime()] }));
  expect(screenText()).toContain('“Floods”: 38 new since Mon 16 Nov');

  const why = 'The key was refused. Choose another in Account.';
  const failed = makeTime({
    due: '2026-11-30T08:00:00.000Z',
    outcome: 'failed',
    why,
    rows: 0,
    calls: 0,
  });
  await changed(makeRepeat({ times: [failed, makeTime()] }));
  expect(screenText()).toContain(`“Floods”: Failed. ${why}`);
  const paused = `It failed 3 times in a row. ${why}`;
  const third = { ...failed, due: '2026-12-07T08:00:00.000Z' };
  await changed(makeRepeat({ times: [third, failed, makeTime()], paused }));
  expect(screenText()).toContain(`“Floods” is paused. ${paused}`);
  // What was said isn’t said again.
  await changed(makeRepeat({ times: [third, failed, makeTime()], paused }));
  expect(screenText().split(paused)).toHaveLength(2);
});
