/** The numbers behind a chart, as a table to read and to copy. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { NumberBucket } from '#shared/contract/summary.ts';
import { htmlCell, htmlLines, readCell, tsvLines } from '../copy/formats.ts';
import { momentWords } from '../values/moments.ts';
import { bucketEnds } from '../values/figures.ts';

export interface ChartNumbers {
  head: readonly string[];
  /** Texts and unformatted numbers; views group the digits. */
  rows: readonly (readonly (string | number)[])[];
  /** Whether rows begin with a value as the service sent it. */
  ofValues?: boolean;
}

interface TimeNames {
  date: string;
  /** "posts". */
  many: string;
  /** One for each series if there are several. */
  series: readonly string[];
}

export function timeNumbers(
  { buckets, unit, timeZone }: DrawnOf<'time'>,
  { date, many, series }: TimeNames,
): ChartNumbers {
  const areDays = unit !== 'hour' && unit !== 'minute';
  const clock = areDays ? '' : ` (${timeZone})`;
  return {
    head: [`${date}, ${unit}${clock}`, ...(series.length > 1 ? series : [many])],
    rows: buckets.map(({ from, counts }) => [momentWords(from, timeZone, areDays), ...counts]),
  };
}

export const valueNumbers = (
  { values, filled }: Pick<DrawnOf<'values'>, 'values' | 'filled'>,
  { label, many }: { label: string; many: string },
): ChartNumbers => ({
  ofValues: true,
  head: [label, many, 'Share'],
  rows: values.map(({ value, cut, count }) => [
    cut ? `${value}…` : value,
    count,
    percent(count, filled),
  ]),
});

/** "38.2%": precise enough to be added up. */
const percent = (count: number, of: number): string =>
  of === 0 ? '' : `${((count / of) * 100).toFixed(1)}%`;

export const spreadNumbers = (
  { buckets }: { buckets: readonly NumberBucket[] },
  { label, many, isWhole }: { label: string; many: string; isWhole: boolean },
): ChartNumbers => ({
  head: [`${label} from`, `${label} to`, many],
  rows: buckets.map((bucket, index) => {
    const isLast = index === buckets.length - 1;
    const { from, to } = bucketEnds(bucket, { isWhole, isLast });
    return [from, to, bucket.count];
  }),
});

export function scatterNumbers(
  { points, grid }: Pick<DrawnOf<'scatter'>, 'points' | 'grid'>,
  { x, y, many }: { x: string; y: string; many: string },
): ChartNumbers {
  if (grid === null) return { head: [x, y], rows: points };
  const { xEdges, yEdges, cells } = grid;
  return {
    head: [`${x} from`, `${x} to`, `${y} from`, `${y} to`, many],
    rows: cells.map((cell) => [
      xEdges[cell.x] ?? 0,
      xEdges[cell.x + 1] ?? 0,
      yEdges[cell.y] ?? 0,
      yEdges[cell.y + 1] ?? 0,
      cell.count,
    ]),
  };
}

/** Tabs between cells, line feeds between rows: the format that spreadsheets paste. */
export const asTsv = ({ head, rows }: ChartNumbers): string =>
  tsvLines([head, ...rows].map((cells) => cells.map(String)));

/**
 * The same in HTML, which spreadsheets prefer: names and values are marked as text where they could be
 * read as anything else. Dates and shares are ours, to calculate with.
 */
export function asHtml({ head, rows, ofValues = false }: ChartNumbers): string {
  const lines = rows.map((cells) =>
    cells.map((cell, at) => (ofValues && at === 0 ? htmlCell(cell) : readCell(String(cell)))),
  );
  return htmlLines([head.map(htmlCell), ...lines]);
}
