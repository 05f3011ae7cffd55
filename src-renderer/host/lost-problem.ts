import type { MethodInput, MethodName } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';

/**
 * The problem of a call that main never answered. It may have been done all the same; what asks
 * the service may have been counted: we say what we know.
 */
export function lostProblem<M extends MethodName>(method: M, input: MethodInput<M>): Problem {
  return {
    code: 'internal',
    title: 'The program behind this page did not answer.',
    advice: 'Check that it is still running, then try again.',
    call: mayCount(method, input) ? 'unanswered' : 'noCall',
    remedies: [],
    details: null,
  };
}

function mayCount(method: MethodName, input: object): boolean {
  // Requests of one's own are metered only after the person has said yes to that.
  if (method === 'request.send') return 'metered' in input && input.metered === true;
  return method === 'run.start' || method === 'run.next';
}
