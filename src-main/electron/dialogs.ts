/** The system's save dialog as the core's port. */
import { basename, dirname, extname, join } from 'node:path';
import type { BaseWindow, Dialog, SaveDialogOptions } from 'electron';
import type { SaveTarget } from '../core/core.ts';

export interface SaveDialogParts {
  dialog: Pick<Dialog, 'showSaveDialog'>;
  window: () => BaseWindow | null;
  /** Where the first dialog opens; later ones open where the last file went. */
  firstFolder: string;
}

export function createChooseSaveTarget(
  parts: SaveDialogParts,
): (suggestedName: string) => Promise<SaveTarget | null> {
  let folder = parts.firstFolder;
  return async (suggestedName) => {
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
    folder = dirname(chosen.filePath);
    const path = chosen.filePath;
    return { path, finish: async () => ({ name: basename(path), download: null }) };
  };
}
