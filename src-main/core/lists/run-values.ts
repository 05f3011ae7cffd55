/** Takes values for another question from a run's rows: the list of a drill-down or a step. */
import { isDeepStrictEqual } from 'node:util';
import { memberOf, type Catalogue, type Endpoint } from '#shared/catalogue/types.ts';
import { queriesOfRow } from '#shared/contract/derived.ts';
import { inputField, maxInputs } from '#shared/contract/list.ts';
import type { ListSource } from '#shared/contract/list.ts';
import type { ListRows, TakenList } from '#shared/contract/list-choice.ts';
import { isListable } from '#shared/query/list.ts';
import { usesOf } from '#shared/query/use-value.ts';
import type { UseSource } from '#shared/query/use-value.ts';
import { listTitle } from '#shared/query/words.ts';
import { ProblemError, refused } from '../problem-error.ts';
import { isExactNumber } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { IdTable } from '../store/id-table.ts';
import { identityOf } from '../store/own-values.ts';
import type { Views } from '../runs/views.ts';
import type { Lists } from './lists.ts';
import { type TextTable, tableOfCells } from './read-table.ts';

/** Values for parameters of a question, one cell per parameter in each line. */
export interface FoundValues {
  endpoint: Endpoint;
  /** Keys of the parameters, in the order of the cells. */
  keys: readonly string[];
  /** Distinct lines. */
  lines: TextTable['lines'];
  source: ListSource;
}

type Wanted = Omit<ListRows, 'runId' | 'rows'> & Partial<Pick<ListRows, 'rows'>>;

/** @throws ProblemError when the catalogue has no such question. */
export async function valuesOfRun(
  run: LiveRun,
  { view, rows = null, spans, field, values: only, endpointId, key }: Wanted,
  { views, catalogue }: { views: Views; catalogue: () => Catalogue },
): Promise<FoundValues> {
  const { query, resource, list, derived } = run;
  const { endpoints, resources } = catalogue();
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined) {
    throw refused('There is no such question.');
  }
  const ids = new Set([endpointId, ...run.asked.map((one) => one.query.endpointId)]);
  const known = { endpoints: endpoints.filter(({ id }) => ids.has(id)), resources };
  const chosen = await views.chosen(run, { view, rows, spans });
  const listKeys = list?.inputs.list.keys ?? [];
  const keys = [key];
  const isAsked = (other: string): boolean =>
    endpoint.parameters.some((one) => one.key === other && isListable(endpoint, one));
  const ranks = only && new Map(only.map((text, at) => [text.trim(), at]));
  /** Returns what *Use in…* would fill in for one row. Choices are left to the form. */
  const valuesOf = (
    from: UseSource,
  ): { rank: number; values: Readonly<Record<string, string>> }[] =>
    from
      .texts(field)
      .filter((text) => ranks?.has(text) ?? true)
      .flatMap((text) =>
        usesOf(known, from, field, text)
          .filter((use) => use.endpoint.id === endpointId && use.key === key)
          .map(({ values }) => ({ rank: ranks?.get(text) ?? 0, values })),
      );
  const lines = new Map<string, { rank: number; cells: string[]; rows: number; last: unknown }>();
  /** An item that came twice, as with an input that was asked again, counts once. */
  const seen = new IdTable(chosen.length);
  const isRepeated = (row: JsonObject, seq: number): boolean => {
    const id = identityOf(row, resource.identity);
    return id !== null && !seen.add(JSON.stringify([identityOf(row, inputField), id]), seq);
  };
  for await (const batch of run.stored.rowBatches(chosen)) {
    for (const { row: item, seq } of batch) {
      const row = item ?? {};
      const counts = isRepeated(row, seq) ? 0 : 1;
      const texts = (name: string): string[] => textsOf(row, name);
      const asked = queriesOfRow({ query, keys: listKeys, derived }, (name) => texts(name)[0]);
      const [found = [], ...others] = asked
        .map((one) => valuesOf({ resource, query: one, texts }))
        // The very question that a row is from isn't asked again.
        .filter((uses) => uses.length > 0);
      if (!others.every((one) => isDeepStrictEqual(one, found))) throw ambiguous();
      for (const { rank, values } of found) {
        for (const other of Object.keys(values)) {
          if (!keys.includes(other) && isAsked(other)) keys.push(other);
        }
        const cells = keys.map((one) => values[one] ?? '');
        const input = cells.join('\n');
        const { rows: before = 0, last = null } = lines.get(input) ?? {};
        // A list in a row may have a value twice.
        lines.set(input, { rank, cells, rows: last === row ? before : before + counts, last: row });
      }
    }
    if (lines.size > maxInputs) break;
  }
  const title = listTitle(run.endpoint, query, list?.inputs.list.count);
  const found = [...lines.values()].toSorted((a, b) => a.rank - b.rank);
  const isCounted = found.some((one) => one.rows > 1);
  return {
    endpoint,
    keys,
    lines: found.map(({ cells, rows: had }, at) => ({
      cells,
      line: at + 1,
      // An item may have another value when it comes again.
      rows: isCounted ? Math.max(1, had) : undefined,
    })),
    source: { kind: 'run', runId: run.stored.id, title, field },
  };
}

const ambiguous = (): ProblemError =>
  refused(
    'The runs of this table asked different questions, and it doesn’t say which row is from which run.',
    'Open one of those runs, and use its rows instead.',
  );

/** Adds a table whose columns fill one parameter each. */
export function addValues(
  lists: Lists,
  { endpoint: { parameters }, keys, lines, source }: FoundValues,
  tableId?: string,
): TakenList & Required<Pick<TakenList, 'mapping'>> {
  const names = keys.map((key) => parameters.find((one) => one.key === key)?.label ?? key);
  const table = tableOfCells(lines, keys.length);
  const mapping = Object.fromEntries(keys.map((key, at) => [key, at]));
  return { ...lists.add(table, source, names, tableId), mapping };
}

/** Returns a row's member as texts: several for a list, none if it is empty. */
function textsOf(row: JsonObject, field: string): string[] {
  const value = memberOf(row, field) ?? null;
  const all = Array.isArray(value) ? value : [value];
  return all.map(textOf).filter((text) => text !== '');
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.$n : '';
}
