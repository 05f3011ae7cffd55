/** A resource's field list as rows of a table: readable, complete, in the specification's order. */
import { platformSchema } from '../types.ts';
import type { Evidence, Field, KnownResourceId, Meaning, Resource } from '../types.ts';

/** Name, label, group in the picker, meaning; a trailing `'usual'` shows it from the start. */
export type FieldRow = readonly [
  name: string,
  label: string,
  group: string,
  meaning: Meaning,
  usual?: 'usual',
];

const toField = ([name, label, group, meaning, usual]: FieldRow): Field => ({
  name,
  label,
  group,
  meaning,
  usual: usual === 'usual',
});

export const resource = (
  id: KnownResourceId,
  words: Pick<Resource, 'one' | 'many' | 'original'>,
  rows: readonly FieldRow[],
  fieldsEvidence: Evidence = 'documented',
): Resource => ({
  id,
  platform: platformSchema.parse(id.split('.')[0]),
  ...words,
  fields: rows.map(toField),
  identity: 'id',
  fieldsEvidence,
  fieldsClosed: fieldsEvidence === 'documented',
});
