/** What the store refuses, in the words of the contract. */
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { ownProblem } from './problem-error.ts';
import type { ColumnsError } from './store/columns/columns-error.ts';
import type { StoreError } from './store/store-error.ts';

/** Asked before a metered call: a page that is paid for must find room. */
export const noRoomProblem = (): Problem =>
  ownProblem(
    'storage_full',
    'There is too little room on the disk for another page.',
    'Make room, then try again. Nothing was sent, and everything fetched is kept.',
    [{ kind: 'tryAgain' }],
  );

const trySavingAgain = [{ kind: 'trySavingAgain' as const }];

export function storeProblem(error: StoreError): Problem {
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        error.message,
        'Make room on the disk, then save again. Nothing that was fetched is lost, and no call is made meanwhile.',
        trySavingAgain,
      );
    case 'storage_failed':
    case 'unsaved_page':
      return ownProblem(
        'storage_failed',
        error.message,
        'Check the disk and the data folder, then save again. No call is made meanwhile.',
        trySavingAgain,
      );
    case 'in_use':
      return ownProblem(
        'in_use',
        error.message,
        'Use the window that is open already, or close it.',
      );
    case 'read_only':
      return ownProblem('storage_failed', error.message, 'It can be read and saved as a file.');
    case 'unknown_run':
      return ownProblem(
        'invalid_input',
        'This run is not on this computer.',
        'Ask again to fetch it anew.',
        [{ kind: 'runAgain' }],
      );
    case 'unreadable_run':
    case 'run_exists':
    case 'wrong_shape':
    case 'closed':
      return ownProblem(
        'storage_failed',
        error.message,
        'The file is left as it is. Ask again to fetch it anew.',
        [{ kind: 'runAgain' }],
      );
    case 'invalid_input':
      return ownProblem('invalid_input', error.message, 'Reload the window.');
    default:
      return assertNever(error.code);
  }
}

/** What the column store refuses. The rows themselves are safe in the log. */
export function columnsProblem(error: ColumnsError): Problem {
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        error.message,
        'Make room on the disk, then try again. Every row is kept, and can be seen in the order it came.',
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
        'Try again. Every row is kept, and can be seen in the order it came.',
        [{ kind: 'tryAgain' }],
      );
    default:
      return assertNever(error.code);
  }
}
