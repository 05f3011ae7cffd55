/**
 * What runs inside the pages. Each function is sent as text: nothing outside of it exists there.
 */

/** Names that the page can't guess. */
export interface Secrets {
  /** DOM event from the preload's world to the page's, and the other way. */
  toPage: string;
  toPreload: string;
  /** Binding to main, and the function that main answers with. */
  toMain: string;
  fromMain: string;
}

/**
 * One end of `contextBridge`: values are copied, functions become proxies that call the other
 * world, synchronously, as DOM events are dispatched across worlds.
 */
function wire(
  send: string,
  receive: string,
  take: (exposed: unknown) => void,
): (v: unknown) => void {
  type Packed = { v?: unknown; f?: number; a?: Packed[]; o?: [string, Packed][]; u?: 1 };
  type Sent =
    | { kind: 'expose'; value: Packed }
    | { kind: 'call'; id: number; of: number; args: Packed[] }
    | { kind: 'answer'; id: number; value?: Packed; error?: string; later?: boolean }
    | { kind: 'settled'; id: number; value?: Packed; error?: string };
  const own: ((...args: unknown[]) => unknown)[] = [];
  const answers = new Map<number, Extract<Sent, { kind: 'answer' }>>();
  const promised = new Map<number, { resolve: (v: unknown) => void; reject: (e: Error) => void }>();
  // A page may replace these later.
  const { stringify, parse } = JSON;
  const dispatch = document.dispatchEvent.bind(document);
  let last = 0;

  const tell = (sent: Sent): void =>
    void dispatch(new CustomEvent(send, { detail: stringify(sent) }));
  const messageOf = (error: unknown): string =>
    error instanceof Error ? error.message : String(error);

  function pack(value: unknown): Packed {
    if (value === undefined) return { u: 1 };
    if (typeof value === 'function') {
      own.push(value as (...args: unknown[]) => unknown);
      return { f: own.length - 1 };
    }
    if (Array.isArray(value)) return { a: value.map(pack) };
    if (typeof value === 'object' && value !== null) {
      const kind = Object.prototype.toString.call(value);
      if (kind !== '[object Object]') throw new Error(`electron-fake: ${kind} over contextBridge`);
      return { o: Object.entries(value).map(([key, one]) => [key, pack(one)]) };
    }
    if (typeof value === 'bigint' || typeof value === 'symbol') {
      throw new Error(`electron-fake: ${typeof value} over contextBridge`);
    }
    return { v: value };
  }

  function unpack(packed: Packed): unknown {
    if (packed.u) return undefined;
    if (packed.a) return packed.a.map(unpack);
    if (packed.o) return Object.fromEntries(packed.o.map(([key, one]) => [key, unpack(one)]));
    if (packed.f === undefined) return packed.v;
    const of = packed.f;
    return (...args: unknown[]) => call(of, args);
  }

  function call(of: number, args: unknown[]): unknown {
    last += 1;
    const id = last;
    tell({ kind: 'call', id, of, args: args.map(pack) });
    const answer = answers.get(id);
    answers.delete(id);
    if (answer === undefined) throw new Error('electron-fake: the other world did not answer');
    if (answer.error !== undefined) throw new Error(answer.error);
    if (answer.later) {
      return new Promise((resolve, reject) => promised.set(id, { resolve, reject }));
    }
    return answer.value === undefined ? undefined : unpack(answer.value);
  }

  function perform(id: number, of: number, args: Packed[]): void {
    try {
      const value = own[of]?.(...args.map(unpack));
      if (!(value instanceof Promise)) {
        tell({ kind: 'answer', id, value: pack(value) });
        return;
      }
      tell({ kind: 'answer', id, later: true });
      value.then(
        (settled: unknown) => tell({ kind: 'settled', id, value: pack(settled) }),
        (error: unknown) => tell({ kind: 'settled', id, error: messageOf(error) }),
      );
    } catch (error) {
      tell({ kind: 'answer', id, error: messageOf(error) });
    }
  }

  document.addEventListener(receive, (event) => {
    const sent = parse((event as CustomEvent<string>).detail) as Sent;
    switch (sent.kind) {
      case 'expose':
        take(unpack(sent.value));
        break;
      case 'call':
        perform(sent.id, sent.of, sent.args);
        break;
      case 'answer':
        answers.set(sent.id, sent);
        break;
      case 'settled': {
        const waiting = promised.get(sent.id);
        promised.delete(sent.id);
        if (sent.error !== undefined) waiting?.reject(new Error(sent.error));
        else waiting?.resolve(sent.value === undefined ? undefined : unpack(sent.value));
        break;
      }
    }
  });
  return (value) => tell({ kind: 'expose', value: pack(value) });
}

/** In the page's own world, before any of its scripts. */
function inPage(
  secrets: Secrets,
  connect: typeof wire,
  options: Pick<PreloadOptions, 'nodeIntegration' | 'webviewTag'>,
): void {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const one of Object.values(value)) freeze(one);
    Object.freeze(value);
  };
  connect(secrets.toPreload, secrets.toPage, (exposed) => {
    for (const [name, api] of Object.entries(exposed as object)) {
      freeze(api);
      Object.defineProperty(window, name, {
        value: api,
        enumerable: true,
        writable: false,
        configurable: false,
      });
    }
  });
  if (options.nodeIntegration) {
    Object.assign(window, { require: () => ({}), process: { versions: { node: 'fake' } } });
  }
  if (options.webviewTag) {
    // Only that such elements would be something, not what they could show.
    const create = document.createElement.bind(document);
    const value = (name: string): HTMLElement => {
      const made = create(name);
      return name === 'webview' ? Object.assign(made, { loadURL: () => undefined }) : made;
    };
    Object.defineProperty(document, 'createElement', { value });
  }
}

/** In the preload's world; without isolation in the page's. */
function inPreload(
  secrets: Secrets,
  connect: typeof wire,
  options: { isolated: boolean; sandboxed: boolean },
  preload: (require: (name: string) => unknown, process: unknown) => void,
): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const toMain = world[secrets.toMain];
  const listeners = new Map<string, Set<Listener>>();
  const invoked = new Map<number, { resolve: (v: unknown) => void; reject: (e: Error) => void }>();
  const exposed = new Set<string>();
  let last = 0;
  const expose = connect(secrets.toPage, secrets.toPreload, () => undefined);

  world[secrets.fromMain] = (text) => {
    const told = JSON.parse(text) as
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
    exposeInMainWorld(name: string, api: unknown) {
      if (!options.isolated) {
        throw new Error('contextBridge API can only be used when contextIsolation is enabled');
      }
      if (exposed.has(name)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      exposed.add(name);
      expose({ [name]: api });
    },
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1;
        invoked.set(last, { resolve, reject });
        toMain?.(JSON.stringify({ id: last, channel, args }));
      }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener),
  };
  const modelled = <T extends object>(name: string, part: T): T =>
    new Proxy(part, {
      get(of, key) {
        if (key in of) return Reflect.get(of, key) as unknown;
        throw new Error(`electron-fake: ${name}.${String(key)} is not modelled`);
      },
    });
  const electron = modelled('electron', {
    contextBridge: modelled('contextBridge', contextBridge),
    ipcRenderer: modelled('ipcRenderer', ipcRenderer),
  });
  // An unsandboxed preload has all of Node; that it has any at all is what a test looks for.
  preload(
    (name) => {
      if (name === 'electron') return electron;
      if (!options.sandboxed) return {};
      throw new Error(`module not found: ${name}`);
    },
    { sandboxed: options.sandboxed, versions: { electron: 'fake' } },
  );
}

export interface PreloadOptions {
  isolated: boolean;
  sandboxed: boolean;
  nodeIntegration: boolean;
  webviewTag: boolean;
  /** Whether frames inside the page get it too. */
  inSubFrames: boolean;
}

/** The two scripts, as text. */
export function pageScripts(
  secrets: Secrets,
  options: PreloadOptions,
  preload: string,
): { page: string; preload: string } {
  const where = options.inSubFrames ? '' : 'if (window !== window.top) return;';
  const names = JSON.stringify(secrets);
  const wrapped = `(require, process) => { const module = { exports: {} }, exports = module.exports;\n${preload}\n}`;
  const given = JSON.stringify(options);
  return {
    page: `(() => { ${where} (${inPage.toString()})(${names}, ${wire.toString()}, ${given}); })()`,
    preload: `(() => { ${where} (${inPreload.toString()})(${names}, ${wire.toString()}, ${given}, ${wrapped}); })()`,
  };
}
