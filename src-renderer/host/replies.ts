import { type MethodInput, type MethodName, methodOf } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import type { Result } from '#shared/contract/result.ts';

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
  const { metered } = methodOf(method);
  return (
    metered === 'always' || (metered === 'ifAgreed' && 'metered' in input && input.metered === true)
  );
}

/**
 * What arrives from main, narrowed. Main parses what it receives and is built together with this
 * window, so its answers are recognised here and not parsed a second time.
 */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether main's dispatcher said this: a proxy or an error page does not look like it. */
export function isResult<T>(answer: unknown): answer is Result<T> {
  return isObject(answer) && typeof answer.ok === 'boolean';
}

const eventKinds: Record<AppEvent['kind'], true> = {
  'run.changed': true,
  'calls.changed': true,
  'trouble.changed': true,
  'description.changed': true,
  'export.changed': true,
  'recipe.changed': true,
  'recipe.given': true,
  'page.chosen': true,
  'menu.chosen': true,
  'project.opened': true,
};

export function isAppEvent(value: unknown): value is AppEvent {
  return isObject(value) && typeof value.kind === 'string' && Object.hasOwn(eventKinds, value.kind);
}
