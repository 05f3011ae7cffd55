/** Lists in words: what they contain, what they cost. */
import { quoted } from '#shared/characters.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import type { CheckedList, ListSource, RecipeList } from '#shared/contract/list.ts';
import { withRetries } from '#shared/contract/recipe-bounds.ts';
import { listCalls } from '#shared/query/list.ts';
import { countOf, grouping } from '#renderer/components/words.ts';

/** Returns a noun for the inputs: "accounts", "1 post ID". */
export function namedOf(
  { key, label, type }: Pick<Parameter, 'key' | 'label' | 'type'>,
  count = 2,
): string {
  if (type.kind === 'text' && type.at === true) {
    if (label === 'Person') return count === 1 ? 'person' : 'people';
    return count === 1 ? 'account' : 'accounts';
  }
  const plural = count === 1 ? '' : 's';
  if (key === 'q') return count === 1 ? 'search' : 'searches';
  if (key === 'commentId') return `comment ID${plural}`;
  if (/post/i.test(label)) return `post ID${plural}`;
  return /video/i.test(label) ? `video ID${plural}` : `input${plural}`;
}

/** Returns "200 accounts". */
export const countedInputs = (parameter: Parameters<typeof namedOf>[0], count: number): string =>
  `${grouping(count)} ${namedOf(parameter, count)}`;

/** Accounts of the sample service, some of which show the other statuses of an input. */
export const exampleList = `mira_osei
lev_adler
tidal_notes
gone_fishing
quiet_corner
flaky_wifi
line_down
refused_entry
two words
mira_osei`;

/** Returns "212 lines · 200 different". */
export const countWords = ({ lines, different }: CheckedList): string =>
  `${countOf(lines, 'line')} · ${grouping(different)} different`;

/** Returns whether a list is the one that a recipe was made with, as far as the recipe shows. */
export function wantedWords(
  parameter: Parameters<typeof namedOf>[0],
  { count, valuesSha256 }: Pick<RecipeList, 'count' | 'valuesSha256'>,
  given: Pick<CheckedList, 'different' | 'valuesSha256'> | null,
): string {
  const made = `The recipe was made with ${countedInputs(parameter, count)}`;
  if (given === null) return `${made}. It doesn’t hold them, because they may name people.`;
  if (given.valuesSha256 === valuesSha256) return `${made}: these are the same.`;
  if (given.different !== count) return `${made}: this is another list.`;
  return valuesSha256 === null
    ? `${made}, too. It doesn’t say whether these are the same.`
    : `${made}, but not with these.`;
}

/** Returns where the list is from. */
export function sourceText(source: ListSource): string {
  switch (source.kind) {
    case 'paste':
      return 'Pasted';
    case 'file':
      return `From ${source.name}`;
    case 'run':
      return `From ${quoted(source.title)}`;
    default:
      return source satisfies never;
  }
}

/** Number of inputs that are tried before the others. */
export const triedFirst = 5;

interface ListCost {
  /** "At least 200 calls, at most 600." */
  calls: string;
  /** The default limit of calls, with a margin for retries. */
  cap: number;
}

export function listCost(
  { pages }: Pick<DataEndpoint, 'pages'>,
  inputs: number,
  { perInput, perCall }: { perInput: number; perCall: number },
): ListCost {
  const { least, most } = listCalls(inputs, pages ? perInput : 1, perCall);
  const packed = perCall > 1 ? `, with up to ${perCall} IDs each` : '';
  const calls =
    least === most
      ? `${countOf(least, 'call')}${packed}.`
      : `At least ${countOf(least, 'call')}, at most ${grouping(most)}.`;
  return { calls, cap: withRetries(most) };
}
