/**
 * The line between a run and the worker that has its columns: attached when first needed, checked
 * against the log, and made again after something broke.
 */
import { join } from 'node:path';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { ColumnsState } from './protocol.ts';
import type { WorkerLink } from './worker-link.ts';

/** Rows of the file that are compared with the log's when it is opened. */
const tailRows = 10;
/** A file that breaks again and again is not built a fourth time in one session. */
const maxRebuilds = 3;
const maxAttempts = 4;

export interface Attachment extends ColumnsState {
  /** Tells this attachment from those before and after. */
  id: number;
  /** A newer version's file is in the folder: it is left alone, and ours is in memory. */
  newer: boolean;
}

export class AttachmentKeeper {
  readonly #source: RunSource;
  readonly #link: WorkerLink;
  readonly #onAttached: () => void;
  #current: Attachment | undefined;
  #attaching: Promise<Attachment> | undefined;
  #attachments = 0;
  #rebuilds = 0;
  #fresh = false;
  #epoch = 0;
  #detached = false;
  #users = 0;
  /** The worker lets go of the file. */
  #resting: Promise<unknown> | undefined;

  constructor(source: RunSource, link: WorkerLink, onAttached: () => void) {
    this.#source = source;
    this.#link = link;
    this.#onAttached = onAttached;
  }

  get current(): Attachment | undefined {
    return this.#current;
  }

  get epoch(): number {
    return this.#current?.epoch ?? this.#epoch;
  }

  get detached(): boolean {
    return this.#detached;
  }

  /**
   * Does `work` with the file attached, and again after what broke was mended.
   * @throws ColumnsError, `cancelled` once the run is detached.
   */
  async attempt<T>(work: (attachment: Attachment) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#users += 1;
    try {
      for (let attempt = 1; ; attempt++) {
        const attachment = await this.#attach();
        try {
          return await work(attachment);
        } catch (error) {
          const known = asColumnsError(error);
          const mended = signal?.aborted !== true && this.#mend(known, attachment.id);
          if (!mended || attempt === maxAttempts) throw known;
        }
      }
    } finally {
      this.#users -= 1;
    }
  }

  /** Lets go of the file until it is used again, unless it is in use. */
  rest(): void {
    if (this.#users > 0 || this.#current === undefined || this.#detached) return;
    this.lose();
    const command = { kind: 'detach', runId: this.#source.id } as const;
    this.#resting = this.#link.ask(command).catch(() => undefined);
  }

  /** The worker has forgotten the run. */
  lose(): void {
    this.#countEpoch();
    this.#current = undefined;
  }

  /** Lets go of the file, after `settle`: what is under way ends first. */
  async detach(settle: () => Promise<void>): Promise<void> {
    this.#detached = true;
    await this.#attaching?.catch(() => undefined);
    const attached = this.#current !== undefined;
    this.#current = undefined;
    await settle();
    await this.#resting;
    if (!attached) return;
    try {
      await this.#link.ask({ kind: 'detach', runId: this.#source.id });
    } catch (error) {
      const { code } = asColumnsError(error);
      if (code !== 'ended' && code !== 'closed') throw error;
    }
  }

  /** Whether trying again makes sense. */
  #mend({ code }: ColumnsError, id: number): boolean {
    if (this.#detached) return false;
    // Somebody else saw it too, and it is being mended.
    const outdated = this.#current?.id !== id;
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
        // The database may refuse the file from now on: it is opened again when there is space.
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
    if (this.#current !== undefined) return this.#current;
    this.#attaching ??= this.#attachNow().finally(() => {
      this.#attaching = undefined;
    });
    return this.#attaching;
  }

  async #attachNow(): Promise<Attachment> {
    if (this.#resting !== undefined) await this.#resting;
    for (let attempt = 1; ; attempt++) {
      try {
        const attachment = await this.#openFile();
        this.#current = attachment;
        this.#fresh = false;
        this.#epoch = attachment.epoch;
        this.#onAttached();
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
    const { id: runId, logId, rowCount, folder, readOnly } = this.#source;
    this.#attachments++;
    this.#countEpoch();
    const place = { path: join(folder, 'derived', 'columns.duckdb'), mode: 'usual' } as const;
    const command = { kind: 'attach', runId, logId, rowCount, epoch: this.#epoch } as const;
    const usual = readOnly ? ({ ...place, mode: 'readOnly' } as const) : place;
    // Where nothing can be written, a wrong file can't be replaced.
    const anew = readOnly
      ? { path: null, mode: 'fresh' as const }
      : { ...place, mode: 'fresh' as const };
    const { rows, next, epoch, newer } = await this.#link.ask({
      ...command,
      ...(fresh ? anew : usual),
    });
    return { id: this.#attachments, rows, next, epoch, newer };
  }

  async #matchesLog(rows: number): Promise<boolean> {
    const last: (Uint8Array | undefined)[] = [];
    for await (const batch of this.#source.rowBytes(Math.max(0, rows - tailRows), rows)) {
      last.push(...batch);
    }
    try {
      const command = { kind: 'verify', runId: this.#source.id, tail: joinRows(last) } as const;
      return (await this.#link.ask(command)).matches;
    } catch (error) {
      if (asColumnsError(error).code === 'ended') throw error;
      return false;
    }
  }

  /** A file that is opened again may have been built again: orders made before don't count. */
  #countEpoch(): void {
    this.#epoch = this.epoch + 1;
  }
}

export interface RunSource {
  readonly id: string;
  /** Which log this is: columns of another one are not these. */
  readonly logId: string;
  /** The run's folder. */
  readonly folder: string;
  /** Nothing may be written there. */
  readonly readOnly: boolean;
  /** Rows of the log; grows while pages arrive. */
  readonly rowCount: number;
  /**
   * The bytes of rows `from` to before `to`, in order, in batches of about a megabyte; undefined
   * for rows that can't be read. They hold no line feed.
   */
  rowBytes(from: number, to: number): AsyncIterable<readonly (Uint8Array | undefined)[]>;
}

const lineFeed = 0x0a;
const unreadable = Buffer.from('null');

/** Rows as JSON, a line each, in memory of their own, so that it can be handed over. */
export function joinRows(rows: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
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
