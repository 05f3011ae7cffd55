/**
 * The connection to the worker, which is started with the first request, and restarted after it ends.
 * Each request is answered once, by the worker or when it ends. A worker whose database failed is
 * terminated here before it gets another request.
 */
import { Worker } from 'node:worker_threads';
import { ColumnsError } from './protocol.ts';
import type {
  Answer,
  Answers,
  Command,
  CommandKind,
  Reply,
  Request,
  WorkerOptions,
} from './protocol.ts';

/** The location of the worker's file, or a function that starts it. */
export type WorkerSource = URL | ((options: WorkerOptions) => Worker);

/** Limit for a worker that no longer responds. */
const idleTimeoutMs = 10_000;

interface Waiting {
  resolve: (value: Answers[CommandKind]) => void;
  reject: (error: ColumnsError) => void;
}

export class WorkerLink {
  readonly #source: WorkerSource;
  readonly #options: WorkerOptions;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #ending: Promise<void> | undefined;
  #closed = false;
  #lastId = 0;

  /** @param onEnd called when the worker ended, and its state is lost. */
  constructor(source: WorkerSource, options: WorkerOptions, onEnd: () => void) {
    this.#source = source;
    this.#options = options;
    this.#onEnd = onEnd;
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
    const worker = this.#start();
    this.#lastId++;
    const id = this.#lastId;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    const cancel = (): void => worker.postMessage({ id, cancel: true });
    signal?.addEventListener('abort', cancel);
    try {
      const answer = await new Promise<Answers[CommandKind]>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
        worker.postMessage({ id, command }, transferable(command));
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- protocol.ts pairs them
      return answer as Answer<K>;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends the worker permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(new ColumnsError('closed'));
  }

  #start(): Worker {
    if (this.#closed) throw new ColumnsError('closed');
    if (this.#worker !== undefined) return this.#worker;
    const worker =
      this.#source instanceof URL
        ? new Worker(this.#source, {
            workerData: this.#options,
            name: 'columns',
            // Parts of a long answer become garbage at once; by default 48 MB of it would wait.
            resourceLimits: { maxYoungGenerationSizeMb: 4 },
          })
        : this.#source(this.#options);
    let why = 'The worker ended';
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => {
      why = String(error);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#forget(new ColumnsError('ended', why));
    });
    this.#worker = worker;
    return worker;
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

  async #end(error: ColumnsError): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) {
      await this.#ending;
      return;
    }
    const ending = (async (): Promise<void> => {
      await this.#waitUntilIdle(worker);
      await worker.terminate();
      this.#ending = undefined;
    })();
    this.#ending = ending;
    this.#forget(error);
    await ending;
  }

  /**
   * Waits until the database is idle: terminating a thread during its work aborts the whole program (the
   * binding's callback then finds no JavaScript).
   */
  #waitUntilIdle(worker: Worker): Promise<void> {
    this.#lastId++;
    const open = new Set([...this.#waiting.keys(), this.#lastId]);
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, idleTimeoutMs);
      const stop = (): void => {
        clearTimeout(timeout);
        resolve();
      };
      worker.once('exit', stop);
      worker.on('message', ({ id }: Reply) => {
        open.delete(id);
        if (open.size === 0) stop();
      });
      const request: Request = { id: this.#lastId, command: { kind: 'close' } };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage(request);
    });
  }

  #forget(error: ColumnsError): void {
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#onEnd();
    for (const { reject } of all) reject(error);
  }
}

/** Rows are transferred without being copied. */
function transferable(command: Command): ArrayBuffer[] {
  if (command.kind !== 'fill') return [];
  const { buffer } = command.json;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
