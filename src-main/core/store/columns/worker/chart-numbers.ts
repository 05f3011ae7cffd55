/** How the numbers of a column are spread. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { NumberScale } from '#shared/contract/summary.ts';
import type { ColumnRows } from './column-rows.ts';
import { spread } from './distribution.ts';

export async function drawNumbers(
  of: ColumnRows,
  scale: NumberScale | null,
): Promise<DrawnOf<'numbers'>> {
  const { low, ...found } = await spread(of, scale);
  return {
    kind: 'numbers',
    counted: found.buckets.reduce((sum, { count }) => sum + count, 0),
    scales: low !== null && low >= 0 ? ['linear', 'log'] : ['linear'],
    ...found,
  };
}
