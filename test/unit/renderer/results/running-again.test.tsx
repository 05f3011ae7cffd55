/** *Run again*: which days it asks for, what it says that costs, and where it isn't. */
import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { changeSnapshot } from '#renderer/state/app.ts';
import { button, buttons, click, menuItem, workspace } from '../explore/window.tsx';
import { answer, inputsOf } from '../fake-host.ts';
import { makeCredential, makeQuery, makeRunList } from '../make.ts';
import { seeEverything } from '../everything-seen.ts';
import { draw, giveSize } from './results-window.tsx';

beforeAll(giveSize);
seeEverything();

const never = () => new Promise(() => undefined);
const now = new Date().toISOString();

const dated = makeQuery({ q: 'sea', since: '2026-11-05', until: '2026-11-11' });
const week = { query: dated, createdAt: '2026-11-11T10:00:00.000Z', pageCount: 3 };
const lines = () =>
  [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent);
const real = { credential: makeCredential({ source: 'keychain' }) };

test('says what it costs, and a period that reached the day of asking moves to today', async () => {
  await draw(week, { query: dated });
  await act(async () => changeSnapshot(() => real));
  await click(button('Run again'));
  expect(lines()).toEqual([
    'Last 7 days · 12–18 Novabout 3 calls',
    'The same days · 5–11 Novabout 3 calls',
    'Get what is new…',
    'Save as recipe…',
    'Repeat…',
  ]);
  expect(inputsOf('run.start')).toEqual([]);
  answer('run.start', never);
  await click(menuItem('Last 7 days · 12–18 Novabout 3 calls'));
  const days = { q: 'sea', since: '2026-11-12', until: '2026-11-18' };
  const limit = { pages: 3, rows: null };
  expect(inputsOf('run.start')).toMatchObject([{ query: { values: days }, limit }]);
  // The new form asks for the latest days tomorrow, too.
  expect(workspace().tabs.at(-1)?.query.values).toEqual({
    q: 'sea',
    since: '6 days ago',
    until: 'today',
  });
});

test.each([
  [
    'an open end reaches today anyway',
    { since: '2026-11-12' },
    ['Since 12 Nov', 'Last 6 days · 13–18 Nov'],
  ],
  [
    'yesterday is another day each day',
    { since: '2026-11-10', until: '2026-11-10' },
    ['Yesterday · 17 Nov', 'The same days · 10 Nov'],
  ],
  [
    'a period that had passed stays',
    { since: '2026-10-01', until: '2026-10-31' },
    ['The same question'],
  ],
  ['without days it is the same question', {}, ['The same question']],
])('%s', async (_, values, labels) => {
  const query = makeQuery({ q: 'sea', ...values });
  const createdAt = labels[0] === 'Since 12 Nov' ? '2026-11-17T00:00:00.000Z' : week.createdAt;
  await draw({ query, createdAt, pageCount: 1 }, { query });
  await click(button('Run again'));
  const ways = lines().filter((line) => line.endsWith('free'));
  expect(ways.map((line) => line.replace(/free$/, ''))).toEqual(labels);
});

test('of a list, or what the key can’t ask, opens the form, and sends nothing', async () => {
  answer('list.take', never);
  await draw({ ...week, list: makeRunList({ done: 2 }) }, { query: dated });
  await click(button('Run again'));
  expect(lines()[0]).toMatch(/^Last 7 days · 12–18 Nov…list of \d+$/);
  await click(menuItem(lines()[0]!));
  expect(inputsOf('list.take')).toHaveLength(1);
  await draw(week, { query: dated });
  const credential = makeCredential({ kind: 'trialKey' });
  await act(async () => changeSnapshot(() => ({ credential })));
  await click(button('Run again'));
  await click(menuItem('Last 7 days · 12–18 Nov…'));
  expect(workspace().tabs.at(-1)?.query.values['since']).toBe('6 days ago');
  expect(inputsOf('run.start')).toEqual([]);
});

test('waits while pages come in, and isn’t there for what its service isn’t asked for', async () => {
  await draw({ ...week, state: { kind: 'fetching', page: 4, since: now } }, { query: dated });
  expect(button('Run again').disabled).toBe(true);
  await draw({ ...week, profileId: 'https://other.example.org' }, { query: dated });
  expect(buttons('Run again')).toEqual([]);
  const derived = { name: null, notices: [], from: { kind: 'file' } } as never;
  await draw({ ...week, derived }, { query: dated });
  expect(buttons('Run again')).toEqual([]);
});
