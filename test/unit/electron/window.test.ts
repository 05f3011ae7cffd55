import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '#main/electron/menu.ts';
import { loadWindow, windowOptions } from '#main/electron/window.ts';
import { createEvents, standIn } from './stand-in.ts';

const options = { preload: '/p/preload.cjs', dark: false, packaged: true };

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
    const roles = (packaged: boolean): string =>
      JSON.stringify(menuTemplate({ platform: 'linux', packaged }));
    expect(roles(false)).toMatch(/toggleDevTools/);
    expect(roles(true)).not.toMatch(/toggleDevTools|reload|viewMenu/i);
  });

  it('is painted in the theme’s colour before the page is there', () => {
    expect(windowOptions(options).backgroundColor).toBe('#f6f6f7');
    expect(windowOptions({ ...options, dark: true }).backgroundColor).toBe('#131416');
    expect(windowOptions(options).show).toBe(false);
    expect(windowOptions(options).title).toBe('Social Data Explorer');
  });

  it('1 loads our own page only, and shows it once painted', async () => {
    const events = createEvents();
    const seen: string[] = [];
    await loadWindow(
      standIn<BrowserWindow>({
        once: events.once,
        show: () => void seen.push('shown'),
        loadURL: async (url) => void seen.push(url),
      }),
    );
    events.emit('ready-to-show');
    expect(seen).toEqual(['app://bundle/', 'shown']);
  });
});

describe('menu', () => {
  it('has the roles that make copy and paste work, on every system', () => {
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const template = menuTemplate({ platform, packaged: true });
      const roles = template.map(({ role, label }) => role ?? label);
      expect(roles).toEqual([
        platform === 'darwin' ? 'appMenu' : 'fileMenu',
        'editMenu',
        'View',
        'windowMenu',
      ]);
    }
  });
});
