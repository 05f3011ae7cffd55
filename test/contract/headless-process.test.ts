/**
 * The command as a process that others start: whatever happens around it, it ends, with one result and the
 * exit code that says what happened; and nobody gets in by a signal.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { readCollectOptions } from '#main/collect/options.ts';
import { readStartOptions } from '#main/launch/start-options.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import {
  eachTestHasFolder,
  flagsOf,
  folder,
  key,
  recipe,
  run,
  service,
  writeRecipe,
} from '#test/support/headless.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';

eachTestHasFolder();
let program: string;
let bare: string;
beforeAll(async () => {
  program = await bundleProgram(new URL('../support/kill/collect-command.ts', import.meta.url));
  bare = await bundleProgram(new URL('../support/kill/no-debugger.ts', import.meta.url));
});

type Stream = 'pipe' | 'closed' | number;

/** Starts the command; `input` is written to its standard input, which then ends. */
function start(
  args: readonly string[],
  {
    out = 'pipe',
    log = 'pipe',
    fault = '',
    input = '',
  }: Partial<Record<'out' | 'log', Stream>> & {
    fault?: string;
    input?: string;
  } = {},
) {
  const worker = { SDE_COLUMNS_WORKER: columnsWorker().href, SDE_FAULT: fault };
  const stdio = [out, log].map((one) => (one === 'closed' ? 'pipe' : one));
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], SOCIAL_DATA_API_KEY: key, ...worker },
    stdio: ['pipe', ...stdio],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin?.end(input);
  if (out === 'closed') child.stdout?.destroy();
  if (log === 'closed') child.stderr?.destroy();
  let [printed, logged] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (logged += text));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number,
    results: printed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { exit: number; why: string | null }),
    logged,
  }));
  return { child, ended };
}

const inputs = ['user-1', 'user-2'];

it('goes on without a log that nobody reads or no disk takes, and says how it ended', async () => {
  const full = process.platform === 'linux' ? [openSync('/dev/full', 'w')] : [];
  for (const [at, log] of (['closed', ...full] as const).entries()) {
    const args = flagsOf(inputs, ['--data-dir', join(folder, `data-${at}`)]);
    const { code, results } = await start(args, { log }).ended;
    expect([code, results]).toMatchObject([0, [{ exit: 0, rows: 6 }]]);
  }
  // Nor does it need anybody to read the result.
  const lost = flagsOf(['gone-1', 'down-1'], ['--data-dir', join(folder, 'data-out')]);
  expect(await start(lost, { out: 'closed', log: 'closed' }).ended).toMatchObject({ code: 3 });
});

it('always ends with one result: when nothing is left to wait for, at an error that nobody catches, at a second signal', async () => {
  const args = flagsOf(inputs, []);
  expect(await start(args, { fault: 'never' }).ended).toMatchObject({
    code: 1,
    results: [{ exit: 1, why: expect.stringMatching(/stopped before the end/) }],
  });
  const thrown = await start(args, { fault: 'throws' }).ended;
  expect(thrown).toMatchObject({ code: 1, results: [{ exit: 1, label: 'monday' }] });
  expect(thrown.logged).toContain('nobody catches this');
  const { child, ended } = start(args, { fault: 'stuck' });
  await once(child.stderr!, 'data');
  // The first one waits for what is under way. Two at once arrive in any order.
  child.kill('SIGINT');
  await once(child.stderr!, 'data');
  // A program in between has passed it on, too.
  child.kill('SIGINT');
  await once(child.stderr!, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143, results: [{ exit: 143 }] });
});

it('a data folder that can’t be created is said', async () => {
  const { code, results } = await start(flagsOf(inputs, ['--data-dir', '/proc/none/data'])).ended;
  const why =
    'The data folder can’t be used. The folder does not exist. The folder: /proc/none/data';
  expect([code, results]).toMatchObject([1, [{ exit: 1, why }]]);
  expect(await run(inputs, ['--out', '/proc/none/out'])).toMatchObject({
    exit: 2,
    why: 'The folder named by --out can’t be created: /proc/none/out.',
  });
});

it('takes nothing for a file that never ends, and the standard input where it is named', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const others = process.platform === 'linux' ? ['/dev/zero', '/dev/tty'] : ['/dev/zero'];
  for (const path of [pipe, folder, ...others]) {
    const why = /isn’t a file: .*standard input\.$|can’t be read/;
    expect(await run(null, ['--inputs', path])).toMatchObject({
      exit: 2,
      why: expect.stringMatching(why),
    });
    const [, ...flags] = flagsOf(inputs, []);
    const asRecipe = await start([path, ...flags]).ended;
    expect(asRecipe).toMatchObject({ code: 2, results: [{ why: expect.stringMatching(why) }] });
  }
  expect(service.asked).toEqual([]);
  for (const name of ['-', '/dev/stdin']) {
    const own = ['--inputs', name, '--data-dir', join(folder, `data${name.length}`)];
    const args = flagsOf(null, own);
    const read = await start(args, { input: `username\nuser-${name.length}\n` }).ended;
    expect(read).toMatchObject({ code: 0, results: [{ rows: 3 }] });
  }
});

it('says why a recipe can’t be read, and which file it is', async () => {
  const text = recipe();
  writeFileSync(join(folder, 'recipe.json'), Buffer.from(text, 'utf16le'));
  expect(await run(inputs)).toMatchObject({
    exit: 2,
    why: `This file is saved as UTF-16. Save it as UTF-8, then open it again. The file: ${join(folder, 'recipe.json')}`,
  });
  writeRecipe('{');
  expect(await run(inputs)).toMatchObject({
    exit: 2,
    why: expect.stringMatching(/^This is not a methods sheet\..*The file: .*recipe\.json$/),
  });
  writeRecipe(`\uFEFF${text}`);
  expect(await run(inputs)).toMatchObject({ exit: 0 });
});

it('reads paths from the folder that npm was called in, and its own from where it is', () => {
  const args = ['r.json', '--label', 'a', '--max-calls', '1', '--out', 'out', '--inputs', 'i.csv'];
  const paths = (environment: Record<string, string>): unknown => {
    const read = readCollectOptions([...args, '--data-dir', 'data'], environment);
    if (read.kind !== 'options') throw new Error('It is right.');
    const { recipe: file, inputs: list, out, program: own } = read.options;
    return [file, list, out, own.dataDir];
  };
  const names = ['r.json', 'i.csv', 'out', 'data'];
  const npm = { npm_package_name: 'social-data-explorer', npm_lifecycle_event: 'collect' };
  mkdirSync(join(folder, 'mine'));
  const mine = join(folder, 'mine');
  expect(paths({ ...npm, INIT_CWD: mine })).toEqual(names.map((name) => join(mine, name)));
  const here = names.map((name) => join(process.cwd(), name));
  expect(paths(npm)).toEqual(here);
  // A script of another package that starts the program has chosen its folder.
  expect(paths({ ...npm, npm_package_name: 'other', INIT_CWD: mine })).toEqual(here);
  expect(readStartOptions(['--data-dir', 'data'], { ...npm, INIT_CWD: mine })).toMatchObject({
    options: { dataDir: join(mine, 'data') },
  });
});

it('a signal opens no debugger, in no process', async () => {
  const child = startChild(bare, []);
  await child.printed(2);
  child.process.kill('SIGUSR1');
  await child.ended;
  expect(child.told()).toEqual([1, 'ready', null]);
  // Before anything else is read, in every process.
  const entries = ['browser', 'collect', 'electron', 'launch', 'core/store/columns/worker'];
  for (const entry of entries) {
    const source = readFileSync(join('src-main', entry, 'main.ts'), 'utf8');
    expect(source).toMatch(
      /^\/\*\*(?:(?!\*\/)[^])*\*\/\nimport '[./]*(?:core\/)?no-debugger\.ts';/,
    );
  }
});
