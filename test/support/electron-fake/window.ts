/** `BrowserWindow`. */
import { EventEmitter } from 'node:events';
import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
} from 'electron';
import { program } from './app.ts';
import { ignoreGone } from './cdp.ts';
import { expectKeys, onlyModelled } from './only-modelled.ts';
import { currentChromium } from './targets.ts';
import { createContents } from './web-contents.ts';

type Part = Pick<
  ElectronWindow,
  | 'blur'
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'setBounds'
  | 'setBackgroundColor'
  | 'setFullScreen'
  | 'setProgressBar'
  | 'show'
  | 'unmaximize'
  | 'webContents'
>;

const modelledOptions = [
  'title',
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'backgroundColor',
  'autoHideMenuBar',
  'webPreferences',
  // Only the operating system's window would look different.
  'icon',
  'fullscreen',
];
const modelledPreferences = [
  'preload',
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'webSecurity',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'webviewTag',
  'plugins',
  'navigateOnDragDrop',
  'spellcheck',
  'devTools',
];

const windows = new Map<ElectronWindow, () => Promise<void>>();

function createWindow(options: BrowserWindowConstructorOptions): ElectronWindow {
  if (!program.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
  expectKeys('BrowserWindow', options, modelledOptions);
  const preferences = options.webPreferences ?? {};
  expectKeys('webPreferences', preferences, modelledPreferences);

  const events = new EventEmitter();
  let bounds: Rectangle = {
    x: options.x ?? 320,
    y: options.y ?? 140,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  const state = {
    maximized: false,
    minimized: false,
    fullScreen: false,
    visible: false,
    focused: false,
  };
  let isGone = false;
  const closed = new Promise<void>((resolve) => events.once('closed', resolve));

  const inner = createContents(preferences, bounds, () => {
    isGone = true;
    windows.delete(self);
    events.emit('closed');
    if (windows.size === 0) program.allClosed();
  });

  /** The window as the person sees it, in Chromium too. */
  const draw = async (): Promise<void> => {
    const { targetId } = await inner.page;
    const browser = currentChromium()?.browser;
    if (browser === undefined) return;
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId });
    const { x: left, y: top, width, height } = bounds;
    await browser.send('Browser.setWindowBounds', {
      windowId,
      bounds: { left, top, width, height },
    });
  };
  const change = (event: string, news: Partial<typeof state>): void => {
    Object.assign(state, news);
    events.emit(event);
  };

  const part: Part = {
    webContents: inner.contents,
    async loadURL(address) {
      await inner.load(address);
      events.emit('ready-to-show');
    },
    show: () => change('show', { visible: true, focused: true }),
    focus: () => change('focus', { focused: true }),
    blur: () => change('blur', { focused: false }),
    minimize: () => change('minimize', { minimized: true, focused: false }),
    restore: () => change('restore', { minimized: false }),
    maximize: () => change('maximize', { maximized: true }),
    unmaximize: () => change('unmaximize', { maximized: false }),
    setFullScreen: (fullScreen) =>
      change(fullScreen ? 'enter-full-screen' : 'leave-full-screen', { fullScreen }),
    isVisible: () => state.visible,
    isFocused: () => state.focused,
    isMinimized: () => state.minimized,
    isMaximized: () => state.maximized,
    isFullScreen: () => state.fullScreen,
    isDestroyed: () => isGone,
    getBounds: () => ({ ...bounds }),
    getNormalBounds: () => ({ ...bounds }),
    setBounds(to) {
      bounds = { ...bounds, ...to };
      ignoreGone(draw());
      events.emit('resize');
      events.emit('move');
    },
    // Nothing draws these here; a test puts its own in their place.
    setBackgroundColor: () => undefined,
    setProgressBar: () => undefined,
    close() {
      const event = program.preventable();
      events.emit('close', event);
      if (!event.prevented) void inner.close();
    },
    destroy: () => void inner.close(),
  };
  const self = onlyModelled(
    'BrowserWindow',
    Object.assign(events, part),
  ) as unknown as ElectronWindow;
  windows.set(self, async () => {
    self.close();
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5000))]);
  });
  return self;
}

class Window {
  constructor(options: BrowserWindowConstructorOptions) {
    // oxlint-disable-next-line eslint/no-constructor-return -- callers say `new`
    return createWindow(options);
  }

  static getAllWindows(): ElectronWindow[] {
    return [...windows.keys()];
  }
}

export const BrowserWindow = onlyModelled('BrowserWindow', Window);

program.useWindows(
  async () => {
    const open = [...windows.values()];
    await Promise.all(open.map((close) => close()));
    return windows.size === 0;
  },
  () => currentChromium()?.kill(),
);
