/** The form of a question: its controls, messages, fields, and what surrounds them. */
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showParameter } from '#renderer/features/explore/form-view.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { openTab } from '#renderer/state/workspace.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { count } from '#test/support/thorough.ts';
import { answer, answerLater, ok, refuse } from '../fake-host.ts';
import { makeQuery, makeRun } from '../make.ts';
import * as ui from './window.tsx';

const { button, buttons, click, drawForm, form, input, only, press, type } = ui;
const { blur, descriptionOf, parameter, queryNow, realService } = ui;
const { starts, submit, workspace } = ui;

const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const option = (words: string) => options().find(({ textContent }) => textContent === words)!;
const switches = () => [...document.querySelectorAll('[role="radiogroup"]')];
const value = (key: string) => queryNow().values[key];
const isInvalid = (control: Element) => control.getAttribute('aria-invalid') === 'true';

const endpoints = catalogue.endpoints.filter(isDataEndpoint);
/** Forms that have every kind of control between them. */
const kinds = new Map(
  endpoints.flatMap((one) =>
    one.parameters.map(({ type: { kind }, required }) => [`${kind} ${required}`, one]),
  ),
);

it('the form of a question has a labelled control for each parameter', async () => {
  for (const endpoint of new Set([...kinds.values(), ...endpoints.slice(0, count(0, 1000))])) {
    await drawForm({ endpointId: endpoint.id });
    expect(form().dataset['endpoint']).toBe(endpoint.id);
    const [more] = buttons('More options');
    if (more !== undefined) await click(more);
    for (const { key, label, required } of endpoint.parameters) {
      const control = input(label);
      expect(parameter(key).contains(control), endpoint.id).toBe(true);
      expect(control.required).toBe(required);
    }
    expect(parameter('fields').contains(button('Fields All fields'))).toBe(true);
  }
});

it('the form of a question puts required values first, switches off what has no effect, and says what is assumed and where lists are', async () => {
  const endpointId = 'forum.comments.by-user';
  await drawForm({ endpointId, values: { limit: '5', sort: 'new' } });
  const keys = [...document.querySelectorAll<HTMLElement>('[data-param]')];
  const order = ['username', 'fields', 'sort', 'time', 'limit'];
  expect(keys.map(({ dataset }) => dataset['param'])).toEqual(order);
  expect(input('Period').disabled).toBe(true);
  expect(buttons('name not confirmed')).toEqual([]);
  expect(form().textContent).toContain('doesn’t give this question’s address');
  await drawForm({ endpointId: 'forum.posts.by-ids' });
  expect(parameter('ids').contains(button('name not confirmed'))).toBe(true);
  expect(form().textContent).not.toContain('doesn’t give this question’s address');
  expect(form().textContent).not.toContain('To use a list, choose Live');
  await drawForm({ endpointId: `${endpointId}.stored` });
  expect(form().textContent).toContain('To use a list, choose Live');
});

it('messages wait until a field was left, then follow the typing', async () => {
  await drawForm({ endpointId: 'microblog.posts.get' });
  expect(switches()).toEqual([]);
  const id = input('Post ID');
  await blur(id);
  expect(isInvalid(id)).toBe(false);
  await type(id, '12a');
  expect(isInvalid(id)).toBe(false);
  await blur(id);
  expect(descriptionOf(id)).toMatch(/digits only/);
  await type(id, '12');
  const help = 'The long number at the end of the post’s address, or that address.';
  expect(descriptionOf(id)).toBe(help);
  await type(id, '12b');
  expect(descriptionOf(id)).toMatch(/digits only/);
});

it('messages come when typing pauses, too', async () => {
  vi.useFakeTimers();
  await drawForm({ values: { q: 'trees' } });
  await type(input('From'), '2026-13-40');
  await act(async () => vi.advanceTimersByTime(2000));
  vi.useRealTimers();
  expect(descriptionOf(input('From'))).toContain('There is no such day.');
  expect(input('From').value).toBe('2026-13-40');
});

it('what is behind More options is named, and brought out by a message', async () => {
  const tab = await drawForm({ values: { q: 'trees', sortBy: 'latest', lang: '?' } });
  expect(input('Order').value).toBe('Newest first');
  await click(button('Fewer options'));
  const behind = button('More options').parentElement?.textContent;
  expect(behind).toBe('More optionslanguage: ?, country, order: Newest first');
  expect(document.querySelector('[data-param="lang"]')).toBeNull();
  await submit();
  expect(document.activeElement).toBe(input('Language'));
  expect(starts()).toEqual([]);
  await act(async () => showParameter(tab, 'countryCode'));
  expect(document.activeElement).toBe(input('Country'));
});

/** What is below the form of the tab. */
function Below() {
  const tab = useSnapshot((known) => known.workspace.tabs[0]);
  return tab === undefined ? null : <Results tab={tab} />;
}

it('an example is offered for sample data; IDs are counted, and a wrong one is named', async () => {
  const example = (): HTMLElement | null =>
    document.querySelector<HTMLElement>('section[aria-label="For example"] button');
  await drawForm({ endpointId: 'forum.posts.by-ids' }, realService, {}, <Below />);
  expect(example()).toBeNull();
  await drawForm({ endpointId: 'forum.posts.by-ids' }, {}, {}, <Below />);
  const ids = input('Post IDs');
  expect(descriptionOf(ids)).toMatch(/^At most 100 IDs\. Separated/);
  expect(example()?.textContent).toContain('fills in the form');
  await click(example()!);
  expect(queryNow().values).toEqual({ ids: '1k2a9f, 1k2b7c, 1k2c03, 1k2d5x, 1k2e8m' });
  expect(example()).toBeNull();
  expect(starts()).toEqual([]);
  expect(document.activeElement).toBe(ids);
  await type(ids, 'a1, a2\na3 a1');
  expect(descriptionOf(ids)).toMatch(/^3 of at most 100 IDs\./);
  await type(ids, 'a1, t3_a2, b_3');
  await blur(ids);
  expect(descriptionOf(ids)).toContain('“b_3”');
});

const from = (where: 'live' | 'stored') =>
  only<HTMLInputElement>(`input[type="radio"][value="${where}"]`);

it('“Data from” switches to stored data and back; values, star and lock are the question’s', async () => {
  const values = { q: 'sea', since: '2026-11-01', lang: 'en' };
  const id = await drawForm({ values });
  expect(switches()).toHaveLength(1);
  expect([from('live').checked, from('stored').checked]).toEqual([true, false]);
  await click(from('stored'));
  expect(queryNow()).toMatchObject({ endpointId: 'microblog.posts.search.stored', values });
  expect(input('Words to search for').value).toBe('sea');
  // Stored data always says how the answer should come.
  await press(input('Answer'), 'Delete');
  expect(input('Answer').value).toBe('First page right away');
  await click(button('Request'));
  expect(only('section[aria-label="Request"]').textContent).toContain('responseType=fast');
  await click(button('Star this question'));
  expect(workspace().starred).toEqual(['microblog.posts.search']);
  await click(button('Collapse the question'));
  expect(form().textContent).toContain('Stored data');
  await act(async () => showParameter(id, null));
  await click(from('live'));
  expect(form().dataset['endpoint']).toBe('microblog.posts.search');
  await click(button('Unstar this question'));
  expect(workspace().starred).toEqual([]);
  answerLater('run.start');
  await submit();
  expect(from('stored').disabled).toBe(true);
});

it('a text goes into the question as it is typed; the @ stays beside the value', async () => {
  await drawForm();
  await type(input('Words to search for'), ' “tidal power” OR 潮力 ');
  expect(queryNow().values).toEqual({ q: ' “tidal power” OR 潮力 ' });
  await drawForm({ endpointId: 'microblog.users.get', values: { username: 'mira' } });
  const account = input('Account');
  expect(account.closest('[data-param]')?.textContent).toContain('@');
  await type(account, '@mira');
  await blur(account);
  expect(account.value).toBe('mira');
  await type(account, '@@mira');
  await blur(account);
  expect(descriptionOf(account)).toMatch(/without the leading @/);
});

it('a day is picked in the calendar with its own arrows, a period fills in both days', async () => {
  await drawForm({ values: { q: 'trees', since: '2026-11-20' } });
  await press(input('From'), 'ArrowDown');
  const calendar = only('[role="dialog"][aria-label="Calendar"]');
  const day = (number: number, within: ParentNode = calendar) =>
    only<HTMLButtonElement>(`[aria-label="${number} November 2026"]`, within);
  await click(day(5));
  expect(value('since')).toBe('2026-11-05');
  // The same calendar goes on to the last day, which can't be before the first.
  expect([day(4).disabled, day(5).disabled]).toEqual([true, false]);
  await click(day(7));
  expect([value('since'), value('until')]).toEqual(['2026-11-05', '2026-11-07']);
  expect(document.activeElement).toBe(input('From'));
  expect(document.querySelector('[role="dialog"]')).toBeNull();

  await click(button('Open the calendar: Until'));
  await click(button('Last 7 days'));
  // Counted back, so that it is the last seven days on any other day, too.
  expect([value('since'), value('until')]).toEqual(['6 days ago', 'today']);
  const days = [input('From'), input('Until')].map(descriptionOf);
  expect(days).toEqual(['12 November 2026', '18 November 2026']);
  expect(document.activeElement).toBe(input('Until'));
  await press(input('Until'), 'ArrowDown');
  expect(button('Last 7 days').getAttribute('aria-pressed')).toBe('true');
  expect(day(18, document).getAttribute('aria-current')).toBe('date');
  // Nor is a day before the first one to be had, nor one after today.
  const disabled = [11, 12, 18, 19].filter((number) => day(number, document).disabled);
  expect(disabled).toEqual([11, 19]);
});

it('a choice from a closed list shows the default, is made with pointer or keys, and can be taken back', async () => {
  await drawForm({ endpointId: 'forum.comments.by-user', values: { sort: 'top' } });
  const period = input('Period');
  expect(period.placeholder).toBe('All time');
  await click(period);
  expect(period.getAttribute('aria-expanded')).toBe('true');
  await click(option('Past week'));
  expect([value('time'), period.value]).toEqual(['week', 'Past week']);
  await press(period, 'Delete');
  expect([value('time'), period.value]).toEqual(['', '']);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(period, key);
  expect(options()).toEqual([]);
  expect(value('time')).toBe('hour');
  // Not where it is required.
  const values = { username: 'a', connectionType: 'following' };
  await drawForm({ endpointId: 'microblog.users.connections', values });
  await press(input('Show'), 'Delete');
  expect(value('connectionType')).toBe('following');
});

it('a choice from an assumed list takes other values, until a description closes it', async () => {
  await drawForm({ endpointId: 'microblog.posts.interacting-users', values: { id: '1' } });
  const who = () => input('Who');
  await click(who());
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'Accounts that commentedcommenters',
    'Accounts that quoted itquoters',
    'Accounts that reposted itretweeters',
  ]);
  await click(option('Accounts that quoted itquoters'));
  expect([value('interactionType'), who().value]).toEqual(['quoters', 'Accounts that quoted it']);
  await type(who(), 'commenters');
  expect(who().value).toBe('commenters');
  await type(who(), 'commentersOfComments');
  expect(value('interactionType')).toBe('commentersOfComments');
  await type(who(), 'Accounts that reposted it');
  expect(value('interactionType')).toBe('retweeters');

  // A description that was read meanwhile knows all values that the service takes.
  await type(who(), 'admirers');
  const { snapshot } = useApp.getState();
  const closed = structuredClone(snapshot!.catalogue);
  for (const { type: kind } of closed.endpoints.flatMap(({ parameters }) => parameters)) {
    if (kind.kind === 'choice') kind.closed = true;
  }
  await act(async () => useApp.setState({ snapshot: { ...snapshot!, catalogue: closed } }));
  // Not while somebody is in it, and what was typed stays in sight.
  expect(document.activeElement).toBe(who());
  expect(who().readOnly).toBe(false);
  await blur(who());
  expect(who()).toMatchObject({ readOnly: true, value: 'admirers' });
  expect(descriptionOf(who())).toMatch(/^Choose one of: Accounts that commented/);
});

it('a code is chosen by name or typed; a word that is none is explained', async () => {
  await drawForm({ values: { q: 'sea', lang: 'en' } });
  const [language, country] = [input('Language'), input('Country')];
  await type(language, 'portug');
  expect(options().map(({ textContent }) => textContent)).toEqual(['Portuguesept']);
  await click(option('Portuguesept'));
  expect([value('lang'), language.value]).toEqual(['pt', 'Portuguese']);
  await type(country, 'united kingdom');
  expect(value('countryCode')).toBe('GB');
  await type(country, 'uk');
  expect([value('countryCode'), country.value]).toEqual(['GB', 'uk']);
  await type(country, 'pt');
  await blur(country);
  expect([value('countryCode'), country.value]).toEqual(['PT', 'Portugal']);
  await type(language, 'pt-BR');
  await blur(language);
  expect([value('lang'), isInvalid(language)]).toEqual(['pt-BR', false]);
  await type(language, 'Portugese');
  await blur(language);
  expect(descriptionOf(language)).toMatch(/^Choose a language, or use its code/);
});

const usualChoice = () => input('Use as my default for posts');
const box = (label: string) => only<HTMLInputElement>(`input[aria-label="${label}"]`);
const picker = () => only<HTMLElement>('[role=dialog]');
const listed = () =>
  [...picker().querySelectorAll('fieldset')].map(({ textContent }) => textContent);
const usualNow = () => workspace().usualFields['microblog.post'];

async function drawOpened(fields: string[]): Promise<void> {
  await drawForm({ values: { q: 'trees' }, fields });
  await click(only<HTMLElement>('[data-param="fields"] button'));
}

it('fields are found by words and arrows, kept in order, and named if not listed', async () => {
  await drawOpened(['text']);
  await press(box('Find a field'), 'ArrowDown');
  expect(document.activeElement).toBe(input('Post ID'));
  await press(input('Post ID'), 'ArrowDown');
  expect(document.activeElement).toBe(input('Text'));
  await press(input('Text'), 'End');
  const boxes = [...picker().querySelectorAll<HTMLInputElement>('fieldset input')];
  expect(document.activeElement).toBe(boxes.at(-1));
  expect(boxes.filter(({ tabIndex }) => tabIndex === 0)).toEqual([boxes.at(-1)]);
  await type(box('Find a field'), 'repost');
  expect(listed().join()).toContain('Reposts');
  await type(box('Find a field'), 'retweetc');
  expect(listed()).toEqual(['NumbersReposts ']);
  // The service's own names are for those who want them.
  answer('preferences.save', () => ok({ ...defaultPreferences, fieldNames: true }));
  await act(async () => void changePreferences({ fieldNames: true }));
  expect(listed()).toEqual(['NumbersReposts retweetCount']);
  await type(box('Find a field'), 'zork');
  expect(picker().textContent).toContain('No fields match “zork”.');

  // All and None are of those found.
  await type(box('Find a field'), 'retweetc');
  await click(button('All'));
  expect(queryNow().fields).toEqual(['text', 'retweetCount']);
  await click(button('None'));
  expect(queryNow().fields).toEqual(['text']);

  await type(box('Find a field'), '');
  await click(input('Post ID id'));
  expect(queryNow().fields).toEqual(['id', 'text']);
  expect(picker().textContent).toContain('may refuse a name.');
  await click(button('Add a name'));
  const name = box('Name of the field');
  for (const [wrong, words] of [
    ['', /Type the name/],
    ['9lives', /can’t be a name/],
    ['id', /already chosen/],
  ] as const) {
    await type(name, wrong);
    await click(button('Add'));
    expect(descriptionOf(name)).toMatch(words);
  }
  await type(name, 'viewCount, legacy.id');
  await press(name, 'Enter');
  expect(queryNow().fields).toEqual(['id', 'text', 'viewCount', 'legacy.id']);
  expect(name.value).toBe('');
  await click(input('viewCount'));
  expect(queryNow().fields).toEqual(['id', 'text', 'legacy.id']);
});

it('no field chosen is said, is another question, is not asked, and is not mistaken for every field', async () => {
  const query = makeQuery({ name: 'trees' }, 'photoshare.users.search');
  const run = makeRun({ query });
  await drawForm(query, {}, { runId: run.id });
  await act(async () => useApp.setState({ runs: { [run.id]: run } }));
  expect(button('Get accounts').dataset['variant']).toBe('default');
  await click(button('Fields All fields'));
  expect(picker().textContent).not.toContain('Assumed names');
  await click(button('None'));
  expect(button('Get accounts').dataset['variant']).toBe('filled');
  expect(queryNow().fields).toEqual([]);
  const control = button('Fields None chosen');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(control)).toMatch(/Choose at least one field/);
  await click(button('Done'));
  await submit();
  expect(starts()).toEqual([]);
  expect(document.activeElement).toBe(control);
  await click(control);
  await click(button('All'));
  expect(button('Fields All fields').getAttribute('aria-invalid')).toBeNull();
  answer('run.start', refuse('No key'));
  await submit();
  expect(starts()).toHaveLength(1);
});

it('the usual choice is saved, taken again, forgotten by unticking, and what new questions start with', async () => {
  await drawOpened(['id', 'text']);
  await click(usualChoice());
  expect(usualNow()).toEqual(['id', 'text']);
  expect(usualChoice().checked).toBe(true);
  await click(button('All'));
  expect(usualChoice().checked).toBe(false);
  await click(button('My default'));
  expect(queryNow().fields).toEqual(['id', 'text']);
  openTab('microblog.posts.quotes');
  openTab('microblog.users.get', { values: { username: 'a' } });
  openTab('microblog.posts.get', { fields: ['id'] });
  const later = workspace().tabs.slice(1);
  expect(later.map(({ query }) => query.fields)).toEqual([['id', 'text'], [], ['id']]);
  await click(usualChoice());
  expect(usualNow()).toEqual([]);
  await click(button('All'));
  expect(usualChoice()).toMatchObject({ checked: true, disabled: true });
  // Until there is one it is what a table shows.
  await click(button('My default'));
  expect(queryNow().fields).toContain('text');
  expect(queryNow().fields).not.toContain('source');
});
