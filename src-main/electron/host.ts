/** Assembles the Electron host. Gets Electron as an argument: see README. */
import { existsSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Electron from 'electron';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Core } from '../core/core.ts';
import { whyNotOpened } from '../core/store/store-error.ts';
import { within } from '../core/within.ts';
import type { HostPorts } from '../launch/start-core.ts';
import type { ProgramOptions } from '../launch/start-options.ts';
import { registerAppScheme, serveWindow } from './app-protocol.ts';
import { eventChannel } from './bridge.ts';
import {
  createChooseProjectFolder,
  createChooseSaveTarget,
  createEncryption,
  createOpenExternal,
  createStartWorker,
  withFolder,
  createSystemNetwork,
} from './ports.ts';
import { createBackground } from './background.ts';
import { programPath } from './collect.ts';
import { endStart } from './failed-start.ts';
import { createGivenFile, type GivenFile } from './given-file.ts';
import { answerCalls, sendEvents } from './ipc.ts';
import { askBeforeLeaving } from './leaving.ts';
import { menuTemplate } from './menu.ts';
import { denyPermissions, guardNavigation, guardRequests } from './own-page.ts';
import { openRemembered } from './remembered.ts';
import { createWorkNotifier, createWork, usableNotifications } from './work.ts';
import { boundsFor, followTheme, loadWindow, rememberBounds, windowOptions } from './window.ts';
import { offerReload } from './window-trouble.ts';

export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'utilityProcess'
>;

export interface ElectronHostOptions {
  start: ProgramOptions['start'];
  /** The program's arguments; they may include a file to open. */
  args: readonly string[];
  /** Absolute; exists. */
  dataDir: string;
  /** Opens the last opened project instead. */
  reopensLast: boolean;
  /** Chromium's own files; exists. */
  sessionDir: string;
  rendererDir: string;
  /** Absolute path of the built preload. */
  preload: string;
  /** Path of the icon in the tray. */
  trayIcon: string;
  startCore: (ports: HostPorts) => Promise<Core>;
  report: (error: unknown) => void;
}

/** The same as in the packaging configuration: otherwise Windows shows none of our notifications. */
const appId = 'org.social-data-explorer.app';

/** How long quitting waits for the core: every page is on disk, so cutting it short loses nothing. */
const closeTimeoutMs = 10_000;

/** Call once, before Electron is ready and without awaiting anything. */
export function runElectronHost(electron: ElectronParts, options: ElectronHostOptions): void {
  const { app } = electron;
  app.enableSandbox();
  if (process.platform === 'win32') app.setAppUserModelId(appId);
  registerAppScheme(electron.protocol);
  // The single-instance lock is stored in userData: set it first.
  app.setPath('userData', options.dataDir);
  app.setPath('sessionData', options.sessionDir);
  if (!app.requestSingleInstanceLock() && hasPeer(options.dataDir)) {
    options.report('Social Data Explorer is already open.');
    app.exit(0);
    return;
  }
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  const given = createGivenFile({ app, args: options.args });
  // Not awaited at the top level of an ES module: Electron would never become ready (40719).
  app
    .whenReady()
    .then(() => start(electron, options, given))
    .catch((error: unknown) => {
      options.report(error);
      return endStart(electron, whyNotShown(error));
    });
}

const whyNotShown = (error: unknown): string =>
  `The window could not be opened: ${error instanceof Error ? error.message : String(error)}. Start the program in a terminal with --smoke to see what works.`;

/**
 * Whether another program has the lock in `folder`. Electron also answers that where no lock can be made (exFAT
 * and shared disks have no links): then we go on without, because the core has a lock of its own.
 */
function hasPeer(folder: string): boolean {
  // Windows deletes it however its holder ends.
  if (process.platform === 'win32') return existsSync(join(folder, 'lockfile'));
  try {
    // A link to HOST-PID.
    return process.kill(Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1)), 0);
  } catch {
    return false;
  }
}

function start(electron: ElectronParts, options: ElectronHostOptions, given: GivenFile): void {
  const { app, dialog } = electron;
  let window: Electron.BrowserWindow | null = null;
  const current = (): Electron.BrowserWindow | null => window;
  const contents = (): Electron.WebContents | null => window?.webContents ?? null;

  /** The open project's folder. */
  let openFolder = options.dataDir;
  const remembered = openRemembered(join(options.dataDir, 'window.json'), options.report);
  const applyTheme = followTheme(electron.nativeTheme, remembered, current);
  const work = createWork();
  const background = createBackground(electron, {
    remembered,
    icon: options.trayIcon,
    isInstalled: app.isPackaged && options.reopensLast,
    show: () => show(),
  });
  const leaving = askBeforeLeaving({
    app,
    dialog,
    window: current,
    work,
    staysRunning: background.staysRunning,
    // A window that crashed and was closed is gone already.
    stay: () => show(),
    report: options.report,
  });

  denyPermissions(electron.session.defaultSession);
  guardRequests(electron.session.defaultSession);
  serveWindow(electron.protocol, options.rendererDir, async (...asked) =>
    (await core).media(...asked),
  );

  let loaded = Promise.resolve();
  /** Shows the window and sends it an event once its page is loaded. */
  const send = (event: AppEvent): void => {
    show();
    void loaded.then(() => contents()?.send(eventChannel, event));
  };
  const drawMenu = (): void => {
    const template = menuTemplate({
      platform: process.platform,
      packaged: app.isPackaged,
      folders: remembered.get().folders,
      dataDir: openFolder,
      goTo: (page) => send({ kind: 'page.chosen', page }),
      ask: (command) => send({ kind: 'menu.chosen', command }),
      openFolder: (path) => void electron.shell.openPath(path),
    });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  };
  drawMenu();

  const downloads = folderOf(app, 'downloads');
  const core = options.startCore({
    dataDir: options.dataDir,
    reopensLast: options.reopensLast,
    openedFolder(path) {
      openFolder = path;
      drawMenu();
    },
    preferencesInUse: applyTheme,
    chooseProjectFolder: createChooseProjectFolder({
      dialog,
      window: current,
      // The first project's folder is the program's own.
      folder: () =>
        openFolder === options.dataDir ? folderOf(app, 'documents') : dirname(openFolder),
    }),
    fetch: createSystemNetwork(electron.session),
    fetchPublic: createSystemNetwork(electron.session, { onlyPublic: true }),
    chooseSaveTarget: createChooseSaveTarget({
      dialog,
      window: current,
      defaultFolder: downloads,
      folders: () => remembered.get().folders,
      useFolder(path) {
        remembered.change({ folders: withFolder(remembered.get().folders, path) });
        drawMenu();
      },
    }),
    openLink: createOpenExternal({ dialog, shell: electron.shell, window: current }),
    showInFolder: (path) => electron.shell.showItemInFolder(path),
    encryption: createEncryption(electron.safeStorage),
    startWorker: createStartWorker(electron.utilityProcess),
    takeGivenFile: given.take,
    background,
    start: options.start,
    report: options.report,
  });
  core.catch((error: unknown) => {
    void endStart(electron, whyNotOpened(error, options.dataDir));
  });
  answerCalls({ ipcMain: electron.ipcMain, core, contents });
  // A failed start has been reported above.
  sendEvents({ core, contents }).catch(() => undefined);

  const open = (): void => {
    const opened = new electron.BrowserWindow(
      windowOptions({
        preload: options.preload,
        place: boundsFor(
          remembered.get(),
          electron.screen.getAllDisplays().map(({ workArea }) => workArea),
        ),
        dark: electron.nativeTheme.shouldUseDarkColors,
        packaged: app.isPackaged,
      }),
    );
    window = opened;
    rememberBounds(opened, remembered);
    leaving.guard(opened);
    opened.once('closed', () => {
      if (window === opened) window = null;
    });
    offerReload(opened, dialog);
    loaded = loadWindow(opened, remembered.get().maximized).catch(options.report);
  };
  let isClosing = false;
  const show = (): void => {
    if (isClosing) return;
    if (window === null) return open();
    if (window.isMinimized()) window.restore();
    if (!window.isVisible()) window.show();
    window.focus();
  };
  if (!background.staysRunning() || !background.isHiddenStart(options.args)) open();
  given.hear(() => send({ kind: 'file.given' }));
  const notifyWork = createWorkNotifier({
    work,
    window: current,
    Notification: usableNotifications(electron),
    show,
  });
  core.then((opened) => opened.subscribe(notifyWork)).catch(() => undefined);
  core.then(background.follow).catch(() => undefined);
  app.on('second-instance', (_event, others) => {
    if (isClosing) startAgain(app, others);
    else show();
  });
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (!background.staysRunning()) app.quit();
  });
  app.on('will-quit', () => {
    isClosing = true;
  });
  closeBeforeLeaving(app, core, options.report);
}

/** A folder of the person. One that was moved to a place that is gone has no path: then that of the home folder. */
function folderOf(app: Electron.App, name: 'documents' | 'downloads'): string {
  try {
    return app.getPath(name);
  } catch {
    return homedir();
  }
}

/**
 * Starts the program anew once this process has ended: another one was started while we were closing our
 * files, and has left. `argv`: the other one's.
 */
function startAgain(app: Electron.App, argv: readonly string[]): void {
  app.relaunch({ execPath: programPath(process.env, process.execPath), args: argv.slice(1) });
}

/** Delays quitting until the core has closed its files. */
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
    void within(closeTimeoutMs, closed).then(() => app.exit(0));
  });
}
