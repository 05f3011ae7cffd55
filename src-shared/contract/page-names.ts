/** Pages of the sidebar; the desktop program's menu leads to them too. */
export const pageNames = ['explore', 'history', 'account', 'status', 'settings'] as const;
export type SidebarPage = (typeof pageNames)[number];
