/** The one window. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { appAddress } from './own-page.ts';
import type { Memory, Remembered } from './remembered.ts';

export interface WindowOptions {
  place: Place;
  /** Absolute path of the built preload. */
  preload: string;
  dark: boolean;
  packaged: boolean;
}

/** The `app` colour of the theme: what shows before the page has painted. */
export const backgroundFor = (dark: boolean): string => (dark ? '#131416' : '#f6f6f7');

/**
 * Every setting a page could gain from is said, whatever Electron's default is today
 * (checklist 2, 4, 13).
 */
export function windowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  return {
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
      // Its dictionaries come from a third party's server.
      spellcheck: false,
      devTools: !options.packaged,
    },
  };
}

/** Shows the window when its page is painted, and loads the page. */
export function loadWindow(
  window: Pick<BrowserWindow, 'once' | 'show' | 'maximize' | 'loadURL'>,
  maximized: boolean,
): Promise<void> {
  window.once('ready-to-show', () => {
    // It would show the window by itself, and must not before there is something to see.
    if (maximized) window.maximize();
    window.show();
  });
  return window.loadURL(appAddress);
}

// Where the window opens: where it was, if that is still on a screen.

export type Place = Partial<Pick<Rectangle, 'x' | 'y'>> & Pick<Rectangle, 'width' | 'height'>;

const usual: Place = { width: 1280, height: 800 };

/** So much of the title bar must be in sight, in px, for a hand to catch the window. */
const handle = { width: 120, height: 24 };

/** @param areas Of all screens, without task bars. */
export function placeFor({ bounds }: Pick<Memory, 'bounds'>, areas: readonly Rectangle[]): Place {
  if (bounds === null) return usual;
  const area = areas.find((one) => catchable(bounds, one));
  // On a screen that is gone: its size still fits, its place does not.
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

/** While it is dragged, its place changes with every frame. */
const restMs = 400;

/** Keeps the window's place in memory from now on: at rest, so that a power cut loses little. */
export function rememberPlace(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>,
  remembered: Remembered,
): void {
  let timer: NodeJS.Timeout | null = null;
  const keep = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (window.isDestroyed()) return;
    remembered.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const keepSoon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(keep, restMs);
    timer.unref();
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('close', keep);
}
