/** Which rows a file has, in sentences for people who don't have the program. Pure. */
import { assertNever } from '#shared/assert-never.ts';
import { quoted } from '#shared/characters.ts';
import type { Filter, Sample, Thread, View, ViewedRows } from '#shared/contract/view.ts';
import { countOf, said } from '#shared/counts.ts';

/** Sentences that say which rows, without knowing ours. A sample is drawn before the view's own conditions. */
export function viewWords(view: View): string[] {
  const { sample, sort, thread } = view;
  return said(
    ...(sample === undefined ? [] : [...ofRowsWords(sample), sampleWords(sample)]),
    ...ofRowsWords(view),
    sort.length === 0
      ? thread === undefined && 'In the order received.'
      : `Sorted by ${sort.map(({ field, direction }) => `${field}, ${direction}`).join('; then by ')}. Empty cells are last; equal values keep the order received.`,
    thread !== undefined && threadWords(thread, sort.length > 0),
  );
}

function threadWords(thread: Thread, isSorted: boolean): string {
  const { answers, identity, about, prefixes, by } = thread;
  const alike = prefixes.map((prefix) => `, which means the same without ${quoted(prefix)}`);
  const order = isSorted
    ? 'in this order'
    : `by ${by === null ? '' : `${by}, then by `}when they were received`;
  const own =
    answers.length === 1 ? `its ${answers.join()}` : `each of its ${answers.join(' and ')}`;
  const post = about === null ? '' : ` or the same as its ${about}`;
  return `As conversations: each row is below the row whose ${identity} it has in ${answers.join(' or, if that row isn’t in the run, in ')}${alike.join('')}; rows that answer the same one are ${order}. A row begins a thread if ${own} is empty${post}, is the ${identity} of no row of the run, or leads back to the row itself. The column depth says how far a row is below the first of its thread, also counting rows that are not in this file; the column thread has that first row’s ${identity}.`;
}

function sampleWords({ size, by, seed, rows }: Sample): string {
  const what =
    by === null ? countOf(size, 'row') : `${countOf(size, 'row')} for each value of ${by}`;
  return `Of these, a random sample of ${what} (all, where there are fewer), with the seed ${seed}: among rows 1 to ${rows} of the run in the order received, those for which the MD5 of ${quoted(`${seed}:`)} followed by the row’s number is smallest.`;
}

const ofRowsWords = (view: ViewedRows): string[] =>
  said(
    ...view.filters.map((filter) => `Only rows in which ${filterWords(filter)}.`),
    view.search !== '' &&
      `Only rows in which any column contains ${quoted(view.search)}, ignoring case.`,
    view.hideDuplicatesBy !== null &&
      `Of rows with the same ${view.hideDuplicatesBy}, only the first received; with several runs, the one from the first run.${view.acrossInputs === true ? ' Of items returned for several inputs of a list, only the first input’s row.' : ''}`,
  );

function filterWords(filter: Filter): string {
  const { field } = filter;
  switch (filter.kind) {
    case 'contains':
      return `${field} contains ${quoted(filter.text)}, ignoring case`;
    case 'hasWord':
      return `${field} contains ${quoted(filter.word)} as a word, ignoring case and accents (words end as in Unicode’s standard annex 29; of a link, any to the same site)`;
    case 'is':
      return `${field} is ${quoted(filter.value)}`;
    case 'isNot':
      return `${field} is not ${quoted(filter.value)}`;
    case 'isEmpty':
      return `${field} is missing, null or empty`;
    case 'isNotEmpty':
      return `${field} is neither missing, null nor empty`;
    case 'differs':
      return `${field} and ${filter.from} both have a value, and these are different`;
    case 'names': {
      const how = filter.as === 'exact' ? '' : ', ignoring case, @ and #';
      return `${[field, ...filter.orIn].join(' or ')} is or lists ${filter.nodes.map(quoted).join(' or ')}${how}`;
    }
    case 'hasMedia':
      return `${[field, ...filter.orIn].join(' or ')} has a link to a picture or a video`;
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
