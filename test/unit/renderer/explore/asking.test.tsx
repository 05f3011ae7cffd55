/** What is sent when a person asks, by the form or by the palette, and what that costs. */
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closePalette, CommandPalette } from '#renderer/features/palette/CommandPalette.tsx';
import { loadParts } from '#renderer/features/shell/later.tsx';
import { useShellOffers } from '#renderer/features/shell/Shell.tsx';
import { useApp } from '#renderer/state/app.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { useRecipes } from '#renderer/state/recipes.ts';
import type { SavedRecipe, StepRecipe } from '#shared/contract/recipe.ts';
import { clipboard } from '../clipboard.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { screenText } from '../draw.tsx';
import { answer, answerLater, inputsOf, methods, ok } from '../fake-host.ts';
import {
  makeCredential,
  makeListTable,
  makeQuery,
  makeReply,
  makeRun,
  makeSummary,
} from '../make.ts';
import * as ui from './window.tsx';

const { blur, button, buttons, click, drawForm, form, input, only, press, type } = ui;
const { descriptionOf, nameOf, queryNow, realService, settle, starts, submit, workspace } = ui;

const ask = () => button('Get posts');
const words = () => input('Words to search for');
const isLocked = (element: Element) => element.matches('fieldset:disabled *');
const reply = ({ runId, query }: { runId: string; query: never }) =>
  ok(makeReply({ id: runId, query }));

describe('asking', () => {
  it('without a choice that is required sends nothing, and goes there', async () => {
    await drawForm({ endpointId: 'microblog.users.connections', values: { username: 'mira' } });
    await submit();
    expect(starts()).toEqual([]);
    expect(document.activeElement).toBe(input('Show'));
    expect(descriptionOf(input('Show'))).toBe('Choose followers or following.');
  });

  it('[25] sends the question once, however often it is clicked, as it is meant', async () => {
    await drawForm({ endpointId: 'microblog.users.get', values: { username: ' @mira' } });
    const arrive = answerLater('run.start');
    await act(async () => {
      form().requestSubmit();
      form().requestSubmit();
    });
    await click(button('Get account'));
    const query = makeQuery({ username: 'mira' }, 'microblog.users.get');
    const runId = workspace().tabs[0]!.runId!;
    expect(inputsOf('run.start')).toEqual([{ runId, query }]);
    expect([isLocked(input('Account')), button('Get account').disabled]).toEqual([true, true]);
    arrive(ok(makeReply({ id: runId, query })));
    await settle();
    await click(button('Edit question'));
    expect([isLocked(input('Account')), button('Get account').disabled]).toEqual([false, false]);
  });

  it('a day counted back stays in the form, and is asked as the day that stands below it', async () => {
    await drawForm({ values: { q: 'trees' } });
    await type(input('From'), ' 6 Days ago');
    await blur(input('From'));
    await type(input('Until'), '7 days ago');
    await click(ask());
    expect(descriptionOf(input('Until'))).toBe('“Until” must not be before “From”.');
    expect(starts()).toEqual([]);
    await type(input('Until'), 'yesterday');
    await click(button('Request'));
    expect(only('[aria-label="Request"]').textContent).toContain('since=2026-11-12');
    answer('run.start', reply);
    await click(ask());
    expect(descriptionOf(input('From'))).toBe('12 November 2026');
    const values = { q: 'trees', since: '2026-11-12', until: '2026-11-17' };
    expect(inputsOf('run.start')).toMatchObject([{ query: { values } }]);
    expect(queryNow().values).toMatchObject({ since: '6 days ago', until: 'yesterday' });
  });

  it('is locked while pages come in, and another can be asked beside it', async () => {
    vi.useFakeTimers();
    await drawForm({ values: { q: 'trees' } }, {}, { runId: 'run-00000001' });
    const run = makeRun({ state: { kind: 'fetching', page: 2, since: '' } });
    await act(async () => useApp.setState({ runs: { [run.id]: run } }));
    expect([ask().disabled, isLocked(button('Fields All fields'))]).toEqual([true, true]);
    await act(async () => vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    expect(form().textContent).toContain(' while pages are loading.');
    await submit();
    expect(starts()).toEqual([]);
    await click(button('Ask another in a new tab'));
    expect(workspace().tabs[1]).toMatchObject({ query: queryNow(), runId: null });
  });

  it('is not possible for what a trial key can’t have, by Enter neither', async () => {
    const credential = makeCredential({ kind: 'trialKey' });
    await drawForm({ values: { q: 'trees' } }, { ...realService, credential });
    expect(form().textContent).toContain('A trial key can’t get live data.');
    expect(buttons('Get posts')).toEqual([]);
    await submit();
    expect(starts()).toEqual([]);
    await click(button('Use stored data'));
    expect(queryNow()).toMatchObject({ endpointId: 'microblog.posts.search.stored' });
    expect(form().textContent).toContain('A trial key gets 5 posts at most.');
    answer('run.start', reply);
    await submit();
    expect(starts()).toHaveLength(1);
    // No stored form of it: the one way out is a full key.
    await drawForm({ endpointId: 'microblog.posts.get' }, { ...realService, credential });
    expect(form().textContent).toContain('This needs an access key.');
    await click(button('Add an access key…'));
    expect(useApp.getState().page).toBe('account');
  });
});

describe('more than one page', () => {
  const panel = () => only<HTMLElement>('[role="dialog"][aria-label^="How many "]');
  const numbers = () => buttons('How many posts')[0] ?? buttons('How many comments')[0]!;
  const lines = () =>
    [...document.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent);
  const choose = async (beginning: string) => {
    await click(numbers());
    await click(ui.menuItem(beginning));
  };
  const field = (name: string) =>
    [...panel().querySelectorAll('input')].find((one) => nameOf(one) === name)!;

  it('are asked for with a limit, and the button says it', async () => {
    const prices = { currency: 'EUR', perCall: { microblog: 0.02 } };
    const preferences = { ...defaultPreferences, prices };
    await drawForm({ values: { q: 'sea' } }, { ...realService, preferences });
    expect(form().textContent).toContain('One call. About 20 posts: the service decides.');
    answerLater('run.start');
    await choose('Another number…');
    expect(panel().textContent).toContain('About 50 calls · about 1.00 EUR');
    expect(buttons('Get 1,000 posts')).toHaveLength(1);
    await type(field('Get posts'), '1,500');
    await click(button('Advanced'));
    await type(field('Up to pages'), '50');
    await click(button('Get up to 50 pages'));
    expect(starts()).toMatchObject([
      { input: { query: { values: { q: 'sea' } }, limit: { pages: 50, rows: 1500 } } },
    ]);
    expect(numbers().disabled).toBe(true);
  });

  it('are one click where the number is a usual one, or that of a recipe, with its calls', async () => {
    const limit = { pages: null, rows: 250 };
    await drawForm({ values: { q: 'sea' } }, realService, { limit });
    answerLater('run.start');
    await click(numbers());
    expect(lines()).toEqual([
      '250 postsabout 13 calls',
      '100 postsabout 5 calls',
      '500 postsabout 25 calls',
      'All posts…',
      'Another number…',
    ]);
    await click(numbers());
    await choose('500 posts');
    expect(starts()).toMatchObject([{ input: { limit: { pages: null, rows: 500 } } }]);
  });

  it('are reckoned by pages of this question alone, and by smaller ones with dates', async () => {
    const seen = makeRun({ pageCount: 2, rowCount: 6 });
    await drawForm({ values: { q: 'trees' } }, realService, { runId: seen.id });
    answer('run.pages', () => ok({ pages: [] }));
    await act(async () => useApp.setState({ runs: { [seen.id]: seen } }));
    await click(numbers());
    expect(lines()[0]).toBe('100 postsabout 34 calls');
    await click(numbers());
    await type(words(), 'sea');
    await type(input('Until'), '2026-11-20');
    expect(form().textContent).toContain('10 posts while dates are set.');
    await click(numbers());
    expect(lines()[0]).toBe('100 postsabout 10 calls');
  });

  it('are reckoned with the rows per page that were entered, if they can be had', async () => {
    const endpointId = 'forum.comments.by-user';
    await drawForm({ endpointId, values: { username: 'mira', limit: '10' } }, realService);
    expect(form().textContent).toContain('Usually 10 comments.');
    await click(numbers());
    expect(lines()[0]).toBe('100 commentsabout 10 calls');
    await drawForm({ endpointId, values: { username: 'mira', limit: '0' } });
    expect(form().textContent).toContain('Usually 100 comments.');
  });

  it('without a limit are all; a wrong number can neither be asked nor folded away', async () => {
    await drawForm({ values: { q: 'sea' } });
    answerLater('run.start');
    await choose('All posts…');
    expect(panel().textContent).toContain('Sample data: nothing is charged.');
    expect(buttons('Get all posts')).toHaveLength(1);
    await type(field('Get posts'), '0');
    expect(descriptionOf(field('Get posts'))).toContain('Use a whole number from 1');
    // No number is said that wasn’t typed.
    const get = [...panel().querySelectorAll('button')].find(
      (one) => one.textContent === 'Get posts',
    );
    expect(get!.disabled).toBe(true);
    await press(field('Get posts'), 'Enter');
    expect(starts()).toEqual([]);
    await click(button('Cancel'));
    await choose('All posts…');
    expect(field('Up to pages')).toBeUndefined();
    await click(button('Advanced'));
    await type(field('Up to pages'), 'ten');
    await click(button('Advanced'));
    expect(descriptionOf(field('Up to pages'))).toContain('Use a whole number from 1');
    // Pages alone are the limit then.
    await type(field('Up to pages'), '1,200');
    await click(button('Get 1,200 pages'));
    expect(starts()).toMatchObject([{ input: { limit: { pages: 1200, rows: null } } }]);
  });

  it('wait for a question that can be asked, and are not offered where there is one', async () => {
    await drawForm();
    await choose('100 posts');
    await choose('All posts…');
    expect(starts()).toEqual([]);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(document.activeElement).toBe(words());
    const stored = 'microblog.posts.search.stored';
    for (const [endpointId, responseType, offered] of [
      ['microblog.posts.get', '', 0],
      [stored, '', 0],
      [stored, 'paging', 1],
    ] as const) {
      await drawForm({ endpointId, values: { responseType } });
      expect(buttons('How many posts')).toHaveLength(offered);
    }
  });
});

it('the request disclosure shows the request or what is missing, and is copied without the key', async () => {
  const panel = () => only<HTMLElement>('section[aria-label="Request"]');
  await drawForm({ values: { q: 'city trees' }, fields: ['id', 'text'] }, realService);
  await click(button('Request'));
  const address = 'https://data.example.org/api/data/microblog/posts/live?q=';
  expect(panel().textContent).toContain(`GET${address}city%20trees&`);
  await type(words(), 'a&b');
  expect(panel().textContent).toContain(`GET${address}a%26b&fields=id%2Ctext`);
  const rows = [...panel().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Words to search for', 'q', 'a&b', 'after the ?'],
    ['Fields', 'fields', 'id,text', 'after the ?'],
  ]);
  expect(panel().textContent).toContain('Authorization: Bearer ••••');
  await type(words(), '');
  expect(panel().textContent).toContain('Words to search for Type at least one word');
  expect(panel().querySelector('button')).toBeNull();
  expect(starts()).toEqual([]);

  // It is copied in four ways without the key, by hand where the clipboard refuses.
  clipboard.install();
  await type(words(), "it's");
  for (const language of ['curl', 'Python', 'TypeScript', 'Command']) {
    await click(button(`Copy as ${language}`));
    expect(panel().textContent).toContain(`Copied as ${language}.`);
    expect(clipboard.texts.at(-1)).toContain('SOCIAL_DATA_API_KEY');
  }
  expect(clipboard.texts[0]).toContain("live?q=it'\\''s&fields=");
  expect(clipboard.texts.at(-1)).toMatch(/"q":"it's"[^]*--service 'https:[^]*--label 2026-11-\d\d/);
  clipboard.refuses = true;
  await click(button('Copy as Python'));
  expect(panel().textContent).not.toContain('Copied as Python.');
  const byHand = input('Copying was blocked. Select this text and copy it yourself:');
  expect(byHand.value).toContain('import requests');
});

it('the request disclosure shows what is sent, not what was typed', async () => {
  const values = { username: 'https://example.org/@mira_osei' };
  await drawForm({ endpointId: 'microblog.users.get', values });
  await click(button('Request'));
  const request = only('section[aria-label="Request"]').textContent;
  expect(request).toContain('/users/mira_osei/live');
});

it('the request disclosure shows the request for the first input of a list, once it is checked', async () => {
  const panel = () => only('section[aria-label="Request"]').textContent;
  const list = {
    table: makeListTable(),
    hasHeader: false,
    mapping: { username: 0 },
    onlyNew: false,
  };
  const tabId = await drawForm({ endpointId: 'microblog.users.get' });
  const check = answerLater('list.check');
  await act(async () => updateTab(tabId, { list }));
  await click(button('Request'));
  expect(panel()).toContain('The request is not complete yet:Account');
  await vi.waitFor(() => expect(inputsOf('list.check')).toHaveLength(1));
  const keys = ['username'];
  await act(async () => check(ok({ keys, sample: ['mira', 'lev'], different: 2, perCall: 1 })));
  await vi.waitFor(() => expect(panel()).toContain('/users/mira/live'));
  expect(panel()).toContain('For the first of 2 inputs.');
});

it('what is new says from when it is asked and why, of one question and of a list', async () => {
  const before = makeQuery({ q: 'sea' });
  const query = makeQuery({ q: 'sea', since: '2026-11-17' });
  const from = { runId: 'run-00000001', query: before };
  const table = makeListTable();
  const list = { table, hasHeader: false, mapping: { q: 0 }, onlyNew: false };
  for (const change of [{}, { list }]) {
    await drawForm(query, {}, { from, ...change });
    expect(screenText()).toContain(
      'Starts on 2026-11-17, so that nothing is missed: some rows you already have are sent again.',
    );
    await drawForm(query, {}, change);
    expect(screenText()).not.toContain('Starts on');
  }
});

describe('the palette', () => {
  beforeAll(loadParts);
  beforeEach(closePalette);

  const box = () => only<HTMLInputElement>('input[aria-label="Find a command"]');
  const isOpen = () => document.querySelector('input[aria-label="Find a command"]') !== null;
  const options = () =>
    [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
  const chosen = () => only('[role="option"][aria-selected="true"]').textContent;
  /** On a Cyrillic keyboard. */
  const open = async () => {
    await press(document.body, 'л', { code: 'KeyK', ctrlKey: true });
    await settle();
  };

  function Palette() {
    useShellOffers();
    return <CommandPalette />;
  }

  /** The form of a question, with the palette over it. */
  async function drawOpened(run?: ReturnType<typeof makeRun>): Promise<void> {
    await drawForm({ values: { q: 'sea' } }, realService, { runId: run?.id ?? null }, <Palette />);
    if (run !== undefined) await act(async () => useApp.setState({ runs: { [run.id]: run } }));
    await act(async () => input('Words to search for').focus());
    await open();
  }

  it('opens by keys that were pressed before it was loaded', async () => {
    function Keys() {
      useShellOffers();
      return null;
    }
    await drawForm({ values: { q: 'sea' } }, realService, {}, <Keys />);
    await open();
    await drawForm({ values: { q: 'sea' } }, realService, {}, <CommandPalette />);
    expect(isOpen()).toBe(true);
  });

  it('does nothing by mistake, gives the focus back, and says what asking costs', async () => {
    await drawOpened();
    // What Enter would do is seen, and is no call.
    expect(options()[0]).toContain('Get posts');
    expect(chosen()).toBe('Choose a questionnew tab');
    await type(box(), 'nothing like this');
    expect(document.body.textContent).toContain('No commands match “nothing like this”.');
    await press(box(), 'Enter');
    expect(isOpen()).toBe(true);
    await press(box(), 'Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(input('Words to search for'));
    expect(starts()).toEqual([]);
    await open();
    await type(box(), 'get posts');
    expect(chosen()).toBe('Get postsOne call.');
    answerLater('run.start');
    await press(box(), 'Enter');
    expect(isOpen()).toBe(false);
    expect(starts()).toMatchObject([{ input: { query: { values: { q: 'sea' } } } }]);
  });

  it('offers nothing that is switched off while pages come in', async () => {
    await drawOpened(makeRun({ state: { kind: 'fetching', page: 2, since: '' } }));
    await type(box(), 'get');
    expect(options().filter((text) => /^Get \S* ?posts/.test(text ?? ''))).toEqual([]);
  });

  it('offers recipes whose questions this service has', async () => {
    const step = { query: makeQuery(), asks: ['q'], list: null, pages: 1, pause: true };
    const unknown = { ...step, query: makeQuery({}, 'microblog.of-later') };
    const saved = (name: string, steps: StepRecipe['steps']): SavedRecipe => {
      const service = { profileId: 'sample', address: 'http://x' };
      const recipe = { kind: 'social-data-explorer/steps', version: 1, name, service, steps };
      return { id: name, recipe: recipe as StepRecipe };
    };
    const recipes = [saved('Floods', [step]), saved('Later', [step, unknown])];
    await drawForm({}, realService, {}, <Palette />);
    answer('recipe.list', () => ok({ recipes, runs: [], notices: [] }));
    await open();
    await type(box(), 'run');
    expect(options()).toContain('Run Floods…1 step');
    expect(options().join()).not.toContain('Run Later…');
    useRecipes.setState(useRecipes.getInitialState(), true);
  });

  it('stays closed while a dialog has the keys; knows runs of the service in use', async () => {
    await drawForm({ values: { q: 'sea' } }, realService, {}, <Palette />);
    await click(button('How many posts'));
    await click(ui.menuItem('Another number…'));
    await open();
    expect(isOpen()).toBe(false);
    await click(button('Cancel'));
    const { id: profileId } = realService.profile;
    const other = { id: 'run-00000002', title: 'Search posts: trees of another' };
    const runs = [makeSummary({ profileId }), makeSummary(other)];
    answer('history.list', () => ok({ runs, removals: [] }));
    await open();
    await type(box(), 'posts trees');
    expect(options().map((text) => text?.slice(0, 19))).toEqual(['Search posts: trees']);
    expect(methods().filter((method) => method.startsWith('run.'))).toEqual([]);
  });
});
