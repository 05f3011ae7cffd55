import type { BrowserWindow, MenuItemConstructorOptions, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { pageNames, type SidebarPage } from '#shared/contract/page-names.ts';
import { menuTemplate } from '#main/electron/menu.ts';
import { loadWindow, offerReload, windowOptions } from '#main/electron/window.ts';
import { createEvents, standIn } from './stand-in.ts';

const place = { x: 10, y: 20, width: 900, height: 700 };
const options = { preload: '/p/preload.cjs', place, dark: false, packaged: true };
const menuOf = (
  platform: NodeJS.Platform,
  packaged = true,
  folders: readonly string[] = [],
): { template: MenuItemConstructorOptions[]; pages: SidebarPage[]; opened: string[] } => {
  const pages: SidebarPage[] = [];
  const opened: string[] = [];
  const template = menuTemplate({
    platform,
    packaged,
    folders,
    dataDir: '/data',
    goTo: (page) => void pages.push(page),
    openFolder: (folder) => void opened.push(folder),
  });
  return { template, pages, opened };
};

/** All items, those of submenus too. */
const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) =>
    Array.isArray(item.submenu) ? [item].concat(flat(item.submenu)) : [item],
  );

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
    const roles = (packaged: boolean): string => JSON.stringify(menuOf('linux', packaged).template);
    expect(roles(false)).toMatch(/toggleDevTools/);
    expect(roles(true)).not.toMatch(/toggleDevTools|reload|viewMenu/i);
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

describe('a page that is gone', () => {
  const crash = async (reason: string, response: number, closed = false): Promise<string[]> => {
    const events = createEvents();
    const seen: string[] = [];
    const window = standIn<BrowserWindow>({
      isDestroyed: () => closed,
      destroy: () => void seen.push('closed'),
      webContents: standIn<WebContents>({
        on: events.on,
        reload: () => void seen.push('loaded again'),
      }),
    });
    offerReload(window, {
      showMessageBox: async () => {
        seen.push('asked');
        return { response, checkboxChecked: false };
      },
    });
    events.emit('render-process-gone', {}, { reason });
    await new Promise((resolve) => setImmediate(resolve));
    return seen;
  };

  it.each([
    ['crashed', 0, ['asked', 'loaded again']],
    ['oom', 0, ['asked', 'loaded again']],
    ['killed', 1, ['asked', 'closed']],
    ['clean-exit', 0, []],
  ] as const)('%s, answered with %i: %j', async (reason, response, seen) => {
    expect(await crash(reason, response)).toEqual(seen);
  });

  it('is let go with its window', async () => {
    expect(await crash('crashed', 0, true)).toEqual([]);
  });
});

describe('menu', () => {
  it.each(['darwin', 'linux', 'win32'] as const)('has the standard roles on %s', (platform) => {
    const items = flat(menuOf(platform).template);
    const roles = items.flatMap(({ role }) => role ?? []);
    expect(roles).toEqual([
      ...(platform === 'darwin'
        ? ['appMenu', 'about', 'services', 'hide', 'hideOthers', 'unhide', 'quit', 'close']
        : ['quit']),
      'editMenu',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'togglefullscreen',
      'windowMenu',
    ]);
    const shortcuts = items.flatMap(({ accelerator }) => accelerator ?? []).map(String);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    expect(items.find(({ label }) => label === 'Settings…')?.accelerator).toBe('CmdOrCtrl+,');
  });

  const click = (items: MenuItemConstructorOptions[], label: string): void => {
    const item = flat(items).find((one) => one.label === label);
    if (item?.click === undefined) throw new Error(`There is no ${label}.`);
    Reflect.apply(item.click, null, []);
  };

  it('leads to every page', () => {
    const { template, pages } = menuOf('linux');
    for (const label of ['Settings…', 'Explore', 'History', 'Account', 'Service Status']) {
      click(template, label);
    }
    expect(pages.toSorted()).toEqual([...pageNames].toSorted());
  });

  it('opens the folders that files went to, and that of the data', () => {
    const { template, opened } = menuOf('linux', true, ['/a', '/b']);
    for (const label of ['/b', '/a', 'Data Folder']) click(template, label);
    expect(opened).toEqual(['/b', '/a', '/data']);
    const recent = (folders: string[]): boolean | undefined =>
      flat(menuOf('linux', true, folders).template).find(({ label }) => label === 'Recent Folders')
        ?.enabled;
    expect([recent([]), recent(['/a'])]).toEqual([false, true]);
  });
});
