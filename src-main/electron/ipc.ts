/** The only entry point for calls, and the way out for events. */
import type { IpcMain, WebContents } from 'electron';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Core } from '../core/core.ts';
import { callChannel, eventChannel } from './bridge.ts';
import { isTrustedSender } from './own-page.ts';

export interface IpcParts {
  ipcMain: Pick<IpcMain, 'handle'>;
  /** The window may call before the core has opened its files; the answer waits. */
  core: Promise<Pick<Core, 'call' | 'subscribe'>>;
  /** Our window's contents; null while there is no window. */
  contents: () => WebContents | null;
}

/** Answers calls from our page only; refuses all others before looking at them. */
export function answerCalls({ ipcMain, core, contents }: IpcParts): void {
  ipcMain.handle(callChannel, async (event, method: unknown, input: unknown) => {
    if (!isTrustedSender(event, contents())) throw new Error('This sender is not answered.');
    if (typeof method !== 'string') throw new Error('A call names its method.');
    return (await core).call(method, input);
  });
}

/** Sends events to the current window. Without one they aren't missed: a window starts with a snapshot. */
export async function sendEvents({ core, contents }: Omit<IpcParts, 'ipcMain'>): Promise<void> {
  (await core).subscribe((event: AppEvent) => contents()?.send(eventChannel, event));
}
