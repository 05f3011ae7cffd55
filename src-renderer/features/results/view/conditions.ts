/** What can be asked of a column, by what it holds. Pure. */
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';

/** The kinds of filters, with *is yes* and *is no* as two of their own. */
export type Condition = Filter['kind'] | 'isYes' | 'isNo';

export const conditionWords: Readonly<Record<Condition, string>> = {
  contains: 'contains',
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  number: 'lies between',
  date: 'lies between',
  isYes: 'is yes',
  isNo: 'is no',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
};

/** What a filter needs to know of its column. */
export type AskedColumn = Pick<Column, 'field' | 'label' | 'meaning' | 'type'>;

const ofTexts: readonly Condition[] = ['contains', 'oneOf', 'is', 'isNot'];
const ofStructures: readonly Condition[] = ['contains', 'oneOf'];
const emptiness: readonly Condition[] = ['isEmpty', 'isNotEmpty'];

const numberMeanings: ReadonlySet<Meaning> = new Set(['count', 'number', 'duration']);

/** The first is what most people want of such a column. */
export function conditionsOf(
  { meaning, type }: AskedColumn,
  summary: Pick<ColumnSummary, 'dates'> | null,
): Condition[] {
  if (type === 'boolean' || (type === 'empty' && meaning === 'boolean')) {
    return ['isYes', 'isNo', ...emptiness];
  }
  if (meaning === 'date') return ['date', ...emptiness];
  const isNumber = type === 'integer' || type === 'number' || type === 'empty';
  if (isNumber && numberMeanings.has(meaning)) return ['number', ...emptiness];
  if (type === 'list' || type === 'object') return [...ofStructures, ...emptiness];
  const texts = fewValues.has(meaning) ? ['oneOf' as const, ...without(ofTexts, 'oneOf')] : ofTexts;
  // A field that nobody described may turn out to hold dates.
  const dates: Condition[] = summary?.dates == null ? [] : ['date'];
  return [...texts, ...dates, ...emptiness];
}

/** Meanings whose values repeat, so that choosing is easier than typing. */
const fewValues: ReadonlySet<Meaning> = new Set(['code', 'username', 'name', 'boolean']);

const without = (conditions: readonly Condition[], one: Condition): Condition[] =>
  conditions.filter((condition) => condition !== one);
