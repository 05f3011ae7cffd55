import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import { isExactNumber } from '#main/core/json/index.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { caseArbitrary } from '#test/support/columns/arbitrary.ts';
import {
  byCount,
  countsOf,
  isEmpty,
  isNumber,
  moment,
  referenceView,
  textOf,
  valuesOf,
} from '#test/support/columns/reference.ts';
import { filledRun, ownStore, sharedStore, wholeSummary } from '#test/support/columns/store.ts';
import { count as runsOf } from '#test/support/thorough.ts';

const shared = sharedStore();

/** Of a column with these values. */
async function summaryOf(values: readonly JsonValue[], at = shared): Promise<ColumnSummary> {
  const source = await filledRun(
    at,
    values.map((v) => ({ v })),
  );
  const summary = await at.store.ask(source, { ...wholeSummary, fields: ['v'] });
  expect(summary).toMatchObject({ rows: values.length, count: values.length });
  return summary.columns[0]!;
}

const day = (from: string, count: number) => ({ from: `${from}T00:00:00.000Z`, count });

describe('the summary of a column', () => {
  it('counts what its definition says, in every view', async () => {
    const { store } = shared;
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ rows, views }) => {
        const source = await filledRun(shared, rows);
        for (const view of views) {
          const seqs = referenceView(rows, view);
          const summary = await store.ask(source, { ...wholeSummary, view });
          expect(summary).toMatchObject({ rows: rows.length, count: seqs.length });
          const fields = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
          expect(summary.columns.map(({ field }) => field)).toEqual([...fields]);
          const chosen = seqs.map((seq) => rows[seq]);
          for (const column of summary.columns) {
            const filled = valuesOf(chosen, column.field).filter((value) => !isEmpty(value));
            checkColumn(column, filled, valuesOf(rows, column.field));
          }
        }
        await store.detach(source.id);
      }),
      { numRuns: runsOf(15, 40) },
    );
  });

  it('has the middle and round buckets of numbers', async () => {
    const { numbers, text, dates } = await summaryOf([0, 3, 4, 12, 12, 95, 100]);
    expect({ text, dates }).toEqual({ text: null, dates: null });
    expect(numbers).toMatchObject({ min: '0', max: '100', median: 12 });
    expect(numbers!.buckets).toHaveLength(20);
    expect(numbers!.buckets.filter(({ count }) => count > 0)).toEqual([
      { from: 0, to: 5, count: 3 },
      { from: 10, to: 15, count: 2 },
      // The greatest value is the end of the last bucket, and in it.
      { from: 95, to: 100, count: 2 },
    ]);
  });

  it.each([
    ['of two', [0, 0, 1], [2, 1]],
    ['of a few', [1, 2, 4, 5, 5], [1, 1, 0, 1, 2]],
    ['of one', [3, 3], [2]],
  ])('has a bucket for each whole number %s', async (_name, values, counts) => {
    const { numbers } = await summaryOf(values);
    const buckets = counts.map((count, at) => {
      const from = Math.min(...values) + at;
      return { from, to: from + 1, count };
    });
    expect(numbers!.buckets).toEqual(buckets);
  });

  it('reads the numbers of a date as moments, unless none is one', async () => {
    const at = 1_769_899_269;
    const ofDate = async (values: readonly number[]): Promise<ColumnSummary> => {
      const source = await filledRun(
        shared,
        values.map((v) => ({ v })),
      );
      const asked = { ...wholeSummary, dates: ['v'] };
      return (await shared.store.ask(source, asked)).columns[0]!;
    };
    // 0 says that there is none.
    const { numbers, dates } = await ofDate([0, at, at + 86_400]);
    expect(numbers).toBeNull();
    const ends = { min: '2026-01-31T22:41:09.000Z', max: '2026-02-01T22:41:09.000Z' };
    expect(dates).toMatchObject(ends);
    expect(await ofDate([0, 0])).toMatchObject({ dates: null, numbers: { min: '0' } });
  });

  it('counts tenths where they are written', async () => {
    const { numbers } = await summaryOf([0, 0.1, 0.2, 0.3, 0.6, 0.7, 1, 2]);
    expect(numbers).toMatchObject({ min: '0', max: '2', median: 0.45 });
    expect(numbers!.buckets.flatMap(({ from, count }) => (count > 0 ? [from] : []))).toEqual([
      0, 0.1, 0.2, 0.3, 0.6, 0.7, 1, 1.9,
    ]);
  });

  it('keeps every digit of the ends', async () => {
    const lexemes = ['12345678901234567891', '12345678901234567890', '-9007199254740993', '7'];
    const { numbers, type, distinct } = await summaryOf(lexemes.map((lexeme) => ({ $n: lexeme })));
    expect({ type, distinct }).toEqual({ type: 'integer', distinct: { count: 4, exact: true } });
    expect(numbers).toMatchObject({ min: '-9007199254740993', max: '12345678901234567891' });
  });

  it.each([
    [
      'days, the empty ones too',
      ['2024-02-28T23:59:59Z', '2024-03-01', '2024-02-29T00:30:00+01:00', '2024-05-05'],
      'week',
      [
        day('2024-02-26', 3),
        ...['03-04', '03-11', '03-18', '03-25', '04-01', '04-08', '04-15', '04-22'].map((week) =>
          day(`2024-${week}`, 0),
        ),
        day('2024-04-29', 1),
      ],
    ],
    [
      'minutes',
      ['2024-05-01T12:00:59Z', '2024-05-01 12:02:00'],
      'minute',
      [1, 0, 1].map((count, minute) => ({ from: `2024-05-01T12:0${minute}:00.000Z`, count })),
    ],
    [
      'quarters over a long time',
      ['2023-12-31', '2014-12-31'],
      'quarter',
      Array.from({ length: 37 }, (_, quarter) => ({
        from: new Date(Date.UTC(2014, 9 + 3 * quarter)).toISOString(),
        count: quarter % 36 === 0 ? 1 : 0,
      })),
    ],
  ])('spreads dates over %s', async (_name, texts, unit, buckets) => {
    const { dates } = await summaryOf([...texts, '']);
    expect(dates).toMatchObject({ unit, buckets });
  });

  it('an empty list or object is empty, in a column of its own and among other values', async () => {
    expect(await summaryOf([[], ['a'], [], null])).toMatchObject({ type: 'list', filled: 1 });
    expect(await summaryOf([{}, { a: 1 }, {}, null])).toMatchObject({ type: 'object', filled: 1 });
    expect(await summaryOf([[], {}, 'a', '', 1])).toMatchObject({ type: 'mixed', filled: 2 });
    // A text is what somebody wrote, also where it looks like one.
    expect(await summaryOf(['[]', '{}', ''])).toMatchObject({ type: 'text', filled: 2 });
  });

  it('counts many values', async () => {
    // Ten values of 150 each, the others once.
    const idOf = (n: number): string => `id ${n % 40 === 0 ? (n / 40) % 10 : n + 10}`;
    const ids = Array.from({ length: 60_000 }, (_, n) => idOf(n));
    const { distinct, top, filled } = await summaryOf(ids);
    expect(filled).toBe(60_000);
    expect(distinct).toEqual({ count: 58_510, exact: true });
    expect(top).toEqual(
      Array.from({ length: 10 }, (_, n) => ({ value: `id ${n}`, cut: false, count: 150 })),
    );
  });

  it('estimates when there are very many, and says so', async () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => (n % 5 === 0 ? 'often' : `${n}`));
    const { distinct, top } = await summaryOf(ids, ownStore({ exactDistinct: 10_000 }));
    expect(distinct.exact).toBe(false);
    // The sketch is good to some per cent.
    expect(Math.abs(distinct.count - 16_001)).toBeLessThan(3200);
    expect(top[0]).toEqual({ value: 'often', cut: false, count: 4000 });
  });

  it('cuts long values and not characters', async () => {
    const { top, text } = await summaryOf(['😀'.repeat(300), 'x']);
    expect(top).toContainEqual({ value: '😀'.repeat(200), cut: true, count: 1 });
    expect(text).toEqual({ shortest: 1, longest: 300 });
  });
});

/** `values` are the filled ones of the view's rows, `all` those of the run. */
function checkColumn(column: ColumnSummary, values: JsonValue[], all: JsonValue[]): void {
  const texts = values.map((value) => textOf(value)!);
  expect(column.filled).toBe(values.length);
  const counts = countsOf(texts);
  expect(column.distinct).toEqual({ count: counts.size, exact: true });
  expect(column.top.map(({ value, count }) => [value, count])).toEqual(
    byCount(counts).slice(0, 10),
  );
  checkType(column.type, all);
  if (values.length > 0 && all.some((value) => typeof value === 'string')) {
    const lengths = texts.map((text) => Array.from(text).length);
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
    expect(column.text).toEqual({ shortest, longest });
  }
  if (values.length > 0 && all.every(isNumber)) checkNumbers(column, texts.map(Number));
  else expect(column.numbers).toBe(null);
  const moments = texts.flatMap((text) => moment(text) ?? []);
  const allDates = all.every(
    (value) => value === '' || (typeof value === 'string' && isIso(value)),
  );
  if (allDates && moments.length > 0) checkDates(column, moments);
  else expect(column.dates).toBe(null);
}

function isIso(text: string): boolean {
  return /^\d{4}-\d\d-\d\d([Tt ]|$)/.test(text);
}

function checkType(type: ColumnSummary['type'], all: JsonValue[]): void {
  const names = new Set(all.map(typeName));
  const expected = names.size > 1 ? 'mixed' : ([...names][0] ?? 'empty');
  const numbers = [...names].every((name) => name === 'integer' || name === 'number');
  expect(type).toBe(names.size > 1 && numbers ? 'number' : expected);
}

function typeName(value: JsonValue): ColumnSummary['type'] {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (isExactNumber(value)) return /^(?!-0$)-?\d+$/.test(value.$n) ? 'integer' : 'number';
  return Array.isArray(value) ? 'list' : 'object';
}

function checkNumbers({ numbers }: ColumnSummary, values: number[]): void {
  const finite = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  // -0 and 0 are equal: whichever came first is the least, and the greatest.
  expect(Number(numbers!.min) + 0).toBe(Math.min(...values) + 0);
  expect(Number(numbers!.max) + 0).toBe(Math.max(...values) + 0);
  const middle = finite.length >> 1;
  const median =
    finite.length % 2 === 1 ? finite[middle] : mean(finite[middle - 1], finite[middle]);
  if (median === undefined) expect(numbers!.median).toBe(null);
  else expect(Math.abs(numbers!.median! - median)).toBeLessThanOrEqual(Math.abs(median) * 1e-12);
  const { buckets } = numbers!;
  expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(finite.length);
  expect(buckets.length).toBeLessThanOrEqual(22);
  // Values of every size in one column: a bucket is then wider than the digits are exact.
  if (finite.some((value) => Math.abs(value) > 1e12)) return;
  for (const { from, to, count } of buckets) {
    const slack = (to - from) * 1e-6;
    const inside = finite.filter((value) => value > from + slack && value < to - slack).length;
    const around = finite.filter((value) => value > from - slack && value < to + slack).length;
    expect(count).toBeGreaterThanOrEqual(inside);
    expect(count).toBeLessThanOrEqual(around);
  }
}

function mean(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + (b - a) / 2;
}

function checkDates({ dates }: ColumnSummary, moments: number[]): void {
  const sorted = moments.toSorted((a, b) => a - b);
  const iso = (micros: number | undefined): string =>
    new Date(Math.floor((micros ?? 0) / 1000)).toISOString();
  expect(dates).toMatchObject({ min: iso(sorted[0]), max: iso(sorted.at(-1)) });
  expect(dates!.median).toBe(iso(sorted[(sorted.length - 1) >> 1]));
  expect(dates!.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(moments.length);
}
