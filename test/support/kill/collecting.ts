/** A process that collects into a data folder, until it is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '#test/support/store/child.ts';
import type { Dice } from './dice.ts';
import type { CollectOptions, Told } from './told.ts';

/** Some fifty pages; by then the columns are being filled. */
const mostLines = 75;
/** A start takes about 0.3 s here. */
const startMs = 500;
const betweenLinesMs = 20;

/** Starts `program`, kills it at a random moment, and gives back all it told its window. */
export async function collectAndKill(
  program: string,
  options: CollectOptions,
  dice: Dice,
): Promise<Told[]> {
  const child = startChild(program, [JSON.stringify(options)]);
  if (dice.below(10) < 1) {
    await sleep(dice.below(startMs));
  } else {
    await child.printed(1 + Math.floor(dice.below(mostLines)));
    await sleep(dice.below(betweenLinesMs));
  }
  await child.kill();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own program wrote them
  return child.lines.map((line) => JSON.parse(line) as Told);
}
