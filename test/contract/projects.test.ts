/**
 * Several projects in one program: what belongs to one never reaches another, the keys are the
 * computer's, and a folder from somebody else can't make use of them.
 */
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import { emptyWorkspace, defaultPreferences } from '#shared/contract/snapshot.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { mintRunId, paperKeychain, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import {
  ask,
  begin,
  eachTestHasServer,
  everything,
  next,
  rowsOf,
  search,
  server,
  test,
} from '#test/support/run-core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

eachTestHasServer();

/** The service chosen by the person, whose key is in the environment. */
const onServer = (options: TestCoreOptions = {}): TestCoreOptions => ({
  serviceAddress: undefined,
  settings: { service: { kind: 'address', address: server.address } },
  secrets: paperKeychain(),
  ...options,
});
beforeEach(() => begin(onServer()));

const list = async () => (await test.value('project.list', {})).projects;
const titled = async (title: string) => {
  const found = (await list()).find((one) => one.title === title);
  if (found === undefined) throw new Error(`no project ${title}`);
  return found;
};
const create = (title: string) => test.value('project.create', { title });
const open = (input: Partial<MethodInput<'project.open'>>) =>
  test.call('project.open', { id: null, ...input });
const refusal = async (input: Partial<MethodInput<'project.open'>>): Promise<string> => {
  const answer = await open(input);
  return answer.ok ? answer.value.kind : `${answer.error.code}: ${answer.error.title}`;
};
const home = async (): Promise<string> =>
  (await list()).find(({ folder }) => folder === 'data')?.id ?? '';

/** What a window shows of the open project. */
async function shown() {
  const { workspace, calls, credential, project } = await test.value('app.snapshot', {});
  const { runs } = await test.value('history.list', {});
  const { fingerprint } = await test.value('pseudonyms.status', {});
  const { details } = await test.value('project.details', {});
  return {
    tabs: workspace.tabs.map(({ id }) => id),
    calls: calls.total,
    key: credential?.lastFour,
    runs: runs.map(({ id }) => id),
    title: details.title,
    project,
    fingerprint,
  };
}

async function saveTab(id: string, runId: string, opening: string): Promise<void> {
  const tabs: Tab[] = [{ id, query: search, runId, collapsed: false, view: everyRow }];
  const workspace = { ...emptyWorkspace, tabs, activeTab: id };
  const profileId = new URL(server.address).origin;
  await test.value('workspace.save', { profileId, workspace, opening });
}

describe('what belongs to one project', () => {
  it('stays apart: runs, tabs, calls and the day’s limit, pseudonyms, details; keys do not', async () => {
    await test.core.close();
    await begin(onServer({ accessKey: undefined }));
    await test.value('credential.add', { value: server.accessKey, as: 'key', keep: 'session' });
    await test.value('preferences.save', {
      ...defaultPreferences,
      ceilings: { run: null, day: 2 },
    });
    const first = await ask();
    const { project } = await test.value('app.snapshot', {});
    expect(project).toMatchObject({ title: '', hasOthers: false });
    await saveTab('first', first.id, project.opening);
    await test.value('pseudonyms.useSecret', { secret: 'A'.repeat(43) });
    const before = await shown();
    expect(before).toMatchObject({ tabs: ['first'], calls: 1, runs: [first.id] });

    expect(await create('Second wave')).toEqual({ kind: 'opened' });
    expect(test.events.at(-1)).toEqual({ kind: 'project.opened' });
    const empty = await shown();
    expect(empty).toMatchObject({ tabs: [], calls: 0, runs: [], title: 'Second wave' });
    expect(empty).toMatchObject({ key: before.key, fingerprint: null });
    expect(empty.project).toMatchObject({ title: 'Second wave', hasOthers: true });
    // A window that was drawn from the first project saves nothing into the second.
    await saveTab('late', first.id, project.opening);
    expect((await shown()).tabs).toEqual([]);
    // The limit of two calls a day begins again: one was made in the first project.
    const state = { kind: 'limit', reason: 'dayCeiling' };
    expect(await ask(everything)).toMatchObject({ calls: 2, state });

    expect(await open({ id: await home() })).toMatchObject({ value: { kind: 'opened' } });
    expect({ ...(await shown()), project: 0 }).toEqual({ ...before, project: 0 });
    expect(await rowsOf(first)).toHaveLength(first.rowCount);
    const known = (await list()).map((one) => `${one.title}: ${one.state}`);
    expect(known).toEqual([': open', 'Second wave: closed']);
  });

  it('its preferences are named to the host: once it is open, and when they were saved', async () => {
    await test.core.close();
    const named: string[] = [];
    const preferencesInUse: TestCoreOptions['preferencesInUse'] = ({ theme }) => named.push(theme);
    await begin(onServer({ preferencesInUse }));
    const save = (theme: 'light' | 'dark') =>
      test.call('preferences.save', { ...defaultPreferences, theme });
    await save('dark');
    await create('Other');
    await save('light');
    await open({ id: await home() });
    expect(named).toEqual(['system', 'dark', 'dark', 'light', 'dark']);
    // What the disk refused doesn't apply.
    const settings = join(test.dataDir, 'settings.json');
    await rm(settings);
    await mkdir(join(settings, 'taken'), { recursive: true });
    expect(await save('light')).toMatchObject({ ok: false });
    expect(named).toHaveLength(5);
  });

  it('is asked about before something that runs is stopped; what was collected is kept', async () => {
    await create('Other');
    await open({ id: await home() });
    server.fail({ kind: 'hang' }, 1);
    const runId = mintRunId();
    void test.call('run.start', { runId, query: search });
    await vi.waitFor(() => expect(server.requests.at(-1)?.path).toMatch(/live/));
    const { id } = await titled('Other');
    const stops = 'A question is being answered. That will stop. What you have is kept.';
    expect(await open({ id })).toMatchObject({ value: { kind: 'ask', service: null, stops } });
    expect(await test.value('project.create', { title: 'Third' })).toEqual({ kind: 'ask', stops });
    expect(await test.call('project.copy', { title: 'Copy' })).toMatchObject({
      error: { title: 'A project can’t be copied while something is running in it.' },
    });
    expect(await open({ id, stops: true })).toMatchObject({ value: { kind: 'opened' } });
    expect(await shown()).toMatchObject({ runs: [], calls: 0 });
    // Nothing runs here, so nothing is asked.
    expect(await open({ id: await home() })).toMatchObject({ value: { kind: 'opened' } });
    const { run } = await test.value('run.open', { runId });
    expect([run.state.kind, run.calls]).toEqual(['interrupted', 1]);
  });

  it('is its service, which it asks whatever was given at the start for the one open then', async () => {
    const own = await startSecondServer();
    onTestFinished(() => own.close());
    const chosen = (address: string) => ({ service: { kind: 'address', address } as const });
    const settings = chosen('https://chosen-before.test');
    await test.core.close();
    await begin(onServer({ serviceAddress: server.address, settings }));
    const asked = async () => (await test.value('app.snapshot', {})).profile?.address;
    const opened = { value: { kind: 'opened' } };
    await gift({ 'project.json': { v: 1, title: 'Own' }, 'settings.json': chosen(own.address) });
    await gift({ 'project.json': { v: 1, title: 'None' } }, 'None');
    expect(await asked()).toBe(server.address);
    const { id } = await titled('Own');
    expect(await open({ id, address: own.address })).toMatchObject(opened);
    expect(await asked()).toBe(own.address);
    expect(await open({ id: (await titled('None')).id })).toMatchObject(opened);
    expect(await asked()).toBe(server.address);
    expect(await open({ id: await home() })).toMatchObject(opened);
    expect(await asked()).toBe(server.address);
    // A new one goes on with the service that is in use, and so it does later.
    expect(await create('New')).toEqual({ kind: 'opened' });
    expect(await open({ id: await home() })).toMatchObject(opened);
    expect(await open({ id: (await titled('New')).id })).toMatchObject(opened);
    expect(await asked()).toBe(server.address);
    // What is chosen now outlives a switch, too.
    expect(await open({ id: await home() })).toMatchObject(opened);
    await test.value('service.choose', settings.service);
    expect(await open({ id })).toMatchObject(opened);
    expect(await open({ id: await home() })).toMatchObject(opened);
    expect(await asked()).toBe(settings.service.address);
  });

  it('is there at the next start, with the project that was open last where the host wants that', async () => {
    await create('Second wave');
    const options = onServer({ dataDir: test.dataDir, reopensLast: true });
    delete options.settings;
    await test.core.close();
    await begin(options);
    expect((await shown()).title).toBe('Second wave');
    const folder = (await readdir(`${test.dataDir}-projects`))[0] ?? '';
    await test.core.close();
    await rename(join(`${test.dataDir}-projects`, folder), join(testFolder(), 'gone'));
    await begin(options);
    const { notices } = await test.value('app.snapshot', {});
    expect(notices.map(({ message }) => message)).toEqual([
      'The project “Second wave” could not be opened, so this one is open. This project’s folder can’t be found or read.',
    ]);
    // The environment's key is bound to the service of the project that did open.
    expect((await shown()).key).toBe(server.accessKey.slice(-4));
    const missing = await titled('Second wave');
    expect(missing.state).toBe('missing');
    await test.value('project.forget', { id: missing.id });
    expect(await list()).toHaveLength(1);
  });
});

it('of hundreds of projects as many are listed as are quickly read, and the cut is said', async () => {
  const { folder: parent } = await test.value('project.list', {});
  await test.core.close();
  const names = Array.from({ length: 260 }, (_, n) => `p${String(n).padStart(4, '0')}`);
  for (const name of names) {
    await mkdir(join(parent, name), { recursive: true });
    await writeFile(join(parent, name, 'project.json'), JSON.stringify({ title: name }));
  }
  const known = names.map((name) => ({
    path: join(parent, '..', name),
    title: `gone ${name}`,
    openedAt: null,
    address: null,
  }));
  await writeFile(join(test.dataDir, 'projects.json'), JSON.stringify({ known }));
  await begin(onServer({ dataDir: test.dataDir }));
  const { projects, isCut } = await test.value('project.list', {});
  expect([projects.length, isCut]).toEqual([1 + 50 + 200, true]);
  expect(projects.filter(({ state }) => state === 'closed').map(({ title }) => title)).toEqual(
    names.slice(0, 200),
  );
  const last = projects.findLast(({ state }) => state === 'closed')!;
  expect((await test.value('project.open', { id: last.id })).kind).toBe('opened');
});

/** A folder as somebody else would hand it over, beside the others. */
async function gift(content: Record<string, unknown>, name = 'Gift'): Promise<string> {
  const folder = join(`${test.dataDir}-projects`, name);
  await mkdir(join(folder, 'runs'), { recursive: true });
  for (const [file, value] of Object.entries(content)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), JSON.stringify(value));
  }
  return folder;
}

describe('a folder that can’t be opened leaves the open project as it is', () => {
  it('one that is open elsewhere, is no project, is of a newer version, or is gone', async () => {
    const run = await ask();
    const newer = await gift({ 'project.json': { v: 2, title: 'Newer' } }, 'Newer');
    const other = await gift({ 'project.json': { v: 1, title: 'Other' } }, 'Other');
    expect((await titled('Newer')).state).toBe('newer');
    const [{ id: newerId }, { id }] = [await titled('Newer'), await titled('Other')];
    expect(await refusal({ id: newerId })).toBe(
      'invalid_input: A newer version of Social Data Explorer made this project.',
    );
    expect(await readdir(newer)).toEqual(['project.json', 'runs']);
    const elsewhere = await startTestCore({ dataDir: other });
    expect(await refusal({ id })).toBe(
      'in_use: This project is open in another window of Social Data Explorer.',
    );
    await elsewhere.close();
    await rm(other, { recursive: true });
    expect(await refusal({ id })).toBe('invalid_input: This project is no longer in the list.');
    await mkdir(other);
    expect((await list()).map(({ title }) => title)).toEqual(['', 'Newer']);
    // Without a dialog of the system there is nothing to choose.
    expect(await refusal({})).toBe('cancelled');
    expect((await shown()).runs).toEqual([run.id]);
    expect(test.events).not.toContainEqual({ kind: 'project.opened' });
    await expect(startTestCore({ dataDir: test.dataDir })).rejects.toMatchObject({
      code: 'in_use',
    });
  });

  it('a folder that the person chose: empty ones, ones with other things, ones inside the project', async () => {
    const chosen = testFolder();
    let answer: string | null = null;
    await test.core.close();
    await begin(onServer({ chooseProjectFolder: async () => answer }));
    expect(await create('A')).toEqual({ kind: 'cancelled' });
    answer = chosen;
    await writeFile(join(chosen, 'letter.txt'), 'mine');
    const occupied = { ok: false, error: { title: 'This folder isn’t empty.' } };
    expect(await test.call('project.create', { title: 'A' })).toMatchObject(occupied);
    expect(await test.call('project.copy', { title: 'A' })).toMatchObject(occupied);
    expect(await refusal({})).toBe('invalid_input: This folder isn’t a project.');
    answer = join(test.dataDir, 'runs');
    expect(await test.call('project.create', { title: 'A' })).toMatchObject({
      error: { title: expect.stringContaining('its own files in this folder') as unknown },
    });
    expect(await readdir(chosen)).toEqual(['letter.txt']);
    answer = join(chosen, 'new');
    expect(await create('A')).toEqual({ kind: 'opened' });
    expect(await readdir(answer)).toContain('project.json');
  });
});

describe('[22] a folder from somebody else', () => {
  it('is opened only once the person agreed to whom it asks, and gets no key of another address', async () => {
    const evil = await startSecondServer({ accessKey: 'nobody-has-this-one' });
    onTestFinished(() => evil.close());
    await test.value('credential.add', { value: 'my-stored-key-0123456789', as: 'key' });
    await test.value('pseudonyms.useSecret', { secret: 'A'.repeat(43) });
    const ceilings = { run: null, day: null };
    const preferences = { ...defaultPreferences, loadsMedia: true, ceilings };
    const folder = await gift({
      'project.json': { v: 1, title: 'Gift' },
      'settings.json': { service: { kind: 'address', address: evil.address }, preferences },
      // What it says its secrets and its list of projects are counts for nothing.
      'projects.json': { known: [{ path: '/', title: '', openedAt: null, address: evil.address }] },
      'runs/one/derived/columns.duckdb': {},
    });
    // What their export left beside its target is for them to delete.
    const part = join(testFolder(), '.0123456789abcdef.part');
    await writeFile(part, 'mine');
    await mkdir(join(folder, 'tmp', 'exports', 'one'), { recursive: true });
    await writeFile(join(folder, 'tmp', 'exports', 'one', 'part.txt'), part);
    const { id } = await titled('Gift');
    const asked = { kind: 'ask', service: { address: evil.address, hasKey: false }, title: 'Gift' };
    expect(await open({ id })).toMatchObject({ value: asked });
    expect(await open({ id, address: server.address })).toMatchObject({ value: asked });
    expect(evil.requests).toEqual([]);
    expect(await readdir(folder)).not.toContain('social-data-explorer.lock');

    expect(await open({ id, address: evil.address })).toMatchObject({ value: { kind: 'opened' } });
    const { preferences: used, credentials } = await test.value('app.snapshot', {});
    expect([used, credentials]).toEqual([defaultPreferences, []]);
    expect(await test.value('pseudonyms.status', {})).toMatchObject({ present: false });
    expect(await readdir(join(folder, 'runs', 'one'))).toEqual([]);
    expect(await readFile(part, 'utf8')).toBe('mine');
    const asking = await test.call('run.start', { runId: mintRunId(), query: search });
    expect(asking).toMatchObject({ ok: false, error: { code: 'no_credential' } });
    for (const page of ['status', 'health'] as const) await test.call('service.read', { page });
    expect(evil.requests.length).toBeGreaterThan(0);
    const sent = evil.requests.filter(({ authorization }) => authorization !== undefined);
    expect(sent).toEqual([]);
    // The keys are there again where they belong, and the address is agreed to from now on.
    expect(await open({ id: await home() })).toMatchObject({ value: { kind: 'opened' } });
    expect((await test.value('app.snapshot', {})).credentials).toHaveLength(2);
    expect(await open({ id })).toMatchObject({ value: { kind: 'opened' } });
  });

  it('is asked about again when its address changed, though only its path did', async () => {
    const { address } = server;
    const folder = await gift({ 'settings.json': { service: { kind: 'address', address } } });
    const id = (await list()).find((one) => one.folder === 'Gift')?.id ?? '';
    expect(await open({ id })).toMatchObject({ value: { service: { address, hasKey: true } } });
    await open({ id, address });
    await open({ id: await home() });
    const elsewhere = `${address}/collector`;
    const service = { kind: 'address', address: elsewhere };
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ service }));
    expect(await open({ id })).toMatchObject({
      value: { kind: 'ask', service: { address: elsewhere, hasKey: true } },
    });
  });

  it('is not opened at the next start either, nor does it get the environment’s key', async () => {
    const evil = await startSecondServer({ accessKey: server.accessKey });
    onTestFinished(() => evil.close());
    const { address } = server;
    const chosen = (to: string) => ({ service: { kind: 'address', address: to } });
    const folder = await gift({ 'project.json': { v: 1, title: 'Gift' } });
    await gift({ 'settings.json': chosen(address) });
    const { id } = await titled('Gift');
    expect(await open({ id, address })).toMatchObject({ value: { kind: 'opened' } });
    const options = onServer({ dataDir: test.dataDir, reopensLast: true });
    delete options.settings;
    await test.core.close();
    await writeFile(join(folder, 'settings.json'), JSON.stringify(chosen(evil.address)));
    await begin(options);
    const { notices, profile, credential } = await test.value('app.snapshot', {});
    expect([profile?.address, credential?.source]).toEqual([address, 'environment']);
    expect(notices.map(({ message }) => message)).toEqual([
      'The project “Gift” could not be opened, so this one is open. The address of its service has changed: open it again to see which one it has now.',
    ]);
    const asked = { kind: 'ask', service: { address: evil.address, hasKey: false } };
    expect(await open({ id })).toMatchObject({ value: asked });
    expect(await open({ id, address: evil.address })).toMatchObject({ value: { kind: 'opened' } });
    expect((await shown()).key).toBeUndefined();
    expect(evil.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    // Agreed to, it is opened as before.
    await test.core.close();
    await begin(options);
    expect((await shown()).title).toBe('Gift');
  });

  it('isn’t opened when links in it lead elsewhere: nothing is written there', async () => {
    const mine = join(testFolder(), 'mine.json');
    await writeFile(mine, '{"mine":true}');
    const names = ['settings.json', 'workspaces', 'runs/one', 'recipes/runs', 'runs/one/own.txt'];
    for (const name of [...names, 'social-data-explorer.lock']) {
      const folder = await gift({ 'project.json': { v: 1, title: name } });
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await symlink(mine, join(folder, name));
      expect(await refusal({ id: (await titled(name)).id })).toMatch(/in its folder is a link/);
      await rm(folder, { recursive: true });
    }
    expect(await readFile(mine, 'utf8')).toBe('{"mine":true}');
  });
});

describe('[22] a folder that is known', () => {
  it('isn’t opened once something in it is a link, now or at the next start', async () => {
    expect(await create('Second wave')).toEqual({ kind: 'opened' });
    const run = await ask();
    const folder = join(`${test.dataDir}-projects`, 'Second wave');
    await open({ id: await home() });
    const outside = testFolder();
    await rename(join(folder, 'runs'), join(outside, 'runs'));
    await symlink(join(outside, 'runs'), join(folder, 'runs'));
    const before = await filesOf(outside);
    const { id } = await titled('Second wave');
    expect(await refusal({ id })).toMatch(/“runs” in its folder is a link/);
    expect((await shown()).title).toBe('');
    await rm(join(folder, 'runs'));
    await rename(join(outside, 'runs'), join(folder, 'runs'));
    expect(await open({ id })).toMatchObject({ value: { kind: 'opened' } });
    expect((await shown()).runs).toEqual([run.id]);

    const options = onServer({ dataDir: test.dataDir, reopensLast: true });
    delete options.settings;
    await test.core.close();
    await rename(join(folder, 'runs'), join(outside, 'runs'));
    await symlink(join(outside, 'runs'), join(folder, 'runs'));
    await begin(options);
    const { notices } = await test.value('app.snapshot', {});
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/“Second wave” could not be opened.*“runs” in its folder is a link/),
    ]);
    expect(await filesOf(outside)).toEqual(before);
  });
});

/** Every file below a folder, without what comes and goes. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

type Copied = Extract<MethodOutput<'project.copy'>, { kind: 'copied' }>;

describe('a saved copy', () => {
  it('can be made while nothing runs, even of a run that leaving would end', async () => {
    const undated = { ...search, endpointId: 'photoshare.posts.search' };
    const run = await ask({ pages: 2, rows: null }, undated);
    server.fail({ kind: 'status', status: 402 });
    expect((await next(run, everything)).state.kind).toBe('outOfCredits');
    const stops = expect.stringMatching(/^This run can’t be continued later/);
    expect(await test.value('project.create', { title: 'Other' })).toEqual({ kind: 'ask', stops });
    const copied = { ok: true, value: { kind: 'copied' } };
    expect(await test.call('project.copy', { title: 'Copy' })).toMatchObject(copied);
    // What is deleted is lost to nobody.
    await test.value('history.remove', { runIds: [run.id] });
    expect(await create('Other')).toEqual({ kind: 'opened' });
  });

  it('is the project without keys, deleted runs or links, and opens like it', async () => {
    const [kept, deleted] = [await ask(), await ask()];
    const { recipe } = await test.value('recipe.fromRun', { runId: kept.id });
    await test.value('recipe.save', { id: 'recipe-of-copy', recipe });
    await mkdir(join(test.dataDir, 'recipes', 'runs'));
    await writeFile(join(test.dataDir, 'recipes', 'runs', 'unfinished.json'), '{}');
    await test.value('history.remove', { runIds: [deleted.id] });
    await test.value('project.save', { title: 'Flood', creators: [], licence: null, note: 'One' });
    await writeFile(join(test.dataDir, 'secrets.json'), '{"v":1}');
    await symlink('/etc/hostname', join(test.dataDir, 'runs', kept.id, 'link'));
    const copied = (await test.value('project.copy', { title: 'Flood: “copy”' })) as Copied;
    const folder = join(`${test.dataDir}-projects`, 'Flood copy');
    expect(copied).toMatchObject({ kind: 'copied', folder, leftOut: 1 });
    const run = `runs/${kept.id}`;
    const copies = await filesOf(folder);
    const wanted = ['ledger.jsonl', 'project.json', `${run}/pages.jsonl`, 'settings.json'];
    const recipes = ['recipes/recipe-of-copy.json', 'recipes/runs/unfinished.json'];
    expect(copies).toEqual(expect.arrayContaining([...wanted, ...recipes]));
    const names = copies.join(' ');
    expect(names).not.toMatch(/secret|derived|lock|trash|tmp|failures|projects\.json/);
    expect(names).not.toContain(deleted.id);

    expect(await open({ id: copied.id })).toMatchObject({ value: { kind: 'opened' } });
    const { runs, calls, title } = await shown();
    expect({ runs, calls, title }).toEqual({ runs: [kept.id], calls: 2, title: 'Flood: “copy”' });
    expect(await rowsOf(kept)).toHaveLength(kept.rowCount);
    expect((await test.value('recipe.list', {})).recipes).toMatchObject([{ recipe }]);
  });

  const kills = count(4, 30);
  it(`killed at ${kills} random moments leaves a whole copy or none, and the source as it was`, async () => {
    const program = await bundleProgram(
      new URL('../support/kill/copy-project.ts', import.meta.url),
    );
    await ask(everything);
    const { dataDir } = test;
    await test.core.close();
    const some = join(dataDir, 'requests');
    await mkdir(some, { recursive: true });
    for (let n = 0; n < 200; n++) await writeFile(join(some, `${n}.answer`), 'x'.repeat(10_000));
    const source = (await filesOf(dataDir))
      .filter((name) => /^(?:runs|requests|ledger)/.test(name))
      .filter((name) => !name.includes('/derived/'));
    const parent = `${dataDir}-projects`;
    let unfinished = 0;
    for (let kill = 0; kill < kills; kill++) {
      const child = startChild(program, [dataDir, columnsWorker().href]);
      await child.printed(1);
      await vi.waitUntil(async () => (await readdir(parent).catch(() => [])).length > 0, {
        interval: 1,
      });
      await sleep(Math.random() * 60);
      await child.kill();
      const names = await readdir(parent).catch(() => []);
      unfinished += names.filter((name) => name.startsWith('.')).length;
      for (const name of names.filter((one) => !one.startsWith('.'))) {
        const copies = await filesOf(join(parent, name));
        expect(copies).toEqual(expect.arrayContaining(source));
      }
      const again: TestCore = await startTestCore({ dataDir });
      // What was not finished is gone with the next start.
      const left = await readdir(parent).catch(() => []);
      expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
      expect((await again.value('history.list', {})).runs).toHaveLength(1);
      await again.close();
      await rm(parent, { recursive: true, force: true });
    }
    expect(unfinished).toBeGreaterThan(0);
  });
});
