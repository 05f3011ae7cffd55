/**
 * All the page sees of us (checklist 12): two functions by name. It runs sandboxed, as one
 * CommonJS file, and must stay free of everything but types and channel names.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppEvent, ExplorerBridge } from '#shared/contract/event.ts';
import { callChannel, eventChannel } from './bridge.ts';

const bridge: ExplorerBridge = {
  call: (method, input) => ipcRenderer.invoke(callChannel, method, input),
  subscribe(listener) {
    // The event object stays here: it would hand the page a way back to ipcRenderer.
    const heard = (_event: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(eventChannel, heard);
    return () => {
      ipcRenderer.off(eventChannel, heard);
    };
  },
};

contextBridge.exposeInMainWorld('explorer', bridge);
