/**
 * Whatever a person, a reloaded window and a restart do to a list at the same time: no call over the
 * cap, none for what is finished, none after a stop, none unannounced, never two at once; and each row
 * is there once.
 *
 * A failure prints seed and path; `SDE_SEED=… SDE_PATH=…` repeat its steps, `SDE_RUNS=…`
 * tries more of them.
 */
import * as fc from 'fast-check';
import { it } from 'vitest';
import { openRig, someSetting, someSteps } from '#test/support/lists/list-world.ts';
import { count } from '#test/support/thorough.ts';

const { SDE_SEED: seed, SDE_PATH: path, SDE_RUNS: runs } = process.env;
const worlds = Number(runs ?? count(25, 10_000));
/** A folder with very many runs is slow to look through. */
const worldsOfRig = 40;
/** So that a long search shows how far it came, on a busy computer too. */
const worldsOfTest = 500;

const parts = Array.from({ length: Math.ceil(worlds / worldsOfTest) }, (_, at) => at + 1);

it.each(parts)(
  `a list survives any steps, ${worlds} times (part %i of ${parts.length})`,
  { timeout: 3_600_000 },
  async (part) => {
    let rig = await openRig();
    let used = 0;
    try {
      await fc.assert(
        fc.asyncProperty(someSetting, someSteps, async (setting, steps) => {
          if (++used % worldsOfRig === 0) {
            await rig.close();
            rig = await openRig();
          }
          const world = await rig.newWorld(setting);
          await world.take({ do: 'start', pause: 3 });
          for (const step of steps) await world.take(step);
          await world.finish();
        }),
        {
          numRuns: Math.min(worldsOfTest, worlds - (part - 1) * worldsOfTest),
          // Shrinking repeats the steps, but not the moment.
          endOnFailure: true,
          ...(seed === undefined ? {} : { seed: Number(seed) + part - 1 }),
          ...(path === undefined ? {} : { path }),
        },
      );
    } finally {
      await rig.close();
    }
  },
);
