/** The host over a stand-in for all of Electron: what happens in which order. */
import { symlink, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { runElectronHost } from '#main/electron/host.ts';
import type { Core } from '#main/core/core.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import type { HostPorts } from '#main/launch/start-core.ts';
import { createFakeCore, type FakeCore } from '#test/unit/browser/fake-core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { makeRun } from '../renderer/make.ts';
import { clickItem, createDialog, createEvents, createFileDialogs } from './stand-in.ts';
import { aMoment, createWorld, type World } from './world.ts';

let dataDir: string;
let world: World;
let core: FakeCore;
beforeEach(() => {
  dataDir = testFolder();
  world = createWorld();
  core = createFakeCore();
});

/** @returns how often the core was started. */
function run(
  on: World,
  startCore: (ports: HostPorts) => Promise<Core> = async () => core,
  args: readonly string[] = [],
): () => number {
  let starts = 0;
  runElectronHost(on.electron, {
    start: { sample: false, serviceAddress: null, accessKey: null },
    args,
    dataDir,
    reopensLast: false,
    sessionDir: '/data/window',
    rendererDir: '/window',
    preload: '/preload.cjs',
    trayIcon: '/tray.png',
    startCore(ports) {
      starts += 1;
      return startCore(ports);
    },
    report: (error) => void on.seen.push(`report ${String(error)}`),
  });
  return () => starts;
}

/** The same, and Electron is ready. */
async function start(...how: Parameters<typeof run>): Promise<() => number> {
  const starts = run(...how);
  await how[0].becomeReady();
  return starts;
}

describe('runElectronHost', () => {
  it('2 3 10 turns the sandbox on and registers the scheme before Electron is ready, and opens the window last', async () => {
    await start(world);
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
      'requests',
      'serve app',
      'menu',
      'handle explorer:call',
      'window sandbox=true',
      'load app://bundle/',
    ]);
    // The window's, the task bar's and the tray's.
    expect(core.listeners.size).toBe(3);
  });

  it('6 guards every web contents that is ever created', () => {
    run(world);
    const events = createEvents();
    const opened: unknown[] = [];
    world.app.emit(
      'web-contents-created',
      {},
      { on: events.on, setWindowOpenHandler: (handler: () => unknown) => opened.push(handler()) },
    );
    expect(events.names()).toEqual([
      'will-navigate',
      'will-redirect',
      'will-frame-navigate',
      'will-attach-webview',
    ]);
    expect(opened).toEqual([{ action: 'deny' }]);
  });

  it('a second instance says that it is open, leaves at once and touches nothing; the first comes to the front', async () => {
    await symlink(`${hostname()}-${process.pid}`, join(dataDir, 'SingletonLock'));
    const second = createWorld({ firstInstance: false });
    const starts = await start(second);
    const told = 'report Social Data Explorer is already open.';
    expect([second.seen.slice(4), starts()]).toEqual([['lock', told, 'exit 0', 'ready'], 0]);

    await start(world);
    world.app.emit('second-instance', {}, ['/opt/explorer'], '/');
    // Also one that its own page has not shown yet.
    expect(world.windows).toMatchObject([{ focused: 1, shown: true }]);
  });

  it('where Electron can’t make its lock it opens its window: the core has one of its own', async () => {
    for (const left of [null, `${hostname()}-${2 ** 30}`]) {
      if (left !== null) await symlink(left, join(dataDir, 'SingletonLock'));
      const alone = createWorld({ firstInstance: false });
      await start(alone);
      expect(alone.windows).toHaveLength(1);
    }
  });

  it('says what failed while it was starting, and leaves', async () => {
    world = createWorld({ broken: 'getAllDisplays' });
    await start(world);
    await expect.poll(() => world.seen.at(-1)).toBe('exit 1');
    expect(world.seen.slice(-3)).toEqual([
      'report Error: there is no screen',
      'error Social Data Explorer can’t start The window could not be opened: there is no screen. Start the program in a terminal with --smoke to see what works.',
      'exit 1',
    ]);
  });

  it('dialogs begin in the home folder where the system’s own folders are gone', async () => {
    world = createWorld({ broken: 'getPath' });
    const { asked, dialog } = createFileDialogs(null);
    Object.assign(world.electron.dialog, dialog);
    let ports: HostPorts | undefined;
    await start(world, async (given) => {
      ports = given;
      return core;
    });
    await ports?.chooseProjectFolder?.('open', 'Flood');
    await ports?.chooseSaveTarget('posts.csv');
    ports?.openedFolder?.('/projects/flood');
    await ports?.chooseProjectFolder?.('open', 'Flood');
    expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([
      homedir(),
      join(homedir(), 'posts.csv'),
      // Beside the project that is open.
      '/projects',
    ]);
  });

  it('says why the core can’t start, and leaves', async () => {
    const inUse = new StoreError('in_use', 'The data folder is in use.');
    await start(world, () => Promise.reject(inUse));
    expect(world.seen.slice(-2)).toEqual([
      `error Social Data Explorer can’t start The data folder is in use. The folder: ${dataDir}`,
      'exit 1',
    ]);
  });

  it('opens its window again when it is activated without one', async () => {
    await start(world);
    world.app.emit('activate');
    expect(world.windows).toHaveLength(1);
    world.windows[0]?.emit('closed');
    world.app.emit('activate');
    expect(world.windows).toHaveLength(2);
  });

  it('opens its window for what is chosen in the menu, and tells it when its page can hear', async () => {
    let loaded = (): void => undefined;
    world = createWorld({
      load: () => (world.windows.length < 2 ? undefined : new Promise((done) => (loaded = done))),
    });
    await start(world);
    world.windows[0]?.emit('closed');
    clickItem(world.menu, 'History');
    await aMoment();
    expect([world.windows.length, world.seen.at(-1)]).toEqual([2, 'load app://bundle/']);
    loaded();
    await aMoment();
    expect(world.seen.at(-1)).toBe('send {"kind":"page.chosen","page":"history"}');
  });

  it('shows the folder of the project that is open, also once that is another', async () => {
    let told: HostPorts['openedFolder'];
    await start(world, async (ports) => {
      expect(ports).toMatchObject({ dataDir, reopensLast: false });
      told = ports.openedFolder;
      return core;
    });
    told?.('/projects/flood');
    clickItem(world.menu, 'Data Folder');
    expect(world.seen.at(-1)).toBe('open folder /projects/flood');
  });

  it('the system’s parts follow the preferences that the core names', async () => {
    await start(world, async (ports) => {
      ports.preferencesInUse?.({ ...defaultPreferences, theme: 'dark' });
      return core;
    });
    expect(world.electron.nativeTheme.themeSource).toBe('dark');
  });

  it('leaves when its window is closed, except on macOS', async () => {
    await start(world);
    const platform = vi.spyOn(process, 'platform', 'get');
    platform.mockReturnValue('darwin');
    world.app.emit('window-all-closed');
    expect(world.seen).not.toContain('quit');
    platform.mockReturnValue('linux');
    world.app.emit('window-all-closed');
    expect(world.seen).toContain('quit');
    platform.mockRestore();
  });

  it('with an icon in the tray it goes on without its window, and starts without one where the system starts it', async () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    const how = async (...args: string[]): Promise<[windows: number, quits: boolean]> => {
      world = createWorld();
      run(world, async () => core, args);
      await world.becomeReady();
      const { length } = world.windows;
      world.app.emit('window-all-closed');
      return [length, world.seen.includes('quit')];
    };
    // What has no icon has a window.
    expect(await how('--hidden')).toEqual([1, true]);
    await writeFile(join(dataDir, 'window.json'), '{"keepsRunning":true}');
    expect(await how()).toEqual([1, false]);
    expect(await how('--hidden')).toEqual([0, false]);
    world.tray.heard.get('click')?.();
    expect(world.windows).toHaveLength(1);
    platform.mockRestore();
  });

  it('offers what this installation can do without a window', async () => {
    let ports: HostPorts | undefined;
    await start(world, async (given) => {
      ports = given;
      return core;
    });
    // Started with a data folder of the person's choice: the system would open another.
    expect(ports?.background?.get()).toEqual({ keepsRunning: false, startsAtLogin: null });
  });

  it('leaves only after the core has closed its files', async () => {
    let closed = (): void => undefined;
    core.close = () => new Promise((resolve) => (closed = resolve));
    await start(world);
    let prevented = 0;
    const leave = (): void => {
      world.app.emit('will-quit', { preventDefault: () => (prevented += 1) });
    };
    leave();
    leave();
    await aMoment();
    expect([prevented, world.seen.includes('exit 0')]).toEqual([2, false]);
    closed();
    await expect.poll(() => world.seen).toContain('exit 0');
  });

  it('starts again after it has closed its files if it was started while it did', async () => {
    let closed = (): void => undefined;
    core.close = () => new Promise((resolve) => (closed = resolve));
    await start(world);
    world.windows[0]?.emit('closed');
    world.app.emit('will-quit', { preventDefault: () => undefined });
    world.app.emit('second-instance', {}, ['/opt/explorer', '/a.methods.json'], '/');
    await aMoment();
    closed();
    await expect.poll(() => world.seen).toContain('exit 0');
    expect([world.windows.length, world.relaunched]).toEqual([1, [['/a.methods.json']]]);
  });

  it('has a window again for whoever keeps going after it crashed and was closed', async () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    Object.assign(world.electron.dialog, createDialog(1).dialog);
    await start(world);
    const working = makeRun({ state: { kind: 'fetching', page: 2, since: '' } });
    for (const hear of core.listeners) hear({ kind: 'run.changed', run: working });
    world.windows[0]?.emit('closed');
    world.app.emit('before-quit', { preventDefault: () => undefined });
    await expect.poll(() => world.windows.length).toBe(2);
    platform.mockRestore();
  });

  it.each([
    ['win32', false, 'flash'],
    ['win32', true, 'notified'],
    ['linux', false, 'notified'],
  ] as const)('long work that ends on %s, packaged %s: %s', async (system, packaged, how) => {
    // From its sources on Windows, a notification would take over the installed program's menu entry.
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue(system);
    world = createWorld({ packaged });
    await start(world);
    const plan = { limit: { pages: 4, rows: null }, startedAt: '', pagesBefore: 0, rowsBefore: 0 };
    for (const state of [{ kind: 'fetching', page: 2, since: '' }, { kind: 'noMore' }] as const) {
      for (const hear of core.listeners)
        hear({ kind: 'run.changed', run: makeRun({ state, plan }) });
    }
    platform.mockRestore();
    expect(world.seen.filter((what) => what === 'flash' || what === 'notified')).toEqual([how]);
  });

  it('tells Windows who it is, or its notifications would not be shown', () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    run(world);
    platform.mockRestore();
    expect(world.seen).toContain('id org.social-data-explorer.app');
  });
});
