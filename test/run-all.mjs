/**
 * `npm test`: everything, on a fresh machine. Says what it does line by line, installs what is
 * missing where it may, and ends with one line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareBrowser, prepareKeyring, prepareLibreOffice } from './run/prepare.mjs';
import { countPlaywright, countVitest } from './run/results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sde-test-'));
const total = { passed: 0, failed: 0 };

/** Runs a command with its output in sight; true when it ended well. */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function say(line) {
  console.log(`\n=== ${line}`);
}

/** A step that is one test by itself; true when it passed. */
function check(what, script) {
  say(what);
  const ended = run('npm', ['run', '--silent', script]);
  if (ended) total.passed += 1;
  else total.failed += 1;
  return ended;
}

/** A step with results of its own. A runner that dies without any counts as one failure. */
function suite(what, command, args, count) {
  say(what);
  const file = join(folder, `${what}.json`);
  const ended = run(command, args, { SDE_TEST_JSON: file });
  let counted = { passed: 0, failed: 0, notRun: 0 };
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.log('No results were written.');
  }
  if (counted.notRun > 0) console.log(`${counted.notRun} tests were not run: see above why.`);
  if (!ended && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
}

check('Types', 'check:types');
check('Lint, with the borders between the trees', 'check:lint');
check('Format', 'check:format');

say('What the tests need');
prepareKeyring(run);
prepareLibreOffice(run);
const browser = prepareBrowser(run);

suite(
  'Unit, contract and security tests',
  'npx',
  ['vitest', 'run', '--config', 'test/vitest.config.ts'],
  countVitest,
);
const built = check('Build', 'build');
if (built) {
  suite(
    'What is packed',
    'npx',
    ['vitest', 'run', '--config', 'test/packaging/vitest.config.ts'],
    countVitest,
  );
}
if (browser && built) {
  suite(
    'End-to-end tests in Chromium',
    'npx',
    ['playwright', 'test', '--config', 'test/playwright.config.ts'],
    countPlaywright,
  );
} else {
  const lacking = built ? 'Without a browser' : 'Without a build';
  console.log(`${lacking} the end-to-end tests can’t run; this counts as a failure.`);
  total.failed += 1;
}

rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
