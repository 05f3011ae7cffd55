import { describe, expect, it } from 'vitest';
import {
  type MenuCommand,
  menuCommands,
  pageNames,
  type SidebarPage,
} from '#shared/contract/event.ts';
import { menuTemplate } from '#main/electron/menu.ts';
import { clickItem, flatMenu } from './stand-in.ts';

const menuOf = (platform: NodeJS.Platform, packaged = true, folders: readonly string[] = []) => {
  const pages: SidebarPage[] = [];
  const asked: MenuCommand[] = [];
  const opened: string[] = [];
  const template = menuTemplate({
    platform,
    packaged,
    folders,
    dataDir: '/data',
    goTo: (page) => void pages.push(page),
    ask: (command) => void asked.push(command),
    openFolder: (folder) => void opened.push(folder),
  });
  return { template, pages, asked, opened };
};

describe('menu', () => {
  it.each(['darwin', 'linux', 'win32'] as const)('has each shortcut once on %s', (platform) => {
    const items = flatMenu(menuOf(platform).template);
    const shortcuts = items.flatMap(({ accelerator }) => accelerator ?? []).map(String);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    expect(items.find(({ label }) => label === 'Settings…')?.accelerator).toBe('CmdOrCtrl+,');
    // Without Shift, and on the number pad.
    expect(shortcuts).toEqual(
      expect.arrayContaining(['CmdOrCtrl+=', 'CmdOrCtrl+numadd', 'CmdOrCtrl+numsub']),
    );
    // Shown once each.
    const shown = items.filter(
      ({ role, visible }) => role?.startsWith('zoom') && visible !== false,
    );
    expect(shown).toHaveLength(2);
    // Copying and quitting by keys come with the system’s own items.
    const roles = items.map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['editMenu', 'quit', 'togglefullscreen']));
  });

  it('13 leads to developer tools from its sources only', () => {
    const roles = (packaged: boolean): string => JSON.stringify(menuOf('linux', packaged).template);
    expect(roles(false)).toMatch(/toggleDevTools/);
    expect(roles(true)).not.toMatch(/toggleDevTools|reload|viewMenu/i);
  });

  it('leads to every page, and asks the window for tabs and commands', () => {
    const { template, pages, asked } = menuOf('linux');
    const ofPages = ['Settings…', 'Explore', 'History', 'Recipes', 'Account', 'Service Status'];
    for (const label of [
      ...ofPages,
      'New Tab',
      'Close Tab',
      'Reopen Closed Tab',
      'Commands…',
      'Projects…',
      'Open File…',
    ])
      clickItem(template, label);
    expect(pages.toSorted()).toEqual([...pageNames].toSorted());
    expect(asked).toEqual([...menuCommands]);
  });

  it('opens the folders that files went to, and that of the data', () => {
    const { template, opened } = menuOf('linux', true, ['/a', '/b']);
    for (const label of ['/b', '/a', 'Data Folder']) clickItem(template, label);
    expect(opened).toEqual(['/b', '/a', '/data']);
    const recent = (folders: string[]): boolean | undefined =>
      flatMenu(menuOf('linux', true, folders).template).find(
        ({ label }) => label === 'Recent Folders',
      )?.enabled;
    expect([recent([]), recent(['/a'])]).toEqual([false, true]);
  });
});
