/** Checks with the registry whether the pinned Electron is still supported. Exits with 1 when it isn't. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { electronVerdict } from './electron-support.mjs';

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));
const pinned = JSON.parse(readFileSync(manifest, 'utf8')).devDependencies.electron;
const { status, stdout, stderr } = spawnSync('npm', ['view', 'electron', 'versions', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (status === 0) {
  const { ok, said } = electronVerdict(pinned, JSON.parse(stdout));
  console.log(said);
  process.exitCode = ok ? 0 : 1;
} else {
  console.error(`The registry did not answer.\n${stderr}`);
  process.exitCode = 1;
}
