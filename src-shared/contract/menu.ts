/** Where the desktop program's menu leads in the window. */

/** Pages of the sidebar. */
export const pageNames = ['explore', 'history', 'account', 'status', 'settings'] as const;
export type SidebarPage = (typeof pageNames)[number];

/** What it asks of the window beside that. */
export const menuCommands = ['newTab', 'closeTab', 'showCommands', 'showProjects'] as const;
export type MenuCommand = (typeof menuCommands)[number];
