/** The only way in (parse the input, call the handler, answer with a Result), and the way out: events. */
import { z } from 'zod';
import type { AppEvent } from '#shared/contract/event.ts';
import { isMethodName, methods } from '#shared/contract/methods.ts';
import type { MethodName, Methods } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { problemOf } from './store/store-problem.ts';
import { ownProblem } from './problem-error.ts';

/** One handler per method: what it is given is parsed already. */
export type Handlers = {
  [M in MethodName]: (
    input: z.output<Methods[M]['input']>,
  ) => Promise<z.output<Methods[M]['output']>>;
};

/**
 * Calls a method by name with unchecked input. Never throws. What an unforeseen error says stays
 * in `report`: it may name paths of this computer (checklist 16).
 */
export async function dispatch(
  handlers: Handlers,
  method: string,
  input: unknown,
  report: (error: unknown) => void,
): Promise<Result<unknown>> {
  if (!isMethodName(method)) {
    return failure(
      ownProblem('unknown_method', 'This program can’t do that.', 'Reload the window.'),
    );
  }
  const parsed = methods[method].input.safeParse(input);
  if (!parsed.success) {
    return failure(
      ownProblem('invalid_input', 'Something in the request isn’t valid.', describe(parsed.error)),
    );
  }
  try {
    // Each handler takes its own input; that they match is checked where `handlers` is built.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[method] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: await handler(parsed.data) };
  } catch (error) {
    return failure(problemOf(error, report));
  }
}

const failure = (error: Problem): Result<never> => ({ ok: false, error });

/** Which member does not fit, never its value: it could be a key. */
function describe(error: z.ZodError): string {
  const places = error.issues.map((issue) => issue.path.join('.')).filter((path) => path !== '');
  return places.length === 0 ? 'Reload the window.' : `Check: ${[...new Set(places)].join(', ')}.`;
}

/** The other way: who hears of what changed. */
export function createEvents(report: (error: unknown) => void): {
  emit: (event: AppEvent) => void;
  subscribe: (listener: (event: AppEvent) => void) => () => void;
} {
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        // A listener that throws must stop neither the others nor what the event is about.
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
