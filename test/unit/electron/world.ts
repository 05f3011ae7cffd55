/** A stand-in for all of Electron that notes what the program does with it, in order. */
import type * as Electron from 'electron';
import type { ElectronParts } from '#main/electron/host.ts';
import { createEvents, standIn } from './stand-in.ts';

type Answer = (event: unknown, method: string, input: unknown) => Promise<unknown>;

export interface OpenedWindow {
  options: Electron.BrowserWindowConstructorOptions;
  emit: (name: string) => void;
  /** Of its page. */
  emitPage: (name: string, ...args: unknown[]) => void;
  /** Its page asks main something. */
  call: (method: string) => Promise<unknown>;
  focused: number;
  shown: boolean;
}

export type World = ReturnType<typeof createWorld>;

interface Given {
  /** Whether the lock is free. */
  firstInstance?: boolean;
  /** What a page does when it is loaded. */
  load?: (window: OpenedWindow) => Promise<void> | void;
  packaged?: boolean;
  /** Electron's part that throws. */
  broken?: 'getPath' | 'getAllDisplays';
}

/** Lets everything run that waited for what just happened. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** As much of a class or module as is used. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- that is what a stand-in is
const part = <T>(value: unknown): T => value as T;

export function createWorld({ firstInstance = true, packaged = true, broken, load }: Given = {}) {
  const seen: string[] = [];
  const app = createEvents();
  /** What is heard of the icon. */
  const tray = { heard: new Map<string, () => void>() };
  /** The list of programs that start at login, of which this is one. */
  const login = { openAtLogin: false, wasOpenedAtLogin: false, refuses: false };
  let drawn: Electron.MenuItemConstructorOptions[] = [];
  const windows: OpenedWindow[] = [];
  /** The arguments that it is started with again. */
  const relaunched: string[][] = [];
  const menu: Electron.MenuItemConstructorOptions[] = [];
  let ready = (): void => undefined;
  const whenReady = new Promise<void>((resolve) => (ready = resolve));
  let answer: Answer = () => Promise.reject(new Error('nobody answers'));
  const note =
    (what: string) =>
    (...args: unknown[]): void =>
      void seen.push(
        [what, ...args.filter((arg) => ['string', 'number'].includes(typeof arg))].join(' '),
      );

  class Window {
    readonly #events = createEvents();
    readonly #page = createEvents();
    readonly on = this.#events.on;
    readonly once = this.#events.once;
    readonly webContents = {
      on: this.#page.on,
      once: this.#page.once,
      reload: note('reload'),
      send: (_channel: string, event: unknown) => void seen.push(`send ${JSON.stringify(event)}`),
    };
    readonly #record: OpenedWindow;
    #frame = { url: '', parent: null };
    readonly setProgressBar = note('progress');
    readonly flashFrame = note('flash');
    readonly destroy = note('destroyed');
    readonly isDestroyed = (): boolean => false;
    readonly isMinimized = (): boolean => false;
    readonly isVisible = (): boolean => this.#record.shown;
    readonly show = (): void => {
      this.#record.shown = true;
      this.#record.emit('show');
    };
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      seen.push(`window sandbox=${String(options.webPreferences?.sandbox)}`);
      this.#record = {
        options,
        emit: this.#events.emit,
        emitPage: this.#page.emit,
        call: (method) =>
          answer({ sender: this.webContents, senderFrame: this.#frame }, method, {}),
        focused: 0,
        shown: false,
      };
      windows.push(this.#record);
    }
    async loadURL(url: string): Promise<void> {
      seen.push(`load ${url}`);
      this.#frame = { url, parent: null };
      await load?.(this.#record);
    }
    isFocused(): boolean {
      return this.#record.focused > 0;
    }
    focus(): void {
      this.#record.focused += 1;
    }
  }

  class Notification {
    static isSupported = (): boolean => true;
    on = (): void => undefined;
    show = note('notified');
  }

  class Tray {
    readonly setToolTip = note('tool tip');
    on(name: string, listener: () => void): this {
      tray.heard.set(name, listener);
      return this;
    }
    readonly setContextMenu = note('tray menu');
    readonly destroy = note('no tray');
    constructor(icon: string) {
      seen.push(`tray ${icon}`);
    }
  }

  async function becomeReady(): Promise<void> {
    seen.push('ready');
    ready();
    await aMoment();
  }

  const electron: ElectronParts = {
    app: standIn<Electron.App>({
      on: app.on,
      isPackaged: packaged,
      enableSandbox: note('sandbox'),
      disableHardwareAcceleration: note('no graphics'),
      setAppUserModelId: note('id'),
      setPath: note('path'),
      getPath(name) {
        if (broken === 'getPath') throw new Error(`Failed to get '${name}' path`);
        return `/home/${name}`;
      },
      requestSingleInstanceLock() {
        seen.push('lock');
        return firstInstance;
      },
      whenReady: () => whenReady,
      exit: note('exit'),
      getLoginItemSettings: () => part({ ...login }),
      setLoginItemSettings({ openAtLogin = false, args = [] }) {
        seen.push(`login ${openAtLogin} ${args.join(' ')}`);
        if (!login.refuses) login.openAtLogin = openAtLogin;
      },
      quit: note('quit'),
      relaunch: (how) => void relaunched.push(how?.args ?? []),
    }),
    BrowserWindow: part(Window),
    dialog: standIn<Electron.Dialog>({ showErrorBox: note('error') }),
    ipcMain: standIn<Electron.IpcMain>({
      handle(channel, listener) {
        seen.push(`handle ${channel}`);
        answer = part(listener);
      },
    }),
    Menu: part({
      buildFromTemplate(items: typeof menu) {
        // The last one drawn; the window's own, whose items have menus, stays.
        drawn = items;
        if (items.some(({ submenu }) => submenu)) menu.splice(0, menu.length, ...items);
      },
      setApplicationMenu: note('menu'),
    }),
    nativeTheme: standIn<Electron.NativeTheme>({
      shouldUseDarkColors: false,
      themeSource: 'system',
      on: createEvents().on,
    }),
    Notification: part(Notification),
    screen: standIn<Electron.Screen>({
      getAllDisplays() {
        if (broken === 'getAllDisplays') throw new Error('there is no screen');
        return [];
      },
    }),
    safeStorage: standIn<Electron.SafeStorage>({}),
    protocol: standIn<Electron.Protocol>({
      registerSchemesAsPrivileged: note('scheme'),
      handle: note('serve'),
    }),
    session: part({
      defaultSession: {
        setPermissionRequestHandler: note('permission request'),
        setPermissionCheckHandler: note('permission check'),
        setDevicePermissionHandler: note('permission device'),
        setDisplayMediaRequestHandler: note('permission display'),
        webRequest: { onBeforeRequest: note('requests') },
      },
    }),
    utilityProcess: part({ fork: note('fork') }),
    Tray: part(Tray),
    shell: standIn<Electron.Shell>({
      openPath: async (path) => {
        seen.push(`open folder ${path}`);
        return '';
      },
    }),
  };
  return {
    seen,
    login,
    tray,
    drawn: () => drawn,
    relaunched,
    app,
    windows,
    menu,
    becomeReady,
    electron,
  };
}
