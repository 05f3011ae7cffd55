/** A resource's field list as rows of a table: readable, complete, in the specification's order. */
import type { NetworkEnd, NetworkPreset } from '../networks.ts';
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
  words: Pick<Resource, 'one' | 'many' | 'original' | 'networks' | 'nodes'>,
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

/** Of a network's end: the account that was asked for. */
export const asked = Symbol('asked');

interface NetworkOptions {
  /** False for what joins two items without leading from one to the other. */
  directed?: boolean;
  /** When a row happened. */
  time?: string;
  reversedWhen?: NetworkPreset['network']['reversedWhen'];
}

/** A preset: each value of `source` leads to each of `target` in the same row. */
export const network = (
  id: string,
  title: string,
  [source, target]: readonly [string | typeof asked, string | typeof asked],
  { directed = true, time, reversedWhen = null }: NetworkOptions = {},
): NetworkPreset => ({
  id,
  title,
  network: {
    source: endOf(source),
    target: endOf(target),
    directed,
    weight: null,
    time: time ?? null,
    reversedWhen,
  },
});

const endOf = (of: string | typeof asked): NetworkEnd =>
  of === asked ? { kind: 'asked' } : { kind: 'column', field: of };

/** Rows that have a time of their own, not that of an account. */
export const happened = { time: 'createdAt' };

/** Rows are accounts: who follows whom, among those that were asked for. */
export const follows = network('follows', 'Who follows whom', ['username', asked], {
  reversedWhen: { key: 'connectionType', value: 'following' },
});
