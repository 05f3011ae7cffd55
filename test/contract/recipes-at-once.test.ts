/**
 * Recipes and lists asked at once, over the core: whatever is clicked twice, stopped or joined in between, at
 * whichever turn of the event loop, there is one run, no request leaves once *Stop* has answered, and of
 * two limits the lower one holds.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { mintRunId, question, rested } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { accounts, begin, checkList, names } from '#test/support/lists/ask-list.ts';
import { startListService } from '#test/support/lists/list-service.ts';
import type { ListService } from '#test/support/lists/list-service.ts';

let service: ListService;
let core: TestCore;
/** Paths of requests, in the order in which they left. */
let left: string[] = [];

const recording: typeof fetch = (input, init) => {
  left.push(new URL(input instanceof Request ? input.url : input).pathname);
  return fetch(input, init);
};

beforeEach(async () => {
  service = await startListService(1);
  left = [];
  core = await begin(service, { fetch: recording });
});

const recipeOf = (users: readonly string[]): StepRecipe => ({
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Posts of many',
  service: { profileId: 'https://x.example', address: 'https://x.example' },
  steps: [
    {
      query: question('microblog.posts.by-user', { username: users.join('\n') }),
      asks: [],
      list: null,
      pages: 1,
      pause: false,
    },
  ],
});

const turns = async (count: number): Promise<void> => {
  for (let number = 0; number < count; number++) await turn();
};

async function restedRecipe(id: string, way = core): Promise<RecipeRun> {
  for (;;) {
    const { runs } = await way.value('recipe.list', {});
    const run = runs.find((one) => one.id === id);
    if (run !== undefined && run.state !== 'running') return run;
    await turn();
  }
}

/** When *Stop* is pressed: after so many turns of the event loop, or requests. */
const moments = [
  ...[0, 1, 2, 3, 5, 9, 20, 60].map((count) => ({ turns: count, requests: 0 })),
  ...[1, 2, 3].map((count) => ({ turns: 0, requests: count })),
];

async function comes(moment: (typeof moments)[number]): Promise<void> {
  await turns(moment.turns);
  while (left.length < moment.requests) await turn();
}

it('a recipe started twice and stopped sends nothing more, at any moment', async () => {
  for (const [at, moment] of moments.entries()) {
    left = [];
    const id = mintRunId();
    const recipe = recipeOf(names(`twice${at}`, 30));
    const starting = [500, 400].map((maxCalls) =>
      core.value('recipe.start', { id, recipe, maxCalls }),
    );
    await comes(moment);
    const stopped = await core.value('recipe.stop', { id });
    const sent = left.length;
    await Promise.all(starting);
    await turns(50);
    const run = await restedRecipe(id);
    expect([stopped.state, left.length, run.calls, run.maxCalls]).toEqual([
      'stopped',
      sent,
      sent,
      400,
    ]);
  }
});

it('a recipe continued twice and stopped sends nothing more, at any moment', async () => {
  const id = mintRunId();
  const recipe = recipeOf(names('again', 200));
  await core.value('recipe.start', { id, recipe, maxCalls: 1 });
  await restedRecipe(id);
  for (const moment of moments) {
    left = [];
    const continuing = [500, 400].map((maxCalls) =>
      core.value('recipe.continue', { id, maxCalls }),
    );
    await comes(moment);
    expect((await core.value('recipe.stop', { id })).state).toBe('stopped');
    const sent = left.length;
    await Promise.all(continuing);
    await turns(50);
    expect(left).toHaveLength(sent);
  }
});

it('of two limits the lower one holds, whichever is told first', async () => {
  for (const limits of [
    [3, 20],
    [20, 3],
  ]) {
    left = [];
    const id = mintRunId();
    const recipe = recipeOf(names(`limit${limits[0]}`, 30));
    await Promise.all(
      limits.map((maxCalls) => core.value('recipe.start', { id, recipe, maxCalls })),
    );
    expect(await restedRecipe(id)).toMatchObject({
      state: 'stopped',
      why: 'The limit of 3 calls is reached. Raise it to continue.',
      maxCalls: 3,
      calls: 3,
    });
    const more = limits.map((most) => core.value('recipe.continue', { id, maxCalls: most + 3 }));
    await Promise.all(more);
    expect(await restedRecipe(id)).toMatchObject({ maxCalls: 6, calls: 6 });
    expect(left).toHaveLength(6);
  }
});

it('a limit lowered while a step is at work holds for the rest of it', async () => {
  const users = names('lowered', 30);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  service.before = (name) => (name === users[4] ? held : undefined);
  const id = mintRunId();
  left = [];
  await core.value('recipe.start', { id, recipe: recipeOf(users), maxCalls: 100 });
  while (left.length < 5) await turn();
  const joined = await core.value('recipe.continue', { id, maxCalls: 7 });
  expect(joined).toMatchObject({ state: 'running', maxCalls: 7 });
  go();
  service.before = () => undefined;
  expect(await restedRecipe(id)).toMatchObject({ state: 'stopped', calls: 7, maxCalls: 7 });
});

it('a list asked twice at once with two limits makes no more calls than the lower one', async () => {
  for (const limits of [
    [4, 30],
    [30, 4],
  ]) {
    left = [];
    const { listId } = await checkList(core, { text: names(`list${limits[0]}`, 30).join('\n') });
    const runId = mintRunId();
    await Promise.all(
      limits.map((maxCalls) =>
        core.value('run.start', {
          runId,
          query: accounts,
          limit: { perInput: 1, calls: maxCalls },
          list: { listId },
        }),
      ),
    );
    expect(await rested(runId, core)).toMatchObject({ calls: 4, list: { maxCalls: 4 } });
    const next = { runId, inputs: 'waiting' as const };
    const more = limits.map((maxCalls) =>
      core.value('run.next', { ...next, limit: { calls: maxCalls + 4 } }),
    );
    await Promise.all(more);
    expect((await rested(runId, core)).calls).toBe(8);
    expect(left).toHaveLength(8);
  }
});

it('a list stopped at any moment after the click sends nothing more', async () => {
  for (const [at, moment] of moments.entries()) {
    left = [];
    const { listId } = await checkList(core, { text: names(`stop${at}`, 30).join('\n') });
    const runId = mintRunId();
    const asked = { query: accounts, limit: { perInput: 1, calls: 100 }, list: { listId } };
    // A reloaded window may look for the run first.
    if (at % 2 === 0) void core.call('run.open', { runId });
    const starting = core.value('run.start', { runId, ...asked });
    await comes(moment);
    const { run } = await core.value('run.stop', { runId });
    const sent = left.length;
    await starting;
    await turns(50);
    expect([run.state.kind, left.length]).toEqual(['stopped', sent]);
  }
});
