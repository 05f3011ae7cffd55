/**
 * Collecting without a window: each way to end has its number, the same command again pays nothing
 * twice and writes the same files, however often it was killed, and the key is nowhere.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { collect } from '#main/collect/collect.ts';
import { readCollectOptions } from '#main/collect/options.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { collectCommand } from '#shared/query/code-samples.ts';
import { startTestCore } from '#test/support/core.ts';
import { columnsWorker } from '#test/support/columns/store.ts';
import { startCoreWith } from '#test/support/kill/collect-command.ts';
import { startListService } from '#test/support/lists/list-service.ts';
import type { ListService } from '#test/support/lists/list-service.ts';
import { readParquet } from '#test/support/export/read-parquet.ts';
import { readTree } from '#test/support/search-files.ts';
import { serve } from '#test/support/serve.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

const key = 'key-canary-5f1c9e';
let folder: string;
let service: ListService;
/** Everything that the commands of a test wrote. */
let written: string[];

beforeEach(async () => {
  folder = testFolder();
  service = await startListService();
  written = [];
  writeFileSync(join(folder, 'recipe.json'), recipe({}));
});

function recipe(
  values: Record<string, string>,
  spec: object = {},
  endpointId = 'microblog.posts.by-user',
): string {
  const query = { endpointId, values, fields: [] };
  const from = { profileId: 'https://x.example', address: 'https://x.example' };
  return JSON.stringify({
    kind: 'social-data-explorer/recipe',
    version: 1,
    runs: [{ title: '', query, service: from, pages: 1 }],
    spec: { runIds: ['as-saved'], format: { kind: 'jsonl' }, methods: false, ...spec },
    pseudonymSecret: null,
  });
}

const names = (kind: string, many: number): string[] =>
  Array.from({ length: many }, (_, at) => `${kind}-${at + 1}`);

interface Summary {
  exit: number;
  why: string | null;
  [more: string]: unknown;
}

function flagsOf(inputs: readonly string[], more: readonly string[]): string[] {
  writeFileSync(join(folder, 'inputs.csv'), `username\n${inputs.join('\n')}\n`);
  const flags = {
    '--inputs': join(folder, 'inputs.csv'),
    '--label': 'monday',
    '--max-calls': '100',
    '--out': join(folder, 'out'),
    '--data-dir': join(folder, 'data'),
    '--service': service.address,
  };
  const own = Object.entries(flags).filter(([name]) => !more.includes(name));
  return [join(folder, 'recipe.json'), ...own.flat(), ...more];
}

/** The command in this process; only a wrong flag never gets as far. */
async function run(
  inputs: readonly string[],
  more: readonly string[] = [],
  { stop, accessKey = key }: { stop?: AbortSignal; accessKey?: string } = {},
): Promise<Summary> {
  const read = readCollectOptions(flagsOf(inputs, more), { SOCIAL_DATA_API_KEY: accessKey });
  if (read.kind !== 'options') return { exit: 2, why: read.kind === 'wrong' ? read.why : '' };
  const printed: string[] = [];
  const exit = await collect(read.options, {
    startCore: startCoreWith(columnsWorker()),
    stop: stop ?? new AbortController().signal,
    log: (line) => written.push(line),
    print: (line) => printed.push(line),
  });
  written.push(...printed);
  expect(printed).toHaveLength(1);
  const summary = JSON.parse(printed[0] ?? '') as Summary;
  expect(summary.exit).toBe(exit);
  return summary;
}

/** Files by name, with what is in them. */
const files = (at = join(folder, 'out')): Record<string, string> =>
  Object.fromEntries(readdirSync(at).map((name) => [name, readFileSync(join(at, name), 'utf8')]));

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
  const parts = ['1/3', '2/3', '3/3'].map((part, at) => ['--part', part, '--data-dir', `d${at}`]);
  for (const part of parts) {
    part[3] = join(folder, part[3] ?? '');
    expect(await run(inputs, part)).toMatchObject({ exit: 0 });
  }
  expect(service.asked).toEqual(['user-1', 'user-4', 'user-2', 'user-5', 'user-3']);
  expect(Object.keys(files())).toHaveLength(6);
  expect(await run(['user-1'], ['--part', '2/2'])).toMatchObject({ exit: 0 });
  expect(service.asked).toHaveLength(5);
});

it('0: a dry run shows the requests and what they cost, and sends nothing without a key', async () => {
  const dry = await run(names('user', 4), ['--dry-run', '--pages', '3'], { accessKey: '' });
  expect(dry).toMatchObject({
    exit: 0,
    inputs: 4,
    calls: { least: 4, most: 12, never: 100 },
    requests: [1, 2, 3].map(
      (n) => `GET ${service.address}/api/data/microblog/posts/users/user-${n}/live`,
    ),
  });
  expect(service.asked).toEqual([]);
  expect(readdirSync(folder)).not.toContain('out');
});

it('0: the command that the window copies asks the question', async () => {
  const endpoint = catalogue.endpoints.find(({ id }) => id === 'microblog.posts.by-user')!;
  const query = { endpointId: endpoint.id, values: { username: 'user-7' }, fields: ['id'] };
  const profile = { id: service.address, address: service.address };
  const lines = collectCommand(endpoint, query, profile, 'friday')?.split('\n') ?? [];
  writeFileSync(join(folder, 'recipe.json'), lines[lines.indexOf('RECIPE') - 1] ?? '');
  const flags = lines.slice(-2).join(' ').split('recipe.json ')[1] ?? '';
  const words = flags.replaceAll(/[\\']/g, '').split(/\s+/);
  words[words.indexOf('data')] = join(folder, 'out');
  const read = readCollectOptions(
    [join(folder, 'recipe.json'), ...words, '--data-dir', join(folder, 'data')],
    { SOCIAL_DATA_API_KEY: key },
  );
  if (read.kind !== 'options') throw new Error(read.kind === 'wrong' ? read.why : '');
  const exit = await collect(read.options, {
    startCore: startCoreWith(columnsWorker()),
    stop: new AbortController().signal,
    log: () => undefined,
    print: (line) => written.push(line),
  });
  expect([exit, written]).toEqual([0, [expect.stringContaining('"label":"friday"')]]);
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
  [/“no.such”|doesn’t have that question/, [], recipe({}, {}, 'no.such')],
  [/not a methods sheet/, [], '{}'],
  [/Choose with --column/, ['--column', 'handle', '--for', 'username']],
  [/Raw pages/, ['--format', 'raw'], recipe({}, { columns: ['id'] })],
  [/pseudonym/, ['--set', 'username=user_abcdefghijklmnop']],
  [/address/, ['--service', 'ftp://x']],
  [/--out/, ['--out', '/dev/null/out']],
])('2: says %s and calls nothing', async (why, flags, text) => {
  if (text !== undefined) writeFileSync(join(folder, 'recipe.json'), text);
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
    why: 'Inputs that failed: 1; refused: 1; lines that can’t be right: 1.',
    inputs: { failed: 1, refused: 1 },
  });
  const asked = service.asked.length;
  expect(await run(inputs, flags)).toMatchObject({ exit: 3, inputs: { failed: 0, refused: 1 } });
  expect(service.asked.slice(asked)).toEqual(['flaky-1', 'flaky-1']);
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
  const open = await startTestCore({ dataDir: join(folder, 'taken') });
  const taken = await run(['user-1'], ['--data-dir', join(folder, 'taken')]);
  await open.core.close();
  expect(taken).toMatchObject({
    exit: 75,
    why: expect.stringContaining('running with this data folder'),
  });
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

/** Posts of the accounts that are given, then the profiles of two who wrote them. */
const steps: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Who wrote',
  service: { profileId: 'https://x.example', address: 'https://x.example' },
  steps: [
    {
      query: { endpointId: 'microblog.posts.by-user', values: {}, fields: [] },
      asks: ['username'],
      list: null,
      pages: 2,
      pause: true,
    },
    {
      query: { endpointId: 'microblog.users.get', values: {}, fields: [] },
      asks: [],
      list: { field: 'authorUsername', key: 'username', atMost: 2 },
      pages: 1,
      pause: true,
    },
  ],
};

it('0, 3: steps follow one another without a pause, within one number of calls, and continue', async () => {
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(steps));
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
  const done = await run(inputs);
  expect(done).toMatchObject({
    exit: 0,
    calls: 8,
    runId: capped['runId'],
    steps: [
      { rows: 18, calls: 6 },
      { found: 3, inputs: 2, calls: 2 },
    ],
  });
  expect(service.asked).toEqual(all);
  expect(Object.keys(files()).filter((name) => name.endsWith('.csv'))).toHaveLength(4);
  const before = files();
  expect(await run(inputs)).toMatchObject({ exit: 0, calls: 8 });
  expect(service.asked).toEqual(all);
  expect(Object.keys(files())).toEqual(Object.keys(before));

  // Not mixed with what the label began with.
  expect(await run([...inputs, 'user-9'])).toMatchObject({ exit: 2 });
});

it('where people are replaced, no file names the inputs', async () => {
  const privacy = {
    drop: ['text', 'id'],
    pseudonyms: [{ field: 'authorUsername', kind: 'username' }],
    scrubMentions: [],
  };
  writeFileSync(join(folder, 'recipe.json'), recipe({}, { privacy, format: { kind: 'csv' } }));
  expect(await run(['user-1'])).toMatchObject({ exit: 0 });
  expect(JSON.stringify(files())).not.toContain('user-1');
});

const kills = count(3, 30);
let program: string;
beforeAll(async () => {
  program = await bundleProgram(new URL('../support/kill/collect-command.ts', import.meta.url));
});

it('eight parts at once, each with its data folder and key, make one dataset as a single run does', async () => {
  const inputs = [...names('user', 24), 'gone-1', 'empty-1', 'two words'];
  const flags = ['--format', 'dataset', '--pages', '2'];
  const alone = join(folder, 'alone');
  expect(await run(inputs, [...flags, '--out', alone])).toMatchObject({ exit: 3, rows: 144 });
  const together = join(folder, 'together');
  const ends = await Promise.all(
    names('part', 8).map(async (name, at) => {
      const own = ['--part', `${at + 1}/8`, '--data-dir', join(folder, name), '--out', together];
      const child = startChild(program, flagsOf(inputs, [...flags, ...own]), {
        env: {
          ...process.env,
          SDE_COLUMNS_WORKER: columnsWorker().href,
          SOCIAL_DATA_API_KEY: `${key}-${at}`,
        },
      });
      await child.ended;
      return JSON.parse(child.lines.at(-1) ?? '{}') as Summary;
    }),
  );
  expect(ends.map(({ exit, why }) => [exit, why])).toEqual(
    ends.map(() => [3, 'Inputs that failed: 0; refused: 0; lines that can’t be right: 1.']),
  );
  const rowsOf = async (root: string, table: string): Promise<string[]> => {
    const found = readdirSync(join(root, table), { recursive: true, encoding: 'utf8' });
    const paths = found.filter((name) => name.endsWith('.parquet'));
    const read = await Promise.all(paths.map((name) => readParquet(join(root, table, name))));
    // All but what tells one run from another.
    const own = ['run', 'collected_at', 'saved_at'];
    return read
      .flatMap(({ rows }) => rows)
      .map((row) => Object.entries(row).filter(([name]) => !own.includes(name)))
      .map((row) =>
        JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      .toSorted();
  };
  for (const table of ['microblog-post', 'inputs']) {
    const rows = await rowsOf(together, table);
    expect(rows).toHaveLength(table === 'inputs' ? 26 : 144);
    expect(rows).toEqual(await rowsOf(alone, table));
  }
  const crate = readFileSync(join(together, 'ro-crate-metadata.json'), 'utf8');
  expect(crate.match(/"CreateAction"/g)).toHaveLength(8);
  // The same command again adds nothing.
  const before = await readTree(together);
  expect(
    await run(inputs, [
      ...flags,
      '--part',
      '3/8',
      '--data-dir',
      join(folder, 'part-3'),
      '--out',
      together,
    ]),
  ).toMatchObject({ files: [] });
  expect(await readTree(together)).toEqual(before);
});

const manySteps = {
  ...steps,
  steps: [steps.steps[0], { ...steps.steps[1], list: { ...steps.steps[1]?.list, atMost: 15 } }],
};

it.each([
  ['a question', recipe({})],
  ['a recipe with steps', JSON.stringify(manySteps)],
])(
  `killed at ${kills} random moments, %s writes the files of one that was left alone, and the key nowhere`,
  async (_, asked) => {
    writeFileSync(join(folder, 'recipe.json'), asked);
    const inputs = [...names('user', count(15, 150)), 'gone-1', 'empty-1', ...names('other', 15)];
    const flags = ['--pages', '2', '--max-calls', '1000'];
    expect(await run(inputs, [...flags, '--data-dir', join(folder, 'calm')])).toMatchObject({
      exit: 0,
    });
    const calm = files();
    for (const name of Object.keys(calm)) writeFileSync(join(folder, 'out', name), 'cut off');

    const calls = service.asked.splice(0).length;
    service.pauseMs = 10;
    const env = {
      PATH: process.env['PATH'],
      SDE_COLUMNS_WORKER: columnsWorker().href,
      SOCIAL_DATA_API_KEY: key,
    };
    const command = flagsOf(inputs, flags);
    for (let kill = 0; kill < kills; kill++) {
      const child = startChild(program, command, { env });
      // Mostly in the middle of a call; when all is asked, while it opens, saves or ends.
      const until = service.asked.length + 1 + Math.floor(Math.random() * 20);
      const reached = new Promise<void>((resolve) => {
        service.onAsked = ({ length }) => void (length >= until && resolve());
      });
      // The first one, however slow the computer is.
      await Promise.race([reached, sleep(kill === 0 ? 60_000 : 300 + Math.random() * 1700)]);
      await child.kill();
    }
    const last = startChild(program, command, { env });
    await last.ended;
    expect(JSON.parse(last.lines.at(-1) ?? '')).toMatchObject({ exit: 0 });
    expect(Object.keys(files())).toEqual(Object.keys(calm));
    expect(collected(files())).toEqual(collected(calm));
    // Else nothing was under way when it was killed.
    expect(service.asked.length).toBeGreaterThan(calls);
    // Each kill makes the input under way be asked again, and no other.
    expect(service.asked.length).toBeLessThanOrEqual(calls + kills * 2);
    expect(`${written.join('\n')}${last.lines.join('\n')}`).not.toContain(key);
    for (const text of await readTree(folder)) expect(text.includes(key)).toBe(false);
  },
  300_000,
);

/** What was collected, without the times at which it was. */
const collected = (given: Record<string, string>): [string, string][] =>
  Object.entries(given)
    .filter(([name]) => !/methods/.test(name))
    .map(([name, text]) => [
      name,
      text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'then'),
    ]);
