/**
 * The column store's worker for tests: Node 20 can't run TypeScript in a worker, so its entry is
 * bundled into one file, once per test process. It lies inside `node_modules`, where the database
 * is found from it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { ColumnsErrorCode, WorkerSource } from '#main/core/store/columns/column-store.ts';
import type { Command, Reply, Request } from '#main/core/store/columns/protocol.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let bundled: Promise<URL> | undefined;

/** Where the bundled worker is. */
export function columnsWorker(): Promise<URL> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<URL> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'columns-worker-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'src-main/core/store/columns/worker/main.ts'),
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'columns-worker.mjs' } },
    },
  });
  return pathToFileURL(join(outDir, 'columns-worker.mjs'));
}

export interface Tap {
  worker: WorkerSource;
  /** Workers that were started, the last one last. */
  started: Worker[];
  /** What they were told. */
  commands: Command[];
  /** Answers the next commands of this kind in the worker's place; it never hears of them. */
  answerNext(kind: Command['kind'], reply: { code: ColumnsErrorCode }, times?: number): void;
}

/** The same worker, listened to. */
export async function tappedWorker(): Promise<Tap> {
  const url = await columnsWorker();
  const answers = new Map<Command['kind'], { code: ColumnsErrorCode; times: number }>();
  const tap: Tap = {
    started: [],
    commands: [],
    answerNext: (kind, { code }, times = 1) => answers.set(kind, { code, times }),
    worker: (workerData) => {
      const worker = new Worker(url, { workerData });
      const send = worker.postMessage.bind(worker);
      worker.postMessage = (request: Request, transfer) => {
        if ('cancel' in request) return send(request);
        tap.commands.push(request.command);
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
