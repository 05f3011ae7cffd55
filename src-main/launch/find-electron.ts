/** Finds Electron's executable without requiring Electron. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Electron's package, whether or not its executable is there. */
export interface ElectronPackage {
  folder: string;
  version: string;
}

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
