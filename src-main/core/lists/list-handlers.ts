/** Methods about lists. */
import type { Catalogue } from '#shared/catalogue/types.ts';
import type { ListChoice } from '#shared/contract/list-choice.ts';
import type { HandlersOf } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { Views } from '../runs/views.ts';
import type { Lists } from './lists.ts';
import { addValues, type FoundValues, valuesOfRun } from './run-values.ts';
import { tableOfFile, tableOfLines, tableOfText } from './read-table.ts';
import { csvOptionsSchema } from '../export/formats/options.ts';
import { inputsFile } from '../export/inputs-file.ts';
import type { FileToSave } from '../save-as.ts';
import { isoTime } from '../clock.ts';
import { queryFileName } from '#shared/query/words.ts';

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
  /** @throws ProblemError when the run can't be opened, or its inputs can't be read. */
  async function valuesOf(
    taken: Exclude<NonNullable<ListChoice['taken']>, { kind: 'text' | 'file' }>,
  ): Promise<FoundValues> {
    const run = await engine.live(taken.runId);
    if (taken.kind === 'rows') return valuesOfRun(run, taken, { views, catalogue });
    const { list, endpoint } = run;
    if (list === null || list.inputs.isLost) {
      throw refused('The inputs of this run can’t be read.', 'Choose the list again.');
    }
    const { keys, source } = list.inputs.list;
    const lines = list.inputs.all.map(({ values, line }, at) => ({
      cells: [...values],
      line: line ?? at + 1,
    }));
    return { endpoint, keys, lines, source };
  }

  return {
    'list.read': async (given) => {
      if (given.kind === 'file') {
        const table = await tableOfFile(Buffer.from(given.base64, 'base64'), given);
        return lists.add(table, { kind: 'file', name: given.name });
      }
      const table =
        given.kind === 'paste' ? await tableOfText(given.text, given) : tableOfLines(given.lines);
      return lists.add(table, { kind: 'paste' });
    },

    'list.check': async ({ taken, ...asked }) => {
      if (taken !== undefined && !lists.has(asked.tableId)) {
        if (taken.kind === 'text') {
          const table = await tableOfText(taken.text, taken);
          lists.add(table, { kind: 'paste' }, undefined, asked.tableId);
        } else if (taken.kind === 'file') {
          const table = await tableOfFile(Buffer.from(taken.base64, 'base64'), taken);
          lists.add(table, { kind: 'file', name: taken.name }, undefined, asked.tableId);
        } else addValues(lists, await valuesOf(taken), asked.tableId);
      }
      return lists.check(asked);
    },

    'list.fromRun': async (asked) => addValues(lists, await valuesOf({ kind: 'rows', ...asked })),

    'list.again': async ({ runId }) => {
      const { list } = await engine.live(runId);
      const found = await valuesOf({ kind: 'inputs', runId });
      return { ...addValues(lists, found), perInput: list?.inputs.list.perInput ?? 1 };
    },
  };
}
