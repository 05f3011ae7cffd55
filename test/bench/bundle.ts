/** What the runner gives a bench: its arguments, and the bundled files that run beside it. */

/** The address of another entry of the same bench (`run.mjs`). */
export type BundledFile = (name: string) => URL;

/** A count from the command line, or the usual one. */
export function countFrom(args: readonly string[], name: string, usual: number): number {
  const given = args.find((arg) => arg.startsWith(`--${name}=`));
  const count = given === undefined ? usual : Number(given.slice(name.length + 3));
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number`);
  return count;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of all are not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);
