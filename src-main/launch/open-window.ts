/** Tries to open the program in a window of its own. */
import { dirname, join } from 'node:path';
import { type ElectronPackage, getElectron } from './get-electron.ts';
import { type Ended, runElectron } from './run-electron.ts';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

/** Resolves when the window's program has ended, or at once with the reason it can't be had. */
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

// Finds Electron's executable without requiring Electron.

/** Electron's package, whether or not its executable is there. */
/** Null where Electron is not installed (a production install). */
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
 * The path of the executable, or null when it is not there. Same rules as Electron's own
 * index.js: `path.txt` names it, ELECTRON_OVERRIDE_DIST_PATH moves it.
 */
export function findExecutable(
  electron: Pick<ElectronPackage, 'folder'>,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  let name = '';
  try {
    name = readFileSync(join(electron.folder, 'path.txt'), 'utf8').trim();
  } catch {
    // Written by the download; without it only an override can have an executable.
  }
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!override && name === '') return null;
  const path = override ? join(override, name || 'electron') : join(electron.folder, 'dist', name);
  return existsSync(path) ? path : null;
}

export interface Surroundings {
  platform: NodeJS.Platform;
  /** Null where accounts have no number. */
  userId: number | null;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Why a window of its own can't be had here, however much Electron is installed; null: it can. */
export function whyNoWindow({ platform, userId, environment }: Surroundings): string | null {
  if (platform !== 'linux') return null;
  if (userId === 0) return 'Electron’s sandbox does not work for root, and it stays on.';
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return 'There is no display.';
  return null;
}
