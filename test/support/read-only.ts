/** Folders that can't be written, in the two ways there are. */
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mayMount, mountReadOnly, unmount } from './mounts.ts';

export interface ReadOnlyWay {
  name: string;
  /** Does `work` while nothing in `folder`, in or at `dataDir`, can be written by this process. */
  during: (dataDir: string, folder: string, work: () => Promise<void>) => Promise<void>;
  /** Whether the program's own files can be read meanwhile: nobody may not come near them. */
  sorts: boolean;
}

/** Root may write anywhere, so it is nobody meanwhile. */
const nobody = 65_534;

/** Permission can be taken away everywhere; a disk is mounted where this user may. */
export const readOnlyWays: readonly ReadOnlyWay[] = [
  { name: 'without permission to write', during: withoutPermission, sorts: false },
  ...(mayMount()
    ? [{ name: 'on a disk that can only be read', during: onReadOnlyDisk, sorts: true }]
    : []),
];

async function withoutPermission(
  dataDir: string,
  folder: string,
  work: () => Promise<void>,
): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const paths = below(folder);
  const modes = paths.map((path) => statSync(path).mode);
  for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o500 : 0o400);
  if (isRoot) {
    for (const path of below(dataDir)) chownSync(path, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const [at, path] of paths.entries()) chmodSync(path, modes[at]!);
  }
}

/** What is deepest comes first: it can be changed before its folder is. */
function below(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...names.map((name) => join(folder, name))].toReversed();
}

async function onReadOnlyDisk(_: string, folder: string, work: () => Promise<void>): Promise<void> {
  mountReadOnly(folder);
  try {
    await work();
  } finally {
    unmount(folder);
  }
}
