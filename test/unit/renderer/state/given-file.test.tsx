/** The file that the program was opened with, from main into forms. */
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { wantedWords } from '#renderer/features/explore/list/list-words.ts';
import { openRecipeTabs } from '#renderer/state/recipes.ts';
import { takeAskForList } from '#renderer/state/lists.ts';
import { GivenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent, takeFirstSnapshot } from '#renderer/state/boot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { draw, screenText } from '../draw.tsx';
import { endpointOf } from '../../query/make.ts';
import { button, click } from '../explore/window.tsx';
import { answer, inputsOf, methods, ok } from '../fake-host.ts';
import { makeProblem, makeQuery, makeSnapshot } from '../make.ts';

const query = makeQuery({ q: 'sea' });
const service = { profileId: 'sample', address: 'x' };
const recipe = {
  kind: 'questions',
  queries: [{ title: 'Posts: sea', query, pages: 3, service }],
  spec: { view: everyRow },
  notices: [],
};

/** What main says of a methods sheet. */
const sheetWith = (value: unknown) => ({
  id: 'file-00000001',
  name: 'a.methods.json',
  recipe: { ok: true, value },
  tables: [],
});
const refused = makeProblem('This is not a methods sheet.');

/** Draws what asks about a file, and has one given. */
async function drawGiven(): Promise<void> {
  await draw(<GivenRecipe />);
  await act(async () => takeEvent({ kind: 'file.given' }));
}

beforeEach(() => {
  useApp.setState(useApp.getInitialState(), true);
  answer('app.snapshot', () => ok(makeSnapshot()));
  answer('open.take', () => ok({ opened: sheetWith(recipe) }));
});

it('is asked for after the first snapshot', async () => {
  await takeFirstSnapshot();
  // What main has of it is given back.
  expect(methods()).toEqual(['app.snapshot', 'app.zone', 'open.take', 'open.close']);
  expect(useApp.getState().givenRecipe).toEqual({ ok: true, value: recipe });
  answer('open.take', () => ok({ opened: null }));
  useApp.setState({ givenRecipe: null });
  await takeFirstSnapshot();
  expect(useApp.getState().givenRecipe).toBeNull();
});

it('opens its forms once the person agrees, or says why it can’t be read', async () => {
  answer('open.take', () =>
    ok({ opened: { ...sheetWith(recipe), recipe: { ok: false, error: refused } } }),
  );
  await drawGiven();
  expect(screenText()).toContain('This is not a methods sheet.');
  answer('open.take', () => ok({ opened: sheetWith(recipe) }));
  await drawGiven();
  expect(screenText()).toContain('This file was made from 1 question.');
  await click(button('Open the form'));
  const { snapshot, givenRecipe } = useApp.getState();
  expect(givenRecipe).toBeNull();
  expect(snapshot?.workspace.tabs.at(-1)?.query).toEqual(query);
  expect(methods()).not.toContain('run.start');
});

it('adds a recipe with steps to the others, and asks the service nothing', async () => {
  const step = { query, asks: [], list: null, pages: 1, pause: true };
  const steps = { name: 'The sea', service, steps: [step] };
  answer('open.take', () =>
    ok({ opened: sheetWith({ kind: 'steps', recipe: steps, notices: ['Look.'] }) }),
  );
  answer('recipe.save', (saved) => ok(saved));
  answer('recipe.list', () => ok({ recipes: [], runs: [], notices: [] }));
  await drawGiven();
  expect(screenText()).toMatch(/The sea.* asks 1 question.*1\. Search posts.*Look\./s);
  await click(button('Add to recipes'));
  expect(inputsOf('recipe.save')).toMatchObject([{ recipe: steps }]);
  expect(useApp.getState()).toMatchObject({ givenRecipe: null, page: 'recipes' });
  expect(methods()).not.toContain('recipe.start');
});

const list = { keys: ['username'], count: 4, perInput: 1, perCall: 1, valuesSha256: 'a' };
const ofList = 'microblog.posts.by-user';

it('of a recipe with a list the tab keeps what the recipe says of its list, which is asked for once', () => {
  useApp.setState({ snapshot: makeSnapshot() });
  const listed = makeQuery({}, ofList);
  const question = { title: 'Posts: list of 4', query: listed, service, pages: 4, limit: null };
  const given = { ...recipe, queries: [{ ...question, list }] } as unknown;
  openRecipeTabs(given as Parameters<typeof openRecipeTabs>[0]);
  const tab = useApp.getState().snapshot?.workspace.tabs.at(-1);
  expect(tab).toMatchObject({ query: listed, recipeList: list });
  expect([takeAskForList(tab?.id ?? ''), takeAskForList(tab?.id ?? '')]).toEqual([true, false]);
});

it('says of a recipe with a list whether it is the recipe’s, as far as the recipe says', () => {
  const parameter = endpointOf(ofList).parameters.find(({ key }) => key === 'username')!;
  const words = (different: number | null, hash = 'b', wanted: string | null = 'a') => {
    const given = different === null ? null : { different, valuesSha256: hash };
    const sentence = wantedWords(parameter, { ...list, valuesSha256: wanted }, given);
    return sentence.replace(/^.* with 4 accounts/, '');
  };
  expect(words(null)).toBe('. It doesn’t hold them, because they may name people.');
  expect(words(4, 'a')).toBe(': these are the same.');
  expect(words(4)).toBe(', but not with these.');
  expect(words(3)).toBe(': this is another list.');
  expect(words(4, 'b', null)).toBe(', too. It doesn’t say whether these are the same.');
});
