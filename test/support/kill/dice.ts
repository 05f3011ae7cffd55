/** Chance that can be had again: the same seed gives the same numbers. */
export interface Dice {
  /** From 0 to before `limit`. */
  below(limit: number): number;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return {
    // Mulberry32: small, and good enough to scatter moments.
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit;
    },
  };
}
