/** The position of each parameter in the form. */
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { isCalendarDate, labelOf } from '#shared/catalogue/parameter-kinds.ts';
import { sentValue, alwaysSentValue, dayAt, utcDay } from '#shared/query/values.ts';

export interface Arrangement {
  /** First row, left: parameters that always have a value. */
  required: readonly Parameter[];
  /** First row, right, before Fields. */
  dates: readonly Parameter[];
  /** Behind *More options*. */
  more: readonly Parameter[];
}

export function arrange(endpoint: Endpoint): Arrangement {
  const optional = endpoint.parameters.filter((parameter) => !alwaysHasValue(parameter));
  return {
    required: endpoint.parameters.filter(alwaysHasValue),
    dates: optional.filter((parameter) => parameter.type.kind === 'date'),
    more: optional.filter((parameter) => parameter.type.kind !== 'date'),
  };
}

/** Whether it is required or always has a value. */
export const alwaysHasValue = (parameter: Parameter): boolean =>
  parameter.required || alwaysSentValue(parameter) !== null;

/** Returns the first invalid parameter in the order of the form, with `fields` after the first row. */
export function firstWrong(endpoint: Endpoint, complaints: Readonly<Record<string, string>>) {
  const { required, dates, more } = arrange(endpoint);
  const order = [...required, ...dates].map(({ key }) => key);
  return [...order, 'fields', ...more.map(({ key }) => key)].find((key) => key in complaints);
}

/** One end of the period from *From* to *Until*. */
export type PeriodEnd = 'since' | 'until';

export const isPeriodEnd = (key: string): key is PeriodEnd => key === 'since' || key === 'until';

/** Returns the days of the query’s period at a moment; null for an open end or an invalid day. */
export function periodOf({ values }: Query, now: Date): Record<PeriodEnd, string | null> {
  const dayOf = (text = ''): string | null => {
    const day = dayAt(text.trim(), now);
    return isCalendarDate(day) ? day : null;
  };
  return { since: dayOf(values['since']), until: dayOf(values['until']) };
}

/**
 * Returns the days that can be picked: a period doesn't end before it begins, nor after today, since
 * future posts can't be requested.
 */
export function pickableDays(
  key: string,
  query: Query,
  now: Date,
): { minDate?: string; maxDate?: string } {
  if (!isPeriodEnd(key)) return {};
  const { since } = periodOf(query, now);
  const today = utcDay(now);
  return key === 'until' && since !== null
    ? { minDate: since, maxDate: today }
    : { maxDate: today };
}

/**
 * Returns the values that picking a day fills in: the end is cleared if it would precede the beginning.
 */
export function withDay(
  end: PeriodEnd,
  day: string,
  query: Query,
  now: Date,
): Record<string, string> {
  const { until } = periodOf(query, now);
  const endsBefore = end === 'since' && until !== null && until < day;
  return { [end]: day, ...(endsBefore ? { until: '' } : {}) };
}

/**
 * Returns a name for each option behind *More options*: "language"; with a value that is sent while the
 * options are hidden, "language: en".
 */
export const hiddenOptions = (
  parameters: readonly Parameter[],
  query: Query,
): { text: string; given: boolean }[] =>
  parameters.map((parameter) => {
    const name = parameter.label.toLocaleLowerCase('en');
    const value = sentValue(parameter, query);
    return value === null
      ? { text: name, given: false }
      : { text: `${name}: ${labelOf(parameter.type, value)}`, given: true };
  });

export const hasValue = (parameter: Parameter, query: Query): boolean =>
  (query.values[parameter.key] ?? '').trim() !== '';

/** Whether nothing is typed and no field chosen, so that an example would overwrite nothing. */
export const isEmptyQuery = (endpoint: Endpoint, query: Query): boolean =>
  !endpoint.parameters.some((parameter) => hasValue(parameter, query));
