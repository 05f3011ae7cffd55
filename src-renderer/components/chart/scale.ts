/** The scale beside bars: whole numbers, few of them, the highest at or above the largest bar. */
export function countTicks(largest: number): readonly number[] {
  const step = wholeStep(Math.max(largest, 1) / 3);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < Math.max(largest, 1)) ticks.push(step * ticks.length);
  return ticks;
}

/** The next of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30… at or above `least`. */
function wholeStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(least, 1))));
  const factor = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}
