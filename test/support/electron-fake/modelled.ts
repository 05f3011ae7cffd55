/** The parts of Electron that are modelled, under Electron's names. */
export { app } from './app.ts';
export { ipcMain } from './ipc-main.ts';
export {
  dialog,
  Menu,
  nativeTheme,
  Notification,
  safeStorage,
  screen,
  shell,
  Tray,
  utilityProcess,
} from './parts.ts';
export { session } from './permissions.ts';
export { protocol } from './protocol.ts';
export { BrowserWindow } from './window.ts';
