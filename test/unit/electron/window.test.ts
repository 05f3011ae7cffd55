import type { BrowserWindow, NativeTheme, WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Memory, Remembered } from '#main/electron/remembered.ts';
import { followTheme, loadWindow, windowOptions } from '#main/electron/window.ts';
import { createEvents, standIn } from './stand-in.ts';

const place = { x: 10, y: 20, width: 900, height: 700 };
const options = { preload: '/p/preload.cjs', place, dark: false, packaged: true };

it('2 4 13 the window says every setting a page could gain from', () => {
  expect(windowOptions(options).webPreferences).toEqual({
    preload: '/p/preload.cjs',
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
    spellcheck: false,
    devTools: false,
  });
  // From its sources only.
  expect(windowOptions({ ...options, packaged: false }).webPreferences?.devTools).toBe(true);
});

it('the window is painted in the theme’s colour, where it was, before the page is there', () => {
  const colours = [false, true].map((dark) => windowOptions({ ...options, dark }).backgroundColor);
  expect(colours).toEqual(['#f6f6f7', '#131416']);
  expect(windowOptions(options)).toMatchObject({ ...place, show: false });
});

describe('1 2 the window loads our own page only', () => {
  const loading = (platform: NodeJS.Platform, maximized = false) => {
    const [events, page] = [createEvents(), createEvents()];
    const seen: string[] = [];
    const see = (what: string) => (): void => void seen.push(what);
    const load = loadWindow(
      standIn<BrowserWindow>({
        once: events.once,
        show: see('shown'),
        maximize: see('maximised'),
        loadURL: async (url) => void seen.push(url),
        webContents: standIn<WebContents>({ once: page.once }),
      }),
      maximized,
      platform,
    );
    return { emit: events.emit, loaded: () => page.emit('did-finish-load'), seen, load };
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([false, true])('and is shown once, when it is painted; maximised: %s', (maximised) => {
    const { emit, loaded, seen } = loading('linux', maximised);
    expect(seen).toEqual(['app://bundle/']);
    emit('ready-to-show');
    loaded();
    vi.runAllTimers();
    expect(seen.slice(1)).toEqual([...(maximised ? ['maximised'] : []), 'shown']);
  });

  it('on Linux a window that is hidden may never be painted: it is shown once loaded', () => {
    const [linux, mac] = (['linux', 'darwin'] as const).map((system) => loading(system));
    linux?.loaded();
    mac?.loaded();
    expect([linux?.seen.at(-1), mac?.seen.length]).toEqual(['shown', 1]);
  });

  it('a page that neither paints nor loads is shown after three seconds, unless it was closed', () => {
    const [open, closed] = [loading('win32'), loading('win32')];
    vi.advanceTimersByTime(2900);
    closed.emit('closed');
    expect(open.seen).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect([open.seen.at(-1), closed.seen.length]).toEqual(['shown', 1]);
    closed.emit('ready-to-show');
    expect(closed.seen).toHaveLength(1);
  });
});

it('the system’s parts begin in the theme of last time, and follow the person’s choice', () => {
  const events = createEvents();
  const nativeTheme: Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'> = {
    on: events.on,
    shouldUseDarkColors: true,
    themeSource: 'system',
  };
  let memory: Memory = {
    bounds: null,
    maximized: false,
    folders: [],
    theme: 'dark',
    keepsRunning: false,
  };
  const change = (to: Partial<Memory>) => void (memory = { ...memory, ...to });
  const remembered: Remembered = { get: () => memory, change };
  const painted: string[] = [];
  const apply = followTheme(nativeTheme, remembered, () => ({
    setBackgroundColor: (colour) => void painted.push(colour),
  }));
  expect(nativeTheme.themeSource).toBe('dark');
  apply({ theme: 'light' });
  expect([nativeTheme.themeSource, remembered.get().theme]).toEqual(['light', 'light']);
  events.emit('updated');
  expect(painted).toEqual(['#131416']);
});
