/** Tabs, stars and layout over restarts: what can't be read is not lost, and costs nothing else. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import type { Tab, Workspace } from '#shared/contract/snapshot.ts';
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
});
const workspace: Workspace = {
  ...emptyWorkspace,
  tabs: [tab('one'), tab('two')],
  activeTab: 'two',
  starred: ['microblog.posts.search'],
  rowStyle: { density: 'compact', lines: 2 },
};

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = testFolder();
  await (await openWorkspaces(dataDir)).save(profileId, { workspace });
  const [name = ''] = await readdir(join(dataDir, 'workspaces'));
  path = join(dataDir, 'workspaces', name);
});

describe('a workspace', () => {
  it('is the window’s last one, whatever the order in which saves arrive; the next page waits for it', async () => {
    const workspaces = await openWorkspaces(dataDir);
    const turn = (number: number) => ({ window: 'one', number });
    const asked = workspaces.get(profileId, turn(2));
    await workspaces.save(profileId, {
      workspace: { ...workspace, activeTab: 'one' },
      turn: turn(2),
    });
    await workspaces.save(profileId, { workspace: { ...workspace, starred: [] }, turn: turn(1) });
    const last = { workspace: { ...workspace, activeTab: 'one' } };
    expect(await asked).toMatchObject(last);
    const again = await openWorkspaces(dataDir);
    expect(await again.get(profileId)).toEqual({ ...last, notices: [] });
    const none = { workspace: emptyWorkspace, notices: [] };
    expect(await again.get('https://other.test')).toEqual(none);
    await workspaces.save(profileId, { workspace, turn: { window: 'two', number: 1 } });
    expect(await workspaces.get(profileId)).toMatchObject({ workspace });
  });

  it('keeps the tabs that another window opened, and none that was closed', async () => {
    const workspaces = await openWorkspaces(dataDir);
    const save = (tabs: string[], closed: string[]) =>
      workspaces.save(profileId, { workspace: { ...workspace, tabs: tabs.map(tab) }, closed });
    await save(['one', 'two', 'of the other'], []);
    await save(['one', 'three'], ['two']);
    const { workspace: both } = await (await openWorkspaces(dataDir)).get(profileId);
    expect(both.tabs.map(({ id }) => id)).toEqual(['one', 'three', 'of the other']);
  });

  it('of a newer version is read tab by tab and member by member, and kept before it is replaced', async () => {
    const filters = [{ kind: 'matches', field: 'x', text: 'y' }];
    const newer = JSON.stringify({
      ...workspace,
      tabs: [tab('one'), { ...tab('two'), view: { ...everyRow, filters } }],
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
    await workspaces.save(profileId, { workspace: read.workspace });
    await workspaces.save(profileId, { workspace: emptyWorkspace, closed: ['one'] });
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
