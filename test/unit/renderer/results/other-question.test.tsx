// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { tabNames } from '#renderer/components/names.ts';
import { useApp } from '#renderer/state/app.ts';
import { screenText } from '../draw.tsx';
import { button, buttons, click, workspace } from '../explore/window.tsx';
import { makeTab } from '../make.ts';
import { calls, draw, giveSize } from './results-window.tsx';

beforeAll(giveSize);

const other = { endpointId: 'microblog.posts.search', values: { q: 'another sea' }, fields: [] };

test('rows of a question that is no longer in the form say whose they are, and none is one click from the next page', async () => {
  const run = await draw({ state: { kind: 'more' } }, { query: other });
  expect(screenText()).toContain(`These rows answer “${run.title}”`);
  expect([...buttons('Next page'), ...buttons('Get all…')]).toEqual([]);

  const snapshot = useApp.getState().snapshot!;
  const tabs = [makeTab({ query: other, runId: run.id })];
  useApp.setState({ snapshot: { ...snapshot, workspace: { ...snapshot.workspace, tabs } } });
  await click(button('Show their question'));
  expect(calls('run.next')).toEqual([]);
  expect(workspace().tabs.map(({ query }) => query)).toEqual([run.query]);
});

test('a tab with rows is called by what they answer', async () => {
  const run = await draw({ state: { kind: 'more' } });
  const snapshot = useApp.getState().snapshot!;
  const tabs = [makeTab({ id: 'rows', runId: run.id, query: other }), makeTab({ query: other })];
  expect([...tabNames(snapshot, tabs, { [run.id]: run }).values()]).toEqual([
    'Search posts: trees',
    'Search posts: another sea',
  ]);
});
