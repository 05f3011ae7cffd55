/**
 * Calls and events in a browser: one WebSocket, opened again when it is cut. `src-main/browser/socket.ts`
 * lists the messages.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Connection } from './types.ts';

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

export interface Link {
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
