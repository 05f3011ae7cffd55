/**
 * Collecting without a window: each way to end has its number, and the same command again pays nothing
 * twice. What becomes of its files: `headless-files.test.ts`.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it, vi } from 'vitest';
import { readCollectOptions } from '#main/collect/options.ts';
import { runIdOf } from '#main/collect/plan.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { stepRecipeSchema } from '#shared/contract/recipe.ts';
import { collectCommand } from '#shared/query/code-samples.ts';
import { question, startTestCore } from '#test/support/core.ts';
import {
  command,
  eachTestHasFolder,
  files,
  folder,
  key,
  recipe,
  run,
  service,
  steps,
  wholeRun,
  writeRecipe,
  written,
} from '#test/support/headless.ts';
import { checkList, names } from '#test/support/lists/ask-list.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasFolder();

const textOf = (ending: string): string =>
  Object.entries(files()).find(([name]) => name.endsWith(ending))?.[1] ?? '';

it('0: asks every input once, and the same command sends nothing and writes the same', async () => {
  const inputs = [...names('user', 3), 'user-1', 'gone-1', 'empty-1'];
  const first = await run(inputs, ['--pages', '2']);
  expect(first).toMatchObject({
    exit: 0,
    why: null,
    label: 'monday',
    rows: 18,
    calls: 8,
    inputs: { done: 3, notFound: 1, nothing: 1 },
  });
  expect(service.asked).toHaveLength(8);
  const before = files();
  expect(Object.keys(before)).toHaveLength(2);
  expect(textOf('.jsonl').trimEnd().split('\n')).toHaveLength(18);
  expect(parseCsv(textOf('.inputs.csv'), { columns: true, bom: true })).toMatchObject([
    { input: 'user-1', status: 'done', rows: '6' },
    { input: 'user-2' },
    { input: 'user-3' },
    { input: 'gone-1', status: 'notFound' },
    { input: 'empty-1', status: 'nothing' },
  ]);
  const events = written.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.find(({ event }) => event === 'progress')).toMatchObject({
    time: expect.stringMatching(/Z$/),
    level: 'info',
    runId: first['runId'],
    rows: expect.any(Number),
    calls: expect.any(Number),
  });

  expect(await run(inputs, ['--pages', '2'])).toMatchObject({ exit: 0, rows: 18, calls: 8 });
  expect(service.asked).toHaveLength(8);
  expect(files()).toEqual(before);

  // Not mixed with what the label began with, nor paid for again unasked.
  const changed = await run([...inputs, 'user-9'], ['--pages', '2']);
  expect(changed).toMatchObject({ exit: 2, why: expect.stringContaining('Choose another label') });
  expect(await run(inputs, ['--pages', '1'])).toMatchObject({ exit: 2 });
  expect(service.asked).toHaveLength(8);
  const other = await run(['user-1'], ['--label', 'tuesday']);
  expect(other).toMatchObject({ exit: 0, calls: 1 });
  expect(other['runId']).not.toBe(first['runId']);
});

it('0: parts share out the different inputs, and one without any has nothing to do', async () => {
  const inputs = ['user-1', ...names('user', 5)];
  for (const part of ['1/3', '2/3', '3/3']) {
    const own = ['--part', part, '--data-dir', join(folder, `data-${part[0]}`)];
    expect(await run(inputs, own)).toMatchObject({ exit: 0 });
  }
  expect(service.asked).toEqual(['user-1', 'user-4', 'user-2', 'user-5', 'user-3']);
  expect(Object.keys(files())).toHaveLength(6);
  // Nor is a part wrong because of a line that another part leaves out.
  for (const lines of [['user-1'], ['user-1', 'two words']]) {
    expect(await run(lines, ['--part', '2/2'])).toMatchObject({ exit: 0 });
  }
  writeRecipe(steps(1));
  expect(await run(['user-1', 'two words'], ['--part', '2/2'])).toMatchObject({ exit: 0 });
  expect(service.asked).toHaveLength(5);
});

it('0: a dry run shows the requests and what they cost, and sends nothing without a key', async () => {
  const dry = await run(names('user', 4), ['--dry-run', '--pages', '3'], { accessKey: '' });
  const request = `GET ${service.address}/api/data/microblog/posts/users/user-`;
  expect(dry).toMatchObject({
    exit: 0,
    inputs: 4,
    calls: { least: 4, most: 12, never: 100 },
    requests: [1, 2, 3].map((n) => `${request}${n}/live`),
  });
  expect(service.asked).toEqual([]);
  expect(readdirSync(folder)).not.toContain('out');
});

it('0: the command that the window copies asks the question', async () => {
  const endpoint = catalogue.endpoints.find(({ id }) => id === 'microblog.posts.by-user')!;
  const query = question(endpoint.id, { username: 'user-7' }, ['id']);
  const profile = { id: service.address, address: service.address };
  const lines = collectCommand(endpoint, query, profile, 'friday')?.split('\n') ?? [];
  writeRecipe(lines[lines.indexOf('RECIPE') - 1] ?? '');
  const flags = lines.slice(-2).join(' ').split('recipe.json ')[1] ?? '';
  const words = flags.replaceAll(/[\\']/g, '').split(/\s+/);
  words[words.indexOf('data')] = join(folder, 'out');
  const args = [join(folder, 'recipe.json'), ...words, '--data-dir', join(folder, 'data')];
  expect(await command(args)).toMatchObject({ exit: 0, label: 'friday' });
  expect(service.asked).toEqual(['user-7']);
});

it.each<[why: RegExp, flags: string[], recipe?: string]>([
  [/--key/, ['--key', 'secret-in-flag']],
  [/--key/, ['--key=secret-in-flag']],
  [/--max-calls/, ['--max-calls', '0']],
  [/--part/, ['--part', '3/2']],
  [/--label/, ['--label', '../x']],
  [/--format/, ['--format', 'pdf']],
  [/can’t be read/, ['--inputs', '/nowhere/x.csv']],
  [/no “colour”/, ['--set', 'colour=red']],
  [/“no.such”|doesn’t have that question/, [], recipe({}, 'no.such')],
  [/not a methods sheet/, [], '{}'],
  [/Choose with --column/, ['--column', 'handle', '--for', 'username']],
  [/Raw pages/, ['--format', 'raw'], recipe({ columns: ['id'] })],
  [/pseudonym/, ['--set', 'username=user_abcdefghijklmnop']],
  [/address/, ['--service', 'ftp://x']],
  [/--out/, ['--out', '/dev/null/out']],
])('2: says %s and calls nothing', async (why, flags, text) => {
  if (text !== undefined) writeRecipe(text);
  const summary = await run(['user-1'], flags);
  expect(summary).toMatchObject({ exit: 2, why: expect.stringMatching(why) });
  expect(summary.why).not.toContain('secret-in-flag');
  expect(service.asked).toEqual([]);
});

it('2: without a key or a required flag nothing is called', async () => {
  const without = await run(['user-1'], [], { accessKey: '' });
  expect(without).toMatchObject({ exit: 2, why: expect.stringContaining('SOCIAL_DATA_API_KEY') });
  expect(readCollectOptions(['r.json', '--label', 'a', '--out', 'o'], {})).toMatchObject({
    kind: 'wrong',
    why: expect.stringContaining('--max-calls is required'),
  });
  expect(service.asked).toEqual([]);
});

it('3: stops before one call too many; with more calls the same command continues', async () => {
  const capped = await run(names('user', 4), ['--max-calls', '3']);
  expect(capped).toMatchObject({ exit: 3, calls: 3, rows: 9, inputs: { waiting: 1 } });
  expect(service.asked).toHaveLength(3);
  expect(await run(names('user', 4), ['--max-calls', '3'])).toMatchObject({ exit: 3, calls: 3 });
  expect(await run(names('user', 4))).toMatchObject({ exit: 0, calls: 4 });
  expect(service.asked).toEqual(names('user', 4));
});

it('3: asks failed inputs again when the command is given again, and no others', async () => {
  const inputs = ['user-1', 'flaky-1', 'bad-1', 'user-2'];
  const flags = ['--pages', '2'];
  service.failsFor = 3;
  expect(await run([...inputs, 'two words'], flags)).toMatchObject({
    exit: 3,
    why: 'Not all inputs are complete: 1 failed, 1 refused, 1 invalid.',
    inputs: { failed: 1, refused: 1 },
  });
  const asked = service.asked.length;
  expect(await run(inputs, flags)).toMatchObject({ exit: 3, inputs: { failed: 0, refused: 1 } });
  expect(service.asked.slice(asked)).toEqual(['flaky-1', 'flaky-1']);
});

it('3: all pages of a run are as many as --max-calls allows, and fewer are not complete', async () => {
  writeRecipe(wholeRun());
  const all = (...more: string[]) => run(null, ['--set', 'username=user-1', ...more]);
  const dry = ['--max-calls', '5000', '--dry-run'];
  expect(await all(...dry)).toMatchObject({ calls: { least: 1, most: 5000, never: 5000 } });
  writeRecipe(recipe({}, undefined, { pages: 1500, rows: null }));
  expect(await all(...dry)).toMatchObject({ calls: { least: 1, most: 1500, never: 5000 } });

  writeRecipe(wholeRun());
  const why: unknown = expect.stringContaining('--max-calls');
  expect(await all('--max-calls', '1')).toMatchObject({ exit: 3, why, calls: 1 });
  expect(await all()).toMatchObject({ exit: 0, rows: 6, inputs: { done: 1 } });
  const { length } = service.asked;
  expect(await all()).toMatchObject({ exit: 0 });
  expect(await all('--pages', '2')).toMatchObject({ exit: 2 });
  expect(service.asked).toHaveLength(length);
});

it('0: the same command collects what an earlier version left of a run of over 1,000 pages', async () => {
  const all = (...more: string[]) => run(null, ['--set', 'username=user-1', ...more]);
  // As it began then, without the other 999 pages.
  const begun = await all('--pages', '1000', '--max-calls', '1');
  const store = createRunStore(join(folder, 'data'));
  const stored = await store.open(String(begun['runId']));
  const at = new Date().toISOString();
  await stored.appendInput(0, { reason: 'partly', calls: 1, why: null, missing: [], at });
  await stored.appendEnd('noMore');
  await store.close();
  expect(await all('--pages', '1000')).toMatchObject({ exit: 0, calls: 1, inputs: { partly: 1 } });
  writeRecipe(wholeRun());
  expect(await all('--max-calls', '1')).toMatchObject({ exit: 3, calls: 1, inputs: { partly: 1 } });
  expect(await all('--dry-run')).toMatchObject({ inputs: 1, before: 1 });
  expect(await all()).toMatchObject({ exit: 0, calls: 3, rows: 6, inputs: { done: 1 } });
});

it('3: an input that the service cut off is not complete', async () => {
  expect(await run(['cut-1', 'user-1'], ['--pages', '2'])).toMatchObject({
    exit: 3,
    why: 'Not all inputs are complete: 1 cut off.',
    inputs: { cutOff: 1, done: 1 },
  });
});

it.each([401, 402, 403])('4: the service answers %i', async (status) => {
  let calls = 0;
  const address = await serve((_, response) => {
    calls += 1;
    response.writeHead(status).end(JSON.stringify({ error: { message: key } }));
  });
  const refused = await run(names('user', 3), ['--service', address]);
  expect(refused).toMatchObject({ exit: 4, inputs: { waiting: 3 } });
  expect(calls).toBe(1);
  expect(written.join('\n')).not.toContain(key);
});

it('75: the service is down, or the data folder in use', async () => {
  expect(await run(names('down', 8))).toMatchObject({ exit: 75, inputs: { waiting: 3 } });
  expect(await run(['user-1'], ['--service', 'http://127.0.0.1:1'])).toMatchObject({ exit: 75 });
  const dataDir = join(folder, 'taken');
  const open = await startTestCore({ dataDir });
  const taken = await run(['user-1'], ['--data-dir', dataDir]);
  await open.core.close();
  const why: unknown = expect.stringContaining('running with this data folder');
  expect(taken).toMatchObject({ exit: 75, why });
});

it('1: what can’t be written is our side’s; nothing is asked again for it', async () => {
  const { runId } = await run(['user-1'], ['--dry-run']);
  const name = `microblog-posts-by-user_monday_${String(runId).slice(8, 16)}.jsonl`;
  mkdirSync(join(folder, 'out', name), { recursive: true });
  expect(await run(['user-1'])).toMatchObject({ exit: 1, calls: 1 });
  rmSync(join(folder, 'out', name), { recursive: true });
  expect(await run(['user-1'])).toMatchObject({ exit: 0, calls: 1 });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it cleanly with %i, and the same command continues', async (signal, exit) => {
  const stop = new AbortController();
  service.onAsked = (asked) => {
    if (asked.length === 4) stop.abort(signal);
  };
  expect(await run(names('user', 9), [], { stop: stop.signal })).toMatchObject({ exit });
  expect(service.asked.length).toBeLessThan(9);
  service.onAsked = () => undefined;
  expect(await run(names('user', 9))).toMatchObject({ exit: 0, rows: 27 });
});

it('0, 3: steps follow one another without a pause, within one number of calls, and continue', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const dry = await run(inputs, ['--dry-run'], { accessKey: '' });
  expect(dry).toMatchObject({
    exit: 0,
    calls: { least: 3, most: 3 * 2 + 2 },
    steps: [
      { inputs: 3, calls: { least: 3, most: 6 } },
      { inputs: 2, calls: { least: 0, most: 2 } },
    ],
  });
  expect(service.asked).toEqual([]);

  const capped = await run(inputs, ['--max-calls', '7']);
  expect(capped).toMatchObject({ exit: 3, calls: 7, why: expect.stringContaining('max-calls') });
  const all = [...inputs.flatMap((name) => [name, name]), 'user-1', 'user-2'];
  expect(service.asked).toEqual(all.slice(0, 7));
  expect(await run(inputs, ['--dry-run'])).toMatchObject({
    inputs: 0,
    steps: [{ inputs: 0 }, { inputs: 1, calls: { least: 1, most: 1 } }],
    calls: { least: 1, most: 1, never: 93 },
    before: 7,
  });
  expect(await run(inputs)).toMatchObject({
    exit: 0,
    calls: 8,
    runId: capped['runId'],
    steps: [
      { rows: 18, calls: 6 },
      { found: 3, inputs: 2, calls: 2 },
    ],
  });
  expect(service.asked).toEqual(all);
  const before = Object.keys(files());
  expect(before.filter((name) => name.endsWith('.csv'))).toHaveLength(4);
  expect(await run(inputs)).toMatchObject({ exit: 0, calls: 8 });
  expect(service.asked).toEqual(all);
  expect(Object.keys(files())).toEqual(before);

  // Not mixed with what the label began with.
  expect(await run([...inputs, 'user-9'])).toMatchObject({ exit: 2 });
});

it('0, 2: of steps that are done nothing is sent again, nor with other pages, and a dry run says so', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const capped = await run(inputs, ['--pages', '1', '--max-calls', '2']);
  expect(capped).toMatchObject({ exit: 3, calls: 2 });
  expect(await run(inputs, ['--pages', '1', '--dry-run'])).toMatchObject({
    steps: [
      { inputs: 1, calls: { least: 1, most: 1 } },
      { inputs: 2, calls: { least: 0, most: 2 } },
    ],
    calls: { least: 1, most: 3, never: 98 },
    before: 2,
  });
  expect(await run(inputs, ['--pages', '1'])).toMatchObject({ exit: 0, calls: 5 });
  // The id is the same without a key, however the address is written.
  const dry = ['--pages', '1', '--dry-run', '--service', `${service.address}/`];
  expect(await run(inputs, dry, { accessKey: '' })).toMatchObject({
    exit: 0,
    runId: capped['runId'],
    inputs: 0,
    calls: { least: 0, most: 0, never: 95 },
    before: 5,
  });
  for (const more of [[], ['--dry-run']]) {
    const why: unknown = expect.stringContaining('Choose another label');
    expect(await run(inputs, ['--pages', '2', ...more])).toMatchObject({ exit: 2, why });
  }
  expect(service.asked).toHaveLength(5);
  const [since, until] = [
    ['--set', '1.since=2026-01-01'],
    ['--set', '1.until=2026-02-01'],
  ];
  const dated = await run(inputs, ['--label', 'dated', ...since, ...until]);
  const again = await run(inputs, ['--label', 'dated', ...until, ...since]);
  expect([again['runId'], again['calls']]).toEqual([dated['runId'], dated['calls']]);
  expect(service.asked).toHaveLength(5 + Number(dated['calls']));
});

it('2: what can’t be saved is not asked: steps as a network, or again what a dataset has', async () => {
  writeRecipe(steps(1));
  for (const more of [[], ['--dry-run']]) {
    const why: unknown = expect.stringContaining('can’t be saved as a network');
    expect(await run(['user-1'], ['--format', 'gexf', ...more])).toMatchObject({ exit: 2, why });
  }
  for (const text of [steps(1), recipe()]) {
    writeRecipe(text);
    const more = ['--format', 'dataset', '--label', text === recipe() ? 'one' : 'two'];
    expect(await run(['user-1'], more)).toMatchObject({ exit: 0 });
    const sent = service.asked.length;
    const elsewhere = [...more, '--data-dir', join(folder, 'elsewhere')];
    const why: unknown = expect.stringContaining('already has');
    expect(await run(['user-1'], elsewhere)).toMatchObject({ exit: 2, why });
    expect(service.asked).toHaveLength(sent);
  }
});

it('0: steps that an earlier version collected are not asked again', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const given = stepRecipeSchema.parse(JSON.parse(steps(2)));
  const asked = given.steps.map((step) => ({ ...step, pause: false }));
  const id = runIdOf([service.address, asked, ['username'], false, 'monday', null]);
  const dataDir = join(folder, 'data');
  const older = await startTestCore({ dataDir, serviceAddress: service.address, accessKey: key });
  const text = `username\n${inputs.join('\n')}\n`;
  const { listId } = await checkList(older, { text, file: 'inputs.csv' });
  const begun = { id, recipe: { ...given, steps: asked }, maxCalls: 100, listId };
  await older.value('recipe.start', begun);
  await vi.waitFor(
    async () =>
      expect((await older.value('recipe.list', {})).runs).toMatchObject([{ state: 'done' }]),
    { timeout: 60_000 },
  );
  await older.close();
  expect(await run(inputs)).toMatchObject({ exit: 0, runId: id, calls: 8 });
  expect(service.asked).toHaveLength(8);
});

it('75, then 0: a step that five failures stopped asks them again, once, before the next step', async () => {
  writeRecipe(steps(1));
  service.failsFor = 3;
  const inputs = ['user-1', ...names('flaky', 6)];
  const stopped = await run(inputs);
  expect(stopped).toMatchObject({ exit: 75, calls: 2 + 5 * 3 });
  // The last one fails now, and is asked again with the others.
  const again = names('flaky', 6).flatMap((name) => [name, name]);
  expect(await run(inputs)).toMatchObject({ exit: 0, steps: [{ rows: 7 * 6 }, { inputs: 1 }] });
  expect(service.asked.slice(17)).toEqual([
    ...again.slice(-1),
    ...again.slice(-2),
    ...again,
    'user-1',
  ]);
});

it('3: a step whose inputs fail again is left behind, however many they are', async () => {
  writeRecipe(steps(1));
  const inputs = ['user-1', ...names('down', 7)];
  expect(await run(inputs)).toMatchObject({ exit: 75, calls: 2 + 5 * 3 });
  const ended = await run(inputs);
  expect(ended).toMatchObject({ exit: 3, steps: [{ statuses: { failed: 7 } }, { rows: 3 }] });
  expect(service.asked.slice(17)).toHaveLength(2 * 3 + 5 * 3 + 1);
});
