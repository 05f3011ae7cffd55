/**
 * Whatever people, windows, a restart and a failing service do at the same time: no request leaves
 * that is not counted, none is sent twice, and no page that came is lost (checklist 25, 27).
 */
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { startTestCore } from '#test/support/core.ts';
import { checkAgainstService, checkWorld } from '#test/support/interleavings/checks.ts';
import { someSetting, someSteps } from '#test/support/interleavings/steps.ts';
import { createWorld } from '#test/support/interleavings/world.ts';
import { runsOf, searched } from '#test/support/thorough.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';

const ways = [
  { name: 'the core', open: startTestCore, ordered: true, runs: runsOf(8, 60) },
  // Calls come by several connections, so they may overtake one another.
  { name: 'the browser host', open: throughBrowserHost, ordered: false, runs: runsOf(3, 30) },
];

describe.each(ways)('through $name', ({ open, ordered, runs }) => {
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
          checkAgainstService(world);
        } finally {
          await world.close();
        }
      }),
      searched(runs),
    ),
  );
});
