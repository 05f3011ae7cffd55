/** Disks for tests, where this user may mount them: Linux, root. */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const megabyte = 1024 * 1024;
/** Before a call 64 MB must be free, so a disk that is to be full in the middle needs more. */
const smallMegabytes = 80;

/** Whether this user may mount. */
export function mayMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'sde-may-mount-'));
  const may = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  if (may) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return may;
}

/** Puts a small disk of memory over an empty folder. */
export function mountSmall(folder: string): void {
  insist(mount('-t', 'tmpfs', '-o', `size=${smallMegabytes}m,mode=700`, 'tmpfs', folder));
}

/** Nothing in the folder can be written until `unmount`. */
export function mountReadOnly(folder: string): void {
  insist(mount('--bind', folder, folder) && mount('-o', 'remount,ro,bind', folder));
}

/** Lazily: a file that something still has open must not keep it. */
export function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder]);
}

/** Takes what is free in the folder of a small disk, but for so many bytes. */
export function fill(folder: string, except = 0): void {
  const file = openSync(fillerIn(folder), 'w');
  try {
    ftruncateSync(file, writeUntilFull(file) - except);
  } finally {
    closeSync(file);
  }
}

/** Gives back what `fill` took. */
export function makeRoom(folder: string): void {
  rmSync(fillerIn(folder), { force: true });
}

const fillerIn = (folder: string): string => join(folder, 'filler');

/** Returns how many bytes it took. */
function writeUntilFull(file: number): number {
  const bytes = Buffer.alloc(megabyte);
  for (let written = 0; ;) {
    try {
      written += writeSync(file, bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return written;
      throw error;
    }
  }
}

function mount(...args: string[]): boolean {
  return spawnSync('mount', args).status === 0;
}

function insist(mounted: boolean): void {
  if (!mounted) throw new Error('This user could mount a moment ago, and can’t now.');
}
