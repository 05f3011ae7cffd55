/** Tries to open the program in a native window, and returns how that ended. */
import { dirname, join } from 'node:path';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';
import { type ElectronPackage, getElectron, noteFailure, recallFailure } from './get-electron.ts';

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
  const electron = findElectronPackage(join(root, 'package.json'));
  if (electron === null) return { kind: 'broken', reason: 'Electron is not installed.' };
  const { environment } = surroundings;
  let executable = findExecutable(electron, environment);
  const reason =
    whyNoWindow(surroundings, executable ?? join(electron.folder, 'dist', 'electron')) ??
    (await recallFailure(electron, 'start'));
  if (reason !== null) return { kind: 'broken', reason };

  if (executable === null) {
    const got = await get({ electron, environment, announce });
    if (got.kind === 'failed') return { kind: 'broken', reason: got.reason };
    executable = findExecutable(electron, environment);
  }
  if (executable === null) return { kind: 'broken', reason: 'Electron’s program is missing.' };
  const ended = await run({ executable, args: [root, ...flags], environment });
  if (ended.kind === 'crashed') await noteFailure(electron, 'start', ended.reason);
  return ended;
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
  /** Replaced by tests. */
  system?: System;
}

interface System {
  /** Returns an empty string for a file that isn't there. */
  read: (file: string) => string;
  /** Whether a program runs as root, whoever starts it. */
  isRoot: (file: string) => boolean;
}

export const thisSystem: System = {
  read(file) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      return '';
    }
  },
  isRoot(file) {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.uid === 0 && (stats.mode & 0o7777) === 0o4755;
  },
};

/**
 * Why a native window is impossible here; null when it is possible.
 * @param executable Electron's, or where it will be.
 */
export function whyNoWindow(
  { platform, userId, environment, system = thisSystem }: Surroundings,
  executable: string,
): string | null {
  if (platform !== 'linux') return null;
  if (userId === 0) return 'Electron’s sandbox doesn’t work for root, and is never switched off.';
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return 'There is no display.';
  const helper = join(dirname(executable), 'chrome-sandbox');
  if (!restrictsNamespaces(system) || system.isRoot(helper)) return null;
  return `This system lets only installed programs use Chromium’s sandbox. Install the .deb, or run: npx install-electron && sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`;
}

/** Whether the system refuses user namespaces, which the sandbox is made of, to programs it doesn't know. */
function restrictsNamespaces({ read }: System): boolean {
  const isRestricted =
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' &&
    // Started by a program that may, such as an editor's terminal, we may too.
    read('/proc/self/attr/current') === 'unconfined';
  return (
    isRestricted ||
    read('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    read('/proc/sys/user/max_user_namespaces') === '0'
  );
}

export interface RunOptions {
  executable: string;
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

export type Ended =
  | { kind: 'ended'; code: number }
  /** It never ran, or crashed: as it started, or later. The reason in one sentence. */
  | { kind: 'broken' | 'crashed'; reason: string };

const crashSignals: readonly NodeJS.Signals[] = [
  'SIGTRAP',
  'SIGABRT',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
];

/** Windows' codes of errors; Chromium's own end with 0x80000003. Other systems have none above 255. */
const windowsErrors = 0x80_00_00_00;
/** What Windows calls Ctrl+C. */
const windowsInterrupt = 0xc0_00_01_3a;

/** Until when an end is one of the start. */
const startMs = 5000;

/** Interprets an exit. The shell's 126 and 127 mean that it can't be run, or that a library is missing. */
export function readEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  afterMs: number,
): Ended {
  const atStart = afterMs < startMs;
  const crashed = (how: string): Ended => ({
    kind: atStart ? 'crashed' : 'broken',
    reason: `Electron crashed (${how}).`,
  });
  if (signal !== null) {
    // So macOS ends a program whose signature it doesn't accept.
    const isCrash = crashSignals.includes(signal) || (signal === 'SIGKILL' && atStart);
    return isCrash ? crashed(signal) : { kind: 'ended', code: 128 + constants.signals[signal] };
  }
  if (code === 126 || code === 127) {
    return { kind: 'broken', reason: 'Electron is missing a library on this computer.' };
  }
  if (code === windowsInterrupt) return { kind: 'ended', code: 1 };
  if (code !== null && code >= windowsErrors) return crashed(`0x${code.toString(16)}`);
  return { kind: 'ended', code: code ?? 1 };
}

export function runElectron(options: RunOptions): Promise<Ended> {
  // Set by Electron-based editors in their terminals; it would turn Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = options.environment;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(options.executable, options.args, {
      stdio: 'inherit',
      env: environment,
      windowsHide: false,
    });
    const pass = (signal: NodeJS.Signals): void => {
      // A terminal sends Ctrl+C to Electron too; a second one would end it without cleaning up. Windows'
      // reaches it only sometimes.
      const hasIt = signal === 'SIGINT' && process.stdin.isTTY && process.platform !== 'win32';
      if (!hasIt) child.kill(signal);
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
    child.once('exit', (code, signal) => settle(readEnd(code, signal, Date.now() - startedAt)));
  });
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : 'unknown');
