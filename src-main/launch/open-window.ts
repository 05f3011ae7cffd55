/** Tries to open the program in a window of its own. */
import { join } from 'node:path';
import {
  findElectronPackage,
  findExecutable,
  type Surroundings,
  whyNoWindow,
} from './find-electron.ts';
import { getElectron } from './get-electron.ts';
import { type Ended, runElectron } from './run-electron.ts';

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
