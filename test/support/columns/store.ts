/** Column stores for tests, over folders that are gone afterwards; runs for them; their worker, listened to. */
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import type {
  ColumnStoreOptions,
  ColumnsErrorCode,
  LogSource,
  WorkerProcess,
} from '#main/core/store/columns/column-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { logName } from '#main/core/store/page-log.ts';
import { encodeRecord } from '#main/core/store/record.ts';
import { encodePlaces } from '#main/core/store/rows.ts';
import { at, lineOf, testFolder } from '#test/support/store/runs.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { scanItems, stringifyJson } from '#main/core/json/index.ts';
import type {
  Answers,
  Command,
  CommandKind,
  Reply,
  ToWorker,
} from '#main/core/store/columns/protocol.ts';
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

/** The same with a run of these rows, whose columns are filled in. */
export async function storeWith(
  rows: Rows = [],
  options?: Partial<ColumnStoreOptions>,
): Promise<TestColumns & { readonly source: TestRun }> {
  const own = ownStore(options);
  const source = new TestRun(own.folder, [...rows]);
  await own.store.catchUp(source);
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

/** A run of its own with these rows; all of them are in its columns. */
export async function filledRun({ store, folder }: TestColumns, rows: Rows = []): Promise<TestRun> {
  filledRuns++;
  const source = new TestRun(folder, [...rows], `filled-${filledRuns}-0000`);
  await store.catchUp(source);
  return source;
}

/** Fails unless a view shows what its definition says of the run's rows; answers what it shows. */
export async function expectRight(
  store: ColumnStore,
  source: TestRun,
  view: View,
): ReturnType<ColumnStore['query']> {
  const shown = await store.query(source, view);
  expect([...shown.seqs]).toEqual(referenceView(source.rows, view));
  return shown;
}

const pageRows = 700;

/** A run whose log is on disk, and has these rows. It may be added to and replaced. */
export class TestRun implements LogSource {
  readonly id: string;
  readonly folder: string;
  logId = '';
  readOnly = false;
  /** What is noted of the items. */
  own: LogSource['own'];
  #rows: Rows = [];
  #firstLine = 0;
  #pages: { lines: readonly string[]; end: number }[] = [];

  constructor(folder: string, rows: Rows = [], id = 'run-0001') {
    this.id = id;
    this.folder = join(folder, 'runs', id);
    mkdirSync(this.folder, { recursive: true });
    this.replaceLog('log-1', rows);
  }

  get rows(): Rows {
    return this.#rows;
  }

  /** Cuts off the pages with other rows, and adds the rest. */
  set rows(rows: Rows) {
    const lines = rows.map((row) => (row === undefined ? 'null' : stringifyJson(row)));
    let row = 0;
    const wrong = this.#pages.findIndex((page) => {
      const isSame = page.lines.every((line, n) => line === lines[row + n]);
      if (isSame) row += page.lines.length;
      return !isSame;
    });
    if (wrong !== -1) this.#pages = this.#pages.slice(0, wrong);
    truncateSync(this.log, this.#pages.at(-1)?.end ?? this.#firstLine);
    for (; row < lines.length; row += pageRows) {
      this.#addPage(lines.slice(row, row + pageRows), row);
    }
    this.#rows = rows;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  get file(): string {
    return join(this.folder, 'derived', 'columns.duckdb');
  }

  get log(): string {
    return join(this.folder, logName);
  }

  /** The run as it is named while only so many rows are stored. */
  asOf(rowCount: number): LogSource {
    const { id, logId, folder, readOnly, own } = this;
    return { id, logId, folder, readOnly, rowCount, own };
  }

  /** Another log, that begins with this name. */
  replaceLog(name: string, rows: Rows): void {
    // As one made here: members with the names of our columns are ours.
    const body = Buffer.from(JSON.stringify({ derived: true }));
    const line = lineOf({ kind: 'run', id: name, at, firstRow: 0 }, body);
    writeFileSync(this.log, line);
    this.logId = createHash('sha256').update(line).digest('hex');
    this.#firstLine = line.length;
    this.#pages = [];
    this.rows = rows;
  }

  #addPage(lines: readonly string[], firstRow: number): void {
    const page = this.#pages.length + 1;
    const body = Buffer.from(`{"results":[${lines.join()}]}`);
    const header = { kind: 'page', page, ms: 1, at, rows: lines.length, firstRow } as const;
    const places = encodePlaces(body, scanItems(body, ['results']));
    appendFileSync(this.log, Buffer.concat(encodeRecord(header, body, { places }).parts));
    this.#pages.push({ lines, end: statSync(this.log).size });
  }
}

export interface Tap {
  startWorker: () => WorkerProcess;
  /** Workers that were started, the last one last. */
  started: (WorkerProcess & EventEmitter)[];
  /** What they were told. */
  commands: Command[];
  /** What they answered. */
  answers: { command: Command; answer: Answers[CommandKind] }[];
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
    answers: [],
    answerNext: (kind, { code }, times = 1) => answers.set(kind, { code, times }),
    endAt: (kind) =>
      new Promise((resolve) => {
        ending = { kind, ended: resolve };
      }),
    startWorker: () => {
      let hasEnded = false;
      const asked = new Map<number, Command>();
      const worker = startColumnsWorker();
      const send = worker.postMessage.bind(worker);
      worker.postMessage = (request: ToWorker) => {
        if (!('command' in request)) return send(request);
        tap.commands.push(request.command);
        asked.set(request.id, request.command);
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
      worker.on('message', (reply: Reply) => {
        const command = asked.get(reply.id);
        if (reply.ok && command) tap.answers.push({ command, answer: reply.value });
      });
      tap.started.push(worker);
      return worker;
    },
  };
  return tap;
}
