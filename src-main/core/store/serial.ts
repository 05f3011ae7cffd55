/** Runs actions one after the other, long work with pauses, and steps that close things. */
import { setImmediate } from 'node:timers/promises';

/** Runs actions one after the other, in the order they are requested. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `action` when all actions before it have settled. */
  run<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when no action is running. */
  async settle(): Promise<void> {
    await this.#last;
  }
}

/** Half a frame: an answer that becomes due is still shown in the same frame. */
const pieceMs = 8;

/** Returns a function to await repeatedly; it lets other work run after each piece of this length. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  const yieldToOthers = async (): Promise<void> => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < pieceMs ? undefined : yieldToOthers());
}

/**
 * Runs all steps, even if some fail: a disk that refuses one file must not leave the others open, or the
 * data folder locked.
 * @throws the error, or an AggregateError of several, once all steps have been tried.
 */
export async function closeInTurn(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, 'Not all could be closed.');
  if (errors.length === 1) throw errors[0];
}
