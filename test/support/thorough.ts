/**
 * How often the costly tests repeat: kills, random interleavings, sizes. `npm test` shows that the
 * rule holds; `npm run test:thorough` looks for the rare case.
 */
import type * as fc from 'fast-check';

export const isThorough = process.env['SDE_THOROUGH'] === '1';

/** The first number in `npm test`, the second in `npm run test:thorough`. */
export function count(few: number, many: number): number {
  return isThorough ? many : few;
}

const { SDE_SEED: seed, SDE_PATH: path, SDE_RUNS: runs } = process.env;

/**
 * For a search that ends at the first failure, which prints seed and path: `SDE_SEED=… SDE_PATH=…`
 * repeat its steps, `SDE_RUNS=…` tries more of them. `part`: of a search in several, from 0.
 */
export function searched(numRuns: number, part = 0): fc.Parameters<unknown> {
  return {
    numRuns,
    // Shrinking repeats the steps, but not the moment.
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed: Number(seed) + part }),
    ...(path === undefined ? {} : { path }),
  };
}

/** How many a search tries. */
export const runsOf = (few: number, many: number): number => Number(runs ?? count(few, many));
