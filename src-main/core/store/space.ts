/** Whether the disk has room for what a metered call may bring. */
import type { FilePort } from './file-port.ts';
import { asStoreError } from './store-error.ts';

/** All in bytes. */
export interface Room {
  enough: boolean;
  free: number;
  needed: number;
}

const leastRoom = 64 * 1024 * 1024;

/**
 * Four of the largest pages so far, and 64 MB at least, must be free on the disk of `folder`.
 *
 * @throws StoreError `storage_failed` when the disk doesn't tell.
 */
export async function roomForPage(
  files: FilePort,
  folder: string,
  largestPage: number,
): Promise<Room> {
  const needed = Math.max(leastRoom, 4 * largestPage);
  try {
    const free = await files.freeBytes(folder);
    return { enough: free >= needed, free, needed };
  } catch (error) {
    throw asStoreError(error, 'The free space could not be found out.');
  }
}
