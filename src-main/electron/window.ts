/** The one window. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { appAddress } from './app-address.ts';
import type { Place } from './window-place.ts';

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
