import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import type { Chart, ChartQuestion, Drawn, DrawnOf } from '#shared/contract/chart.ts';
import { chartQuestionSchema } from '#shared/contract/chart.ts';
import { mostBars } from '#main/core/store/columns/worker/chart-time.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import {
  zones,
  byCount,
  countsOf,
  isEmpty,
  referenceView,
} from '#test/support/columns/reference.ts';
import type { Rows } from '#test/support/columns/reference.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';
import { runsOf } from '#test/support/thorough.ts';
import { expectDrawn } from './expect-drawn.ts';

const shared = sharedStore();

type Ask = (view: View, question: ChartQuestion) => Promise<Chart>;

async function withRows<T>(rows: Rows, use: (ask: Ask) => Promise<T>): Promise<T> {
  const { store } = shared;
  const source = await filledRun(shared, rows);
  const result = await use(async (view, question) => {
    const asked = { kind: 'chart', view, question: chartQuestionSchema.parse(question) } as const;
    return { ...(await store.ask(source, asked)), of: rows.length };
  });
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

/** What is drawn of these moments. */
const overTime = (moments: readonly JsonValue[], unit: DateUnit | null = null) =>
  drawnOf<'time'>(
    moments.map((at) => ({ at })),
    { kind: 'time', field: 'at', unit, splitBy: null, timeZone: 'UTC' },
  );

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
    fc.record({ kind: fc.constant('values' as const), field, most: fc.nat(7).map((n) => n + 1) }),
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
            expectDrawn(chart.drawn, question, { rows, seqs });
          }
        });
      }),
      { numRuns: runsOf(20, 50) },
    );
  }, 180_000);

  it('knows days among other texts, and numbers that look as long from them', async () => {
    const areDays = async (...values: JsonValue[]): Promise<boolean> =>
      (await overTime(values)).areDays;
    expect(await areDays('2024-02-29', '', '2024-03-01')).toBe(true);
    expect(await areDays('2024-02-29', 'a longer text', '%')).toBe(true);
    expect(await areDays('2024-02-29', 1_714_521_600, '%')).toBe(false);
    expect(await areDays('2024-02-29', '2024-02-29T10:00:00Z', '%')).toBe(false);
    expect(await areDays('2024-02-29', '2024-02-29T10:00:00Z')).toBe(false);
  });

  it('knows in which order rows came, and forgives a few', async () => {
    const hours = Array.from({ length: 100 }, (_, hour) => hour);
    const ask = (order: readonly number[]) =>
      overTime(order.map((hour) => new Date(Date.UTC(2026, 4, 1, hour)).toISOString()));
    const newest = hours.toReversed();
    expect((await ask(newest)).arrived).toBe('newestFirst');
    expect((await ask([...newest.slice(50), ...newest.slice(0, 50)])).arrived).toBe('newestFirst');
    expect((await ask(hours)).arrived).toBe('oldestFirst');
    expect((await ask(hours.map((hour) => (hour * 37) % 100))).arrived).toBe('mixed');
    // A few rows can be in order by chance.
    expect((await ask(newest.slice(0, 6))).arrived).toBe('newestFirst');
    expect((await ask(newest.slice(0, 5))).arrived).toBe('mixed');
    expect((await ask([1, 2])).arrived).toBe('mixed');
  });

  it('tells the ends and the order of all rows, whatever the view leaves out', async () => {
    const at = ['2026-05-09', '2026-05-08', '2026-05-02', '2026-05-01', '2026-05-05'];
    const rows = at.map((day, place) => ({ at: day, kind: place < 2 ? 'kept' : 'left out' }));
    const filters: View['filters'] = [{ kind: 'is', field: 'kind', value: 'kept' }];
    const question: ChartQuestion = {
      kind: 'time',
      field: 'at',
      unit: 'day',
      splitBy: null,
      timeZone: 'UTC',
    };
    const { drawn } = await withRows(rows, (ask) => ask({ ...everyRow, filters }, question));
    expect(drawn).toMatchObject({
      dated: 2,
      earliest: '2026-05-01T00:00:00.000Z',
      latest: '2026-05-09T00:00:00.000Z',
      arrived: 'mixed',
      buckets: { length: 2 },
    });
  });

  it('ends where the last row of an order does, not at one that stood out of it', async () => {
    const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2026, 9, 1 + day)));
    const isos = days.map((day) => day.toISOString());
    const [pinned, ahead] = ['2019-03-02T00:00:00.000Z', '2026-12-24T00:00:00.000Z'];
    expect(await overTime([pinned, ...isos.toReversed(), 'no date'])).toMatchObject({
      arrived: 'newestFirst',
      earliest: isos[0],
      latest: isos.at(-1),
    });
    expect(await overTime([ahead, ...isos])).toMatchObject({
      arrived: 'oldestFirst',
      earliest: isos[0],
      latest: isos.at(-1),
    });
  });

  it('offers units with as many bars as can be seen, and one that is longer than the rows', async () => {
    const years = await overTime(['2020-01-01', '2026-01-01'], 'week');
    expect(years).toMatchObject({ unit: 'week', units: ['week', 'month', 'quarter', 'year'] });
    expect(years.buckets.length).toBeLessThan(mostBars);
    const hours = await overTime(['2026-01-01T04:00:00Z', '2026-01-01T23:00:00Z'], 'day');
    expect(hours).toMatchObject({ unit: 'day', units: ['hour', 'day'] });
  });

  it('counts by what fits where the wanted unit is not offered', async () => {
    expect((await overTime(['2020-01-01', '2026-01-01'], 'minute')).unit).toBe('quarter');
    expect((await overTime(['2026-01-01', '2026-01-04'], 'year')).unit).toBe('day');
  });

  it('counts items of lists once a row', async () => {
    const texts = ['a', 'B', 'b', '', '1', 'x "y"'];
    const item = fc.constantFrom<JsonValue>(...texts, 1, 2.5, true, null, [1]);
    const row = fc.record({ tags: fc.option(fc.array(item, { maxLength: 6 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const drawn = await drawnOf(rows, { kind: 'values', field: 'tags', most: 20 });
        const lists = rows.map(({ tags }) => new Set((tags ?? []).flatMap(itemText)));
        const counts = countsOf(lists.flatMap((list) => Array.from(list)));
        expect(drawn.values.map(({ value, count }) => [value, count])).toEqual(byCount(counts));
        // As in the summary: `[null]` is no empty list.
        expect(drawn.filled).toBe(rows.filter(({ tags }) => !isEmpty(tags ?? null)).length);
        expect(drawn.distinct).toEqual({ count: counts.size, exact: true });
      }),
      { numRuns: runsOf(10, 30) },
    );
  });

  it('has a field for the greatest numbers, where points are too many', async () => {
    const rows = [0, 1, 2, 3, 4].map((n) => ({ x: n, y: n }));
    const question = { kind: 'scatter', x: 'x', y: 'y', scale: 'linear', most: 3 } as const;
    const { grid } = await drawnOf(rows, question);
    expect(grid?.cells.at(-1)).toEqual({ x: 63, y: 35, count: 1 });
  });

  it('draws a bar for each small whole number where bars grow', async () => {
    const rows = [0, 1, 2].map((n) => ({ n }));
    const drawn = await drawnOf<'numbers'>(rows, { kind: 'numbers', field: 'n', scale: 'log' });
    expect(drawn.buckets).toEqual([
      { from: 0, to: 1, count: 1 },
      { from: 1, to: 2, count: 1 },
      { from: 2, to: 5, count: 1 },
    ]);
  });

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
