/** Detects by their IDs rows that an earlier run has, to stop where nothing new follows. */
import type { JsonValue } from '../json/index.ts';
import { IdTable } from '../store/id-table.ts';
import { asRow, identityOf } from './as-row.ts';
import { shownSeqs } from './live-run.ts';
import type { KeptRows, LiveRun } from './live-run.ts';

/** Reads all rows of a run. Returns a function that tests whether an item is among them. */
export async function knownRowsOf(earlier: LiveRun): Promise<(item: JsonValue) => boolean> {
  const { identity } = earlier.resource;
  const ids = new IdTable(earlier.stored.rowCount);
  for await (const batch of earlier.stored.rowBatches(shownSeqs(earlier))) {
    for (const row of batch) {
      const id = identityOf(asRow(row), identity);
      if (id !== null) ids.add(id, 0);
    }
  }
  return (item) => {
    const id = identityOf(asRow(item), identity);
    return id !== null && ids.get(id) !== null;
  };
}

/** Returns whether all rows of a page are known; a single known row may just be pinned at the top. */
export const isAllKnown = ({ isKnown }: LiveRun, kept: KeptRows): boolean =>
  isKnown !== null && kept !== null && kept.items.length > 0 && kept.items.every(isKnown);
