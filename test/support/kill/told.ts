/** What passes between a test and the collecting process it kills. */
import type { Run, RunLimit } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';

export interface CollectOptions {
  dataDir: string;
  serviceAddress: string;
  accessKey: string;
  /** Address of the column store's worker. */
  columnsWorker: string;
  /**
   * All at once; each goes on as often as its limit is reached. The first is sorted all the while,
   * so that its columns follow every page; those of the others are filled in at leisure.
   */
  runs: readonly { id: string; query: Query; limit: RunLimit }[];
}

/** What the window knows of a run from now on. */
export type Told = Pick<Run, 'id' | 'rowCount' | 'pageCount' | 'calls'>;
