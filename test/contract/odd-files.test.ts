/** Files that are none, links that lead elsewhere, and files that are gone, as the next start meets them. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { fileLimits, readRegularFile } from '#main/core/store/file-port.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { mintRunId } from '#test/support/core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { expectReadable, queryFor, sharedTwoRuns } from '#test/support/two-runs.ts';

const newTwoRuns = sharedTwoRuns();

const pipe = (path: string): void => {
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
};
const endless = (path: string): void => {
  rmSync(path, { force: true });
  symlinkSync('/dev/zero', path);
};

it.each([
  ['pipes', pipe],
  ['links to what has no end', endless],
] as const)('[44] %s in place of files hold nothing up and are said', async (_, put) => {
  const { dataDir, harmed, other, start } = newTwoRuns();
  // A link among the folder's own names is refused (below).
  pipe(join(dataDir, 'settings.json'));
  pipe(join(dataDir, 'ledger.jsonl'));
  pipe(join(dataDir, 'codes.jsonl'));
  pipe(join(dataDir, 'failures.json'));
  put(harmed.log);
  mkdirSync(join(dataDir, 'requests'), { recursive: true });
  pipe(join(dataDir, 'requests', 'request-1.answer'));
  put(join(other.folder, 'meta.json'));
  put(join(other.folder, 'derived', 'summary.jsonl'));
  put(join(other.folder, 'derived', 'columns.duckdb'));
  put(join(other.folder, 'derived', 'columns.duckdb.wal'));
  const test = await start();
  const { notices } = await test.value('app.snapshot', {});
  const codes = notices.map(({ code }) => code);
  expect(codes).toEqual(
    expect.arrayContaining(['settings_refused', 'ledger_read_only', 'codes_read_only']),
  );
  expect(await test.value('request.list', {})).toEqual({ answers: [] });
  const { runs } = await test.value('history.list', {});
  const found = Object.fromEntries(runs.map((run) => [run.id, run]));
  expect(found[harmed.id]).toMatchObject({ condition: 'damaged' });
  expect(found[other.id]).toMatchObject({ condition: 'sound', metaDamaged: true });
  expect(await test.call('run.open', { runId: harmed.id })).toMatchObject({ ok: false });
  await expectReadable(test, other);
});

/** Files that are read whole, by what is said of one that is too long for its kind. */
const wholeFiles = (profileFile: string, other: string) => ({
  'settings.json': 'settings_damaged',
  'project.json': 'project_damaged',
  'projects.json': 'projects_damaged',
  'failures.json': 'failures_damaged',
  'secrets.json': null,
  [`workspaces/${profileFile}`]: 'workspace_damaged',
  [`service-profiles/${profileFile}`]: 'service_profile_damaged',
  'recipes/recipe-1.json': null,
  'recipes/runs/recipe-run-1.json': null,
  [`runs/${other}/meta.json`]: null,
});
/** Files that can be made again. */
const derivedFiles = ['summary.jsonl', 'columns.duckdb'];

it('[44] files of 1.2 GB are not read, are said, and stay as they are', async () => {
  const size = 1_200_000_000;
  const { dataDir, server, other, start } = newTwoRuns();
  const { origin } = new URL(server.address);
  const profileFile = `${createHash('sha256').update(origin).digest('hex').slice(0, 16)}.json`;
  const told = wholeFiles(profileFile, other.id);
  const put = (name: string): void => {
    const path = join(dataDir, ...name.split('/'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    truncateSync(path, size);
  };
  Object.keys(told).forEach(put);
  for (const name of derivedFiles) put(`runs/${other.id}/derived/${name}`);

  const test = await start();
  const snapshot = await test.value('app.snapshot', {});
  const codes = snapshot.notices.map(({ code }) => code);
  const details = await test.value('project.details', {});
  codes.push(...details.notices.map(({ code }) => code));
  expect(codes.toSorted()).toEqual(
    Object.values(told)
      .filter((code) => code !== null)
      .toSorted(),
  );
  expect(await test.value('recipe.list', {})).toEqual({
    recipes: [],
    runs: [],
    notices: [
      expect.stringMatching(/^1 saved recipe can’t be read/),
      expect.stringMatching(/^1 run of a recipe can’t be read/),
    ],
  });
  const { runs } = await test.value('history.list', {});
  expect(runs.find(({ id }) => id === other.id)?.metaDamaged).toBe(true);
  const opened = await test.value('run.open', { runId: other.id });
  expect(opened.run.notices.map(({ code }) => code)).toEqual(['meta_damaged']);
  await expectReadable(test, other);

  await test.value('preferences.save', { retries: 0 });
  await test.value('project.save', { ...details.details, title: 'Mine' });
  await test.value('workspace.save', { profileId: origin, workspace: emptyWorkspace });
  await test.value('history.describe', { runId: other.id, name: 'Mine' });
  await test.close();
  const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.includes('derived') && statSync(join(dataDir, name)).size === size,
  );
  const kept = left.map((name) => name.replace(/-damaged-[\dTZ-]+/, '').replaceAll(sep, '/'));
  expect(kept.toSorted()).toEqual(Object.keys(told).toSorted());
  expect(left.filter((name) => name.includes('-damaged-'))).toHaveLength(4);
});

it('[44] a file is read up to the limit of its kind, and not at all beyond it', () => {
  const path = join(testFolder(), 'some.json');
  writeFileSync(path, '');
  for (const most of Object.values(fileLimits)) {
    truncateSync(path, most + 1);
    expect(() => readRegularFile(path, most)).toThrow(
      `The file is larger than ${most / 1024 ** 2} MB, so it isn’t read.`,
    );
  }
  truncateSync(path, fileLimits.small);
  expect(readRegularFile(path, fileLimits.small)).toHaveLength(fileLimits.small);
});

it('[44] an answer or a ledger of hundreds of megabytes holds nothing up', async () => {
  const { dataDir, harmed, other, start } = newTwoRuns();
  mkdirSync(join(dataDir, 'requests'), { recursive: true });
  for (const path of [
    join(dataDir, 'requests', 'request-1.answer'),
    join(dataDir, 'ledger.jsonl'),
    harmed.log,
  ]) {
    writeFileSync(path, '');
    truncateSync(path, 300_000_000);
  }
  const test = await start();
  const { notices } = await test.value('app.snapshot', {});
  expect(notices.map(({ code }) => code)).toEqual(['ledger_damaged']);
  expect(await test.value('request.list', {})).toEqual({ answers: [] });
  expect(await test.call('run.open', { runId: harmed.id })).toMatchObject({ ok: false });
  await expectReadable(test, other);
  await test.close();
  const long = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(dataDir, name)).size > 100_000_000,
  );
  expect(long).toHaveLength(3);
});

it('[44] deleting a run never touches what links in its folder lead to, nor what the trash’s does', async () => {
  const { dataDir, harmed, start } = newTwoRuns();
  const outside = testFolder();
  const names = ['columns.duckdb', 'summary.jsonl', 'thesis.txt'];
  for (const name of names) writeFileSync(join(outside, name), 'mine');
  rmSync(join(harmed.folder, 'derived'), { recursive: true });
  for (const name of ['derived', 'bodies', 'more']) symlinkSync(outside, join(harmed.folder, name));
  symlinkSync(join(outside, 'thesis.txt'), join(harmed.folder, 'meta.json'));
  mkdirSync(join(outside, 'tmp'));

  for (const runIds of [[harmed.id], []]) {
    const test = await start();
    for (const runId of runIds) await test.value('run.open', { runId });
    for (const name of ['trash', 'tmp']) {
      if (runIds.length === 0) break;
      rmSync(join(dataDir, name), { recursive: true, force: true });
      symlinkSync(outside, join(dataDir, name));
    }
    if (runIds.length > 0) await test.value('history.remove', { runIds });
    await test.close();
    rmSync(join(dataDir, 'tmp'), { force: true, recursive: true });
  }
  expect(readdirSync(outside).toSorted()).toEqual([...names, 'tmp'].toSorted());
  for (const name of names) expect(readFileSync(join(outside, name), 'utf8'), name).toBe('mine');
  expect(readdirSync(join(dataDir, 'trash'))).toEqual([]);
});

it('[44] nothing is written through a link in a run’s folder, and no paid-for answer is lost', async () => {
  const { server, harmed, start } = newTwoRuns();
  const outside = testFolder();
  writeFileSync(join(outside, '7.bin'), 'mine');
  rmSync(join(harmed.folder, 'derived'), { recursive: true });
  symlinkSync(outside, join(harmed.folder, 'derived'));
  const test = await start({ answerLimits: { held: 20_000, kept: 100_000 } });
  await test.value('history.list', {});
  const runId = mintRunId();
  await test.value('run.start', { runId, query: queryFor('storm') });
  const folder = join(test.dataDir, 'runs', runId);
  symlinkSync(outside, join(folder, 'bodies'));
  const text = 'y'.repeat(30_000);
  server.fail({ kind: 'page', members: { results: [{ text }] } });
  await test.value('run.next', { runId });

  expect(readdirSync(outside)).toEqual(['7.bin']);
  expect(readdirSync(join(folder, 'bodies'))).toEqual(['8.bin']);
  expect(readFileSync(join(folder, 'bodies', '8.bin'), 'utf8')).toContain(text);
  expect(readlinkSync(join(folder, 'bodies-link'))).toBe(outside);
});

/** Files: a folder in their place isn't opened either. */
const openedFiles = [
  'settings.json',
  'project.json',
  'ledger.jsonl',
  'codes.jsonl',
  'failures.json',
  'social-data-explorer.lock',
];
const openedNames = [
  ...openedFiles,
  'runs',
  'workspaces',
  'service-profiles',
  'recipes',
  'requests',
  'trash',
  'tmp',
];
it.each([...openedNames, 'runs/run-linked-1', 'recipes/runs', 'tmp/exports', 'trash/run-linked-1'])(
  '[44] a link in place of %s keeps the folder from being opened, names it, and is not followed',
  async (name) => {
    const { dataDir, start } = newTwoRuns();
    const outside = testFolder();
    const elsewhere = join(outside, 'elsewhere');
    const path = join(dataDir, name);
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) renameSync(path, elsewhere);
    else mkdirSync(elsewhere);
    mkdirSync(join(outside, 'columns'));
    writeFileSync(join(outside, '.0123456789abcdef.part'), 'mine');
    symlinkSync(elsewhere, path);
    const before = treeOf(outside);
    await expect(start()).rejects.toMatchObject({
      problem: { code: 'invalid_input', title: expect.stringContaining(`“${name}”`) as unknown },
    });
    expect(treeOf(outside)).toEqual(before);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    // With the folder itself in its place, all is as before.
    rmSync(path);
    renameSync(elsewhere, path);
    if (!openedFiles.includes(name)) await start();
  },
);

it('[44] what becomes a link while the folder is open is neither written nor deleted', async () => {
  const { dataDir, harmed, other, start } = newTwoRuns();
  const before = await start();
  const { recipe } = await before.value('recipe.fromRun', { runId: other.id });
  await before.value('recipe.save', { id: 'recipe-kept-1', recipe });
  await before.close();
  const test = await start();
  await test.value('run.open', { runId: harmed.id });
  const outside = testFolder();
  const swap = (name: string): void => {
    const elsewhere = join(outside, name.replaceAll('/', '-'));
    renameSync(join(dataDir, name), elsewhere);
    symlinkSync(elsewhere, join(dataDir, name));
  };
  swap(`runs/${harmed.id}`);
  swap('recipes');
  const named = { runId: harmed.id, name: 'Mine' };
  const refusals = [
    // The run is open, and neither read nor continued behind the link.
    await test.call('run.open', { runId: harmed.id }),
    await test.call('rows.window', { runId: harmed.id, offset: 0, count: 5 }),
    await test.call('history.describe', named),
    await test.call('history.remove', { runIds: [harmed.id] }),
    await test.call('recipe.save', { id: 'recipe-kept-2', recipe }),
    await test.call('recipe.delete', { id: 'recipe-kept-1' }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  }
  expect((await test.value('history.list', {})).runs.map(({ id }) => id)).toEqual([other.id]);
  swap('runs');
  const moved = treeOf(outside);
  for (const call of [
    test.call('history.list', {}),
    test.call('history.remove', { runIds: [other.id] }),
    test.call('run.start', { runId: mintRunId(), query: queryFor('storm') }),
  ]) {
    expect(await call).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  }
  // Closing it saves nothing there either.
  await test.close();
  expect(treeOf(outside)).toEqual(moved);
});

/** Every file and folder below one, with what a file holds. */
function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, 'latin1') : 'no file'];
    }),
  );
}

it('[44] unfinished files of a process that was killed are gone after the next start', async () => {
  const { dataDir, harmed, start } = newTwoRuns();
  const folders = ['', 'workspaces', 'service-profiles', 'recipes', 'recipes/runs', 'requests'];
  const left = [...folders.map((name) => join(dataDir, name)), harmed.folder].map((folder) =>
    join(folder, '.0123456789abcdef.part'),
  );
  for (const path of left) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'half');
  }
  const test = await start();
  await test.value('run.open', { runId: harmed.id });
  expect(left.filter((path) => existsSync(path))).toEqual([]);
});

it('[44] a ledger that is gone is said once, and counting begins again', async () => {
  const { dataDir, start } = newTwoRuns();
  rmSync(join(dataDir, 'ledger.jsonl'));
  for (const codes of [['ledger_lost'], []]) {
    const test = await start();
    const { notices, calls } = await test.value('app.snapshot', {});
    expect(notices.map(({ code }) => code)).toEqual(codes);
    expect(calls).toEqual({ session: 0, total: 0 });
    await test.close();
  }
});
