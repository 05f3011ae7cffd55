/** What `import { … } from 'electron'` becomes in the program under test. */
import { app } from './app.ts';
import { answerTests } from './control.ts';
import { ipcMain } from './ipc-main.ts';
import {
  dialog,
  Menu,
  nativeTheme,
  net,
  Notification,
  safeStorage,
  screen,
  shell,
} from './parts.ts';
import { session } from './permissions.ts';
import { protocol } from './protocol.ts';
import { BrowserWindow } from './window.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
};

answerTests({
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
});
