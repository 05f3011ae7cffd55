/** Sentences of a methods sheet: what a view shows, how rows were derived, how to cite them. */
import { quoted } from '#shared/characters.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Derivation, Derived, SourceRun } from '#shared/contract/derived.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { countOf, grouping } from '#shared/counts.ts';

export function viewWords(view: View): string[] {
  return [
    ...view.filters.map((filter) => `Only rows in which ${filterWords(filter)}.`),
    ...(view.search === ''
      ? []
      : [`Only rows in which any column contains ${quoted(view.search)}, ignoring case.`]),
    ...(view.hideDuplicatesBy === null
      ? []
      : [
          `Of rows with the same ${view.hideDuplicatesBy}, only the first received; with several runs, the one from the first run.${view.acrossInputs === true ? ' Of items returned for several inputs of a list, only the first input’s row.' : ''}`,
        ]),
    view.sort.length === 0
      ? 'In the order received.'
      : `Sorted by ${view.sort.map(({ field, direction }) => `${field}, ${direction}`).join('; then by ')}. Empty cells are last; equal values keep the order received.`,
  ];
}

function filterWords(filter: Filter): string {
  const { field } = filter;
  switch (filter.kind) {
    case 'contains':
      return `${field} contains ${quoted(filter.text)}, ignoring case`;
    case 'is':
      return `${field} is ${quoted(filter.value)}`;
    case 'isNot':
      return `${field} is not ${quoted(filter.value)}`;
    case 'isEmpty':
      return `${field} is missing, null or empty`;
    case 'isNotEmpty':
      return `${field} is neither missing, null nor empty`;
    case 'number':
      return `${field} is a number ${between(filter.min, filter.max)}`;
    case 'date':
      return `${field} is a date ${between(filter.from, filter.to)} (${filter.timeZone})`;
    case 'oneOf':
      return `${field} is one of ${filter.values.map(quoted).join(', ')}`;
    default:
      return assertNever(filter);
  }
}

function between(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `from ${from} to ${to}, both included`;
  if (from !== null) return `from ${from} onwards`;
  return to === null ? 'of any size' : `up to ${to}, included`;
}

/** The rule for derived rows in sentences, and the resulting counts. */
export function ruleWords({ from, facts }: Derived): string[] {
  return [...rule(from), ...counts(facts)];
}

function rule(from: Derivation): string[] {
  switch (from.kind) {
    case 'compare':
      return compareWords(from);
    case 'collections':
      return collectionsWords(from);
    case 'dataset':
      return datasetWords(from);
    default:
      return assertNever(from);
  }
}

type Of<Kind extends Derivation['kind']> = Extract<Derivation, { kind: Kind }>;

const compareWords = ({ identity, fields, change, changedFields, sources }: Of<'compare'>) => [
  `Rule: rows of both runs with the same ${identity}${sources.some(({ listKeys }) => listKeys.length > 0) ? ' and the same input (usernames ignoring case)' : ''} are one row, with the values of the later run. ${change} says new, gone, missing, changed, unseen or same; ${changedFields} names what changed. A field’s value before is in …_before, the difference of numbers in …_difference.`,
  `Compared: ${fields.map(({ field }) => field).join(', ')}. A missing value counts like null, and numbers are compared by value.`,
  'new: the earlier run asked the same and would have it, or it is newer than what that run has. unseen: it isn’t in the earlier run, which doesn’t have everything, has rows without an ID, or asked for something else, and it isn’t newer.',
  'gone: the later run asked the same and got everything there was. missing: it isn’t in the later run, which doesn’t have everything, has rows without an ID, or asked for something else or a recent period.',
];

const collectionsWords = ({ collectedAt }: Of<'collections'>) => [
  `Rule: the rows of all runs follow one another, the earliest run first. ${collectedAt} says when a row’s page was answered (UTC).`,
];

const datasetWords = ({ table, collectedAt, run }: Of<'dataset'>) => [
  `Rule: the rows were read from ${table}/ of a dataset folder, whose files matched the checksums in its records. They follow one another by run, the earliest first. ${collectedAt} says when a row’s page was answered (UTC)${run === null ? '' : `, and ${run} which run it is from`}.`,
  'The runs are as their methods sheets in the dataset say. Numbers are as stored in the dataset’s columns: 1.50 is 1.5.',
];

function counts(facts: Derived['facts']): string[] {
  if (facts === null) return [];
  const { changes, changedFields, repeated, withoutId, unreadable } = facts;
  const changeCounts = Object.entries(changes).map(([kind, rows]) => `${kind} ${grouping(rows)}`);
  const fields = Object.entries(changedFields)
    .filter(([, rows]) => rows > 0)
    .map(([field, rows]) => `${field} ${grouping(rows)}`);
  const isComparison = changeCounts.length > 0;
  return [
    ...(isComparison ? [`Rows: ${changeCounts.join(', ')}`] : []),
    ...(fields.length > 0 ? [`Rows in which a field changed: ${fields.join(', ')}`] : []),
    `Rows with the ID of one before them${isComparison ? ' in the same run, left out' : ', kept'}: ${grouping(repeated)}`,
    `Rows without an ID${isComparison ? ', left out' : ''}: ${grouping(withoutId)}`,
    ...(unreadable > 0 ? [`Rows that can’t be read, left out: ${grouping(unreadable)}`] : []),
  ];
}

/** Describes a run: what it was, when it was answered and how complete it is. */
export const runWords = (source: SourceRun): string => {
  const { runId, title, createdAt, firstAnswerAt, lastAnswerAt, pages, rows, isComplete } = source;
  const answered =
    firstAnswerAt === null ? 'no answers' : `answers ${firstAnswerAt} to ${lastAnswerAt ?? ''}`;
  return `${title === '' ? '' : `${quoted(title)}, `}run ${runId}, asked ${createdAt}, ${answered}, ${countOf(pages, 'page')}, ${countOf(rows, 'row')}, ${isComplete ? 'everything there was' : 'not everything'}`;
};

interface CitedRun {
  /** Of the questions that its rows answer. */
  titles: readonly string[];
  /** Null when the question belongs to none. */
  platform: string | null;
  /** Null for the sample service. */
  address: string | null;
  answers: readonly Pick<SourceRun, 'firstAnswerAt' | 'lastAnswerAt'>[];
}

/** Number of titles in a citation; the methods sheet has them all. */
const citedTitles = 3;

/** "Microblog, “Posts: sea” [data set]. 300 rows from https://… on 22 November 2026 (UTC), …" */
export function citationWords(runs: readonly CitedRun[], rows: number, version: string): string {
  const titles = [...new Set(runs.flatMap((run) => run.titles.map(quoted)))];
  const more = titles.length - citedTitles;
  const asked = titles.slice(0, citedTitles).join(', ');
  const platforms = [...new Set(runs.flatMap(({ platform }) => platform ?? []))].map(upperFirst);
  const from = [
    ...new Set(runs.map(({ address }) => address ?? 'the sample service (invented data)')),
  ].join(' and ');
  const days = runs
    .flatMap(({ answers }) => answers.flatMap((one) => [one.firstAnswerAt, one.lastAnswerAt]))
    .filter((at) => at !== null)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)].map((at) => (at === undefined ? '' : day(at)));
  const when = first === '' ? '' : first === last ? ` on ${first}` : `, ${first} to ${last}`;
  const what = [...platforms, asked].join(', ');
  return `${what}${more > 0 ? ` and ${more} more` : ''} [data set]. ${countOf(rows, 'row')} from ${from}${when}${first === '' ? '' : ' (UTC)'}, retrieved with Social Data Explorer ${version}.`;
}

const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
