/**
 * The ends of a network's edges: which texts of which columns are one node, whether both ends share the
 * same nodes, and how privacy changes them.
 */
import { quoted } from '#shared/characters.ts';
import { memberOf } from '#shared/catalogue/types.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Network, NetworkEnd, NodeInfo } from '#shared/catalogue/networks.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { suggestPseudonyms } from '#shared/contract/export/privacy.ts';
import { sourcesOfRow } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import { sentValue } from '#shared/query/values.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { isExactNumber, stringifyJson } from '../../json/index.ts';
import { refused } from '../../problem-error.ts';
import type { LiveRun, RowQuestion } from '../../runs/live-run.ts';
import type { NodeCompare } from '../../store/columns/column-store.ts';
import { allColumns } from '../columns.ts';
import { asksForAccounts, isAccount } from '../privacy/list-inputs.ts';
import type { Replacer } from '../privacy/replacer.ts';

export interface Ends {
  source: End;
  target: End;
  /** Equal texts at both ends are one node. */
  oneMode: boolean;
  /** The attributes of nodes from rows, and the end they belong to; null when there are none. */
  info: { end: End; of: NodeInfo } | null;
}

export interface End {
  is: NetworkEnd;
  /** The service's name of the column; `asked` for the requested account. */
  name: string;
  /** The name shown to people. */
  label: string;
  compare: NodeCompare;
  /** Ends of the same kind share the same nodes. */
  kind: string;
}

/** @throws ProblemError when privacy leaves out a column that the network needs. */
export function endsOf(
  { source, target }: Pick<Network, 'source' | 'target'>,
  runs: readonly LiveRun[],
  privacy: Privacy | null,
): Ends {
  const columns = new Map(allColumns(runs).map((column) => [column.field, column]));
  const ends = [source, target].map((is) => endOf(is, columns, runs));
  const [from, to] = [ends[0]!, ends[1]!];
  const dropped = ends.find(({ name }) => privacy?.drop.includes(name));
  if (dropped !== undefined) {
    throw refused(
      `The network needs ${quoted(dropped.label)}, which Privacy leaves out.`,
      'Keep that column under Privacy, or choose other columns for the network.',
    );
  }
  return { source: from, target: to, oneMode: from.kind === to.kind, info: infoOf(ends, runs) };
}

function endOf(
  is: NetworkEnd,
  columns: ReadonlyMap<string, Column>,
  runs: readonly LiveRun[],
): End {
  if (is.kind === 'asked') {
    return { is, name: 'asked', label: 'Account asked for', compare: 'username', kind: 'username' };
  }
  const { field } = is;
  const { meaning = 'text', label = field } = columns.get(field) ?? {};
  const end = { is, name: field, label };
  const names = suggestPseudonyms([{ field, meaning }], false)[0]?.kind;
  const isAsked = field === inputField && runs.some(asksForAccounts);
  if (names === 'username' || isAsked) return { ...end, compare: 'username', kind: 'username' };
  if (/^hash_?tags?$/i.test(field)) return { ...end, compare: 'hashtag', kind: 'hashtag' };
  return { ...end, compare: 'exact', kind: meaning === 'id' ? 'id' : field };
}

/** Uses the column itself, otherwise one that names accounts in the same way. */
function infoOf(ends: readonly End[], [run]: readonly LiveRun[]): Ends['info'] {
  const { nodes = [], fields = [] } = run?.resource ?? {};
  const meanings = new Map(fields.map(({ name, meaning }) => [name, meaning]));
  for (const end of ends) {
    const of =
      nodes.find(({ field }) => field === end.name) ??
      nodes.find(({ field }) => end.kind === 'username' && meanings.get(field) === 'username');
    if (of !== undefined) return { end, of };
  }
  return null;
}

/** What a question says about the edges of its rows. */
export interface Direction {
  /** The account asked for: in each row's input, or the same for all rows. */
  asked: { field: string } | { text: string };
  isReversed: boolean;
}

/**
 * Returns the direction of a run's edges: one for all rows, or a function of the row, if it is of a table
 * whose runs asked for different things.
 */
export function directionsOf(
  { asked, derived }: LiveRun,
  { source, target, reversedWhen }: Network,
): Direction | ((row: JsonObject) => Direction) {
  const needsAccount = source.kind === 'asked' || target.kind === 'asked';
  const all = asked.map((one): Direction => ({
    asked: needsAccount ? accountOf(one) : { text: '' },
    isReversed: reversedWhen !== null && isReversed(one, reversedWhen),
  }));
  const [first = { asked: { text: '' }, isReversed: false }] = all;
  const isSame = (one: Direction): boolean => isDeepStrictEqual(one, first);
  if (derived === null || all.every(isSame)) return first;
  const { from } = derived;
  const at = new Map(from.sources.map((one, index) => [one, all[index] ?? first]));
  return (row) => {
    const own = sourcesOfRow(from, textIn(row)).map((one) => at.get(one) ?? first);
    const [direction = first] = own;
    if (own.every((one) => isDeepStrictEqual(one, direction))) return direction;
    throw refused(
      'The runs of this table asked different questions, and it doesn’t say which row is from which run.',
      'Save the network from those runs: open one of them, and add the others under “Other runs”.',
    );
  };
}

function accountOf({ endpoint, query, keys }: RowQuestion): Direction['asked'] {
  const account = endpoint?.parameters.find(isAccount);
  if (account === undefined) return { text: '' };
  if (!keys.includes(account.key)) return { text: sentValue(account, query) ?? '' };
  // Inputs with several values are not an account.
  return keys.length === 1 ? { field: inputField } : { text: '' };
}

function isReversed(
  { endpoint, query }: RowQuestion,
  { key, value }: NonNullable<Network['reversedWhen']>,
): boolean {
  const parameter = endpoint?.parameters.find((one) => one.key === key);
  return parameter !== undefined && sentValue(parameter, query) === value;
}

/**
 * What replaces the texts of each end. One text is one node, so ends of one kind share what replaces
 * them: the rule for accounts asked for, which may be numbers, otherwise that of the stricter column.
 */
export function replacing(
  { source, target, oneMode }: Ends,
  privacy: Privacy | null,
  replacer: Replacer | null,
): Record<'s' | 't', ((text: string) => string) | null> {
  if (replacer === null) return { s: null, t: null };
  const isReplacedAt = ({ is, name }: End): boolean =>
    is.kind === 'asked' || isReplaced(name, privacy);
  const ofEnd = (end: End): ((text: string) => string) =>
    isAccountAsked(end)
      ? replacer.replaceAccount
      : (text) => textOf(replacer.replace(end.name, text)) ?? '';
  if (!oneMode) {
    return {
      s: isReplacedAt(source) ? ofEnd(source) : null,
      t: isReplacedAt(target) ? ofEnd(target) : null,
    };
  }
  const replaced = [source, target].filter(isReplacedAt);
  const strictest =
    replaced.find(isAccountAsked) ??
    replaced.find(({ name }) => hasPseudonyms(name, privacy)) ??
    replaced[0];
  const both = strictest === undefined ? null : ofEnd(strictest);
  return { s: both, t: both };
}

const isAccountAsked = ({ is, name, kind }: End): boolean =>
  is.kind === 'asked' || (name === inputField && kind === 'username');

const hasPseudonyms = (field: string, privacy: Privacy | null): boolean =>
  privacy?.pseudonyms.some((one) => one.field === field) === true;

export const isReplaced = (field: string, privacy: Privacy | null): boolean =>
  hasPseudonyms(field, privacy) || privacy?.scrubMentions.includes(field) === true;

/** Returns a row's members as text. */
export const textIn =
  (row: JsonObject) =>
  (field: string): string | undefined =>
    textOf(memberOf(row, field) ?? null) ?? undefined;

export function textOf(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value;
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}
