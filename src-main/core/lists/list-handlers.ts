/** Methods about lists. */
import type { Catalogue } from '#shared/catalogue/types.ts';
import { maxInputs } from '#shared/contract/list.ts';
import { usesOf } from '#shared/query/use-value.ts';
import type { UseSource } from '#shared/query/use-value.ts';
import { listTitle } from '#shared/query/words.ts';
import type { CorePorts } from '../core.ts';
import type { Handlers } from '../dispatch.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { isExactNumber } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { asRow } from '../runs/as-row.ts';
import type { RunEngine } from '../runs/engine.ts';
import { storedNumber } from '../runs/live-run.ts';
import type { Views } from '../runs/views.ts';
import type { Lists } from './lists.ts';
import { saveInputs } from './save-inputs.ts';
import { tableOfFile, tableOfText } from './read-table.ts';

type ListMethod = Extract<keyof Handlers, `list.${string}`>;

export function createListHandlers({
  lists,
  engine,
  views,
  catalogue,
  chooseSaveTarget,
}: {
  lists: Lists;
  engine: RunEngine;
  views: Views;
  /** In force for the service in use. */
  catalogue: () => Catalogue;
  chooseSaveTarget: CorePorts['chooseSaveTarget'];
}): Pick<Handlers, ListMethod> {
  return {
    'list.read': async (given) =>
      given.kind === 'paste'
        ? lists.add(tableOfText(given.text), { kind: 'paste' })
        : lists.add(tableOfFile(Buffer.from(given.base64, 'base64')), {
            kind: 'file',
            name: given.name,
          }),

    'list.check': (asked) => lists.check(asked),

    'list.save': async ({ runId }) => saveInputs(await engine.live(runId), chooseSaveTarget),

    'list.fromRun': async ({ runId, view, numbers, field, endpointId, key }) => {
      const run = await engine.live(runId);
      const { query, resource } = run;
      const { endpoints, resources } = catalogue();
      const endpoint = endpoints.find(({ id }) => id === endpointId);
      if (endpoint === undefined) {
        throw new ProblemError(invalidInput('There is no such question.'));
      }
      const asked = endpoints.filter(({ id }) => id === endpointId || id === query.endpointId);
      const known = { endpoints: asked, resources };
      const { rows, seqs } = await views.list(run, view);
      const wanted =
        numbers?.map((number) => storedNumber(run, number)) ??
        seqs ??
        Array.from({ length: rows }, (_, at) => at);
      const keys = [key];
      /** As *Use in…* would fill them in for one row. */
      const valuesOf = (from: UseSource): Readonly<Record<string, string>>[] =>
        from
          .texts(field)
          .flatMap((text) => usesOf(known, from, field, text))
          .filter((use) => use.endpoint.id === endpointId && use.key === key)
          .map(({ values }) => values);
      const lines = new Map<string, string[]>();
      for await (const batch of run.stored.rowBatches(wanted)) {
        for (const item of batch) {
          const row = asRow(item) ?? {};
          const from: UseSource = { resource, query, texts: (name) => textsOf(row, name) };
          for (const values of valuesOf(from)) {
            for (const other of Object.keys(values)) if (!keys.includes(other)) keys.push(other);
            const cells = keys.map((one) => values[one] ?? '');
            lines.set(cells.join('\n'), cells);
          }
        }
        if (lines.size > maxInputs) break;
      }
      const names = keys.map(
        (one) => endpoint.parameters.find((parameter) => parameter.key === one)?.label ?? one,
      );
      const table = {
        encoding: null,
        lines: [...lines.values()].map((cells, at) => ({ cells, line: at + 1 })),
        width: keys.length,
        hasHeader: false,
      };
      const title = listTitle(run.endpoint, query, run.list?.inputs.list.count);
      const source = { kind: 'run', runId, title, field } as const;
      const mapping = Object.fromEntries(keys.map((one, at) => [one, at]));
      return { ...lists.add(table, source, names), mapping };
    },
  };
}

/** The values of a member of a row as text; several for a list, none where it is empty. */
function textsOf(row: JsonObject, field: string): string[] {
  const value = Object.hasOwn(row, field) ? (row[field] ?? null) : null;
  const all = Array.isArray(value) ? value : [value];
  return all.map(textOf).filter((text) => text !== '');
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.$n : '';
}
