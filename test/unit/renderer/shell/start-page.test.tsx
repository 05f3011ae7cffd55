/** Where a person begins: three tasks with a field each, and what was asked last. */
import { beforeEach, expect, it } from 'vitest';
import { QuestionList } from '#renderer/features/shell/Sidebar.tsx';
import { StartPage } from '#renderer/features/shell/StartPage.tsx';
import { useHistory } from '#renderer/state/history.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, press, type, workspace } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeCredential, makeReply, makeSnapshot, makeSummary } from '../make.ts';

const field = (task: string) => only<HTMLInputElement>(`form[aria-label="${task}"] input`);
const starts = () => inputsOf('run.start');

beforeEach(() => {
  answer('history.list', () => ok({ runs: [], removals: [] }));
  answer('run.start', () => ok(makeReply()));
});

it('a task asks its question from one valid field, and shows rows under a form of one line', async () => {
  await draw(<StartPage />);
  await type(field('Comments on a post'), 'not digits');
  await click(button('Get comments'));
  expect(screenText()).toContain('digits only');
  await click(button('Search posts'));
  expect(screenText()).toContain('Type at least one word');
  expect(starts()).toEqual([]);
  await type(field('Posts by an account'), '@mira_osei');
  await click(button('Get posts'));
  const query = { endpointId: 'microblog.posts.by-user', values: { username: 'mira_osei' } };
  expect(starts()).toMatchObject([{ query }]);
  expect(workspace().tabs).toMatchObject([{ query, collapsed: true }]);
});

it('with a trial key, which gets no live data, the form opens filled in and says so', async () => {
  const credential = makeCredential({ kind: 'trialKey' });
  await draw(<StartPage />, { snapshot: makeSnapshot({ credential }) });
  await type(field('Search a topic'), 'trees');
  await click(button('Search posts'));
  expect(starts()).toEqual([]);
  expect(workspace().tabs).toMatchObject([{ query: { values: { q: 'trees' } }, collapsed: false }]);
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
  await click(only('[aria-label^="Ask again"]'));
  expect(workspace().tabs).toMatchObject([{ runId: 'one' }, { runId: null, query }]);
  expect(starts()).toEqual([]);
});

it('the list of questions is one tab stop, entered from its search and walked through by arrows', async () => {
  await draw(<QuestionList />);
  const rows = () => [...document.querySelectorAll('nav [data-entry]')];
  const at = () => rows().findIndex((row) => row.contains(document.activeElement));
  const stops = () =>
    rows().flatMap((row, index) => (row.querySelector('[tabindex="0"]') ? [index] : []));
  expect(stops()).toEqual([0]);
  await press(only('input[aria-label="Filter questions"]'), 'ArrowDown');
  expect(at()).toBe(0);
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
