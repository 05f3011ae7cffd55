/** The Electron program: reads its options and starts the host, or the command. */
import '../core/no-debugger.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import { keyVariable, readStartOptions, defaultDataFolder } from '../launch/start-options.ts';
import { startCore } from '../launch/start-core.ts';
import { sourcesCommand } from '../core/app-handlers.ts';
import { makeFolders } from '../core/store/data-folder.ts';
import * as collect from './collect.ts';
import { endStart } from './failed-start.ts';
import { type ElectronParts, runElectronHost } from './host.ts';
import { refusesSwitch } from './sandbox-switch.ts';
import { runElectronSmoke } from './smoke.ts';

const electron: ElectronParts = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
};

/** Run from its sources, Electron's path is followed by the program's folder; packaged, it is not. */
const ownWords = app.isPackaged ? 1 : 2;
const args = process.argv.slice(ownWords);
const read = readStartOptions(args, process.env, 'ignore');
const asked = collect.commandAmong(args);
const command = app.isPackaged ? collect.commandOf(process.env, process.execPath) : sourcesCommand;
// Child processes must not get the key. The command reads it itself.
if (asked === null) delete process.env[keyVariable];

const files = {
  rendererDir: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  trayIcon: app.isPackaged
    ? join(process.resourcesPath, 'tray.png')
    : fileURLToPath(new URL('../../src-main/packaging/icons/32x32.png', import.meta.url)),
};

if (asked !== null && collect.needsDisplay(args)) {
  const ended = await collect.startWithoutDisplay(process.argv.slice(1, ownWords), args);
  if (ended.kind !== 'ended') console.error(ended.reason);
  app.exit(ended.kind === 'ended' ? ended.code : 1);
} else if (asked !== null) {
  collect.runInstalledCommand(electron, asked, command.call, startCore);
} else if (app.isPackaged && refusesSwitch(electron)) {
  // refusesSwitch has reported it.
} else if (read.kind === 'options' && read.options.smoke) {
  const { dataDir, show } = read.options;
  const print = (line: string): void => console.log(line);
  runElectronSmoke(electron, { ...files, dataDir, show, startCore, print });
} else if (read.kind === 'options') {
  const dataDir = read.options.dataDir ?? defaultDataFolder();
  const sessionDir = join(dataDir, 'window');
  try {
    // Electron refuses paths that don't exist.
    makeFolders(sessionDir);
    runElectronHost(electron, {
      start: read.options.start,
      args,
      dataDir,
      reopensLast: read.options.dataDir === null,
      sessionDir,
      ...files,
      startCore: (ports) => startCore({ ...ports, command }),
      report: (error) => console.error(error),
    });
  } catch (error) {
    console.error(`Social Data Explorer can’t start: ${String(error)}`);
    if (app.isPackaged) {
      void endStart(
        electron,
        `Its data folder can’t be created: ${dataDir}. Check that the disk is there and can be written to, then start again.`,
      );
    } else app.exit(1);
  }
} else {
  const print = read.kind === 'help' ? console.log : console.error;
  print(read.text);
  app.exit(read.kind === 'help' ? 0 : 2);
}
