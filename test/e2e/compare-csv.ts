/** Holds a saved CSV against what the service sent, through an independent parser. */
import { parse } from 'csv-parse/sync';
import { expect } from '@playwright/test';
import { guardedCellText } from '#test/support/csv-cells.ts';

/** Every item is a line, in order, every member a cell; the formula guard and the mark are on. */
export function expectCsvOf(bytes: Buffer, items: readonly unknown[]): void {
  const records = items as readonly Record<string, unknown>[];
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header = [], ...lines]: string[][] = parse(bytes, { bom: true });
  const names = new Set(records.flatMap((item) => Object.keys(item)));
  expect(header.toSorted()).toEqual([...names].toSorted());
  const expected = records.map((item) => header.map((name) => guardedCellText(item[name])));
  expect(lines).toEqual(expected);
}
