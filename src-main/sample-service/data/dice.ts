/** Deterministic randomness: everything in the sample data is rolled from a text. */

/** Begins these texts: another seed makes other data. */
export const seed = 'sample';

/** A 32-bit hash of a text (FNV-1a with a final mix), the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export type Dice = ReturnType<typeof createDice>;

/** Dice that roll the same sequence for the same parts. */
export function createDice(...parts: readonly (string | number | bigint)[]) {
  let state = hashText(parts.join('\u0000'));
  /** From 0 up to, but not including, 1. */
  const float = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** A whole number from 0 up to, but not including, `limit`. */
  const below = (limit: number): number => Math.floor(float() * limit);
  return {
    float,
    below,
    /** A whole number from `lowest` to `highest`, both included. */
    between: (lowest: number, highest: number): number => lowest + below(highest - lowest + 1),
    chance: (probability: number): boolean => float() < probability,
    pick: <One>(items: readonly One[]): One => itemAt(items, below(items.length)),
    /**
     * A count with a realistic distribution: around `median`, mostly small, occasionally huge. `spread` is
     * the standard deviation of its logarithm.
     */
    count: (median: number, spread: number): number => {
      // The sum of four uniform numbers is close enough to a bell curve, and always finite.
      const bell = (float() + float() + float() + float() - 2) * Math.sqrt(3);
      return Math.round(median * Math.exp(spread * bell));
    },
  };
}

/** Items that are made one by one when they are needed. */
export interface List<One> {
  total: number;
  at: (index: number) => One;
}

export const mapList = <One, Other>({ at, total }: List<One>, to: (one: One) => Other) => ({
  total,
  at: (index: number): Other => to(at(index)),
});

export const atMost = <One>(most: number, { at, total }: List<One>): List<One> => ({
  total: Math.min(total, most),
  at,
});

/** The item at an index, wrapping around past the end. */
export function itemAt<One>(items: readonly One[], index: number): One {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/**
 * The `index`-th number of 0…size−1 in an order that visits each once, the same for the same key, without
 * storing a list. Sizes are below 2^20, so that every product is exact.
 */
export function shuffled(index: number, size: number, key: string): number {
  if (size <= 1) return 0;
  const hash = hashText(key);
  // A stride near the golden ratio spreads neighbours far apart.
  let stride = Math.floor(size * (0.55 + ((hash >>> 8) % 1000) / 8000)) | 1;
  while (greatestCommonDivisor(stride, size) !== 1) stride += 2;
  return (index * stride + (hash % size)) % size;
}
