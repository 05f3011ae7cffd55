/**
 * Main's events in a browser: a streamed response of JSON lines, opened again when it ends. Main keeps a
 * few streams open at once, so a window may have to rest.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Connection } from './types.ts';

/**
 * Splits a stream of bytes into JSON lines and yields their values. Empty lines only keep the
 * connection alive. An unfinished last line is discarded: it was cut off.
 */
async function* readJsonLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator {
  let remainder = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (remainder + value).split('\n');
      remainder = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Pauses before the second, third, … attempt to reconnect, in ms; the last one repeats. */
const pauses = [250, 500, 1000, 2000, 4000];

interface StreamPorts {
  /** Opens the stream; rejects if main can't be reached. */
  open(signal: AbortSignal): Promise<Response>;
  /** Waits; tests provide their own clock. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Waits while other windows need the connections. */
  rest(signal: AbortSignal): Promise<void>;
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
      let isPaused = false;
      for await (const event of readJsonLines(response.body)) {
        if (isAppEvent(event)) onEvent(event);
        else isPaused = isObject(event) && event.kind === 'events.paused';
      }
      if (isPaused) await ports.rest(signal);
    } catch {
      if (signal.aborted) return;
      failures += 1;
      onConnection('lost');
    }
    // A stream that ended normally is reopened immediately, without reporting it.
    const pause = pauses[Math.min(failures, pauses.length) - 1];
    if (pause !== undefined) await ports.wait(pause, signal);
  }
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
    // A separate task: streams deliver everything they have before the next task starts.
    if (waiting.length === 1) setTimeout(deliver);
  };
}

/**
 * Main gives its connections to the windows that asked last: waits until this one is looked at, and at
 * most half a minute, so that it is not late by more. The window in front returns after a second, since
 * another program may say of all windows that they are in front.
 */
export async function rest(signal: AbortSignal): Promise<void> {
  const waking = new AbortController();
  const wake = (): void => {
    if (document.visibilityState === 'visible') waking.abort();
  };
  const until = { signal: waking.signal };
  document.addEventListener('visibilitychange', wake, until);
  window.addEventListener('focus', wake, until);
  await wait(document.hasFocus() ? 1000 : 30_000, AbortSignal.any([signal, waking.signal]));
  waking.abort();
}

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

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
  'service.chosen': true,
};

function isAppEvent(value: unknown): value is AppEvent {
  return isObject(value) && typeof value.kind === 'string' && Object.hasOwn(eventKinds, value.kind);
}
