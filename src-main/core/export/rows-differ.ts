import { ownProblem, ProblemError } from '../problem-error.ts';

/**
 * The last check before a file gets its name.
 * @throws ProblemError when the file holds another number of rows than it should.
 */
export function rowsDiffer(written: number, expected: number): void {
  if (written === expected) return;
  throw new ProblemError(
    ownProblem(
      'internal',
      `The file came to ${written} rows instead of ${expected}.`,
      'Nothing was saved under its name. Try again; if it happens again, save as JSON Lines.',
      [{ kind: 'tryAgain' }],
    ),
  );
}
