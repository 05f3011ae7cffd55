/** Filters, sorts and their results in words. Pure. */
import { quoted } from '#shared/characters.ts';
import { everyRow, matchingIn, mostFilters } from '#shared/contract/view.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Duplicates, Filter, OpenedView, Sample, View } from '#shared/contract/view.ts';
import type { RunRows } from '#renderer/state/asked.ts';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { groupDigits } from '../values/cell-view.ts';
import { momentWords } from '../values/moments.ts';
import type { AskedColumn } from './draft.ts';
import { reversed } from './sort-header.tsx';

/** Number of values named in a chip before the others are counted. */
const mostNamed = 3;
/** Maximum length of a value in a chip, in characters. */
const longest = 40;

/** "Likes at least 10". `clock`: the time zone that dates are shown in; any other is named. */
export function filterWords(
  filter: Filter,
  columns: readonly AskedColumn[],
  clock: string,
): string {
  // Of several columns, and whichever it is, people see it.
  if (filter.kind === 'hasMedia') return 'Has a picture or video';
  const elsewhere = filter.kind === 'date' && filter.timeZone !== clock;
  const zone = elsewhere ? ` (${filter.timeZone})` : '';
  const columnOf = (name: string) => columns.find(({ field }) => field === name) ?? null;
  const fields = [filter.field, ...(filter.kind === 'names' ? filter.orIn : [])];
  const names = fields.map((field) => columnOf(field)?.label ?? field).join(' or ');
  return `${names} ${predicate(filter, columnOf(filter.field))}${zone}`;
}

function predicate(filter: Filter, column: AskedColumn | null): string {
  switch (filter.kind) {
    case 'contains':
      return `contains ${quotedShort(filter.text)}`;
    case 'hasWord':
      return `contains the word ${quotedShort(filter.word)}`;
    case 'is':
      if (column?.type === 'boolean') return filter.value === 'true' ? 'is yes' : 'is no';
      return `is ${quotedShort(filter.value)}`;
    case 'isNot':
      return `is not ${quotedShort(filter.value)}`;
    case 'isEmpty':
      return 'is empty';
    case 'isNotEmpty':
      return 'is not empty';
    case 'differs':
      return 'differs between the two coders';
    case 'names':
      return `is or lists ${choice(filter.nodes)}`;
    case 'hasMedia':
      return 'has a picture or video';
    case 'oneOf':
      return `is ${choice(filter.values)}`;
    case 'number':
      return range(filter.min, filter.max && belowWords(filter.max), groupDigits, {
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

/** "under 0.5" for the number just below it, where a bar of a chart ends. */
function belowWords(max: string): string {
  if (Number(max) === -Number.MIN_VALUE) return 'under 0';
  const near = Number(Number(max).toPrecision(15));
  return max.includes('.') && near > Number(max) ? `under ${near}` : max;
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

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "en, de or 2 more". */
function choice(values: readonly string[]): string {
  const named = values.slice(0, values.length > mostNamed ? mostNamed - 1 : mostNamed).map(clipped);
  const others = values.length - named.length;
  const further = others > 0 ? [`${others} more`] : [];
  return alternatives.format([...named, ...further]);
}

const quotedShort = (text: string): string => quoted(clipped(text));

function clipped(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

/** What rows of a run are called, and the inputs of its list. */
const nounOf = ({ changes }: Pick<RunRows, 'changes'>): 'row' | 'input' =>
  changes === undefined ? 'row' : 'input';

/** How much was searched: always all inputs of a list. */
const searched = ({ rows, of }: OpenedView, { changes, rowCount }: RowCounts) =>
  changes === undefined ? { rows, of } : { rows: rowCount, of: rowCount };

type RowCounts = Pick<RunRows, 'rowCount' | 'changes'>;

/** "12 of 60 rows"; while columns are being prepared, out of the rows that are ready. */
export function countWords(opened: OpenedView, run: RowCounts): string {
  const count = matchingIn(opened);
  const { rows, of } = searched(opened, run);
  const all = countOf(rows, nounOf(run));
  const whole = count === rows ? all : `${grouping(count)} of ${all}`;
  return rows < of ? `${whole} (of ${grouping(run.rowCount)}, still being prepared)` : whole;
}

/** What is new since a view was sorted. */
export const newWords = (waiting: number, { changes }: Pick<RunRows, 'changes'>): string =>
  countOf(waiting, changes === undefined ? 'new row' : 'change');

/** "2026-11", "2026-11-23 18:00": may be what the table shows of a date. */
const dateLike = /^\s*\d{4}-\d\d/;

/**
 * Words for a view without rows: what happened, and that nothing is lost. `hasDates`: there is a column of
 * dates, which the table shows by its clock.
 */
export function emptyViewWords(
  view: View,
  opened: OpenedView,
  { works, hasDates, ...run }: { works: boolean; hasDates: boolean } & RowCounts,
): { title: string; advice: string } {
  const { rows, of } = searched(opened, run);
  const what = nounOf(run);
  if (rows === 0) {
    return {
      title: 'The rows are being prepared',
      advice: 'You can sort and filter them soon. This makes no calls.',
    };
  }
  const isOnlySearch = view.filters.length === 0;
  const title = isOnlySearch
    ? `No ${what}s contain ${quotedShort(view.search)}`
    : `No ${what}s match the filters`;
  if (rows < of) {
    return {
      title: `${title} so far`,
      advice: `${grouping(rows)} of ${countOf(of, 'row')} were searched; the others are still being prepared.`,
    };
  }
  const all = rows === 1 ? `The one ${what}` : `All ${countOf(rows, what)}`;
  const stay = rows === 1 ? 'is still there' : 'are still there';
  const more = what === 'row' ? 'New rows that match' : 'Rows that match later';
  const news = works ? `${more} will appear here.` : 'Searching them makes no call.';
  const isDate = hasDates && dateLike.test(view.search);
  const next = isDate
    ? 'Dates are searched as the service sent them. Filter a date column instead.'
    : news;
  return { title, advice: `${all} ${stay}. ${next}` };
}

export interface ViewChip {
  key: string;
  text: string;
  /** Label of the button that removes it. */
  remove: string;
  /** The view without it. */
  without: View;
  /** What a click on it does: edits the filter, reverses the order, or switches to the other choice. */
  onText:
    | { kind: 'edit'; index: number | 'sample' }
    | { kind: 'reverse'; direction: 'ascending' | 'descending'; view: View }
    | { kind: 'switch'; to: string; view: View }
    | null;
}

/**
 * Returns the chips in the order in which they take effect.
 *
 * @param clock the time zone that dates are shown in.
 */
export function viewChips(
  view: View,
  columns: readonly AskedColumn[],
  duplicates: Duplicates | null,
  clock: string,
): ViewChip[] {
  const chips: ViewChip[] = view.filters.map((filter, index) => {
    const text = filterWords(filter, columns, clock);
    return {
      key: `filter ${index}`,
      text,
      remove: `Remove the filter: ${text}`,
      without: { ...view, filters: view.filters.toSpliced(index, 1) },
      onText: { kind: 'edit', index },
    };
  });
  const { sample } = view;
  if (sample !== undefined) {
    chips.unshift({
      key: 'sample',
      text: sampleWords(sample, columns, clock),
      remove: 'Remove the sample',
      without: withoutSample(view, sample),
      onText: { kind: 'edit', index: 'sample' },
    });
  }
  if (view.search !== '') {
    chips.push({
      key: 'search',
      text: `Any cell contains ${quotedShort(view.search)}`,
      remove: 'Remove the search',
      without: { ...view, search: '' },
      onText: null,
    });
  }
  if (view.hideDuplicatesBy !== null) {
    chips.push({
      key: 'duplicates',
      text:
        duplicates === null
          ? 'Duplicates hidden'
          : `${duplicatesWords(duplicates, view.acrossInputs === true)} hidden`,
      remove: 'Show duplicates',
      without: { ...view, hideDuplicatesBy: null, acrossInputs: undefined },
      onText: duplicates === null || duplicates.acrossInputs === null ? null : otherInputs(view),
    });
  }
  view.sort.forEach(({ field, direction }, index) => {
    const label = columns.find((column) => column.field === field)?.label ?? field;
    chips.push({
      key: `sort ${field}`,
      text: index === 0 ? `Sorted by ${label}` : `then by ${label}`,
      remove: `Don’t sort by ${label}`,
      without: { ...view, sort: view.sort.filter((one) => one.field !== field) },
      onText: { kind: 'reverse', direction, view: { ...view, sort: reversed(view.sort, field) } },
    });
  });
  return chips;
}

/** "Random sample of 50, seed 8241, from rows with: Likes at least 10". */
function sampleWords(sample: Sample, columns: readonly AskedColumn[], clock: string): string {
  const { size, by, seed, filters, search } = sample;
  const columnOf = (name: string) => columns.find(({ field }) => field === name) ?? null;
  const each = by === null ? '' : ` of each ${columnOf(by)?.label ?? by}`;
  const from = [
    ...filters.map((filter) => filterWords(filter, columns, clock)),
    ...(search === '' ? [] : [`any cell contains ${quotedShort(search)}`]),
  ].join('; ');
  return `Random sample of ${grouping(size)}${each}, seed ${seed}${from && `, from rows with: ${from}`}`;
}

/** What the sample was drawn from. */
const withoutSample = (view: View, sample: Sample): View => ({
  ...view,
  sample: undefined,
  filters: [...sample.filters, ...view.filters].slice(0, mostFilters),
  search: view.search || sample.search,
});

/** "12 duplicates"; for a list, also the scope in which they are counted. */
export function duplicatesWords(
  { count, acrossInputs }: Pick<Duplicates, 'count' | 'acrossInputs'>,
  across: boolean,
): string {
  if (acrossInputs === null) return countOf(count, 'duplicate');
  return across
    ? `${countOf(acrossInputs, 'duplicate')} across inputs`
    : `${countOf(count, 'duplicate')} within an input`;
}

/** For a list: whether an item returned for two inputs is kept for both, or only for the first. */
const otherInputs = (view: View): ViewChip['onText'] =>
  view.acrossInputs === true
    ? {
        kind: 'switch',
        to: 'Hide them within each input only',
        view: { ...view, acrossInputs: undefined },
      }
    : { kind: 'switch', to: 'Hide them across inputs too', view: { ...view, acrossInputs: true } };

/** Returns the view without filters and search, in the same order. */
export const withoutFilters = (view: View): View => ({ ...view, filters: [], search: '' });

/**
 * Returns the view without anything that a person looks for. Hidden duplicates stay: that says which rows are
 * data at all.
 */
export const cleared = ({ hideDuplicatesBy, acrossInputs }: View): View => ({
  ...everyRow,
  hideDuplicatesBy,
  ...(acrossInputs === true ? { acrossInputs } : {}),
});

const everyOne = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "Filters, search and order cleared". */
export function clearedWords(before: View, after: View): string {
  const gone = [
    after.filters.length < before.filters.length && 'filters',
    after.sample !== before.sample && 'sample',
    after.search !== before.search && 'search',
    after.sort.length < before.sort.length && 'order',
  ].filter((one) => one !== false);
  return `${upperFirst(everyOne.format(gone))} cleared`;
}
