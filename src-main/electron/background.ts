/**
 * Running without a window, so that repeats run: an icon in the tray keeps the program running, and the system
 * starts it when the person signs in. Both are off until they choose them in Settings.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { ShownRepeat } from '#shared/contract/repeat.ts';
import type { Background } from '#shared/contract/snapshot.ts';
import type { Core } from '../core/core.ts';
import { refused } from '../core/problem-error.ts';
import { makeFolders } from '../core/store/data-folder.ts';
import { callerOf } from '../launch/call-core.ts';
import { programPath } from './collect.ts';
import type { Remembered } from './remembered.ts';

/** With it the system starts the program: no window yet. */
const hiddenFlag = '--hidden';

/** Quoted as the Desktop Entry Specification says: an argument of `Exec` first, then a text. */
const execWord = (path: string): string =>
  `"${path.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n');

/** The program among those that the system starts: a file on Linux, elsewhere an entry of a list. */
function loginItem(app: Electron.App) {
  const own = { args: [hiddenFlag] };
  const { XDG_CONFIG_HOME: config } = process.env;
  const folder = join(config || join(homedir(), '.config'), 'autostart');
  const file = join(folder, 'social-data-explorer.desktop');
  const isFile = process.platform === 'linux';
  return {
    isOn: () => (isFile ? existsSync(file) : app.getLoginItemSettings(own).openAtLogin),
    turn(isOn: boolean): void {
      if (!isFile) return app.setLoginItemSettings({ openAtLogin: isOn, ...own });
      // Not written into what has that name: it may be a link.
      rmSync(file, { force: true });
      if (!isOn) return;
      makeFolders(folder);
      const exec = `${execWord(programPath(process.env, process.execPath))} ${hiddenFlag}`;
      const entry = `[Desktop Entry]\nType=Application\nName=Social Data Explorer\nExec=${exec}\n`;
      writeFileSync(file, entry, { flag: 'wx' });
    },
  };
}

export interface BackgroundParts {
  remembered: Remembered;
  /** Path of the icon. */
  icon: string;
  /** Whether the system can start this program: an installed one, with its own data folder. */
  isInstalled: boolean;
  show: () => void;
}

/** How often the menu is looked at again: a date passes, and a repeat is removed, without an event. */
const lookEveryMs = 60_000;

export function createBackground(
  { app, Menu, Tray }: Pick<typeof Electron, 'app' | 'Menu' | 'Tray'>,
  { remembered, icon, isInstalled, show }: BackgroundParts,
) {
  const login = loginItem(app);
  let tray: Electron.Tray | null = null;
  let next = nextInWords([]);

  function draw(): void {
    if (!remembered.get().keepsRunning) {
      tray?.destroy();
      tray = null;
      return;
    }
    tray ??= new Tray(icon).on('click', show);
    tray.setToolTip('Social Data Explorer');
    const menu = Menu.buildFromTemplate([
      { label: 'Open', click: show },
      // A single & would underline what follows.
      { label: next.replaceAll('&', '&&'), enabled: false },
      { label: 'Quit', click: () => app.quit() },
    ]);
    tray.setContextMenu(menu);
  }
  draw();

  function turnLogin(isOn: boolean): void {
    try {
      login.turn(isOn);
      if (login.isOn() === isOn) return;
    } catch {
      // Refused as well.
    }
    throw refused(
      'The system didn’t accept the change.',
      'Look among the system’s settings for the programs that start when you sign in, and change it there.',
    );
  }

  return {
    get: (): Background => ({
      keepsRunning: remembered.get().keepsRunning,
      startsAtLogin: isInstalled ? login.isOn() : null,
    }),
    set({ keepsRunning, startsAtLogin }: Background): void {
      if (isInstalled && startsAtLogin !== null && startsAtLogin !== login.isOn())
        turnLogin(startsAtLogin);
      remembered.change({ keepsRunning });
      draw();
    },
    /** Whether the program goes on without its window: on macOS all do, until they are quit. */
    staysRunning: (): boolean => process.platform === 'darwin' || tray !== null,
    /** Whether the system started the program; macOS passes no arguments. */
    isHiddenStart: (args: readonly string[]): boolean =>
      args.includes(hiddenFlag) ||
      (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin),
    /** Shows from now on what the core is going to repeat. */
    follow: (core: Core): void => {
      const look = async (): Promise<void> => {
        const { repeats } = await callerOf(core)('repeat.list', {});
        const words = nextInWords(repeats);
        if (words === next) return;
        next = words;
        draw();
      };
      // While a project is opened there may be no answer; then the next look has it.
      const lookAgain = (): void => void look().catch(() => undefined);
      lookAgain();
      setInterval(lookAgain, lookEveryMs).unref();
      core.subscribe(({ kind }) => {
        if (kind === 'repeat.changed' || kind === 'project.opened') lookAgain();
      });
    },
  };
}

/** Returns what runs now, or the next time that a repeat does. */
function nextInWords(repeats: readonly ShownRepeat[]): string {
  const running = repeats.find(({ isAtWork }) => isAtWork);
  if (running !== undefined) return `Running: ${shortened(running.recipe.name)}`;
  const [first] = repeats
    .flatMap(({ recipe, next: [at] }) => (at === undefined ? [] : [{ at, name: recipe.name }]))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (first === undefined) return 'No repeat is planned';
  const day = new Date(first.at).toLocaleDateString('en-GB', dayStyle);
  const time = new Date(first.at).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  return `Next: ${shortened(first.name)}, ${day}, ${time}`;
}

const dayStyle = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
