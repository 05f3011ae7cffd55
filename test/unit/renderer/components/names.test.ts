import { beforeEach, expect, it } from 'vitest';
import { runName, tabNames } from '#renderer/components/names.ts';
import { useApp } from '#renderer/state/app.ts';
import { removeRuns, renameTab, useHistory } from '#renderer/state/history.ts';
import { primeRows } from '#renderer/state/rows.ts';
import { learnSubject } from '#renderer/state/subjects.ts';
import { openRunTab } from '#renderer/state/workspace.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { inputsOf } from '../fake-host.ts';
import { makeQuery, makeRun, makeSnapshot, makeSummary, makeTab } from '../make.ts';

const snapshot = () => useApp.getState().snapshot!;
const query = (endpointId: string, values: Record<string, string>) => makeQuery(values, endpointId);
const comments = query('microblog.posts.comments', { id: '2123834003420086272' });

beforeEach(() => {
  useApp.setState({ snapshot: makeSnapshot(), runs: {} });
  useHistory.setState({ runs: null, problem: null });
});

/** The names of tabs with these queries and changes. */
function namesOf(...changes: Partial<Tab>[]): string[] {
  const tabs = changes.map((change, at) => makeTab({ id: `tab-${at}`, ...change }));
  return [...tabNames(snapshot(), tabs, useApp.getState().runs).values()];
}

it('names say what is asked and about what; long ids are cut, lists counted', () => {
  const following = { identifier: 'a', connectionType: 'following' };
  expect(
    namesOf(
      { query: query('photoshare.users.connections', following) },
      { query: comments },
      { query: query('forum.posts.by-ids', { ids: '1k2a9f 1k2b7c 1k2b7d' }) },
      { query: comments, name: 'Late trains' },
      { query: query('photoshare.comments.replies', { id: 'C9xQ', commentId: '17851' }) },
    ),
  ).toEqual([
    'Following: a',
    'Comments: 212383…6272',
    'Posts: 1k2a9f and 2 more',
    'Late trains',
    'Replies: 17851',
  ]);
});

it('no two tabs are named alike: each says what differs', () => {
  const at = (id: string, createdAt: string) => makeRun({ id, createdAt });
  const [first, second] = [at('run-1', '2026-11-20T10:05'), at('run-2', '2026-11-20T11:30')];
  useApp.setState({ runs: { 'run-1': first, 'run-2': second } });
  const search = (values: Record<string, string> = {}) => ({
    query: makeQuery({ q: 'heat pumps', ...values }),
  });
  const posts = { username: 'mira', identifier: 'mira' };
  expect(
    namesOf(
      search(),
      search({ since: '2026-11-15' }),
      search({ since: '2026-11-15' }),
      { query: query('microblog.posts.by-user', posts) },
      { query: query('photoshare.posts.by-user', posts) },
      { query: query('photoshare.posts.by-user.stored', posts) },
      { runId: 'run-1', ...search() },
      { runId: 'run-2', ...search() },
    ),
  ).toEqual([
    'Search posts: heat pumps · not asked yet',
    'Search posts: heat pumps · from 2026-11-15',
    'Search posts: heat pumps · from 2026-11-15 (2)',
    'Posts: mira · Microblog',
    'Posts: mira · Photoshare',
    'Posts: mira · Photoshare, stored',
    'Search posts: trees · 10:05',
    'Search posts: trees · 11:30',
  ]);
  // After a reload, the runs of other tabs are not here yet; they were asked all the same.
  expect(namesOf(search(), { runId: 'run-3', ...search() })).toEqual([
    'Search posts: heat pumps · not asked yet',
    'Search posts: heat pumps · asked earlier',
  ]);
});

it('an id is called by the first words of its row, which go with the run they are from', async () => {
  const text = 'Train late by two hours,\n again and again and again and again, says the sign';
  const columns = [
    { field: 'id', label: 'ID', meaning: 'id', type: 'text', usual: true },
    { field: 'text', label: 'Text', meaning: 'text', type: 'text', usual: true },
  ] as const;
  useApp.setState({ runs: { 'run-00000001': makeRun({ columns: [...columns] }) } });
  const row = { id: '2123834003420086272', text };
  primeRows({ id: 'run-00000001' }, { offset: 0, total: 1, numbers: null, rows: [row] });
  learnSubject(comments);
  const name = 'Comments: Train late by two hours, again and again and again and…';
  expect(namesOf({ query: comments })).toEqual([name]);
  const elsewhere = query('photoshare.posts.comments', comments.values);
  expect(namesOf({ query: elsewhere })).toEqual(['Comments: 212383…6272']);
  expect(runName(snapshot(), makeSummary({ query: comments }))).toBe(name);
  // An account's posts are not called by one of them.
  learnSubject(query('microblog.posts.by-user', { username: '2123834003420086273' }));
  expect(snapshot().workspace.subjects).toHaveLength(1);
  await removeRuns(['run-00000001']);
  expect(snapshot().workspace.subjects).toEqual([]);
});

it('a tab and its run have one name, from wherever it is given, until it is taken back', () => {
  openRunTab('run-00000001', comments, 'Before');
  const tab = () => snapshot().workspace.tabs[0]!;
  expect(tab().name).toBe('Before');
  renameTab(tab(), ' Late trains ');
  expect(tab().name).toBe('Late trains');
  const described = { runId: 'run-00000001', name: ' Late trains ' };
  expect(inputsOf('history.describe')).toEqual([described]);
  renameTab(tab(), '  ');
  expect(tab()).not.toHaveProperty('name');
});
