/**
 * Compares two runs row by row, matched by ID. Only a table of IDs is in memory. Rows stream from both
 * logs in the order in which people look for them: new, gone, changed, unseen, the same, each in its run's order.
 */
import { memberOf, newestFirstField } from '#shared/catalogue/types.ts';
import type { ChangeKind, Comparison, DerivedFacts } from '#shared/contract/derived.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { differenceOf, isSameValue } from '../json/index.ts';
import { momentOf, shownSeqs } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { IdTable } from '../store/id-table.ts';
import { askedTheSame, rowKeys } from './row-keys.ts';
import type { RowKeys } from './row-keys.ts';
import { isAnswered, isComplete, isOfRecentPeriod, isWhole, overlap } from './sources.ts';

type Counts = Pick<DerivedFacts, 'repeated' | 'withoutId' | 'unreadable'>;

/** @throws the signal's reason. */
export async function* comparedRows(
  earlier: LiveRun,
  later: LiveRun,
  rule: Comparison,
  signal: AbortSignal,
): AsyncGenerator<JsonObject, DerivedFacts> {
  const counts: Counts = { repeated: 0, withoutId: 0, unreadable: 0 };
  const changes = { new: 0, gone: 0, missing: 0, changed: 0, unseen: 0, same: 0 };
  const changedFields = Object.fromEntries(rule.fields.map(({ field }) => [field, 0]));
  const as = (kind: ChangeKind, row: JsonObject, changed: JsonObject = {}): JsonObject => {
    changes[kind]++;
    return { ...row, [rule.change]: kind, ...changed };
  };

  const runs = [earlier, later];
  const keysBefore = rowKeys(earlier, runs);
  const before = new IdTable(earlier.stored.rowCount);
  /** Marks rows of the earlier run that are the first with their ID and haven't been matched yet. */
  const isUnmatched = new Uint8Array(earlier.stored.rowCount);
  const timeOf = rowTimes(later);
  /** Time of the last row of each input of the earlier run. */
  const reached = new Map<string | null, number>();
  const obscuredBefore = new Set<string | null>();
  for await (const batch of keyedRows(earlier, keysBefore, counts, signal, obscuredBefore)) {
    for (const { seq, key, row } of batch) {
      if (before.add(key, seq)) isUnmatched[seq] = 1;
      else counts.repeated++;
      const time = timeOf(row);
      if (time !== null) reached.set(keysBefore.inputOf(row), time);
    }
  }

  const keysAfter = rowKeys(later, runs);
  const isSameQuestion = askedTheSame(earlier, later) && !overlap(earlier, later);
  const had = isSameQuestion ? inputsKnown(earlier, keysBefore, obscuredBefore) : new Set();
  const isNewestFirst =
    isSameQuestion && newestFirstField(earlier.endpoint, earlier.query) !== null;
  const lastAnswer = Date.parse(earlier.stored.pages.at(-1)?.at ?? earlier.createdAt);
  /** Whether the earlier run would have the row if it had been there; if that isn't known, it isn't new. */
  const isNew = (row: JsonObject): boolean => {
    const input = keysAfter.inputOf(row);
    const since = (isNewestFirst ? reached.get(input) : undefined) ?? lastAnswer;
    return had.has(input) || (timeOf(row) ?? -Infinity) > since;
  };
  /** Inputs of the later run with rows that can't be matched; null: that could be of any input. */
  const obscured = new Set<string | null>();
  const after = new IdTable(later.stored.rowCount);
  /** For each row of the later run, the number of its match in the earlier one plus 1; 0: none. */
  const matches = new Uint32Array(later.stored.rowCount);
  const isUnseen = new Uint8Array(later.stored.rowCount);
  for await (const batch of keyedRows(later, keysAfter, counts, signal, obscured)) {
    for (const { seq, key, row } of batch) {
      const match = before.get(key);
      if (!after.add(key, seq)) counts.repeated++;
      else if (match === null) {
        if (isNew(row)) yield as('new', row);
        else isUnseen[seq] = 1;
      } else {
        isUnmatched[match] = 0;
        matches[seq] = match + 1;
      }
    }
  }

  const isWithPeriod = !isSameQuestion || isOfRecentPeriod(later);
  const known = isWithPeriod ? new Set() : inputsKnown(later, keysAfter, obscured);
  for await (const batch of markedRows(earlier, isUnmatched, signal)) {
    for (const { row } of batch) {
      yield as(known.has(keysBefore.inputOf(row)) ? 'gone' : 'missing', row);
    }
  }

  for await (const batch of markedRows(later, matches, signal)) {
    const seqs = batch.map(({ seq }) => (matches[seq] ?? 0) - 1);
    const matched = await earlier.stored.rowsAt(seqs);
    for (const [at, { seq, row }] of batch.entries()) {
      const changed = changesIn(rule, matched[at] ?? {}, row);
      if (changed.fields.length === 0) continue;
      for (const field of changed.fields) changedFields[field] = (changedFields[field] ?? 0) + 1;
      matches[seq] = 0;
      yield as('changed', row, changed.members);
    }
  }
  for await (const batch of markedRows(later, isUnseen, signal)) {
    for (const { row } of batch) yield as('unseen', row);
  }
  for await (const batch of markedRows(later, matches, signal)) {
    for (const { row } of batch) yield as('same', row);
  }
  return { changes, changedFields, ...counts, noticed: [] };
}

/** Returns the compared fields that differ, and the members that say how. */
function changesIn(
  { fields, changedFields }: Comparison,
  earlier: JsonObject,
  later: JsonObject,
): { fields: string[]; members: JsonObject } {
  const value = (row: JsonObject, field: string): JsonValue => memberOf(row, field) ?? null;
  const different = fields.filter(
    ({ field }) => !isSameValue(value(earlier, field), value(later, field)),
  );
  const members = different.flatMap(({ field, before, difference }): [string, JsonValue][] => {
    const change = differenceOf(value(earlier, field), value(later, field));
    return [
      [before, value(earlier, field)],
      ...(change === null ? [] : [[difference, change] as [string, JsonValue]]),
    ];
  });
  return {
    fields: different.map(({ field }) => field),
    members: {
      [changedFields]: different.map(({ label }) => label),
      ...Object.fromEntries(members),
    },
  };
}

interface KeyedRow {
  seq: number;
  key: string;
  row: JsonObject;
}

/** Yields the rows that can be matched, and counts the others, whose inputs are added to `obscured`. */
async function* keyedRows(
  run: LiveRun,
  { keyOf, inputOf }: RowKeys,
  counts: Counts,
  signal: AbortSignal,
  obscured = new Set<string | null>(),
): AsyncGenerator<KeyedRow[]> {
  for await (const batch of run.stored.rowBatches(shownSeqs(run))) {
    signal.throwIfAborted();
    const keyed: KeyedRow[] = [];
    for (const { seq, row } of batch) {
      const key = row === null ? null : keyOf(row);
      if (row !== null && key !== null) keyed.push({ seq, key, row });
      else {
        counts[row === null ? 'unreadable' : 'withoutId']++;
        obscured.add(row === null ? null : inputOf(row));
      }
    }
    yield keyed;
  }
}

/** Yields the rows with a mark. Marks of rows that were yielded may be removed meanwhile. */
async function* markedRows(
  run: LiveRun,
  marks: Uint8Array | Uint32Array,
  signal: AbortSignal,
): AsyncGenerator<{ seq: number; row: JsonObject }[]> {
  for await (const batch of run.stored.rowBatches(markedSeqs(marks))) {
    signal.throwIfAborted();
    yield batch.map(({ seq, row }) => ({ seq, row: row ?? {} }));
  }
}

function* markedSeqs(marks: Uint8Array | Uint32Array): Generator<number> {
  for (const [seq, mark] of marks.entries()) if (mark !== 0) yield seq;
}

/** Returns the time of a row of the question, in ms since 1970; null: it has none that says when it came. */
function rowTimes({ endpoint }: LiveRun): (row: JsonObject) => number | null {
  const field = endpoint.newestFirst?.field;
  return (row) => {
    const value = field === undefined ? undefined : memberOf(row, field);
    if (typeof value !== 'number') return momentOf(value);
    return value < 1e11 ? value * 1000 : value;
  };
}

/**
 * Returns the inputs of which the run has every row that the service had: a row that isn't there was
 * not there. A run without a list has one input.
 */
function inputsKnown(
  run: LiveRun,
  { inputs }: RowKeys,
  obscured: ReadonlySet<string | null>,
): Set<string | null> {
  const { list } = run;
  if (!isWhole(run) || obscured.has(null)) return new Set();
  const isAnsweredAt = (n: number): boolean =>
    list === null ? isComplete(run) : isAnswered(list.outcomes.statusOf(n));
  return new Set(inputs.filter((input, n) => isAnsweredAt(n) && !obscured.has(input)));
}
