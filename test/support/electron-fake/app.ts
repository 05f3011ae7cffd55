/** `app`: paths, the single instance, and the order in which a program ends. */
import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { isMode, required } from './environment.ts';
import { notModelled, onlyModelled } from './only-modelled.ts';

const events = new EventEmitter();
const paths = new Map<string, string>();
let ready = false;
let quitting = false;
/** Windows are closed by whoever made them; told by `window.ts`. */
let closeAll: () => Promise<boolean> = () => Promise.resolve(true);
let beforeExit: () => void = () => undefined;

/** After the main module has run to its end, with all that it awaits (`resolve.mjs`). */
const becameReady = new Promise<void>((resolve) => {
  const becomeReady = (): void => {
    if (isMode('noDisplay') && !process.argv.includes('--ozone-platform=headless')) {
      console.error('Missing X server or $DISPLAY');
      process.kill(process.pid, 'SIGSEGV');
    }
    takeSignals();
    ready = true;
    resolve();
    events.emit('ready');
  };
  Object.assign(globalThis, { endMain: () => setTimeout(becomeReady, 20) });
});

/** Chromium quits at signals unless the program listens; whoever listened before it came does so in vain. */
function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) void quit();
    });
  }
}

const preventable = (): { prevented: boolean; preventDefault: () => void } => {
  const event = {
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
  };
  return event;
};

function exit(code = 0): void {
  beforeExit();
  process.exit(code);
}

async function quit(): Promise<void> {
  if (quitting) return;
  quitting = true;
  const before = preventable();
  events.emit('before-quit', before);
  if (before.prevented || !(await closeAll())) {
    quitting = false;
    return;
  }
  leave();
}

function leave(): void {
  const will = preventable();
  events.emit('will-quit', will);
  quitting = false;
  if (!will.prevented) exit(0);
}

/** The second instance leaves its arguments beside the lock, where the first one looks. */
function lock(): boolean {
  const folder = paths.get('userData');
  if (folder === undefined) throw notModelled('a lock before setPath("userData")');
  if (isMode('lockError')) return false;
  const file = join(folder, 'SingletonLock');
  const knock = join(folder, 'SingletonKnock.fake');
  const own = `${hostname()}-${process.pid}`;
  try {
    symlinkSync(own, file);
  } catch {
    if (isAlive(Number(readlinkSync(file).split('-').at(-1)))) {
      writeFileSync(knock, JSON.stringify(process.argv));
      return false;
    }
    rmSync(file);
    symlinkSync(own, file);
  }
  const watcher = watch(folder, () => {
    if (!existsSync(knock)) return;
    const told = readFileSync(knock, 'utf8');
    // The rest of it is about to be written.
    if (told === '') return;
    rmSync(knock);
    events.emit('second-instance', {}, JSON.parse(told), process.cwd(), null);
  });
  watcher.unref();
  process.on('exit', () => rmSync(file, { force: true }));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const part = {
  commandLine: onlyModelled('app.commandLine', {
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
  }),
  disableHardwareAcceleration() {
    if (ready) throw new Error('It can only be switched off before app is ready');
  },
  // macOS' own.
  dock: undefined,
  getLoginItemSettings: () => {
    throw notModelled('the list of programs that start at login, which Linux doesn’t have');
  },
  isPackaged: false,
  isReady: () => ready,
  enableSandbox() {
    if (ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  },
  exit,
  getPath(name) {
    if (isMode('noDocuments') && ['documents', 'downloads'].includes(name)) {
      throw new Error(`Failed to get '${name}' path`);
    }
    const set = paths.get(name);
    if (set !== undefined) return set;
    const usual = join(required('TMPDIR'), name);
    mkdirSync(usual, { recursive: true });
    return usual;
  },
  quit: () => void quit(),
  requestSingleInstanceLock: () => lock(),
  // Windows' own notion.
  setAppUserModelId: () => undefined,
  setPath: (name, path) => void paths.set(name, path),
  whenReady: () => becameReady,
} satisfies Partial<Omit<App, 'commandLine'>> & { commandLine: object };

export const app = onlyModelled('app', Object.assign(events, part));

/** For the other parts of the fake. */
export const program = {
  isReady: (): boolean => ready,
  emit: (name: string, ...args: unknown[]): void => void events.emit(name, ...args),
  /** The last window was closed: without a listener the program ends. */
  allClosed(): void {
    if (quitting) return;
    if (events.listenerCount('window-all-closed') === 0) void quit();
    else events.emit('window-all-closed');
  },
  useWindows(close: () => Promise<boolean>, end: () => void): void {
    closeAll = close;
    beforeExit = end;
  },
  preventable,
};
