/**
 * The command (`src-main/collect`) in the installed program: `collect` as its first argument. It has no window,
 * no page, and no lock but the data folder's.
 */
import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type * as Electron from 'electron';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { runCommand } from '../collect/command.ts';
import { exits } from '../collect/exit.ts';
import { runElectron } from '../launch/open-window.ts';
import type { startCore } from '../launch/start-core.ts';
import { createEncryption, createStartWorker, createSystemNetwork } from './ports.ts';

/** What starts it writes first: an AppImage's script, the one for Windows, `startWithoutDisplay`. */
const ofStarters = /^--(?:no-sandbox|ozone-platform=\w+)?$/;

/** Returns the command's arguments; null: the program is to open its window. */
export function commandAmong(args: readonly string[]): readonly string[] | null {
  const first = args.findIndex((arg) => !ofStarters.test(arg));
  return args[first] === 'collect' ? args.slice(first + 1) : null;
}

const withoutDisplay = '--ozone-platform=headless';

/**
 * Whether Chromium would look for a display, and end without one. It decides before any of our code runs, so
 * only another process can be told not to.
 */
export const needsDisplay = (args: readonly string[], platform = process.platform): boolean =>
  platform === 'linux' && !args.includes(withoutDisplay);

/** Runs this program again, told so. @param own what precedes its arguments. */
export const startWithoutDisplay = (own: readonly string[], args: readonly string[]) =>
  runElectron({
    executable: process.execPath,
    args: [...process.execArgv, ...own, withoutDisplay, ...args],
    environment: process.env,
  });

/** Call once, before Electron is ready. Ends the program with the command's exit code. */
export function runInstalledCommand(
  { app, ...parts }: Pick<typeof Electron, 'app' | 'safeStorage' | 'session' | 'utilityProcess'>,
  args: readonly string[],
  call: string,
  start: typeof startCore,
): void {
  app.disableHardwareAcceleration();
  app.dock?.hide();
  // For Chromium's own files: the data folder may be another program's.
  const folder = mkdtempSync(join(tmpdir(), 'social-data-explorer-collect-'));
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
  const end = async (code: number): Promise<void> => {
    // On Windows, files that Chromium still has open can't be deleted.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    app.exit(code);
  };
  // Electron takes signals for a person's Quit, which ends with 0.
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (!process.emit('SIGTERM', 'SIGTERM')) void end(exits.SIGTERM);
  });
  const run = async (): Promise<number> => {
    const encryption = createEncryption(parts.safeStorage);
    const startWorker = createStartWorker(parts.utilityProcess);
    const code = await runCommand(args, call, {
      fetch: createSystemNetwork(parts.session),
      startCore: (ports) => start({ ...ports, encryption, startWorker }),
    });
    // Windows writes to pipes later.
    await new Promise((resolve) => process.stdout.write('', resolve));
    return code;
  };
  // Not awaited at the top level of an ES module: Electron would never become ready (40719).
  void app
    .whenReady()
    .then(run)
    .then(end, () => end(exits.ourFault));
}

/**
 * Returns the path under which this program can be started again: an AppImage's contents have another, which is
 * gone once it ends. What an AppImage starts, such as a terminal's programs, has its variables, too.
 */
export function programPath(
  { APPIMAGE: appImage, APPDIR: contents }: NodeJS.ProcessEnv,
  execPath: string,
): string {
  if (!appImage || !contents) return execPath;
  try {
    return execPath.startsWith(join(realpathSync(contents), sep)) ? appImage : execPath;
  } catch {
    return execPath;
  }
}

/** How the command is called on this installation, by its full path: schedulers find no other. */
export function commandOf(
  environment: NodeJS.ProcessEnv,
  execPath: string,
  platform = process.platform,
): Snapshot['command'] {
  if (platform === 'win32') {
    // Only a script's end is waited for. PowerShell takes typographic quotes for its own.
    const script = join(dirname(execPath), 'social-data-explorer.cmd');
    const word = script.replaceAll(/['‘’‚‛]/g, '$&$&');
    return { call: `& '${word}' collect`, shell: 'powershell' };
  }
  const path = programPath(environment, execPath);
  const word = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
  return { call: `${word} collect`, shell: 'sh' };
}
