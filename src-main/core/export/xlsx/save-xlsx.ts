/** The rows of an export as a workbook. */
import type { XlsxOptions } from '#shared/contract/export/formats.ts';
import { changesOf } from '../changes.ts';
import { rowsDiffer } from '../deliver.ts';
import { recipeXml } from '../methods/open-recipe.ts';
import { openTable } from '../table.ts';
import type { ExportWork, Outcome } from '../work.ts';
import { writeWorkbook } from './workbook.ts';
import type { SheetLimits } from './workbook.ts';

export async function saveXlsx(
  work: ExportWork<XlsxOptions>,
  limits?: SheetLimits,
): Promise<Outcome> {
  const { progress, format } = work;
  const table = await openTable(work, format);
  const recipe = work.recipe === null ? null : recipeXml(JSON.stringify(work.recipe));
  const columns = table.columns.map(({ name }) => name);
  const rows = { title: 'Rows', columns, batches: () => table.batches() };
  const { content, counts } = writeWorkbook(rows, { recipe, limits });
  const file = await work.deliver(content, {
    onBytes: (bytes) => progress.writing({ rows: counts().rows, bytes }),
    check: () => rowsDiffer(counts().rows, table.result().rows),
  });
  const { rows: _, ...lost } = counts();
  const { changes, ...saved } = table.result();
  return { file, ...saved, changes: changesOf({ ...changes, ...lost }) };
}
