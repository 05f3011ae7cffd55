/**
 * How far coders agree: percent, Cohen's kappa and Krippendorff's alpha, as published. What only one of them coded is
 * missing, and says nothing about agreement.
 */
import type { Agreement } from '#shared/contract/codes.ts';

/** What each coder gave an item, in the same order; null: nothing. */
export type Unit = readonly (string | number | null)[];

/** `interval`: how far numbers are apart counts; otherwise values are the same or not. */
type Metric = 'nominal' | 'interval';

/** Measures the agreement of two or more coders over the items that at least two of them coded. */
export function agreementOf(units: readonly Unit[], metric: Metric): Agreement {
  const pairable = units
    .map((unit) => unit.filter((value) => value !== null))
    .filter(({ length }) => length > 1);
  const same = pairable.filter((unit) => unit.every((value) => value === unit[0])).length;
  const items = pairable.length;
  return {
    items,
    same,
    percent: items === 0 ? null : same / items,
    kappa: units.some(({ length }) => length !== 2) ? null : kappaOf(pairable),
    alpha: alphaOf(pairable, metric),
  };
}

/**
 * Cohen (1960): agreement beyond what two coders reach who give each code as often as these, but to any items. Null
 * where that is complete agreement already.
 */
function kappaOf(pairs: readonly Unit[]): number | null {
  const counts = [new Map<unknown, number>(), new Map<unknown, number>()] as const;
  let same = 0;
  for (const [one, other] of pairs) {
    if (one === other) same += 1;
    counts[0].set(one, (counts[0].get(one) ?? 0) + 1);
    counts[1].set(other, (counts[1].get(other) ?? 0) + 1);
  }
  const all = pairs.length;
  let byChance = 0;
  for (const [value, count] of counts[0]) byChance += count * (counts[1].get(value) ?? 0);
  const expected = byChance / (all * all);
  return all === 0 || expected === 1 ? null : (same / all - expected) / (1 - expected);
}

/**
 * Krippendorff (2011): 1 − observed / expected disagreement among all pairs of values within items. Null where all
 * values are the same, so that nothing could have been told apart.
 */
function alphaOf(units: readonly Unit[], metric: Metric): number | null {
  const values = units.flat();
  const disagreement = metric === 'interval' ? squaredDistances : differentPairs;
  let observed = 0;
  for (const unit of units) observed += disagreement(unit) / (unit.length - 1);
  const expected = disagreement(values) / (values.length - 1);
  return values.length < 2 || expected === 0 ? null : 1 - observed / expected;
}

/** The number of ordered pairs of different values. */
function differentPairs(values: Unit): number {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let same = 0;
  for (const count of counts.values()) same += count * count;
  return values.length * values.length - same;
}

/** The sum of squared differences over all ordered pairs; from the mean, since sums of squares lose digits. */
function squaredDistances(values: Unit): number {
  const numbers = values.map(Number);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  return 2 * numbers.length * numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
