/**
 * `npm test`: everything, on a fresh machine. Says what it does line by line, installs what is
 * missing where it may, and ends with where the time went and one line: `N passed, N failed`.
 * `--thorough` (`npm run test:thorough`) repeats the costly tests as often as a release needs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareBrowser, prepareKeyring, prepareLibreOffice } from './run/prepare.mjs';
import { readPlaywright, readVitest } from './run/results.mjs';
import { failureLines, slowestFiles, timeTable } from './run/summary.mjs';
import { volumeLines } from './run/volumes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sde-test-'));
const thorough = process.argv.includes('--thorough');
if (thorough) process.env.SDE_THOROUGH = '1';

/** What ran: `{ what, passed, failed, seconds, files, failures }`, as `run/results.mjs` gives them. */
const parts = [];

const how = (env = {}) => ({
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ...env },
});

/** Runs a command with its output in sight; true when it ended well. */
const run = (command, args, env) => spawnSync(command, args, how(env)).status === 0;

function say(line) {
  console.log(`\n=== ${line}`);
}

const secondsSince = (start) => (performance.now() - start) / 1000;

/** Does one part and notes its time; `work` returns `{ passed, failed, files? }`. */
async function part(what, work) {
  say(what);
  const start = performance.now();
  const result = await work();
  parts.push({
    what,
    files: [],
    failures: [],
    ...result,
    seconds: secondsSince(start),
  });
  return result.failed === 0;
}

const npmRun = (script, options) => spawn('npm', ['run', '--silent', script], options);
const endsWell = async (child) => (await once(child, 'close'))[0] === 0;

/** Steps that are one test each, by name and whether they ended well. */
function checked(steps) {
  const failures = steps
    .filter(({ isFine }) => !isFine)
    .map(({ script }) => ({ test: `npm run ${script}` }));
  return { passed: steps.length - failures.length, failed: failures.length, failures };
}

const check = (what, script) =>
  part(what, async () => checked([{ script, isFine: await endsWell(npmRun(script, how())) }]));

/**
 * Starts steps that are one test each and get only what the other parts leave of the processors.
 * Returns a function that waits for them; what a step says is shown if it fails, at once.
 */
function checkAside(what, ...scripts) {
  say(`${what}, beside what follows`);
  const start = performance.now();
  const steps = scripts.map(async (script) => {
    const child = npmRun(script, { ...how(), stdio: ['ignore', 'pipe', 'pipe'] });
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const said = [child.stdout, child.stderr].map((stream) => stream.toArray());
    const isFine = await endsWell(child);
    if (!isFine) say(`npm run ${script} failed\n${(await Promise.all(said)).flat().join('')}`);
    return { script, isFine, seconds: secondsSince(start) };
  });
  return async () => {
    const done = await Promise.all(steps);
    const seconds = Math.max(...done.map((step) => step.seconds));
    parts.push({ what, files: [], ...checked(done), seconds, isAside: true });
  };
}

/** A step with results of its own. A runner that dies without any counts as one failure. */
const suite = (what, read, ...command) =>
  part(what, async () => {
    const file = join(folder, `${parts.length}.json`);
    const ended = await endsWell(spawn('npx', command, how({ SDE_TEST_JSON: file })));
    let result = { passed: 0, failed: 0, notRun: 0, files: [], failures: [] };
    try {
      result = read(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      console.log('No results were written.');
    }
    if (result.notRun > 0) console.log(`${result.notRun} tests were not run: see above why.`);
    if (!ended && result.failed === 0) {
      result.failed = 1;
      result.failures = [{ test: `${what}: an error outside of any test, see above` }];
    }
    return result;
  });

console.log(
  thorough
    ? 'The costly tests repeat in full:'
    : 'The costly tests repeat a few times; npm run test:thorough repeats them in full:',
);
for (const line of volumeLines(thorough)) console.log(`  ${line}`);

let browser = false;
await part('Installing what the tests need', () => {
  prepareKeyring(run);
  prepareLibreOffice(run);
  browser = prepareBrowser(run);
  return { passed: 0, failed: 0 };
});

const vitest = ['vitest', 'run', '--config'];
await suite('Unit, contract and security tests', readVitest, ...vitest, 'test/vitest.config.ts');
const built = await check('Build', 'build');

// The first is the linter and the compiler in one. Browsers leave more of the processors than unit tests.
const checks = ['check:code', 'check:format', 'check:unused'];
const endChecks = checkAside('Types, lint, format and unused code', ...checks);

if (browser && built) {
  const playwright = ['playwright', 'test', '--config', 'test/playwright.config.ts'];
  await suite('End-to-end tests in Chromium', readPlaywright, ...playwright);
} else {
  await part('End-to-end tests in Chromium', () => {
    const missing = built ? 'Without a browser' : 'Without a build';
    console.log(`${missing} the end-to-end tests can’t run; this counts as a failure.`);
    return { passed: 0, failed: 1 };
  });
}

if (built) await suite('What is packed', readVitest, ...vitest, 'test/packaging/vitest.config.ts');
await endChecks();

rmSync(folder, { recursive: true, force: true });
say('Where the time went');
for (const line of [...timeTable(parts, secondsSince(0)), '', ...slowestFiles(parts, 10)])
  console.log(line);
const failures = failureLines(parts);
if (failures.length > 0) say('What failed');
for (const line of failures) console.log(line);
const sum = (name) => parts.reduce((total, one) => total + one[name], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
