/**
 * Held against Electron's own declarations by the compiler, and never run: the events that the fake
 * emits exist under these names, with these members.
 */
import type { App, BrowserWindow, NativeTheme, Notification, WebContents } from 'electron';

export function emittedEvents(
  app: App,
  window: BrowserWindow,
  contents: WebContents,
  nativeTheme: NativeTheme,
  notification: Notification,
): void {
  app.on('ready', () => undefined);
  app.on('before-quit', (event) => event.preventDefault());
  app.on('will-quit', (event) => event.preventDefault());
  app.on('window-all-closed', () => undefined);
  app.on('second-instance', (_event, argv, workingDirectory) => argv.concat(workingDirectory));
  app.on('web-contents-created', (_event, created) => created.id);

  window.once('ready-to-show', () => undefined);
  window.on('close', (event) => event.preventDefault());
  window.on('closed', () => undefined);
  window.on('show', () => undefined);
  window.on('focus', () => undefined);
  window.on('blur', () => undefined);
  window.on('minimize', () => undefined);
  window.on('restore', () => undefined);
  window.on('maximize', () => undefined);
  window.on('unmaximize', () => undefined);
  window.on('enter-full-screen', () => undefined);
  window.on('leave-full-screen', () => undefined);
  window.on('resize', () => undefined);
  window.on('move', () => undefined);

  contents.on('will-navigate', (event) => (event.isMainFrame ? event.url : event.preventDefault()));
  contents.on('will-redirect', (event) => (event.isMainFrame ? event.url : event.preventDefault()));
  contents.on('will-frame-navigate', (event) =>
    event.isMainFrame ? event.url : event.preventDefault(),
  );
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('render-process-gone', (_event, { reason }) => reason === 'crashed');
  contents.on('unresponsive', () => undefined);
  contents.on('responsive', () => undefined);

  nativeTheme.on('updated', () => undefined);
  notification.on('click', () => undefined);
  notification.on('close', () => undefined);
}
