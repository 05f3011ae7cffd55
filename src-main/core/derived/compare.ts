/**
 * Compares two runs row by row, matched by ID. Only a table of IDs is in memory. Rows stream from both
 * logs: those of the later run in its order, then those that only the earlier one has.
 */
import type { ChangeKind, Comparison, DerivedFacts } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { differenceOf, isSameValue } from '../json/index.ts';
import { asRow, identityOf } from '../runs/as-row.ts';
import { shownSeqs } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { keyOf } from './collections.ts';
import { IdTable } from '../store/id-table.ts';
import { askedTheSame, isAnswered, isComplete, isWhole } from './sources.ts';

type Counts = Pick<DerivedFacts, 'repeated' | 'withoutId' | 'unreadable' | 'replaced'>;

/** @throws the signal's reason. */
export async function* comparedRows(
  earlier: LiveRun,
  later: LiveRun,
  rule: Comparison,
  signal: AbortSignal,
): AsyncGenerator<JsonObject, DerivedFacts> {
  const counts: Counts = { repeated: 0, withoutId: 0, unreadable: 0, replaced: 0 };
  const changes = { new: 0, gone: 0, missing: 0, changed: 0, same: 0 };
  const changedFields = Object.fromEntries(rule.fields.map(({ field }) => [field, 0]));
  const as = (kind: ChangeKind, row: JsonObject, changed: JsonObject = {}): JsonObject => {
    changes[kind]++;
    return { ...row, [rule.change]: kind, ...changed };
  };

  const before = new IdTable(earlier.stored.rowCount);
  /** Marks rows of the earlier run that are the first with their ID and haven't been matched yet. */
  const isUnmatched = new Uint8Array(earlier.stored.rowCount);
  for await (const batch of keyedRows(earlier, rule.identity, counts, signal)) {
    for (const { seq, key } of batch) {
      if (before.add(key, seq)) isUnmatched[seq] = 1;
      else counts.repeated++;
    }
  }

  const after = new IdTable(later.stored.rowCount);
  for await (const batch of keyedRows(later, rule.identity, counts, signal)) {
    const firsts = batch.filter(({ key, seq }) => after.add(key, seq));
    counts.repeated += batch.length - firsts.length;
    const pairs = firsts.map(({ key, row }) => ({ row, seq: before.get(key) }));
    const matched = pairs.flatMap(({ seq }) => seq ?? []);
    const rows = (await earlier.stored.rowsAt(matched)).values();
    for (const { row, seq } of pairs) {
      if (seq === null) {
        yield as('new', row);
        continue;
      }
      isUnmatched[seq] = 0;
      const changed = changesIn(rule, asRow(rows.next().value) ?? {}, row);
      for (const field of changed.fields) changedFields[field] = (changedFields[field] ?? 0) + 1;
      yield changed.fields.length === 0 ? as('same', row) : as('changed', row, changed.members);
    }
  }

  const wouldBeThere = wouldBeInLater(earlier, later);
  const unmatched = (function* (): Generator<number> {
    for (const [seq, is] of isUnmatched.entries()) if (is === 1) yield seq;
  })();
  for await (const batch of earlier.stored.rowBatches(unmatched)) {
    signal.throwIfAborted();
    for (const value of batch) {
      const row = asRow(value) ?? {};
      yield as(wouldBeThere(row) ? 'gone' : 'missing', row);
    }
  }
  return { changes, changedFields, ...counts };
}

/** Returns the compared fields that differ, and the members that say how. */
function changesIn(
  { fields, changedFields }: Comparison,
  earlier: JsonObject,
  later: JsonObject,
): { fields: string[]; members: JsonObject } {
  const value = (row: JsonObject, field: string): JsonValue =>
    Object.hasOwn(row, field) ? (row[field] ?? null) : null;
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

/** Yields the rows that can be matched, and counts the others. */
async function* keyedRows(
  run: LiveRun,
  identity: string,
  counts: Counts,
  signal: AbortSignal,
): AsyncGenerator<KeyedRow[]> {
  const seqs = shownSeqs(run);
  for await (const batch of run.stored.rowBatches(shownSeqs(run))) {
    signal.throwIfAborted();
    const keyed: KeyedRow[] = [];
    for (const value of batch) {
      const seq = seqs.next().value ?? 0;
      const row = asRow(value);
      const key = row === null ? null : keyOf(row, identity);
      if (row === null) counts.unreadable++;
      else if (key === null) counts.withoutId++;
      else keyed.push({ seq, key, row });
    }
    yield keyed;
  }
}

/**
 * Returns whether the later run would have a row if the service still had it: it asked the same
 * question and got everything; for a list, everything for the row's input.
 */
function wouldBeInLater(earlier: LiveRun, later: LiveRun): (row: JsonObject) => boolean {
  if (!askedTheSame(earlier, later) || !isWhole(later)) return () => false;
  const { list } = later;
  if (list === null) {
    const hasAll = isComplete(later);
    return () => hasAll;
  }
  const answered = new Set<string>();
  for (let n = 0; n < list.inputs.list.count; n++) {
    if (isAnswered(list, n)) answered.add(list.inputs.text(n));
  }
  return (row) => answered.has(identityOf(row, inputField) ?? '');
}
