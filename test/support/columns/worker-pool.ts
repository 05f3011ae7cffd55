/**
 * Workers of the column store for tests. Starting a process and loading the database into it takes a
 * fifth of a second of a processor, which hundreds of tests would pay for: one whose store was closed
 * serves the next store. One that was ended in any other way is gone, as in the product.
 */
import { EventEmitter } from 'node:events';
import { inject } from 'vitest';
import { forkWorker } from '#main/core/store/columns/column-store.ts';
import type { WorkerProcess } from '#main/core/store/columns/column-store.ts';
import type { Reply, ToWorker } from '#main/core/store/columns/protocol.ts';

/** Where the bundled worker is. */
export function columnsWorker(): URL {
  return new URL(inject('columnsWorker'));
}

/** A process, for as long as one store uses it. */
class LentWorker extends EventEmitter implements WorkerProcess {
  readonly #process: LastingProcess;
  /** Requests that were not answered yet. */
  readonly #asked = new Set<number>();
  #closing: number | undefined;
  #isClosed = false;

  constructor(process: LastingProcess) {
    super();
    this.#process = process;
    process.user = this;
  }

  postMessage(message: ToWorker): void {
    if ('command' in message) {
      this.#asked.add(message.id);
      if (message.command.kind === 'close') this.#closing = message.id;
    }
    this.#process.worker.postMessage(message);
  }

  /** Hands on what the process said. */
  hear(reply: Reply): void {
    this.#asked.delete(reply.id);
    if (reply.id === this.#closing) this.#isClosed = reply.ok;
    this.emit('message', reply);
  }

  /** Gives the process back if it holds nothing any more: no file, no request. */
  kill(): void {
    // It has been given back.
    if (this.#process.user !== this) return;
    if (!this.#isClosed || this.#asked.size > 0) {
      this.#process.worker.kill();
      return;
    }
    this.#process.user = undefined;
    idle.push(this.#process);
    setImmediate(() => this.emit('exit'));
  }
}

interface LastingProcess {
  readonly worker: WorkerProcess;
  /** Who it was started as: a test that becomes nobody starts one that may read nothing of others. */
  readonly owner: number | undefined;
  user: LentWorker | undefined;
}

const idle: LastingProcess[] = [];

function startProcess(): LastingProcess {
  const worker = forkWorker(columnsWorker());
  const process: LastingProcess = { worker, owner: owner(), user: undefined };
  process.worker.on('message', (reply) => process.user?.hear(reply));
  process.worker.on('exit', () => {
    const at = idle.indexOf(process);
    if (at !== -1) idle.splice(at, 1);
    process.user?.emit('exit');
  });
  return process;
}

const owner = (): number | undefined => globalThis.process.geteuid?.();

export function startColumnsWorker(): WorkerProcess & EventEmitter {
  const at = idle.findLastIndex((one) => one.owner === owner());
  const [own] = at === -1 ? [] : idle.splice(at, 1);
  return new LentWorker(own ?? startProcess());
}
