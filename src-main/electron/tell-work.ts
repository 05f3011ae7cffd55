/** Work that goes on, in the task bar or dock; work that ended, to a person who looks elsewhere. */
import type { BrowserWindow, Notification } from 'electron';
import type { Ended, Progress, Work } from './work.ts';

export interface TellWorkParts {
  work: Pick<Work, 'take' | 'progress'>;
  window: () => Pick<BrowserWindow, 'isDestroyed' | 'isFocused' | 'setProgressBar'> | null;
  Notification: Pick<typeof Notification, 'isSupported'> &
    (new (options: { title: string; body: string }) => Pick<Notification, 'on' | 'show'>);
  /** Brings the window to the front. */
  show: () => void;
}

/** What Electron's progress bar calls it: none, or without an end in sight. */
const none = -1;
const endless = 2;

const barOf = (progress: Progress): number => {
  if (progress.kind === 'none') return none;
  return progress.kind === 'unknown' ? endless : progress.share;
};

/** @returns what hears the core's events. */
export function createTellWork(parts: TellWorkParts): (event: Parameters<Work['take']>[0]) => void {
  let drawn = { on: parts.window(), bar: none };
  /** Without a reference, the click on one could be lost. */
  const shown = new Set<Pick<Notification, 'on' | 'show'>>();

  function notify({ title, body }: Ended): void {
    if (!parts.Notification.isSupported()) return;
    const notification = new parts.Notification({ title, body });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      parts.show();
    });
    notification.on('close', () => void shown.delete(notification));
    notification.show();
  }

  return (event) => {
    const ended = parts.work.take(event);
    const window = parts.window();
    if (ended !== null && !(window?.isFocused() ?? false)) notify(ended);
    const bar = barOf(parts.work.progress());
    if (window === null || window.isDestroyed()) return;
    if (drawn.on === window && drawn.bar === bar) return;
    drawn = { on: window, bar };
    window.setProgressBar(bar);
  };
}
