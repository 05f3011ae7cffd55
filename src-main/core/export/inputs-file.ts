/**
 * The inputs of lists with their statuses, as CSV or a table of a workbook: the outcome of each, including those
 * without rows. `input` is the value beside the rows; lists with several parameters have a column for each.
 */
import { inputField } from '#shared/contract/list.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import type { InputList } from '../runs/input-list.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { Cell } from './cells.ts';
import { csvOf } from './csv.ts';
import { csvOptionsSchema } from './formats/options.ts';
import type { CsvOptions } from './formats/options.ts';
import { asksForAccounts } from './privacy/list-inputs.ts';
import { withoutNames } from './privacy/replacer.ts';
import type { Replacer } from './privacy/replacer.ts';
import type { WorkbookTable } from './workbook.ts';

const inputsAtOnce = 1000;

type ListedInputs = Pick<InputList, 'inputs' | 'outcomes'>;

/** Yields the inputs of a list with their values, in the order asked. */
export function* inputBatches({ inputs, outcomes }: ListedInputs) {
  const { count } = inputs.list;
  for (let from = 0; from < count; from += inputsAtOnce) {
    yield Array.from({ length: Math.min(inputsAtOnce, count - from) }, (_, at) => ({
      input: outcomes.input(from + at),
      values: inputs.all[from + at]?.values ?? [],
    }));
  }
}

interface ListedRun {
  run: LiveRun;
  label: string;
  list: ListedInputs | null;
}

/** Returns whether the runs have lists whose inputs may be saved. */
export const hasInputs = (runs: readonly ListedRun[], privacy: Privacy | null): boolean =>
  runs.some(({ run }) => run.list !== null) && privacy?.drop.includes(inputField) !== true;

/** Returns what an input is written as: accounts have pseudonyms, all others are as beside the rows. */
function shownOf(run: LiveRun, replacer: Replacer | null): (value: string) => string {
  if (replacer === null) return (value) => value;
  if (asksForAccounts(run)) return (value) => (value === '' ? '' : replacer.accountOf(value));
  return (value) => {
    const replaced = replacer.replaceUncounted(inputField, value);
    return typeof replaced === 'string' ? replaced : '';
  };
}

/** One row per input, in the order asked. */
export function inputsTable(runs: readonly ListedRun[], replacer: Replacer | null): WorkbookTable {
  const keys = [...new Set(runs.flatMap(({ run }) => severalKeys(run)))];
  const columns = [
    ...(runs.length > 1 ? ['run'] : []),
    'input',
    ...keys.map((key) => `input_${key}`),
    'input_row',
    'status',
    'rows',
    'pages',
    'calls',
    'why',
  ];
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (const { run, label, list } of runs) {
      if (list === null) continue;
      const own = list.inputs.list.keys;
      const shown = shownOf(run, replacer);
      for (const inputs of inputBatches(list)) {
        yield inputs.map(({ input, values }) => {
          const { text, line, status, rows, pages, calls, why } = input;
          const said =
            replacer === null || why === null
              ? why
              : withoutNames(why, values, { accountOf: shown });
          const cells: Cell[] = runs.length > 1 ? [label, shown(text)] : [shown(text)];
          for (const key of keys) cells.push(shown(values[own.indexOf(key)] ?? ''));
          cells.push(line, status, rows, pages, calls, said);
          return cells;
        });
      }
    }
  }
  return { title: 'Inputs', columns, batches: batches() };
}

/** For a list that fills one parameter, `input` is enough. */
function severalKeys({ list }: LiveRun): readonly string[] {
  const keys = list?.inputs.list.keys ?? [];
  return keys.length > 1 ? keys : [];
}

/** For rows in a format that says nothing else. */
export const plainCsv: CsvOptions = csvOptionsSchema.parse({
  kind: 'csv',
  byteOrderMark: false,
  formulaGuard: false,
});

/** The inputs of the runs' lists as CSV. */
export const inputsFile = (
  runs: readonly ListedRun[],
  format: CsvOptions,
  replacer: Replacer | null = null,
): AsyncGenerator<Uint8Array> => {
  const { columns, batches } = inputsTable(runs, replacer);
  return csvOf(columns, batches, format);
};
