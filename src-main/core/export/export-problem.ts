/** What hindered an export, in words about saving: the column store speaks of sorting. */
import type { Problem } from '#shared/contract/problem.ts';
import { ownProblem } from '../problem-error.ts';
import { problemOf } from '../store/store-problem.ts';
import { ColumnsError } from '../store/columns/column-store.ts';

export function exportProblem(error: unknown, report: (error: unknown) => void): Problem {
  if (!(error instanceof ColumnsError)) return problemOf(error, report);
  report(error);
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        'There is no space left on the disk of the data folder, where the file is put together.',
        'Make room there, then try again; or save as JSON Lines, which needs none.',
        [{ kind: 'tryAgain' }],
      );
    case 'memory':
      return ownProblem(
        'storage_failed',
        'Putting the file together needs more memory than it may use.',
        'Filter the rows first, or save as JSON Lines in the order of arrival.',
      );
    default:
      return ownProblem(
        'storage_failed',
        'Putting the file together failed.',
        'Try again; or save as JSON Lines in the order of arrival. Every row is kept.',
        [{ kind: 'tryAgain' }],
      );
  }
}
