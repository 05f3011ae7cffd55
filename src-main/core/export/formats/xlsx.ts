/** The rows of an export as a workbook. */
import type { XlsxOptions } from '#shared/contract/export/formats.ts';
import { rowsDiffer } from '../deliver.ts';
import { recipeXml } from '../methods/open-recipe.ts';
import { writeWorkbook } from '../xlsx/workbook.ts';
import { firstTexts, namesOf, outcomeOf } from './format.ts';
import type { Format } from './format.ts';

export const xlsx: Format<XlsxOptions> = {
  async write(rows, options, { deliver, progress, recipe, sheetLimits: limits }) {
    const { columns, content: batches, expected, read } = await rows.cells(options);
    const { content, counts } = writeWorkbook(
      { title: 'Rows', columns: namesOf(columns), batches },
      { recipe: recipe && recipeXml(recipe), limits },
    );
    const file = await deliver(content, {
      onBytes: (bytes) => progress.writing({ rows: counts().rows, bytes }),
      check: () => rowsDiffer(counts().rows, expected()),
    });
    const { rows: _, ...lost } = counts();
    return outcomeOf(file, await read(false), lost);
  },
  preview: firstTexts,
};
