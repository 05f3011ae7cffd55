/** Tabs, stars and layout over restarts: what can't be read is not lost, and costs nothing else. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import type { SaveTurn, Tab, Workspace } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { openWorkspaces } from '#main/core/settings/workspaces.ts';
import { testFolder } from '#test/support/store/runs.ts';

const profileId = 'https://service.test';
const tab = (id: string): Tab => ({
  id,
  query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
  runId: null,
  collapsed: false,
  view: everyRow,
  look: 'charts',
});
const workspace: Workspace = {
  ...emptyWorkspace,
  tabs: [tab('one'), tab('two')],
  activeTab: 'two',
  starred: ['microblog.posts.search'],
  rowStyle: { density: 'compact', lines: 2, tiles: 'small' },
};

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = testFolder();
  await (await openWorkspaces(dataDir)).save(profileId, { before: emptyWorkspace, workspace });
  const [name = ''] = await readdir(join(dataDir, 'workspaces'));
  path = join(dataDir, 'workspaces', name);
});

describe('a workspace', () => {
  it('is the window’s last one, whatever the order in which saves arrive; the next page waits for it', async () => {
    const workspaces = await openWorkspaces(dataDir);
    const turn = (number: number) => ({ window: 'one', number });
    const asked = workspaces.get(profileId, turn(2));
    const save = (now: Partial<Workspace>, at: SaveTurn, before = workspace) =>
      workspaces.save(profileId, { before, workspace: { ...workspace, ...now }, turn: at });
    await save({ activeTab: 'one' }, turn(2));
    await save({ starred: [] }, turn(1));
    const last = { workspace: { ...workspace, activeTab: 'one' } };
    expect(await asked).toMatchObject(last);
    const again = await openWorkspaces(dataDir);
    expect(await again.get(profileId)).toEqual({ ...last, notices: [] });
    const none = { workspace: emptyWorkspace, notices: [] };
    expect(await again.get('https://other.test')).toEqual(none);
    await save({}, { window: 'two', number: 1 }, last.workspace);
    expect(await workspaces.get(profileId)).toMatchObject({ workspace });
  });

  it('has what each of two windows changed since it was opened, and nothing that one took away', async () => {
    const workspaces = await openWorkspaces(dataDir);
    const layout = { widths: { id: 90 }, order: [], hidden: [], shown: [], pinned: null };
    const subject = (id: string) => ({ platform: null, id, words: id, runId: 'run-00000001' });
    const before: Workspace = {
      ...workspace,
      tabs: ['one', 'two', 'three'].map(tab),
      starred: ['a', 'b'],
      columns: { posts: layout },
      subjects: [subject('x'), subject('y')],
    };
    const save = (now: Partial<Workspace>) =>
      workspaces.save(profileId, { before, workspace: { ...before, ...now } });
    await workspaces.save(profileId, { before: workspace, workspace: before });
    const [one, two, three] = before.tabs as [Tab, Tab, Tab];
    const asked = { ...two, runId: 'run-00000002' };
    await save({
      tabs: [one, asked, tab('theirs')],
      activeTab: 'theirs',
      starred: ['b', 'theirs'],
      columns: { posts: layout, users: layout },
      usualFields: { users: ['id'] },
      rowStyle: { density: 'normal', lines: 4, tiles: 'medium' },
      subjects: [subject('y'), subject('theirs')],
    });
    const wide = { ...layout, widths: { id: 200 } };
    await save({
      tabs: [tab('ours'), three, { ...two, name: 'Named' }, one],
      starred: ['a', 'b', 'ours'],
      columns: { posts: wide },
      subjects: [...before.subjects, subject('ours')],
    });
    const { workspace: both } = await (await openWorkspaces(dataDir)).get(profileId);
    expect(both).toEqual({
      ...workspace,
      tabs: [tab('ours'), { ...asked, name: 'Named' }, one, tab('theirs')],
      activeTab: 'theirs',
      starred: ['b', 'ours', 'theirs'],
      columns: { posts: wide, users: layout },
      usualFields: { users: ['id'] },
      rowStyle: { density: 'normal', lines: 4, tiles: 'medium' },
      subjects: [subject('y'), subject('ours'), subject('theirs')],
    });
    // A window that shows a tab which the other closed.
    await save({ tabs: [one, two], activeTab: 'three' });
    const { workspace: last } = await workspaces.get(profileId);
    expect([last.tabs.length, last.activeTab]).toEqual([4, null]);
  });

  it('of a newer version is read tab by tab and member by member, and kept before it is replaced', async () => {
    const filters = [{ kind: 'matches', field: 'x', text: 'y' }];
    const newer = JSON.stringify({
      ...workspace,
      tabs: [tab('one'), { ...tab('two'), view: { ...everyRow, filters } }, tab('__proto__')],
      rowStyle: { density: 'wide', lines: 2 },
    });
    await writeFile(path, newer);
    const workspaces = await openWorkspaces(dataDir);
    const read = await workspaces.get(profileId);
    expect(read.workspace).toEqual({
      ...workspace,
      tabs: [tab('one')],
      activeTab: null,
      rowStyle: emptyWorkspace.rowStyle,
    });
    expect(read.notices).toMatchObject([{ code: 'workspace_damaged' }]);
    expect(await readFile(path, 'utf8')).toBe(newer);
    await workspaces.save(profileId, { before: read.workspace, workspace: emptyWorkspace });
    const aside = (await readdir(dirname(path))).filter((name) => name !== basename(path));
    expect(aside).toEqual([expect.stringMatching(/-damaged-[\dTZ-]+\.json$/)]);
    expect(await readFile(join(dirname(path), aside[0]!), 'utf8')).toBe(newer);
    const again = await (await openWorkspaces(dataDir)).get(profileId);
    expect(again).toEqual({ workspace: emptyWorkspace, notices: [] });
  });

  it.each(['{"tabs":[{"id"', '[]', '7'])('that is damaged is empty, and said: %s', async (text) => {
    await writeFile(path, text);
    const { workspace: read, notices } = await (await openWorkspaces(dataDir)).get(profileId);
    expect(read).toEqual(emptyWorkspace);
    expect(notices).toMatchObject([{ code: 'workspace_damaged' }]);
  });
});
