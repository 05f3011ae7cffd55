/** Where a person begins: one field for words, an account or a post; what was asked last; examples. */
import { act } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadParts } from '#renderer/features/shell/later.tsx';
import { readStart } from '#renderer/features/shell/StartPage.tsx';
import { QuestionList } from '#renderer/features/shell/Sidebar.tsx';
import { StartPage } from '#renderer/features/shell/StartPage.tsx';
import { useHistory } from '#renderer/state/history.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, press, type, workspace } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeCredential, makeReply, makeSnapshot, makeSummary, workspaceOf } from '../make.ts';

const field = () => only<HTMLInputElement>('input[aria-label^="Words, an account"]');
const starts = () => inputsOf('run.start');
const enter = async (): Promise<void> => {
  await act(async () => field().form?.requestSubmit());
};
const platformNow = () => only<HTMLInputElement>('form input[type="radio"]:checked').value;
const isOff = (platform: string) =>
  only<HTMLInputElement>(`form input[type="radio"][value="${platform}"]`).disabled;

beforeAll(loadParts);

beforeEach(() => {
  answer('history.list', () => ok({ runs: [], removals: [] }));
  answer('run.start', () => ok(makeReply()));
});

it('one field takes words, an account or a post: Enter asks, and shows rows under a form of one line', async () => {
  await draw(<StartPage />);
  expect(button('Search posts').disabled).toBe(false);
  await enter();
  expect(screenText()).toContain('Type words to search for, an @account, or a link to a post.');
  await type(field(), 'https://example.org/about/us/page');
  await enter();
  expect(screenText()).toContain('No question takes this.');
  expect(starts()).toEqual([]);

  await type(field(), 'city trees');
  expect([platformNow(), isOff('photoshare'), isOff('forum')]).toEqual(['microblog', false, true]);
  await type(field(), '@mira_osei');
  expect(isOff('forum')).toBe(false);
  expect(button('Get posts').disabled).toBe(false);
  await enter();
  const query = { endpointId: 'microblog.posts.by-user', values: { username: 'mira_osei' } };
  expect(starts()).toMatchObject([{ query }]);
  expect(workspace().tabs).toMatchObject([{ query, collapsed: true }]);
});

it('a link decides the platform, and leads to every question about a post', async () => {
  await draw(<StartPage />);
  await type(field(), 'https://photoshare.example/p/C9xQ2LmNp4R/?utm=1');
  expect([platformNow(), isOff('microblog')]).toEqual(['photoshare', true]);
  expect(button('Get comments').disabled).toBe(false);
  await click(button('Who interacted with a post'));
  expect(starts()).toEqual([]);
  const query = { endpointId: 'photoshare.posts.interacting-users', values: { id: 'C9xQ2LmNp4R' } };
  expect(workspace().tabs).toMatchObject([{ query, collapsed: false }]);
});

it.each([
  ['1986934512780812300', 'post', 'microblog.posts.comments'],
  [
    'https://microblog.example/mira_osei/status/1986934512780812300',
    'post',
    'microblog.posts.comments',
  ],
  ['https://microblog.example/mira_osei', 'account', 'microblog.posts.by-user'],
  ['u/mira_osei', 'words', 'microblog.posts.search'],
  ['@mira_osei', 'account', 'microblog.posts.by-user'],
  ['@mira_osei and others', 'words', 'microblog.posts.search'],
  ['election 2024', 'words', 'microblog.posts.search'],
  ['20241105', 'words', 'microblog.posts.search'],
  ['#trees', 'words', 'microblog.posts.search'],
])('%s is of the kind %s', (text, kind, first) => {
  const { typed, found } = readStart(makeSnapshot().catalogue, ` ${text} `);
  expect([typed, found[0]?.questions[0]?.endpoint.id]).toEqual([kind, first]);
});

it('with a trial key, which gets no live data, the form opens filled in and says so', async () => {
  const credential = makeCredential({ kind: 'trialKey' });
  await draw(<StartPage />, { snapshot: makeSnapshot({ credential }) });
  await type(field(), 'trees');
  await enter();
  expect(starts()).toEqual([]);
  expect(workspace().tabs).toMatchObject([{ query: { values: { q: 'trees' } }, collapsed: false }]);
});

it.each([
  ['sample', 1],
  ['https://service.example', 0],
])('an example is asked where that is free, and otherwise filled in: %s', async (id, asked) => {
  const profile = { id, label: 'A service', address: 'https://service.example' };
  await draw(<StartPage />, { snapshot: makeSnapshot({ profile }) });
  await click(only('section[aria-label="Examples"] button:first-of-type'));
  expect(starts()).toHaveLength(asked);
  expect(workspace().tabs).toMatchObject([{ query: { endpointId: 'microblog.posts.search' } }]);
});

it('the last runs of this service open at no cost, or fill in their question again', async () => {
  const { query } = makeSummary();
  const runs = [
    makeSummary({ id: 'one', rows: 300 }),
    makeSummary({ id: 'two', profileId: 'https://elsewhere.example' }),
  ];
  answer('history.list', () => ok({ runs, removals: [] }));
  await draw(<StartPage />);
  expect(useHistory.getState().runs).toHaveLength(2);
  const recent = only('section[aria-label="Asked recently"]');
  expect(recent.querySelectorAll('li')).toHaveLength(1);
  expect(recent.textContent).toContain('300 rows');
  await click(recent.querySelector('button')!);
  expect(workspace().tabs).toMatchObject([{ runId: 'one', query }]);
  await click(only('[aria-label^="Run again"]'));
  expect(workspace().tabs).toMatchObject([{ runId: 'one' }, { runId: null, query }]);
  expect(starts()).toEqual([]);
});

it('questions starred come first, then those asked last, in an order that stays; all are below', async () => {
  const run = (endpointId: string, profileId = makeSummary().profileId) =>
    makeSummary({ query: { endpointId, values: {}, fields: [] }, profileId });
  const runs = [
    run('forum.comments.by-user'),
    run('microblog.posts.comments', 'https://elsewhere.example'),
    run('microblog.users.get.stored'),
    run('microblog.users.get'),
    run('photoshare.posts.get'),
  ];
  answer('history.list', () => ok({ runs, removals: [] }));
  const starred = ['photoshare.posts.get'];
  await draw(<QuestionList />, {
    snapshot: makeSnapshot({ workspace: { ...workspaceOf(), starred } }),
  });
  const rows = [...document.querySelectorAll('nav [data-entry]')];
  const keys = rows.map((row) => row.getAttribute('data-entry'));
  expect(keys.slice(0, 6)).toEqual([
    'starred',
    'starred/photoshare.posts.get',
    'recent',
    'recent/microblog.users.get',
    'recent/forum.comments.by-user',
    'microblog',
  ]);
  expect(keys).toContain('microblog/microblog.users.get');
});

it('the list of questions is one tab stop, walked through by arrows; one platform is open', async () => {
  await draw(<QuestionList />);
  const rows = () => [...document.querySelectorAll('nav [data-entry]')];
  const at = () => rows().findIndex((row) => row.contains(document.activeElement));
  const stops = () =>
    rows().flatMap((row, index) => (row.querySelector('[tabindex="0"]') ? [index] : []));
  expect(stops()).toEqual([0]);
  const groups = () => [...document.querySelectorAll<HTMLElement>('nav [aria-expanded]')];
  expect(groups().map((one) => one.getAttribute('aria-expanded'))).toEqual([
    'true',
    'false',
    'false',
    'false',
  ]);
  const count = rows().length;
  await click(groups()[1]!);
  expect(rows().length).toBeGreaterThan(count);
  await act(async () => groups()[0]!.focus());
  const walk: [string, number][] = [
    ['ArrowDown', 1],
    ['End', rows().length - 1],
    ['ArrowDown', rows().length - 1],
    ['ArrowUp', rows().length - 2],
  ];
  for (const [key, row] of walk) {
    await press(document.activeElement as HTMLElement, key);
    expect([at(), stops()]).toEqual([row, [row]]);
  }
});
