/**
 * Keeps the columns of runs up with their logs, off the fetch path: what a run gained is filled in
 * a moment later, or at once when something is asked of it. Columns are derived, so that nothing
 * here can fail a run: what goes wrong is told to the one who asks.
 */
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore, RunSource } from '../store/columns/column-store.ts';
import type { StoredRun } from '../store/run-store.ts';
import { createAnnouncer } from './announcer.ts';

export interface ColumnKeeper {
  /** The run is there, or has more rows. `working`: yet more are on their way. */
  grown(run: StoredRun, working: boolean): void;
  /**
   * The column store, with the run attached.
   * @throws ColumnsError
   */
  of(run: RunSource): Promise<ColumnStore>;
  /** Lets go of the run's file, before it is moved. */
  release(runId: string): Promise<void>;
  close(): Promise<void>;
}

/** A transaction for each page would cost more than the page; nobody looks at it so soon. */
const usualPauseMs = 1000;

/**
 * While pages come, a fill is followed by a pause so many times its own length: both need the
 * disk and a processor, and the pages are what is waited for.
 */
const restPerFill = 4;

/** @param report where errors go that nobody waits for. */
export function createColumnKeeper(
  columns: ColumnStore,
  report: (error: unknown) => void,
  pauseMs = usualPauseMs,
): ColumnKeeper {
  /** Runs at work, by id: when they may be filled again. */
  const notBefore = new Map<string, number>();

  const fill = async (run: StoredRun): Promise<void> => {
    const start = performance.now();
    try {
      await columns.attach(run);
      // What hinders it is told to the one who asks.
      await columns.filled(run.id).catch(() => undefined);
    } catch (error) {
      // A run that was closed meanwhile is nobody's news.
      const { code } = error instanceof ColumnsError ? error : { code: null };
      if (code !== 'cancelled' && code !== 'closed' && code !== 'unknown_run') report(error);
    }
    const end = performance.now();
    if (notBefore.has(run.id)) notBefore.set(run.id, end + restPerFill * (end - start));
  };

  const pace = createAnnouncer<StoredRun>((run) => {
    const begin = notBefore.get(run.id);
    if (begin !== undefined && performance.now() < begin) {
      pace.announce(run, 'later');
      return;
    }
    if (begin !== undefined) notBefore.set(run.id, Number.POSITIVE_INFINITY);
    void fill(run);
  }, pauseMs);

  return {
    grown(run, working) {
      if (!working) notBefore.delete(run.id);
      else if (!notBefore.has(run.id)) notBefore.set(run.id, 0);
      if (run.rowCount > 0) pace.announce(run, 'later');
    },

    async of(run) {
      await columns.attach(run);
      return columns;
    },

    async release(runId) {
      pace.drop(({ id }) => id === runId);
      notBefore.delete(runId);
      await columns.detach(runId);
    },

    async close() {
      pace.close();
      await columns.close();
    },
  };
}
