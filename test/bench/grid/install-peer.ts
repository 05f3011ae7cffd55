/**
 * AG Grid Community, which nothing but this bench needs: fetched into the cache when it is run the
 * first time, in the version that `peer/package-lock.json` names.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../cache.ts';

/** Where the bundle lies, two folders below `node_modules`. */
const manifests = fileURLToPath(new URL('../../../test/bench/grid/peer', import.meta.url));
const folder = join(cacheFolder(), 'peer');
const script = join(folder, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js');
const files = ['package.json', 'package-lock.json'];

/** @throws when it is not there and can't be had. */
export function installPeer(): void {
  if (existsSync(script) && files.every(isSame)) return;
  console.log(`AG Grid Community is fetched into ${folder}, for this bench alone.`);
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(manifests, file), join(folder, file));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
}

/** All of it in one file. */
export const peerScript = (): string => script;

const isSame = (file: string): boolean =>
  existsSync(join(folder, file)) &&
  readFileSync(join(folder, file)).equals(readFileSync(join(manifests, file)));
