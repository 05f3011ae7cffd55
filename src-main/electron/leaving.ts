/** Leaving while something is under way asks once; then everything stops cleanly. */
import type { App, BrowserWindow } from 'electron';
import { agrees, type AskParts } from './ports.ts';
import type { Work } from './work.ts';

export interface LeavingParts extends AskParts {
  app: Pick<App, 'on' | 'quit'>;
  work: Pick<Work, 'underWay'>;
  report: (error: unknown) => void;
}

export interface Leaving {
  /** Closing this window ends the program, except on macOS. */
  guard(window: Pick<BrowserWindow, 'on'>): void;
}

export function askBeforeLeaving(parts: LeavingParts, platform = process.platform): Leaving {
  let agreed = false;
  let asking = false;

  const ask = async (): Promise<void> => {
    const agreesToLeave = await agrees(parts, {
      message: 'Stop and quit?',
      detail: `${underWayWords(parts.work.underWay())} What was fetched is saved. A request on its way may have been counted.`,
      buttons: ['Stop and Quit', 'Keep Going'],
      defaultId: 1,
    });
    if (!agreesToLeave) return;
    agreed = true;
    parts.app.quit();
  };

  const hold = (event: { preventDefault: () => void }): void => {
    const { runs, exports } = parts.work.underWay();
    if (agreed || runs + exports === 0) return;
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
      // On macOS programs go on without a window.
      if (platform !== 'darwin') window.on('close', hold);
    },
  };
}

function underWayWords({ runs, exports }: { runs: number; exports: number }): string {
  const parts = [
    ...(runs === 0
      ? []
      : [runs === 1 ? 'a question is being answered' : `${runs} questions are being answered`]),
    ...(exports === 0
      ? []
      : [exports === 1 ? 'a file is being saved' : `${exports} files are being saved`]),
  ].join(' and ');
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}
