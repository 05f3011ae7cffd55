/** How many rows a question has, by the item it was opened from: followers, comments, quotes. */
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import type { UseSource } from '#shared/query/use-value.ts';

/** A question as it was opened from an item, and that item. */
export interface OpenedFrom {
  values: Readonly<Record<string, string>>;
  texts: UseSource['texts'];
}

/**
 * Returns the count that the item names; null: it names none, or the question is another now. Live
 * data alone: what is stored of an item is a part of it.
 */
export function knownRows(
  opened: OpenedFrom | null,
  { kind, counted }: Endpoint,
  { values }: Query,
): number | null {
  if (opened === null || kind !== 'live') return null;
  const isAsked = ([key, value]: [string, string]): boolean => values[key] === value;
  const count = counted.find((one) => Object.entries(one.values).every(isAsked));
  if (count === undefined) return null;
  // Anything else that was filled in (another account, a date) makes it another question.
  const expected = { ...opened.values, ...count.values };
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const isSame = Object.entries(expected).every(isAsked) && given.every(([key]) => key in expected);
  const [digits = ''] = isSame ? opened.texts(count.field) : [];
  return /^[1-9]\d*$/.test(digits) ? Number(digits) : null;
}
