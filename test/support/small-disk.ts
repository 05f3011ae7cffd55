/**
 * Disks that can be full: a real small one where this user may mount it (Linux, root), and one
 * that only refuses as a full one does, everywhere.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { systemCode } from '#main/core/store/store-error.ts';

export interface SmallDisk {
  /** An empty folder on it. */
  folder: string;
  /** Leaves no byte, or so many. */
  fill: (except?: number) => void;
  makeRoom: () => void;
}

const megabyte = 1024 * 1024;
/** Before a call 64 MB must be free, so there has to be more. */
const diskMegabytes = 80;

/** For `describe.each`: what kind of disk it is, and how a test gets one. */
export const smallDisks: readonly (readonly [string, () => SmallDisk])[] = [
  ['a disk that answers as a full one does', refusingDisk],
  ...(mayMount() ? [['a small disk that is full (tmpfs)', mountedDisk] as const] : []),
];

function mount(folder: string): boolean {
  const options = `size=${diskMegabytes}m,mode=700`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

function unmount(folder: string): void {
  // Lazily: a file that something still has open must not keep it.
  spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function mayMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'sde-may-mount-'));
  const may = mount(folder);
  unmount(folder);
  return may;
}

function mountedDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sde-small-disk-'));
  mount(folder);
  onTestFinished(() => unmount(folder));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(except = 0) {
      const file = openSync(filler, 'w');
      try {
        ftruncateSync(file, writeUntilFull(file) - except);
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
  };
}

/** Returns how many bytes it took. */
function writeUntilFull(file: number): number {
  const bytes = Buffer.alloc(megabyte);
  for (let written = 0; ;) {
    try {
      written += writeSync(file, bytes);
    } catch (error) {
      if (systemCode(error) === 'ENOSPC') return written;
      throw error;
    }
  }
}

function refusingDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sde-refusing-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let free = Number.MAX_SAFE_INTEGER;
  const disk = { ...nodeFiles };
  const spies = [
    vi.spyOn(nodeFiles, 'open').mockImplementation(async (path, mode, access) => {
      const file = await disk.open(path, mode, access);
      if (!path.startsWith(folder)) return file;
      return {
        ...file,
        async write(bytes, position) {
          if (free < bytes.length) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          return file.write(bytes, position);
        },
      };
    }),
    vi
      .spyOn(nodeFiles, 'freeBytes')
      .mockImplementation(async (path) => (path.startsWith(folder) ? free : disk.freeBytes(path))),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return {
    folder,
    fill: (except = 0) => {
      free = except;
    },
    makeRoom: () => {
      free = Number.MAX_SAFE_INTEGER;
    },
  };
}
