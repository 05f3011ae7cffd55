/** Stopping where nothing new follows: rows that an earlier run has are known by their IDs. */
import type { JsonValue } from '../json/index.ts';
import { IdTable } from '../store/id-table.ts';
import { asRow, identityOf } from './as-row.ts';
import { shownSeqs } from './live-run.ts';
import type { KeptRows, LiveRun } from './live-run.ts';

/** Whether an item is among the rows of a run. Reads all of them first. */
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

/** Whether a page that was just kept has rows, all of them known. One pinned above others is no end. */
export const isAllKnown = ({ isKnown }: LiveRun, kept: KeptRows): boolean =>
  isKnown !== null && kept !== null && kept.items.length > 0 && kept.items.every(isKnown);
