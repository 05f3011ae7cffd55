/** Counts, and lists of lines, in words: the same on screen, in files and in a command's messages. */

const grouped = new Intl.NumberFormat('en');

/** "12,480". */
export const grouping = (count: number): string => grouped.format(count);

/** "1 run", "1,204 runs". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${grouping(count)} ${count === 1 ? one : many}`;

/** Returns the lines that are said: of `condition && line`, those whose condition holds. */
export const said = (...lines: readonly (string | false | null)[]): string[] =>
  lines.filter((line) => typeof line === 'string');
