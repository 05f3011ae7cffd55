/** The native menu: standard roles, without which copy and paste don't work on macOS, and our items. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, SidebarPage } from '#shared/contract/event.ts';

export interface MenuOptions {
  platform: NodeJS.Platform;
  /** Packaged programs have no developer tools and nothing to reload. */
  packaged: boolean;
  /** Folders that files were saved to, latest first. */
  folders: readonly string[];
  goTo: (page: SidebarPage) => void;
  ask: (command: MenuCommand) => void;
  openFolder: (folder: string) => void;
  dataDir: string;
}

type Items = MenuItemConstructorOptions[];
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** In the order of the sidebar; Settings has its own standard shortcut. */
const pages: readonly [SidebarPage, string, string][] = [
  ['explore', 'Explore', 'CmdOrCtrl+1'],
  ['history', 'History', 'CmdOrCtrl+2'],
  ['recipes', 'Recipes', 'CmdOrCtrl+3'],
  ['account', 'Account', 'CmdOrCtrl+4'],
  ['status', 'Service Status', 'CmdOrCtrl+5'],
];

export function menuTemplate(options: MenuOptions): Items {
  const { platform, packaged, goTo, ask } = options;
  const isMac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => goTo('settings'),
  };
  const file: Items = [
    { label: 'New Tab', accelerator: 'CmdOrCtrl+T', click: () => ask('newTab') },
    { label: 'Close Tab', accelerator: 'CmdOrCtrl+W', click: () => ask('closeTab') },
    { label: 'Reopen Closed Tab', accelerator: 'CmdOrCtrl+Shift+T', click: () => ask('reopenTab') },
    separator,
    { label: 'Open File…', accelerator: 'CmdOrCtrl+O', click: () => ask('openFile') },
    { label: 'Projects…', click: () => ask('showProjects') },
    separator,
    ...(isMac ? [] : [settings, separator]),
    ...folderItems(options),
    separator,
    isMac ? closeWindow : { role: 'quit' },
  ];
  const view: Items = [
    { label: 'Commands…', accelerator: 'CmdOrCtrl+K', click: () => ask('showCommands') },
    separator,
    ...pages.map(([page, label, accelerator]): MenuItemConstructorOptions => ({
      label,
      accelerator,
      click: () => goTo(page),
    })),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    ...zoomKeys,
    separator,
    { role: 'togglefullscreen' },
    ...(packaged ? [] : development),
  ];
  return [
    ...(isMac ? [appMenu(settings)] : []),
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    isMac
      ? { role: 'windowMenu' }
      : { label: 'Window', submenu: [{ role: 'minimize' }, closeWindow] },
  ];
}

/** Replaces the role's default shortcut, which closes a tab here. */
const closeWindow: MenuItemConstructorOptions = {
  role: 'close',
  label: 'Close Window',
  accelerator: 'CmdOrCtrl+Shift+W',
};

/** The roles' own keys are only Ctrl++, which needs Shift on most keyboards, and Ctrl+-. */
const zoomKeys: Items = [
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
  { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false },
];

const development: Items = [separator, { role: 'reload' }, { role: 'toggleDevTools' }];

function folderItems({ folders, dataDir, openFolder }: MenuOptions): Items {
  const open = (label: string, folder: string): MenuItemConstructorOptions => ({
    label,
    click: () => openFolder(folder),
  });
  return [
    {
      label: 'Recent Folders',
      enabled: folders.length > 0,
      submenu: folders.map((folder) => open(folder, folder)),
    },
    open('Data Folder', dataDir),
  ];
}

/** Electron's own `appMenu`, with Settings in its place on macOS. */
const appMenu = (settings: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    settings,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
});
