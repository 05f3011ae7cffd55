/**
 * Keeps the columns of runs up to date with their logs, off the fetch path: new rows are filled in a
 * moment later, or at once when the columns are queried. Columns are derived data, so nothing here can
 * fail a run: errors go to the caller of a query.
 */
import { inputsOf } from '#shared/contract/run.ts';
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import type { StoredRun } from '../store/run-store.ts';
import { createAnnouncer } from './announcer.ts';

export type LiveColumns = ReturnType<typeof createLiveColumns>;

/** One transaction per page would cost more than the page, and nobody queries it that soon. */
const defaultPauseMs = 1000;

/**
 * While pages arrive, each fill is followed by a pause of this many times its duration: both need the
 * disk and a processor, and pages have priority.
 */
const pausePerFill = 4;

/** @param report receives errors that no caller awaits. */
export function createLiveColumns(
  columns: ColumnStore,
  report: (error: unknown) => void,
  pauseMs = defaultPauseMs,
) {
  /** When working runs may be filled again, by id. */
  const notBefore = new Map<string, number>();

  const fill = async (run: StoredRun): Promise<void> => {
    const start = performance.now();
    try {
      await columns.catchUp(run);
    } catch (error) {
      // Other errors meet whoever queries the columns next, or the run was closed.
      const { code } = error instanceof ColumnsError ? error : { code: null };
      if (code === null || code === 'ended' || code === 'fatal') report(error);
    }
    const end = performance.now();
    if (notBefore.has(run.id)) notBefore.set(run.id, end + pausePerFill * (end - start));
  };

  const throttle = createAnnouncer<StoredRun>((run) => {
    const begin = notBefore.get(run.id);
    if (begin !== undefined && performance.now() < begin) {
      throttle.announce(run, 'later');
      return;
    }
    if (begin !== undefined) notBefore.set(run.id, Number.POSITIVE_INFINITY);
    void fill(run);
  }, pauseMs);

  return {
    /** Called when a run is opened or has more rows. `working`: even more are expected. */
    grown(run: StoredRun, working: boolean): void {
      if (!working) notBefore.delete(run.id);
      else if (!notBefore.has(run.id)) notBefore.set(run.id, 0);
      if (run.rowCount > 0) throttle.announce(run, 'later');
    },

    /** Releases the run's file before it is moved, and what was read of the inputs of its list. */
    async release(runId: string): Promise<void> {
      throttle.drop(({ id }) => id === runId);
      notBefore.delete(runId);
      for (const id of [runId, inputsOf(runId)]) await columns.detach(id);
    },

    async close(): Promise<void> {
      throttle.close();
      await columns.close();
    },
  };
}
