/** Puts the Electron host together. Takes Electron as an argument: see README. */
import type * as Electron from 'electron';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Core } from '../core/core.ts';
import { readRemoteImages } from '../core/settings/settings.ts';
import type { HostPorts } from '../start-core.ts';
import type { ProgramOptions } from '../start-options.ts';
import { registerAppScheme, serveWindow } from './app-protocol.ts';
import { eventChannel } from './bridge.ts';
import { createEncryption } from './encryption.ts';
import { createChooseSaveTarget } from './dialogs.ts';
import { createGivenRecipe, type GivenRecipe } from './given-recipe.ts';
import { answerCalls, sendEvents } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { guardNavigation } from './navigation.ts';
import { createNetFetch } from './net-fetch.ts';
import { createOpenExternal } from './open-external.ts';
import { denyPermissions } from './permissions.ts';
import { loadWindow, offerReload, windowOptions } from './window.ts';

export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'net'
  | 'protocol'
  | 'safeStorage'
  | 'session'
  | 'shell'
>;

export interface ElectronHostOptions {
  start: ProgramOptions['start'];
  /** What the program was started with; a file to be opened may be among it. */
  args: readonly string[];
  /** Absolute; exists. */
  dataDir: string;
  /** Chromium's own files; exists. */
  sessionDir: string;
  rendererDir: string;
  /** Absolute path of the built preload. */
  preload: string;
  startCore: (ports: HostPorts) => Promise<Core>;
  report: (error: unknown) => void;
}

/** How long leaving waits for the core: every page is on disk, so cutting it short loses nothing. */
const closingPatienceMs = 10_000;

/** Call once, before Electron is ready and without waiting for anything. */
export function runElectronHost(electron: ElectronParts, options: ElectronHostOptions): void {
  const { app } = electron;
  app.enableSandbox();
  registerAppScheme(electron.protocol);
  // The single-instance lock lives in userData: set it first.
  app.setPath('userData', options.dataDir);
  app.setPath('sessionData', options.sessionDir);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  const given = createGivenRecipe({ app, args: options.args });
  // Not awaited at the top level of an ES module: Electron would never become ready (40719).
  app.whenReady().then(() => start(electron, options, given), options.report);
}

function start(electron: ElectronParts, options: ElectronHostOptions, given: GivenRecipe): void {
  const { app, dialog } = electron;
  let window: Electron.BrowserWindow | null = null;
  const current = (): Electron.BrowserWindow | null => window;
  const contents = (): Electron.WebContents | null => window?.webContents ?? null;

  denyPermissions(electron.session.defaultSession);
  serveWindow(electron.protocol, options.rendererDir, () => readRemoteImages(options.dataDir));
  const template = menuTemplate({ platform: process.platform, packaged: app.isPackaged });
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));

  const core = options.startCore({
    dataDir: options.dataDir,
    fetch: createNetFetch(electron.net),
    chooseSaveTarget: createChooseSaveTarget({
      dialog,
      window: current,
      firstFolder: app.getPath('downloads'),
    }),
    openLink: createOpenExternal({ dialog, shell: electron.shell, window: current }),
    encryption: createEncryption(electron.safeStorage),
    takeGivenRecipe: given.take,
    start: options.start,
    report: options.report,
  });
  core.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox('Social Data Explorer can’t start', reason);
    app.exit(1);
  });
  answerCalls({ ipcMain: electron.ipcMain, core, contents });
  // Failing to start was told above.
  sendEvents({ core, contents }).catch(() => undefined);

  const open = (): void => {
    const opened = new electron.BrowserWindow(
      windowOptions({
        preload: options.preload,
        dark: electron.nativeTheme.shouldUseDarkColors,
        packaged: app.isPackaged,
      }),
    );
    window = opened;
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
    offerReload(opened, dialog);
    loadWindow(opened).catch(options.report);
  };
  const show = (): void => {
    if (window === null) return open();
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  open();
  given.hear(() => {
    show();
    const event: AppEvent = { kind: 'recipe.given' };
    contents()?.send(eventChannel, event);
  });
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    // On macOS programs stay until they are quit.
    if (process.platform !== 'darwin') app.quit();
  });
  closeBeforeLeaving(app, core, options.report);
}

/** Holds the end of the program until the core has closed its files. */
function closeBeforeLeaving(
  app: Electron.App,
  core: Promise<Core>,
  report: (error: unknown) => void,
): void {
  let closing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    const closed = core.then((opened) => opened.close()).catch(report);
    const patience = new Promise((resolve) => setTimeout(resolve, closingPatienceMs));
    void Promise.race([closed, patience]).then(() => app.exit(0));
  });
}
