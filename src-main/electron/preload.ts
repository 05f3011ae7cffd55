/**
 * Everything the page sees of us (checklist 12): two functions by name. Runs sandboxed, as one CommonJS
 * file, and must contain nothing but types and channel names.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppEvent, ExplorerBridge } from '#shared/contract/event.ts';
import { callChannel, eventChannel } from './bridge.ts';

const bridge: ExplorerBridge = {
  call: (method, input) => ipcRenderer.invoke(callChannel, method, input),
  subscribe(listener) {
    // The event object stays here: it would give the page access to ipcRenderer.
    const forward = (_event: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(eventChannel, forward);
    return () => {
      ipcRenderer.off(eventChannel, forward);
    };
  },
};

contextBridge.exposeInMainWorld('explorer', bridge);
