/** Downloads Electron's executable once, with Electron's own installer (`install-electron`). */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ElectronPackage {
  folder: string;
  version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface GetOptions {
  electron: ElectronPackage;
  environment: Environment;
  announce: (line: string) => void;
  /** How long the download may stand still; after twice as long at most it is given up. */
  stillMs?: number;
  now?: () => Date;
}

export type Got =
  | { kind: 'got' }
  /** The reason, and how to try again. */
  | { kind: 'failed'; reason: string };

export async function getElectron(options: GetOptions): Promise<Got> {
  const { electron, environment, announce, stillMs = 60_000, now = () => new Date() } = options;
  if (environment['ELECTRON_SKIP_BINARY_DOWNLOAD']) {
    return { kind: 'failed', reason: 'ELECTRON_SKIP_BINARY_DOWNLOAD forbids Electron’s download.' };
  }
  const known = await recallFailure(electron, 'download', now());
  if (known !== null) return { kind: 'failed', reason: known };

  announce('Downloading Electron once, for a window of its own (about 120 MB)…');
  const outcome = await install(electron, environment, stillMs);
  if (outcome === 'done') return { kind: 'got' };
  const what =
    outcome === 'still' ? 'Electron’s download stopped.' : 'Electron could not be downloaded.';
  return { kind: 'failed', reason: await noteFailure(electron, 'download', what, now()) };
}

/** Runs Electron's installer without output: its errors are stack traces of no use to a person. */
async function install(
  electron: ElectronPackage,
  environment: Environment,
  stillMs: number,
): Promise<'done' | 'failed' | 'still'> {
  // A folder of its own: the installer leaves behind what was downloaded when it is ended.
  const temporary = join(memoryOf(electron), 'download');
  try {
    await mkdir(temporary, { recursive: true });
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(electron.folder, 'install.js')], {
        stdio: 'ignore',
        env: { ...withProxy(environment), TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      });
      let size = 0;
      let isStill = false;
      const timer = setInterval(() => {
        const before = size;
        size = sizeOf(temporary) + sizeOf(join(electron.folder, 'dist'));
        if (size !== before) return;
        isStill = true;
        child.kill('SIGKILL');
      }, stillMs);
      child.once('error', reject);
      child.once('exit', (code) => {
        clearInterval(timer);
        if (isStill) resolve('still');
        else resolve(code === 0 ? 'done' : 'failed');
      });
    });
  } catch {
    return 'failed';
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  } catch {
    // It isn't there yet, or a file has just moved.
    return 0;
  }
}

/** The installer looks at proxies only if it is told to, and never at npm's. */
function withProxy(environment: Environment): Environment {
  const proxy = [
    'HTTPS_PROXY',
    'https_proxy',
    'npm_config_https_proxy',
    'HTTP_PROXY',
    'http_proxy',
    'npm_config_proxy',
  ].flatMap((name) => environment[name] || [])[0];
  if (proxy === undefined) return environment;
  const none = environment['npm_config_noproxy'];
  return {
    ...(none && { NO_PROXY: none }),
    ...environment,
    HTTPS_PROXY: proxy,
    ELECTRON_GET_USE_PROXY: '1',
  };
}

/** What may fail, and with which command a person tries it again at once. */
const retries = { download: 'npx install-electron', start: 'npx electron .' } as const;
type Step = keyof typeof retries;

const dayMs = 24 * 60 * 60 * 1000;

const memoryOf = ({ folder }: ElectronPackage): string =>
  join(dirname(folder), '.cache', 'social-data-explorer');

const said = (what: string, step: Step): string => `${what} To try again, run: ${retries[step]}`;

/** Remembers for a day that a step failed with this version. @returns what to say. */
export async function noteFailure(
  electron: ElectronPackage,
  step: Step,
  what: string,
  now = new Date(),
): Promise<string> {
  const failure = { version: electron.version, failedAt: now.toISOString(), what };
  try {
    await mkdir(memoryOf(electron), { recursive: true });
    await writeFile(join(memoryOf(electron), `${step}.json`), JSON.stringify(failure));
  } catch {
    // The folder can't be written: the next start tries again.
  }
  return said(what, step);
}

/** What to say of a step that failed less than a day ago; null when it may be tried. */
export async function recallFailure(
  electron: ElectronPackage,
  step: Step,
  now = new Date(),
): Promise<string | null> {
  try {
    const text = await readFile(join(memoryOf(electron), `${step}.json`), 'utf8');
    const read: unknown = JSON.parse(text);
    const failure: Partial<Record<string, unknown>> = typeof read === 'object' ? { ...read } : {};
    const { version, failedAt, what } = failure;
    const day = String(failedAt).slice(0, 10);
    const age = now.getTime() - new Date(String(failedAt)).getTime();
    if (version !== electron.version || !(age < dayMs)) return null;
    return said(`${String(what).slice(0, -1)} on ${day}.`, step);
  } catch {
    return null;
  }
}
