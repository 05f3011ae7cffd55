/** Methods about lists. */
import type { Catalogue } from '#shared/catalogue/types.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { listToTakeSchema, TakenList } from '#shared/contract/list-choice.ts';
import type { z } from 'zod';
import type { HandlersOf } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { Views } from '../runs/views.ts';
import type { Lists } from './lists.ts';
import { addValues, valuesOfRun } from './run-values.ts';
import { tableOfFile, tableOfLines, tableOfText } from './read-table.ts';
import { csvOptionsSchema } from '../export/formats/options.ts';
import { inputsFile } from '../export/inputs-file.ts';
import type { FileToSave } from '../save-as.ts';
import { isoTime } from '../clock.ts';
import { queryFileName } from '#shared/query/words.ts';

type ListToTake = z.output<typeof listToTakeSchema>;

/** Returns the inputs of a run with their statuses, as a file. @throws ProblemError when it has no list. */
export function listFile(run: LiveRun): FileToSave {
  const { endpoint, query, list } = run;
  if (list === null) throw refused('This run has no list.');
  const content = inputsFile([{ run, label: '', list }], csvOptionsSchema.parse({ kind: 'csv' }));
  return { name: `${queryFileName(endpoint, query, isoTime().slice(0, 10))}-inputs.csv`, content };
}

export function createListHandlers({
  lists,
  engine,
  views,
  catalogue,
}: {
  lists: Lists;
  engine: RunEngine;
  views: Views;
  /** Returns the effective catalogue of the service in use. */
  catalogue: () => Catalogue;
}): HandlersOf<`list.${string}`> {
  /**
   * @param tableId of a table that is taken again.
   * @throws ProblemError when it can't be read, or the run can't be opened.
   */
  async function take(from: ListToTake, tableId?: string): Promise<TakenList> {
    switch (from.kind) {
      case 'text':
        return lists.add(await tableOfText(from.text, from), { kind: 'paste' }, undefined, tableId);
      case 'lines':
        return lists.add(tableOfLines(from.lines), { kind: 'paste' });
      case 'file': {
        const table = await tableOfFile(Buffer.from(from.base64, 'base64'), from);
        return lists.add(table, { kind: 'file', name: from.name }, undefined, tableId);
      }
      case 'rows': {
        const run = await engine.live(from.runId);
        return addValues(lists, await valuesOfRun(run, from, { views, catalogue }), tableId);
      }
      case 'inputs': {
        const { list, endpoint } = await engine.live(from.runId);
        if (list === null || list.inputs.isLost) {
          throw refused('The inputs of this run can’t be read.', 'Choose the list again.');
        }
        const { keys, source, perInput } = list.inputs.list;
        const lines = list.inputs.all.map(({ values, line }, at) => ({
          cells: [...values],
          line: line ?? at + 1,
        }));
        return { ...addValues(lists, { endpoint, keys, lines, source }, tableId), perInput };
      }
      default:
        return assertNever(from);
    }
  }

  return {
    'list.take': (from) => take(from),
    'list.check': async ({ taken, ...asked }) => {
      if (taken !== undefined && !lists.has(asked.tableId)) await take(taken, asked.tableId);
      return lists.check(asked);
    },
  };
}
