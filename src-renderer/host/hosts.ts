/**
 * The two hosts. In Electron: the preload's bridge, which main checks on its side. In a browser:
 * calls by POST and events by a streamed answer, both with the token.
 */
import type { AppEvent, ExplorerBridge } from '#shared/contract/event.ts';
import {
  type MethodInput,
  type MethodName,
  methodOf,
  type MethodOutput,
} from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Connection, Host } from './types.ts';

export function createElectronHost(bridge: ExplorerBridge): Host {
  const call = <M extends MethodName>(method: M, input: MethodInput<M>) =>
    answerTo(method, input, () => bridge.call(method, input));
  return {
    capabilities: { savesToDisk: true, showsInFolder: true, isGivenFiles: true },
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
    // Main writes files itself here; see `savesToDisk`.
    download: () => {},
  };
}

export function createBrowserHost(token: string | null): Host {
  const authorization = `Bearer ${token ?? ''}`;
  const keepalives = createKeepalive();

  const call = <M extends MethodName>(method: M, input: MethodInput<M>) =>
    answerTo(method, input, async (): Promise<unknown> => {
      const body = JSON.stringify({ method, input });
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await keepalives.carry(method, body, (keepalive) =>
        fetch('/api/call', { method: 'POST', headers, body, keepalive }),
      );
      return response.json();
    });

  return {
    capabilities: { savesToDisk: false, showsInFolder: false, isGivenFiles: false },
    admitted: token !== null,
    call,
    subscribe: (onEvent, onConnection) => {
      const ending = new AbortController();
      const open = (signal: AbortSignal) =>
        fetch('/api/events', { headers: { authorization }, cache: 'no-store', signal });
      void followEvents({ open, wait }, ending.signal, inBatches(onEvent), onConnection);
      return () => ending.abort();
    },
    openLink: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve(null);
    },
    download: (address, name) => {
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.hidden = true;
      document.body.append(link);
      link.click();
      link.remove();
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Browsers carry at most 64 KiB at a time, and refuse what is more. */
const mostBytes = 60_000;

const encoder = new TextEncoder();

/** Whether a call may outlive the page, beside those that are under way. */
function createKeepalive(): {
  /** Does `send`, told whether the call may. */
  carry: <T>(
    method: MethodName,
    body: string,
    send: (keepalive: boolean) => Promise<T>,
  ) => Promise<T>;
} {
  let carried = 0;
  return {
    async carry(method, body, send) {
      const bytes =
        methodOf(method).outlivesPage === true
          ? encoder.encode(body).length
          : Number.POSITIVE_INFINITY;
      if (carried + bytes > mostBytes) return send(false);
      carried += bytes;
      try {
        return await send(true);
      } finally {
        carried -= bytes;
      }
    },
  };
}

/**
 * Cuts a stream of bytes into JSON lines and yields their values. Empty lines keep the
 * connection alive and say nothing. An unfinished last line is dropped: it was cut off.
 */
async function* readJsonLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Pauses before the second, third, … attempt to reconnect, in ms; the last one is repeated. */
const pauses = [250, 500, 1000, 2000, 4000];

interface StreamPorts {
  /** Opens the stream; rejects when main can't be reached. */
  open(signal: AbortSignal): Promise<Response>;
  /** Waits; tests bring a clock of their own. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Reads events until the signal is aborted or main refuses this window. */
export async function followEvents(
  ports: StreamPorts,
  signal: AbortSignal,
  onEvent: (event: AppEvent) => void,
  onConnection: (connection: Connection) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const response = await ports.open(signal);
      if (response.status === 401 || response.status === 403) {
        onConnection('refused');
        return;
      }
      if (!response.ok || response.body === null) throw new Error('No event stream.');
      failures = 0;
      onConnection('heard');
      for await (const event of readJsonLines(response.body)) if (isAppEvent(event)) onEvent(event);
    } catch {
      if (signal.aborted) return;
      failures += 1;
      onConnection('lost');
    }
    // A stream that ended well is reopened at once: that alone is no reason to worry anyone.
    const pause = pauses[Math.min(failures, pauses.length) - 1];
    if (pause !== undefined) await ports.wait(pause, signal);
  }
}

/**
 * Hands over together what comes in one go: a window that fell behind its events then draws once,
 * and not once for each of them without a breath between.
 */
export function inBatches<T>(take: (value: T) => void): (value: T) => void {
  let waiting: T[] = [];
  const handOver = (): void => {
    const values = waiting;
    waiting = [];
    for (const value of values) take(value);
  };
  return (value) => {
    waiting.push(value);
    // A task of its own: streams hand out all they hold before the next one begins.
    if (waiting.length === 1) setTimeout(handOver);
  };
}

/**
 * The token of the browser host. It comes in the fragment of the address printed in the
 * terminal, because a fragment is never sent to a server nor written into its log.
 */
const storageKey = 'explorer-token';

/** The parts of `window` that are touched, so that tests can bring their own. */
interface TokenWindow {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** The token in the address, or null: the fragment is also used for pages (`#/account`). */
export function tokenGiven(location: Pick<Location, 'hash'>): string | null {
  return /^#token=([A-Za-z0-9._~-]+)$/.exec(location.hash)?.[1] ?? null;
}

/**
 * Moves the token from the fragment to the tab's session storage, so that a reload works and
 * the address can be shown or copied without it. Null when there is none.
 */
export function takeToken({ location, history, sessionStorage }: TokenWindow): string | null {
  const given = tokenGiven(location);
  if (given === null) return sessionStorage.getItem(storageKey);
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return given;
}

/** What main answers to a call; never rejects. */
async function answerTo<M extends MethodName>(
  method: M,
  input: MethodInput<M>,
  send: () => Promise<unknown>,
): Promise<Result<MethodOutput<M>>> {
  try {
    const answer = await send();
    if (isResult<MethodOutput<M>>(answer)) return answer;
  } catch {
    // Said below, in the same words as an answer that is not main's.
  }
  return { ok: false, error: lostProblem(method, input) };
}

/**
 * The problem of a call that main never answered. It may have been done all the same; what asks
 * the service may have been counted: we say what we know.
 */
function lostProblem<M extends MethodName>(method: M, input: MethodInput<M>): Problem {
  return {
    code: 'internal',
    title: 'The program behind this page did not answer.',
    advice: 'Check that it is still running, then try again.',
    call: mayCount(method, input) ? 'unanswered' : 'noCall',
    remedies: [],
    details: null,
  };
}

function mayCount(method: MethodName, input: object): boolean {
  const { metered } = methodOf(method);
  return (
    metered === 'always' || (metered === 'ifAgreed' && 'metered' in input && input.metered === true)
  );
}

/**
 * What arrives from main, narrowed. Main parses what it receives and is built together with this
 * window, so its answers are recognised here and not parsed a second time.
 */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether main's dispatcher said this: a proxy or an error page does not look like it. */
function isResult<T>(answer: unknown): answer is Result<T> {
  return isObject(answer) && typeof answer.ok === 'boolean';
}

const eventKinds: Record<AppEvent['kind'], true> = {
  'run.changed': true,
  'calls.changed': true,
  'trouble.changed': true,
  'description.changed': true,
  'export.changed': true,
  'recipe.changed': true,
  'recipe.given': true,
  'page.chosen': true,
  'menu.chosen': true,
  'project.opened': true,
};

function isAppEvent(value: unknown): value is AppEvent {
  return isObject(value) && typeof value.kind === 'string' && Object.hasOwn(eventKinds, value.kind);
}
