import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import type { Chart, ChartQuestion, Drawn, DrawnOf } from '#shared/contract/chart.ts';
import { chartQuestionSchema, chartSchema, mostBars } from '#shared/contract/chart.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import { localUnit, zones } from '#test/support/columns/local-time.ts';
import type { Rows } from '#test/support/columns/reference.ts';
import {
  cellText,
  compareCharacters,
  numbersOf,
  referenceView,
  timesOf,
  valuesOf,
} from '#test/support/columns/reference.ts';
import { ListSource } from '#test/support/columns/source.ts';
import type { SharedStore } from '#test/support/columns/store.ts';
import { sharedStore } from '#test/support/columns/store.ts';

let shared: SharedStore;
let runs = 0;
beforeAll(async () => {
  shared = await sharedStore();
});
afterAll(() => shared.close());

type Ask = (view: View, question: ChartQuestion) => Promise<Chart>;

async function withRows<T>(rows: Rows, use: (ask: Ask) => Promise<T>): Promise<T> {
  runs++;
  const { store, folder } = shared;
  const source = new ListSource(folder, [...rows], `run-${runs}-0000`);
  await store.attach(source);
  await store.filled(source.id);
  const result = await use(async (view, question) =>
    chartSchema.parse(await store.chart(source.id, view, chartQuestionSchema.parse(question))),
  );
  await store.detach(source.id);
  return result;
}

async function drawnOf<K extends Drawn['kind']>(
  rows: Rows,
  question: Extract<ChartQuestion, { kind: K }>,
): Promise<DrawnOf<K>> {
  const { drawn } = await withRows(rows, (ask) => ask(everyRow, question));
  if (!isOf<K>(drawn, question)) throw new Error(drawn.kind);
  return drawn;
}

const isOf = <K extends Drawn['kind']>(
  drawn: Drawn,
  { kind }: ChartQuestion,
): drawn is DrawnOf<K> => drawn.kind === kind;

/** A question for each pair of fields, as chance will have it. */
const questionsOf = (fields: readonly string[]): fc.Arbitrary<ChartQuestion> => {
  const field = fc.constantFrom(...fields, 'nobody has it');
  const scale = fc.constantFrom('linear' as const, 'log' as const, null);
  return fc.oneof(
    fc.record({
      kind: fc.constant('time' as const),
      field,
      unit: fc.constantFrom(...dateUnits, null),
      splitBy: fc.option(field),
      timeZone: fc.constantFrom(...zones),
    }),
    fc.record({
      kind: fc.constant('values' as const),
      field,
      most: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({ kind: fc.constant('numbers' as const), field, scale }),
    fc.record({
      kind: fc.constant('scatter' as const),
      x: field,
      y: field,
      scale,
      most: fc.constantFrom(3, 5000),
    }),
  );
};

const drawing = caseArbitrary.chain((drawn) => {
  const fields = [...new Set(drawn.rows.flatMap((row) => Object.keys(row ?? {})))];
  const questions = fc.array(questionsOf(fields), { minLength: 4, maxLength: 8 });
  return fc.record({ drawn: fc.constant(drawn), questions });
});

describe('what a chart is drawn from', () => {
  it('is what its definition says, in every view', async () => {
    await fc.assert(
      fc.asyncProperty(drawing, async ({ drawn: { rows, views }, questions }) => {
        await withRows(rows, async (ask) => {
          for (const [place, question] of questions.entries()) {
            const view = views[place % views.length]!;
            const seqs = referenceView(rows, view).toSorted((a, b) => a - b);
            const chart = await ask(view, question);
            expect(chart).toMatchObject({ rows: rows.length, count: seqs.length });
            check(chart.drawn, question, { rows, seqs });
          }
        });
      }),
      { numRuns: 50 },
    );
  }, 180_000);

  it('knows in which order rows came, and forgives a few', async () => {
    const hours = Array.from({ length: 100 }, (_, hour) => hour);
    const ask = (order: readonly number[]) =>
      drawnOf(
        order.map((hour) => ({ at: new Date(Date.UTC(2026, 4, 1, hour)).toISOString() })),
        { kind: 'time', field: 'at', unit: null, splitBy: null, timeZone: 'UTC' },
      );
    const newest = hours.toReversed();
    expect((await ask(newest)).arrived).toBe('newestFirst');
    expect((await ask([...newest.slice(50), ...newest.slice(0, 50)])).arrived).toBe('newestFirst');
    expect((await ask(hours)).arrived).toBe('oldestFirst');
    expect((await ask(hours.map((hour) => (hour * 37) % 100))).arrived).toBe('mixed');
    expect((await ask([5])).arrived).toBe('mixed');
  });

  it('draws no more bars than can be seen: the unit grows', async () => {
    const rows = ['2020-01-01', '2026-01-01'].map((at) => ({ at }));
    const drawn = await drawnOf(rows, {
      kind: 'time',
      field: 'at',
      unit: 'minute',
      splitBy: null,
      timeZone: 'UTC',
    });
    expect(drawn.unit).toBe('week');
    expect(drawn.units).toEqual(['week', 'month', 'quarter', 'year']);
    expect(drawn.buckets.length).toBeLessThan(mostBars);
  });

  it('counts items of lists once a row', async () => {
    const item = fc.constantFrom<JsonValue>(
      'a',
      'B',
      'b',
      '',
      '1',
      1,
      2.5,
      true,
      null,
      'x "y"',
      [1],
    );
    const row = fc.record({ tags: fc.option(fc.array(item, { maxLength: 6 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const drawn = await drawnOf(rows, { kind: 'values', field: 'tags', most: 20 });
        const lists = rows.map(({ tags }) => new Set((tags ?? []).flatMap(itemText)));
        const counts = new Map<string, number>();
        for (const text of lists.flatMap((list) => [...list])) {
          counts.set(text, (counts.get(text) ?? 0) + 1);
        }
        expect(drawn.values.map(({ value, count }) => [value, count])).toEqual(byCount(counts));
        expect(drawn.filled).toBe(lists.filter(({ size }) => size > 0).length);
        expect(drawn.distinct).toEqual({ count: counts.size, exact: true });
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('tells small numbers apart where a few are very large', async () => {
    const likes = [0, 0, 1, 1, 2, 3, 7, 7, 40, 90, 25_000];
    const drawn = await drawnOf(
      likes.map((n) => ({ likes: n })),
      { kind: 'numbers', field: 'likes', scale: null },
    );
    expect(drawn).toMatchObject({ scale: 'log', scales: ['linear', 'log'], median: 3 });
    expect(drawn.buckets.filter(({ count }) => count > 0)).toEqual([
      { from: 0, to: 1, count: 2 },
      { from: 1, to: 2, count: 2 },
      { from: 2, to: 5, count: 2 },
      { from: 5, to: 10, count: 2 },
      { from: 20, to: 50, count: 1 },
      { from: 50, to: 100, count: 1 },
      { from: 20_000, to: 50_000, count: 1 },
    ]);
  });
});

const itemText = (item: JsonValue): string[] => {
  if (item === null) return [];
  return [typeof item === 'string' ? item : JSON.stringify(item)];
};

const byCount = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted((a, b) => b[1] - a[1] || compareCharacters(a[0], b[0]));

interface Chosen {
  rows: Rows;
  /** Rows of the view, as they came. */
  seqs: readonly number[];
}

function check(drawn: Drawn, question: ChartQuestion, chosen: Chosen): void {
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
  expect(Date.parse(drawn.earliest!)).toBe(Math.min(...at));
  expect(Date.parse(drawn.latest!)).toBe(Math.max(...at));
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
  const common = new Map<string, number>();
  for (const value of dated.map(text)) {
    if (value !== null && value !== '') common.set(value, (common.get(value) ?? 0) + 1);
  }
  const order = byCount(common).map(([value]) => value);
  // An empty text is passed over, and may have taken a place.
  expect(told).toEqual(order.slice(0, told.length));
  expect(told.length).toBeGreaterThanOrEqual(Math.min(order.length, 3));
  const seriesOf = (seq: number): string | null => {
    const value = text(seq);
    return value !== null && told.includes(value) ? value : null;
  };
  const expected = new Map<string, number>();
  dated.forEach((seq, place) => {
    const key = JSON.stringify([name(at[place]!), seriesOf(seq)]);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  });
  const counted = drawn.buckets.flatMap(({ counts }, place) => {
    expect(counts.length).toBe(drawn.series.length);
    return drawn.series.map((value, part) => [JSON.stringify([named[place], value]), counts[part]]);
  });
  expect(new Map(counted.filter(([, count]) => count !== 0) as [string, number][])).toEqual(
    expected,
  );
  const steps = dated.slice(1).map((seq, place) => times[seq]! - times[dated[place]!]!);
  const [falls, rises] = [steps.filter((step) => step < 0), steps.filter((step) => step > 0)];
  if (rises.length === 0) expect(drawn.arrived).toBe(falls.length > 0 ? 'newestFirst' : 'mixed');
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
  const counts = new Map<string, number>();
  for (const text of seqs.map((seq) => cellText(rows[seq], field))) {
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
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
  const ends = (values: number[]): object => ({
    min: Math.min(...values),
    max: Math.max(...values),
  });
  expect(drawn.x).toMatchObject(ends(pairs.map(([value]) => value)));
  expect(drawn.y).toMatchObject(ends(pairs.map(([, value]) => value)));
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
