/** `--smoke` in Electron, over stand-ins: the hidden window must get as far as its first call. */
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { callChannel } from '#main/electron/bridge.ts';
import { runElectronSmoke, type SmokeElectron } from '#main/electron/smoke.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { makeSnapshot } from '#test/unit/renderer/make.ts';
import { createEvents, standIn } from './stand-in.ts';

type Answer = (event: unknown, method: string, input: unknown) => Promise<unknown>;

interface World {
  lines: string[];
  exits: number[];
  paths: string[];
  windows: Electron.BrowserWindowConstructorOptions[];
  electron: SmokeElectron;
}

/** @param page What the page does once it is loaded. */
function createWorld(page: (call: () => Promise<unknown>, contents: Emitter) => unknown): World {
  let answer: Answer = () => Promise.reject(new Error('nobody answers'));
  const world: Omit<World, 'electron'> = { lines: [], exits: [], paths: [], windows: [] };

  class Window {
    readonly #events = createEvents();
    readonly webContents = { id: 1, on: this.#events.on };
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      world.windows.push(options);
    }
    async loadURL(url: string): Promise<void> {
      const senderFrame = { url, parent: null };
      const sender = this.webContents;
      page(() => answer({ sender, senderFrame }, 'app.snapshot', {}), this.#events);
    }
    destroy(): void {
      world.windows.length = 0;
    }
  }

  const electron: SmokeElectron = {
    app: standIn<Electron.App>({
      enableSandbox: () => undefined,
      setPath: (name, path) => void world.paths.push(`${name} ${path}`),
      on: createEvents().on,
      isPackaged: true,
      whenReady: () => Promise.resolve(),
      exit: (code) => void world.exits.push(code ?? 0),
    }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
    BrowserWindow: Window as unknown as typeof Electron.BrowserWindow,
    ipcMain: standIn<Electron.IpcMain>({
      handle: (channel, listener) => {
        expect(channel).toBe(callChannel);
        answer = listener as Answer;
      },
    }),
    net: standIn<Electron.Net>({}),
    protocol: standIn<Electron.Protocol>({
      registerSchemesAsPrivileged: () => undefined,
      handle: () => undefined,
    }),
    safeStorage: standIn<Electron.SafeStorage>({}),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
    session: {
      defaultSession: {
        setPermissionRequestHandler: () => undefined,
        setPermissionCheckHandler: () => undefined,
        setDevicePermissionHandler: () => undefined,
        setDisplayMediaRequestHandler: () => undefined,
      },
    } as unknown as typeof Electron.session,
  };
  return { ...world, electron };
}

type Emitter = Pick<ReturnType<typeof createEvents>, 'emit'>;

/** What is said of the window. The core is a fake that knows its snapshot only. */
async function smoke(world: World): Promise<string | undefined> {
  const core = createFakeCore(async () => ({ ok: true, value: makeSnapshot() }));
  runElectronSmoke(world.electron, {
    dataDir: null,
    rendererDir: '/window',
    preload: '/preload.cjs',
    startCore: async () => core,
    print: (line) => void world.lines.push(line),
    patienceMs: 50,
  });
  await vi.waitFor(() => expect(world.exits).toHaveLength(1), { timeout: 15_000 });
  return world.lines.find((line) => line.includes('Window: '));
}

describe('runElectronSmoke', () => {
  it('[2] opens a hidden, sandboxed window and waits for its first call', async () => {
    const opened: Electron.BrowserWindowConstructorOptions[] = [];
    const world = createWorld((call) => {
      opened.push(...world.windows);
      void call();
    });
    expect(await smoke(world)).toBe('ok      Window: loaded, and asked for what it draws');
    expect(opened).toMatchObject([
      { show: false, webPreferences: { sandbox: true, contextIsolation: true, devTools: false } },
    ]);
    expect(world.windows).toEqual([]);
  });

  it.each([
    ['it asked for nothing', () => undefined],
    [
      'crashed',
      (_call: unknown, contents: Emitter) =>
        contents.emit('render-process-gone', {}, { reason: 'crashed' }),
    ],
    [
      'no preload',
      (_call: unknown, contents: Emitter) =>
        contents.emit('preload-error', {}, '/preload.cjs', new Error('no preload')),
    ],
  ])('fails when the window gets no further: %s', async (why, page) => {
    const world = createWorld(page);
    expect(await smoke(world)).toBe(`FAILED  Window: ${why}`);
    expect(world.exits).toEqual([1]);
  });

  it('keeps Chromium’s files in a folder that it removes', async () => {
    const world = createWorld((call) => call());
    await smoke(world);
    expect(world.paths.map((line) => line.split(' ')[0])).toEqual(['userData', 'sessionData']);
    expect(existsSync(world.paths[0]?.split(' ')[1] ?? '')).toBe(false);
  });
});
