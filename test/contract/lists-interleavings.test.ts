/**
 * Whatever a person, a reloaded window and a restart do to a list at the same time: no call over the
 * cap, none for what is finished, none after a stop, none unannounced, never two at once; and each row
 * is there once.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRig, someSetting, someSteps } from '#test/support/lists/list-world.ts';
import { runsOf, searched } from '#test/support/thorough.ts';

const worlds = runsOf(25, 2000);
/** A folder with very many runs is slow to look through. */
const worldsOfRig = 10;
/** So that a long search shows how far it came, on a busy computer too. */
const worldsOfTest = 500;

const parts = Array.from({ length: Math.ceil(worlds / worldsOfTest) }, (_, at) => at + 1);

it.each(parts)(
  `a list survives any steps, ${worlds} times (part %i of ${parts.length})`,
  { timeout: 3_600_000 },
  async (part) => {
    let rig = await openRig();
    const lists = Math.min(worldsOfTest, worlds - (part - 1) * worldsOfTest);
    let used = 0;
    let midway = 0;
    try {
      await fc.assert(
        fc.asyncProperty(someSetting, someSteps, async (setting, steps) => {
          if (++used % worldsOfRig === 0) {
            await rig.close();
            rig = await openRig();
          }
          const world = await rig.newWorld(setting);
          await world.take({ do: 'start', pace: { turns: 3 } });
          for (const step of steps) {
            if (world.isMidway()) midway += 1;
            await world.take(step);
          }
          await world.finish();
        }),
        searched(lists, part - 1),
      );
      // Steps that come before the first request, or after the last one, prove nothing.
      expect(midway).toBeGreaterThanOrEqual(Math.floor(lists / 2));
    } finally {
      await rig.close();
    }
  },
);
