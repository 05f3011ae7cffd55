import assert from 'node:assert/strict';
import { expect, it, vi } from 'vitest';
import type { ExplorerBridge } from '#shared/contract/event.ts';

type Heard = (event: unknown, ...args: unknown[]) => void;

const electron = vi.hoisted(() => ({
  exposed: [] as [string, ExplorerBridge][],
  invoked: [] as unknown[][],
  listeners: new Map<string, Set<Heard>>(),
}));

vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, bridge: ExplorerBridge) =>
      void electron.exposed.push([name, bridge]),
  },
  ipcRenderer: {
    invoke: async (...args: unknown[]) => {
      electron.invoked.push(args);
      return 'answer';
    },
    on: (channel: string, listener: Heard) => {
      const listeners = electron.listeners.get(channel) ?? new Set();
      electron.listeners.set(channel, listeners.add(listener));
    },
    off: (channel: string, listener: Heard) => electron.listeners.get(channel)?.delete(listener),
  },
}));

vi.resetModules();
await import('#main/electron/preload.ts');
const [[name, bridge] = assert.fail('Nothing was exposed.')] = electron.exposed;

it('12 preload exposes two functions by name, once', () => {
  const { length } = electron.exposed;
  const functions = { call: expect.any(Function), subscribe: expect.any(Function) };
  expect([name, bridge, length]).toEqual(['explorer', functions, 1]);
});

it('12 a call goes through one channel, whatever the page passes', async () => {
  expect(await Reflect.apply(bridge.call, null, ['m', { a: 1 }, 'more'])).toBe('answer');
  expect(electron.invoked).toEqual([['explorer:call', 'm', { a: 1 }]]);
});

it('12 listeners get the event without Electron’s event object, until they leave', () => {
  const heard: unknown[][] = [];
  const leave = bridge.subscribe((...args: unknown[]) => heard.push(args));
  expect([...electron.listeners.keys()]).toEqual(['explorer:event']);
  const send = (): void => {
    for (const listener of electron.listeners.get('explorer:event') ?? []) {
      listener({ sender: 'ipcRenderer' }, { kind: 'x' }, 'more');
    }
  };
  send();
  expect(leave()).toBeUndefined();
  send();
  expect(heard).toEqual([[{ kind: 'x' }]]);
});
