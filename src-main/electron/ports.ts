/** Electron's parts as the core's ports: dialogs, links, encryption, network. */
import type * as Electron from 'electron';
import type {
  BaseWindow,
  Dialog,
  MessageBoxOptions,
  Session,
  OpenDialogOptions,
  SafeStorage,
  SaveDialogOptions,
  Shell,
} from 'electron';
import { openableLink } from '../core/settings/addresses.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CorePorts, SaveTarget } from '../core/core.ts';
import type { Encryption } from '../core/credentials/secret-stores.ts';
import { createNetwork } from '../core/service/network.ts';
import type { NetworkOptions } from '../core/service/network.ts';
import type { StartWorker } from '../launch/start-core.ts';

export interface AskParts {
  dialog: Pick<Dialog, 'showMessageBox'>;
  window: () => BaseWindow | null;
}

/** Returns whether the first button was pressed; Escape means the second. */
export async function agrees(
  { dialog, window: current }: AskParts,
  question: Pick<MessageBoxOptions, 'type' | 'message' | 'detail' | 'defaultId' | 'signal'> & {
    buttons: [yes: string, no: string];
  },
): Promise<boolean> {
  const options = { type: 'question' as const, cancelId: 1, noLink: true, ...question };
  const window = current();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0;
}

export interface OpenExternalParts extends AskParts {
  shell: Pick<Shell, 'openExternal'>;
}

/** How much of an address the question shows; the remainder of a longer one says little. */
const shownCharacters = 500;

/**
 * Opens an address found in data in the person's browser, if they agree (checklist 7).
 * @returns the core's port. Checks the address again: what reaches the operating system's opener must not
 *   depend on a caller.
 * @throws Error when the address may not be opened.
 */
export function createOpenExternal(parts: OpenExternalParts): (address: string) => Promise<void> {
  return async (address) => {
    const link = openableLink(address);
    if (link === null) throw new Error('Only https addresses can be opened.');
    const agreesToOpen = await agrees(parts, {
      message: `Open ${new URL(link).host} in your browser?`,
      detail: link.length > shownCharacters ? `${link.slice(0, shownCharacters)}…` : link,
      buttons: ['Open', 'Cancel'],
      defaultId: 0,
    });
    if (agreesToOpen) await parts.shell.openExternal(link);
  };
}

export interface SaveDialogParts {
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>;
  window: () => BaseWindow | null;
  /** Where dialogs open until a file has been saved; afterwards they open in the last folder. */
  defaultFolder: string;
  /** Folders that files were saved to, latest first. */
  folders: () => readonly string[];
  /** Called with the folder of each file about to be saved. */
  useFolder: (folder: string) => void;
}

/** The system's save dialog as the core's port. */
export function createChooseSaveTarget(parts: SaveDialogParts): CorePorts['chooseSaveTarget'] {
  return async (suggestedName, kind = 'file') => {
    // Drives may be unplugged and folders deleted.
    const folder = parts.folders().find((one) => existsSync(one)) ?? parts.defaultFolder;
    if (kind === 'folder') return chooseFolder(parts, folder, suggestedName);
    const extension = extname(suggestedName).slice(1);
    const path = await askWhereToSave(parts, {
      defaultPath: join(folder, suggestedName.replaceAll(/[\\/]/g, '-')),
      ...(extension === ''
        ? {}
        : { filters: [{ name: extension.toUpperCase(), extensions: [extension] }] }),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    if (path === null) return null;
    parts.useFolder(dirname(path));
    return targetAt(path);
  };
}

const targetAt = (path: string): SaveTarget => ({
  path,
  finish: async () => ({ name: basename(path), download: null }),
});

/**
 * Chooses a folder to add files to. In a folder that has other content, they get a folder of their own:
 * choosing *Documents* must not scatter files over it.
 */
async function chooseFolder(
  parts: SaveDialogParts,
  defaultPath: string,
  suggestedName: string,
): Promise<SaveTarget | null> {
  const folder = await askForFolder(parts, {
    title: 'Choose an empty folder, or one that was saved to before',
    buttonLabel: 'Save here',
    defaultPath,
    properties: ['openDirectory', 'createDirectory'],
  });
  if (folder === null) return null;
  parts.useFolder(folder);
  const isEmpty = readdirSync(folder).length === 0;
  const marks = ['_complete', '.media.jsonl', 'media/step-1/.media.jsonl'];
  const isOurs = marks.some((name) => existsSync(join(folder, name)));
  return targetAt(isEmpty || isOurs ? folder : join(folder, suggestedName));
}

export interface FolderDialogParts {
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  window: () => BaseWindow | null;
  /** The folder that projects are in. */
  folder: () => string;
}

/** Chooses a project folder: an existing one is selected, a new one is named and not yet created. */
export const createChooseProjectFolder =
  (parts: FolderDialogParts): NonNullable<CorePorts['chooseProjectFolder']> =>
  async (purpose, name) =>
    purpose === 'open'
      ? askForFolder(parts, {
          title: 'Open project',
          // Electron's own choice is Downloads.
          defaultPath: parts.folder(),
          properties: ['openDirectory'],
        })
      : askWhereToSave(parts, {
          title: purpose === 'new' ? 'New project' : 'Save a copy',
          buttonLabel: purpose === 'new' ? 'Create' : 'Save copy',
          nameFieldLabel: 'Folder:',
          defaultPath: join(parts.folder(), name),
          properties: ['createDirectory'],
        });

/** Returns the chosen path, or null when nothing was chosen. */
async function askWhereToSave(
  { dialog, window: current }: Pick<SaveDialogParts, 'dialog' | 'window'>,
  options: SaveDialogOptions,
): Promise<string | null> {
  const window = current();
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}

/** Returns the chosen folder, or null when none was chosen. */
async function askForFolder(
  { dialog, window: current }: Pick<SaveDialogParts, 'dialog' | 'window'>,
  options: OpenDialogOptions,
): Promise<string | null> {
  const window = current();
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** How many folders are remembered. */
const maxFolders = 5;

/** The remembered folders after saving a file to `folder`. */
export const withFolder = (folders: readonly string[], folder: string): string[] =>
  [folder, ...folders.filter((one) => one !== folder)].slice(0, maxFolders);

export type SafeStoragePart = Pick<
  SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'getSelectedStorageBackend'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
>;

/** Electron's `safeStorage` in the core's format. Must be called once Electron is ready. */
export const createEncryption = (
  safeStorage: SafeStoragePart,
  platform: NodeJS.Platform = process.platform,
): Encryption => ({
  isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
  // On other systems the method does not exist.
  backend: () => (platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes);
    return { text: result, isOutdated: shouldReEncrypt };
  },
});

/** Node's network with the proxies that Chromium finds in the system's settings. */
export const createSystemNetwork = (
  session: { defaultSession: Pick<Session, 'resolveProxy'> },
  options: Pick<NetworkOptions, 'onlyPublic'> = {},
): typeof globalThis.fetch =>
  createNetwork({ ...options, resolveProxy: (url) => session.defaultSession.resolveProxy(url) });

/** Starts workers as processes of Electron: its own binary is not allowed to run as Node (fuse). */
export const createStartWorker =
  (parts: Pick<typeof Electron.utilityProcess, 'fork'>): StartWorker =>
  (path) => {
    const child = parts.fork(fileURLToPath(path), [], { serviceName: 'Sorting and filtering' });
    // V8's fatal errors, such as a lack of memory: `exit` follows. Unheard, they would be main's own.
    child.on('error', () => undefined);
    return {
      postMessage: (message) => child.postMessage(message),
      on: child.on.bind(child),
      kill() {
        // Before it has started, Electron ends nothing.
        if (!child.kill()) child.once('spawn', () => child.kill());
      },
    };
  };
