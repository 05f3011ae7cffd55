/**
 * What runs inside a page before its own scripts. The function is sent as text: nothing outside of
 * it exists there.
 */

import { packed, unpacked } from './clone.ts';

/** Names that the page can't guess: the way to main, and the function that main answers with. */
export interface Secrets {
  toMain: string;
  fromMain: string;
}

function aroundPreload(
  secrets: Secrets,
  clone: { packed: typeof packed; unpacked: typeof unpacked },
  preload: (require: (name: string) => unknown) => void,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  // Frames inside the page have no preload.
  if (window !== window.top) return;
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const toMain = world[secrets.toMain];
  const listeners = new Map<string, Set<Listener>>();
  const invoked = new Map<number, { resolve: (v: unknown) => void; reject: (e: Error) => void }>();
  let last = 0;

  /** As `contextBridge` hands things over: values copied, functions wrapped, all of it frozen. */
  function bridged(value: unknown): unknown {
    if (value instanceof Promise) return value.then(bridged);
    if (typeof value === 'function') {
      return (...args: unknown[]) => bridged(Reflect.apply(value, null, args.map(bridged)));
    }
    if (typeof value !== 'object' || value === null) return value;
    const kind = Object.prototype.toString.call(value);
    if (Array.isArray(value)) return Object.freeze(value.map(bridged));
    if (kind !== '[object Object]') throw new Error(`electron-fake: ${kind} over contextBridge`);
    const entries = Object.entries(value).map(([key, one]) => [key, bridged(one)]);
    return Object.freeze(Object.fromEntries(entries));
  }

  world[secrets.fromMain] = (text) => {
    const told = clone.unpacked(JSON.parse(text)) as
      | { kind: 'answer'; id: number; args: [unknown]; error?: string }
      | { kind: 'event'; channel: string; args: unknown[] };
    if (told.kind === 'event') {
      for (const one of new Set(listeners.get(told.channel))) one({}, ...told.args);
      return;
    }
    const waiting = invoked.get(told.id);
    invoked.delete(told.id);
    if (told.error === undefined) waiting?.resolve(told.args[0]);
    else waiting?.reject(new Error(told.error));
  };

  const contextBridge = {
    // By itself it can be neither changed nor defined again.
    exposeInMainWorld: (name: string, api: unknown) =>
      void Object.defineProperty(window, name, { value: bridged(api), enumerable: true }),
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(clone.packed({ id: last + 1, channel, args }));
        last += 1;
        invoked.set(last, { resolve, reject });
        toMain?.(text);
      }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener),
  };
  preload((name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  });
}

/** @param preload Its text. */
export const pageScript = (secrets: Secrets, preload: string): string =>
  `(${aroundPreload.toString()})(${JSON.stringify(secrets)}, { packed: ${packed.toString()}, unpacked: ${unpacked.toString()} }, (require) => { const module = { exports: {} }, exports = module.exports;\n${preload}\n});`;
