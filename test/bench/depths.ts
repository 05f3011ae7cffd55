/** Where in a run windows are asked for: anywhere, but the same places each time. */

export const windowRows = 100;

/** Offsets of `count` windows among `rows` rows. */
export function randomDepths(rows: number, count = 300): number[] {
  let state = 20_261_121;
  return Array.from({ length: count }, () => {
    // Linear congruential, Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * Math.max(1, rows - windowRows));
  });
}
