/**
 * How often the costly tests repeat: kills, random interleavings, sizes. `npm test` shows that the
 * rule holds; `npm run test:thorough` looks for the rare case.
 */

const isThorough = process.env['SDE_THOROUGH'] === '1';

/** The first number in `npm test`, the second in `npm run test:thorough`. */
export function count(few: number, many: number): number {
  return isThorough ? many : few;
}
