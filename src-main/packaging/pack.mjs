/**
 * Packs the built program for this system with electron-builder, which gets the arguments. On Linux the
 * product's name, which is also that of its folder in /opt, has no space: Chromium splits the path of its
 * sandbox's helper there (electron/electron#44414).
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const args = process.argv.slice(2);
const isForLinux =
  args.includes('--linux') || (process.platform === 'linux' && !/--(?:win|mac)\b/.test(args));
const name = isForLinux ? ['-c.productName=social-data-explorer'] : [];
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const options = [builder, '--publish', 'never', ...args, ...name];
process.exitCode = spawnSync(process.execPath, options, { stdio: 'inherit' }).status ?? 1;
