/** The Electron program: reads its options and starts the host. */
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
  utilityProcess,
} from 'electron';
import { keyVariable, readStartOptions, defaultDataFolder } from '../launch/start-options.ts';
import { startCore } from '../launch/start-core.ts';
import { makeFolders } from '../core/store/data-folder.ts';
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
  utilityProcess,
};

/** Run from its sources, Electron's path is followed by the program's folder; packaged, it is not. */
const args = process.argv.slice(app.isPackaged ? 1 : 2);
const read = readStartOptions(args, process.env, 'ignore');
// Child processes must not get the key.
delete process.env[keyVariable];

const files = {
  rendererDir: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
};

if (app.isPackaged && refusesSwitch(electron)) {
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
      startCore,
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
