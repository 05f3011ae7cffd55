/** What a view shows and how to cite it, in sentences. */
import { assertNever } from '#shared/assert-never.ts';
import type { Filter, View } from '#shared/contract/view.ts';

export function viewWords(view: View): string[] {
  return [
    ...view.filters.map((filter) => `Only rows in which ${filterWords(filter)}.`),
    ...(view.search === ''
      ? []
      : [`Only rows in which any column contains “${view.search}”, ignoring case.`]),
    ...(view.hideDuplicatesBy === null
      ? []
      : [
          `Of rows with the same ${view.hideDuplicatesBy}, only the first received; with several runs, the one from the first run.${view.acrossInputs === true ? ' Of items that came for several inputs of a list, only the row of the first.' : ''}`,
        ]),
    view.sort.length === 0
      ? 'In the order received.'
      : `Sorted by ${view.sort.map(({ field, direction }) => `${field}, ${direction}`).join('; then by ')}. Empty cells come last, equal values in the order received.`,
  ];
}

function filterWords(filter: Filter): string {
  const { field } = filter;
  switch (filter.kind) {
    case 'contains':
      return `${field} contains “${filter.text}”, ignoring case`;
    case 'is':
      return `${field} is “${filter.value}”`;
    case 'isNot':
      return `${field} is not “${filter.value}”`;
    case 'isEmpty':
      return `${field} is missing, null or empty`;
    case 'isNotEmpty':
      return `${field} is neither missing, null nor empty`;
    case 'number':
      return `${field} is a number ${between(filter.min, filter.max)}`;
    case 'date':
      return `${field} is a date ${between(filter.from, filter.to)} (${filter.timeZone})`;
    case 'oneOf':
      return `${field} is one of ${filter.values.map((value) => `“${value}”`).join(', ')}`;
    default:
      return assertNever(filter);
  }
}

function between(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `from ${from} to ${to}, both included`;
  if (from !== null) return `from ${from} on`;
  return to === null ? 'of any size' : `up to ${to}, included`;
}

interface CitedRun {
  title: string;
  /** Null where a question is of none. */
  platform: string | null;
  /** Null: the sample service. */
  address: string | null;
  answeredAt: readonly string[];
}

/** Titles in a citation; the methods sheet has them all. */
const citedTitles = 3;

/** "Microblog, “Posts: sea” [data set]. 300 rows from https://… on 22 November 2026 (UTC), …" */
export function citationWords(runs: readonly CitedRun[], rows: number, version: string): string {
  const titles = runs.map(({ title }) => `“${title}”`);
  const more = titles.length - citedTitles;
  const asked = [...new Set(titles)].slice(0, citedTitles).join(', ');
  const platforms = [...new Set(runs.flatMap(({ platform }) => platform ?? []))].map(upperFirst);
  const from = [
    ...new Set(runs.map(({ address }) => address ?? 'the sample service (invented data)')),
  ].join(' and ');
  const days = runs.flatMap(({ answeredAt }) => answeredAt).toSorted();
  const [first, last] = [days[0], days.at(-1)].map((at) => (at === undefined ? '' : day(at)));
  const when = first === '' ? '' : first === last ? ` on ${first}` : `, ${first} to ${last}`;
  const what = [...platforms, asked].join(', ');
  return `${what}${more > 0 ? ` and ${more} more` : ''} [data set]. ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} from ${from}${when}${first === '' ? '' : ' (UTC)'}, retrieved with Social Data Explorer ${version}.`;
}

const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
