/**
 * Collecting without a window: each way to end has its number, and the same command again pays nothing
 * twice. What becomes of its files: `headless-files.test.ts`.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { readCollectOptions } from '#main/collect/options.ts';
import { callerOf } from '#main/launch/call-core.ts';
import { sourcesCommand } from '#main/core/app-handlers.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { collectCommand } from '#renderer/features/explore/request/code-samples.ts';
import { question, startTestCore } from '#test/support/core.ts';
import {
  command,
  eachTestHasFolder,
  files,
  flagsOf,
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
import { names } from '#test/support/lists/ask-list.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasFolder();

const textOf = (ending: string, out = 'out'): string =>
  Object.entries(files(out)).find(([name]) => name.endsWith(ending))?.[1] ?? '';

it('0: asks every input once, and the same command sends nothing and writes the same', async () => {
  const inputs = [...names('user', 3), 'user-1', 'gone-1', 'empty-1'];
  const first = await run(inputs, ['--pages', '2']);
  expect(first).toMatchObject({
    exit: 0,
    cause: null,
    why: null,
    state: 'Complete',
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
  const dry = await run(inputs, ['--pages', '2', '--dry-run']);
  expect(dry).toMatchObject({ exit: 0, inputs: 0, requests: [], calls: { most: 0 }, before: 8 });

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

it.each([sourcesCommand, { call: `& '/opt/explorer.cmd' collect`, shell: 'powershell' }] as const)(
  '0: the command that the window copies for $shell asks the question',
  async (how) => {
    const endpoint = catalogue.endpoints.find(({ id }) => id === 'microblog.posts.by-user')!;
    const query = question(endpoint.id, { username: 'user-7' }, ['id']);
    const profile = { id: service.address, address: service.address };
    const lines = collectCommand(endpoint, query, profile, 'friday', how)?.split('\n') ?? [];
    expect(lines.at(-2)?.startsWith(`${how.call} recipe.json --service '`)).toBe(true);
    writeRecipe(lines.find((line) => line.startsWith('{')) ?? '');
    const flags = lines.slice(-2).join(' ').split('recipe.json ')[1] ?? '';
    const words = flags.replaceAll(/[\\'`]/g, '').split(/\s+/);
    words[words.indexOf('data')] = join(folder, 'out');
    const args = [join(folder, 'recipe.json'), ...words, '--data-dir', join(folder, 'data')];
    expect(await command(args)).toMatchObject({ exit: 0, label: 'friday' });
    expect(service.asked).toEqual(['user-7']);
  },
);

it.each<[why: RegExp, flags: string[], recipe?: string]>([
  [/--key/, ['--key', 'secret-in-flag']],
  [/--key/, ['--key=secret-in-flag']],
  [/--max-calls/, ['--max-calls', '0']],
  [/--part/, ['--part', '3/2']],
  [/--label/, ['--label', '../x']],
  [/--format/, ['--format', 'pdf']],
  [/can’t be read/, ['--inputs', '/nowhere/x.csv']],
  [/no “colour”/, ['--set', 'colour=red']],
  [/doesn’t have one of the recipe’s questions/, [], recipe({}, 'no.such')],
  [/not a methods sheet/, [], '{}'],
  [/with --column/, ['--column', 'handle', '--for', 'username']],
  [/Raw pages/, ['--format', 'raw'], recipe({ columns: ['id'] })],
  [/can’t save this format/, [], recipe({ format: { kind: 'abacus' } })],
  [/doesn’t know one of the choices/, [], recipe({ format: { kind: 'csv', delimiter: 'x' } })],
  [/address/, ['--service', 'ftp://x']],
  [/--out/, ['--out', '/dev/null/out']],
])('2: says %s and calls nothing', async (why, flags, text) => {
  if (text !== undefined) writeRecipe(text);
  const summary = await run(['user-1'], flags);
  expect(summary).toMatchObject({ exit: 2, why: expect.stringMatching(why) });
  expect(summary.why).not.toContain('secret-in-flag');
  expect(service.asked).toEqual([]);
});

it('0: what has more than was asked for is told apart from what is complete', async () => {
  expect(await run(['user-1', 'empty-1'], ['--pages', '1'])).toMatchObject({
    exit: 0,
    cause: 'pages',
    why: 'The service has more for 1 input than the pages asked for.',
    state: 'More available',
    inputs: { partly: 1, nothing: 1 },
  });
});

it.each([
  ['unknown_host', 'https://nowhere.invalid'],
  ['connection', 'http://127.0.0.1:1'],
])('75: names %s as the cause', async (cause, address) => {
  const recipeWarnings = (): string[] => written.filter((line) => line.includes('otherService'));
  expect(await run(['user-1'], ['--service', address])).toMatchObject({ exit: 75, cause });
  expect(recipeWarnings()).toHaveLength(1);
});

it('2: names a key or a service that is missing as the cause', async () => {
  const keyless = await run(['user-1'], [], { accessKey: '' });
  expect(keyless).toMatchObject({ exit: 2, cause: 'no_credential' });
  const nowhere = flagsOf(['user-1'], []).slice(0, -2);
  expect(await command(nowhere)).toMatchObject({ exit: 2, cause: 'no_address' });
  expect(service.asked).toEqual([]);
});

it('75: names why five inputs in a row were not found', async () => {
  const address = await serve((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  expect(await run(names('user', 6), ['--service', address])).toMatchObject({
    exit: 75,
    cause: 'not_found',
    inputs: { notFound: 5, waiting: 1 },
  });
});

it('3: a search that nobody answers at this address is not complete, and not asked five times', async () => {
  let calls = 0;
  const address = await serve((_, response) => {
    calls += 1;
    response.writeHead(404).end('{"success":false,"message":"There is nothing at this address."}');
  });
  writeRecipe(recipe({}, 'microblog.users.search'));
  expect(await run(['anna', 'bob'], ['--service', address])).toMatchObject({
    exit: 3,
    cause: 'not_found',
    why: expect.stringContaining('isn’t at this address'),
    inputs: { waiting: 2 },
  });
  expect(calls).toBe(1);
});

it('0: does not report rows of another service on the same computer as those of this one', async () => {
  expect(await run(['user-1'])).toMatchObject({ exit: 0, rows: 3 });
  const first = service.asked.length;
  const other = `${service.address}/v1`;
  expect(await run(['user-1'], ['--service', other, '--dry-run'])).toMatchObject({ inputs: 1 });
  expect(await run(['user-1'], ['--service', other])).toMatchObject({ exit: 0, calls: 1 });
  expect(service.asked).toHaveLength(first + 1);
});

it('2: a dry run finds a value beside the inputs that can’t be asked', async () => {
  writeRecipe(recipe({}, 'photoshare.comments.get'));
  const flags = ['--set', 'id=not an id', '--for', 'commentId', '--column', 'username'];
  for (const dry of [['--dry-run'], []]) {
    expect(await run(['1'], [...flags, ...dry])).toMatchObject({
      exit: 2,
      why: expect.stringContaining('The post ID must be'),
    });
  }
  expect(service.asked).toEqual([]);
});

it('warns when the recipe was made with another service on the same computer', async () => {
  const made = JSON.parse(recipe()) as { runs: { service: { address: string } }[] };
  for (const { service: one } of made.runs) {
    Object.assign(one, { profileId: service.address, address: `${service.address}/v1` });
  }
  writeRecipe(JSON.stringify(made));
  expect(await run(['user-1'])).toMatchObject({ exit: 0 });
  const warning = written.find((line) => line.includes('otherService'));
  expect(warning).toContain(`${service.address}/v1; this command uses ${service.address}.`);
});

it('2: without a key or a required flag nothing is called', async () => {
  const without = await run(['user-1'], [], { accessKey: '' });
  expect(without).toMatchObject({ exit: 2, why: expect.stringContaining('SOCIAL_DATA_API_KEY') });
  for (const [flags, why] of [
    [['--label', 'a', '--out', 'o'], '--max-calls is required'],
    [['--max-calls', '9', '--out', 'o'], '--label is required'],
  ] as const) {
    const read = readCollectOptions(['r.json', ...flags], {});
    expect(read).toMatchObject({ kind: 'wrong', why: expect.stringContaining(why) });
  }
  expect(service.asked).toEqual([]);
});

it('2: what was collected and deleted is not paid for again under its label', async () => {
  const { runId } = await run(['user-1']);
  const { core } = await startTestCore({ dataDir: join(folder, 'data') });
  await callerOf(core)('history.remove', { runIds: [String(runId)] });
  await core.close();
  const why: unknown = expect.stringContaining('was deleted. Choose another label');
  expect(await run(['user-1'])).toMatchObject({ exit: 2, why });
  expect(service.asked).toHaveLength(1);
});

it('3: stops before one call too many; with more calls the same command continues', async () => {
  const capped = await run(names('user', 4), ['--max-calls', '3']);
  expect(capped).toMatchObject({ exit: 3, calls: 3, rows: 9, inputs: { waiting: 1 } });
  expect(service.asked).toHaveLength(3);
  expect(await run(names('user', 4), ['--max-calls', '3'])).toMatchObject({ exit: 3, calls: 3 });
  expect(await run(names('user', 4))).toMatchObject({ exit: 0, calls: 4 });
  expect(service.asked).toEqual(names('user', 4));
});

it('3, 130: says what is paid for again of an input that was stopped between two pages', async () => {
  const two = (...more: string[]) => run(names('user', 2), ['--pages', '2', ...more]);
  const words = 'starts again from its first page: 1 more call.';
  const between = await two('--max-calls', '2');
  expect(between).toMatchObject({ exit: 3, why: expect.not.stringContaining('first page') });
  const why: unknown = expect.stringContaining(words);
  expect(await two('--max-calls', '3')).toMatchObject({ exit: 3, calls: 3, why });
  expect(await two('--max-calls', '3')).toMatchObject({ exit: 3, calls: 3, why });
  expect(await two('--max-calls', '5')).toMatchObject({ exit: 0, calls: 5, why: null });

  service.pauseMs = 400;
  for (const own of [recipe(), steps(2)]) {
    writeRecipe(own);
    const stop = new AbortController();
    service.asked.length = 0;
    service.onAsked = ({ length }) => {
      if (length === 1) stop.abort('SIGINT');
    };
    const label = ['--label', own === recipe() ? 'stopped' : 'stopped-steps', '--pages', '2'];
    const stopped = await run(['user-7'], label, { stop: stop.signal });
    expect(stopped).toMatchObject({ exit: 130, why });
    // The answer on its way is paid for, and was waited for.
    expect(service.asked).toHaveLength(1);
  }
});

it('130: says that the request on its way, given up in the end, may be paid for again', async () => {
  service.pauseMs = 60_000;
  const stop = new AbortController();
  service.onAsked = () => stop.abort('SIGTERM');
  const stopped = await run(['user-1'], [], { stop: stop.signal });
  expect(stopped).toMatchObject({
    exit: 143,
    calls: 1,
    why: 'Stopped. Run the same command to continue. The request on its way may have been counted, and is sent again.',
  });
});

it('3: asks failed inputs again when the command is given again, and no others', async () => {
  const inputs = ['user-1', 'flaky-1', 'bad-1', 'user-2'];
  const flags = ['--pages', '2'];
  service.failsFor = 3;
  expect(await run([...inputs, 'two words'], flags)).toMatchObject({
    exit: 3,
    why: expect.stringMatching(/complete: 1 failed, 1 refused, 1 invalid\. .*\(503\)/),
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
  expect(await all()).toMatchObject({ exit: 0, rows: 9, inputs: { done: 1 } });
  // The file has each row once.
  await all('--format', 'csv');
  const [csv = ''] = Object.entries(files()).flatMap(([name, text]) =>
    name.endsWith('.csv') && !name.includes('.inputs.') ? [text] : [],
  );
  expect(csv.trimEnd().split('\n')).toHaveLength(1 + 6);
  const { length } = service.asked;
  expect(await all()).toMatchObject({ exit: 0 });
  expect(await all('--pages', '2')).toMatchObject({ exit: 2 });
  expect(service.asked).toHaveLength(length);
});

it('0: the methods sheet of a list asks for as many pages of each input again', async () => {
  writeRecipe(recipe({ methods: true }));
  const inputs = names('user', 2);
  expect(await run(inputs, ['--pages', '2'])).toMatchObject({ exit: 0, calls: 4 });
  writeRecipe(textOf('.methods.json'));
  const again = ['--label', 'again', '--out', join(folder, 'again')];
  expect(await run(inputs, [...again, '--dry-run'])).toMatchObject({ calls: { most: 4 } });
  expect(await run(inputs, again)).toMatchObject({ exit: 0, calls: 4, rows: 12 });
  expect(await run(inputs, [...again, '--pages', '1', '--label', 'one'])).toMatchObject({
    calls: 2,
  });

  const whole = JSON.parse(wholeRun()) as { spec: object };
  writeRecipe(JSON.stringify({ ...whole, spec: { ...whole.spec, methods: true } }));
  const all = ['--label', 'all', '--out', join(folder, 'all')];
  expect(await run(null, ['--set', 'username=user-1', ...all])).toMatchObject({ exit: 0 });
  writeRecipe(textOf('.methods.json', 'all'));
  const dry = ['--label', 'whole', '--max-calls', '5000', '--dry-run'];
  expect(await run(['user-1'], dry)).toMatchObject({ calls: { most: 5000 } });
});

it('3: an input that the service cut off is not complete', async () => {
  expect(await run(['cut-1', 'user-1'], ['--pages', '2'])).toMatchObject({
    exit: 3,
    cause: 'cutOff',
    why: 'Not all inputs are complete: 1 cut off. The service has more, but didn’t say how to get it.',
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
  const because = (reason: string): unknown => expect.stringMatching(`Five inputs.*${reason}`);
  const down = { exit: 75, why: because('503'), inputs: { waiting: 3 } };
  expect(await run(names('down', 8))).toMatchObject(down);
  const nowhere = await run(names('user', 6), ['--service', 'http://127.0.0.1:1']);
  expect(nowhere).toMatchObject({ exit: 75, why: because('port is blocked'), calls: 0 });
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

it('75: says why all inputs failed: the service may have answered them', async () => {
  const address = await serve((_, response) => response.end('<html>maintenance</html>'));
  const { exit, why } = await run(['user-1'], ['--service', address]);
  expect([exit, why]).toEqual([75, expect.stringContaining('isn’t data')]);
});

it('0: a value is asked as it is, of several lines as one question', async () => {
  const asked: (string | null)[] = [];
  const address = await serve((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://service').searchParams.get('q'));
    response.setHeader('content-type', 'application/json');
    response.end('{"results":[{"id":"1"}],"has_more":false,"next_page_cursor":null}');
  });
  writeRecipe(recipe({}, 'microblog.posts.search'));
  for (const q of ['flood AND\n"river bank"', 'river bank', '"river bank"']) {
    const set = ['--service', address, '--set', `q=${q}`];
    expect(await run(null, set)).toMatchObject({ exit: 0, calls: 1 });
  }
  expect(asked).toEqual(['flood AND "river bank"', 'river bank', '"river bank"']);
});

it('0: a recipe that an editor began with a byte order mark', async () => {
  writeRecipe(`\uFEFF${recipe()}`);
  expect(await run(['user-1'])).toMatchObject({ exit: 0 });
});
