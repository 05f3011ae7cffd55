/** The system's save dialog as the core's port. */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { BaseWindow, Dialog, SaveDialogOptions } from 'electron';
import type { SaveTarget } from '../core/core.ts';

export interface SaveDialogParts {
  dialog: Pick<Dialog, 'showSaveDialog'>;
  window: () => BaseWindow | null;
  /** Where dialogs open until a file was saved; then where the last one went. */
  usualFolder: string;
  /** Folders that files were saved in, the latest first. */
  folders: () => readonly string[];
  /** Told of the folder of each file that is about to be saved. */
  useFolder: (folder: string) => void;
}

export function createChooseSaveTarget(
  parts: SaveDialogParts,
): (suggestedName: string) => Promise<SaveTarget | null> {
  return async (suggestedName) => {
    // Drives are unplugged, and folders go.
    const folder = parts.folders().find((one) => existsSync(one)) ?? parts.usualFolder;
    const extension = extname(suggestedName).slice(1);
    const options: SaveDialogOptions = {
      defaultPath: join(folder, suggestedName.replaceAll(/[\\/]/g, '-')),
      ...(extension === ''
        ? {}
        : { filters: [{ name: extension.toUpperCase(), extensions: [extension] }] }),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    };
    const window = parts.window();
    const chosen = await (window === null
      ? parts.dialog.showSaveDialog(options)
      : parts.dialog.showSaveDialog(window, options));
    if (chosen.canceled || chosen.filePath === '') return null;
    const path = chosen.filePath;
    parts.useFolder(dirname(path));
    return { path, finish: async () => ({ name: basename(path), download: null }) };
  };
}

/** So many folders are remembered. */
const mostFolders = 5;

/** The folders that are remembered once a file goes to `folder`. */
export const withFolder = (folders: readonly string[], folder: string): string[] =>
  [folder, ...folders.filter((one) => one !== folder)].slice(0, mostFolders);
