/** Orders that visit every number once without holding a list of them. */
import { hashText } from './dice.ts';

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/**
 * Shuffles 0…size−1: a bijection, the same for the same key. Sizes stay below 2^20, so that
 * every product here is exact.
 */
export function createShuffle(size: number, key: string): (index: number) => number {
  if (size <= 1) return () => 0;
  const hash = hashText(key);
  // A stride near the golden section spreads neighbours far apart.
  let stride = Math.floor(size * (0.55 + ((hash >>> 8) % 1000) / 8000)) | 1;
  while (greatestCommonDivisor(stride, size) !== 1) stride += 2;
  const start = hash % size;
  return (index) => (index * stride + start) % size;
}

/** The `index`-th number of a shuffled 0…size−1. */
export const shuffled = (index: number, size: number, key: string): number =>
  createShuffle(size, key)(index);
