/**
 * What arrives from main, narrowed. Main parses what it receives and is built together with this
 * window, so its answers are recognised here and not parsed a second time.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Result } from '#shared/contract/result.ts';

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
  'recipe.given': true,
  'page.chosen': true,
  'menu.chosen': true,
};

export function isAppEvent(value: unknown): value is AppEvent {
  return isObject(value) && typeof value.kind === 'string' && Object.hasOwn(eventKinds, value.kind);
}
