/** `ipcMain`. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { onlyModelled } from './only-modelled.ts';

type Handler = Parameters<IpcMain['handle']>[1];

const handlers = new Map<string, Handler>();

const part: Pick<IpcMain, 'handle'> = {
  handle(channel, handler) {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    handlers.set(channel, handler);
  },
};
export const ipcMain = onlyModelled('ipcMain', part);

export type Invoked = { value: unknown } | { error: string };

/** As Electron words it for the page. */
export async function invoke(
  event: IpcMainInvokeEvent,
  channel: string,
  args: readonly unknown[],
): Promise<Invoked> {
  const handler = handlers.get(channel);
  const failed = (why: string): Invoked => ({
    error: `Error invoking remote method '${channel}': ${why}`,
  });
  if (handler === undefined) return failed(`Error: No handler registered for '${channel}'`);
  try {
    return { value: (await handler(event, ...args)) as unknown };
  } catch (error) {
    return failed(String(error));
  }
}
