import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chartFields } from '#renderer/features/results/charts/chart-fields.ts';
import {
  asTsv,
  scatterNumbers,
  spreadNumbers,
  timeNumbers,
  valueNumbers,
} from '#renderer/features/results/charts/chart-numbers.ts';
import { makeColumn, makeTime } from './make-chart.ts';

describe('the numbers behind a chart', () => {
  test('over time: when each bar begins, and its count or counts', () => {
    const drawn = makeTime([4, 11]);
    const names = { date: 'Posted', many: 'Posts', series: [] };
    expect(timeNumbers(drawn, names)).toEqual({
      head: ['Posted, day', 'Posts'],
      rows: [
        ['2026-11-03', 4],
        ['2026-11-04', 11],
      ],
    });
    const hours = { ...drawn, unit: 'hour' as const, timeZone: 'Europe/Berlin' };
    expect(timeNumbers(hours, names)).toMatchObject({
      head: ['Posted, hour (Europe/Berlin)', 'Posts'],
      rows: [
        ['2026-11-03 01:00', 4],
        ['2026-11-04 01:00', 11],
      ],
    });
    expect(timeNumbers(drawn, { ...names, series: ['en', 'All others'] }).head).toEqual([
      'Posted, day',
      'en',
      'All others',
    ]);
  });

  test('of values, of a spread, of points and of a grid', () => {
    expect(
      valueNumbers(
        { values: [{ value: 'en', cut: false, count: 22 }], filled: 50 },
        { label: 'Language', many: 'Posts', say: (value) => value },
      ),
    ).toEqual({ head: ['Language', 'Posts', 'Share'], rows: [['en', 22, '44.0 %']] });
    const buckets = [
      { from: 0, to: 5, count: 3 },
      { from: 5, to: 10, count: 1 },
    ];
    expect(
      spreadNumbers({ buckets }, { label: 'Likes', many: 'Posts', isWhole: true }).rows,
    ).toEqual([
      [0, 4, 3],
      [5, 10, 1],
    ]);
    const names = { x: 'Likes', y: 'Views', many: 'Posts' };
    expect(scatterNumbers({ points: [[1, 2]], grid: null }, names)).toEqual({
      head: ['Likes', 'Views'],
      rows: [[1, 2]],
    });
    const grid = { xEdges: [0, 5, 10], yEdges: [0, 1], cells: [{ x: 1, y: 0, count: 7 }] };
    expect(scatterNumbers({ points: [], grid }, names).rows).toEqual([[5, 10, 0, 1, 7]]);
  });

  test('are pasted into a spreadsheet cell by cell', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a\tb', '"', 'x\ny', '=1', ''), fc.nat());
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, (cells) => {
        const text = asTsv({ head: ['one', 'two'], rows: cells });
        const parsed: string[][] = parse(text, {
          delimiter: '\t',
          relax_column_count: true,
          record_delimiter: '\n',
        });
        const plain = (value: string | number): string =>
          String(value).replaceAll('\0', '\u{FFFD}').replaceAll(/\r\n?/g, '\n');
        expect(parsed).toEqual([['one', 'two'], ...cells.map((row) => row.map(plain))]);
      }),
    );
  });
});

describe('columns that suit a chart', () => {
  const columns = [
    makeColumn({ field: 'id', label: 'Post ID', meaning: 'id', type: 'text' }),
    makeColumn({ field: 'text', label: 'Text', meaning: 'text', type: 'text' }),
    makeColumn({ field: 'lang', label: 'Language', meaning: 'code', type: 'text' }),
    makeColumn({ field: 'hashtags', label: 'Hashtags', meaning: 'list', type: 'list' }),
    makeColumn(),
    makeColumn({ field: 'createdAt', label: 'Posted', meaning: 'date', type: 'text' }),
    makeColumn({ field: 'createdAtTimestamp', meaning: 'number', usual: false }),
    makeColumn({ field: 'updated_at', meaning: 'text', type: 'text', usual: false }),
    makeColumn({ field: 'authorId', meaning: 'id', type: 'integer' }),
    makeColumn({ field: 'quotes', filled: 0 }),
  ];
  const fieldsOf = (list: readonly { field: string }[]) => list.map(({ field }) => field);

  test('moments by what they mean or are named; numbers that are no names', () => {
    const { dates, numbers } = chartFields(columns);
    expect(fieldsOf(dates)).toEqual(['createdAt', 'createdAtTimestamp', 'updated_at']);
    expect(fieldsOf(numbers)).toEqual(['likeCount']);
  });

  test('values that come more than once first, texts last; no ids', () => {
    expect(fieldsOf(chartFields(columns).values)).toEqual(['lang', 'hashtags', 'text']);
  });
});
