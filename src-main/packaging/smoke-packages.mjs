/**
 * Runs `--smoke` in every package for this system; `node … [DIST FOLDER]`. Started this way because a shell
 * on Windows does not wait for a program with a window.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackages, nameOf } from './inspect.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { build } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = process.argv[2] ?? join(root, build.directories.output);

const packages = findPackages(dist).filter(({ platform }) => platform === process.platform);
if (packages.length === 0) {
  console.error(`Nothing was packed for ${process.platform} in ${dist}.`);
  process.exitCode = 1;
}
for (const found of packages) {
  const { program, platform } = found;
  const executable =
    platform === 'darwin' ? join(program, 'Contents', 'MacOS', basename(program, '.app')) : program;
  const ended = spawnSync(executable, ['--smoke'], { encoding: 'utf8', timeout: 180_000 });
  const why = ended.error?.message ?? (ended.signal === null ? '' : `ended by ${ended.signal}`);
  console.log(`${nameOf(found)}:\n${ended.stdout ?? ''}${ended.stderr ?? ''}${why}`);
  if (ended.status !== 0) process.exitCode = 1;
}
