/**
 * A filter while it is being edited: the conditions of a column, the typed values, and the filter they
 * make. Pure.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { type Filter, isDecimal, isMoment } from '#shared/contract/view.ts';
import { readDay } from '#shared/query/values.ts';
import { isRightAligned } from '../grid/columns.ts';

/** The kinds of filters, with *is yes* and *is no* as two separate ones. */
export type Condition = Filter['kind'] | 'isYes' | 'isNo';

export const conditionWords: Readonly<Record<Condition, string>> = {
  contains: 'contains',
  hasWord: 'contains the word',
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  number: 'is between',
  date: 'is between',
  isYes: 'is yes',
  isNo: 'is no',
  differs: 'differs from another column',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  hasMedia: 'has a picture or video',
  names: 'is or lists',
};

/** What a filter needs to know about its column. */
export type AskedColumn = Pick<Column, 'field' | 'label' | 'meaning' | 'type'>;

const ofTexts: readonly Condition[] = ['contains', 'hasWord', 'oneOf', 'is', 'isNot'];
const emptiness: readonly Condition[] = ['isEmpty', 'isNotEmpty'];

/** Returns the conditions for a column, the most common one first. */
export function conditionsOf(
  { meaning, type }: AskedColumn,
  summary: Pick<ColumnSummary, 'dates'> | null,
): Condition[] {
  if (type === 'boolean' || (type === 'empty' && meaning === 'boolean')) {
    return ['isYes', 'isNo', ...emptiness];
  }
  if (meaning === 'date') return ['date', ...emptiness];
  const isNumber = type === 'integer' || type === 'number' || type === 'empty';
  if (isNumber && isRightAligned(meaning)) return ['number', ...emptiness];
  if (type === 'list' || type === 'object') return ['contains', ...emptiness];
  if (meaning === 'image' || meaning === 'video') return ['hasMedia', ...emptiness, ...ofTexts];
  const texts = fewValues.has(meaning) ? ['oneOf' as const, ...without(ofTexts, 'oneOf')] : ofTexts;
  // A field that isn't in the catalogue may turn out to hold dates.
  const dates: Condition[] = summary?.dates == null ? [] : ['date'];
  return [...texts, ...dates, ...emptiness];
}

/** Meanings whose values repeat, so that choosing is easier than typing. */
const fewValues: ReadonlySet<Meaning> = new Set(['code', 'username', 'name', 'boolean']);

const without = (conditions: readonly Condition[], one: Condition): Condition[] =>
  conditions.filter((condition) => condition !== one);

export interface Draft {
  field: string;
  condition: Condition;
  /** For *contains*, *contains the word*, *is* and *is not*. */
  text: string;
  /** Ends of a range; blank ones are open. */
  from: string;
  to: string;
  /** For *is one of*; of a picture or video, the other columns in which one is enough. */
  values: readonly string[];
  /** The time zone of the days in a range of dates, by name. */
  timeZone: string;
  /** A filter that can be kept as it is, or replaced by one with another condition. */
  kept: Filter | null;
}

/** The filter that a draft makes; null while something is missing or wrong, as the messages say. */
export interface ReadDraft {
  filter: Filter | null;
  fromMessage: string | null;
  toMessage: string | null;
}

const blank = { text: '', from: '', to: '', values: [], kept: null };

/** @param clock the time zone that dates are shown in. */
export function newDraft(column: AskedColumn, clock: string): Draft {
  const [condition = 'contains'] = conditionsOf(column, null);
  return { ...blank, field: column.field, condition, timeZone: clock };
}

export function draftOf(filter: Filter, column: AskedColumn | null, clock: string): Draft {
  const { field, kind } = filter;
  const draft: Draft = { ...blank, field, condition: kind, timeZone: clock };
  switch (kind) {
    case 'contains':
      return { ...draft, text: filter.text };
    case 'hasWord':
      return { ...draft, text: filter.word };
    case 'is':
      if (column?.type === 'boolean') {
        return { ...draft, condition: filter.value === 'true' ? 'isYes' : 'isNo' };
      }
      return { ...draft, text: filter.value };
    case 'isNot':
      return { ...draft, text: filter.value };
    case 'oneOf':
      return { ...draft, values: filter.values };
    case 'number':
      return { ...draft, from: filter.min ?? '', to: filter.max ?? '' };
    case 'date':
      return {
        ...draft,
        from: filter.from ?? '',
        to: filter.to ?? '',
        timeZone: filter.timeZone,
      };
    case 'differs':
      return { ...draft, text: filter.from };
    case 'names':
      return { ...draft, kept: filter };
    case 'hasMedia':
      return { ...draft, values: filter.orIn };
    case 'isEmpty':
    case 'isNotEmpty':
      return draft;
    default:
      return assertNever(kind);
  }
}

export function readDraft(draft: Draft, column: AskedColumn | null): ReadDraft {
  const { field, condition: kind, values, timeZone } = draft;
  // The grid shows accounts with an @ that the values don't have.
  const text = column?.meaning === 'username' ? draft.text.replace(/^@/, '') : draft.text;
  switch (kind) {
    case 'contains':
      return withoutMessages(text === '' ? null : { kind, field, text });
    case 'hasWord':
      // As typed: a mention has an @.
      return withoutMessages(
        /\S/.test(draft.text) ? { kind, field, word: draft.text.trim() } : null,
      );
    case 'is':
    case 'isNot':
      return withoutMessages(text === '' ? null : { kind, field, value: text });
    case 'oneOf':
      return withoutMessages(values.length === 0 ? null : { kind, field, values: [...values] });
    case 'isYes':
    case 'isNo':
      return withoutMessages({ kind: 'is', field, value: String(kind === 'isYes') });
    case 'isEmpty':
    case 'isNotEmpty':
      return withoutMessages({ kind, field });
    case 'differs':
      return withoutMessages({ kind, field, from: draft.text });
    case 'names':
      return withoutMessages(draft.kept);
    case 'hasMedia':
      return withoutMessages({ kind, field, orIn: [...values] });
    case 'number': {
      const { from: min, to: max, ...messages } = readRange(draft, numbers);
      return { ...messages, filter: ifValid(messages, { kind, field, min, max }, min ?? max) };
    }
    case 'date': {
      const { from, to, ...messages } = readRange(draft, days);
      const filter: Filter = { kind, field, from, to, timeZone };
      return { ...messages, filter: ifValid(messages, filter, from ?? to) };
    }
    default:
      return assertNever(kind);
  }
}

const withoutMessages = (filter: Filter | null): ReadDraft => ({
  filter,
  fromMessage: null,
  toMessage: null,
});

type Messages = Pick<ReadDraft, 'fromMessage' | 'toMessage'>;

/** `end`: one that is given; null if both are open. */
const ifValid = (
  { fromMessage, toMessage }: Messages,
  filter: Filter,
  end: string | null,
): Filter | null => (end !== null && (fromMessage ?? toMessage) === null ? filter : null);

interface RangeKind {
  /** Returns null if the text is invalid. */
  read: (text: string) => string | null;
  isGreater: (one: string, other: string) => boolean;
  wrong: string;
  reversed: string;
}

const numbers: RangeKind = {
  read: readNumber,
  isGreater: (one, other) =>
    wholeNumber.test(one) && wholeNumber.test(other)
      ? BigInt(one) > BigInt(other)
      : Number(one) > Number(other),
  wrong: 'Enter a number, such as 1200 or 3.5.',
  reversed: 'This is less than the number before it.',
};

const days: RangeKind = {
  read: (text) => {
    const day = readDay(text);
    return isMoment(day) ? day : null;
  },
  isGreater: (one, other) => one.slice(0, other.length) > other.slice(0, one.length),
  wrong: 'Enter a date that exists, as YYYY-MM-DD.',
  reversed: 'This is before the date it should follow.',
};

function readRange(
  draft: Draft,
  kind: RangeKind,
): Messages & { from: string | null; to: string | null } {
  const [typedFrom, typedTo] = [draft.from.trim(), draft.to.trim()];
  const from = typedFrom === '' ? null : kind.read(typedFrom);
  const to = typedTo === '' ? null : kind.read(typedTo);
  const isReversed = from !== null && to !== null && kind.isGreater(from, to);
  return {
    from,
    to,
    fromMessage: from === null && typedFrom !== '' ? kind.wrong : null,
    toMessage: to === null && typedTo !== '' ? kind.wrong : isReversed ? kind.reversed : null,
  };
}

const wholeNumber = /^-?\d+$/;
/** Digits grouped by commas, or by spaces of any kind. */
const grouped = /^-?\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/;

/** Returns a number in plain digits, however it was written: `1,204` as in the grid, `007`, `.5`. */
function readNumber(text: string): string | null {
  const plain = text.replace(/^\u2212/, '-');
  const digits = grouped.test(plain) ? plain.replaceAll(/[,\s]/g, '') : plain;
  const tidy = digits
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.');
  return isDecimal(tidy) ? tidy : null;
}
