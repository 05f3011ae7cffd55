/** Prepares a derived run for a dataset's table: its rule, its columns, its source runs. */
import type { FromDataset, SourceRun } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Field, Resource } from '#shared/catalogue/types.ts';
import type { KnownEndpoint } from '#shared/description/effective-catalogue.ts';
import type { NewDerived } from '../write-run.ts';
import { refused } from '../../problem-error.ts';
import { rowsIn } from './dataset-rows.ts';
import type { DatasetRun } from './read-dataset.ts';

/** @throws ProblemError when no question of the runs is known here, and so neither is the kind of row. */
export function tableOf(
  table: string,
  runs: readonly DatasetRun[],
  lookUp: (endpointId: string) => KnownEndpoint | null,
): Pick<NewDerived, 'basis' | 'resource'> & { from: FromDataset } {
  const asked = runs.flatMap(({ sheet }) => sheet.runs).toReversed();
  const [found] = asked.flatMap((run) => {
    const known = lookUp(run.query.endpointId);
    return known === null ? [] : [{ run, known }];
  });
  if (found === undefined) {
    throw refused(
      'This version doesn’t have the questions of this dataset.',
      'Open it with the version that saved it.',
    );
  }
  const { run, known } = found;
  const fields = fieldsOf(known.resource, runs);
  const unused = unusedNames(fields);
  const own = (name: string, label: string, meaning: Field['meaning']): Field =>
    fieldOf({ field: unused(name), label, meaning, usual: true });
  const collectedAt = own('collected_at', 'Collected', 'date');
  const runField = runs.length > 1 ? own('run', 'Run', 'code') : null;
  return {
    basis: {
      query: run.query,
      endpoint: known.endpoint,
      profileId: run.service.profileId,
      address: run.service.address,
    },
    resource: {
      ...known.resource,
      fields: [collectedAt, ...(runField === null ? [] : [runField]), ...fields],
    },
    from: {
      kind: 'dataset',
      sources: runs.flatMap(sourceOf),
      table,
      collectedAt: collectedAt.name,
      run: runField?.name ?? null,
    },
  };
}

/** Returns the catalogue's fields and others in the files, which another version may have saved. */
function fieldsOf(resource: Resource, runs: readonly DatasetRun[]): Field[] {
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  for (const { field, label } of runs.flatMap(({ sheet }) => sheet.columns)) {
    if (reserved.has(field) || fields.has(field)) continue;
    fields.set(field, fieldOf({ field, label, meaning: 'text', usual: false }));
  }
  const hasInputs = runs.some(({ sheet }) => sheet.runs.some(({ list }) => list !== null));
  const input = fieldOf({ field: inputField, label: 'Input', meaning: 'text', usual: true });
  return [...(hasInputs ? [input] : []), ...fields.values()];
}

/** Describes a column of a derived run. */
export const fieldOf = ({
  field,
  label,
  meaning,
  usual,
}: Pick<Column, 'field' | 'label' | 'meaning' | 'usual'>): Field => ({
  name: field,
  label,
  group: '',
  meaning,
  usual,
});

/** Columns that every dataset has; `itemColumns` writes them. */
const reserved = new Set(['run', inputField, 'collected_at', '_rest']);

/** Returns a function that makes names unique: no field has them, and none is returned twice. */
export function unusedNames(fields: readonly { name: string }[]): (name: string) => string {
  const taken = new Set(fields.map(({ name }) => name));
  return (wanted) => {
    let name = wanted;
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    return name;
  };
}

/** Describes a source run from its methods sheet. `rows` counts those in the dataset. */
const sourceOf = ({ sheet, rows }: DatasetRun): SourceRun[] =>
  sheet.runs.map((run) => ({
    runId: run.runId,
    title: run.label === '' ? run.title : run.label,
    query: run.query,
    request: run.requests[0] ? `${run.requests[0].method} ${run.requests[0].address}` : '',
    listKeys: run.list?.keys ?? [],
    createdAt: run.startedAt,
    firstAnswerAt: run.firstAnswerAt,
    lastAnswerAt: run.lastAnswerAt,
    pages: run.pages,
    rows: rowsIn(rows),
    isComplete: isComplete(run),
  }));

function isComplete({ list, ended, rowsHeldBack }: DatasetRun['sheet']['runs'][number]): boolean {
  if (rowsHeldBack > 0) return false;
  if (list === null) return ended.state === 'noMore';
  const answered = ['done', 'nothing', 'notFound'];
  return Object.entries(list.statuses).every(
    ([status, inputs]) => answered.includes(status) || inputs === 0,
  );
}
