/** The inputs of a run with their statuses, as CSV. */
import { csvOptionsSchema } from '#shared/contract/export/formats.ts';
import type { InputsView } from '#shared/contract/list.ts';
import type { Saved } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import { isoTime } from '../clock.ts';
import type { CorePorts } from '../core.ts';
import { csvHead, csvLine } from '../export/csv/write-csv.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { InputList } from '../runs/input-list.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { saveContent } from '../save-as.ts';

const asAsked: InputsView = { statuses: null, search: '', order: 'number', descending: false };
const csvFormat = csvOptionsSchema.parse({ kind: 'csv' });
const linesAtOnce = 1000;

/** @throws ProblemError where the run has no list; StoreError when the disk refuses. */
export async function saveInputs(
  run: LiveRun,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<Saved> {
  const { list, endpoint, query } = run;
  if (list === null) throw new ProblemError(invalidInput('This run has no list.'));
  const name = `${queryFileName(endpoint, query, isoTime().slice(0, 10))}-inputs.csv`;
  return saveContent(name, inputsCsv(list), chooseSaveTarget);
}

/** One line for each input, in the order they were asked; a column for each of its values. */
export async function* inputsCsv(list: InputList): AsyncGenerator<Uint8Array> {
  const { keys, count } = list.inputs.list;
  const values = keys.map((key) => `input_${key}`);
  const head = [
    'input',
    ...(keys.length > 1 ? values : []),
    'input_row',
    'status',
    'rows',
    'pages',
    'calls',
    'why',
  ];
  yield Buffer.from(csvHead(head, csvFormat));
  for (let offset = 0; offset < count; offset += linesAtOnce) {
    const { inputs } = await list.window(asAsked, offset, linesAtOnce);
    const lines = inputs.map(({ number, text, line, status, rows, pages, calls, why }) => {
      const own = list.inputs.all[number]?.values ?? [];
      return csvLine(
        [text, ...(keys.length > 1 ? own : []), line, status, rows, pages, calls, why],
        csvFormat,
      );
    });
    yield Buffer.from(lines.join(''));
  }
}
