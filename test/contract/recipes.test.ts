/**
 * Recipes with steps, over the sample service: posts, the comments of ten, twelve who wrote those. What is
 * announced is what can be asked, nothing follows a pause unasked, and whatever ends a step leaves
 * the recipe where it can be continued without paying twice.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { boundsOfSteps, firstInputs } from '#shared/contract/recipe-bounds.ts';
import type { RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { mintRunId, question, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { askList } from '#test/support/lists/ask-list.ts';
import { moveDate } from '#test/support/fixed-date.mjs';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';

let service: TestSampleService;

beforeEach(async () => {
  service = await startTestSample();
  onTestFinished(() => service.close());
});

async function begin(options: TestCoreOptions = {}): Promise<TestCore> {
  const { address: serviceAddress, accessKey } = service;
  const core = await startTestCore({ serviceAddress, accessKey, ...options });
  onTestFinished(() => core.close());
  return core;
}

type Step = StepRecipe['steps'][number];
const step = (
  endpointId: string,
  values: Record<string, string>,
  list: Step['list'],
  pages: number,
): Step => ({ query: question(endpointId, values), asks: [], list, pages, pause: true });
const recipe: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Who comments on floods',
  service: { profileId: 'https://x.example', address: 'https://x.example' },
  steps: [
    step('microblog.posts.search', { q: 'flood' }, null, 2),
    step('microblog.posts.comments', {}, { field: 'id', key: 'id', atMost: 10 }, 3),
    step('microblog.users.get', {}, { field: 'authorUsername', key: 'username', atMost: 12 }, 1),
  ],
};

const restedRecipe = (core: TestCore, id: string): Promise<RecipeRun> =>
  vi.waitFor(
    async () => {
      const { runs } = await core.value('recipe.list', {});
      const run = runs.find((one) => one.id === id);
      if (run === undefined || run.state === 'running') throw new Error('works');
      return run;
    },
    { timeout: 60_000, interval: 40 },
  );

/** Begins it and waits for its first rest. */
async function start(core: TestCore, given = recipe, maxCalls = 500): Promise<RecipeRun> {
  const id = mintRunId();
  await core.value('recipe.start', { id, recipe: given, maxCalls });
  return restedRecipe(core, id);
}

async function goOn(core: TestCore, { id }: RecipeRun, maxCalls = 500): Promise<RecipeRun> {
  await core.value('recipe.continue', { id, maxCalls });
  return restedRecipe(core, id);
}

/** What arrived at the service, without cursors: they are of one session. */
const asked = (): string[] =>
  service.requests().map(({ path, query }) => {
    const { cursor, ...rest } = query;
    return `${path} ${JSON.stringify(rest)}${cursor === undefined ? '' : ' +'}`;
  });

it('40 posts, the comments of ten and twelve of those who wrote them: announced, paused, then asked', async () => {
  const endpoints = recipe.steps.map(({ query }) =>
    catalogue.endpoints.find(({ id }) => id === query.endpointId)!,
  );
  // Typed out: one search of two pages, ten posts of up to three, twelve accounts.
  const sum = 1 * 2 + 10 * 3 + 12 * 1;
  const bounds = boundsOfSteps(recipe.steps, endpoints, [1, null, null]);
  expect(bounds.map(({ most }) => most)).toEqual([2, 30, 12]);
  expect(bounds.reduce((all, { most }) => all + most, 0)).toBe(sum);

  const core = await begin();
  const first = await start(core);
  expect(first).toMatchObject({ state: 'paused', why: null, calls: 2 });
  expect(first.steps).toMatchObject([
    { state: 'done', rows: 40, calls: 2, inputs: 1 },
    { state: 'paused', found: 40, inputs: 10, calls: 0 },
    { state: 'waiting', found: null },
  ]);
  const second = boundsOfSteps(recipe.steps, endpoints, [1, 10, null])[1];
  expect([second?.least, second?.most]).toEqual([10, 30]);
  expect(asked()).toHaveLength(2);

  const comments = await goOn(core, first);
  // While the list is made again, nothing waits for the person any more.
  const reported = core.events.flatMap((event) =>
    event.kind === 'recipe.changed' ? [event.run] : [],
  );
  const isPreparing = ({ state, steps }: RecipeRun): boolean =>
    state === 'running' && steps[1]?.state === 'paused';
  expect(reported.some(isPreparing)).toBe(true);
  const [, two, three] = comments.steps;
  expect(two).toMatchObject({ state: 'done', inputs: 10 });
  expect(two!.calls).toBeGreaterThanOrEqual(10);
  expect(two!.calls).toBeLessThanOrEqual(30);
  expect(three).toMatchObject({ state: 'paused', inputs: 12 });
  expect(three!.found).toBeGreaterThan(12);

  const done = await goOn(core, comments);
  expect(done).toMatchObject({ state: 'done', why: null });
  expect(done.steps[2]).toMatchObject({ state: 'done', rows: 12, calls: 12 });
  expect(done.calls).toBe(2 + two!.calls + 12);
  expect(done.calls).toBe(asked().length);
  expect(done.calls).toBeLessThanOrEqual(sum);
  // Each step is a run that says where its list came from.
  const { run } = await core.value('run.open', { runId: done.steps[2]!.runId });
  expect(run.list?.source).toMatchObject({ kind: 'run', runId: done.steps[1]!.runId });
});

/** Few calls: a page of posts, the comments of four, two who wrote them. */
const small: StepRecipe = {
  ...recipe,
  steps: recipe.steps.map(({ query, list }, at) => ({
    asks: [],
    query,
    pages: 1,
    pause: at === 1,
    list: list && { field: list.field, key: list.key, atMost: at === 1 ? 4 : 2 },
  })),
};

it('a step never asks another service than the one before, whichever is in use by then', async () => {
  const sample = await startTestSample();
  onTestFinished(() => sample.close());
  const core = await begin({ sampleService: async () => sample });
  const paused = await start(core, small);
  await core.value('service.choose', { kind: 'sample' });
  const stopped = await goOn(core, paused);
  expect(stopped).toMatchObject({ state: 'stopped', calls: paused.calls });
  expect(stopped.why).toMatch(/^This run belongs to another service/);
  await core.value('service.choose', { kind: 'address', address: service.address });
  expect(await goOn(core, stopped)).toMatchObject({ state: 'done', calls: asked().length });
});

it('saved from a drill-down it names nobody, and its file asks the same elsewhere', async () => {
  const core = await begin();
  const done = await goOn(core, await start(core, small));
  expect(done.state).toBe('done');
  const requests = asked();

  const { recipe: drawn, notices } = await core.value('recipe.fromRun', {
    runId: done.steps[2]!.runId,
  });
  expect(notices).toEqual([]);
  expect(drawn.steps.map(({ query, list, pages }) => ({ query, list, pages }))).toEqual(
    small.steps.map(({ query, list, pages }) => ({ query, list, pages })),
  );
  const id = 'recipe-of-floods';
  await core.value('recipe.save', { id, recipe: { ...drawn, name: 'Floods' } });
  await core.value('recipe.save', { id, recipe: { ...drawn, name: 'Who writes on floods' } });
  const { recipes } = await core.value('recipe.list', {});
  expect(recipes.map(({ recipe: { name } }) => name)).toEqual(['Who writes on floods']);
  await core.value('file.save', { file: { of: 'recipe', id } });
  const text = readFileSync(core.saved[0]!, 'utf8');
  expect(text).not.toContain(service.accessKey);

  const other = await begin();
  const opened = await other.value('recipe.open', { text });
  if (opened.kind !== 'steps') throw new Error('It was saved with its steps.');
  const again = await start(other, { ...opened.recipe, steps: unpaused(opened.recipe) });
  expect(again.state).toBe('done');
  expect(asked().slice(requests.length)).toEqual(requests);

  await core.value('recipe.delete', { id });
  await core.value('recipe.forget', { id: done.id });
  expect(await core.value('recipe.list', {})).toEqual({ recipes: [], runs: [], notices: [] });
});

const unpaused = ({ steps }: StepRecipe): StepRecipe['steps'] =>
  steps.map((one) => ({ ...one, pause: false }));

it('leaves out names of people, also of a whole list, and asks for them', async () => {
  const core = await begin();
  const values = { username: 'mira_osei\nlev_adler', since: '2026-01-01' };
  const asking = step('microblog.posts.by-user', values, null, 1);
  const accounts: StepRecipe = { ...small, steps: [asking, small.steps[1]!] };
  const paused = await start(core, accounts);
  expect(paused.steps[0]).toMatchObject({ inputs: 2, state: 'done' });
  const { recipe: drawn } = await core.value('recipe.fromRun', { runId: paused.steps[0]!.runId });
  expect(drawn.steps[0]).toMatchObject({ asks: ['username'], query: asking.query });
  const saved = await core.value('recipe.save', { id: 'recipe-of-two', recipe: drawn });
  expect(saved.recipe.steps[0]!.query.values).toEqual({ since: '2026-01-01' });
  const folder = join(core.dataDir, 'recipes');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(files).toEqual(['recipe-of-two.json']);
  expect(readFileSync(join(folder, files[0]!), 'utf8')).not.toMatch(/mira_osei|lev_adler/);
  // Without them it can't be run, and nothing is sent.
  const calls = asked().length;
  const given = { id: mintRunId(), recipe: saved.recipe, maxCalls: 9 };
  expect(await core.call('recipe.start', given)).toMatchObject({ ok: false });
  expect(asked()).toHaveLength(calls);
});

it('saved from a list for one of two parameters, it asks the same with each input', async () => {
  const core = await begin();
  const query = question('photoshare.comments.get', { id: 'C9xQ2LmNp4R' });
  const run = await askList(core, { text: '111\n222\n333', query, key: 'commentId' });
  const { recipe: drawn } = await core.value('recipe.fromRun', { runId: run.id });
  const before = asked();
  expect(before).toHaveLength(3);
  const again = await start(core, drawn);
  expect(again).toMatchObject({ state: 'done', calls: 3, steps: [{ inputs: 3 }] });
  expect(asked().slice(3)).toEqual(before);

  const endpoint = catalogue.endpoints.find(({ id }) => id === query.endpointId)!;
  const inputs = (id: string, commentId: string) =>
    firstInputs(endpoint, { ...drawn.steps[0]!, query: { ...query, values: { id, commentId } } });
  const two = [
    ['P', '1'],
    ['P', '2'],
  ];
  expect([inputs('P', '\n1\n2'), inputs('\nP\n', '1\n\n2')]).toEqual([two, two]);
  // A missing value is still missing, and pairs stay pairs.
  expect([inputs('P\n', ''), inputs('', '')]).toEqual([[['P', '']], []]);
  expect(inputs('P\nQ', '1\n2')).toEqual([
    ['P', '1'],
    ['Q', '2'],
  ]);
});

it('stopped by 402, its cap, the person or the program’s end, it is continued and pays nothing twice', async () => {
  const whole = { ...small, steps: unpaused(small) };
  const accessKey = service.createKey({ credits: 3 });
  const core = await begin({ accessKey });
  const poor = await start(core, whole);
  expect(poor).toMatchObject({ state: 'stopped', why: expect.stringMatching(/plan’s limit/) });
  expect(poor.steps.map(({ state }) => state)).toEqual(['done', 'stopped', 'waiting']);
  await core.core.close();

  // The same folder with a key that has credits; one more call is allowed, retries included.
  const rich = await begin({ dataDir: core.dataDir });
  const listed = await restedRecipe(rich, poor.id);
  expect(listed).toEqual(poor);
  const capped = await goOn(rich, poor, poor.calls + 1);
  expect(capped).toMatchObject({ state: 'stopped', calls: poor.calls + 1 });
  expect(capped.why).toContain(`${poor.calls + 1} calls`);
  await rich.core.close();

  // It ends in the middle of a call.
  service.fail({ kind: 'hang' });
  const cut = await begin({ dataDir: core.dataDir });
  await cut.value('recipe.continue', { id: poor.id, maxCalls: 50 });
  await vi.waitFor(() => expect(service.requests()).toHaveLength(poor.calls + 2));
  await cut.core.close();
  // Killed rather than closed, it could not even note that, nor the rows.
  const file = join(core.dataDir, 'recipes', 'runs', `${poor.id}.json`);
  const noted = readFileSync(file, 'utf8').replaceAll('"stopped"', '"running"');
  writeFileSync(file, noted.replaceAll(/"rows":\s*\d+/g, '"rows":0'));
  // Another was killed before its second step began.
  const other = mintRunId();
  const between = noted
    .replaceAll(poor.id, other)
    .replace(/("state":\s*"done"[^]*?)"running"/, '$1"waiting"');
  writeFileSync(join(file, '..', `${other}.json`), between);

  const last = await begin({ dataDir: core.dataDir });
  const stopped = await restedRecipe(last, poor.id);
  expect(stopped).toMatchObject({ state: 'stopped', why: expect.stringMatching(/closed/) });
  const states = ({ steps }: RecipeRun): string[] => steps.map(({ state }) => state);
  expect(states(await restedRecipe(last, other))).toEqual(['done', 'stopped', 'waiting']);
  const [, begun] = stopped.steps;
  const had = await rowsIn(last, begun!.runId);
  expect([had.length > 0, begun?.rows]).toEqual([true, had.length]);
  await last.value('recipe.continue', { id: poor.id, maxCalls: 50 });
  const halted = await last.value('recipe.stop', { id: poor.id });
  expect(halted.state).toBe('stopped');
  const done = await goOn(last, halted, 50);
  expect(done).toMatchObject({ state: 'done', why: null });
  expect(done.steps.map(({ inputs }) => inputs)).toEqual([1, 4, 2]);
  // Refused for its price or cut off, one request each came to nothing; no other was sent twice.
  const answered = new Set(asked());
  expect(answered.size).toBe(1 + 4 + 2);
  expect(asked().length - answered.size).toBeLessThanOrEqual(3);
  const rows = await rowsIn(last, done.steps[1]!.runId);
  expect(new Set(rows.map((row) => String(row['id']))).size).toBe(rows.length);
});

it('a step whose only input failed isn’t done: its recipe stops, and asks it again', async () => {
  const core = await begin({ settings: { preferences: { retries: 0 } } });
  service.fail({ kind: 'status', status: 503 });
  const stopped = await start(core, { ...small, steps: unpaused(small) });
  const why = 'The input failed, so there are no rows yet. Choose Continue to retry it.';
  expect(stopped).toMatchObject({
    state: 'stopped',
    why,
    steps: [{ state: 'stopped', failed: 1 }, {}, {}],
  });
  expect((await goOn(core, stopped, 50)).state).toBe('done');
});

it('a list longer than a value can be is asked, and kept with its run only', async () => {
  const core = await begin();
  const accounts = Array.from({ length: 2500 }, (_, at) => `account_${at}`);
  const steps = [step('microblog.users.get', { username: accounts.join('\n') }, null, 1)];
  const stopped = await start(core, { ...recipe, steps }, 2);
  expect(stopped).toMatchObject({ state: 'stopped', calls: 2, steps: [{ inputs: 2500 }] });
  expect(stopped.recipe.steps[0]!.query.values).toEqual({});
  expect(asked()).toEqual([0, 1].map((at) => `/api/data/microblog/users/account_${at}/live {}`));
  expect(await goOn(core, stopped, 4)).toMatchObject({ calls: 4, steps: [{ inputs: 2500 }] });
  // What is kept for the next time, for everyone who opens it, is as long as a question.
  const saved = { id: mintRunId(), recipe: { ...recipe, steps } };
  expect(await core.call('recipe.save', saved)).toMatchObject({ ok: false });
});

it('a long list is asked once there is a key, and asked for again after a restart', async () => {
  const settings = { service: { kind: 'address' as const, address: service.address } };
  const core = await begin({ accessKey: undefined, settings });
  const username = Array.from({ length: 2500 }, (_, at) => `account_${at}`).join('\n');
  const own = { ...recipe, steps: [step('microblog.users.get', { username }, null, 1)] };
  const [kept, lost] = [await start(core, own, 2), await start(core, own, 2)];
  expect(kept.why).toContain('There is no key for this service');
  await core.value('credential.add', { value: service.accessKey });
  expect(await goOn(core, kept, 2)).toMatchObject({ calls: 2, steps: [{ inputs: 2500 }] });
  await core.core.close();
  const next = await begin({ dataDir: core.dataDir });
  const stopped = await goOn(next, lost, 2);
  const why = 'The inputs of step 1 are no longer here. Run the recipe again and enter them.';
  expect(stopped).toMatchObject({ state: 'stopped', why, calls: 0 });
});

it('refuses a recipe of which a later step can’t be asked, before anything is sent', async () => {
  const core = await begin();
  const [first, second] = small.steps;
  const steps = [first!, { ...second!, query: { ...second!.query, endpointId: 'forum.nothing' } }];
  const given = { id: mintRunId(), recipe: { ...small, steps }, maxCalls: 9 };
  expect(await core.call('recipe.start', given)).toMatchObject({ ok: false });
  expect(asked()).toEqual([]);
});

it('a recipe stopped the moment it is announced sends nothing', async () => {
  const core = await begin();
  const id = mintRunId();
  const starting = core.value('recipe.start', { id, recipe: small, maxCalls: 50 });
  // As soon as there is something to stop.
  while (!(await core.call('recipe.stop', { id })).ok) await new Promise(setImmediate);
  await starting;
  expect(await restedRecipe(core, id)).toMatchObject({ state: 'stopped' });
  expect(asked()).toEqual([]);
});

const withSteps = (
  run: RecipeRun,
  ...changes: Partial<RecipeRun['steps'][number]>[]
): RecipeRun => ({
  ...run,
  steps: run.steps.map((one, at) => ({ ...one, ...changes[at] })),
});
/** What a record of a recipe’s run from elsewhere may say, made of a sound one that is paused. */
const nonsense: Readonly<{ [what: string]: (run: RecipeRun) => unknown }> = {
  'negative calls': (run) => ({ ...run, calls: -1 }),
  'negative rows': (run) => withSteps(run, { rows: -40 }),
  'half an input': (run) => withSteps(run, {}, { inputs: 0.5 }),
  'no limit of calls': (run) => ({ ...run, maxCalls: undefined }),
  'a limit of none': (run) => ({ ...run, maxCalls: 0 }),
  'a limit beyond all': (run) => ({ ...run, maxCalls: 1e300 }),
  'no such moment': (run) => ({ ...run, startedAt: 'yesterday' }),
  'the run of somebody else': (run) => withSteps(run, { runId: 'run-of-another' }),
  'one run for two steps': (run) => withSteps(run, {}, { runId: run.steps[0]!.runId }),
  'fewer steps than its recipe': (run) => ({ ...run, steps: run.steps.slice(1) }),
  'no steps': (run) => ({ ...run, steps: [] }),
  'a second step before the first': (run) =>
    withSteps(run, { state: 'waiting' }, { state: 'done' }),
  'a third step before the second': (run) => withSteps(run, {}, {}, { state: 'done' }),
  'a pause of no step': (run) => withSteps(run, {}, { state: 'waiting' }),
  'a pause without a count': (run) => withSteps(run, {}, { inputs: null }),
  'done without its steps': (run) => ({ ...run, state: 'done' }),
  'stopped, and every step done': (run) => ({
    ...withSteps(run, {}, { state: 'done' }, { state: 'done' }),
    state: 'stopped',
  }),
  'another id than its file': (run) =>
    JSON.parse(JSON.stringify(run).replaceAll(run.id, `${run.id}x`)) as RecipeRun,
  'another id than its steps': (run) => ({ ...run, id: `${run.id}x` }),
  'not an object': () => 7,
};

it('lists no record of a run that makes no sense, says so, and asks nothing', async () => {
  const core = await begin();
  const paused = await start(core, small);
  await core.core.close();
  const folder = join(core.dataDir, 'recipes', 'runs');
  const sound = readFileSync(join(folder, `${paused.id}.json`), 'utf8');
  for (const [at, make] of Object.values(nonsense).entries()) {
    const id = `nonsense-${at}`;
    const record: RecipeRun = JSON.parse(sound.replaceAll(paused.id, id));
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(make(record)));
  }
  writeFileSync(join(folder, 'cut.json'), sound.slice(0, 100));
  const before = asked();
  const next = await begin({ dataDir: core.dataDir });
  const { runs, notices } = await next.value('recipe.list', {});
  expect(runs).toEqual([paused]);
  const left = Object.keys(nonsense).length + 1;
  expect(notices).toEqual([
    `${left} runs of recipes can’t be read and aren’t listed. Nothing was sent, and the files are left unchanged.`,
  ]);
  expect(readdirSync(folder)).toHaveLength(left + 1);
  expect(asked()).toEqual(before);
});

it('continues no step whose run asks another question, whatever its record says', async () => {
  const core = await begin();
  const paused = await start(core, small);
  await core.core.close();
  const folder = join(core.dataDir, 'recipes', 'runs');
  const sound = readFileSync(join(folder, `${paused.id}.json`), 'utf8');
  const ids = ['of-another-step', 'of-another-source'];
  for (const id of ids) writeFileSync(join(folder, `${id}.json`), sound.replaceAll(paused.id, id));
  const next = await begin({ dataDir: core.dataDir });
  // The first has its source, and a run of other posts where its second step should be.
  const { query } = small.steps[0]!;
  const list = async (runId: string, text: string): Promise<void> => {
    const { tableId } = await next.value('list.take', { kind: 'text', text });
    const asking = { ...query, values: {} };
    const checking = { tableId, hasHeader: false, query: asking, mapping: { q: 0 } };
    const { listId } = await next.value('list.check', checking);
    const limit = { perInput: 1, inputs: 1, calls: 9 };
    await next.value('run.start', { runId, query: asking, limit, list: { listId } });
  };
  await list('of-another-step-1', 'flood');
  await list('of-another-step-2', 'storm\nrain');
  await next.value('run.start', { runId: 'of-another-source-1', query });
  const before = asked();
  for (const [at, id] of ids.entries()) {
    await next.value('recipe.continue', { id, maxCalls: 500 });
    const stopped = await restedRecipe(next, id);
    const why = `The run of step ${at === 0 ? 2 : 1} asks another question than the recipe. Nothing was sent. Run the recipe again from its beginning.`;
    expect(stopped).toMatchObject({ state: 'stopped', why });
  }
  expect(asked()).toEqual(before);
});

it('a recipe that asks for dates isn’t run without them', async () => {
  const core = await begin();
  const [first] = small.steps;
  const values = { q: 'flood', since: '2026-11-01' };
  const dated = { ...first!, asks: ['since'], query: { ...first!.query, values } };
  const saved = await core.value('recipe.save', {
    id: 'recipe-with-dates',
    recipe: { ...small, steps: [dated] },
  });
  const given = { id: mintRunId(), recipe: saved.recipe, maxCalls: 9 };
  expect(await core.call('recipe.start', given)).toMatchObject({
    ok: false,
    error: {
      title: 'Search posts: Enter “From”, which this recipe asks for each time.',
      remedies: [{ kind: 'changeParameter', key: 'since' }],
    },
  });
  expect(asked()).toEqual([]);
  expect(await start(core, { ...small, steps: [dated] })).toMatchObject({ state: 'done' });
});

it('days that are counted back are kept as such, and asked as those of its start, whenever it continues', async () => {
  const core = await begin({ accessKey: service.createKey({ credits: 1 }) });
  const values = { q: 'flood', since: '6 days ago', until: 'Today' };
  const query = question('microblog.posts.search', values);
  const dated = { ...small, steps: [{ ...small.steps[0]!, query, pages: 2 }] };
  const saved = await core.value('recipe.save', { id: 'recipe-of-a-week', recipe: dated });
  expect(saved.recipe.steps[0]!.query.values).toEqual(values);
  const poor = await start(core, saved.recipe);
  const actual = { q: 'flood', since: '2026-11-12', until: '2026-11-18' };
  expect(poor).toMatchObject({
    state: 'stopped',
    recipe: { steps: [{ query: { values: actual } }] },
  });
  await core.core.close();

  moveDate(2);
  const later = await begin({ dataDir: core.dataDir });
  expect(await goOn(later, poor)).toMatchObject({ state: 'done' });
  expect(await start(later, saved.recipe)).toMatchObject({ state: 'done' });
  const days = service.requests().map(({ query: { since, until } }) => `${since} ${until}`);
  expect(new Set(days)).toEqual(new Set(['2026-11-12 2026-11-18', '2026-11-14 2026-11-20']));
  expect(days.lastIndexOf('2026-11-12 2026-11-18')).toBeLessThan(
    days.indexOf('2026-11-14 2026-11-20'),
  );
  const { runId } = poor.steps[0]!;
  const { run } = await later.value('run.open', { runId });
  expect(run.query.values).toMatchObject({ since: '2026-11-12', until: '2026-11-18' });
  // A recipe that is made of it has both.
  const drawn = await later.value('recipe.fromRun', { runId });
  const back = { ...actual, since: '6 days ago', until: 'today' };
  expect([drawn.recipe, drawn.moving].map((one) => one?.steps[0]?.query.values)).toEqual([
    actual,
    back,
  ]);
});

it('recipes that couldn’t be read once are read the next time', async () => {
  const core = await begin();
  const paused = await start(core, small);
  await core.core.close();
  const folder = join(core.dataDir, 'recipes', 'runs');
  renameSync(folder, `${folder}-kept`);
  writeFileSync(folder, 'not a folder');
  const next = await begin({ dataDir: core.dataDir });
  expect(await next.call('recipe.list', {})).toMatchObject({
    ok: false,
    error: { title: expect.stringMatching(/^The recipes could not be read\./) },
  });
  rmSync(folder);
  renameSync(`${folder}-kept`, folder);
  expect((await next.value('recipe.list', {})).runs).toEqual([paused]);
});
