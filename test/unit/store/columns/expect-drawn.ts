/** What a chart is drawn from, worked out a second time from the rows themselves. */
import { expect } from 'vitest';
import type { ChartQuestion, Drawn, DrawnOf } from '#shared/contract/chart.ts';
import {
  localUnit,
  byCount,
  cellText,
  countsOf,
  isEmpty,
  numbersOf,
  timesOf,
  valueOf,
  valuesOf,
} from '#test/support/columns/reference.ts';
import type { Rows } from '#test/support/columns/reference.ts';

interface Chosen {
  rows: Rows;
  /** Rows of the view, as they came. */
  seqs: readonly number[];
}

/** Fails unless it is what the rows say. */
export function expectDrawn(drawn: Drawn, question: ChartQuestion, chosen: Chosen): void {
  expect(drawn.kind).toBe(question.kind);
  if (drawn.kind === 'time' && question.kind === 'time') checkTime(drawn, question, chosen);
  if (drawn.kind === 'values' && question.kind === 'values') checkValues(drawn, question, chosen);
  if (drawn.kind === 'numbers' && question.kind === 'numbers') {
    checkNumbers(drawn, question, chosen);
  }
  if (drawn.kind === 'scatter' && question.kind === 'scatter') {
    checkScatter(drawn, question, chosen);
  }
}

function checkTime(
  drawn: DrawnOf<'time'>,
  { field, unit, splitBy, timeZone }: Extract<ChartQuestion, { kind: 'time' }>,
  { rows, seqs }: Chosen,
): void {
  const times = timesOf(rows, field);
  const dated = seqs.filter((seq) => times[seq] !== undefined);
  expect(drawn.dated).toBe(dated.length);
  const at = dated.map((seq) => Math.floor(times[seq]! / 1000));
  if (dated.length === 0) {
    expect(drawn).toMatchObject({ buckets: [], earliest: null, latest: null });
    return;
  }
  // Of all rows: only they tell what is here.
  const came = times.filter((time) => time !== undefined);
  const all = came.map((time) => Math.floor(time / 1000));
  // Rows in an order end where the last one does.
  const { arrived } = drawn;
  const first = arrived === 'newestFirst' ? all.at(-1) : Math.min(...all);
  const last = arrived === 'oldestFirst' ? all.at(-1) : Math.max(...all);
  expect([Date.parse(drawn.earliest!), Date.parse(drawn.latest!)]).toEqual([first, last]);
  if (unit !== null && drawn.units.includes(unit)) expect(drawn.unit).toBe(unit);
  // One after the other, each in a unit of its own.
  drawn.buckets.slice(1).forEach(({ from }, place) => expect(from).toBe(drawn.buckets[place]!.to));
  const texts = dated.map((seq) => cellText(rows[seq], field) ?? '');
  expect(drawn.areDays).toBe(texts.every((day) => /^\d{4}-\d\d-\d\d$/.test(day)));
  expect(drawn.timeZone).toBe(drawn.areDays ? 'UTC' : timeZone);
  const name = (moment: number): string => localUnit(drawn.unit, moment, drawn.timeZone);
  const named = drawn.buckets.map(({ from }) => name(Date.parse(from)));
  expect(new Set(named).size).toBe(named.length);

  const text = (seq: number): string | null =>
    splitBy === null ? null : cellText(rows[seq], splitBy);
  const told = drawn.series.filter((value) => value !== null);
  const common = countsOf(
    dated
      .filter((seq) => splitBy !== null && !isEmpty(valueOf(rows[seq], splitBy)))
      .map((seq) => text(seq) ?? ''),
  );
  const order = byCount(common).map(([value]) => value);
  // One that is too long is passed over, and may have taken a place.
  expect(told).toEqual(order.slice(0, told.length));
  expect(told.length).toBeGreaterThanOrEqual(Math.min(order.length, 3));
  const seriesOf = (seq: number): string | null => {
    const value = text(seq);
    return value !== null && told.includes(value) ? value : null;
  };
  const expected = countsOf(
    dated.map((seq, place) => JSON.stringify([name(at[place]!), seriesOf(seq)])),
  );
  const counted = drawn.buckets.flatMap(({ counts }, place) => {
    expect(counts.length).toBe(drawn.series.length);
    return drawn.series.map((value, part) => [JSON.stringify([named[place], value]), counts[part]]);
  });
  expect(new Map(counted.filter(([, count]) => count !== 0) as [string, number][])).toEqual(
    expected,
  );
  const steps = came.slice(1).map((time, place) => time - came[place]!);
  const [falls, rises] = [steps.filter((step) => step < 0), steps.filter((step) => step > 0)];
  if (falls.length + rises.length < 5) expect(drawn.arrived).toBe('mixed');
  else if (rises.length === 0) expect(drawn.arrived).toBe('newestFirst');
  else if (falls.length === 0) expect(drawn.arrived).toBe('oldestFirst');
}

function checkValues(
  drawn: DrawnOf<'values'>,
  { field, most }: Extract<ChartQuestion, { kind: 'values' }>,
  { rows, seqs }: Chosen,
): void {
  const all = valuesOf(rows, field);
  // Taken apart: see the test of items.
  if (all.length > 0 && all.every(Array.isArray)) return;
  expect(drawn.items).toBe(false);
  const filled = seqs.filter((seq) => !isEmpty(valueOf(rows[seq], field)));
  const counts = countsOf(filled.map((seq) => cellText(rows[seq], field) ?? ''));
  expect(drawn.distinct).toEqual({ count: counts.size, exact: true });
  expect(drawn.filled).toBe([...counts.values()].reduce((sum, count) => sum + count, 0));
  expect(drawn.values.map(({ value, count }) => [value, count])).toEqual(
    byCount(counts).slice(0, most),
  );
}

function checkNumbers(
  drawn: DrawnOf<'numbers'>,
  { field, scale }: Extract<ChartQuestion, { kind: 'numbers' }>,
  { rows, seqs }: Chosen,
): void {
  const all = numbersOf(rows, field);
  const numbers = seqs.flatMap((seq) => all[seq] ?? []);
  expect(drawn.counted).toBe(numbers.length);
  const canBeLog = numbers.length > 0 && numbers.every((number) => number >= 0);
  expect(drawn.scales).toEqual(canBeLog ? ['linear', 'log'] : ['linear']);
  if (scale === 'linear' || !canBeLog) expect(drawn.scale).toBe('linear');
  if (scale === 'log' && numbers.some((number) => number > 0) && canBeLog) {
    expect(drawn.scale).toBe('log');
  }
  // Values of every size in one column: a bucket is then wider than the digits are exact.
  if (drawn.scale === 'linear' && numbers.some((number) => Math.abs(number) > 1e12)) return;
  drawn.buckets.forEach(({ from, to, count }, place) => {
    const isLast = place === drawn.buckets.length - 1;
    const inside = numbers.filter(
      (number) => number >= from && (number < to || (isLast && number === to)),
    );
    expect(count).toBe(inside.length);
  });
}

function checkScatter(
  drawn: DrawnOf<'scatter'>,
  { x, y, most }: Extract<ChartQuestion, { kind: 'scatter' }>,
  { rows, seqs }: Chosen,
): void {
  const [xs, ys] = [numbersOf(rows, x), numbersOf(rows, y)];
  const pairs = seqs.flatMap((seq): [number, number][] => {
    const [one, other] = [xs[seq], ys[seq]];
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
  expect(drawn.counted).toBe(pairs.length);
  if (pairs.length === 0) {
    expect(drawn).toMatchObject({ x: null, y: null, points: [], grid: null });
    return;
  }
  // Adding 0: of 0 and -0, either may be the least.
  const ends = (values: number[]): object => ({
    min: Math.min(...values) + 0,
    max: Math.max(...values) + 0,
  });
  const endsOf = (axis: typeof drawn.x): object | null =>
    axis && { min: axis.min + 0, max: axis.max + 0 };
  expect(endsOf(drawn.x)).toEqual(ends(pairs.map(([value]) => value)));
  expect(endsOf(drawn.y)).toEqual(ends(pairs.map(([, value]) => value)));
  if (pairs.length <= most) {
    expect(drawn).toMatchObject({ points: pairs, grid: null });
    return;
  }
  expect(drawn.points).toEqual([]);
  const { xEdges, yEdges, cells } = drawn.grid!;
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(pairs.length);
  for (const cell of cells) {
    // Edges are rounded as numbers are: what lies on one may be on either side.
    const near = pairs.filter(
      ([one, other]) => isNear(one, xEdges, cell.x) && isNear(other, yEdges, cell.y),
    );
    expect(near.length).toBeGreaterThanOrEqual(cell.count);
  }
}

function isNear(value: number, edges: readonly number[], place: number): boolean {
  const [from, to] = [edges[place]!, edges[place + 1]!];
  const slack = (to - from) * 1e-6 + Math.abs(value) * 1e-9;
  return value >= from - slack && value <= to + slack;
}
