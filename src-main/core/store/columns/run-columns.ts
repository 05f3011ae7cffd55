/**
 * The columns of one run, seen from the main thread: filled from the log whenever it has more.
 * Rows are only ever read from the log, so nothing is held back for a worker that is busy, and
 * nothing is lost with one that ended.
 */
import { AttachmentKeeper, joinRows } from './attachment.ts';
import type { Attachment, RunSource } from './attachment.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { ColumnsState } from './protocol.ts';
import type { WorkerLink } from './worker-link.ts';

interface Waiter {
  rows: number;
  resolve: () => void;
  reject: (error: ColumnsError) => void;
}

export class RunColumns {
  readonly source: RunSource;
  readonly #link: WorkerLink;
  readonly #keeper: AttachmentKeeper;
  #filling: Promise<void> | undefined;
  /** Rows to fill in, as far as anybody asked. */
  #wanted = 0;
  #waiters: Waiter[] = [];
  #problem: ColumnsError | undefined;

  constructor(source: RunSource, link: WorkerLink) {
    this.source = source;
    this.#link = link;
    this.#keeper = new AttachmentKeeper(source, link, () => this.fill());
  }

  /** Rows that can be asked about now. */
  get rows(): number {
    return this.#keeper.current?.rows ?? 0;
  }

  get epoch(): number {
    return this.#keeper.epoch;
  }

  get filling(): boolean {
    return this.#filling !== undefined;
  }

  /** Why filling stopped; undefined while it goes on and when it is done. */
  get problem(): ColumnsError | undefined {
    return this.#problem;
  }

  get newer(): boolean {
    return this.#keeper.current?.newer ?? false;
  }

  /** Attaches the file if it is not, and goes on filling it. */
  async ready(): Promise<void> {
    await this.#keeper.attempt(() => Promise.resolve());
  }

  /** Does `work` with the file attached, and again after what broke was mended. */
  use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#keeper.attempt(work, signal);
  }

  /**
   * Resolves when `rows` rows can be asked about.
   * @throws ColumnsError when filling stopped before; `cancelled` by `signal` or when detached.
   */
  async reach(rows: number, signal?: AbortSignal): Promise<void> {
    await this.ready();
    if (this.rows >= rows) return;
    // Nothing is filled in any more, so nobody would ever call the one who waits.
    if (this.#keeper.detached) throw new ColumnsError('cancelled');
    this.fill();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { rows, resolve, reject };
      const cancel = (): void => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(new ColumnsError('cancelled'));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiters.push(waiter);
      if (signal?.aborted === true) cancel();
    });
  }

  /** Fills in the rows that the log has now, unless that is being done. */
  fill(): void {
    this.#wanted = this.source.rowCount;
    if (this.#filling !== undefined || this.#keeper.detached) return;
    this.#problem = undefined;
    this.#filling = this.#fillAll().then(
      () => this.#stopFilling(undefined),
      (error: unknown) => this.#stopFilling(asColumnsError(error)),
    );
  }

  get attached(): boolean {
    return this.#keeper.current !== undefined;
  }

  /** Lets go of the file until something is asked again, unless something is being asked or filled. */
  rest(): void {
    if (!this.filling) this.#keeper.rest();
  }

  /** The worker ended: what it had attached is gone. */
  lose(): void {
    this.#keeper.lose();
  }

  /** Stops everything and lets go of the file. */
  detach(): Promise<void> {
    return this.#keeper.detach(async () => {
      this.#rejectWaiters(new ColumnsError('cancelled'));
      // It ends with the batch that the worker has.
      await this.#filling;
    });
  }

  async #fillAll(): Promise<void> {
    while (await this.#keeper.attempt((attachment) => this.#fillOnce(attachment))) {
      // Rows that nobody told of wait until somebody does: a log that grows page by page would
      // otherwise be followed without a pause, in transactions of a few rows.
      if (this.rows >= this.#wanted) return;
    }
  }

  /** Fills in what the log has now; false when there was nothing. */
  async #fillOnce(attachment: Attachment): Promise<boolean> {
    const { source } = this;
    const first = attachment.next;
    const to = source.rowCount;
    if (first >= to) return false;
    let firstSeq = first;
    let busy: Promise<void> = Promise.resolve();
    for await (const rows of source.rowBytes(first, to)) {
      // The next batch is read while the worker has this one.
      await busy;
      if (this.#keeper.detached) throw new ColumnsError('cancelled');
      // It was attached anew, or took no more: what it has by now is where to go on.
      if (attachment.next !== firstSeq) return true;
      const command = {
        kind: 'fill',
        runId: source.id,
        firstSeq,
        json: joinRows(rows),
        last: firstSeq + rows.length >= to,
      } as const;
      firstSeq += rows.length;
      busy = this.#link.ask(command).then((state) => this.#advance(attachment, state));
      // Waited for with the next batch: until then nobody would hear of an error.
      busy.catch(() => undefined);
    }
    await busy;
    if (attachment.next === first) throw new ColumnsError('failed', 'The log gave no rows');
    return true;
  }

  #advance(attachment: Attachment, { rows, next, epoch }: ColumnsState): void {
    attachment.rows = rows;
    attachment.next = next;
    attachment.epoch = epoch;
    this.#resolveWaiters();
  }

  #stopFilling(problem: ColumnsError | undefined): void {
    this.#filling = undefined;
    this.#resolveWaiters();
    if (this.#keeper.detached) {
      this.#rejectWaiters(new ColumnsError('cancelled'));
      return;
    }
    this.#problem = problem;
    if (problem !== undefined) this.#rejectWaiters(problem);
    // Told of at the last moment.
    else if (this.rows < this.#wanted) this.fill();
  }

  #resolveWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ rows }) => rows > this.rows);
    for (const { rows, resolve } of waiters) if (rows <= this.rows) resolve();
  }

  #rejectWaiters(problem: ColumnsError): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(problem);
  }
}
