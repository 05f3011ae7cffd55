/** Facts shown with a column's chart: a few words, a few numbers. Pure. */
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import { valueWords } from '../values/cell-view.ts';
import { axisWords, momentWords } from '../values/moments.ts';
import { axisNumbers, fullNumber, sentNumber, shareWords } from '../values/figures.ts';

interface Fact {
  name: string;
  value: string;
}

/** What people look for first: when, who, how many. */
const interest: readonly (readonly Meaning[])[] = [
  ['date'],
  ['username'],
  ['count'],
  ['name'],
  ['number', 'duration', 'boolean', 'code', 'list'],
  ['text'],
];

/**
 * Sorts columns by how interesting their values are, else in the given order. Identifiers and columns
 * without any value are separate.
 */
export function byInterest(columns: readonly Column[]): {
  main: Column[];
  ids: Column[];
  empty: Column[];
} {
  const rank = ({ meaning, usual }: Column): number => {
    const found = interest.findIndex((meanings) => meanings.includes(meaning));
    // Default fields are before those that few people ask for.
    return (usual ? 0 : 100) + (found < 0 ? interest.length : found);
  };
  const filled = columns.filter(({ type }) => type !== 'empty');
  return {
    main: filled
      .filter(({ meaning }) => meaning !== 'id')
      .toSorted((one, other) => rank(one) - rank(other)),
    ids: filled.filter(({ meaning }) => meaning === 'id'),
    empty: columns.filter(({ type }) => type === 'empty'),
  };
}

/** "All 60 filled", "55 of 60 filled (92%)". */
export function filledWords({ filled }: ColumnSummary, count: number): string {
  if (filled === count) return `All ${grouping(count)} filled`;
  return `${grouping(filled)} of ${grouping(count)} filled (${shareWords(filled, count)})`;
}

/** "55 different", "about 1,240,000 different", "all different", "all the same", "1 value". */
export function differentWords({ distinct, filled }: ColumnSummary): string {
  if (filled === 1) return '1 value';
  if (distinct.exact && distinct.count === filled) return 'all different';
  if (distinct.count === 1) return 'all the same';
  return `${distinct.exact ? '' : 'about '}${grouping(distinct.count)} different`;
}

/** What a line says of a column that needs no card: its only value, or what is known of texts that all differ. */
export interface InLine {
  kind: 'same' | 'different';
  /** In brackets; may be empty. */
  words: string;
}

/** Returns null if a card says more. */
export function inLine(column: Column, summary: ColumnSummary, count: number): InLine | null {
  const { distinct, filled, top, type, dates, numbers } = summary;
  const [only] = top;
  // Identifiers are shown only to those who ask for them.
  const isShown = type === 'list' || type === 'object' || column.meaning === 'id';
  if (isShown || only === undefined || count < 2) return null;
  if (distinct.exact && distinct.count === 1 && filled === count) {
    return { kind: 'same', words: valueWords(column, only) };
  }
  if (dates !== null || numbers !== null || hasCommonValues(summary)) return null;
  const some = filled < count ? [`${grouping(filled)} of ${grouping(count)} rows`] : [];
  const words = [...some, ...rangeFacts(column, summary).map(({ value }) => value)];
  return { kind: 'different', words: words.join(', ') };
}

/** Texts up to this length are codes and names, whose lengths say nothing. */
const longestName = 40;

/** Returns minimum, median and maximum, or lengths; empty if neither says anything. */
export function rangeFacts(column: Pick<Column, 'meaning'>, summary: ColumnSummary): Fact[] {
  const { numbers, dates, text } = summary;
  if (dates !== null) {
    const say = (iso: string): string => momentWords(iso, dates.timeZone, areDays(summary));
    return [
      { name: 'Earliest', value: say(dates.min) },
      { name: 'Median', value: say(dates.median) },
      { name: 'Latest', value: say(dates.max) },
    ];
  }
  if (numbers !== null && column.meaning !== 'id') {
    return [
      { name: 'Lowest', value: sentNumber(numbers.min) },
      ...(numbers.median === null ? [] : [{ name: 'Median', value: fullNumber(numbers.median) }]),
      { name: 'Highest', value: sentNumber(numbers.max) },
    ];
  }
  return text === null || summary.type !== 'text' || text.longest <= longestName
    ? []
    : [{ name: 'Length', value: lengthWords(text) }];
}

/** Whether dates have no time: no text is longer than a day. */
export const areDays = ({ text }: ColumnSummary): boolean => text !== null && text.longest <= 10;

/** "12 to 280 characters". */
const lengthWords = ({ shortest, longest }: { shortest: number; longest: number }): string =>
  shortest === longest
    ? countOf(longest, 'character')
    : `${grouping(shortest)} to ${countOf(longest, 'character')}`;

/** Whether the most common values say something: one of them occurs more than once. */
export const hasCommonValues = ({ top, distinct, filled }: ColumnSummary): boolean =>
  top.some(({ count }) => count > 1) || (distinct.exact && filled === 1);

export type StripLook =
  /** Heights from 0 to 1; the words are below both ends. */
  | { kind: 'bars'; heights: readonly number[]; left: string; right: string }
  /** Shares of the most common values, at most 1 in total. */
  | { kind: 'shares'; shares: readonly number[]; words: string }
  | { kind: 'words'; first: string; second: string };

/** The number of values with their own shade. */
const mostShares = 4;
/** A column isn't characterised by a value with a smaller share. */
const leastShare = 0.1;

export function stripLook(column: Column, summary: ColumnSummary, count: number): StripLook {
  const { filled, numbers, dates, top, type } = summary;
  if (filled === 0) return { kind: 'words', first: 'empty', second: '' };
  if (dates !== null && dates.buckets.length > 1) {
    const [left, right] = dateEnds(dates, areDays(summary));
    return { kind: 'bars', heights: heightsOf(dates.buckets), left, right };
  }
  if (numbers !== null && numbers.buckets.length > 1 && column.meaning !== 'id') {
    const [left = '', right = ''] = axisNumbers([Number(numbers.min), Number(numbers.max)]);
    return { kind: 'bars', heights: heightsOf(numbers.buckets), left, right };
  }
  const second = filled < count ? `${grouping(filled)} filled` : countOf(count, 'value');
  if (type === 'list' || type === 'object') return { kind: 'words', first: second, second: '' };
  const [first] = top;
  if (first === undefined || first.count < 2) {
    const words = differentWords(summary);
    const isText = column.meaning === 'text' && summary.text !== null;
    if (isText) return { kind: 'words', first: words, second: lengthWords(summary.text!) };
    return { kind: 'words', first: words, second: second === words ? '' : second };
  }
  const words = valueWords(column, first);
  if (first.count / filled < leastShare) {
    return {
      kind: 'words',
      first: `${words} ×${grouping(first.count)}`,
      second: differentWords(summary),
    };
  }
  return {
    kind: 'shares',
    shares: top.slice(0, mostShares).map((value) => value.count / filled),
    words: `${words} ${shareWords(first.count, filled)}`,
  };
}

function heightsOf(buckets: readonly { count: number }[]): number[] {
  const most = Math.max(...buckets.map(({ count }) => count));
  return buckets.map(({ count }) => count / most);
}

/** Returns labels of both ends, without what they share: hours within a day, days within a year. */
function dateEnds(
  { min, max, timeZone }: NonNullable<ColumnSummary['dates']>,
  onlyDays: boolean,
): [string, string] {
  const [first, last] = [min, max].map((iso) => momentWords(iso, timeZone, onlyDays));
  if (first === undefined || last === undefined) return ['', ''];
  if (!onlyDays && first.slice(0, 10) === last.slice(0, 10)) {
    return [first.slice(11), last.slice(11)];
  }
  if (first.slice(0, 4) !== last.slice(0, 4)) return [first.slice(0, 7), last.slice(0, 7)];
  const day = (iso: string): string => {
    const { main, around } = axisWords('day', iso, timeZone);
    return `${main} ${around.split(' ')[0] ?? ''}`;
  };
  return [day(min), day(max)];
}
