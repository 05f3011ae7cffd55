import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { loadWindow, windowOptions } from '#main/electron/window.ts';
import { createEvents, standIn } from './stand-in.ts';

const place = { x: 10, y: 20, width: 900, height: 700 };
const options = { preload: '/p/preload.cjs', place, dark: false, packaged: true };

describe('2 window', () => {
  it('2 4 13 says every setting a page could gain from', () => {
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
  });

  it('13 has developer tools from its sources only', () => {
    expect(windowOptions({ ...options, packaged: false }).webPreferences?.devTools).toBe(true);
  });

  it('is painted in the theme’s colour before the page is there', () => {
    expect(windowOptions(options).backgroundColor).toBe('#f6f6f7');
    expect(windowOptions({ ...options, dark: true }).backgroundColor).toBe('#131416');
    expect(windowOptions(options).show).toBe(false);
    expect(windowOptions(options).title).toBe('Social Data Explorer');
  });

  it('opens where it was', () => {
    expect(windowOptions(options)).toMatchObject(place);
  });

  it.each([false, true])(
    '1 loads our own page only, and shows it once painted: %s',
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
});
