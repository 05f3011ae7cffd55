/**
 * The connection to the worker, which is started with the first request, and restarted after it ends.
 * Each request is answered once, by the worker or when it ends. A worker whose database failed is
 * ended here before it gets another request. It is a process of its own: a database that fails natively
 * ends this process and not the program, it can be ended in the middle of its work, and its memory isn't
 * the program's.
 */
import { fork } from 'node:child_process';
import { within } from '../../within.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type {
  Answer,
  Answers,
  Command,
  CommandKind,
  Reply,
  ToWorker,
  WorkerOptions,
} from './protocol.ts';

/** Electron's `UtilityProcess` is one. */
export interface WorkerProcess {
  postMessage: (message: ToWorker) => void;
  on(event: 'message', listener: (reply: Reply) => void): unknown;
  /** Once it ended, or couldn't be started. */
  on(event: 'exit', listener: () => void): unknown;
  kill(): unknown;
}

/** Starts a worker as a process of Node, which ends with this one however that ends. */
export function forkWorker(path: URL): WorkerProcess {
  const child = fork(path, [], {
    serialization: 'advanced',
    // Neither a key nor a debugger's port.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = child.kill.bind(child, 'SIGKILL');
  child.on('error', () => child.emit('exit'));
  return Object.assign(child, {
    // What can't be sent has no reader any more: `exit` follows.
    postMessage: (message: ToWorker) => void child.send(message, () => undefined),
    kill,
  });
}

/** Limit for a worker that no longer responds. */
const closeTimeoutMs = 10_000;

interface Waiting {
  resolve: (value: Answers[CommandKind]) => void;
  reject: (error: ColumnsError) => void;
}

export class WorkerLink {
  readonly #startWorker: () => WorkerProcess;
  readonly #options: WorkerOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: WorkerProcess | undefined;
  #ending: Promise<void> | undefined;
  #closed = false;
  #lastId = 0;

  constructor(startWorker: () => WorkerProcess, options: WorkerOptions) {
    this.#startWorker = startWorker;
    this.#options = options;
  }

  /**
   * Sends a command to the worker and returns its answer.
   * @throws ColumnsError as reported by the worker; `ended` when it ended before answering, `cancelled`
   *   when `signal` was aborted.
   */
  async ask<K extends CommandKind>(
    command: Extract<Command, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<Answer<K>> {
    // Two databases must not have the same file open: the previous one must have closed it.
    while (this.#ending !== undefined) await this.#ending;
    if (signal?.aborted === true) throw new ColumnsError('cancelled');
    return this.#send(this.#start(), command, signal);
  }

  /** Sends a command that a worker that has ended has no need of. */
  async tell<K extends CommandKind>(command: Extract<Command, { kind: K }>): Promise<void> {
    await this.#ending;
    if (this.#worker === undefined) return;
    await this.#send(this.#worker, command).catch((error: unknown) => {
      const { code } = asColumnsError(error);
      if (code !== 'ended' && code !== 'closed') throw error;
    });
  }

  /** Closes all files, and ends the worker permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#worker !== undefined) {
      const closed = this.tell({ kind: 'close' }).catch(() => undefined);
      await within(closeTimeoutMs, closed);
    }
    await this.#end(new ColumnsError('closed'));
  }

  #start(): WorkerProcess {
    if (this.#closed) throw new ColumnsError('closed');
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#startWorker();
    worker.postMessage({ options: this.#options });
    worker.on('message', (reply) => this.#settle(reply));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#forget(new ColumnsError('ended', 'The worker ended'));
    });
    this.#worker = worker;
    return worker;
  }

  async #send<K extends CommandKind>(
    worker: WorkerProcess,
    command: Extract<Command, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<Answer<K>> {
    this.#lastId++;
    const id = this.#lastId;
    const cancel = (): void => worker.postMessage({ id, cancel: true });
    signal?.addEventListener('abort', cancel);
    try {
      const answer = await new Promise<Answers[CommandKind]>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        worker.postMessage({ id, command });
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- protocol.ts pairs them
      return answer as Answer<K>;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) {
      waiting?.resolve(reply.value);
      return;
    }
    const { code, detail } = reply;
    waiting?.reject(new ColumnsError(code, detail));
    if (code === 'fatal' || code === 'ended') void this.#end(new ColumnsError('ended', detail));
  }

  /** Ends the worker at once: what it was writing is as complete as after a crash. */
  async #end(error: ColumnsError): Promise<void> {
    const worker = this.#worker;
    if (worker !== undefined) {
      this.#ending = new Promise((resolve) => {
        worker.on('exit', () => {
          this.#ending = undefined;
          resolve();
        });
      });
      this.#forget(error);
      worker.kill();
    }
    await this.#ending;
  }

  #forget(error: ColumnsError): void {
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
  }
}
