/**
 * Disks that can be full: a real small one where this user may mount it, and one that only refuses
 * as a full one does, everywhere.
 */
import { onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { testFolder } from './store/runs.ts';
import { fill, makeRoom, mayMount, mountSmall, unmount } from './mounts.ts';

export interface SmallDisk {
  /** An empty folder on it. */
  folder: string;
  /** Leaves no byte, or so many. */
  fill: (except?: number) => void;
  makeRoom: () => void;
}

/** For `describe.each`: what kind of disk it is, and how a test gets one. */
type NewDisk = readonly [name: string, make: () => SmallDisk];

export const smallDisks: readonly [NewDisk, ...NewDisk[]] = [
  ['a disk that answers as a full one does', refusingDisk],
  ...(mayMount() ? [['a small disk that is full (tmpfs)', mountedDisk] as const] : []),
];

function mountedDisk(): SmallDisk {
  const folder = testFolder();
  mountSmall(folder);
  onTestFinished(() => unmount(folder));
  return { folder, fill: (except) => fill(folder, except), makeRoom: () => makeRoom(folder) };
}

function refusingDisk(): SmallDisk {
  const folder = testFolder();
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
