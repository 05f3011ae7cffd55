/**
 * Puts deliberate faults into a copy of the program, one at a time, and shows that a test of
 * `npm test` fails for each: `npm run test:weaken`. Words choose faults by part, file, text or test:
 * `npm run test:weaken -- store ledger`. `--lanes=1` runs them one after the other. `--check` runs no
 * test: it names faults whose text isn't in their file exactly once any more.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faults, isThereOnce } from './faults.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { lanes: { type: 'string', default: '2' }, check: { type: 'boolean' } },
});

/** What tests take that are not slow; a test may take two minutes. */
const longestMs = 30_000;

/** What fails in the copy: the first failed test's name, or null when all pass. */
async function ask(copy, tests) {
  const names = tests.map((test) => `test/${test}`);
  const inBrowser = names[0].startsWith('test/e2e');
  if (inBrowser) {
    const built = await run(copy, ['electron-vite', 'build', '--logLevel', 'warn']);
    if (!built.ok) throw new Error(`The copy can’t be built: ${built.output}`);
  }
  const e2e = ['playwright', 'test', '--config', 'test/playwright.config.ts', '--max-failures=1'];
  const vitest = ['vitest', 'run', '--config', 'test/vitest.config.ts', '--bail', '1'];
  const { ok, output } = await run(copy, [...(inBrowser ? e2e : vitest), ...names]);
  return ok ? null : failedTest(output);
}

function run(cwd, args) {
  const env = { ...process.env, NO_COLOR: '1' };
  for (const name of ['FORCE_COLOR', 'SDE_OUT', 'SDE_TEST_JSON']) delete env[name];
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, { cwd, env, shell: process.platform === 'win32' });
    let output = '';
    const listen = (chunk) => void (output += chunk.toString());
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('close', (status) => resolve({ ok: status === 0, output }));
  });
}

/** What a test says that ran out of time, which may have been slow instead. */
class OutOfTime extends Error {}

/** From either runner's words; what stopped the runner itself, when no test failed. */
function failedTest(output) {
  if (/Test timed out in|Hook timed out in/.test(output) && !/AssertionError/.test(output)) {
    throw new OutOfTime(`The tests ran out of time: ${output.slice(-2000)}`);
  }
  const failed = output.split('\n').find((line) => /^\s*(?:FAIL|1\))\s/.test(line));
  if (failed === undefined) throw new Error(`The tests did not run: ${output.slice(-2000)}`);
  return failed
    .trim()
    .replace(/^(?:FAIL|1\))\s+/, '')
    .replace(/\s*─+$/, '');
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

function nameOf({ part, what, file, from, to }) {
  return `${part}: ${what} (${file}: ${oneLine(from)} → ${oneLine(to) || 'nothing'})`;
}

/** Puts one fault into the copy, asks, and takes it out again. */
async function tryOne(copy, fault) {
  const path = join(copy, fault.file);
  const whole = readFileSync(path, 'utf8');
  if (!isThereOnce(fault, copy)) throw new Error(`Not there exactly once: ${nameOf(fault)}`);
  writeFileSync(
    path,
    whole.replace(fault.from, () => fault.to),
  );
  try {
    return await ask(copy, fault.tests);
  } finally {
    writeFileSync(path, whole);
  }
}

function makeCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'sde-weaken-'));
  // Tests of missing permissions read it as another user.
  chmodSync(copy, 0o755);
  const parts = ['src-main', 'src-shared', 'src-renderer', 'test', 'tsconfig.json'];
  const files = ['package.json', 'package-lock.json', 'electron.vite.config.ts'];
  for (const part of [...parts, ...files]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

const chosen = Object.entries(faults)
  .flatMap(([part, list]) => list.map((fault) => ({ part, ...fault })))
  .filter((fault) => {
    const texts = [nameOf(fault), ...fault.tests];
    return words.length === 0 || words.some((word) => texts.some((text) => text.includes(word)));
  });
const missed = flags.check
  ? chosen.filter((fault) => !isThereOnce(fault, root)).map(nameOf)
  : await tryAll();
for (const name of missed) console.log(`Missed: ${name}`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** The names of those that no test caught. */
async function tryAll() {
  const copies = Array.from({ length: Math.min(Number(flags.lanes), chosen.length) }, makeCopy);
  const both = (list, work) => {
    const waiting = [...list];
    return Promise.all(
      copies.map(async (copy) => {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          await work(copy, one);
        }
      }),
    );
  };
  const uncaught = [];
  const tookMs = new Map();
  try {
    // Tests that fail without a fault show nothing.
    await both([...new Set(chosen.map(({ tests }) => tests.join(' ')))], async (copy, set) => {
      const start = performance.now();
      const failed = await ask(copy, set.split(' '));
      tookMs.set(set, performance.now() - start);
      if (failed !== null) throw new Error(`No fault was put in yet, and a test fails: ${failed}`);
    });
    await both(chosen, async (copy, fault) => {
      const failed = await tryOne(copy, fault).catch((error) => {
        // Tests that take seconds without the fault wait for ever with it.
        const neverEnds =
          error instanceof OutOfTime && tookMs.get(fault.tests.join(' ')) < longestMs;
        if (!neverEnds) console.log(String(error));
        return neverEnds ? 'a test that no longer ends' : null;
      });
      if (failed === null) uncaught.push(nameOf(fault));
      console.log(`${failed === null ? 'MISSED' : 'caught'} ${nameOf(fault)}`);
      if (failed !== null) console.log(`       by ${failed}`);
    });
    console.log(`\n${chosen.length - uncaught.length} of ${chosen.length} faults were caught.`);
    return uncaught;
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}
