/**
 * The column store: it sorts, counts and summarises the rows of runs, but never returns them. README.md
 * explains how it works; other folders use only this file.
 */
import { join } from 'node:path';
import { fork } from 'node:child_process';
import type { View } from '#shared/contract/view.ts';
import type { RowRange } from '../log-contents.ts';
import { within } from '../../within.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type {
  Answer,
  Answers,
  Asked,
  AskedKind,
  Command,
  CommandKind,
  LogSource,
  Reply,
  ToWorker,
  Tree,
  Unpack,
  UnpackSheets,
  WorkerOptions,
} from './protocol.ts';

export { ColumnsError } from './protocol.ts';
export { fitsType } from './worker/cells.ts';
export type * from './protocol.ts';

const maxAttempts = 4;

export interface ColumnStoreOptions extends Partial<
  Pick<WorkerOptions, 'memoryMb' | 'threads' | 'exactDistinct' | 'wordsMs'>
> {
  /** Starts the worker's process: `forkWorker`, or Electron's way. */
  startWorker: () => WorkerProcess;
  /** The only folder the database may access. */
  dataFolder: string;
  /** For recently requested orders. */
  cacheBytes?: number;
}

interface Question {
  /**
   * Rows `0 … rows - 1` of the run, at most those of the log; waits until they can be queried. By default
   * all rows, or those that can be now, when the others can't be filled in or are many.
   */
  rows?: number;
  /** If `rows` is not given: rows beyond this number are left out. */
  upTo?: number;
  /** With what people noted since an order of these rows was made. */
  isFresh?: boolean;
  /** Rows to leave out of what is asked with `ask`, in order. */
  without?: readonly RowRange[];
  signal?: AbortSignal | undefined;
}

/** The same view and `rows` always give the same list, as long as `epoch` is the same. */
export interface ViewResult {
  /** The run's first rows, which the result covers. */
  rows: number;
  /** Changes when a column's type changed, or when the columns were built again. */
  epoch: number;
  /** Rows of the view. */
  count: number;
  /** Their numbers in the view's order. */
  seqs: Uint32Array;
  /** Of a view as conversations, whose list has the rows that those of the view answer, too. */
  tree: Tree | null;
}

export class ColumnStore {
  readonly #link: WorkerLink;
  /** For each run that was asked about, what is aborted when it is detached. */
  readonly #asked = new Map<string, AbortController>();
  readonly #cache: ResultCache;
  #closed = false;

  /** Starts nothing yet: the worker starts with the first question. */
  constructor(options: ColumnStoreOptions) {
    const { dataFolder } = options;
    const workerOptions: WorkerOptions = {
      folders: [dataFolder],
      tempFolder: join(dataFolder, 'tmp', 'columns'),
      memoryMb: options.memoryMb ?? 160,
      threads: options.threads ?? 2,
      exactDistinct: options.exactDistinct ?? 2_000_000,
      wordsMs: options.wordsMs ?? 8000,
    };
    this.#cache = new ResultCache(options.cacheBytes ?? 64 * 1024 * 1024);
    this.#link = new WorkerLink(options.startWorker, workerOptions);
  }

  /**
   * Fills in the rows that the log has now, so that nobody has to wait for them later.
   * @throws ColumnsError
   */
  async catchUp(source: LogSource): Promise<void> {
    await this.ask(source, { kind: 'catchUp' }, { rows: source.rowCount });
  }

  /**
   * Returns the rows of a view. Repeating a query with the same `rows` costs nothing while the result is
   * cached, and returns the same list when it isn't.
   * @throws ColumnsError `cancelled`, and errors that could not be recovered from.
   */
  async query(source: LogSource, view: View, question: Question = {}): Promise<ViewResult> {
    const of = source.rowCount;
    const wanted = Math.min(question.rows ?? question.upTo ?? of, of);
    const key = keyOf(source.id, view);
    const known = this.#cache.findLongest(key, wanted) ?? null;
    // A caller that specifies `rows` has the list on screen: it must not change, even if it would be sorted
    // differently now.
    const isOnScreen = question.rows !== undefined && question.isFresh !== true;
    if (isOnScreen && known?.rows === wanted) return known;
    const asked = {
      kind: 'query',
      view,
      known: known && { rows: known.rows, epoch: known.epoch },
    } as const;
    const answer = await this.ask(source, asked, question);
    const { from, seqs: added, rows, epoch } = answer;
    const isNew = known === null || from === 0;
    const seqs = isNew ? added : joined(known.seqs, added);
    const tree = isNew ? answer.tree : known.tree;
    const order = { key, rows, epoch, count: seqs.length, seqs, tree };
    this.#cache.add(order);
    return order;
  }

  /**
   * Asks the worker about the first rows of a run; again if the worker ended, and once more with a new file
   * if there is something wrong with the run's. Considers only rows from `from` on.
   * @throws ColumnsError `cancelled`, and errors that could not be recovered from.
   */
  async ask<K extends AskedKind>(
    source: LogSource,
    asked: Asked<K>,
    { rows, upTo, without = [], signal }: Question = {},
    from = 0,
  ): Promise<Answer<K>> {
    if (this.#closed) throw new ColumnsError('closed');
    const detached = this.#asked.get(source.id) ?? new AbortController();
    this.#asked.set(source.id, detached);
    const { id, logId, folder, readOnly, rowCount } = source;
    const range = {
      from,
      rows: Math.min(rows ?? upTo ?? rowCount, rowCount),
      orFewer: rows === undefined,
      without,
    };
    const given = AbortSignal.any([detached.signal, ...(signal === undefined ? [] : [signal])]);
    for (let [attempt, isFresh] = [1, false]; ; attempt++) {
      // By now it may have more rows, and the file as well.
      const own = source.own?.() ?? null;
      const log = { id, logId, folder, readOnly, rowCount: source.rowCount, own };
      const command: unknown = { ...asked, log, isFresh, range };
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- protocol.ts pairs them
        const answer = await this.#link.ask(command as Extract<Command, { kind: K }>, given);
        // Nobody may ask further about a run that is being moved: that would open its file again.
        if (!given.aborted) return answer;
        throw new ColumnsError('cancelled');
      } catch (error) {
        if (given.aborted) throw new ColumnsError('cancelled');
        const known = asColumnsError(error);
        const isOfFile = known.code === 'damaged' || known.code === 'fatal';
        const canRecover =
          known.code === 'ended' || known.code === 'lost' || (isOfFile && !isFresh);
        if (attempt === maxAttempts || !canRecover) throw known;
        isFresh ||= isOfFile;
      }
    }
  }

  /**
   * Writes the rows of a Parquet file as JSON, one per line. Both paths are in the database's folders.
   * @throws ColumnsError
   */
  unpack(file: Unpack, signal: AbortSignal): Promise<Answer<'unpack'>> {
    return this.#link.ask({ kind: 'unpack', ...file }, signal);
  }

  /**
   * The same for the sheets of a workbook, which are read in one go: the worker that does hears nothing meanwhile,
   * so cancelling ends it, and whoever else waits for it asks the next one.
   * @throws ColumnsError
   */
  async unpackSheets(file: UnpackSheets, signal: AbortSignal): Promise<Answer<'unpackSheets'>> {
    const end = (): void => void this.#link.restart();
    signal.addEventListener('abort', end);
    try {
      return await this.#link.ask({ kind: 'unpackSheets', ...file }, signal);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Closes the run's file, which can then be deleted or moved. Cancels questions about it. */
  async detach(runId: string): Promise<void> {
    const detached = this.#asked.get(runId);
    this.#asked.delete(runId);
    this.#cache.drop(prefixOf(runId));
    detached?.abort();
    if (detached !== undefined) await this.#link.tell({ kind: 'detach', runId });
  }

  /** Closes all files and ends the worker. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const detached of this.#asked.values()) detached.abort();
    await this.#link.close();
  }
}

function joined(first: Uint32Array, then: Uint32Array): Uint32Array {
  if (then.length === 0) return first;
  const seqs = new Uint32Array(first.length + then.length);
  seqs.set(first);
  seqs.set(then, first.length);
  return seqs;
}

const prefixOf = (runId: string): string => `${JSON.stringify(runId)} `;

/** A view has its members in the order of its schema. */
const keyOf = (runId: string, view: View): string => `${prefixOf(runId)}${JSON.stringify(view)}`;

/** Recently requested orders, as many as fit; the least recently used is dropped first. */

interface Order extends ViewResult {
  /** Identifies the run and the view. */
  key: string;
}

export class ResultCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  #orders: Order[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#orders.reduce((sum, order) => sum + sizeOf(order), 0);
  }

  /** Finds the order of this view with the most rows, but not more than these. */
  findLongest(key: string, rows: number): Order | undefined {
    const [best] = this.#orders
      .filter((order) => order.key === key && order.rows <= rows)
      .toSorted((a, b) => b.rows - a.rows);
    if (best !== undefined) this.#orders = [...this.#orders.filter((one) => one !== best), best];
    return best;
  }

  /** Adds an order. One that is larger than the whole cache is kept until the next is added. */
  add(order: Order): void {
    const isOther = ({ key, rows }: Order): boolean => key !== order.key || rows !== order.rows;
    this.#orders = [...this.#orders.filter(isOther), order];
    for (let { bytes } = this; bytes > this.#maxBytes && this.#orders.length > 1;) {
      bytes -= sizeOf(this.#orders.shift()!);
    }
  }

  /** Drops all orders whose keys have this prefix. */
  drop(prefix: string): void {
    this.#orders = this.#orders.filter(({ key }) => !key.startsWith(prefix));
  }
}

/** Includes a fixed size for the order itself: there could be very many empty ones. */
const sizeOf = ({ seqs, tree, key }: Order): number =>
  500 + key.length * 2 + seqs.byteLength * (tree === null ? 1 : 3);

// The connection to the worker, which is started with the first request, and restarted after it ends.
// Each request is answered once, by the worker or when it ends. A worker whose database failed is
// ended here before it gets another request. It is a process of its own: a database that fails natively
// ends this process and not the program, it can be ended in the middle of its work, and its memory isn't
// the program's.

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

/** Resolves when the worker has ended, or is given up. */
const ended = async (worker: WorkerProcess): Promise<void> => {
  await within(closeTimeoutMs, new Promise<void>((resolve) => worker.on('exit', () => resolve())));
};

/** Of a worker that was ended because of one command: all others are as good as before. */
const endedForAnother = new ColumnsError('ended');

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
   * Sends a command to the worker and returns its answer; to the next one, if it is ended because of another
   * command.
   * @throws ColumnsError as reported by the worker; `ended` when it ended before answering, `cancelled`
   *   when `signal` was aborted.
   */
  async ask<K extends CommandKind>(
    command: Extract<Command, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<Answer<K>> {
    for (;;) {
      // Two databases must not have the same file open: the previous one must have closed it.
      while (this.#ending !== undefined) await this.#ending;
      if (signal?.aborted === true) throw new ColumnsError('cancelled');
      try {
        return await this.#send(this.#start(), command, signal);
      } catch (error) {
        if (error !== endedForAnother) throw error;
      }
    }
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

  /** Ends the worker; the next question starts another one. */
  restart(): Promise<void> {
    return this.#end(endedForAnother);
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
    if (code === 'fatal' || code === 'ended') void this.#end(endedForAnother);
  }

  /** Ends the worker at once: what it was writing is as complete as after a crash. */
  async #end(error: ColumnsError): Promise<void> {
    const worker = this.#worker;
    if (worker !== undefined) {
      this.#ending = ended(worker);
      this.#forget(error);
      worker.kill();
    }
    await this.#ending;
    this.#ending = undefined;
  }

  #forget(error: ColumnsError): void {
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
  }
}
