/**
 * Asks once before quitting while something is running, while a page is not on disk, or while a run could
 * not be continued afterwards; then everything stops cleanly.
 */
import type { App, BrowserWindow } from 'electron';
import { agrees, type AskParts } from './ports.ts';
import type { Work } from './work.ts';

export interface LeavingParts extends AskParts {
  app: Pick<App, 'on' | 'quit'>;
  work: Pick<Work, 'unfinished'>;
  /** Whether the program goes on without a window. */
  staysRunning: () => boolean;
  /** The person keeps going: shows the window, opening it if it is gone. */
  stay: () => void;
  report: (error: unknown) => void;
}

export interface Leaving {
  /** Asks if closing this window quits the program. */
  guard(window: Pick<BrowserWindow, 'on'>): void;
}

export function askBeforeLeaving(parts: LeavingParts): Leaving {
  const { unfinished } = parts.work;
  let agreed = false;
  let asking = false;

  const ask = async (): Promise<void> => {
    const running = unfinished.running();
    const saved = unfinished.hasUnsaved() ? 'Everything else' : 'Everything';
    const stops =
      running === null
        ? null
        : `${running} ${saved} you received is saved. A request on its way may have been counted.`;
    const agreesToLeave = await agrees(parts, {
      message: stops === null ? 'Quit?' : 'Stop and quit?',
      detail: [stops, unfinished.words()].filter((words) => words !== null).join('\n\n'),
      buttons: stops === null ? ['Quit', 'Cancel'] : ['Stop and Quit', 'Keep Going'],
      defaultId: 1,
    });
    if (!agreesToLeave) return parts.stay();
    agreed = true;
    parts.app.quit();
  };

  const hold = (event: { preventDefault: () => void }): void => {
    if (agreed || unfinished.wordsWithStops() === null) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    ask()
      .catch(parts.report)
      .finally(() => {
        asking = false;
      });
  };

  parts.app.on('before-quit', hold);
  return {
    guard(window) {
      window.on('close', (event) => {
        if (!parts.staysRunning()) hold(event);
      });
    },
  };
}
