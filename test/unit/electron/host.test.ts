/** The host over a stand-in for all of Electron: what happens in which order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ElectronParts, runElectronHost } from '#main/electron/host.ts';
import type { HostPorts } from '#main/start-core.ts';
import type { Core } from '#main/core/core.ts';
import { createFakeCore, type FakeCore } from '#test/unit/browser/fake-core.ts';
import { createEvents, standIn } from './stand-in.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sde-host-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

class Notifications {
  static isSupported = (): boolean => true;
  on = (): void => undefined;
  show = (): void => undefined;
}

interface World {
  seen: string[];
  app: ReturnType<typeof createEvents>;
  windows: { emit: (name: string) => void; focused: number }[];
  core: FakeCore;
  ports: HostPorts | null;
  becomeReady: () => Promise<void>;
  /** Ends the loading of the window's page, which waits for it from now on. */
  slowLoading: () => () => void;
  menu: Electron.MenuItemConstructorOptions[];
  electron: ElectronParts;
}

/** @param firstInstance Whether the lock is free. */
function createWorld(firstInstance = true): World {
  const seen: string[] = [];
  const app = createEvents();
  let ready = (): void => undefined;
  const whenReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const windows: World['windows'] = [];
  let loading = Promise.resolve();

  class Window {
    readonly webContents = standIn<Electron.WebContents>({
      on: createEvents().on,
      send: (_channel, event) => void seen.push(`send ${JSON.stringify(event)}`),
    });
    readonly #events = createEvents();
    readonly once = this.#events.once;
    readonly on = this.#events.on;
    readonly #record = { emit: this.#events.emit, focused: 0 };
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      seen.push(`window sandbox=${String(options.webPreferences?.sandbox)}`);
      windows.push(this.#record);
    }
    loadURL(url: string): Promise<void> {
      seen.push(`load ${url}`);
      return loading;
    }
    isDestroyed(): boolean {
      return this.#record.focused < 0;
    }
    isMinimized(): boolean {
      return this.isDestroyed();
    }
    isFocused(): boolean {
      return this.#record.focused > 0;
    }
    setProgressBar(bar: number): void {
      seen.push(`progress ${bar}`);
    }
    focus(): void {
      this.#record.focused += 1;
    }
  }

  const note =
    (what: string) =>
    (...args: unknown[]): void =>
      void seen.push([what, ...args.filter((arg) => typeof arg === 'string')].join(' '));

  const world: World = {
    seen,
    app,
    windows,
    core: createFakeCore(),
    ports: null,
    async becomeReady() {
      seen.push('ready');
      ready();
      // Lets everything that waited for it run.
      await new Promise((resolve) => setImmediate(resolve));
    },
    slowLoading() {
      let loaded = (): void => undefined;
      loading = new Promise((resolve) => {
        loaded = resolve;
      });
      return loaded;
    },
    menu: [],
    electron: {
      app: standIn<Electron.App>({
        on: app.on,
        isPackaged: true,
        enableSandbox: note('sandbox'),
        setAppUserModelId: note('id'),
        setPath: note('path'),
        getPath: (name) => `/home/${name}`,
        requestSingleInstanceLock: () => {
          seen.push('lock');
          return firstInstance;
        },
        whenReady: () => whenReady,
        exit: (code) => void seen.push(`exit ${code}`),
        quit: note('quit'),
      }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
      BrowserWindow: Window as unknown as typeof Electron.BrowserWindow,
      dialog: standIn<Electron.Dialog>({ showErrorBox: note('error') }),
      ipcMain: standIn<Electron.IpcMain>({ handle: note('handle') }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
      Menu: {
        buildFromTemplate: (template: World['menu']) => {
          world.menu = template;
          return null;
        },
        setApplicationMenu: note('menu'),
      } as unknown as typeof Electron.Menu,
      nativeTheme: standIn<Electron.NativeTheme>({
        shouldUseDarkColors: false,
        themeSource: 'system',
        on: createEvents().on,
      }),
      net: standIn<Electron.Net>({}),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
      Notification: Notifications as unknown as typeof Electron.Notification,
      screen: standIn<Electron.Screen>({ getAllDisplays: () => [] }),
      safeStorage: standIn<Electron.SafeStorage>({}),
      protocol: standIn<Electron.Protocol>({
        registerSchemesAsPrivileged: note('scheme'),
        handle: note('serve'),
      }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much as is used
      session: {
        defaultSession: {
          setPermissionRequestHandler: note('permission request'),
          setPermissionCheckHandler: note('permission check'),
          setDevicePermissionHandler: note('permission device'),
          setDisplayMediaRequestHandler: note('permission display'),
        },
      } as unknown as typeof Electron.session,
      shell: standIn<Electron.Shell>({}),
    },
  };
  return world;
}

function run(world: World, startCore?: () => Promise<Core>): void {
  runElectronHost(world.electron, {
    start: { sample: false, serviceAddress: null, accessKey: null },
    args: [],
    dataDir,
    sessionDir: '/data/window',
    rendererDir: '/window',
    preload: '/preload.cjs',
    startCore: (ports) => {
      world.ports = ports;
      return startCore?.() ?? Promise.resolve(world.core);
    },
    report: (error) => void world.seen.push(`report ${String(error)}`),
  });
}

let world: World;
beforeEach(() => {
  world = createWorld();
});

describe('runElectronHost', () => {
  it('2 3 10 turns the sandbox on and registers the scheme before Electron is ready, and opens the window last', async () => {
    run(world);
    await world.becomeReady();
    expect(world.seen).toEqual([
      'sandbox',
      'scheme',
      `path userData ${dataDir}`,
      'path sessionData /data/window',
      'lock',
      'ready',
      'permission request',
      'permission check',
      'permission device',
      'permission display',
      'serve app',
      'menu',
      'handle explorer:call',
      'window sandbox=true',
      'load app://bundle/',
    ]);
    // The window's, and the task bar's.
    expect(world.core.listeners.size).toBe(2);
  });

  it('6 guards every web contents that is ever created', () => {
    run(world);
    const events = createEvents();
    const opened: unknown[] = [];
    world.app.emit(
      'web-contents-created',
      {},
      {
        on: events.on,
        setWindowOpenHandler: (handler: () => unknown) => opened.push(handler()),
      },
    );
    expect(events.names()).toEqual([
      'will-navigate',
      'will-redirect',
      'will-frame-navigate',
      'will-attach-webview',
    ]);
    expect(opened).toEqual([{ action: 'deny' }]);
  });

  it('a second instance leaves at once and touches nothing; the first comes to the front', async () => {
    const second = createWorld(false);
    run(second);
    await second.becomeReady();
    expect(second.seen.slice(4)).toEqual(['lock', 'exit 0', 'ready']);
    expect(second.ports).toBeNull();

    run(world);
    await world.becomeReady();
    world.app.emit('second-instance', {}, ['/opt/explorer'], '/');
    expect(world.windows.map(({ focused }) => focused)).toEqual([1]);
  });

  it('says why the core can’t start, and leaves', async () => {
    run(world, () => Promise.reject(new Error('The data folder is in use.')));
    await world.becomeReady();
    expect(world.seen.slice(-2)).toEqual([
      'error Social Data Explorer can’t start The data folder is in use.',
      'exit 1',
    ]);
  });

  it('opens its window again when it is activated without one', async () => {
    run(world);
    await world.becomeReady();
    world.app.emit('activate');
    expect(world.windows).toHaveLength(1);
    world.windows[0]?.emit('closed');
    world.app.emit('activate');
    expect(world.windows).toHaveLength(2);
  });

  it('opens its window for what is chosen in the menu, and tells it when its page can hear', async () => {
    run(world);
    await world.becomeReady();
    world.windows[0]?.emit('closed');
    const loaded = world.slowLoading();
    const items = world.menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const history = items.find(({ label }) => label === 'History');
    if (history?.click === undefined) throw new Error('There is no History.');
    Reflect.apply(history.click, null, []);
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.windows).toHaveLength(2);
    expect(world.seen.at(-1)).toBe('load app://bundle/');
    loaded();
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.seen.at(-1)).toBe('send {"kind":"page.chosen","page":"history"}');
  });

  it('leaves when its window is closed, except on macOS', async () => {
    run(world);
    await world.becomeReady();
    const platform = vi.spyOn(process, 'platform', 'get');
    platform.mockReturnValue('darwin');
    world.app.emit('window-all-closed');
    expect(world.seen).not.toContain('quit');
    platform.mockReturnValue('linux');
    world.app.emit('window-all-closed');
    expect(world.seen).toContain('quit');
    platform.mockRestore();
  });

  it('leaves only after the core has closed its files', async () => {
    let closed = (): void => undefined;
    world.core.close = () =>
      new Promise((resolve) => {
        closed = resolve;
      });
    run(world);
    await world.becomeReady();
    let prevented = 0;
    const leave = (): void => {
      world.app.emit('will-quit', { preventDefault: () => (prevented += 1) });
    };
    leave();
    leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect([prevented, world.seen.includes('exit 0')]).toEqual([2, false]);
    closed();
    await vi.waitFor(() => expect(world.seen).toContain('exit 0'), { timeout: 15_000 });
  });

  it('tells Windows who it is, or its notifications would not be shown', () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    run(world);
    platform.mockRestore();
    expect(world.seen).toContain('id org.social-data-explorer.app');
  });
});
