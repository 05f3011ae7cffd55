/**
 * One process at a time, by something in the folder itself that the system takes back when the
 * process dies, whatever way (kill -9): no lock is ever left behind for the person to remove, and no
 * variable of the environment leads round it. A file opened for one alone where the system has that
 * (macOS, Windows), else a socket.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { inUse, takeSocket } from './socket-lock.ts';
import type { FolderLock } from './socket-lock.ts';
import { StoreError, systemCode } from './store-error.ts';

/** Not to be taken for a file of the person's. */
export const lockName = 'social-data-explorer.lock';

/**
 * Takes the lock of `folder`, a real path, removing what a dead process left.
 * @throws StoreError `in_use`, with the holder's number where it is known; `storage_failed`.
 */
export async function takeLock(folder: string): Promise<FolderLock> {
  try {
    return await takeIn(folder, lockName);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const code = systemCode(error);
    // Nobody like us can write there, so there is nothing to keep others from.
    if (code === 'EACCES' || code === 'EROFS') return { release: () => Promise.resolve() };
    if (!cannotLock.has(code)) throw cannotReserve(error);
  }
  // Some disks (exFAT, shared ones) have no such thing: then at home, under the folder's name.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return takeIn(userInfo().homedir, `.${lockName}-${name}`).catch((error: unknown) => {
    throw error instanceof StoreError ? error : cannotReserve(error);
  });
}

/** What disks answer that know no sockets or no locks. */
const cannotLock = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENOLCK']);

const takeIn = (folder: string, name: string): Promise<FolderLock> =>
  exclusive === undefined ? takeSocket(folder, name) : takeFile(join(folder, name), exclusive);

/** libuv's names: O_EXLOCK of macOS, and no sharing on Windows. Linux has neither. */
const flags: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20, win32: 0x1000_0000 };
const exclusive = flags[process.platform];

async function takeFile(path: string, flag: number): Promise<FolderLock> {
  const { O_CREAT, O_RDWR, O_NONBLOCK } = constants;
  try {
    const file = await open(path, O_CREAT | O_RDWR | O_NONBLOCK | flag, 0o600);
    return { release: () => file.close() };
  } catch (error) {
    const code = systemCode(error);
    throw code === 'EAGAIN' || code === 'EBUSY' ? inUse(undefined) : error;
  }
}

function cannotReserve(cause: unknown): StoreError {
  const message = 'The data folder could not be reserved for this program.';
  return new StoreError('storage_failed', message, { cause });
}
