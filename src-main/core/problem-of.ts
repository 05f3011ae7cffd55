/** Whatever was thrown, in the words of the contract. */
import type { Problem } from '#shared/contract/problem.ts';
import { internalProblem, ProblemError } from './problem-error.ts';
import { columnsProblem, storeProblem } from './store-problem.ts';
import { ColumnsError } from './store/columns/protocol.ts';
import { StoreError } from './store/store-error.ts';

/** @param report where goes what the window must not see: it may name paths (checklist 16). */
export function problemOf(error: unknown, report: (error: unknown) => void): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof StoreError) return storeProblem(error);
  report(error);
  return error instanceof ColumnsError ? columnsProblem(error) : internalProblem();
}
