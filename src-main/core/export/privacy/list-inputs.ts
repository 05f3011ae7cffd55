/** Accounts that a list asks for: each gets the same pseudonym as everywhere else. */
import { inputField } from '#shared/contract/list.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import type { LiveRun } from '../../runs/live-run.ts';

export type ListedRun = Pick<LiveRun, 'list' | 'endpoint' | 'asked'>;

export const isAccount = ({ type }: Parameter): boolean => type.kind === 'text' && type.at === true;

/** An account is requested by its username or by its number. */
export const accountKind = (value: string): 'id' | 'username' =>
  /^\d+$/.test(value) ? 'id' : 'username';

/** Returns whether the inputs of the run's list, or of the lists its rows are from, are accounts. */
export const asksForAccounts = ({ asked }: Pick<ListedRun, 'asked'>): boolean =>
  asked.some(({ endpoint, keys }) =>
    endpoint?.parameters.some((one) => keys.includes(one.key) && isAccount(one)),
  );

/** The accounts that the run's list asks for. */
export const listedAccounts = (run: ListedRun): string[] =>
  asksForAccounts(run) ? (run.list?.inputs.all ?? []).flatMap(({ values }) => values) : [];

/** The column of inputs, if they are accounts. */
export const namingInputs = (runs: readonly ListedRun[]): Privacy['pseudonyms'] =>
  runs.some(asksForAccounts) ? [{ field: inputField, kind: 'username' }] : [];

/** The kind of name in a column's value: accounts of one list may be usernames and numbers. */
export const kindIn = <Kind extends string>(
  field: string,
  kind: Kind,
  value: string,
): Kind | 'id' | 'username' =>
  field === inputField && kind === 'username' ? accountKind(value) : kind;
