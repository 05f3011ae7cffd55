/** Which questions can be asked for a list, and the cost. The same in the window and in main. */
import { mostIds } from '../catalogue/parameter-kinds.ts';
import { type Endpoint, type Parameter, isDataEndpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';

/**
 * Whether a list can fill the parameter: a required text or IDs of a live question. Stored data
 * prepares each answer in the background, one at a time, so it takes no list.
 */
export const isListable = (endpoint: Endpoint, parameter: Parameter): boolean =>
  endpoint.kind === 'live' && isDataEndpoint(endpoint) && takesValues(parameter);

/** Whether the question takes a list only for live data. */
export const isListableLive = ({ kind, parameters }: Endpoint): boolean =>
  kind === 'stored' && parameters.some(takesValues);

const takesValues = ({ required, type }: Parameter): boolean =>
  required && (type.kind === 'text' || type.kind === 'ids');

/** Returns the question as asked for one input, whose values are `text`. */
export function queryOfInput(query: Query, keys: readonly string[], text: string): Query {
  const texts = keys.length === 1 ? [text] : text.split(', ');
  return texts.length === keys.length ? withCells(query, keys, texts) : query;
}

/** Returns the question with the values of one line of a list: one per key. */
export function withCells(query: Query, keys: readonly string[], cells: readonly string[]): Query {
  const values = Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? '']));
  return { ...query, values: { ...query.values, ...values } };
}

/** Returns the question without the values of these parameters. */
export function withoutKeys(query: Query, keys: readonly string[]): Query {
  const values = Object.entries(query.values).filter(([key]) => !keys.includes(key));
  return { ...query, values: Object.fromEntries(values) };
}

/** Returns the number of inputs per call: those of a list of IDs are sent together. */
export function perCallOf({ parameters, resource }: Endpoint, keys: readonly string[]): number {
  const [only, ...others] = parameters.filter(({ key }) => keys.includes(key));
  if (others.length > 0 || only?.type.kind !== 'ids') return 1;
  // Of a shared answer, only the rows' own IDs say which input a row belongs to.
  return only.takes.some((taken) => taken.resource === resource)
    ? Math.min(only.type.max, mostIds)
    : 1;
}

/**
 * Returns the minimum and maximum number of calls, without retries; the maximum is exact if an answer
 * has no pages.
 */
export function listCalls(
  inputs: number,
  perInput: number,
  perCall: number,
): { least: number; most: number } {
  const least = Math.ceil(inputs / perCall);
  return { least, most: least * perInput };
}
