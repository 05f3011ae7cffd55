/** Asks what to do when the window's page crashes or hangs. */
import type { BrowserWindow } from 'electron';
import { agrees, type AskParts } from './ports.ts';

/** The core and the disk have it: the page can be reloaded at any time. */
const detail = 'Everything you received is saved.';

export function offerReload(window: BrowserWindow, dialog: AskParts['dialog']): void {
  const { webContents } = window;
  const parts: AskParts = { dialog, window: () => window };
  /** Closes the open question. */
  let open: AbortController | null = null;
  /** We crashed the page, to reload it. */
  let reopening = false;

  /** Resolves to null when the question is no longer relevant. */
  const ask = async (question: Parameters<typeof agrees>[1]): Promise<boolean | null> => {
    open?.abort();
    const controller = new AbortController();
    open = controller;
    const answer = await agrees(parts, { ...question, signal: controller.signal });
    return controller.signal.aborted || window.isDestroyed() ? null : answer;
  };

  const afterCrash = async (): Promise<void> => {
    const again = await ask({
      type: 'error',
      message: 'The window stopped working.',
      detail,
      buttons: ['Open It Again', 'Close'],
    });
    if (again === true) webContents.reload();
    else if (again === false) window.destroy();
  };

  const whileHanging = async (): Promise<void> => {
    const again = await ask({
      type: 'warning',
      message: 'The window isn’t responding.',
      detail: `It may be busy with something large. ${detail}`,
      buttons: ['Open It Again', 'Wait'],
      defaultId: 1,
    });
    if (again !== true) return;
    // A hanging page can't be left: reloading would wait for it.
    reopening = true;
    webContents.forcefullyCrashRenderer();
  };

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (!reopening) {
      void afterCrash();
      return;
    }
    reopening = false;
    // If reloaded within this event, or right after the crash was requested, it may stay empty
    // (electron/electron#48661).
    setImmediate(() => {
      if (!window.isDestroyed()) webContents.reload();
    });
  });
  webContents.on('unresponsive', () => void whileHanging());
  webContents.on('responsive', () => open?.abort());
}
