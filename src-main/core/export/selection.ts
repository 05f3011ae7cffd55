/** The rows of an export: of one run or several, each as its view leaves them. */
import type { ExportSpec, Origin } from '#shared/contract/export/export.ts';
import { sourcesOfRow } from '#shared/contract/derived.ts';
import {
  collectedAtField,
  depthField,
  inputField,
  inputRowField,
  threadField,
} from '#shared/contract/list.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Notice, RunState } from '#shared/contract/run.ts';
import { depthIn } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { Tree } from '../store/columns/column-store.ts';
import type { PageRecord, RowRange } from '../store/log-contents.ts';
import type { JsonObject } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { noticesOf } from '../runs/live-run.ts';
import { identityOf } from '../store/own-values.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { InputList } from '../runs/input-list.ts';
import type { Views } from '../runs/views.ts';

/** A list as it was at a moment. */
export interface SelectedList extends Pick<InputList, 'inputs' | 'outcomes'> {
  about: RunList;
}

/** What else belongs to the rows is as it was when they were selected: the run may continue meanwhile. */
export interface SelectedRun {
  run: LiveRun;
  /** The value of the column `run`. */
  label: string;
  pages: readonly PageRecord[];
  state: RunState;
  /** Null for a run without a list. */
  list: SelectedList | null;
  /** Number of requests sent for it. */
  calls: number;
  failures: number;
  notices: readonly Notice[];
  /** The run's rows that the selection covers: `from` to before `rows`. */
  from: number;
  rows: number;
  /** The numbers of the rows to write, in their order; null for all, in the order they arrived. */
  seqs: Uint32Array | null;
  /** Whether this is the whole view of the run: some rows may be duplicates of another run's. */
  isWholeView: boolean;
  /** What is added to each row's own members. */
  origin: readonly Added[];
  /** Of rows as conversations; null for others. */
  threads: Threads | null;
}

/** Columns that the program adds to those of the items. */
export type Added = Origin | 'depth' | 'thread';

/** Returns what is added to the rows of an export: conversations are written as such. */
export const addedTo = ({ view, origin }: Pick<ExportSpec, 'view' | 'origin'>): Added[] =>
  view.thread === undefined ? [...origin] : [...origin, 'depth', 'thread'];

/** By a row's number: how deep it is, and the ID of the first of its thread (null if that has none). */
interface Threads {
  depth: (seq: number) => number;
  thread: (seq: number) => string | null;
}

export interface SelectionDeps {
  live: (runId: string) => Promise<LiveRun>;
  views: Views;
  /** The person's name for a run, otherwise its question. */
  nameOf: (run: LiveRun) => Promise<string>;
  /** Number of requests sent for a run. */
  callsOf: (runId: string) => number;
}

/**
 * Opens the runs of an export. In one table they must have one resource, because others have different columns.
 * @throws ProblemError, StoreError.
 */
export async function openRuns(
  runIds: readonly string[],
  live: SelectionDeps['live'],
  isOneTable = true,
): Promise<LiveRun[]> {
  const runs = await Promise.all([...new Set(runIds)].map(live));
  if (isOneTable && new Set(runs.map(({ resource }) => resource.id)).size > 1) {
    throw refused(
      'These runs hold different kinds of items, with different columns.',
      'Choose runs of the same kind.',
    );
  }
  return runs;
}

/**
 * Selects the rows as they are now.
 * @throws ColumnsError when the view can't be evaluated; the signal's reason.
 */
export async function selectRows(
  runs: readonly LiveRun[],
  spec: Pick<ExportSpec, 'view' | 'origin'>,
  { views, nameOf, callsOf }: Omit<SelectionDeps, 'live'>,
  signal: AbortSignal,
): Promise<SelectedRun[]> {
  const { view } = spec;
  const origin = addedTo(spec);
  const labels = distinct(
    await Promise.all(
      runs.map(async (run) => ({ name: await nameOf(run), createdAt: run.createdAt })),
    ),
  );
  const selected: SelectedRun[] = [];
  for (const [at, run] of runs.entries()) {
    // All of it at once, before anything is awaited.
    const then = {
      pages: run.stored.pages.slice(),
      state: run.state,
      list: run.list && frozen(run.list),
      calls: callsOf(run.stored.id),
      failures: run.stored.contents.failures,
      notices: noticesOf(run),
    };
    const { tree, ...rows } = await views.list(run, view);
    const threads = tree === null ? null : await threadsOf(run, view, rows, tree);
    signal.throwIfAborted();
    const label = labels[at] ?? '';
    selected.push({ run, label, ...then, from: 0, ...rows, isWholeView: true, origin, threads });
  }
  return selected.length > 1 && view.hideDuplicatesBy !== null
    ? withoutRepeats(selected, view.hideDuplicatesBy, view.acrossInputs === true, signal)
    : selected;
}

async function threadsOf(
  run: LiveRun,
  { thread }: View,
  { rows, seqs }: { rows: number; seqs: Uint32Array | null },
  { levels, roots }: Tree,
): Promise<Threads> {
  const [depths, firsts] = [new Uint32Array(rows), new Uint32Array(rows)];
  for (const [at, seq] of (seqs ?? []).entries()) {
    depths[seq] = depthIn(levels[at]!);
    firsts[seq] = roots[at]!;
  }
  const ids = new Map<number, string | null>();
  for await (const batch of run.stored.rowBatches(new Set(roots.toSorted()))) {
    for (const { seq, row } of batch) ids.set(seq, identityOf(row, thread?.identity ?? ''));
  }
  return { depth: (seq) => depths[seq]!, thread: (seq) => ids.get(firsts[seq]!) ?? null };
}

const frozen = (list: InputList): SelectedList => ({
  inputs: list.inputs,
  outcomes: list.outcomes.frozen(),
  about: list.toRunList(),
});

/** Keeps an item that several runs have only in the first of them; for lists, once per input. */
async function withoutRepeats(
  selection: readonly SelectedRun[],
  field: string,
  acrossInputs: boolean,
  signal: AbortSignal,
): Promise<SelectedRun[]> {
  const seen = new Set<string>();
  const remaining: SelectedRun[] = [];
  for (const selected of selection) {
    const kept: number[] = [];
    for await (const batch of selected.run.stored.rowBatches(seqsOf(selected))) {
      signal.throwIfAborted();
      for (const { seq, row } of batch) {
        const item = identityOf(row, field);
        const input = acrossInputs ? null : (row?.[inputField] ?? null);
        const id = item === null ? null : JSON.stringify([item, input]);
        if (id === null || !seen.has(id)) kept.push(seq);
        if (id !== null) seen.add(id);
      }
    }
    const isWholeView = kept.length === selectedCount([selected]);
    const seqs = isWholeView ? selected.seqs : Uint32Array.from(kept);
    remaining.push({ ...selected, seqs, isWholeView });
  }
  return remaining;
}

export const selectedCount = (selection: readonly SelectedRun[]): number =>
  selection.reduce((sum, { from, rows, seqs }) => sum + (seqs?.length ?? rows - from), 0);

/** The numbers of the rows, in their order. */
export const seqsOf = ({ from, rows, seqs }: SelectedRun): Iterable<number> =>
  seqs ?? numbers(from, rows);

function* numbers(from: number, to: number): Generator<number> {
  for (let seq = from; seq < to; seq++) yield seq;
}

/**
 * Yields the rows in batches of about a megabyte of one run. Rows that have become unreadable are
 * omitted and reported.
 */
export async function* rowBatches(
  selected: SelectedRun,
  onUnreadable: (rows: number) => void,
): AsyncGenerator<JsonObject[]> {
  for await (const batch of selected.run.stored.rowBatches(seqsOf(selected))) {
    const rows = batch.flatMap(({ seq, row }) =>
      row === null ? [] : [withOrigin(selected.run.own.add(row), seq, selected)],
    );
    if (rows.length < batch.length) onUnreadable(batch.length - rows.length);
    yield rows;
  }
}

/**
 * Finds rows of damaged pages, and how many of them are selected. Columns that were filled before the damage
 * still have them; but what is saved must be what is seen, and the log is the single source of truth.
 */
export async function findUnreadable(
  selected: SelectedRun,
): Promise<{ damaged: RowRange[]; unreadableRows: number }> {
  const { stored } = selected.run;
  await stored.verifyPages(selected.rows);
  const damaged = stored.pages.flatMap(({ unreadable, firstRow, rows }) =>
    unreadable && rows > 0 ? [{ from: firstRow, to: firstRow + rows }] : [],
  );
  if (damaged.length === 0) return { damaged, unreadableRows: 0 };
  const isOut = new Uint8Array(selected.rows);
  for (const { from, to } of damaged) isOut.fill(1, from, to);
  let unreadableRows = 0;
  for (const seq of seqsOf(selected)) unreadableRows += isOut[seq] ?? 0;
  return { damaged, unreadableRows };
}

export function* take(seqs: Iterable<number>, count: number): Generator<number> {
  let remaining = count;
  for (const number of seqs) {
    if (remaining === 0) return;
    yield number;
    remaining -= 1;
  }
}

export function* filter(seqs: Iterable<number>, wanted: ReadonlySet<number>): Generator<number> {
  for (const number of seqs) if (wanted.has(number)) yield number;
}

/** The members with the origin of a row; files have plainer names (`columns.ts`). */
export const originFields: Readonly<Record<Added, string>> = {
  inputRow: inputRowField,
  collectedAt: collectedAtField,
  depth: depthField,
  thread: threadField,
};

function withOrigin(row: JsonObject, seq: number, selected: SelectedRun): JsonObject {
  const { run, origin, threads } = selected;
  if (origin.length === 0) return row;
  const from = {
    ...run.stored.collectionOf(seq, row),
    ...collectedBefore(row, run),
    depth: threads?.depth(seq) ?? null,
    thread: threads?.thread(seq) ?? null,
  };
  const added = origin.map((one) => [originFields[one], from[one]] as const);
  return { ...row, ...Object.fromEntries(added) };
}

/** When a row of a derived run was collected: its page only says when it was derived. */
function collectedBefore(
  row: JsonObject,
  { derived }: LiveRun,
): { collectedAt?: JsonObject[string] } {
  if (derived === null) return {};
  const { from } = derived;
  if (from.kind === 'file') return { collectedAt: from.openedAt };
  if (from.kind !== 'compare') return { collectedAt: row[from.collectedAt] ?? null };
  const [source] = sourcesOfRow(from, (field) => identityOf(row, field) ?? undefined);
  return { collectedAt: source?.lastAnswerAt ?? null };
}

/** Adds the start time to names that two runs share, and a number if necessary. */
function distinct(runs: readonly { name: string; createdAt: string }[]): string[] {
  const timesOf = new Map<string, number>();
  for (const { name } of runs) timesOf.set(name, (timesOf.get(name) ?? 0) + 1);
  const used = new Set<string>();
  return runs.map(({ name, createdAt }) => {
    // NUL can't be written in SQL.
    const plain = name.replaceAll('\0', '').toWellFormed();
    const isShared = (timesOf.get(name) ?? 0) > 1;
    const label = unused(isShared ? `${plain} (${createdAt})` : plain, (one) => used.has(one));
    used.add(label);
    return label;
  });
}

/** Returns `base`, or `base (2)` and so on: the first unused name. */
export function unused(base: string, isUsed: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; isUsed(name); number++) name = `${base} (${number})`;
  return name;
}
