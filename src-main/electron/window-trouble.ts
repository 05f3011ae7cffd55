/** A window whose page crashed or hangs: asks what to do with it. */
import type { BrowserWindow } from 'electron';
import { agrees, type AskParts } from './ports.ts';

/** The core and the disk have it: the page can be loaded again at any time. */
const detail = 'What was fetched is saved.';

export function offerReload(window: BrowserWindow, dialog: AskParts['dialog']): void {
  const { webContents } = window;
  const parts: AskParts = { dialog, window: () => window };
  /** Of the question that is open. */
  let open: AbortController | null = null;
  /** The page was crashed by us, to be loaded again. */
  let reopening = false;

  /** Null: the question has lost its meaning meanwhile. */
  const ask = async (question: Parameters<typeof agrees>[1]): Promise<boolean | null> => {
    open?.abort();
    const mine = new AbortController();
    open = mine;
    const answer = await agrees(parts, { ...question, signal: mine.signal });
    return mine.signal.aborted || window.isDestroyed() ? null : answer;
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
      message: 'The window does not answer.',
      detail: `It may be busy with something large. ${detail}`,
      buttons: ['Open It Again', 'Wait'],
      defaultId: 1,
    });
    if (again !== true) return;
    // A page that hangs can't be left: loading it again would wait for it.
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
    // Loaded within this event, or right after the crash was ordered, it may stay empty
    // (electron/electron#48661).
    setImmediate(() => {
      if (!window.isDestroyed()) webContents.reload();
    });
  });
  webContents.on('unresponsive', () => void whileHanging());
  webContents.on('responsive', () => open?.abort());
}
