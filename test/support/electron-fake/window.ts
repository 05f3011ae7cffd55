/** `BrowserWindow`. */
import { EventEmitter } from 'node:events';
import type {
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
} from 'electron';
import { program } from './app.ts';
import { isMode } from './environment.ts';
import { expectKeys, onlyModelled } from './only-modelled.ts';
import { currentChromium } from './targets.ts';
import { createContents } from './web-contents.ts';

/** Of the second line, only the operating system's window would look different. */
const modelledOptions = [
  'x y width height minWidth minHeight show webPreferences',
  'title backgroundColor autoHideMenuBar icon fullscreen',
].flatMap((names) => names.split(' '));

const windows = new Map<ElectronWindow, () => Promise<void>>();

function createWindow(options: BrowserWindowConstructorOptions): ElectronWindow {
  if (!program.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
  expectKeys('BrowserWindow', options, modelledOptions);

  const events = new EventEmitter();
  let bounds: Rectangle = {
    x: options.x ?? 320,
    y: options.y ?? 140,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  const state = { maximized: false, minimized: false, focused: false, visible: false };
  let isLoaded = false;
  let isPainted = false;
  let isGone = false;
  const closed = new Promise<void>((resolve) => events.once('closed', resolve));

  const inner = createContents(options.webPreferences ?? {}, bounds, () => {
    isGone = true;
    windows.delete(self);
    events.emit('closed');
    if (windows.size === 0) program.allClosed();
  });

  const change = (event: string, news: Partial<typeof state>): void => {
    Object.assign(state, news);
    events.emit(event);
    paint();
  };
  /** In Electron a layout of the surface, which some compositors give to visible windows only. */
  const paint = (): void => {
    if (isPainted || !isLoaded || (isMode('wayland') && !state.visible)) return;
    isPainted = true;
    events.emit('ready-to-show');
  };

  const part = {
    webContents: inner.contents,
    async loadURL(address) {
      await inner.load(address);
      if (isMode('stuck')) return new Promise(() => undefined);
      inner.contents.emit('did-finish-load');
      isLoaded = true;
      paint();
    },
    show: () => change('show', { focused: true, visible: true }),
    focus: () => change('focus', { focused: true }),
    minimize: () => change('minimize', { minimized: true, focused: false }),
    restore: () => change('restore', { minimized: false }),
    maximize: () => change('maximize', { maximized: true, visible: true }),
    isFocused: () => state.focused,
    isVisible: () => state.visible,
    isMinimized: () => state.minimized,
    isMaximized: () => state.maximized,
    isDestroyed: () => isGone,
    getNormalBounds: () => ({ ...bounds }),
    setBounds(to) {
      bounds = { ...bounds, ...to };
      events.emit('resize');
      events.emit('move');
    },
    // Nothing draws these here; a test puts its own in their place.
    setBackgroundColor: () => undefined,
    setProgressBar: () => undefined,
    flashFrame: () => undefined,
    close() {
      const event = program.preventable();
      events.emit('close', event);
      if (!event.prevented) void inner.close();
    },
    destroy: () => void inner.close(),
  } satisfies Partial<ElectronWindow>;
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
