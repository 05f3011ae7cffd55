/** The path of an executable, or null when there is none yet. */
export function findChromium(candidates?: readonly string[]): string | null;
