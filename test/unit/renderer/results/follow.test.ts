import { expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { questionsAbout, usesOf } from '#shared/query/use-value.ts';
import type { Run } from '#shared/contract/run.ts';
import { sourceOf } from '#renderer/features/results/use-value/row-source.ts';
import { costOf, follow } from '#renderer/features/results/use-value/follow.ts';
import { profileNow, tabsNow, useApp } from '#renderer/state/app.ts';
import { useHistory } from '#renderer/state/history.ts';
import { answer, inputsOf, ok, refuse, resetHost } from '../fake-host.ts';
import {
  makeCredential,
  makeQuery,
  makeRun,
  makeSnapshot,
  makeSummary,
  makeTab,
  workspaceOf,
} from '../make.ts';

const source = (resourceId: string, row: Record<string, string>, endpointId: string) => ({
  resource: catalogue.resources.find(({ id }) => id === resourceId)!,
  texts: (field: string) => [row[field] ?? []].flat(),
  query: { endpointId, values: {}, fields: [] },
});

it('asks at once for one call; what can’t be asked yet, or with a trial key, only opens its form', () => {
  const key = makeCredential({ source: 'keychain' });
  const trial = makeCredential({ source: 'keychain', kind: 'trialKey' });
  const post = { id: '1_2' };
  const [comments] = questionsAbout(
    catalogue,
    source('photoshare.post', post, 'photoshare.posts.search'),
  );
  expect(costOf(comments!, key)).toEqual({ asks: true, words: '1 call' });
  expect(costOf(comments!, makeCredential({ source: 'sample' })).words).toBe('free');
  // A problem with a missing key is shown where the rows would be.
  expect(costOf(comments!, null).asks).toBe(true);
  expect(costOf(comments!, trial)).toEqual({ asks: false, words: 'needs a full key' });
  // What would bring nothing isn't asked at one click.
  expect(costOf({ ...comments!, count: '0' }, key)).toEqual({ asks: false, words: null });
  const [stored] = questionsAbout(
    catalogue,
    source('photoshare.post', post, 'photoshare.posts.search.stored'),
  );
  expect(costOf(stored!, trial)).toEqual({ asks: true, words: '1 call' });
  const video = source('shortvideo.post', { id: '731' }, 'shortvideo.posts.by-user');
  // One comment on it: which one is still to be said.
  const [unfinished] = usesOf(catalogue, video, 'id', '731');
  expect(costOf(unfinished!, key)).toEqual({ asks: false, words: null });
});

it('fills in what the row’s own run asked for, and nothing that a derived table doesn’t know', () => {
  const resource = catalogue.resources.find(({ id }) => id === 'photoshare.comment')!;
  const on = (runId: string, id: string) => ({
    runId,
    title: id,
    request: '',
    listKeys: [],
    createdAt: '',
    firstAnswerAt: null,
    lastAnswerAt: null,
    pages: 1,
    rows: 1,
    isComplete: true,
    query: { endpointId: 'photoshare.posts.comments', values: { id }, fields: [] },
  });
  const sources = [on('run-a', 'AAAAAA'), on('run-b', 'BBBBBB')];
  const postOf = (from: NonNullable<Run['derived']>['from']): string | undefined => {
    const run = {
      id: 'run-c',
      query: sources[1]!.query,
      list: null,
      derived: { from, facts: null },
    };
    const row = { id: '111', run: 'run-a', change: 'gone' };
    const uses = usesOf(catalogue, sourceOf(row, resource, run), 'id', '111');
    return uses.find(({ endpoint }) => endpoint.id === 'photoshare.comments.replies')?.values['id'];
  };
  const table = { kind: 'dataset', table: 'photoshare-comment', sources } as const;
  expect(postOf({ ...table, collectedAt: 'collected_at', run: 'run' })).toBe('AAAAAA');
  const collections = { kind: 'collections', collectedAt: 'collected_at', sources } as const;
  expect(postOf(collections)).toBeUndefined();
  expect(postOf({ ...collections, sources: [sources[0]!, sources[0]!] })).toBe('AAAAAA');
  const fields = { identity: 'id', fields: [], change: 'change', changedFields: 'changed_fields' };
  expect(postOf({ kind: 'compare', sources: [sources[0]!, sources[1]!], ...fields })).toBe(
    'AAAAAA',
  );
});

it('the same drill-down again shows the rows that are there, and asks only when told', async () => {
  resetHost();
  answer('run.start', refuse('No answer.'));
  const post = source('microblog.post', { id: '19' }, 'microblog.posts.search');
  const use = questionsAbout(catalogue, post).find(({ missing }) => missing === null)!;
  const query = makeQuery({ ...use.values }, use.endpoint.id);
  const from = { ...post, run: makeRun({ id: 'run-source' }) };
  const asksAgain = () => inputsOf('run.start').length;
  const run = makeRun({ id: 'run-there', query, pageCount: 1 });
  const tabs = [makeTab({ id: 'tab-source' }), makeTab({ id: 'tab-there', runId: run.id, query })];
  const workspace = workspaceOf(...tabs);
  const start = (runs: Record<string, Run>, shown = workspace): void => {
    const snapshot = makeSnapshot({ catalogue, workspace: shown, credential: makeCredential() });
    useApp.setState({ snapshot, runs });
  };
  const click = { ctrlKey: false, metaKey: false };
  const active = () => useApp.getState().snapshot?.workspace.activeTab;
  start({ [run.id]: run });
  await follow(use, from, click);
  expect([active(), asksAgain()]).toEqual(['tab-there', 0]);
  // One that failed has nothing to show.
  start({ [run.id]: { ...run, pageCount: 0, state: { kind: 'stopped' } } });
  await follow(use, from, click);
  expect(asksAgain()).toBe(1);
  // Its tab was closed, and the window was loaded again: main knows it.
  const summary = makeSummary({ id: run.id, query, pages: 1, createdAt: new Date().toISOString() });
  start({}, workspaceOf(tabs[0]!));
  for (const known of [null, []]) {
    useHistory.setState({ runs: known });
    const listed = { ...summary, profileId: profileNow() };
    answer('history.list', () => ok({ runs: [listed], removals: [] }));
    await Promise.all([follow(use, from, click), follow(use, from, click)]);
    expect([tabsNow().at(-1)?.runId, asksAgain()]).toEqual([run.id, 1]);
    start({}, workspaceOf(tabs[0]!));
  }
  const earlier = { ...summary, createdAt: '2026-01-01T00:00:00Z' };
  answer('history.list', () => ok({ runs: [earlier], removals: [] }));
  await Promise.all([follow(use, from, click), follow(use, from, click)]);
  expect(asksAgain()).toBe(2);
  useHistory.setState({ runs: null });
});
