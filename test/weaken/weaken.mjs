/**
 * Weakens each fence of the desktop program, one at a time, in a copy, and shows that a test fails:
 * `npm run test:weaken`. With `--window` the tests in the built window are asked instead; they can't
 * see everything (README of electron-fake), so what they miss is listed and no failure. Other words
 * choose weakenings by file or change.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weakenings } from './weakenings.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inWindow = process.argv.includes('--window');
const words = process.argv.slice(2).filter((word) => word !== '--window');

const copy = mkdtempSync(join(tmpdir(), 'sde-weaken-'));
const parts = ['src-main', 'src-shared', 'src-renderer', 'test', 'package.json', 'tsconfig.json'];
for (const part of [...parts, 'electron.vite.config.ts']) {
  cpSync(join(root, part), join(copy, part), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

function run(command) {
  const [program, ...args] = command;
  const env = { ...process.env, NO_COLOR: '1' };
  delete env.FORCE_COLOR;
  delete env.SDE_OUT;
  delete env.SDE_TEST_JSON;
  const shell = process.platform === 'win32';
  const options = { cwd: copy, env, shell, encoding: 'utf8' };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

const unit = ['npx', 'vitest', 'run', '--config', 'test/weaken/vitest.config.ts', '--bail', '1'];
const build = ['npx', 'electron-vite', 'build', '--logLevel', 'warn'];
const e2e = ['npx', 'playwright', 'test', '--config', 'test/playwright.config.ts'];
const shown = [
  ...e2e,
  '--project=electron-fake',
  '--max-failures=1',
  'hardening',
  'navigation',
  'web-security',
  'built',
];

/** What the tests say of the copy as it is. */
function test() {
  if (!inWindow) return run(unit);
  const built = run(build);
  if (!built.ok) throw new Error(`The copy can’t be built: ${built.output}`);
  return run(shown);
}

/** The first test that failed, from either runner's words. */
function failedTest(output) {
  const line = output.split('\n').find((one) => /^\s*(?:FAIL|1\))\s/.test(one)) ?? '';
  return line
    .trim()
    .replace(/^(?:FAIL|1\))\s+/, '')
    .replace(/\s*─+$/, '');
}

const missed = [];
try {
  const before = test();
  if (!before.ok) throw new Error(`Nothing was weakened yet, and tests fail:\n${before.output}`);
  const chosen = weakenings.filter(
    (one) =>
      words.length === 0 ||
      words.some((word) => `${one.file} ${one.to} ${one.from}`.includes(word)),
  );
  for (const { item, file, from, to } of chosen) {
    const path = join(copy, file);
    const whole = readFileSync(path, 'utf8');
    const name = `[${item}] ${file}: ${from.replaceAll(/\s+/g, ' ')} → ${to.replaceAll(/\s+/g, ' ') || 'nothing'}`;
    if (whole.split(from).length !== 2) throw new Error(`Not there exactly once: ${name}`);
    writeFileSync(
      path,
      whole.replace(from, () => to),
    );
    const { ok, output } = test();
    writeFileSync(path, whole);
    if (ok) missed.push(name);
    console.log(`${ok ? 'MISSED' : 'caught'} ${name}${ok ? '' : `\n       ${failedTest(output)}`}`);
  }
  console.log(`\n${chosen.length - missed.length} of ${chosen.length} weakenings were caught.`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const name of missed) console.log(`Missed: ${name}`);
process.exitCode = missed.length > 0 && !inWindow ? 1 : 0;
