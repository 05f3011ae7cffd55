/**
 * Recipes that run by themselves, over the whole core: what a time gets is what its recipe gets, kills and
 * restarts change nothing of it, and a folder from elsewhere makes no call.
 */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { stepRunId } from '#shared/contract/recipe.ts';
import type { AskedRepeat, ShownRepeat } from '#shared/contract/repeat.ts';
import { question, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import type { RepeatOptions, ToldRepeat } from '#test/support/kill/repeat.ts';
import { names } from '#test/support/lists/ask-list.ts';
import { idsOf, startListService } from '#test/support/lists/list-service.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import { bundleProgram, startChild, type Child } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';

const pages = 2;

const makeRecipe = (endpointId: string, values: Record<string, string>): StepRecipe => ({
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'What is new',
  service: { profileId: 'x', address: 'x' },
  steps: [{ query: question(endpointId, values), asks: [], list: null, pages, pause: true }],
});

const makeRepeat = (change: Partial<AskedRepeat> = {}): AskedRepeat => ({
  id: 'repeat-of-posts',
  recipe: makeRecipe('microblog.posts.search', { q: 'flood' }),
  when: { kind: 'days', days: [1], at: '09:00', timeZone: 'Europe/Berlin' },
  onlyNew: true,
  maxCalls: 20,
  maxCallsInAll: 100,
  saving: { media: false, dataset: false },
  ...change,
});

/** A program with a window, before which somebody may sit. */
async function begin(options: TestCoreOptions): Promise<TestCore> {
  const core = await startTestCore({ attended: true, ...options });
  onTestFinished(() => core.close());
  return core;
}

/** Resolves with the repeat once none of its times is running. */
async function ended(core: TestCore, times: number): Promise<ShownRepeat> {
  const isOver = ({ isAtWork, times: all }: ShownRepeat): boolean =>
    !isAtWork && all.length === times && all.every(({ outcome }) => outcome !== 'running');
  return vi.waitFor(
    async () => {
      const [repeat] = (await core.value('repeat.list', {})).repeats;
      if (repeat === undefined || !isOver(repeat)) throw new Error(JSON.stringify(repeat?.times));
      return repeat;
    },
    { interval: 5, timeout: 10_000 },
  );
}

async function startSample() {
  const service = await startTestSample();
  onTestFinished(() => service.close());
  const asked = () =>
    service.requests().filter(({ path }) => path.startsWith('/api/data/microblog'));
  return { asked, at: { serviceAddress: service.address, accessKey: service.accessKey } };
}

it('gets what its recipe gets, then only what is new, says how many rows are, and marks them until they are seen', async () => {
  const service = await startSample();
  const core = await begin(service.at);
  const repeat = await core.value('repeat.save', makeRepeat());
  expect(repeat).toMatchObject({ paused: null, times: [], calls: 0, missed: null });
  expect(repeat.next).toHaveLength(3);
  expect((await core.value('repeat.dates', { when: repeat.when })).dates).toEqual(repeat.next);
  expect(service.asked()).toEqual([]);

  await core.value('repeat.run', { id: repeat.id });
  // A double click.
  await core.value('repeat.run', { id: repeat.id });
  const first = await ended(core, 1);
  expect(first).toMatchObject({ calls: 2, failures: 0, paused: null });
  expect(first.times).toMatchObject([
    { outcome: 'done', calls: 2, rows: 40, before: null, news: null, isSeen: false },
  ]);
  expect(service.asked().map(({ query }) => query['since'])).toEqual([undefined, undefined]);

  await core.value('repeat.run', { id: repeat.id });
  const second = await ended(core, 2);
  const [latest, earliest] = second.times;
  expect(latest).toMatchObject({ outcome: 'done', before: { due: earliest?.due }, isSeen: false });
  const dayBefore = new Date(Date.parse(earliest!.startedAt) - 86_400_000);
  const since = service.asked().slice(2);
  expect(since.length).toBeGreaterThan(0);
  for (const { query } of since) expect(query['since']).toBe(dayBefore.toISOString().slice(0, 10));
  // The number is that of the comparison, which is one click away.
  const runIds = [earliest!, latest!].map(({ recipeRunId }) => stepRunId(recipeRunId, 0));
  const { run } = await core.value('compare.open', {
    runId: 'compared-repeats',
    runIds: [runIds[0]!, runIds[1]!],
    fields: ['text'],
    name: 'New',
  });
  expect(run.derived?.facts?.changes['new']).toBe(latest?.news);
  const seen = await core.value('repeat.see', { id: repeat.id });
  expect(seen.times.map(({ isSeen }) => isSeen)).toEqual([true, true]);

  const { runs } = await core.value('history.list', {});
  expect(runs.map(({ id }) => id)).toEqual(expect.arrayContaining(runIds));
  await core.value('repeat.remove', { id: repeat.id });
  expect((await core.value('repeat.list', {})).repeats).toEqual([]);
  expect((await core.value('history.list', {})).runs).toHaveLength(runs.length);
});

it('refuses what can’t be asked before it is saved, and says when its key is refused', async () => {
  const service = await startSample();
  const core = await begin({ ...service.at, accessKey: 'key-that-is-refused' });
  const blank = makeRepeat({ recipe: makeRecipe('microblog.posts.by-user', {}) });
  expect(await core.call('repeat.save', blank)).toMatchObject({ ok: false });
  await core.value('repeat.save', makeRepeat());
  await core.value('repeat.run', { id: 'repeat-of-posts' });
  const failed = await ended(core, 1);
  expect(failed).toMatchObject({ failures: 1, paused: null, times: [{ outcome: 'failed' }] });
  expect(failed.times[0]?.why).toMatch(/key/);
});

it('stops at its limit of calls, and continues the next time with what is left in all', async () => {
  const service = await startSample();
  const core = await begin(service.at);
  const { id } = await core.value(
    'repeat.save',
    makeRepeat({ maxCalls: 2, maxCallsInAll: 3, onlyNew: false }),
  );
  await core.value('repeat.run', { id });
  await ended(core, 1);
  await core.value('repeat.run', { id });
  const used = await ended(core, 2);
  expect(used.times.map(({ outcome, calls }) => [outcome, calls])).toEqual([
    ['limit', 1],
    ['done', 2],
  ]);
  expect(used.paused).toBe('Its limit of 3 calls in all is reached. Raise the limit to continue.');
  await core.value('repeat.run', { id });
  await sleep(100);
  expect(service.asked()).toHaveLength(3);
});

it('when the program starts it runs once, also if another program has the folder; a command runs none', async () => {
  const service = await startSample();
  const dataDir = testFolder();
  const core = await begin({ ...service.at, dataDir });
  await core.value('repeat.save', makeRepeat({ when: { kind: 'start' } }));
  await core.close();
  const command = await begin({ ...service.at, dataDir, attended: false });
  await command.value('repeat.list', {});
  // As a window does, which then looks for what is due.
  const address = service.at.serviceAddress;
  await command.value('service.choose', { kind: 'address', address });
  const [idle] = (await command.value('repeat.list', {})).repeats;
  expect(idle).toMatchObject({ isAtWork: false, times: [] });
  await command.close();
  expect(service.asked()).toEqual([]);

  const again = await begin({ ...service.at, dataDir });
  await expect(begin({ ...service.at, dataDir })).rejects.toMatchObject({ code: 'in_use' });
  await ended(again, 1);
  await again.close();
  await (await begin({ ...service.at, dataDir, attended: false })).close();
  expect(service.asked()).toHaveLength(2);
});

it('a copy of a project, or one from elsewhere, makes no call until the person turns it on', async () => {
  const service = await startSample();
  const dataDir = testFolder();
  const core = await begin({ ...service.at, dataDir });
  const { id } = await core.value('repeat.save', makeRepeat({ when: { kind: 'start' } }));
  await core.close();
  const copy = join(testFolder(), 'copy');
  await mkdir(copy, { mode: 0o700 });
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('lock') });
  const elsewhere = await begin({ ...service.at, dataDir: copy });
  const [repeat] = (await elsewhere.value('repeat.list', {})).repeats;
  expect(repeat?.paused).toMatch(/another computer/);
  expect(repeat).toMatchObject({ next: [], missed: null, isAtWork: false });
  const on = await elsewhere.value('repeat.pause', { id, paused: false });
  expect(on.paused).toBeNull();
  expect(service.asked()).toEqual([]);
});

const kills = 20;

/** Looks every millisecond; fails with what the program said last, should it never be so. */
async function until(isSo: () => boolean, { lines }: Child): Promise<void> {
  const start = performance.now();
  while (!isSo()) {
    if (performance.now() - start > 60_000) throw new Error(`It stands still: ${lines.at(-1)}`);
    await sleep(1);
  }
}

it(`killed at ${kills} moments of one time, it has the rows, calls and files of one that ran undisturbed`, async () => {
  const program = await bundleProgram(new URL('../support/kill/repeat.ts', import.meta.url));
  const service = await startListService(pages);
  const inputs = names('user', 60);
  const repeat = makeRepeat({
    recipe: makeRecipe('microblog.posts.by-user', { username: inputs.join('\n') }),
    maxCalls: 500,
    maxCallsInAll: 500,
  });
  const dataDir = testFolder();
  const accessKey = 'key-12345678';
  const options: RepeatOptions = {
    dataDir,
    accessKey,
    serviceAddress: service.address,
    columnsWorker: columnsWorker().href,
    repeat,
  };
  const needed = inputs.length * pages;
  let interrupted = 0;
  // The last one is left to end.
  for (let kill = 0; kill <= kills; kill++) {
    const given = { ...options, repeat: kill === 0 ? repeat : null };
    const child = startChild(program, [JSON.stringify(given)]);
    const outcome = (): string | undefined => child.told<ToldRepeat>().at(-1)?.outcomes[0];
    // Told once it is on disk: killed before, it was never begun, and nobody begins it again.
    await until(() => outcome() !== undefined, child);
    const enough = kill < kills ? service.asked.length + Math.floor(Math.random() * 8) : Infinity;
    await until(() => service.asked.length >= enough || outcome() !== 'running', child);
    if (outcome() === 'running') interrupted += 1;
    await child.kill();
  }
  expect(interrupted).toBeGreaterThan(kills / 4);
  const core = await begin({ serviceAddress: service.address, accessKey, dataDir });
  const done = await ended(core, 1);
  expect(done.times.map(({ outcome }) => outcome)).toEqual(['done']);
  const [time] = done.times;
  // A kill costs at most the input under way, and a call that was noted and not sent.
  expect(done.calls).toBeGreaterThanOrEqual(needed);
  expect(done.calls).toBeLessThanOrEqual(needed + kills * (pages + 1));
  expect(done.calls).toBeLessThanOrEqual(repeat.maxCalls);
  const rows = await rowsIn(core, stepRunId(time!.recipeRunId, 0));
  const ids = [...new Set(rows.map(({ id }) => id))];
  expect(ids).toEqual(inputs.flatMap((name) => idsOf(name, pages)));
  expect((await core.value('history.list', {})).runs).toHaveLength(1);
  expect(core.reported).toEqual([]);
}, 600_000);
