/** Downloads Electron's executable once, with Electron's own installer (`install-electron`). */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ElectronPackage {
  folder: string;
  version: string;
}

export interface GetOptions {
  electron: ElectronPackage;
  announce: (line: string) => void;
  /** Time limit for the download. */
  limitMs?: number;
  now?: () => Date;
}

export type Got =
  | { kind: 'got' }
  /** One sentence with the reason. */
  | { kind: 'failed'; reason: string };

const dayMs = 24 * 60 * 60 * 1000;

export async function getElectron(options: GetOptions): Promise<Got> {
  const { electron, announce, limitMs = 120_000, now = () => new Date() } = options;
  const memory = join(dirname(electron.folder), '.cache', 'social-data-explorer', 'electron.json');

  const failedAt = await readFailure(memory, electron.version);
  if (failedAt !== null && now().getTime() - failedAt.getTime() < dayMs) {
    const day = failedAt.toISOString().slice(0, 10);
    return { kind: 'failed', reason: `Electron could not be downloaded on ${day}.` };
  }

  announce('Downloading Electron once, for a window of its own (about 100 MB)…');
  const outcome = await install(electron.folder, limitMs);
  if (outcome === 'done') {
    await rm(memory, { force: true });
    return { kind: 'got' };
  }
  await writeFailure(memory, { version: electron.version, failedAt: now().toISOString() });
  const reason =
    outcome === 'late' ? 'Electron’s download took too long.' : 'Electron could not be downloaded.';
  return { kind: 'failed', reason };
}

/** Runs Electron's installer without output: its errors are stack traces of no use to a person. */
function install(folder: string, limitMs: number): Promise<'done' | 'failed' | 'late'> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve('late');
    }, limitMs);
    const settle = (outcome: 'done' | 'failed'): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    child.once('error', () => settle('failed'));
    child.once('exit', (code) => settle(code === 0 ? 'done' : 'failed'));
  });
}

/** When the download of this version last failed; a different version is tried again. */
async function readFailure(file: string, version: string): Promise<Date | null> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof read !== 'object' || read === null) return null;
    if (!('version' in read) || read.version !== version || !('failedAt' in read)) return null;
    const at = new Date(String(read.failedAt));
    return Number.isNaN(at.getTime()) ? null : at;
  } catch {
    return null;
  }
}

async function writeFailure(
  file: string,
  failure: { version: string; failedAt: string },
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(failure));
  } catch {
    // The folder can't be written: the next start tries again.
  }
}
