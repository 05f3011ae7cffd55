import type { BrowserWindow, NativeTheme } from 'electron';
import { expect, it } from 'vitest';
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

it.each([false, true])(
  '1 2 window loads our own page only, and shows it once painted: %s',
  async (max) => {
    const events = createEvents();
    const seen: string[] = [];
    await loadWindow(
      standIn<BrowserWindow>({
        once: events.once,
        show: () => void seen.push('shown'),
        maximize: () => void seen.push('maximised'),
        loadURL: async (url) => void seen.push(url),
      }),
      max,
    );
    events.emit('ready-to-show');
    expect(seen).toEqual(['app://bundle/', ...(max ? ['maximised'] : []), 'shown']);
  },
);

it('the system’s parts begin in the theme of last time, and follow the person’s choice', () => {
  const events = createEvents();
  const nativeTheme: Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'> = {
    on: events.on,
    shouldUseDarkColors: true,
    themeSource: 'system',
  };
  let memory: Memory = { bounds: null, maximized: false, folders: [], theme: 'dark' };
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
