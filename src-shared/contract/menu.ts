/** Commands of the desktop program's menu for the window. */

/** Pages of the sidebar. */
export const pageNames = ['explore', 'history', 'account', 'status', 'settings'] as const;
export type SidebarPage = (typeof pageNames)[number];

/** Its other commands. */
export const menuCommands = [
  'newTab',
  'closeTab',
  'reopenTab',
  'showCommands',
  'showProjects',
] as const;
export type MenuCommand = (typeof menuCommands)[number];
