/**
 * `--smoke` in Electron: the same as in Node, with the system's proxies, plus a window that must get as far
 * as its first call: a hidden one, unless it is to be shown. Packaged, it proves what can only be tested there: that the archive, the
 * preload, the native modules and the fuses work together.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { Core } from '../core/core.ts';
import { runSmoke } from '../launch/smoke.ts';
import type { HostPorts } from '../launch/start-core.ts';
import { appAddress, denyPermissions, guardNavigation, guardRequests } from './own-page.ts';
import { registerAppScheme, serveWindow } from './app-protocol.ts';
import { createEncryption, createSystemNetwork, createStartWorker } from './ports.ts';
import { answerCalls } from './ipc.ts';
import { reportChecks } from './report.ts';
import type { ReportElectron } from './report.ts';
import { loadWindow, windowOptions } from './window.ts';

export type SmokeElectron = Pick<
  typeof Electron,
  'app' | 'BrowserWindow' | 'ipcMain' | 'protocol' | 'safeStorage' | 'session' | 'utilityProcess'
> &
  ReportElectron;

export interface ElectronSmokeOptions {
  dataDir: string | null;
  /** Shows the window, and reports on the desktop. */
  show: boolean;
  rendererDir: string;
  /** Absolute path of the built preload. */
  preload: string;
  startCore: (ports: HostPorts) => Promise<Core>;
  print: (line: string) => void;
  /** How long the window may take to make its first call. */
  patienceMs?: number;
}

/** Call once, before Electron is ready. Ends the program with the exit code. */
export function runElectronSmoke(electron: SmokeElectron, options: ElectronSmokeOptions): void {
  const { app } = electron;
  app.enableSandbox();
  registerAppScheme(electron.protocol);
  // Chromium's own files are in this folder too, and not with the person's.
  const folder = mkdtempSync(join(tmpdir(), 'social-data-explorer-window-'));
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  // Closing the hidden window must not quit the program.
  app.on('window-all-closed', () => undefined);
  const run = async (): Promise<void> => {
    denyPermissions(electron.session.defaultSession);
    guardRequests(electron.session.defaultSession);
    serveWindow(electron.protocol, options.rendererDir, () =>
      Promise.reject(new Error('There are no rows here.')),
    );
    const code = await runSmoke({
      startCore: options.startCore,
      fetch: createSystemNetwork(electron.session),
      encryption: createEncryption(electron.safeStorage),
      startWorker: createStartWorker(electron.utilityProcess),
      dataDir: options.dataDir,
      print: options.print,
      more: {
        Window: (core) => openWindow(electron, core, options),
        ...(options.show && reportChecks(electron)),
      },
    });
    // On Windows, files that Chromium still has open can't be deleted.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    app.exit(code);
  };
  // Not awaited at the top level of an ES module: Electron would never become ready (40719).
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      options.print(`FAILED  Electron: ${String(error)}`);
      app.exit(1);
    });
}

/**
 * Resolves once the page has requested its first snapshot, through the preload and the IPC, and is seen if it
 * is to be shown; then with how long that took.
 */
async function openWindow(
  electron: SmokeElectron,
  core: Core,
  { preload, show, patienceMs = 30_000 }: ElectronSmokeOptions,
): Promise<string> {
  const window = new electron.BrowserWindow(
    windowOptions({
      preload,
      place: { width: 1280, height: 800 },
      dark: false,
      packaged: electron.app.isPackaged,
    }),
  );
  const begun = performance.now();
  const passed: string[] = [];
  const note = (what: string) => (): void =>
    void passed.push(`${what} after ${Math.round(performance.now() - begun)} ms`);
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(why));
      setTimeout(
        () => fail(hasAsked ? 'it was never shown' : 'it made no call'),
        patienceMs,
      ).unref();
      let [hasAsked, isShown] = [false, !show];
      const end = (): void => {
        const said = ['loaded, and requested its snapshot', ...passed].join('; ');
        if (hasAsked && isShown) resolve(said);
      };
      window.webContents.on('preload-error', (_event, _path, error) => fail(error.message));
      window.webContents.on('render-process-gone', (_event, { reason }) => fail(reason));
      const observed: Pick<Core, 'call' | 'subscribe'> = {
        subscribe: (listener) => core.subscribe(listener),
        async call(method, input) {
          const result = await core.call(method, input);
          if (method === 'app.snapshot') {
            hasAsked = true;
            end();
          }
          return result;
        },
      };
      answerCalls({
        ipcMain: electron.ipcMain,
        core: Promise.resolve(observed),
        contents: () => window.webContents,
      });
      if (show) {
        window.webContents.once('did-finish-load', note('loaded'));
        window.once('ready-to-show', note('painted'));
        window.once('show', () => {
          note('shown')();
          isShown = true;
          end();
        });
      }
      (show ? loadWindow(window, false) : window.loadURL(appAddress)).catch(reject);
    });
  } finally {
    window.destroy();
  }
}
