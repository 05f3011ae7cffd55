/** Filters, sorts and what they leave in words. Pure. */
import { assertNever } from '#shared/assert-never.ts';
import type { Filter, OpenedView, View } from '#shared/contract/view.ts';
import { countOf, grouping } from '../../../components/words.ts';
import { momentWords } from '../charts/time-words.ts';
import { groupDigits } from '../values/cell-view.ts';
import type { AskedColumn } from './conditions.ts';

/** Values named in a chip before the others are counted. */
const mostNamed = 3;
/** A chip stays a chip. */
const longest = 40;

/** The word for a field; its own name when the run has no such column. */
export const labelOf = (columns: readonly AskedColumn[], field: string): string =>
  columns.find((column) => column.field === field)?.label ?? field;

/** "Likes at least 10". `clock`: the time zone that dates are shown in; another one is named. */
export function filterWords(filter: Filter, column: AskedColumn | null, clock: string): string {
  const elsewhere = filter.kind === 'date' && filter.timeZone !== clock;
  const zone = elsewhere ? ` (${filter.timeZone})` : '';
  return `${column?.label ?? filter.field} ${predicate(filter, column)}${zone}`;
}

function predicate(filter: Filter, column: AskedColumn | null): string {
  switch (filter.kind) {
    case 'contains':
      return `contains ${quoted(filter.text)}`;
    case 'is':
      if (column?.type === 'boolean') return filter.value === 'true' ? 'is yes' : 'is no';
      return `is ${quoted(filter.value)}`;
    case 'isNot':
      return `is not ${quoted(filter.value)}`;
    case 'isEmpty':
      return 'is empty';
    case 'isNotEmpty':
      return 'is not empty';
    case 'oneOf':
      return `is ${choice(filter.values)}`;
    case 'number':
      return range(filter.min, filter.max, groupDigits, {
        equal: '=',
        from: 'at least',
        to: 'at most',
        open: 'is a number',
      });
    case 'date':
      return range(filter.from, filter.to, (text) => momentIn(text, filter.timeZone), {
        equal: 'on',
        from: 'from',
        to: 'until',
        open: 'is a date',
      });
    default:
      return assertNever(filter);
  }
}

const momentIn = (text: string, timeZone: string): string =>
  text.length === 10 ? text : momentWords(text, timeZone);

interface RangeWords {
  equal: string;
  from: string;
  to: string;
  open: string;
}

function range(
  from: string | null,
  to: string | null,
  write: (text: string) => string,
  words: RangeWords,
): string {
  if (from !== null && to !== null) {
    return from === to ? `${words.equal} ${write(from)}` : `${write(from)} to ${write(to)}`;
  }
  if (from !== null) return `${words.from} ${write(from)}`;
  return to === null ? words.open : `${words.to} ${write(to)}`;
}

/** "en, de or 2 more". */
function choice(values: readonly string[]): string {
  const named = values.slice(0, values.length > mostNamed ? mostNamed - 1 : mostNamed).map(clipped);
  const others = values.length - named.length;
  const last = others > 0 ? `${others} more` : named.pop();
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} or ${last}`;
}

export const quoted = (text: string): string => `“${clipped(text)}”`;

function clipped(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

/** "12 of 60 rows"; while columns are being filled, of the rows they have. */
export function countWords({ count, rows, of }: OpenedView, rowCount: number): string {
  const whole =
    count === rows ? countOf(rows, 'row') : `${grouping(count)} of ${countOf(rows, 'row')}`;
  return rows < of ? `${whole} (of ${grouping(rowCount)}, still being prepared)` : whole;
}

/** Where a view leaves nothing: what happened, and that nothing is lost. */
export function emptyViewWords(
  view: View,
  { rows, of }: OpenedView,
  works: boolean,
): { title: string; advice: string } {
  if (rows === 0) {
    return {
      title: 'The rows are being prepared',
      advice: 'Soon they can be sorted and filtered. This makes no call.',
    };
  }
  const isOnlySearch = view.filters.length === 0;
  const title = isOnlySearch ? `No row contains ${quoted(view.search)}` : 'No row fits the filters';
  if (rows < of) {
    return {
      title: `${title} so far`,
      advice: `${grouping(rows)} of ${countOf(of, 'row')} were looked at; the others are still being prepared.`,
    };
  }
  const all = rows === 1 ? 'The one row' : `All ${countOf(rows, 'row')}`;
  const stay = rows === 1 ? 'is still there' : 'are still there';
  return {
    title,
    advice: `${all} ${stay}. ${works ? 'New rows that fit will appear here.' : 'Looking through them makes no call.'}`,
  };
}
