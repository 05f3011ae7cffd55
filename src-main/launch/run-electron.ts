/** Runs the program in Electron and tells how it ended. */
import { spawn } from 'node:child_process';

export interface RunOptions {
  executable: string;
  /** Folder of the program's package.json. */
  root: string;
  /** The program's flags, as given. */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

export type Ended =
  | { kind: 'ended'; code: number }
  /** It never ran, or was killed by itself: one sentence. */
  | { kind: 'broken'; reason: string };

const crashSignals: readonly NodeJS.Signals[] = [
  'SIGTRAP',
  'SIGABRT',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
];

/** How an end is to be read. The shell's 126 and 127 mean: can't be run, a library is missing. */
export function readEnd(code: number | null, signal: NodeJS.Signals | null): Ended {
  if (signal !== null) {
    return crashSignals.includes(signal)
      ? { kind: 'broken', reason: `Electron crashed (${signal}).` }
      : { kind: 'ended', code: 1 };
  }
  const windowsCrash = 0xc0_00_00_00;
  if (code === 126 || code === 127) {
    return { kind: 'broken', reason: 'Electron lacks something on this computer.' };
  }
  if (code !== null && code >= windowsCrash) {
    return { kind: 'broken', reason: `Electron crashed (0x${code.toString(16)}).` };
  }
  return { kind: 'ended', code: code ?? 1 };
}

export function runElectron(options: RunOptions): Promise<Ended> {
  // Set by editors built on Electron in their terminals; it would turn Electron into plain Node.
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
