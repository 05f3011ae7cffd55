/**
 * The columns of one run, seen from main: attached to the worker on first use, checked against
 * the log, filled from it whenever it has more rows, and rebuilt after errors. Rows are only ever read
 * from the log, so none queue up for a busy worker, and none are lost with one that ended.
 */
import { join } from 'node:path';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { ColumnsState } from './protocol.ts';
import type { WorkerLink } from './worker-link.ts';

/** The column store's view of a run: its rows, and the folder of derived files. */
export interface RunSource {
  readonly id: string;
  /** Identifies the log: columns of another one are invalid. */
  readonly logId: string;
  /** The run's folder. */
  readonly folder: string;
  /** Nothing may be written in the folder. */
  readonly readOnly: boolean;
  /** Rows of the log; grows while pages arrive. */
  readonly rowCount: number;
  /**
   * Yields the bytes of rows `from` to before `to`, in order, in batches of about a megabyte; undefined
   * for unreadable rows. They contain no line feed.
   */
  rowBytes(from: number, to: number): AsyncIterable<readonly (Uint8Array | undefined)[]>;
}

/** Rows at the end of the file that are compared with the log when it is opened. */
const tailRows = 10;
/** A file that repeatedly fails is not rebuilt a fourth time in one session. */
const maxRebuilds = 3;
const maxAttempts = 4;

interface Attachment extends ColumnsState {
  /** Distinguishes this attachment from earlier and later ones. */
  id: number;
  /** A newer version's file is in the folder: it is left alone, and ours is in memory. */
  newer: boolean;
}

interface Waiter {
  rows: number;
  resolve: () => void;
  reject: (error: ColumnsError) => void;
}

export class RunColumns {
  readonly source: RunSource;
  readonly #link: WorkerLink;
  #attachment: Attachment | undefined;
  #attaching: Promise<Attachment> | undefined;
  #attachments = 0;
  #rebuilds = 0;
  #fresh = false;
  #epoch = 0;
  #detached = false;
  #users = 0;
  /** Set while the worker is closing the file. */
  #releasing: Promise<unknown> | undefined;
  #filling: Promise<void> | undefined;
  /** The number of rows to fill in, as requested so far. */
  #wanted = 0;
  #waiters: Waiter[] = [];
  #problem: ColumnsError | undefined;

  constructor(source: RunSource, link: WorkerLink) {
    this.source = source;
    this.#link = link;
  }

  /** Rows that can be queried now. */
  get rows(): number {
    return this.#attachment?.rows ?? 0;
  }

  get epoch(): number {
    return this.#attachment?.epoch ?? this.#epoch;
  }

  get attached(): boolean {
    return this.#attachment !== undefined;
  }

  get newer(): boolean {
    return this.#attachment?.newer ?? false;
  }

  get filling(): boolean {
    return this.#filling !== undefined;
  }

  /** Why filling stopped; undefined while it continues and when it is complete. */
  get problem(): ColumnsError | undefined {
    return this.#problem;
  }

  /**
   * Runs `work` with the file attached, and repeats it after recovering from an error.
   * @throws ColumnsError, `cancelled` once the run is detached.
   */
  async use<T>(work: (attachment: Attachment) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#users += 1;
    try {
      for (let attempt = 1; ; attempt++) {
        const attachment = await this.#attach();
        try {
          const answer = await work(attachment);
          // Nobody may ask further about a run that is being moved: that would attach it again.
          if (this.#detached) throw new ColumnsError('cancelled');
          return answer;
        } catch (error) {
          const known = asColumnsError(error);
          const recovered = signal?.aborted !== true && this.#recover(known, attachment.id);
          if (!recovered || attempt === maxAttempts) throw known;
        }
      }
    } finally {
      this.#users -= 1;
    }
  }

  /** Attaches the file if necessary, and continues filling it. */
  async ready(): Promise<void> {
    await this.use(() => Promise.resolve());
  }

  /**
   * Resolves when `rows` rows can be queried.
   * @throws ColumnsError when filling stopped before; `cancelled` by `signal` or when detached.
   */
  async reach(rows: number, signal?: AbortSignal): Promise<void> {
    await this.ready();
    if (this.rows >= rows) return;
    // Nothing more is filled in, so a waiter would wait forever.
    if (this.#detached) throw new ColumnsError('cancelled');
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

  /** Starts filling in the rows that the log has now, unless already filling. */
  fill(): void {
    this.#wanted = this.source.rowCount;
    if (this.filling || this.#detached) return;
    this.#problem = undefined;
    this.#filling = this.#fillAll().then(
      () => this.#stopFilling(undefined),
      (error: unknown) => this.#stopFilling(asColumnsError(error)),
    );
  }

  /** Closes the file until it is used again, unless it is in use. */
  release(): void {
    if (this.filling || this.#users > 0 || !this.attached || this.#detached) return;
    this.lose();
    this.#releasing = this.#detachFile().catch(() => undefined);
  }

  /** Marks the file as no longer attached. */
  lose(): void {
    this.#countEpoch();
    this.#attachment = undefined;
  }

  /** Cancels everything and closes the file. */
  async detach(): Promise<void> {
    this.#detached = true;
    await this.#attaching?.catch(() => undefined);
    const wasAttached = this.attached;
    this.#attachment = undefined;
    this.#rejectWaiters(new ColumnsError('cancelled'));
    // Filling ends with the worker's current batch.
    await this.#filling;
    await this.#releasing;
    if (!wasAttached) return;
    await this.#detachFile().catch((error: unknown) => {
      const { code } = asColumnsError(error);
      if (code !== 'ended' && code !== 'closed') throw error;
    });
  }

  #detachFile(): Promise<unknown> {
    return this.#link.ask({ kind: 'detach', runId: this.source.id });
  }

  /** Prepares recovery from an error; returns whether a retry makes sense. */
  #recover({ code }: ColumnsError, id: number): boolean {
    if (this.#detached) return false;
    // Another question met the same problem and has handled it.
    const outdated = this.#attachment?.id !== id;
    switch (code) {
      case 'ended':
      case 'unknown_run':
        if (!outdated) this.lose();
        return true;
      case 'damaged':
        if (outdated) return true;
        break;
      case 'fatal':
        break;
      case 'storage_full':
        // The database may refuse the file from now on: it is reopened when there is space.
        if (!outdated) this.lose();
        return false;
      default:
        return code === 'cancelled' && outdated;
    }
    if (this.#rebuilds === maxRebuilds) return false;
    this.#rebuilds++;
    this.#fresh = true;
    this.lose();
    return true;
  }

  async #attach(): Promise<Attachment> {
    if (this.#detached) throw new ColumnsError('cancelled');
    if (this.#attachment !== undefined) return this.#attachment;
    this.#attaching ??= this.#attachNow().finally(() => {
      this.#attaching = undefined;
    });
    return this.#attaching;
  }

  async #attachNow(): Promise<Attachment> {
    if (this.#releasing !== undefined) await this.#releasing;
    for (let attempt = 1; ; attempt++) {
      try {
        const attachment = await this.#openFile();
        this.#attachment = attachment;
        this.#fresh = false;
        this.#epoch = attachment.epoch;
        // After a problem, only a question that needs more rows tries again: the rows that are there can
        // be queried as long as nobody does.
        if (this.#problem === undefined) this.fill();
        return attachment;
      } catch (error) {
        const known = asColumnsError(error);
        if (known.code === 'fatal' || known.code === 'damaged') this.#fresh = true;
        else if (known.code !== 'ended') throw known;
        if (attempt === maxAttempts) throw known;
      }
    }
  }

  async #openFile(): Promise<Attachment> {
    const attachment = await this.#ask(this.#fresh);
    if (attachment.rows === 0 || (await this.#matchesLog(attachment.rows))) return attachment;
    return this.#ask(true);
  }

  async #ask(fresh: boolean): Promise<Attachment> {
    const { id: runId, logId, rowCount, folder, readOnly } = this.source;
    this.#attachments++;
    this.#countEpoch();
    const answer = await this.#link.ask({
      kind: 'attach',
      runId,
      logId,
      rowCount,
      epoch: this.#epoch,
      // If nothing can be written, a wrong file can't be replaced.
      path: fresh && readOnly ? null : join(folder, 'derived', 'columns.duckdb'),
      mode: fresh ? 'fresh' : readOnly ? 'readOnly' : 'update',
    });
    return { id: this.#attachments, ...answer };
  }

  async #matchesLog(rows: number): Promise<boolean> {
    const last: (Uint8Array | undefined)[] = [];
    for await (const batch of this.source.rowBytes(Math.max(0, rows - tailRows), rows)) {
      last.push(...batch);
    }
    try {
      const command = { kind: 'verify', runId: this.source.id, tail: joinRows(last) } as const;
      return (await this.#link.ask(command)).matches;
    } catch (error) {
      if (asColumnsError(error).code === 'ended') throw error;
      return false;
    }
  }

  /** Starts a new epoch: a reopened file may have been rebuilt, which invalidates earlier orders. */
  #countEpoch(): void {
    this.#epoch = this.epoch + 1;
  }

  async #fillAll(): Promise<void> {
    while (await this.use((attachment) => this.#fillOnce(attachment))) {
      // Further rows wait until they are requested: otherwise a log that grows page by page would be
      // followed continuously, in transactions of a few rows.
      if (this.rows >= this.#wanted) return;
    }
  }

  /** Fills in the rows that the log has now; returns false when there were none. */
  async #fillOnce(attachment: Attachment): Promise<boolean> {
    const { source } = this;
    const first = attachment.next;
    const to = source.rowCount;
    if (first >= to) return false;
    let firstSeq = first;
    let busy: Promise<void> = Promise.resolve();
    for await (const rows of source.rowBytes(first, to)) {
      // The next batch is read while the worker processes this one.
      await busy;
      if (this.#detached) throw new ColumnsError('cancelled');
      // The file was attached again, or the worker accepted no more: `next` is where to continue.
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
      // Awaited with the next batch: until then an error must not count as unhandled.
      busy.catch(() => undefined);
    }
    await busy;
    if (attachment.next === first) throw new ColumnsError('failed', 'The log gave no rows');
    return true;
  }

  #advance(attachment: Attachment, state: ColumnsState): void {
    Object.assign(attachment, state);
    this.#resolveWaiters();
  }

  #stopFilling(problem: ColumnsError | undefined): void {
    this.#filling = undefined;
    this.#resolveWaiters();
    if (this.#detached) {
      this.#rejectWaiters(new ColumnsError('cancelled'));
      return;
    }
    this.#problem = problem;
    if (problem !== undefined) this.#rejectWaiters(problem);
    // More rows were requested at the last moment.
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

/** Rows as JSON, one per line. */
function joinRows(rows: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
  const parts = rows.map((row) => row ?? unreadable);
  const lines = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0));
  let at = 0;
  for (const part of parts) {
    lines.set(part, at);
    at += part.length;
    lines[at] = lineFeed;
    at++;
  }
  return lines;
}

const lineFeed = 0x0a;
const unreadable = Buffer.from('null');
