/** Folders that can't be written, in the two ways there are. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ReadOnlyWay {
  name: string;
  /** Does `work` while nothing in `folder`, in or at `dataDir`, can be written by this process. */
  during: (dataDir: string, folder: string, work: () => Promise<void>) => Promise<void>;
  /** Whether the program's own files can be read meanwhile: nobody may not come near them. */
  sorts: boolean;
}

/** Root may write anywhere, so it is nobody meanwhile. */
const nobody = 65_534;

/** Permission can be taken away everywhere; a mount is made where this user may (Linux, root). */
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
  mount('--bind', folder, folder);
  try {
    mount('-o', 'remount,ro,bind', folder);
    await work();
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}

function mayMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'sde-may-mount-'));
  const { status } = spawnSync('mount', ['--bind', folder, folder]);
  if (status === 0) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}
