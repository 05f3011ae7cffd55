/** Combines several collections of a question into one table, each row with its collection time. */
import type { DerivedFacts } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import type { JsonObject } from '../json/index.ts';
import { shownRows, shownSeqs } from '../runs/live-run.ts';
import { identityOf } from '../store/own-values.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { answeredAt } from '../store/log-contents.ts';
import { rowKeys } from './row-keys.ts';
import { IdTable } from '../store/id-table.ts';

/**
 * Yields the rows of all runs, one run after another, with the time when their page was answered (UTC).
 * @param collectedAt name of that column.
 * @throws the signal's reason.
 */
export async function* collectionRows(
  runs: readonly LiveRun[],
  collectedAt: string,
  signal: AbortSignal,
): AsyncGenerator<JsonObject, DerivedFacts> {
  const seen = new IdTable(runs.reduce((sum, run) => sum + shownRows(run), 0));
  const facts = { repeated: 0, withoutId: 0, unreadable: 0, noticed: [] };
  for (const run of runs) {
    const { pages } = run.stored;
    const keys = rowKeys(run, runs);
    let page = 0;
    for await (const batch of run.stored.rowBatches(shownSeqs(run))) {
      signal.throwIfAborted();
      for (const { seq, row } of batch) {
        while ((pages[page + 1]?.firstRow ?? Number.POSITIVE_INFINITY) <= seq) page++;
        if (row === null) {
          facts.unreadable++;
          continue;
        }
        const id = keys.keyOf(row);
        if (id === null) facts.withoutId++;
        else if (!seen.add(id, seq)) facts.repeated++;
        const of = pages[page];
        yield { ...row, [collectedAt]: of === undefined ? '' : answeredAt(of) };
      }
    }
  }
  return { changes: {}, changedFields: {}, ...facts };
}

/** Returns what identifies a row: its ID, together with its input for a list. Null if it has no ID. */
export function keyOf(row: JsonObject, identity: string): string | null {
  const id = identityOf(row, identity);
  if (id === null) return null;
  const input = identityOf(row, inputField);
  return input === null ? id : JSON.stringify([input, id]);
}
