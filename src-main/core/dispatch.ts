/** The only way in (parses the input, calls the handler, returns a Result), and the way out: events. */
import { z } from 'zod';
import type { AppEvent } from '#shared/contract/event.ts';
import { isMethodName, methods } from '#shared/contract/methods.ts';
import type { MethodName, Methods } from '#shared/contract/methods.ts';
import { mayCount } from '#shared/contract/sending.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Core } from './core.ts';
import { problemOf } from './store/store-problem.ts';
import { ownProblem } from './problem-error.ts';

/** One handler per method. Its input is already parsed. */
export type Handlers = {
  [M in MethodName]: (
    input: z.output<Methods[M]['input']>,
  ) => Promise<z.output<Methods[M]['output']>>;
};

/** Those of an area's methods. @typeParam Name of which the names are, such as `list.${string}`. */
export type HandlersOf<Name extends string> = Pick<Handlers, Extract<MethodName, Name>>;

/**
 * Returns the function that calls a method by name with unchecked input. The message of an unexpected
 * error goes only to `report`: it may contain paths of this computer (checklist 16).
 * @param failed called with the problem of each call that failed.
 */
export function createCall(
  handlers: Handlers,
  { report, failed }: { report: (error: unknown) => void; failed: (problem: Problem) => void },
): Core['call'] {
  const failure = (error: Problem): Result<never> => {
    failed(error);
    return { ok: false, error };
  };
  return async (method, input) => {
    if (!isMethodName(method)) {
      return failure(
        ownProblem('unknown_method', 'This program can’t do that.', 'Reload the window.'),
      );
    }
    const parsed = methods[method].input.safeParse(input);
    if (!parsed.success) {
      const advice = describe(parsed.error);
      return failure(ownProblem('invalid_input', 'Something in the request isn’t valid.', advice));
    }
    try {
      // Each handler takes its own input type; the compiler checks the match where `handlers` is built.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const handler = handlers[method] as (input: unknown) => Promise<unknown>;
      return { ok: true, value: await handler(parsed.data) };
    } catch (error) {
      const problem = problemOf(error, report);
      // What stumbled may have asked the service before.
      const isUnknown = problem.code === 'internal' && mayCount(method, parsed.data);
      return failure(isUnknown ? { ...problem, call: 'unanswered' } : problem);
    }
  };
}

/** Names the members that are invalid, never their values: one could be a key. */
function describe(error: z.ZodError): string {
  const members = error.issues.map((issue) => issue.path.join('.')).filter((path) => path !== '');
  return members.length === 0
    ? 'Reload the window.'
    : `Check: ${[...new Set(members)].join(', ')}.`;
}

/** Creates the way out: events for the listeners that subscribed. */
export function createEvents(report: (error: unknown) => void): {
  emit: (event: AppEvent) => void;
  subscribe: (listener: (event: AppEvent) => void) => () => void;
} {
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        // A listener that throws must not stop the other listeners or the operation that emits.
        try {
          listener(event);
        } catch (error) {
          report(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
