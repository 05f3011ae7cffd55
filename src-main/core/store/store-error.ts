/** The store's errors: one error class with a code. */

type StoreErrorCode =
  /** No space left. The data is still in memory where the function documents it. */
  | 'storage_full'
  /** The disk, the folder or its permissions refused the operation. */
  | 'storage_failed'
  /** A file is longer than any that the program writes, so it isn't read. */
  | 'too_large'
  /** Another process uses the data folder. */
  | 'in_use'
  /** A page is waiting to be saved: call `trySavingAgain` first. */
  | 'unsaved_page'
  /** The file can't be written: it can only be read. */
  | 'read_only'
  /** The caller's mistake, such as an invalid id or page number. */
  | 'invalid_input'
  /** JSON, but without a list of items in the expected location. */
  | 'wrong_shape'
  | 'unknown_run'
  | 'run_exists'
  /** The run's log has no readable first line. It is left unchanged. */
  | 'unreadable_run'
  | 'closed';

/**
 * An error of the store. Its message is a sentence for the person and contains no path on this computer;
 * the system's own error, which does, is the `cause`.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, more: { cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** Returns why the program can't start with a data folder, and which one. For terminals and start dialogs. */
export function whyNotOpened(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof StoreError ? `${message} The folder: ${folder}` : message;
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns the error of a file operation into a StoreError; `failed` is the message's first sentence. */
export function asStoreError(error: unknown, failed: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = systemCode(error);
  if (full.has(code)) {
    return new StoreError('storage_full', `${failed} There is no space left on the disk.`, {
      cause: error,
    });
  }
  const reason = reasons.get(code) ?? `The disk reported ${code}.`;
  return new StoreError('storage_failed', `${failed} ${reason}`, { cause: error });
}

/** The system's name of an error (`ENOENT`), or an empty string. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What is said of the system's errors; an empty code is none of the system's. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['', 'The disk reported an error.'],
  ['EACCES', 'Permission was denied.'],
  ['EPERM', 'Permission was denied.'],
  ['EBUSY', 'Another program has it open.'],
  ['ETXTBSY', 'Another program has it open.'],
  ['ELOOP', 'A link has that name, and links aren’t followed.'],
  ['ENAMETOOLONG', 'The name is too long.'],
  ['EROFS', 'The disk is read-only.'],
  ['ENOTDIR', 'Something else has that name.'],
  ['EISDIR', 'Something else has that name.'],
  ['EEXIST', 'Something else has that name.'],
  ['ENOENT', 'The folder does not exist.'],
]);
