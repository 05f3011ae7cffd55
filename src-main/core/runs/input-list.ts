/**
 * The walk through the list of a run: which input is current, which is next, and what an answer means
 * for it. The log holds everything about the past; cursors of inputs that have more pages are only here.
 */
import { isDoubtful } from '#shared/catalogue/types.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { InputStatus, NextInputs, RunList } from '#shared/contract/list.ts';
import type { Problem, ProblemCode } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { Continuation } from '#shared/query/request.ts';
import { withCells } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import type { JsonObject } from '../json/index.ts';
import type { FailInput } from '../store/answer-record.ts';
import { answeredAt } from '../store/log-contents.ts';
import type { InputRecord, PageRecord } from '../store/log-contents.ts';
import type { InputReason, ListInput } from '../store/record.ts';
import type { RunInputs } from '../store/run-inputs.ts';
import type { StoredRun } from '../store/stored-run.ts';

/** The cursor of an input's next page. */
export type InputCursor = { kind: 'first' } | Extract<Continuation, { kind: 'cursor' }>;

/** The inputs that each way of continuing asks. */
const targets: Record<NextInputs, InputStatus> = {
  waiting: 'waiting',
  failed: 'failed',
  more: 'partly',
};

/** Number of consecutive failures, or inputs in doubt, after which the person is asked. */
const mostFailures = 5;

/** Those of a page; `unread` if it is too large for that. */
type Items = readonly JsonObject[] | 'unread';

/** How an answer ends the current input, and those packed with it. */
interface InputEnd extends Pick<InputRecord, 'reason' | 'why' | 'missing'> {
  /** It may be about the question instead. */
  isInDoubt: boolean;
}

/** What an answer means for the current input of a list. */
export interface InputStep {
  /** Null: its next page follows, or it is asked again when the list continues. */
  ends: InputRecord | null;
  isInDoubt: boolean;
  /** Where it continues if it is asked again; null: at its beginning; undefined: where it did. */
  cursor: InputCursor | null | undefined;
  /** Inputs of the pack that have been answered by now. */
  seen: ReadonlySet<number>;
}

export class InputList {
  readonly inputs: RunInputs;
  readonly #stored: StoredRun;
  readonly #isPathInDoubt: boolean;
  readonly outcomes: InputOutcomes;
  /** Cursors of inputs that have more pages. */
  readonly #cursors = new Map<number, InputCursor>();
  #asked: NextInputs = 'waiting';
  /** Where the search for the next input begins. */
  #from = 0;
  /** Number of inputs that may begin before the person is asked, in whole packs; null: all. */
  #left: number | null = null;
  #stepEnd: number | null = null;
  /** The limit of calls of those who joined the work that asks them. */
  #joinedMost = Number.POSITIVE_INFINITY;
  #failuresInARow = 0;
  /** Whether the answer that finishes the current input may be about the question instead. */
  #isInDoubt = false;
  #before = 0;
  #until: number | null = null;
  /** Number of pages after which the current input is finished. */
  #enough = 0;
  /** Answered inputs of the latest pack. */
  #seen: ReadonlySet<number> = new Set();
  /** The current input, or the first of its pack. */
  current: number | null = null;
  /** The failure that ended it, if the disk refused that: nothing is asked before it is recorded. */
  unrecorded: (FailInput & { ends: InputRecord }) | null = null;
  /** Calls of the run so far, and when the current input began. */
  readonly #calls: () => number;
  #callsBefore = 0;
  maxCalls: number;

  private constructor(
    stored: StoredRun,
    inputs: RunInputs,
    maxCalls: number,
    { pathEvidence }: Pick<Endpoint, 'pathEvidence'>,
    calls: () => number,
  ) {
    this.#calls = calls;
    this.#stored = stored;
    this.#isPathInDoubt = isDoubtful(pathEvidence);
    this.inputs = inputs;
    this.maxCalls = maxCalls;
    this.outcomes = new InputOutcomes(stored, inputs);
  }

  /** Reads the list from the log; null for a run without a list. `calls`: of the run so far. */
  static of(
    stored: StoredRun,
    maxCalls: number,
    endpoint: Pick<Endpoint, 'pathEvidence'>,
    calls: () => number,
  ): InputList | null {
    if (stored.inputs === undefined) return null;
    return new InputList(stored, stored.inputs, maxCalls, endpoint, calls);
  }

  get perCall(): number {
    return this.inputs.list.perCall;
  }

  /** Whether there are inputs to ask in this way, by default as asked last. */
  has(inputs: NextInputs = this.#asked): boolean {
    return !this.inputs.isLost && this.outcomes.counts[targets[inputs]] > 0;
  }

  /**
   * Sets which inputs are asked from now on, how many of them, and at which number of the run's calls
   * the step ends.
   */
  ask(inputs: NextInputs, first: number | null, stepEnd: number | null): void {
    // An input that was stopped between two pages continues. If other inputs are asked now, the search
    // for the next one restarts from the beginning, because some of them may be before it.
    if (this.current === null || inputs !== this.#asked) this.#from = 0;
    this.#asked = inputs;
    this.#left = first;
    this.#stepEnd = stepEnd;
    this.#joinedMost = Number.POSITIVE_INFINITY;
    this.#failuresInARow = 0;
    const { count } = this.inputs.list;
    this.#before = count - this.outcomes.counts.waiting;
    const begun = this.#before + this.#pack().length;
    const added = inputs === 'waiting' ? first && inSteps(first, this.perCall) : 0;
    this.#until = added === null ? null : Math.min(begun + added, count);
  }

  /** Lowers the limit of calls until the list is asked again. */
  limitCalls(most: number): void {
    this.#joinedMost = Math.min(this.#joinedMost, most);
  }

  /** Returns the number of the run's calls at which it stops. */
  get lastCall(): number {
    return Math.min(this.maxCalls, this.#stepEnd ?? this.maxCalls, this.#joinedMost);
  }

  /** Returns the query of the current input. */
  query(query: Query): Query {
    if (this.current === null) return query;
    const { keys, perCall } = this.inputs.list;
    return queryOfPack(query, keys, this.inputs.all.slice(this.current, this.current + perCall));
  }

  /** Returns what is recorded with a page or failure of the current input. */
  recordOf(cursor: { kind: string } | null): { number: number; page: number } | undefined {
    if (this.current === null) return undefined;
    const before = cursor?.kind === 'first' ? 0 : this.outcomes.lastTryOf(this.current).length;
    return { number: this.current, page: before + 1 };
  }

  /**
   * Begins the next input.
   * @returns the cursor of its first page; `enough` when the person is to be asked first; null when
   *   there is no input to begin.
   */
  begin(): { cursor: InputCursor } | 'enough' | null {
    const next = this.#next();
    if (next === null) return null;
    if (this.#left === 0) return 'enough';
    if (this.#left !== null) this.#left = Math.max(0, this.#left - this.perCall);
    this.current = next - (next % this.perCall);
    this.#from = this.current + this.perCall;
    this.#callsBefore = this.#calls();
    this.#isInDoubt = false;
    this.#seen = new Set();
    this.#enough = this.#goalOf(this.current);
    return { cursor: this.#cursors.get(this.current) ?? { kind: 'first' } };
  }

  /** Returns the number of pages at which an input is finished: never fewer than it has. */
  #goalOf(input: number, asked = this.#asked): number {
    const { perInput } = this.inputs.list;
    const { length } = this.outcomes.pagesOf(input);
    if (asked === 'more') return length + perInput;
    // One that failed later is asked for the pages that it was to have then.
    const isContinued = this.#cursors.has(input);
    return isContinued ? inSteps(length + 1, perInput) : Math.max(length, perInput);
  }

  /** Returns the next input that is asked in this way; null when there is none. */
  #next(): number | null {
    const wanted = targets[this.#asked];
    const { count } = this.inputs.list;
    while (this.#from < count && this.outcomes.statusOf(this.#from) !== wanted) this.#from++;
    return this.#from < count ? this.#from : null;
  }

  /** Returns where inputs continue: the current one at `cursor`. */
  cursorsWith(cursor: { kind: string } | null): ReadonlyMap<number, InputCursor> {
    const cursors = new Map(this.#cursors);
    if (this.current !== null && isOfPage(cursor)) cursors.set(this.current, cursor);
    return cursors;
  }

  /** Takes over where inputs continue, from before the run was let go. */
  continueAt(cursors: ReadonlyMap<number, InputCursor>): void {
    for (const [input, cursor] of cursors) this.#cursors.set(input, cursor);
  }

  /**
   * Returns what an answer means for the current input; null when there is none. Changes nothing.
   * @param state of the run after it.
   * @param asked the cursor that it was asked with; `next`: that of the next page.
   * @param answered the items of the page that it is; null for a failure.
   */
  stepAfter(
    state: RunState,
    asked: { kind: string } | null,
    next: { kind: string } | null,
    answered: Items | null,
  ): InputStep | null {
    const { current: input } = this;
    if (input === null) return null;
    const items = answered ?? [];
    const seen = this.#seenWith(items);
    const pages = answered === null ? 0 : (this.recordOf(asked)?.page ?? 0);
    const end = this.#endAfter(state, pages, items, seen);
    const calls = this.#calls() - this.#callsBefore;
    return {
      ends: end && { input, calls, reason: end.reason, why: end.why, missing: end.missing },
      isInDoubt: end?.isInDoubt ?? false,
      cursor: this.#cursorAfter(state, answered === null ? asked : next, end),
      seen,
    };
  }

  /** Returns which inputs of the pack were answered by now. */
  #seenWith(items: Items): ReadonlySet<number> {
    const { current: input } = this;
    if (this.perCall === 1 || input === null) return this.#seen;
    if (items === 'unread') return new Set(this.#pack());
    const numbers = items.map((item) => this.inputs.numberOf({ input }, item));
    return new Set([...this.#seen, ...numbers.filter((number) => number !== null)]);
  }

  #cursorAfter(
    state: RunState,
    cursor: { kind: string } | null,
    end: InputEnd | null,
  ): InputStep['cursor'] {
    if (state.kind === 'cursorRefused') return null;
    const isKept = state.kind === 'failed' || (state.kind === 'more' && end !== null);
    return isKept && isOfPage(cursor) ? cursor : undefined;
  }

  /** @param pages of this try, with the one that was just answered. */
  #endAfter(
    state: RunState,
    pages: number,
    items: Items,
    seen: ReadonlySet<number>,
  ): InputEnd | null {
    switch (state.kind) {
      case 'more':
        return pages < this.#enough ? null : ended('partly');
      case 'noMore': {
        const before = this.#stored.contents.pagesOfInput.get(this.current ?? 0) ?? [];
        const hasUnread = items === 'unread' || before.some(({ file }) => file !== null);
        const hasRows = hasUnread || items.length > 0 || before.some(({ rows }) => rows > 0);
        const missing = this.perCall === 1 ? [] : this.#pack().filter((n) => !seen.has(n));
        return ended(hasRows ? 'done' : 'nothing', null, missing);
      }
      case 'notAll':
        return ended('cutOff', 'The service has more, but didn’t say how to get it.');
      case 'cursorRepeated':
        return ended('cutOff', 'The service sent the same cursor twice.');
      case 'cursorRefused':
      case 'failed':
        return this.#endAfterProblem(state.problem);
      default:
        return null;
    }
  }

  #endAfterProblem({ code, title, details, remedies }: Problem): InputEnd | null {
    const status = details?.status ?? null;
    // A page proves that the service accepts the question; all that differs then is the input.
    const isProven = this.#stored.pages.length > 0;
    if (code === 'not_found') {
      // Nothing was asked for that could be missing: the address is wrong, for every input.
      if (!remedies.some(({ kind }) => kind === 'changeParameter')) {
        return isProven ? ended('failed', title) : null;
      }
      // Account is offered where the answer may not be the service's own.
      const isForeign = remedies.some(({ kind }) => kind === 'openAccount');
      const isInDoubt = !isProven && (isForeign || this.#isPathInDoubt);
      return { ...ended('notFound', title, this.#pack()), isInDoubt };
    }
    if (code === 'invalid_request') {
      const named = remedies.find((remedy) => remedy.kind === 'changeParameter')?.key ?? null;
      // The same is sent for every input.
      const isOfAll = named !== null && !this.inputs.list.keys.includes(named);
      if (!isProven && isOfAll) return null;
      return { ...ended('refused', title), isInDoubt: !isProven && named === null };
    }
    const isOfInput =
      ofOneInput.has(code) ||
      // On the very first answer, the key may not be allowed to ask this at all.
      (code === 'forbidden' && (this.outcomes.taken > 0 || isProven)) ||
      (code === 'internal' && status !== null);
    return isOfInput ? ended('failed', title) : null;
  }

  /** Takes over what an answer means for the current input: a page's when it is on disk. */
  take({ isInDoubt, cursor, seen }: InputStep): void {
    this.#isInDoubt = isInDoubt;
    this.#seen = seen;
    if (this.current === null || cursor === undefined) return;
    if (cursor === null) this.#cursors.delete(this.current);
    else this.#cursors.set(this.current, cursor);
  }

  /** Called when the input's end is on disk, so that the next one may begin. */
  finish({ reason, input }: InputRecord): void {
    this.unrecorded = null;
    this.outcomes.takeEnds();
    if (reason !== 'partly' && reason !== 'failed') this.#cursors.delete(input);
    const counts = reason === 'failed' || this.#isInDoubt;
    this.#failuresInARow = counts ? this.#failuresInARow + 1 : 0;
    this.current = null;
  }

  /** Returns, once, whether so many inputs failed in a row that the person should check first. */
  takeTooManyFailures(): boolean {
    if (this.#failuresInARow < mostFailures || this.#next() === null) return false;
    this.#failuresInARow = 0;
    return true;
  }

  /** Returns the list as the window sees it. */
  toRunList(): RunList {
    const { identity: _identity, ...list } = this.inputs.list;
    return {
      ...list,
      maxCalls: Math.min(this.maxCalls, this.#joinedMost),
      statuses: { ...this.outcomes.counts },
      changes: this.outcomes.revision,
      before: this.#before,
      until: this.#until,
      current: this.current === null ? null : this.inputs.text(this.current),
      failedCalls: this.#callsOf('failed'),
      moreCalls: this.#callsOf('more'),
      isLost: this.inputs.isLost,
      trouble: this.outcomes.trouble(),
    };
  }

  /** Counts the calls of asking inputs again. One whose cursor is lost starts over with its pages. */
  #callsOf(asked: 'failed' | 'more'): number {
    let calls = 0;
    for (let n = 0; n < this.inputs.list.count; n++) {
      if (this.outcomes.statusOf(n) !== targets[asked]) continue;
      const first = n - (n % this.perCall);
      const { length } = this.#cursors.has(first) ? this.outcomes.lastTryOf(first) : [];
      calls += this.#goalOf(first, asked) - length;
      n = first + this.perCall - 1;
    }
    return calls;
  }

  /** Returns the inputs of the current pack. */
  #pack(): number[] {
    if (this.current === null) return [];
    const end = Math.min(this.current + this.perCall, this.inputs.list.count);
    return Array.from({ length: end - this.current }, (_, at) => at + (this.current ?? 0));
  }
}

/** Ends of an input that may need explaining, those that most need it first. */
const troubles = ['failed', 'refused', 'cutOff', 'notFound'] as const;

/** Problems after which the next input may be answered. */
const ofOneInput: ReadonlySet<ProblemCode> = new Set([
  'service_error',
  'timeout',
  'connection',
  'unknown_host',
  'untrusted',
  'proxy',
  'not_json',
  'truncated',
  'wrong_shape',
  'cursor_refused',
]);

/** Returns a question about inputs that share a call. */
export function queryOfPack(
  query: Query,
  keys: readonly string[],
  pack: readonly ListInput[],
): Query {
  const cells = keys.map((_, at) => pack.map(({ values }) => values[at] ?? '').join(','));
  return withCells(query, keys, cells);
}

const isOfPage = (cursor: { kind: string } | null): cursor is InputCursor =>
  cursor?.kind === 'cursor';

/** Rounds up a number to whole steps. */
const inSteps = (count: number, step: number): number => Math.ceil(count / step) * step;

const ended = (
  reason: InputReason,
  why: string | null = null,
  missing: number[] = [],
): InputEnd => ({ reason, why, missing, isInDoubt: false });

// What became of each input of a list: its status, calls, pages and rows, as the log has them.

const statuses = inputStatusSchema.options;

/** An input of a run. */
export interface Input {
  /** As asked. */
  text: string;
  status: InputStatus;
  rows: number;
  pages: number;
  /** Requests sent for it and those packed with it. */
  calls: number;
  /** Why it isn't done, in a sentence. */
  why: string | null;
  /** When it was last answered (ISO 8601, UTC); null: not yet. */
  answered: string | null;
  /** Line of the file or text, from 1; null if it is from a run. */
  line: number | null;
}

export class InputOutcomes {
  readonly inputs: RunInputs;
  readonly #stored: StoredRun;
  readonly #statuses: Uint8Array;
  readonly #calls: Uint32Array;
  /** The latest record of each finished input; a pack's is under its first input. */
  readonly #records = new Map<number, InputRecord>();
  readonly #lastPage: number;
  /** Number of inputs with each status. */
  readonly counts: RunList['statuses'];
  /** Number of records of finished inputs so far. */
  taken = 0;

  /** @param lastPage that counts, however many follow. */
  constructor(stored: StoredRun, inputs: RunInputs, lastPage = Number.POSITIVE_INFINITY) {
    const { count } = inputs.list;
    this.#stored = stored;
    this.inputs = inputs;
    this.#statuses = new Uint8Array(count);
    this.#calls = new Uint32Array(count);
    this.#lastPage = lastPage;
    const none = Object.fromEntries(statuses.map((status) => [status, 0]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every status is an option
    this.counts = { ...(none as RunList['statuses']), waiting: count };
    this.takeEnds();
  }

  /** Returns a copy that stays as it is while the list goes on. */
  frozen(): InputOutcomes {
    return new InputOutcomes(this.#stored, this.inputs, this.#stored.pages.at(-1)?.page ?? 0);
  }

  /** Takes over how inputs, or packs, have ended since, as the log has it. */
  takeEnds(): void {
    const { inputs } = this.#stored.contents;
    for (; this.taken < inputs.length; this.taken++) this.#take(inputs[this.taken]!);
  }

  #take(record: InputRecord): void {
    this.#records.set(record.input, record);
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

  trouble(): RunList['trouble'] {
    const status = troubles.find((one) => this.counts[one] > 0);
    if (status === undefined) return null;
    const n = this.#statuses.indexOf(statuses.indexOf(status));
    return { status, code: this.#recordOf(n)?.code ?? null, why: this.#whyOf(n) };
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
    const pages = this.#stored.contents.pagesOfInput.get(first) ?? [];
    return pages.filter(({ page }) => page <= this.#lastPage);
  }

  /** Returns what is known about an input. */
  input(n: number): Input {
    const last = this.#allPagesOf(n).at(-1);
    const [pages, status] = [this.pagesOf(n), this.statusOf(n)];
    const ofPack = status === 'done' ? 1 : 0;
    return {
      text: this.inputs.text(n),
      status,
      rows: this.inputs.list.perCall > 1 ? ofPack : pages.reduce((sum, { rows }) => sum + rows, 0),
      pages: pages.length,
      calls: this.#calls[n] ?? 0,
      why: this.#whyOf(n),
      answered: this.#recordOf(n)?.at ?? (last === undefined ? null : answeredAt(last)),
      line: this.inputs.all[n]?.line ?? null,
    };
  }

  /** Returns why an input isn't done; null if it is, or nothing is known. */
  #whyOf(n: number): string | null {
    const status = this.statusOf(n);
    return status === 'done' || status === 'waiting' ? null : (this.#recordOf(n)?.why ?? null);
  }

  #recordOf(n: number): InputRecord | undefined {
    return this.#records.get(n - (n % this.inputs.list.perCall));
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
