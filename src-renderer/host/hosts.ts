/**
 * The two hosts. In Electron: the preload's bridge, which main validates. In a browser: a socket for calls
 * and events, and POST for calls that outlive the page, both with the token.
 */
import type { ExplorerBridge, AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { mayCount, outlivesPage } from '#shared/contract/sending.ts';

/** What this host can do beyond calls. Test these, never "is this Electron?". */
interface Capabilities {
  /** Whether saved files can be shown in the system's file manager; otherwise they are downloads. */
  showsInFolder: boolean;
}

/**
 * The connection to main. `lost`: disconnected, and being retried. `refused`: main was restarted and no
 * longer knows this window, so retrying is useless.
 */
export type Connection = 'heard' | 'lost' | 'refused';

export interface Host {
  capabilities: Capabilities;
  /** False if the page was opened without its token: only a hint can be shown. */
  admitted: boolean;
  /** Never rejects: a lost connection to main is an `internal` problem too. */
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /**
   * `onConnection` is called on every change; after a second `heard`, events may have been missed, so
   * request a new snapshot. Returns a function that unsubscribes.
   */
  subscribe(
    onEvent: (event: AppEvent) => void,
    onConnection: (connection: Connection) => void,
  ): () => void;
  /** Opens an address from the data outside the window. The person has confirmed it. */
  openLink(url: string): Promise<Problem | null>;
  /** Downloads a finished export; only where files are downloads. */
  download(address: string, name: string): void;
}

export function createElectronHost(bridge: ExplorerBridge): Host {
  const call = <M extends MethodName>(method: M, input: MethodInput<M>) =>
    answerTo(method, input, () => bridge.call(method, input));
  return {
    capabilities: { showsInFolder: true },
    admitted: true,
    call,
    subscribe: (onEvent, onConnection) => {
      onConnection('heard');
      return bridge.subscribe(onEvent);
    },
    openLink: async (url) => {
      const result = await call('link.open', { url });
      return result.ok ? null : result.error;
    },
    // Not needed, since main writes the files.
    download: () => {},
  };
}

/** @param open creates a socket to main; tests provide their own. */
export function createBrowserHost(
  token: string | null,
  open = () => new WebSocket(`ws://${window.location.host}/api/socket`),
): Host {
  const link = openLink(open, token ?? '');
  /** Of the calls in progress that may outlive the page. */
  let bytesInFlight = 0;

  /** Sends a call that arrives even if the page is gone by then. */
  const post = async (body: string, bytes: number): Promise<unknown> => {
    bytesInFlight += bytes;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, keepalive: true };
    const response = await fetch('/api/call', init).finally(() => (bytesInFlight -= bytes));
    return response.json();
  };

  return {
    capabilities: { showsInFolder: false },
    admitted: token !== null,
    call: (method, input) =>
      answerTo(method, input, () => {
        if (!outlivesPage(method)) return link.call(method, input);
        const body = JSON.stringify({ method, input });
        const bytes = encoder.encode(body).length;
        const fits = bytesInFlight + bytes <= mostKeptBytes;
        return fits ? post(body, bytes) : link.call(method, input);
      }),
    subscribe: (onEvent, onConnection) =>
      link.subscribe({ onEvent: inBatches(onEvent), onConnection }),
    openLink: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve(null);
    },
    download: (address, name) => {
      const anchor = document.createElement('a');
      anchor.href = address;
      anchor.download = name;
      anchor.hidden = true;
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
    },
  };
}

/** Browsers allow at most 64 KiB of keepalive requests at a time, and reject more. */
const mostKeptBytes = 60_000;

const encoder = new TextEncoder();

/**
 * The token of the browser host. It is in the fragment of the address printed in the terminal, because
 * a fragment is never sent to a server nor written to its log.
 */
const storageKey = 'explorer-token';

/** The parts of `window` that are used, so that tests can provide their own. */
interface TokenWindow {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** Returns the token in the address, or null: the fragment is also used for pages (`#/account`). */
export const tokenGiven = (location: Pick<Location, 'hash'>): string | null =>
  /^#token=([A-Za-z0-9._~-]+)$/.exec(location.hash)?.[1] ?? null;

/**
 * Moves the token from the fragment to the tab's session storage, so that a reload works and the
 * address can be shown or copied without it. Returns null if there is none.
 */
export function takeToken({ location, history, sessionStorage }: TokenWindow): string | null {
  const given = tokenGiven(location);
  if (given === null) return sessionStorage.getItem(storageKey);
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return given;
}

/** Returns main's result of a call; never rejects. */
async function answerTo<M extends MethodName>(
  method: M,
  input: MethodInput<M>,
  send: () => Promise<unknown>,
): Promise<Result<MethodOutput<M>>> {
  try {
    const answer = await send();
    if (isResult<MethodOutput<M>>(answer)) return answer;
  } catch {
    // Reported below, in the same words as an answer that is not from main.
  }
  return { ok: false, error: lostProblem(method, input) };
}

/**
 * Returns the problem of a call without an answer from main. It may have been executed nevertheless,
 * and a call to the service may have been counted: the problem says what is known.
 */
const lostProblem = <M extends MethodName>(method: M, input: MethodInput<M>): Problem => ({
  code: 'internal',
  title: 'The program behind this page did not answer.',
  advice: 'Check that it is still running, then try again.',
  call: mayCount(method, input) ? 'unanswered' : 'noCall',
  remedies: [],
  details: null,
});

/**
 * Whether this is from main's dispatcher: a response of a proxy or an error page looks different. Main is
 * built together with this window, so its results are not parsed a second time here.
 */
const isResult = <T>(answer: unknown): answer is Result<T> =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && typeof answer.ok === 'boolean';

/** Pauses before the second, third, … attempt to reconnect, in ms; the last one repeats. */
const pauses = [250, 500, 1000, 2000, 4000];

/** Close code: main was restarted and doesn't know the token. */
const refused = 4401;
/** Close code: neither side said goodbye. */
const cut = 1006;

interface Call {
  message: string;
  settle: (result: unknown) => void;
}

type Message =
  | { event: AppEvent }
  | { page: 'new' | 'kept'; last: number }
  | { id: number; result?: unknown };

interface Listener {
  onEvent: (event: AppEvent) => void;
  onConnection: (connection: Connection) => void;
}

interface Link {
  /**
   * Resolves to main's result, also after a cut; to undefined if main can't be reached or no longer knows
   * of the call.
   */
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Replaces the listener. Returns a function that removes it. */
  subscribe(listener: Listener): () => void;
  /** Loses the calls in progress and opens no socket any more. */
  close(): void;
}

/** @param open creates a socket to main, which `openLink` calls when there is something to do. */
export function openLink(open: () => WebSocket, token: string): Link {
  const page = crypto.randomUUID();
  const calls = new Map<number, Call>();
  let count = 0;
  let socket: WebSocket | null = null;
  /** Main has let in this socket. */
  let isIn = false;
  /** Main has let in one before. */
  let wasIn = false;
  let failures = 0;
  let isOver = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let listener: Listener | null = null;

  const loseCalls = (): void => {
    for (const { settle } of calls.values()) settle(undefined);
    calls.clear();
  };

  const take = (own: WebSocket, message: Message): void => {
    if ('event' in message) return listener?.onEvent(message.event);
    if ('page' in message) {
      // It may have executed them, and forgotten since.
      if (wasIn && message.page === 'new') loseCalls();
      isIn = true;
      wasIn = true;
      failures = 0;
      for (const [id, call] of calls) if (id > message.last) own.send(call.message);
      return listener?.onConnection('heard');
    }
    const { id, result } = message;
    calls.get(id)?.settle(result);
    calls.delete(id);
    own.send(JSON.stringify({ got: id }));
  };

  const connect = (): void => {
    clearTimeout(pause);
    const own = open();
    socket = own;
    own.addEventListener('open', () => own.send(JSON.stringify({ token, page })));
    own.addEventListener('message', ({ data }: MessageEvent<string>) =>
      take(own, JSON.parse(data)),
    );
    own.addEventListener('close', ({ code }) => {
      const wasCut = isIn && code === cut;
      socket = null;
      isIn = false;
      if (isOver) return;
      // Not reported, unless it can't be opened again at once.
      if (wasCut) return connect();
      loseCalls();
      isOver = code === refused;
      listener?.onConnection(isOver ? 'refused' : 'lost');
      if (isOver) return;
      pause = setTimeout(connect, pauses[Math.min(failures, pauses.length - 1)]);
      failures += 1;
    });
  };

  return {
    call: (method, input) =>
      new Promise((settle) => {
        if (isOver) return settle(undefined);
        count += 1;
        const message = JSON.stringify({ id: count, method, input });
        calls.set(count, { message, settle });
        if (isIn) socket?.send(message);
        else if (socket === null) connect();
      }),
    subscribe(given) {
      listener = given;
      if (isIn) given.onConnection('heard');
      else if (socket === null && !isOver) connect();
      return () => {
        if (listener === given) listener = null;
      };
    },
    close() {
      isOver = true;
      clearTimeout(pause);
      loseCalls();
      socket?.close();
    },
  };
}

/**
 * Delivers values that arrive together in one batch: a window that is behind its events then renders
 * once, instead of once for each without a pause.
 */
export function inBatches<T>(take: (value: T) => void): (value: T) => void {
  let waiting: T[] = [];
  const deliver = (): void => {
    const values = waiting;
    waiting = [];
    for (const value of values) take(value);
  };
  return (value) => {
    waiting.push(value);
    // A separate task: sockets deliver everything they have before the next task starts.
    if (waiting.length === 1) setTimeout(deliver);
  };
}

/** Encodes bytes for a call. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  const step = 0x8000;
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCodePoint(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}
