/** Closes an exhaustive switch: the compiler rejects a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
