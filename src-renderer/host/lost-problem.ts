import type { MethodName } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';

/**
 * The problem of a call that main never answered. A run may have been asked all the same, and
 * then it is on disk and may have been counted: we say what we know.
 */
export function lostProblem(method: MethodName): Problem {
  return {
    code: 'internal',
    title: 'The program behind this page did not answer.',
    advice: 'Check that it is still running, then try again.',
    call: method === 'run.start' || method === 'run.next' ? 'unanswered' : 'noCall',
    remedies: [],
    details: null,
  };
}
