/** A resource's fields as a table: readable, complete, in the specification's order. */
import type { NetworkEnd, NetworkPreset } from '#shared/catalogue/networks.ts';
import { platformSchema } from '#shared/catalogue/types.ts';
import type {
  Evidence,
  Field,
  KnownResourceId,
  Meaning,
  Resource,
} from '#shared/catalogue/types.ts';

/** Name, label, group in the picker, meaning; a trailing `'usual'` shows it by default. */
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
  words: Pick<Resource, 'one' | 'many' | 'original' | 'networks' | 'nodes' | 'conversation'>,
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

/** As an end of a network: the account that was asked about. */
export const asked = Symbol('asked');

interface NetworkOptions {
  /** False for edges without a direction. */
  directed?: boolean;
  /** The field of which they share values. */
  sharing?: string;
  /** The field with a row's time. */
  time?: string;
  reversedWhen?: NetworkPreset['network']['reversedWhen'];
}

/** Describes a preset: each value of `source` leads to each of `target` in the same row. */
export const network = (
  id: string,
  title: string,
  [source, target]: readonly [string | typeof asked, string | typeof asked],
  { directed = true, sharing, time, reversedWhen = null }: NetworkOptions = {},
): NetworkPreset => ({
  id,
  title,
  network: {
    source: endOf(source),
    target: endOf(target),
    directed,
    sharing: sharing ?? null,
    weight: null,
    time: time ?? null,
    reversedWhen,
  },
});

const endOf = (of: string | typeof asked): NetworkEnd =>
  of === asked ? { kind: 'asked' } : { kind: 'column', field: of };

/** For rows with a time of their own, not that of an account. */
export const happened = { time: 'createdAt' };

/** Which accounts share values of a field, such as links: the mark of a campaign. */
export const accountsSharing = (
  id: string,
  what: string,
  account: string,
  sharing: string,
): NetworkPreset =>
  network(id, `Accounts that share ${what}`, [account, account], {
    ...happened,
    directed: false,
    sharing,
  });

/** For rows that are accounts: who follows whom, among the accounts asked about. */
export const follows = network('follows', 'Who follows whom', ['username', asked], {
  reversedWhen: { key: 'connectionType', value: 'following' },
});
