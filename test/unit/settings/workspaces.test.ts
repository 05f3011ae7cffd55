/** Tabs, stars and layout over restarts: what can't be read is not lost, and costs nothing else. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import type { Tab, Workspace } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { openWorkspaces } from '#main/core/settings/workspaces.ts';
import { testFolder } from '#test/support/store/folder.ts';

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
  recent: ['microblog.posts.search'],
  rowStyle: { density: 'compact', lines: 2 },
};

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = testFolder();
  await (await openWorkspaces(dataDir)).save(profileId, workspace);
  const [name = ''] = await readdir(join(dataDir, 'workspaces'));
  path = join(dataDir, 'workspaces', name);
});

const files = () => readdir(join(dataDir, 'workspaces'));
const asideOf = async (): Promise<string> => {
  const name = (await files()).find((one) => /-damaged-[\dTZ-]+\.json$/.test(one)) ?? '';
  return readFile(join(dataDir, 'workspaces', name), 'utf8');
};

describe('a workspace', () => {
  it('is there after a restart', async () => {
    const read = await (await openWorkspaces(dataDir)).get(profileId);
    expect(read).toEqual({ workspace, notices: [] });
    expect(await (await openWorkspaces(dataDir)).get('https://other.test')).toEqual({
      workspace: emptyWorkspace,
      notices: [],
    });
  });

  it('of a newer version is read tab by tab and member by member, and kept before it is replaced', async () => {
    const newer = JSON.stringify({
      ...workspace,
      tabs: [
        tab('one'),
        {
          ...tab('two'),
          view: { ...everyRow, filters: [{ kind: 'matches', field: 'x', text: 'y' }] },
        },
      ],
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
    await workspaces.save(profileId, read.workspace);
    await workspaces.save(profileId, emptyWorkspace);
    expect(await files()).toHaveLength(2);
    expect(await asideOf()).toBe(newer);
    const again = await (await openWorkspaces(dataDir)).get(profileId);
    expect(again).toEqual({ workspace: emptyWorkspace, notices: [] });
  });

  it.each(['{"tabs":[{"id"', '', '[]', '7', '\u{FEFF}{}'])(
    'that is damaged is kept before it is replaced: %j',
    async (text) => {
      await writeFile(path, text);
      const workspaces = await openWorkspaces(dataDir);
      const read = await workspaces.get(profileId);
      expect(read.workspace).toEqual(emptyWorkspace);
      expect(read.notices).toMatchObject([{ code: 'workspace_damaged' }]);
      await workspaces.save(profileId, workspace);
      expect(await asideOf()).toBe(text);
      expect((await (await openWorkspaces(dataDir)).get(profileId)).workspace).toEqual(workspace);
    },
  );

  it('that the disk does not let be read is left as it is until the next start', async () => {
    const text = await readFile(path, 'utf8');
    await rm(path);
    // A folder with its name can't be read as a file, by nobody.
    await mkdir(path);
    const workspaces = await openWorkspaces(dataDir);
    expect(await workspaces.get(profileId)).toMatchObject({
      workspace: emptyWorkspace,
      notices: [{ code: 'workspace_refused' }],
    });
    await rm(path, { recursive: true });
    await writeFile(path, text);
    await expect(workspaces.save(profileId, emptyWorkspace)).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringContaining('until the next start'),
    });
    expect((await (await openWorkspaces(dataDir)).get(profileId)).workspace).toEqual(workspace);
  });
});
