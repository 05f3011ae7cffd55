/** Converts errors of the store into problems of the contract. */
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { internalProblem, ownProblem, ProblemError } from '../problem-error.ts';
import { ColumnsError } from './columns/protocol.ts';
import { StoreError } from './store-error.ts';

/** Reported before a metered call: there must be room for a page that is paid for. */
export const noRoomProblem = (): Problem =>
  ownProblem(
    'storage_full',
    'There is too little free space on the disk for another page.',
    'Free up space, then try again. Nothing was sent, and everything fetched is kept.',
    [{ kind: 'tryAgain' }],
  );

/** A page was answered and is held in memory until the disk accepts it. */
export function unsavedPageProblem(error: StoreError): Problem {
  const { code } = error;
  return {
    ...ownProblem(
      code === 'storage_full' ? code : 'storage_failed',
      error.message,
      code === 'storage_full'
        ? 'Free up disk space, then save again. The page is kept until then, and no call is made.'
        : 'Check the disk and the data folder, then save again. The page is kept until then, and no call is made.',
      [{ kind: 'trySavingAgain' }],
    ),
    call: 'answered',
  };
}

/** Our disk cut short a file from the service, and the part received was not kept. */
export const unsavedFileProblem = (error: StoreError): Problem => ({
  ...unsavedPageProblem(error),
  advice:
    'Check the disk and free up space, then try again. The service then sends the file again, which is another call.',
  remedies: [{ kind: 'tryAgain' }],
});

/** An answer was paid for and could not be stored; it is shown, and can be saved. */
export const unkeptAnswerProblem = (error: StoreError): Problem => ({
  ...ownProblem(
    error.code === 'storage_full' ? error.code : 'storage_failed',
    error.message,
    'Save it to another disk now: it is lost when the program ends.',
  ),
  call: 'answered',
});

/** Converts a store error. Nothing that was fetched depends on it. */
export function storeProblem(error: StoreError): Problem {
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        error.message,
        'Free up disk space, then try again. Everything that was fetched is kept.',
        [{ kind: 'tryAgain' }],
      );
    case 'storage_failed':
      return ownProblem(
        'storage_failed',
        error.message,
        'Check the disk and the data folder, then try again. Everything that was fetched is kept.',
        [{ kind: 'tryAgain' }],
      );
    case 'unsaved_page':
      return unsavedPageProblem(error);
    case 'in_use':
      return ownProblem(
        'in_use',
        error.message,
        'Use the window that is already open, or close it.',
      );
    case 'read_only':
      return ownProblem(
        'storage_failed',
        error.message,
        'What was fetched can be read and saved as a file.',
      );
    case 'unknown_run':
      return ownProblem('invalid_input', 'This run is not on this computer.', 'Run it again.', [
        { kind: 'runAgain' },
      ]);
    case 'unreadable_run':
    case 'run_exists':
    case 'wrong_shape':
    case 'closed':
      return ownProblem(
        'storage_failed',
        error.message,
        'The file is left as it is. Run it again.',
        [{ kind: 'runAgain' }],
      );
    case 'invalid_input':
      return ownProblem('invalid_input', error.message, 'Reload the window.');
    default:
      return assertNever(error.code);
  }
}

/** Converts an error of the column store. The rows themselves are safe in the log. */
function columnsProblem(error: ColumnsError): Problem {
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        error.message,
        'Free up disk space, then try again. Every row is kept, and you can see them in the order they arrived.',
        [{ kind: 'tryAgain' }],
      );
    case 'memory':
      return ownProblem(
        'storage_failed',
        error.message,
        'Filter the rows first, or sort by fewer columns. Every row is kept.',
      );
    case 'unknown_run':
    case 'cancelled':
    case 'damaged':
    case 'fatal':
    case 'ended':
    case 'closed':
    case 'failed':
      return ownProblem(
        'storage_failed',
        error.message,
        'Try again. Every row is kept, and you can see them in the order they arrived.',
        [{ kind: 'tryAgain' }],
      );
    default:
      return assertNever(error.code);
  }
}

/**
 * Converts any error.
 * @param report receives errors that the window must not see: they may contain paths (checklist 16).
 */
export function problemOf(error: unknown, report: (error: unknown) => void): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof StoreError) return storeProblem(error);
  report(error);
  return error instanceof ColumnsError ? columnsProblem(error) : internalProblem();
}
