/** What is said of a column beside its picture: a few words, a few numbers. Pure. */
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { countOf, grouping } from '../../../components/words.ts';
import { fullNumber, sentNumber, shareWords } from '../charts/number-words.ts';
import { momentWords } from '../charts/time-words.ts';

export interface Fact {
  name: string;
  value: string;
}

/** "All 60 filled", "55 of 60 filled (92 %)". */
export function filledWords({ filled, blank }: ColumnSummary, count: number): string {
  const full = filled - blank;
  if (full === count) return `All ${grouping(count)} filled`;
  return `${grouping(full)} of ${grouping(count)} filled (${shareWords(full, count)})`;
}

/** "55 different", "about 1,240,000 different", "all different", "all the same", "1 value". */
export function differentWords({ distinct, filled }: ColumnSummary): string {
  if (filled === 1) return '1 value';
  if (distinct.exact && distinct.count === filled) return 'all different';
  if (distinct.count === 1) return 'all the same';
  return `${distinct.exact ? '' : 'about '}${grouping(distinct.count)} different`;
}

/** Least, middle and greatest, or lengths; empty where neither says anything. */
export function rangeFacts(column: Pick<Column, 'meaning'>, summary: ColumnSummary): Fact[] {
  const { numbers, dates, text } = summary;
  if (dates !== null) {
    const say = (iso: string): string => momentWords(iso, dates.timeZone, areDays(summary));
    return [
      { name: 'Earliest', value: say(dates.min) },
      { name: 'Middle', value: say(dates.median) },
      { name: 'Latest', value: say(dates.max) },
    ];
  }
  if (numbers !== null && column.meaning !== 'id') {
    return [
      { name: 'Lowest', value: sentNumber(numbers.min) },
      ...(numbers.median === null ? [] : [{ name: 'Middle', value: fullNumber(numbers.median) }]),
      { name: 'Highest', value: sentNumber(numbers.max) },
    ];
  }
  return text === null || summary.type !== 'text'
    ? []
    : [{ name: 'Length', value: lengthWords(text) }];
}

/** Dates without a time: no text is longer than a day. */
export function areDays({ text }: ColumnSummary): boolean {
  return text !== null && text.longest <= 10;
}

/** "12 to 280 characters". */
export function lengthWords({ shortest, longest }: { shortest: number; longest: number }): string {
  return shortest === longest
    ? countOf(longest, 'character')
    : `${grouping(shortest)} to ${countOf(longest, 'character')}`;
}

/** Whether the commonest values say something: one of them comes more than once. */
export function hasCommonValues({ top, distinct, filled }: ColumnSummary): boolean {
  return top.values.some(({ count }) => count > 1) || (distinct.exact && filled === 1);
}
