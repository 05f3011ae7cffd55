/** The window: its options, its position across starts, and its colours. */
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Rectangle,
} from 'electron';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { appAddress } from './own-page.ts';
import type { Memory, Remembered } from './remembered.ts';

export interface WindowOptions {
  place: Place;
  /** Absolute path of the built preload. */
  preload: string;
  dark: boolean;
  packaged: boolean;
}

/** The `app` colour of the theme: shown before the page is painted. */
const backgroundFor = (dark: boolean): string => (dark ? '#131416' : '#f6f6f7');

/** Sets every option that a page could benefit from, whatever Electron's default is (checklist 2, 4, 13). */
export const windowOptions = (options: WindowOptions): BrowserWindowConstructorOptions => ({
  title: 'Social Data Explorer',
  ...options.place,
  minWidth: 800,
  minHeight: 560,
  show: false,
  backgroundColor: backgroundFor(options.dark),
  autoHideMenuBar: true,
  webPreferences: {
    preload: options.preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    // Its dictionaries are downloaded from a third party's server.
    spellcheck: false,
    devTools: !options.packaged,
  },
});

/** How long the window may stay hidden while its page neither paints nor finishes loading. */
const hiddenMs = 3000;

/**
 * Loads the page, and shows the window once it is painted. A hidden window never paints on some Wayland
 * compositors (electron/electron#48859): there it is shown once the page has loaded, and everywhere after a
 * while, in the theme's colour.
 */
export function loadWindow(
  window: Pick<BrowserWindow, 'once' | 'show' | 'maximize' | 'loadURL' | 'webContents'>,
  maximized: boolean,
  platform = process.platform,
): Promise<void> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const show = (): void => {
    if (isOver) return;
    end();
    // Maximising shows the window, which must not happen before there is something to see.
    if (maximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, hiddenMs);
  window.once('closed', end);
  window.once('ready-to-show', show);
  if (platform === 'linux') window.webContents.once('did-finish-load', show);
  return window.loadURL(appAddress);
}

export type Place = Partial<Pick<Rectangle, 'x' | 'y'>> & Pick<Rectangle, 'width' | 'height'>;

const defaultSize: Place = { width: 1280, height: 800 };

/** How much of the title bar must be visible, in px, to grab the window. */
const handle = { width: 120, height: 24 };

/**
 * Where the window opens: its last position, if that is still on a screen.
 * @param areas all screens, without task bars.
 */
export function boundsFor({ bounds }: Pick<Memory, 'bounds'>, areas: readonly Rectangle[]): Place {
  if (bounds === null) return defaultSize;
  const area = areas.find((one) => catchable(bounds, one));
  // The screen is gone: the window's size still applies, its position does not.
  const room = area ?? areas[0] ?? bounds;
  const size = {
    width: Math.min(bounds.width, room.width),
    height: Math.min(bounds.height, room.height),
  };
  return area === undefined ? size : { x: bounds.x, y: bounds.y, ...size };
}

function catchable(bounds: Rectangle, area: Rectangle): boolean {
  const left = Math.max(bounds.x, area.x);
  const right = Math.min(bounds.x + bounds.width, area.x + area.width);
  const isInSight = bounds.y >= area.y && bounds.y + handle.height <= area.y + area.height;
  return isInSight && right - left >= handle.width;
}

/** Delay until the position is saved: while the window is dragged, it changes with every frame. */
const saveDelayMs = 400;

/** Saves the window's position from now on, after each move, so that a power cut loses little. */
export function rememberBounds(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>,
  remembered: Remembered,
): void {
  let timer: NodeJS.Timeout | null = null;
  const save = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (window.isDestroyed()) return;
    remembered.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveSoon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(save, saveDelayMs);
    timer.unref();
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
}

// The chosen colour scheme, applied to the native parts: title bar, menus, dialogs.

type ThemePart = Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;

/**
 * Uses the scheme chosen last time, then that of the preferences passed to the function it returns. The
 * background shown before the page is painted follows the system too.
 */
export function followTheme(
  nativeTheme: ThemePart,
  remembered: Remembered,
  window: () => Pick<BrowserWindow, 'setBackgroundColor'> | null,
): (preferences: Pick<Preferences, 'theme'>) => void {
  nativeTheme.themeSource = remembered.get().theme;
  nativeTheme.on('updated', () =>
    window()?.setBackgroundColor(backgroundFor(nativeTheme.shouldUseDarkColors)),
  );
  return ({ theme }) => {
    nativeTheme.themeSource = theme;
    remembered.change({ theme });
  };
}
