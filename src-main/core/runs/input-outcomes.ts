/** What became of each input of a list: its status, calls, pages and rows, as the log has them. */
import type { InputStatus, RunList } from '#shared/contract/list.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { InputRecord, PageRecord } from '../store/log-contents.ts';
import type { RunInputs } from '../store/run-inputs.ts';
import type { StoredRun } from '../store/stored-run.ts';

const statuses = inputStatusSchema.options;

export class InputOutcomes {
  readonly inputs: RunInputs;
  readonly #stored: StoredRun;
  readonly #statuses: Uint8Array;
  readonly #calls: Uint32Array;
  /** The latest record of each finished input; a pack's is under its first input. */
  readonly #records = new Map<number, InputRecord>();
  /** All pages, by the first input of a pack; null: those of the log as it grows. */
  readonly #pages: ReadonlyMap<number, readonly PageRecord[]> | null;
  /** Number of inputs with each status. */
  readonly counts: RunList['statuses'];
  /** Number of records of finished inputs so far. */
  taken = 0;

  /** All inputs wait until `take` is called. */
  constructor(
    stored: StoredRun,
    inputs: RunInputs,
    pages: ReadonlyMap<number, readonly PageRecord[]> | null = null,
  ) {
    const { count } = inputs.list;
    this.#stored = stored;
    this.inputs = inputs;
    this.#statuses = new Uint8Array(count);
    this.#calls = new Uint32Array(count);
    this.#pages = pages;
    const none = Object.fromEntries(statuses.map((status) => [status, 0]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every status is an option
    this.counts = { ...(none as RunList['statuses']), waiting: count };
  }

  /** Returns a copy that stays as it is while the list goes on. */
  frozen(): InputOutcomes {
    const { count, perCall } = this.inputs.list;
    const pages = new Map<number, readonly PageRecord[]>();
    for (let n = 0; n < count; n += perCall) {
      const own = this.#allPagesOf(n);
      if (own.length > 0) pages.set(n, own.slice());
    }
    const copy = new InputOutcomes(this.#stored, this.inputs, pages);
    copy.#statuses.set(this.#statuses);
    copy.#calls.set(this.#calls);
    for (const [n, record] of this.#records) copy.#records.set(n, record);
    Object.assign(copy.counts, this.counts);
    copy.taken = this.taken;
    return copy;
  }

  /** Takes over how an input ended, or a pack. */
  take(record: InputRecord): void {
    this.#records.set(record.input, record);
    this.taken += 1;
    const left = new Set(record.missing);
    for (let n = record.input; n < record.input + this.inputs.list.perCall; n++) {
      if (n >= this.#statuses.length) return;
      this.#calls[n] = (this.#calls[n] ?? 0) + record.calls;
      this.#set(n, left.has(n) ? 'notFound' : record.reason);
    }
  }

  #set(n: number, status: InputStatus): void {
    this.counts[this.statusOf(n)] -= 1;
    this.counts[status] += 1;
    this.#statuses[n] = statuses.indexOf(status);
  }

  /** Changes whenever a line of the inputs' table does. */
  get revision(): number {
    return this.#stored.pages.length + this.taken;
  }

  statusOf(n: number): InputStatus {
    return statuses[this.#statuses[n] ?? 0] ?? 'waiting';
  }

  /** Returns the number of requests sent for an input and those packed with it. */
  callsOf(n: number): number {
    return this.#calls[n] ?? 0;
  }

  /** Returns the pages of an input since it was last asked from its beginning. */
  lastTryOf(n: number): readonly PageRecord[] {
    return triesOf(this.#allPagesOf(n)).at(-1) ?? [];
  }

  /** Returns the pages of the time that it was asked the furthest. */
  pagesOf(n: number): readonly PageRecord[] {
    return triesOf(this.#allPagesOf(n)).reduce((most, pages) => {
      return pages.length >= most.length ? pages : most;
    }, []);
  }

  #allPagesOf(n: number): readonly PageRecord[] {
    const first = n - (n % this.inputs.list.perCall);
    return this.#pages === null ? this.#stored.pagesOfInput(first) : (this.#pages.get(first) ?? []);
  }

  rowsOf(n: number): number {
    if (this.inputs.list.perCall > 1) return this.statusOf(n) === 'done' ? 1 : 0;
    return this.pagesOf(n).reduce((sum, page) => sum + page.rows, 0);
  }

  /** Returns why an input isn't done; null if it is, or nothing is known. */
  whyOf(n: number): string | null {
    const record = this.#records.get(n - (n % this.inputs.list.perCall));
    const status = this.statusOf(n);
    if (record === undefined || status === 'done' || status === 'waiting') return null;
    return record.why;
  }
}

/** Returns the pages of each time that an input was asked from its beginning. */
function triesOf(pages: readonly PageRecord[]): PageRecord[][] {
  const tries: PageRecord[][] = [];
  for (const page of pages) {
    if (page.inputPage <= 1 || tries.length === 0) tries.push([]);
    tries.at(-1)?.push(page);
  }
  return tries;
}
