/**
 * Column stores for tests, over folders that are gone afterwards; runs for them, in memory; their
 * worker, listened to.
 */
import type { EventEmitter } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import type {
  ColumnStoreOptions,
  RunSource,
  ColumnsErrorCode,
  WorkerProcess,
} from '#main/core/store/columns/column-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import type { Command, Reply, ToWorker } from '#main/core/store/columns/protocol.ts';
import { referenceView } from './reference.ts';
import type { Rows } from './reference.ts';
import { startColumnsWorker } from './worker-pool.ts';

export interface TestColumns {
  readonly store: ColumnStore;
  readonly folder: string;
  /** Listens to the worker. */
  readonly tap: Tap;
}

function openStore(folder: string, options: Partial<ColumnStoreOptions>): TestColumns {
  const tap = tappedWorker();
  const store = new ColumnStore({ startWorker: tap.startWorker, dataFolder: folder, ...options });
  return { store, folder, tap };
}

/** One of its own for a test. */
export function ownStore(options: Partial<ColumnStoreOptions> = {}): TestColumns {
  const own = openStore(testFolder(), options);
  onTestFinished(() => own.store.close());
  return own;
}

/** The same with a run of these rows, which is attached. */
export async function storeWith(
  rows: Rows = [],
  options?: Partial<ColumnStoreOptions>,
): Promise<TestColumns & { readonly source: ListSource }> {
  const own = ownStore(options);
  const source = new ListSource(own.folder, [...rows]);
  await own.store.attach(source);
  return { ...own, source };
}

/** One for all tests of a file. */
export function sharedStore(options: Partial<ColumnStoreOptions> = {}): TestColumns {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'columns-test-')));
  const shared = openStore(folder, options);
  afterAll(async () => {
    await shared.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return shared;
}

/** Asks for the summary of every column and row. */
export const wholeSummary = {
  kind: 'summary',
  view: everyRow,
  fields: null,
  dates: [] as string[],
  timeZone: 'UTC',
} as const;

let filledRuns = 0;

/** Attaches a run of its own with these rows; all of them are in. */
export async function attachFilled(
  { store, folder }: TestColumns,
  rows: Rows = [],
): Promise<ListSource> {
  filledRuns++;
  const source = new ListSource(folder, [...rows], `filled-${filledRuns}-0000`);
  await store.attach(source);
  await store.filled(source);
  return source;
}

/** Fails unless a view shows what its definition says of the run's rows; answers what it shows. */
export async function expectRight(
  store: ColumnStore,
  source: ListSource,
  view: View,
): ReturnType<ColumnStore['query']> {
  const shown = await store.query(source, view);
  expect([...(shown.seqs ?? source.rows.keys())]).toEqual(referenceView(source.rows, view));
  return shown;
}

const batchRows = 700;

/** A run whose log is a list. It may be added to, replaced, and counted how often it is read. */
export class ListSource implements RunSource {
  readonly id: string;
  readonly folder: string;
  logId = 'log-1';
  readOnly = false;
  rows: (JsonObject | undefined)[];
  /** Rows that were read. */
  read = 0;

  constructor(folder: string, rows: (JsonObject | undefined)[] = [], id = 'run-0001') {
    this.id = id;
    this.folder = join(folder, 'runs', id);
    this.rows = rows;
  }

  get rowCount(): number {
    return this.rows.length;
  }

  get file(): string {
    return join(this.folder, 'derived', 'columns.duckdb');
  }

  async *rowBytes(from: number, to: number): AsyncGenerator<(Uint8Array | undefined)[]> {
    for (let at = from; at < to; at += batchRows) {
      const batch = this.rows.slice(at, Math.min(to, at + batchRows));
      this.read += batch.length;
      yield batch.map((row) => (row === undefined ? row : Buffer.from(stringifyJson(row))));
    }
  }
}

export interface Tap {
  startWorker: () => WorkerProcess;
  /** Workers that were started, the last one last. */
  started: (WorkerProcess & EventEmitter)[];
  /** What they were told. */
  commands: Command[];
  /** Answers the next commands of this kind in the worker's place; it never hears of them. */
  answerNext(kind: Command['kind'], reply: { code: ColumnsErrorCode }, times?: number): void;
  /** The worker is killed where the next command of this kind would have come. */
  endAt(kind: Command['kind']): Promise<void>;
}

/** The same worker, listened to. */
export function tappedWorker(): Tap {
  const answers = new Map<Command['kind'], { code: ColumnsErrorCode; times: number }>();
  let ending: { kind: Command['kind']; ended: () => void } | undefined;
  const tap: Tap = {
    started: [],
    commands: [],
    answerNext: (kind, { code }, times = 1) => answers.set(kind, { code, times }),
    endAt: (kind) =>
      new Promise((resolve) => {
        ending = { kind, ended: resolve };
      }),
    startWorker: () => {
      let hasEnded = false;
      const worker = startColumnsWorker();
      const send = worker.postMessage.bind(worker);
      worker.postMessage = (request: ToWorker) => {
        if (!('command' in request)) return send(request);
        tap.commands.push(request.command);
        if (ending?.kind === request.command.kind) {
          worker.once('exit', ending.ended);
          ending = undefined;
          hasEnded = true;
          worker.kill();
        }
        if (hasEnded) return;
        const answer = answers.get(request.command.kind);
        if (answer === undefined || answer.times === 0) return send(request);
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
