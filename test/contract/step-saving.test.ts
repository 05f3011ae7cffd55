/**
 * What is saved as a step of a recipe ends: pictures and videos while their links work, rows in a dataset. It makes
 * no calls; stopped, killed or closed, it goes on with what isn't there; and where nobody chose it, nobody is asked.
 */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { RecipeRun, Saving, StepRecipe } from '#shared/contract/recipe.ts';
import { question, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import type { SavingOptions, ToldSaving } from '#test/support/kill/step-saving.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';

let service: TestSampleService;
let dataDir: string;
/** The folder that the person chooses; null: none. */
let folder: string | null;
let timesAsked: number;

beforeEach(async () => {
  // What it invents depends on the time.
  const at = Date.now();
  service = await startTestSample({ now: () => at });
  onTestFinished(() => service.close());
  dataDir = testFolder();
  folder = testFolder();
  timesAsked = 0;
});

async function begin(options: TestCoreOptions = {}): Promise<TestCore> {
  const { address, accessKey, sessionToken } = service;
  const core = await startTestCore({
    dataDir,
    sample: true,
    sampleService: async () => ({ address, accessKey, sessionToken }),
    chooseSaveTarget: async () => {
      timesAsked += 1;
      if (folder === null) return null;
      return { path: folder, finish: async () => ({ name: 'folder', download: null }) };
    },
    ...options,
  });
  onTestFinished(() => core.close());
  return core;
}

const paths = (): string[] => service.requests().map(({ path }) => path);
/** Files that were asked for. */
const files = (): string[] => paths().filter((path) => path.startsWith('/media/'));
const calls = (): string[] => paths().filter((path) => path.startsWith('/api/data/'));

/** What was asked for before the first call of the second step, whose rows may link to the same. */
const beforeStep2 = (): string[] => {
  const first = paths().findIndex((path) => path.startsWith('/api/data/photoshare/posts/users'));
  return first === -1 ? [] : paths().slice(0, first);
};

/** Posts, then more by three of those who wrote them. */
const recipe: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Pictures of the sea',
  service: { profileId: 'x', address: 'x' },
  steps: [
    {
      query: question('photoshare.posts.search', { q: 'sea' }),
      asks: [],
      list: null,
      pages: 1,
      pause: false,
    },
    {
      query: question('photoshare.posts.by-user', {}),
      asks: [],
      list: { field: 'username', key: 'identifier', atMost: 3 },
      pages: 1,
      pause: false,
    },
  ],
};

const id = 'recipe-of-pictures';
const all: Saving = { media: true, dataset: true };
const start = (core: TestCore, saving: Saving = all) =>
  core.value('recipe.start', { id, recipe, maxCalls: 20, saving });

const runOf = async (core: TestCore): Promise<RecipeRun> =>
  (await core.value('recipe.list', {})).runs[0]!;

async function ended(core: TestCore): Promise<RecipeRun> {
  return vi.waitFor(
    async () => {
      const run = await runOf(core);
      if (run.state === 'running') throw new Error('It is at work.');
      return run;
    },
    { interval: 5, timeout: 60_000 },
  );
}

/** Every line of a step's list, of which each file that it names is there, whole. */
async function linesOf(step: number): Promise<Record<string, string>[]> {
  const at = join(folder!, 'media', `step-${step}`);
  const lines: Record<string, string>[] = parse(await readFile(join(at, 'media.csv')), {
    bom: true,
    columns: true,
  });
  for (const { status, file = '', sha256 } of lines) {
    if (status !== 'saved') continue;
    const hash = createHash('sha256').update(await readFile(join(at, file)));
    expect(hash.digest('hex')).toBe(sha256);
  }
  return lines;
}

const statuses = (lines: Record<string, string>[]) =>
  lines.map(({ link, status }) => ({ link, status }));
/** The request that a link leads to. */
const pathOf = ({ link = '' }: Record<string, string>): string => `/media${new URL(link).pathname}`;
/** Those that led to a file. */
const savedOf = (lines: Record<string, string>[]): string[] =>
  lines.filter(({ status }) => status === 'saved').map(pathOf);
const timesOf = (path: string): number => files().filter((one) => one === path).length;

it('as each step ends its pictures are saved, before the next one asks, and its rows added; no call more', async () => {
  const core = await begin();
  await start(core);
  const run = await ended(core);
  expect(run).toMatchObject({ state: 'done', why: null, calls: 4 });
  expect(calls()).toHaveLength(4);
  expect(timesAsked).toBe(1);
  const lines = await linesOf(1);
  expect(savedOf(lines).length).toBeGreaterThan(10);
  // Those of the first step while its links are fresh: before the second step's first call.
  expect(beforeStep2()).toEqual(expect.arrayContaining(lines.map(pathOf)));
  const lost = lines.filter(({ status }) => status !== 'saved').length;
  expect(run.steps[0]?.saved).toEqual([
    `${run.steps[0]?.rows} rows added to the dataset.`,
    `Pictures and videos of ${lines.length - lost} links saved.`,
    ...(lost === 0
      ? []
      : [expect.stringMatching(`^${lost} of ${lines.length} links led to no file: `)]),
  ]);
  expect((await readdir(join(folder!, '_complete'))).toSorted()).toEqual(
    run.steps.map(({ runId }) => `${runId}.json`),
  );
  expect(core.reported).toEqual([]);
});

it('where nobody chose it, and where no folder is chosen, nobody is asked', async () => {
  const core = await begin();
  folder = null;
  await expect(start(core)).rejects.toThrow(/No folder was chosen/);
  expect((await core.value('recipe.list', {})).runs).toEqual([]);
  expect(paths()).toEqual([]);
  await start(core, { media: false, dataset: false });
  expect(await ended(core)).toMatchObject({ state: 'done', saving: null });
  expect(files()).toEqual([]);
  expect(timesAsked).toBe(1);
});

it('stopped while it saves, it says so; after a restart it fetches only what isn’t there, and makes no call', async () => {
  let held: Promise<void> | null = null;
  let release = (): void => undefined;
  const core = await begin({
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.startsWith('/media/') && files().length >= 5) {
        held ??= new Promise((resolve) => (release = resolve));
        await Promise.race([
          held,
          new Promise((_, reject) => init?.signal?.addEventListener('abort', reject)),
        ]);
      }
      return fetch(input, init);
    },
  });
  await start(core);
  await vi.waitFor(() => expect(held).not.toBeNull(), 20_000);
  expect(await runOf(core)).toMatchObject({ state: 'running', steps: [{ saved: [] }, {}] });
  // A link that never answers doesn’t hold it up.
  const stopped = await Promise.race([core.value('recipe.stop', { id }), sleep(10_000, null)]);
  release();
  expect(stopped).toMatchObject({ state: 'stopped', steps: [{ state: 'stopped' }, {}] });
  expect(stopped?.why).toContain('Choose Continue to save the rest, which makes no calls.');
  expect(calls()).toHaveLength(1);
  await core.close();
  const notes = await readFile(join(folder!, 'media', 'step-1', '.media.jsonl'), 'utf8');
  const noted: Record<string, string>[] = notes
    .split('\n')
    .slice(1)
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const whole = savedOf(noted);
  expect(whole.length).toBeGreaterThan(0);

  const again = await begin();
  // It needs none.
  await again.value('recipe.continue', { id, maxCalls: 1 });
  expect(await ended(again)).toMatchObject({ calls: 1, steps: [{ state: 'done' }, { rows: 0 }] });
  await again.value('recipe.continue', { id, maxCalls: 20 });
  expect(await ended(again)).toMatchObject({ state: 'done', calls: 4 });
  expect(calls()).toHaveLength(4);
  expect(timesAsked).toBe(1);
  const saved = savedOf(await linesOf(1));
  expect(saved).toEqual(expect.arrayContaining(whole));
  expect(saved.length).toBeGreaterThan(whole.length);
  const asked = beforeStep2();
  for (const path of whole) expect(asked.filter((one) => one === path)).toHaveLength(1);
});

it('stopped while another recipe saves into the same folder, it doesn’t wait for that one', async () => {
  let isHeld = false;
  const core = await begin({
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (!pathname.startsWith('/media/')) return fetch(input, init);
      isHeld = true;
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', reject));
    },
  });
  await start(core, { media: true, dataset: false });
  await vi.waitFor(() => expect(isHeld).toBe(true), 20_000);
  const other = 'recipe-of-more-pictures';
  const saving = { media: true, dataset: false };
  await core.value('recipe.start', { id: other, recipe, maxCalls: 20, saving });
  await vi.waitFor(async () => {
    const { runs } = await core.value('recipe.list', {});
    expect(runs.find((run) => run.id === other)?.steps[0]?.saved).toEqual([]);
  }, 20_000);
  const stop = core.value('recipe.stop', { id: other });
  expect(await Promise.race([stop, sleep(3000, null)])).toMatchObject({ state: 'stopped' });
});

it('its limit of calls is reached: what it got is saved all the same', async () => {
  const core = await begin();
  await core.value('recipe.start', { id, recipe, maxCalls: 2, saving: all });
  const run = await ended(core);
  expect(run).toMatchObject({ state: 'stopped', steps: [{ state: 'done' }, { state: 'stopped' }] });
  expect(run.why).toMatch(/limit of 2 calls/);
  expect(run.steps[1]?.saved).toEqual(
    expect.arrayContaining([expect.stringContaining('rows added')]),
  );
  await core.value('recipe.continue', { id, maxCalls: 20 });
  expect(await ended(core)).toMatchObject({ state: 'done', calls: 4 });
  expect(await linesOf(2)).not.toEqual([]);
});

it('a folder that was chosen on another computer is left alone', async () => {
  const core = await begin();
  await core.value('recipe.start', { id, recipe, maxCalls: 1, saving: all });
  await ended(core);
  await core.close();
  const before = await readdir(folder!, { recursive: true });
  const asked = files().length;
  const copy = join(testFolder(), 'copy');
  await mkdir(copy, { mode: 0o700 });
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('lock') });
  const elsewhere = await begin({ dataDir: copy });
  await elsewhere.value('recipe.continue', { id, maxCalls: 20 });
  const run = await ended(elsewhere);
  expect(run).toMatchObject({ state: 'done' });
  expect(run.steps[1]?.saved).toEqual([expect.stringContaining('another computer')]);
  expect(await readdir(folder!, { recursive: true })).toEqual(before);
  expect(files()).toHaveLength(asked);
});

it.each(['was saved', 'could not be saved'])(
  'what failed is asked again where the rest %s',
  async (rest) => {
    let isDown = true;
    const kept = `${folder}-kept`;
    const core = await begin({
      async fetch(input, init) {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const isLost = isDown && pathname.includes('/posts/users') && calls().length >= 2;
        if (!isLost) return fetch(input, init);
        if (rest === 'could not be saved' && !existsSync(kept)) {
          renameSync(folder!, kept);
          writeFileSync(folder!, '');
        }
        return new Response('{}', { status: 500 });
      },
    });
    await start(core, { media: false, dataset: true });
    const first = await ended(core);
    expect(first.steps[1]?.saved).toHaveLength(Number(rest === 'was saved'));
    expect(first.steps[1]?.failed).toBe(2);
    isDown = false;
    if (existsSync(kept)) {
      await rm(folder!);
      renameSync(kept, folder!);
    }
    await core.value('recipe.continue', { id, maxCalls: 50, failed: true });
    const again = await ended(core);
    expect(again).toMatchObject({ state: 'done', steps: [{}, { failed: 0 }] });
    expect(again.steps[1]?.rows).toBeGreaterThan(first.steps[1]!.rows);
  },
);

it('a folder that can’t be written stops the recipe, which says why and saves once it can', async () => {
  const core = await begin();
  const file = join(testFolder(), 'a-file');
  await writeFile(file, '');
  folder = join(file, 'below-a-file');
  await start(core);
  const run = await ended(core);
  expect(run).toMatchObject({ state: 'stopped', steps: [{ state: 'stopped', saved: [] }, {}] });
  expect(run.problem).not.toBeNull();
  expect(calls()).toHaveLength(1);
  await rm(file);
  await core.value('recipe.continue', { id, maxCalls: 20 });
  expect(await ended(core)).toMatchObject({ state: 'done', problem: null, calls: 4 });
});

it('a link that was put into the folder isn’t followed: the recipe stops, and continues without it', async () => {
  const core = await begin();
  const elsewhere = testFolder();
  await symlink(elsewhere, join(folder!, 'media'));
  await start(core, { media: true, dataset: false });
  expect(await ended(core)).toMatchObject({ state: 'stopped', problem: { code: 'invalid_input' } });
  expect([await readdir(elsewhere), files()]).toEqual([[], []]);
  await rm(join(folder!, 'media'));
  await core.value('recipe.continue', { id, maxCalls: 20 });
  expect(await ended(core)).toMatchObject({ state: 'done', problem: null });
});

it('a repeat saves each time into the same folder: its rows as further runs, no file a second time', async () => {
  const core = await begin({ attended: true });
  const [step] = recipe.steps;
  const repeat = {
    id: 'repeat-of-pictures',
    recipe: { ...recipe, steps: [step!] },
    when: { kind: 'days' as const, days: [1], at: '09:00', timeZone: 'UTC' },
    onlyNew: false,
    maxCalls: 5,
    maxCallsInAll: 50,
    saving: all,
  };
  await core.value('repeat.save', repeat);
  const time = async (count: number) => {
    await core.value('repeat.run', { id: repeat.id });
    return vi.waitFor(
      async () => {
        const [shown] = (await core.value('repeat.list', {})).repeats;
        if (shown?.isAtWork !== false || shown.times.length < count) throw new Error('works');
        return shown;
      },
      { interval: 5, timeout: 30_000 },
    );
  };
  const first = await time(1);
  expect(first.times[0]).toMatchObject({ outcome: 'done', calls: 1 });
  expect((await runOf(core)).steps[0]?.saved).toHaveLength(2);
  const saved = new Set(savedOf(await linesOf(1)));
  const before = files().length;
  // Changed, it keeps its folder.
  await core.value('repeat.save', { ...repeat, maxCalls: 6 });
  expect(timesAsked).toBe(1);
  const { times } = await time(2);
  expect(times.map(({ outcome, calls: made }) => [outcome, made])).toEqual([
    ['done', 1],
    ['done', 1],
  ]);
  expect(
    files()
      .slice(before)
      .filter((path) => saved.has(path)),
  ).toEqual([]);
  expect(await readdir(join(folder!, '_complete'))).toHaveLength(2);
});

const kills = 12;

it(`killed at ${kills} moments, most of them while it saves: the files of one that ran undisturbed, and no call more`, async () => {
  const program = await bundleProgram(new URL('../support/kill/step-saving.ts', import.meta.url));
  const options: SavingOptions = {
    dataDir,
    folder: folder!,
    serviceAddress: service.address,
    accessKey: service.accessKey,
    columnsWorker: columnsWorker().href,
    recipe,
  };
  let saving = 0;
  for (let kill = 0; kill <= kills; kill++) {
    const given = { ...options, recipe: kill === 0 ? recipe : null };
    const child = startChild(program, [JSON.stringify(given)]);
    const now = (): ToldSaving | undefined => child.told<ToldSaving>().at(-1);
    await child.printed(1);
    const enough = kill < kills ? files().length + Math.floor(Math.random() * 5) : Infinity;
    while (files().length < enough && now()?.state === 'running') await sleep(1);
    if (now()?.isSaving === true) saving += 1;
    await child.kill();
  }
  expect(saving).toBeGreaterThan(kills / 4);
  const core = await begin();
  expect(await runOf(core)).toMatchObject({ state: 'done' });
  await core.close();
  const lines = [await linesOf(1), await linesOf(2)];
  // At most four are on their way at a kill; what was whole isn’t fetched again.
  const saved = lines.flatMap(savedOf);
  const again = [...new Set(saved)].reduce((sum, path) => sum + timesOf(path) - 1, 0);
  expect(again).toBeLessThanOrEqual(4 * kills);
  expect(again).toBeLessThan(saved.length);
  const made = calls().length;

  dataDir = testFolder();
  folder = testFolder();
  const undisturbed = await begin();
  await start(undisturbed);
  await ended(undisturbed);
  expect([await linesOf(1), await linesOf(2)].map(statuses)).toEqual(lines.map(statuses));
  // An input under way at a kill is asked again.
  expect(made).toBeLessThanOrEqual(calls().length - made + kills);
}, 300_000);
