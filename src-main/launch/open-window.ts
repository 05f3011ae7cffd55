/** Tries to open the program in a native window, and returns how that ended. */
import { dirname, join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';
import { type ElectronPackage, getElectron } from './get-electron.ts';

export interface OpenWindowOptions {
  /** Folder of the program's package.json. */
  root: string;
  flags: readonly string[];
  surroundings: Surroundings;
  announce: (line: string) => void;
  /** Replaced by tests. */
  get?: typeof getElectron;
  run?: typeof runElectron;
}

/** Resolves when the window's program has ended, or at once with the reason it is unavailable. */
export async function openWindow(options: OpenWindowOptions): Promise<Ended> {
  const { root, flags, surroundings, announce } = options;
  const { get = getElectron, run = runElectron } = options;
  const reason = whyNoWindow(surroundings);
  if (reason !== null) return { kind: 'broken', reason };

  const electron = findElectronPackage(join(root, 'package.json'));
  if (electron === null) return { kind: 'broken', reason: 'Electron is not installed.' };
  const { environment } = surroundings;
  let executable = findExecutable(electron, environment);
  if (executable === null) {
    const got = await get({ electron, announce });
    if (got.kind === 'failed') return { kind: 'broken', reason: got.reason };
    executable = findExecutable(electron, environment);
  }
  if (executable === null) return { kind: 'broken', reason: 'Electron’s program is missing.' };
  return run({ executable, root, flags, environment });
}

/**
 * Returns null when Electron is not installed (a production install). Does not require Electron itself,
 * which may lack its executable.
 */
export function findElectronPackage(from: string): ElectronPackage | null {
  try {
    const file = createRequire(from).resolve('electron/package.json');
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null || !('version' in read)) return null;
    return { folder: dirname(file), version: String(read.version) };
  } catch {
    return null;
  }
}

/**
 * The path of the executable, or null when it doesn't exist. Same rules as Electron's own index.js:
 * `path.txt` names it, ELECTRON_OVERRIDE_DIST_PATH moves it.
 */
export function findExecutable(
  electron: Pick<ElectronPackage, 'folder'>,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  let name = '';
  try {
    name = readFileSync(join(electron.folder, 'path.txt'), 'utf8').trim();
  } catch {
    // Written by the download; without it only the override can provide an executable.
  }
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!override && name === '') return null;
  const path = override ? join(override, name || 'electron') : join(electron.folder, 'dist', name);
  return existsSync(path) ? path : null;
}

export interface Surroundings {
  platform: NodeJS.Platform;
  /** Null on systems where accounts have no number. */
  userId: number | null;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Why a native window is impossible here, even with Electron installed; null when it is possible. */
export function whyNoWindow({ platform, userId, environment }: Surroundings): string | null {
  if (platform !== 'linux') return null;
  if (userId === 0) return 'Electron’s sandbox doesn’t work for root, and is never switched off.';
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return 'There is no display.';
  return null;
}

export interface RunOptions {
  executable: string;
  /** Folder of the program's package.json. */
  root: string;
  /** The program's flags, unchanged. */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

export type Ended =
  | { kind: 'ended'; code: number }
  /** It never ran, or crashed; the reason in one sentence. */
  | { kind: 'broken'; reason: string };

const crashSignals: readonly NodeJS.Signals[] = [
  'SIGTRAP',
  'SIGABRT',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
];

/** Interprets an exit. The shell's 126 and 127 mean that it can't be run, or that a library is missing. */
export function readEnd(code: number | null, signal: NodeJS.Signals | null): Ended {
  if (signal !== null) {
    return crashSignals.includes(signal)
      ? { kind: 'broken', reason: `Electron crashed (${signal}).` }
      : { kind: 'ended', code: 1 };
  }
  const windowsCrash = 0xc0_00_00_00;
  if (code === 126 || code === 127) {
    return { kind: 'broken', reason: 'Electron is missing a library on this computer.' };
  }
  if (code !== null && code >= windowsCrash) {
    return { kind: 'broken', reason: `Electron crashed (0x${code.toString(16)}).` };
  }
  return { kind: 'ended', code: code ?? 1 };
}

export function runElectron(options: RunOptions): Promise<Ended> {
  // Set by Electron-based editors in their terminals; it would turn Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = options.environment;
  return new Promise((resolve) => {
    const child = spawn(options.executable, [options.root, ...options.flags], {
      stdio: 'inherit',
      env: environment,
      windowsHide: false,
    });
    const pass = (signal: NodeJS.Signals): void => {
      // A terminal sends Ctrl+C to Electron too; a second one would end it without cleaning up.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, pass);
    const settle = (ended: Ended): void => {
      for (const signal of signals) process.off(signal, pass);
      resolve(ended);
    };
    child.once('error', (error) =>
      settle({ kind: 'broken', reason: `Electron can’t be started (${codeOf(error)}).` }),
    );
    child.once('exit', (code, signal) => settle(readEnd(code, signal)));
  });
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : 'unknown');
