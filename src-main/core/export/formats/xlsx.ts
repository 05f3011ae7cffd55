/** The rows of an export as a workbook. */
import { z } from 'zod';
import { rowsDiffer } from '../deliver.ts';
import type { Cell } from '../cells.ts';
import type { Outcome } from '../deliver.ts';
import { recipeXml } from '../methods/open-recipe.ts';
import { methodsColumns } from '../sheet-text.ts';
import { writeWorkbook } from '../workbook.ts';
import { defineFormat, firstTexts, namesOf, outcomeOf } from './format.ts';
import { tableOptions } from './options.ts';

export const xlsx = defineFormat({
  label: 'Excel',
  extension: 'xlsx',
  line: 'A workbook with a filter in its header. IDs stay text, so that no digit is lost; more than 1,048,575 rows continue on further sheets.',
  values:
    'A value that is missing or null has no cell, the empty text has an empty one; yes and no are Excel’s own; numbers are shown with the decimals they were sent with (-0 is 0); whole numbers of more than 15 digits and numbers beyond Excel’s range are texts.',
  holds: 'rows',
  options: z.strictObject({ kind: z.literal('xlsx'), ...tableOptions }),
  presets: [
    {
      id: 'excel',
      label: 'Excel',
      brief: 'Workbook (XLSX)',
      line: 'A workbook ready to read and filter: headers in plain words, dates that Excel can sort and count with, lists as text. IDs keep all digits; texts are never run as formulas.',
      place: 1,
      choices: { headers: 'labels', dates: 'local', lists: 'joined' },
    },
  ],

  async write(rows, options, { deliver, progress, sheets, sheetLimits: limits }) {
    const { columns, content: batches, expected, read } = await rows.cells(withDates(options));
    const outcome = async (): Promise<Omit<Outcome, 'files'>> => {
      const { controlCharacters, cutTexts } = written;
      return outcomeOf(await read(false), { controlCharacters, cutTexts });
    };
    const { inputs = null, methods = null, recipe = null } = sheets ?? {};
    async function* lines(): AsyncGenerator<Cell[][]> {
      if (methods !== null) yield await methods(await outcome());
    }
    const { content, written } = writeWorkbook(
      { title: 'Rows', columns: namesOf(columns), batches },
      [
        ...(inputs === null ? [] : [inputs]),
        ...(methods === null
          ? []
          : [{ title: 'Methods', columns: methodsColumns, batches: lines() }]),
      ],
      { recipe: recipe && recipeXml(recipe), limits },
    );
    const file = await deliver(content, {
      onBytes: (bytes) => progress.writing({ rows: written.rows, bytes }),
      check: () => rowsDiffer(written.rows, expected()),
    });
    return { files: [file], ...(await outcome()) };
  },
  preview: (rows, options, most) => firstTexts(rows, withDates(options), most),
  hasSheets: true,
});

const withDates = <O extends object>(options: O): O & { hasDates: true } => ({
  ...options,
  hasDates: true,
});
