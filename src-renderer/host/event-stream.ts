/** Events of the browser host: lines of JSON over one long answer, reopened when it breaks. */
import type { AppEvent } from '#shared/contract/event.ts';
import { isAppEvent } from './replies.ts';
import type { Connection } from './types.ts';

/**
 * Cuts a stream of bytes into JSON lines and yields their values. Empty lines keep the
 * connection alive and say nothing. An unfinished last line is dropped: it was cut off.
 */
export async function* readJsonLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator {
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

export interface StreamPorts {
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
