/** From a value or a range in a picture to its rows in the table. */
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { mostFilters, type Filter } from '#shared/contract/view.ts';
import { isCalendarDate } from '#shared/catalogue/parameter-kinds.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { valueWords } from '../values/cell-view.ts';
import { momentWords } from '../values/moments.ts';
import { changeRunView } from '../view-state.ts';
import type { CountedValue } from './draw/CountedValues.tsx';

/** Shows, in the table, those rows of the view that fit; the filter can be taken off there. */
export function keepRows(tab: Tab, runId: Run['id'], filter: Filter): void {
  updateTab(tab.id, { view: { ...tab.view, filters: withFilter(tab.view.filters, filter) } });
  changeRunView(runId, { mode: 'table' });
}

/** What was kept of the same field before is wider: the picture was drawn from it. */
export function withFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const others = filters.filter(
    ({ kind, field }) => kind !== filter.kind || field !== filter.field,
  );
  return [...others.slice(0, mostFilters - 1), filter];
}

/** Returns null where the value was cut and no filter can express it. */
export function valueFilter(
  { field }: Pick<Column, 'field'>,
  { value, cut }: { value: string; cut: boolean },
): Filter | null {
  if (cut) return null;
  return value === '' ? { kind: 'isEmpty', field } : { kind: 'is', field, value };
}

/**
 * Lists that have a text as an item; null for items that are no texts. Lists are filtered as the
 * JSON they are, without regard to case.
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

/** Counted values of a column, or items of its lists, with what keeps the rows that have them. */
export const countedValues = (
  column: Column,
  values: readonly { value: string; cut: boolean; count: number }[],
  areItems: boolean,
  keep: (filter: Filter) => void,
): CountedValue[] =>
  values.map((counted) => {
    const filter = areItems ? itemFilter(column, counted) : valueFilter(column, counted);
    return {
      key: counted.value,
      text: valueWords(column, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => keep(filter),
    };
  });

/** Both ends included. */
export function numberFilter(
  { field }: Pick<Column, 'field'>,
  { from, to }: { from: number; to: number },
): Filter {
  return { kind: 'number', field, min: String(from), max: String(to) };
}

/** `to` is the first moment after. Where both ends are the beginning of a day, whole days. */
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
