/**
 * A run in memory: what is stored, what is being done, and the cursor, which lives only here. Others
 * read it; its own steps change it, each change in one `become`.
 */
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Derived } from '#shared/contract/derived.ts';
import type { Notice, Operation, Run, RunPlan, RunState, RunTotal } from '#shared/contract/run.ts';
import type { Continuation } from '#shared/query/request.ts';
import { listTitle } from '#shared/query/words.ts';
import type { Query } from '#shared/query/types.ts';
import type { JsonValue } from '../json/index.ts';
import type { StoredCursor } from '../store/run-meta.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { extrasForWindow } from './as-row.ts';
import type { InputList } from './input-list.ts';
import { unshownNotices } from './notices.ts';
import type { ColumnTally } from './column-tally.ts';

/** What stays as it is while the run is in memory. Its log, its list and its columns grow by themselves. */
interface RunFacts {
  readonly stored: StoredRun;
  readonly query: Query;
  readonly endpoint: DataEndpoint;
  readonly resource: Resource;
  readonly profileId: string;
  readonly createdAt: string;
  /** The names it is asked under; what is called otherwise now is found anew each time. */
  readonly fetchedAs: () => Run['fetchedAs'];
  readonly tally: ColumnTally;
  /** Null: it asks one question. */
  readonly list: InputList | null;
  /** From which runs it was worked out; null: the service sent its rows. */
  readonly derived: Derived | null;
  /** Hashes of the cursors that were followed: one that comes again would go round for ever. */
  readonly followed: Set<string>;
}

/** What its steps change, each by `become`. */
export interface RunLife {
  state: RunState;
  /**
   * Where the next page begins: `first` before any page, null when there is none. Never leaves
   * main memory (checklist 26).
   */
  cursor: RunCursor | null;
  /** The *Until* that pages are asked with since the run was continued by date; null: its own. */
  until: string | null;
  /** See the contract. */
  stoppedAt: string | null;
  extras: Readonly<Record<string, JsonValue>>;
  /** What the latest page of stored data says of all of them. */
  total: RunTotal | null;
  /** The service's background job, when there is or was one. */
  operation: Readonly<Operation> | null;
  /** Operations that were followed because an operation before them exports to them. */
  exportsFollowed: number;
  /** Said beside the store's notices. */
  notices: readonly Notice[];
  /** A page that was answered but could not be saved: what follows once the disk takes it. */
  unsaved: { kept: (items: readonly JsonValue[]) => Promise<Outcome> } | null;

  /**
   * The service's address when the run began: the request must stay identical. Only the sample
   * service's port is new at every start, and the old one may be anybody's by then.
   */
  address: string;
  /** What was last asked for. */
  plan: RunPlan | null;
  /** When the person's last click or the last answer was, by a clock that is never set. */
  since: number;
  /** The person let this run go on beyond the ceilings. */
  beyondCeiling: boolean;
  /** Rows beyond this number are kept but not shown, until the person asks for them. */
  rowLimit: number | null;
  /** Whether an earlier run has an item, where it stops at those; null: it doesn't. */
  isKnown: ((item: JsonValue) => boolean) | null;
  /** The work under way; another call joins it instead of sending a second request. */
  work: Work | null;
  stop: AbortController;
  /** Its files are being closed: what it asked for now could not be kept. */
  isLeaving: boolean;

  /** While its columns are not all known: see the contract. */
  preparing: Run['preparing'];
  /** Resolves when they are. */
  columnsKnown: Promise<void>;
  /** Counts the changes told to the window. */
  revision: number;
  /** The state that was announced last. */
  announced: RunState;
}

export type LiveRun = RunFacts & Readonly<RunLife>;

/** The only way in which a run in memory changes. */
export function become(live: LiveRun, change: Partial<RunLife>): void {
  Object.assign(live, change);
}

/**
 * What a step (a request, a page, an operation, an input) makes of a run: how it rests or goes on,
 * and what is known since. What it doesn't name stays. It is taken over once the step is done, so that
 * a step that throws leaves the run as it was.
 */
export interface Outcome extends Partial<RunLife> {
  state: RunState;
  /** Rows of the page that it kept. */
  kept?: KeptRows;
}

/** Takes over what a step made of the run. Returns the rows that it kept. */
export function takeOver(live: LiveRun, { kept = null, ...change }: Outcome): KeptRows {
  become(live, change);
  return kept;
}

/** Where the next page of a run is. Stored cursors outlive a restart, others don’t. */
export type RunCursor =
  | { kind: 'first' }
  | Extract<Continuation, { kind: 'cursor' }>
  | StoredCursor;

/** Rows of a page that was just kept, from `firstRow` of the run on; null where they aren't known. */
export type KeptRows = { firstRow: number; items: readonly JsonValue[] } | null;

/** Work on a run: all of it, and its first page, which is what a caller waits for. */
export interface Work {
  done: Promise<void>;
  firstPage: Promise<KeptRows>;
}

/** Rows that are seen and saved. */
export function shownRows(live: LiveRun): number {
  const { replacedRows } = live.stored;
  return rowsUpTo(live) - replacedRows.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Rows of the log that those shown are among. */
export const rowsUpTo = ({ stored, rowLimit }: LiveRun): number =>
  Math.min(stored.rowCount, rowLimit ?? Number.POSITIVE_INFINITY);

// Rows that were replaced (an input of a list asked again) are not counted: what the window calls row
// 7 may be row 12 of the log. Of runs without a list the two are the same.

/** Numbers of the rows that are seen and saved, as the log counts them. */
export function* shownSeqs(live: LiveRun): Generator<number> {
  const end = rowsUpTo(live);
  let seq = 0;
  for (const { from, to } of [...live.stored.replacedRows, { from: end, to: end }]) {
    for (; seq < Math.min(from, end); seq++) yield seq;
    seq = to;
  }
}

/** The number of a row of the log as the window counts: that of the next one where it is replaced. */
export function shownNumber({ stored }: LiveRun, seq: number): number {
  let number = seq;
  for (const { from, to } of stored.replacedRows) {
    if (seq < from) break;
    number -= Math.min(seq, to) - from;
  }
  return number;
}

/** The row of the log that the window calls by this number. */
export function storedNumber({ stored }: LiveRun, number: number): number {
  let seq = number;
  for (const { from, to } of stored.replacedRows) {
    if (seq < from) break;
    seq += to - from;
  }
  return seq;
}

/** What is asked next: with the input under way, where there is a list. */
export const askedQuery = ({ list, query }: LiveRun): Query => list?.query(query) ?? query;

/** A run as the window sees it. */
export function toRun(live: LiveRun, calls: number): Run {
  return {
    id: live.stored.id,
    revision: live.revision,
    query: live.query,
    title: listTitle(live.endpoint, live.query, live.list?.inputs.list.count),
    resource: live.resource.id,
    fetchedAs: live.fetchedAs(),
    profileId: live.profileId,
    createdAt: live.createdAt,
    state: live.state,
    pageCount: live.stored.pages.length,
    rowCount: shownRows(live),
    heldBack: live.stored.rowCount - rowsUpTo(live),
    preparing: live.preparing,
    list: live.list?.told() ?? null,
    derived: live.derived,
    total: live.total,
    plan: live.plan,
    stoppedAt: live.stoppedAt,
    operation: live.operation,
    files: live.stored.filePages.flatMap(({ page, file }) =>
      file?.why === 'csv' ? [{ page, bytes: file.bytes, partial: file.partial === true }] : [],
    ),
    calls,
    columns: live.tally.columns(),
    extras: extrasForWindow(live.extras),
    notices: noticesOf(live),
  };
}

/** What the person should know about the run, in sentences. */
export function noticesOf({ stored, notices }: LiveRun): Notice[] {
  return [...stored.notices, ...notices, ...unshownNotices(stored.filePages)];
}

/** What an answer took that is there now, in milliseconds. The next one counts from here. */
export function takeSpent(live: LiveRun): number {
  const { since } = live;
  become(live, { since: performance.now() });
  return live.since - since;
}

/** Number of the page that comes next, from 1. */
export function nextPageNumber(live: LiveRun): number {
  return (live.stored.pages.at(-1)?.page ?? 0) + 1;
}
