/** Errors of the column store. Nothing fetched is in danger by any of them: the log has it all. */

export type ColumnsErrorCode =
  /** The run is not attached. */
  | 'unknown_run'
  /** The caller gave up, or the run was detached meanwhile. */
  | 'cancelled'
  /** No space left for the columns. */
  | 'storage_full'
  /** The work needs more memory than the database is given. */
  | 'memory'
  /** The file of a run is not what was written. Mended by building it again. */
  | 'damaged'
  /** The database gave up as a whole over this run. Mended by starting it and building again. */
  | 'fatal'
  /** The database or the worker ended over something else. Mended by starting it again. */
  | 'ended'
  | 'closed'
  | 'failed';

export const columnsSentences: Record<ColumnsErrorCode, string> = {
  unknown_run: 'This run is not open.',
  cancelled: 'This was cancelled.',
  storage_full: 'There is no space left on the disk for sorting and filtering.',
  memory: 'This needs more memory than sorting and filtering may use.',
  damaged: 'The columns of this run are damaged.',
  fatal: 'Sorting and filtering stopped unexpectedly.',
  ended: 'Sorting and filtering stopped unexpectedly.',
  closed: 'Sorting and filtering were closed.',
  failed: 'Sorting and filtering failed.',
};

/** The message is a sentence for the person. */
export class ColumnsError extends Error {
  readonly code: ColumnsErrorCode;
  /** What the database said, for a log: it may hold paths of this computer. */
  readonly detail: string | undefined;

  constructor(code: ColumnsErrorCode, detail?: string) {
    super(columnsSentences[code]);
    this.name = 'ColumnsError';
    this.code = code;
    this.detail = detail;
  }
}

export function asColumnsError(error: unknown): ColumnsError {
  return error instanceof ColumnsError ? error : new ColumnsError('failed', String(error));
}
