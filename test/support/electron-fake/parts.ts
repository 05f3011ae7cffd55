/** The smaller parts: what the operating system shows or keeps. Tests put answers in their place. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
  Dialog,
  MenuItemConstructorOptions,
  NativeTheme,
  Net,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
  SafeStorage,
  Screen,
  Shell,
} from 'electron';
import { notModelled, onlyModelled } from './only-modelled.ts';

const unanswered = (what: string) => (): never => {
  throw notModelled(`${what} without an answer from the test`);
};

const dialogPart: Pick<Dialog, 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'> = {
  showSaveDialog: unanswered('dialog.showSaveDialog'),
  showMessageBox: unanswered('dialog.showMessageBox'),
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
};
export const dialog = onlyModelled('dialog', dialogPart);

const shellPart: Pick<Shell, 'openExternal' | 'showItemInFolder' | 'openPath'> = {
  openExternal: unanswered('shell.openExternal'),
  showItemInFolder: unanswered('shell.showItemInFolder'),
  openPath: unanswered('shell.openPath'),
};
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

/** Electron rejects a redirect that was not to be followed; Node answers it. */
const netPart: Pick<Net, 'fetch'> = {
  async fetch(input, init = {}) {
    const { bypassCustomProtocolHandlers: _bypass, ...rest } = init;
    const answer = await fetch(input, rest);
    if (rest.redirect === 'manual' && answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new Error('Redirect was cancelled');
    }
    return answer;
  },
};
export const net = onlyModelled('net', netPart);

/** Readable after a restart and by nobody who looks at the file; not a secret. */
const key = Buffer.alloc(32, 'electron-fake');
const safeStoragePart: Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
> = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString(text) {
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  },
  decryptString(bytes) {
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
  },
};
export const safeStorage = onlyModelled('safeStorage', safeStoragePart);

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const screenPart: Pick<Screen, 'getAllDisplays'> = {
  getAllDisplays: () => [{ workArea: area, bounds: area } as Electron.Display],
};
export const screen = onlyModelled('screen', screenPart);

/** An item as the program may look it up and click it. */
interface Item {
  label: string;
  enabled: boolean;
  accelerator: string | undefined;
  role: string | undefined;
  submenu: Menu | null;
  click: () => void;
}

class Menu {
  readonly items: readonly Item[];
  constructor(items: readonly Item[]) {
    this.items = items;
  }

  static current: Menu | null = null;

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    const items = template.map((given): Item => ({
      label: given.label ?? '',
      enabled: given.enabled ?? true,
      accelerator: given.accelerator?.toString(),
      role: given.role,
      submenu: Array.isArray(given.submenu) ? Menu.buildFromTemplate(given.submenu) : null,
      click: () => {
        const clicked: unknown = given.click;
        if (typeof clicked === 'function') Reflect.apply(clicked, null, []);
      },
    }));
    return new Menu(items);
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.current = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.current;
  }
}
const modelledMenu = onlyModelled('Menu', Menu);
export { modelledMenu as Menu };

/** Shown ones are remembered; a test finds them as `Notification.shown` and clicks them. */
class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: NotificationConstructorOptions) {
    super();
    this.title = title;
    this.body = body;
  }

  show(): void {
    Notification.shown.push(this);
  }
}
/** What the program uses of it exists in Electron under these names. */
const checked: new (
  options: NotificationConstructorOptions,
) => Pick<ElectronNotification, 'show' | 'title' | 'body'> = Notification;
void checked;
const modelledNotification = onlyModelled('Notification', Notification);
export { modelledNotification as Notification };
