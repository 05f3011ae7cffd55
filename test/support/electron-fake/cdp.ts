/** A client of Chromium's debugging protocol over a pipe: JSON texts that end in NUL. */
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;
export type { Protocol };

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** One attached target, or the browser itself. */
export interface Session {
  send: <M extends keyof Commands & keyof Answers>(
    method: M,
    params?: Commands[M],
  ) => Promise<Answers[M]>;
  on: <E extends keyof Events>(event: E, listener: (payload: Events[E]) => void) => void;
}

export class Connection {
  readonly #to: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>();
  #lastId = 0;
  #closed = false;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    let rest: Buffer = Buffer.alloc(0);
    from.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
        this.#take(JSON.parse(rest.toString('utf8', 0, end)) as Message);
        rest = rest.subarray(end + 1);
      }
    });
    const close = (): void => {
      this.#closed = true;
      for (const { reject } of this.#waiting.values()) reject(gone());
      this.#waiting.clear();
    };
    from.on('close', close);
    to.on('error', close);
  }

  /** @param sessionId '' for the browser itself. */
  session(sessionId: string): Session {
    return {
      send: (method, params) =>
        new Promise((resolve, reject) => {
          if (this.#closed) return reject(gone());
          this.#lastId += 1;
          // The protocol's own types say what answers which command.
          this.#waiting.set(this.#lastId, {
            resolve: resolve as (result: unknown) => void,
            reject,
          });
          const of = sessionId === '' ? {} : { sessionId };
          const message = { id: this.#lastId, method, params: params ?? {}, ...of };
          this.#to.write(`${JSON.stringify(message)}\0`);
        }),
      on: (event, listener) => {
        const key = `${sessionId} ${event}`;
        const listeners = this.#listeners.get(key) ?? new Set();
        this.#listeners.set(key, listeners.add(listener as (payload: unknown) => void));
      },
    };
  }

  #take({ id, method, params, result, error, sessionId = '' }: Message): void {
    if (id === undefined) {
      for (const listener of this.#listeners.get(`${sessionId} ${method}`) ?? []) listener(params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`electron-fake, in Chromium: ${error.message}`));
  }
}

const gone = (): Error => new Error('electron-fake: Chromium is gone');

/** For commands whose target may disappear meanwhile: a closed window answers nothing. */
export function ignoreGone(promise: Promise<unknown>): void {
  promise.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const expected =
      /is gone|crashed|Session with given id not found|Invalid InterceptionId|No target|Cannot find (execution )?context|Target closed|Not attached|closed/i;
    if (!expected.test(message)) throw error;
  });
}
