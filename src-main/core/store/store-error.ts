/** What can go wrong here, as one error class with a code. */

type StoreErrorCode =
  /** No space left. What was to be written is still in memory where the function says so. */
  | 'storage_full'
  /** The disk, the folder or its permissions refuse. */
  | 'storage_failed'
  /** Another process has the data folder. */
  | 'in_use'
  /** A page waits to be saved: `trySavingAgain` first. */
  | 'unsaved_page'
  /** A file that a newer version wrote, or that can't be written: it can only be read. */
  | 'read_only'
  /** The caller's mistake: an id, a page number. */
  | 'invalid_input'
  /** JSON, but without a list of items where it should be. */
  | 'wrong_shape'
  | 'unknown_run'
  | 'run_exists'
  /** The run's log has no first line that could be read. It is left as it is. */
  | 'unreadable_run'
  | 'closed';

/**
 * An error of the store. Its message is a sentence for the person and holds no path of this
 * computer; the system's own error, which does, is the `cause`.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, more: { cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns what a file operation threw into a StoreError; `failed` says what was not done. */
export function asStoreError(error: unknown, failed: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = systemCode(error);
  if (full.has(code)) {
    return new StoreError('storage_full', `${failed} There is no space left on the disk.`, {
      cause: error,
    });
  }
  return new StoreError('storage_failed', `${failed} ${reason(code)}`, { cause: error });
}

/** The system's name of an error (`ENOENT`), or an empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

function reason(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'Permission was denied.';
    case 'EBUSY':
    case 'ETXTBSY':
      return 'Another program has it open.';
    case 'ENAMETOOLONG':
      return 'The name is too long.';
    case 'EROFS':
      return 'The disk is read-only.';
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return 'Something else has that name.';
    case 'ENOENT':
      return 'The folder does not exist.';
    default:
      return code === '' ? 'The disk reported an error.' : `The disk reported ${code}.`;
  }
}
