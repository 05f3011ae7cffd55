/** Converts typed text to the text that is sent. */
import { quoted } from '../characters.ts';
import { problemOfValue, valuesIn } from '../catalogue/parameter-kinds.ts';
import type { ParameterType } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter, Resource } from '../catalogue/types.ts';
import { grouping } from '../counts.ts';
import { maxValueLength } from './types.ts';
import type { Query } from './types.ts';

/** Returns what is sent for a parameter; null for nothing, since blank optional values are omitted. */
export function sentValue(parameter: Parameter, query: Query): string | null {
  if (!parameterApplies(parameter, query)) return null;
  const typed = (query.values[parameter.key] ?? '').trim();
  // Separators alone are no value either.
  const sent = typed === '' ? '' : valuesIn(parameter.type, typed).join(',');
  return sent === '' ? alwaysSentValue(parameter) : sent;
}

/** Returns what is sent if nothing is chosen; null unless the parameter always has a value. */
export const alwaysSentValue = ({ type }: Parameter): string | null =>
  type.kind === 'choice' && type.always === true ? (type.choices[0]?.value ?? null) : null;

/** Whether the parameter matters, given the others (`time` only matters for some values of `sort`). */
export function parameterApplies(parameter: Parameter, query: Query): boolean {
  const condition = parameter.appliesWhen;
  if (condition === undefined) return true;
  return condition.values.includes((query.values[condition.key] ?? '').trim());
}

/** Whether both queries produce the same request if they are asked at a moment. */
export function isSameQuestion(endpoint: Endpoint, one: Query, other: Query, at: Date): boolean {
  const sent = (query: Query): Query => effectiveQuery(endpoint, asAsked(endpoint, query, at));
  const [a, b] = [sent(one), sent(other)];
  return (
    a.endpointId === b.endpointId &&
    a.fields.join() === b.fields.join() &&
    endpoint.parameters.every(({ key }) => a.values[key] === b.values[key])
  );
}

/** Returns the query reduced to what determines the request, for comparing two queries. */
export function effectiveQuery(endpoint: Endpoint, query: Query): Query {
  const values: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value !== null) values[parameter.key] = value;
  }
  return { endpointId: query.endpointId, values, fields: query.fields };
}

/** Returns the intended value of a known notation; otherwise the text as typed. */
export function readValue(type: ParameterType, given: string): string {
  if (type.kind === 'date') return readDay(given);
  if (type.kind === 'text' && type.phrases === true) return withStraightQuotes(given);
  if (!('pattern' in type) || type.pattern === undefined) return given;
  const typed = given.replaceAll(invisible, '');
  const patterns = (type.written ?? []).map((source) => new RegExp(source, 'u'));
  const read = (text: string): string => {
    for (const pattern of patterns) {
      const meant = pattern.exec(text)?.[1];
      if (meant !== undefined) return meant;
    }
    return text;
  };
  const values = valuesIn(type, typed.trim());
  return values.some((value) => read(value) !== value) ? values.map(read).join(' ') : typed;
}

/**
 * Returns a day in digits as YYYY-MM-DD, whether there is such a day or not, and one that is counted back as
 * `today`, `yesterday` or `6 days ago`; any other text as typed.
 */
export function readDay(given: string): string {
  const back = daysBack(given);
  if (back !== null) return countedBack(back);
  const [first = '', second = '', third = '', ...others] = given.trim().split(/[-./]/);
  const parts = [first, second, third];
  if (others.length > 0 || !parts.every((part) => /^\d{1,4}$/.test(part))) return given;
  const iso = (year: string, month: string, day: string): string =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [isYearFirst, isYearLast] = [first, third].map((part) => part.length === 4);
  if (isYearFirst && Math.max(second.length, third.length) <= 2) return iso(first, second, third);
  if (!isYearLast || Math.max(first.length, second.length) > 2) return given;
  // In the local order, unless there are not so many months.
  const isMonthFirst = Number(second) > 12 || (Number(first) <= 12 && isMonthBeforeDay());
  return isMonthFirst ? iso(third, first, second) : iso(third, second, first);
}

function isMonthBeforeDay(): boolean {
  const order = new Intl.DateTimeFormat().formatToParts().map(({ type }) => type);
  return order.indexOf('month') < order.indexOf('day');
}

/** The furthest day that is counted back: ten years. */
const mostDaysBack = 3650;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns how many days before the current one a text means; null: it isn’t counted back from that. */
export function daysBack(text: string): number | null {
  const [, word, digits] =
    /^(?:(today|yesterday)|(\d{1,4})\s*days?\s*ago)$/i.exec(text.trim()) ?? [];
  if (word !== undefined) return word.toLowerCase() === 'today' ? 0 : 1;
  const days = Number(digits ?? 0);
  return days >= 1 && days <= mostDaysBack ? days : null;
}

const countedBack = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;

/** Returns the day in UTC, as the service counts days: YYYY-MM-DD. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the day that a text means at a moment, if it is counted back; any other text as it is. */
export function dayAt(text: string, at: Date): string {
  const back = daysBack(text);
  return back === null ? text : utcDay(new Date(at.getTime() - back * dayMs));
}

/**
 * Returns the query as it is asked at a moment, with actual days: what was asked has to be the same whenever it
 * is read. The same object if no day is counted back.
 */
export const asAsked = (endpoint: Endpoint, query: Query, at: Date): Query =>
  withReadValues(endpoint, query, (type, typed) =>
    type.kind === 'date' ? dayAt(typed, at) : typed,
  );

/**
 * Returns the question with its period counted back from the day on which it was asked, which the period has to
 * reach, or the day before; with an open end, it reaches every day. Null: it has no such period.
 * @param askedAt ISO 8601.
 */
export function withDaysBack(endpoint: Endpoint, query: Query, askedAt: string): Query | null {
  const [since = '', until = ''] = ['since', 'until'].map(
    (key) => dayOf(endpoint, query, key) ?? '',
  );
  const backOf = (day: string): number =>
    (Date.parse(askedAt.slice(0, 10)) - Date.parse(day)) / dayMs;
  const [first, last] = [backOf(since), until === '' ? 0 : backOf(until)];
  const isPeriod = first >= last && first <= mostDaysBack && (last === 0 || last === 1);
  if (!isPeriod) return null;
  const moved = {
    since: countedBack(first),
    ...(until === '' ? {} : { until: countedBack(last) }),
  };
  return { ...query, values: { ...query.values, ...moved } };
}

/** Marks without a width: they are copied along with names and IDs from pages, and are part of none. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** A phrase in straight quotes, whatever is in it, or in curly ones or guillemets. */
const phrase = /"[^"]*"|(?<![^\s(:+\-!])[“”„‟«»]([^"“”„‟«»]+)[“”‟«»]/g;

const withStraightQuotes = (typed: string): string =>
  typed.replaceAll(phrase, (whole: string, words?: string) =>
    words === undefined ? whole : `"${words.trim()}"`,
  );

/** Returns the query with the intended values; the same object if no value has another notation. */
export const readQuery = (endpoint: Endpoint, query: Query): Query =>
  withReadValues(endpoint, query, readValue);

function withReadValues(endpoint: Endpoint, query: Query, read: typeof readValue): Query {
  const changed = endpoint.parameters.flatMap(({ key, type }): [string, string][] => {
    const typed = query.values[key] ?? '';
    const meant = read(type, typed);
    return meant === typed ? [] : [[key, meant]];
  });
  if (changed.length === 0) return query;
  return { ...query, values: { ...query.values, ...Object.fromEntries(changed) } };
}

// The rules of the form, shared by the window and main.

/** Messages by canonical key; `fields` for the field picker. Empty if the query is valid. */
export type Complaints = Readonly<Record<string, string>>;

/**
 * Checks every value against its parameter's rule.
 * Source: specification, Parameter conventions and Limits; the messages are the catalogue's.
 */
export function validateQuery(
  endpoint: Endpoint,
  query: Query,
  resource: Resource | null,
): Complaints {
  const complaints: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const complaint = problemOf(parameter, query);
    if (complaint !== null) complaints[parameter.key] = complaint;
  }
  if (!complaints['since'] && !complaints['until'] && endsBeforeItBegins(endpoint, query)) {
    complaints['until'] = '“Until” must not be before “From”.';
  }
  const fields = problemOfFields(query.fields, resource);
  if (fields !== null) complaints['fields'] = fields;
  return complaints;
}

/** Compares what is sent: a value of another question or a stray space must not matter. */
function endsBeforeItBegins(endpoint: Endpoint, query: Query): boolean {
  const [since, until] = ['since', 'until'].map((key) => dayOf(endpoint, query, key));
  return since != null && until != null && until < since;
}

/** Returns the sent value of one end of a question's period; null for none. */
function dayOf(endpoint: Endpoint, query: Query, key: string): string | null {
  const parameter = endpoint.parameters.find((candidate) => candidate.key === key);
  return parameter ? sentValue(parameter, query) : null;
}

function problemOf(parameter: Parameter, query: Query): string | null {
  if (!parameterApplies(parameter, query)) return null;
  const value = (query.values[parameter.key] ?? '').trim();
  if (value === '') return parameter.required ? parameter.missing : null;
  if (value.length > maxValueLength) {
    return `Enter at most ${grouping(maxValueLength)} characters; you entered ${grouping(value.length)}.`;
  }
  // encodeURIComponent throws on a lone surrogate, which no service could expect.
  if (/\p{Surrogate}/u.test(value)) return 'This contains a broken character. Type it again.';
  // In an address these mean "this folder" and "parent folder": another endpoint.
  if (parameter.place === 'path' && /^\.{1,2}$/.test(value)) {
    return `${quoted(value)} has a meaning of its own in an address and can’t be asked for.`;
  }
  return problemOfValue(parameter.type, value);
}

function problemOfFields(fields: readonly string[], resource: Resource | null): string | null {
  if (fields.length === 0 || resource === null) return null;
  const malformed = fields.find((name) => !isFieldName(name));
  if (malformed !== undefined) return `${quoted(malformed)} can’t be the name of a field.`;
  if (!resource.fieldsClosed) return null;
  const known = new Set(resource.fields.map((field) => field.name));
  const unknown = fields.find((name) => !known.has(name));
  return unknown === undefined ? null : `The service has no field ${quoted(unknown)} here.`;
}

/** Whether the text is a valid name in `fields`: a comma or a space would make two names of one. */
export const isFieldName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_.]*$/.test(text);

/**
 * Returns the question from the day before it was last asked, if it has a *From*: days are UTC days,
 * and posts from around midnight should rather appear twice than be missed. If it ended earlier than
 * that (*Until*), from its last day: nobody has asked for what came after. An end that is counted back moves
 * along; any other is dropped. Null if it has no *From*.
 * @param askedAt ISO 8601.
 */
export function sinceLastTime(
  endpoint: Endpoint,
  query: Query,
  askedAt: string,
  now: Date,
): Query | null {
  const takesDate = endpoint.parameters.some(
    ({ key, type }) => key === 'since' && type.kind === 'date',
  );
  if (endpoint.kind !== 'live' || !takesDate) return null;
  const { until = '', ...others } = query.values;
  const then = new Date(askedAt);
  const dayBefore = utcDay(new Date(then.getTime() - dayMs));
  const lastDay = dayAt(until, then).trim();
  const since = lastDay !== '' && lastDay < dayBefore ? lastDay : dayBefore;
  const asked = dayAt(others['since'] ?? '', now).trim();
  const values: Query['values'] = { ...others, since: asked > since ? asked : since };
  return { ...query, values: daysBack(until) === null ? values : { ...values, until } };
}
