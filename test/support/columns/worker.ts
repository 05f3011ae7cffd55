/** The column store's worker in tests (`bundle-worker.ts`), plain or listened to. */
import { Worker } from 'node:worker_threads';
import { inject } from 'vitest';
import type { ColumnsErrorCode, WorkerSource } from '#main/core/store/columns/column-store.ts';
import type { Command, Reply, Request } from '#main/core/store/columns/protocol.ts';

/** Where the bundled worker is. */
export function columnsWorker(): URL {
  return new URL(inject('columnsWorker'));
}

export interface Tap {
  worker: WorkerSource;
  /** Workers that were started, the last one last. */
  started: Worker[];
  /** What they were told. */
  commands: Command[];
  /** Answers the next commands of this kind in the worker's place; it never hears of them. */
  answerNext(kind: Command['kind'], reply: { code: ColumnsErrorCode }, times?: number): void;
  /**
   * The worker ends where the next command of this kind would have come, with nothing under way in
   * its database: a thread that ends in the middle of that takes this process with it.
   */
  endAt(kind: Command['kind']): Promise<void>;
}

/** The same worker, listened to. */
export function tappedWorker(): Tap {
  const url = columnsWorker();
  const answers = new Map<Command['kind'], { code: ColumnsErrorCode; times: number }>();
  let ending: { kind: Command['kind']; end: (worker: Worker) => void } | undefined;
  const tap: Tap = {
    started: [],
    commands: [],
    answerNext: (kind, { code }, times = 1) => answers.set(kind, { code, times }),
    endAt: (kind) =>
      new Promise((resolve) => {
        ending = {
          kind,
          end: (worker) => void worker.terminate().then(() => resolve()),
        };
      }),
    worker: (workerData) => {
      let hasEnded = false;
      const worker = new Worker(url, { workerData });
      const send = worker.postMessage.bind(worker);
      worker.postMessage = (request: Request, transfer) => {
        if ('cancel' in request) return send(request);
        tap.commands.push(request.command);
        if (ending?.kind === request.command.kind) {
          const { end } = ending;
          ending = undefined;
          hasEnded = true;
          end(worker);
        }
        if (hasEnded) return;
        const answer = answers.get(request.command.kind);
        if (answer === undefined || answer.times === 0) return send(request, transfer);
        answer.times--;
        const reply: Reply = { id: request.id, ok: false, code: answer.code, detail: 'tapped' };
        worker.emit('message', reply);
      };
      tap.started.push(worker);
      return worker;
    },
  };
  return tap;
}
