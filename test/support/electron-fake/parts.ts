/** The smaller parts: what the operating system shows or keeps. Tests put answers in their place. */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import type {
  Dialog,
  MenuItemConstructorOptions,
  NativeTheme,
  NotificationConstructorOptions,
  SafeStorage,
  Screen,
  Shell,
} from 'electron';
import { isMode } from './environment.ts';
import { expectKeys, notModelled, onlyModelled } from './only-modelled.ts';

const unanswered = (what: string) => (): never => {
  throw notModelled(`${what} without an answer from the test`);
};

const dialogPart = {
  showSaveDialog: unanswered('dialog.showSaveDialog'),
  showMessageBox: unanswered('dialog.showMessageBox'),
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
} satisfies Partial<Dialog>;
export const dialog = onlyModelled('dialog', dialogPart);

const shellPart = {
  openExternal: unanswered('shell.openExternal'),
  showItemInFolder: unanswered('shell.showItemInFolder'),
  openPath: unanswered('shell.openPath'),
} satisfies Partial<Shell>;
export const shell = onlyModelled('shell', shellPart);

/** The system is light here. Pages keep the scheme that Chromium has. */
const themeEvents = new EventEmitter();
let themeSource: NativeTheme['themeSource'] = 'system';
const themePart: Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'> = {
  on: themeEvents.on.bind(themeEvents) as NativeTheme['on'],
  get shouldUseDarkColors() {
    return themeSource === 'dark';
  },
  get themeSource() {
    return themeSource;
  },
  set themeSource(source) {
    if (source === themeSource) return;
    themeSource = source;
    themeEvents.emit('updated');
  },
};
export const nativeTheme = onlyModelled('nativeTheme', themePart);

/** Readable after a restart and by nobody who looks at the file; not a secret. */
const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
const safeStoragePart = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text) => turned(Buffer.from(text)),
  decryptStringAsync: async (bytes) => ({
    result: turned(bytes).toString(),
    shouldReEncrypt: false,
  }),
} satisfies Partial<SafeStorage>;
/** @returns the same, of which everything throws. */
const locked = <T extends object>(part: T): T =>
  new Proxy(part, {
    get: () => () => {
      throw new Error('The keyring is locked.');
    },
  });
export const safeStorage = onlyModelled(
  'safeStorage',
  isMode('encryptionGone') ? locked(safeStoragePart) : safeStoragePart,
);

/** The first worker's first work ends it. */
let isFatal = isMode('workerFatal');

/** Over Node's own; in it `parent-port.mjs` stands for `process.parentPort`. */
const utilityPart: Pick<typeof Electron.utilityProcess, 'fork'> = {
  fork(path, args, { serviceName: _name, ...options } = {}) {
    expectKeys('utilityProcess.fork', options, []);
    const child = fork(path, args, {
      serialization: 'advanced',
      execArgv: ['--import', process.env['ELECTRON_FAKE_PARENT_PORT'] ?? ''],
    });
    const postMessage = (message: object): void => {
      child.send(message);
      if (!isFatal) return;
      isFatal = false;
      setImmediate(() => {
        child.emit('error', 'FatalError', 'Zone Allocation failed', '{}');
        child.kill('SIGKILL');
      });
    };
    return Object.assign(child, { postMessage }) as unknown as Electron.UtilityProcess;
  },
};
export const utilityProcess = onlyModelled('utilityProcess', utilityPart);

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const screenPart: Pick<Screen, 'getAllDisplays'> = {
  getAllDisplays() {
    if (isMode('noScreen')) throw new Error('there is no screen');
    return [{ workArea: area, bounds: area } as Electron.Display];
  },
};
export const screen = onlyModelled('screen', screenPart);

/** Its items can be looked up and clicked. */
class Menu {
  readonly items: readonly { label: string; submenu: Menu | null; click: () => void }[];
  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.items = template.map(({ label = '', submenu, click }) => ({
      label,
      submenu: Array.isArray(submenu) ? new Menu(submenu) : null,
      click: () => void (click && Reflect.apply(click, null, [])),
    }));
  }

  static current: Menu | null = null;
  static buildFromTemplate = (template: readonly MenuItemConstructorOptions[]): Menu =>
    new Menu(template);
  static setApplicationMenu = (menu: Menu | null): void => void (Menu.current = menu);
  static getApplicationMenu = (): Menu | null => Menu.current;
}
const modelledMenu = onlyModelled('Menu', Menu);
export { modelledMenu as Menu };

/** Nobody sees them; a test clicks the items of its menu. */
class Tray extends EventEmitter {
  static all: Tray[] = [];
  readonly icon: string;
  menu: Menu | null = null;

  constructor(icon: string) {
    super();
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`);
    this.icon = icon;
    Tray.all.push(this);
  }

  setToolTip = (_text: string): void => undefined;
  setContextMenu = (menu: Menu | null): void => void (this.menu = menu);
  destroy = (): void => void (Tray.all = Tray.all.filter((one) => one !== this));
}
const modelledTray = onlyModelled('Tray', Tray);
export { modelledTray as Tray };

/** Nobody sees it: a test puts its own `show` in the place of this one. */
class Notification extends EventEmitter {
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: NotificationConstructorOptions) {
    super();
    this.title = title;
    this.body = body;
  }

  show(): void {
    if (isMode('notifyFailed')) this.emit('failed', {}, 'The program is not signed.');
  }
}
const modelledNotification = onlyModelled('Notification', Notification);
export { modelledNotification as Notification };
