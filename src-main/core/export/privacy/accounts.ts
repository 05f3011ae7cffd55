/** Accounts that were asked for: where people are replaced, they are too, beside the rows. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import type { SelectedRun } from '../selection.ts';
import type { Replacer } from './replacer.ts';

interface Asked {
  endpoint: DataEndpoint;
  query: Query;
}

/** Parameter, value and pseudonym of each account that the question names. */
function accountsOf(
  { endpoint, query }: Asked,
  { accountOf }: Replacer,
): (readonly [key: string, value: string, pseudonym: string])[] {
  return endpoint.parameters.flatMap((parameter) => {
    const { key, type } = parameter;
    const value = type.kind === 'text' && type.at === true ? sentValue(parameter, query) : null;
    return value === null ? [] : [[key, value, accountOf(value)] as const];
  });
}

/** The question as it may be told; the same object when it names no account. */
export function withoutAccounts(asked: Asked, replacer: Replacer | null): Query {
  const accounts = replacer === null ? [] : accountsOf(asked, replacer);
  if (accounts.length === 0) return asked.query;
  const replaced = Object.fromEntries(accounts.map(([key, , pseudonym]) => [key, pseudonym]));
  return { ...asked.query, values: { ...asked.query.values, ...replaced } };
}

/** A run's name is its question, or what the person made of it: it names accounts, too. */
export function labelsWithoutAccounts(
  selection: readonly SelectedRun[],
  replacer: Replacer | null,
): readonly SelectedRun[] {
  if (replacer === null) return selection;
  const accounts = selection.flatMap(({ run }) => accountsOf(run, replacer));
  // A name can be a part of another one: the longest first.
  const longestFirst = accounts.toSorted(([, one], [, other]) => other.length - one.length);
  const hide = (label: string): string =>
    longestFirst.reduce((text, [, name, pseudonym]) => {
      // What was replaced holds no word that a person typed.
      return text.replaceAll(wordOf(name), pseudonym);
    }, label);
  return selection.map((selected) => ({ ...selected, label: hide(selected.label) }));
}

const wordOf = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_])[@＠]?${name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}(?![\p{L}\p{N}_])`,
    'giu',
  );
