/** Work in order and in pieces: actions one after the other, long work with pauses, closing all that is open. */
import { setImmediate } from 'node:timers/promises';

/** Actions one after the other, in the order in which they were asked for. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `action` when all before it have ended, whether well or not. */
  run<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    await this.#last;
  }
}

/** Half a frame: an answer that is due meanwhile is still shown in the same one. */
const pieceMs = 8;

/** To be awaited again and again; lets others run when the work has gone on for a piece. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < pieceMs ? undefined : rest());
}

/**
 * A disk that refuses one file must not leave the others open, or the data folder taken.
 * @throws what went wrong, once all steps have been tried.
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
