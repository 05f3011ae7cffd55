/** Where each parameter of an endpoint stands in the form. */
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { isCalendarDate, labelOf } from '#shared/catalogue/parameter-kinds.ts';
import { parameterApplies, sentValue, standingValue } from '#shared/query/values.ts';

export interface Arrangement {
  /** First row, left: what the question never goes without. */
  required: readonly Parameter[];
  /** First row, right, before Fields. */
  dates: readonly Parameter[];
  /** Behind *More options*. */
  more: readonly Parameter[];
}

export function arrange(endpoint: Endpoint): Arrangement {
  const optional = endpoint.parameters.filter((parameter) => !hasAlways(parameter));
  return {
    required: endpoint.parameters.filter(hasAlways),
    dates: optional.filter((parameter) => parameter.type.kind === 'date'),
    more: optional.filter((parameter) => parameter.type.kind !== 'date'),
  };
}

/** Required, or with a value from the start. */
export const hasAlways = (parameter: Parameter): boolean =>
  parameter.required || standingValue(parameter) !== null;

/** The wrong parameters in the order of the form, `fields` after the first row. */
export function firstWrong(endpoint: Endpoint, complaints: Readonly<Record<string, string>>) {
  const { required, dates, more } = arrange(endpoint);
  const order = [...required, ...dates].map(({ key }) => key);
  return [...order, 'fields', ...more.map(({ key }) => key)].find((key) => key in complaints);
}

/** One end of the period that *From* and *Until* make. */
export type PeriodEnd = 'since' | 'until';

export const isPeriodEnd = (key: string): key is PeriodEnd => key === 'since' || key === 'until';

/** The days of the query’s period; null for an end that is open, or is no day. */
export function periodOf({ values }: Query): Record<PeriodEnd, string | null> {
  const dayOf = (text = ''): string | null => (isCalendarDate(text.trim()) ? text.trim() : null);
  return { since: dayOf(values['since']), until: dayOf(values['until']) };
}

/**
 * Days that can be picked: no period ends before it begins, nor after today, since what is still to
 * be posted can't be asked for.
 */
export function pickableDays(
  key: string,
  query: Query,
  today: string,
): { minDate?: string; maxDate?: string } {
  if (!isPeriodEnd(key)) return {};
  const { since } = periodOf(query);
  return key === 'until' && since !== null
    ? { minDate: since, maxDate: today }
    : { maxDate: today };
}

/** What picking a day fills in: a period that would end before it begins gets an open end. */
export function withDay(end: PeriodEnd, day: string, query: Query): Record<string, string> {
  const { until } = periodOf(query);
  const endsBefore = end === 'since' && until !== null && until < day;
  return { [end]: day, ...(endsBefore ? { until: '' } : {}) };
}

/**
 * What is behind *More options*, one name each: "language"; with a value that is sent while the
 * options are hidden, "language: en".
 */
export function hiddenOptions(
  parameters: readonly Parameter[],
  query: Query,
): { text: string; given: boolean }[] {
  return parameters.map((parameter) => {
    const name = parameter.label.toLocaleLowerCase('en');
    const value = sentValue(parameter, query);
    return value === null
      ? { text: name, given: false }
      : { text: `${name}: ${labelOf(parameter.type, value)}`, given: true };
  });
}

export function hasValue(parameter: Parameter, query: Query): boolean {
  return (query.values[parameter.key] ?? '').trim() !== '';
}

/** Nothing typed and no field chosen: an example would overwrite nothing. */
export function isEmptyQuery(endpoint: Endpoint, query: Query): boolean {
  return !endpoint.parameters.some((parameter) => hasValue(parameter, query));
}

/** What has no effect as the others stand is shown, but can't be filled in. */
export const isOutOfPlay = (parameter: Parameter, query: Query): boolean =>
  !parameterApplies(parameter, query);
