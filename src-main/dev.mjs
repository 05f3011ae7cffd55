/**
 * `npm run dev -- flags`: builds again whenever a source changes. When main or shared changed the
 * program is started anew; a change of the window's sources needs a reload of the page only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded, sourceTrees } from './build-if-needed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = process.argv.slice(2);

/** Editors write a file in several steps: wait until they are done. */
const settleMs = 150;

let program = null;

function start(moreFlags) {
  const started = spawn(
    process.execPath,
    [join(root, 'out', 'main', 'launch.js'), ...flags, ...moreFlags],
    { stdio: 'inherit' },
  );
  started.once('exit', (code) => {
    // Not when it was ended to start anew.
    if (program === started) process.exit(code ?? 0);
  });
  program = started;
}

async function restart() {
  const old = program;
  program = null;
  if (old !== null && old.exitCode === null && old.signalCode === null) {
    old.kill('SIGTERM');
    await once(old, 'exit');
  }
  // One browser tab is enough.
  start(['--no-open']);
}

let changed = new Set();
let timer;
let working = Promise.resolve();

async function apply() {
  const trees = changed;
  changed = new Set();
  if (trees.size === 0 || !buildIfNeeded()) return;
  if (trees.has('src-main') || trees.has('src-shared')) await restart();
  else console.error('Built. Reload the page.');
}

for (const tree of sourceTrees) {
  watch(join(root, tree), { recursive: true }, () => {
    changed.add(tree);
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(apply);
    }, settleMs);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (program === null) process.exit(0);
    // A terminal sends Ctrl+C to the program too.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) program.kill(signal);
  });
}

if (buildIfNeeded()) start([]);
else console.error('Waiting for a change that builds.');
