/** From a value or a range in a chart to its rows in the table. */
import { fold } from '#shared/fold.ts';
import { notifications } from '@mantine/notifications';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { mostFilters, type Filter } from '#shared/contract/view.ts';
import { isCalendarDate } from '#shared/catalogue/parameter-kinds.ts';
import { lookAt, showView } from '#renderer/state/workspace.ts';
import { valueWords } from '../values/cell-view.ts';
import { momentWords } from '../values/moments.ts';
import type { CountedValue } from './draw/CountedValues.tsx';

/** Shows the matching rows of the view in the table, where the filter can be removed. */
export function keepRows(tab: Tab, runId: Run['id'], ...wanted: readonly Filter[]): void {
  const filters = wanted.reduce<readonly Filter[]>(withFilter, tab.view.filters);
  if (filters.length > mostFilters) {
    const message = `The table already has ${mostFilters} filters. Remove one, then try again.`;
    notifications.show({ message });
    return;
  }
  showView(tab.id, runId, { ...tab.view, filters: [...filters] });
  lookAt(runId, 'table');
}

/**
 * Adds a filter to those that the chart was drawn with, which stay unless it implies them: the rows kept
 * must be the ones that were counted.
 */
export function withFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const others = filters.filter((one) => one.field !== filter.field || !isImplied(one, filter));
  return [...others, filter];
}

function isImplied(one: Filter, by: Filter): boolean {
  if (one.kind === 'contains' && by.kind === 'contains') {
    return fold(by.text).includes(fold(one.text));
  }
  // A row can have both words, or name both.
  if (one.kind === 'names' && by.kind === 'names')
    return JSON.stringify(one) === JSON.stringify(by);
  if (one.kind === 'hasWord' && by.kind === 'hasWord') return one.word === by.word;
  if (one.kind === 'number' && by.kind === 'number') {
    return (
      Number(one.min ?? -Infinity) <= Number(by.min ?? -Infinity) &&
      Number(one.max ?? Infinity) >= Number(by.max ?? Infinity)
    );
  }
  if (one.kind === 'date' && by.kind === 'date') {
    return isWithin('from', by, one) && isWithin('to', by, one);
  }
  return one.kind === by.kind;
}

type Dates = Extract<Filter, { kind: 'date' }>;

/** False if it can't be told: a day that isn't compared with days of its own time zone. */
function isWithin(end: 'from' | 'to', inner: Dates, outer: Dates): boolean {
  const [own, limit] = [inner[end], outer[end]];
  if (limit === null || own === null) return limit === null;
  if (isDay(own) && (!isDay(limit) || inner.timeZone !== outer.timeZone)) return false;
  const compared = isDay(limit) && !isDay(own) ? momentWords(own, outer.timeZone, true) : own;
  const distance = Date.parse(compared) - Date.parse(limit);
  return end === 'from' ? distance >= 0 : distance <= 0;
}

const isDay = (moment: string): boolean => moment.length === 10;

/** Returns null if the value was cut, so that no filter can express it. */
export function valueFilter(
  { field }: Pick<Column, 'field'>,
  { value, cut }: { value: string; cut: boolean },
): Filter | null {
  if (cut) return null;
  return value === '' ? { kind: 'isEmpty', field } : { kind: 'is', field, value };
}

/**
 * Returns a filter for lists with a text as an item; null for items that aren't texts. Lists are
 * filtered by their JSON, ignoring case.
 */
export function itemFilter(
  { field }: Pick<Column, 'field'>,
  { value, cut }: { value: string; cut: boolean },
): Filter | null {
  if (cut || value === '') return null;
  // Numbers, lists and objects among the items look like this too: their JSON has no quotes.
  if (/^(?:-?\d|[[{]|true$|false$)/.test(value)) return null;
  return { kind: 'contains', field, text: JSON.stringify(value) };
}

/**
 * Returns counted values of a column, or items of its lists, with an action that keeps the rows that
 * have them.
 */
export const countedValues = (
  column: Column,
  values: readonly { value: string; cut: boolean; count: number }[],
  areItems: boolean,
  keep: (filter: Filter) => void,
): CountedValue[] =>
  values.map((counted, at) => {
    const filter = areItems ? itemFilter(column, counted) : valueFilter(column, counted);
    return {
      // Of values that were cut, several may begin alike.
      key: counted.cut ? `${at} ${counted.value}` : counted.value,
      text: valueWords(column, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => keep(filter),
    };
  });

/** Both ends are included; with `isBelow`, only numbers below the upper one, where the next bar begins. */
export function numberFilter(
  { field }: Pick<Column, 'field'>,
  { from, to }: { from: number; to: number },
  isBelow = false,
): Filter {
  const max = isBelow ? justBelow(to) : to;
  return { kind: 'number', field, min: String(from), max: String(max) };
}

/** Returns the next smaller number that JavaScript has; below zero maybe the one after it. */
function justBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  return value * (value > 0 ? 1 - Number.EPSILON / 2 : 1 + Number.EPSILON);
}

/**
 * `to` is the first moment after the range. If both ends are the start of a day, the filter has whole
 * days.
 */
export function timeFilter(
  { field }: Pick<Column, 'field'>,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Filter {
  const before = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString();
  const dayOf = (iso: string): string => momentWords(iso, timeZone, true);
  const areDays = [from, to].every(
    (iso) => dayOf(iso) !== dayOf(before(iso)) && isCalendarDate(dayOf(iso)),
  );
  const ends = areDays ? { from: dayOf(from), to: dayOf(before(to)) } : { from, to: before(to) };
  return { kind: 'date', field, ...ends, timeZone };
}
