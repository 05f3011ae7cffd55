/** Lists in words: what they hold, what they cost. */
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import type { CheckedList, ListPlan, ListSource } from '#shared/contract/list.ts';
import { listCalls } from '#shared/query/list.ts';
import { countOf, grouping } from '../../../components/words.ts';

/** "accounts", "post IDs": what the inputs are. */
export function namedOf({ key, label, type }: Pick<Parameter, 'key' | 'label' | 'type'>): string {
  if (type.kind === 'text' && type.at === true) return label === 'Person' ? 'people' : 'accounts';
  if (key === 'q') return 'searches';
  const many: Readonly<Record<string, string>> = { commentId: 'comment IDs' };
  return (
    many[key] ?? (/post/i.test(label) ? 'post IDs' : /video/i.test(label) ? 'video IDs' : 'inputs')
  );
}

/** "212 lines · 200 different". */
export const countWords = ({ lines, different }: CheckedList): string =>
  `${countOf(lines, 'line')} · ${grouping(different)} different`;

/** Where it came from. */
export function sourceText(source: ListSource): string {
  switch (source.kind) {
    case 'paste':
      return 'Pasted';
    case 'file':
      return `From ${source.name}`;
    case 'run':
      return `From “${source.title}”`;
    default:
      return source satisfies never;
  }
}

/** Inputs that are tried before the rest. */
export const triedFirst = 5;

interface ListCost {
  /** "At least 200 calls, at most 600." */
  calls: string;
  /** Calls that are never exceeded unless the person says otherwise: with room for retries. */
  cap: number;
}

export function listCost(
  { pages }: Pick<DataEndpoint, 'pages'>,
  inputs: number,
  { perInput, perCall }: Pick<ListPlan, 'perInput'> & { perCall: number },
): ListCost {
  const { least, most } = listCalls(inputs, pages ? perInput : 1, perCall);
  const packed = perCall > 1 ? `, with up to ${perCall} IDs each` : '';
  const calls =
    least === most
      ? `${countOf(least, 'call')}${packed}.`
      : `At least ${countOf(least, 'call')}, at most ${grouping(most)}.`;
  return { calls, cap: most + Math.max(3, Math.ceil(most / 10)) };
}
