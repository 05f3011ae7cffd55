/**
 * Whatever people, windows, a restart and a failing service do at the same time: no request leaves
 * that is not counted, none is sent twice, and no page that came is lost (checklist 25, 27).
 *
 * A failure prints seed and path; `SDE_SEED=… SDE_PATH=…` repeat its steps, `SDE_RUNS=…` tries
 * more of them.
 */
import { startTestCore } from '#test/support/core.ts';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { checkAgainstService, checkWorld } from '#test/support/interleavings/checks.ts';
import { someSetting, someSteps } from '#test/support/interleavings/steps.ts';
import { createWorld } from '#test/support/interleavings/world.ts';
import { count } from '#test/support/thorough.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';

const { SDE_SEED: seed, SDE_PATH: path, SDE_RUNS: runs } = process.env;

const ways = [
  { name: 'the core', open: startTestCore, ordered: true, usualRuns: count(8, 60) },
  // Calls come by several connections, so they may overtake one another.
  { name: 'the browser host', open: throughBrowserHost, ordered: false, usualRuns: count(3, 30) },
];

describe.each(ways)('through $name', ({ open, ordered, usualRuns }) => {
  it('[25, 27] any steps at any pace', { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(someSetting, someSteps, async (setting, steps) => {
        const world = await createWorld(open, setting, ordered);
        try {
          for (const step of steps) await world.take(step);
          await world.rest();
          await checkWorld(world);
          await world.restart();
          await checkWorld(world);
          await checkAgainstService(world);
        } finally {
          await world.close();
        }
      }),
      {
        numRuns: Number(runs ?? usualRuns),
        // Shrinking repeats the steps, but not the moment.
        endOnFailure: true,
        ...(seed === undefined ? {} : { seed: Number(seed) }),
        ...(path === undefined ? {} : { path }),
      },
    ),
  );
});
