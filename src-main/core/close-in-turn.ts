/** Closing what is open: one after the other, and all of it, whatever becomes of those before. */

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
