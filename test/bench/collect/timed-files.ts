/** Times what the store waits for when it syncs, through its own port to the file system. */
import type { OpenFile } from '#main/core/store/file-port.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';

export interface SyncTimes {
  /** Milliseconds spent in syncs since the last page, in all files. */
  sinceLastPage: number;
  /** Called when a record of a page log is on disk. */
  onPage: () => void;
}

/** From now on every file that the store opens is timed. */
export function timeSyncs(): SyncTimes {
  const times: SyncTimes = { sinceLastPage: 0, onPage: () => undefined };
  const timed = async (sync: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    await sync();
    times.sinceLastPage += performance.now() - start;
  };
  const open = nodeFiles.open.bind(nodeFiles);
  const syncFolder = nodeFiles.syncFolder.bind(nodeFiles);
  nodeFiles.open = async (path, mode, access): Promise<OpenFile> => {
    const file = await open(path, mode, access);
    return {
      ...file,
      sync: () => timed(() => file.sync()),
      async datasync() {
        await timed(() => file.datasync());
        if (path.endsWith('pages.jsonl')) times.onPage();
      },
    };
  };
  nodeFiles.syncFolder = (path) => timed(() => syncFolder(path));
  return times;
}
