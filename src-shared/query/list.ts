/** Which questions can be asked for a list, and what that costs. The same in the window and in main. */
import { type Endpoint, type Parameter, isDataEndpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';

/**
 * Whether a list can fill the parameter: a required text or IDs of a live question. Stored data
 * prepares each answer in the background, one at a time, so it takes no list.
 */
export const isListable = (endpoint: Endpoint, parameter: Parameter): boolean =>
  endpoint.kind === 'live' && isDataEndpoint(endpoint) && takesValues(parameter);

/** Whether the question takes a list only where its data are live. */
export const isListableLive = ({ kind, parameters }: Endpoint): boolean =>
  kind === 'stored' && parameters.some(takesValues);

const takesValues = ({ required, type }: Parameter): boolean =>
  required && (type.kind === 'text' || type.kind === 'ids');

/** The question as it was asked for one input, whose values are `text`. */
export function queryOfInput(query: Query, keys: readonly string[], text: string): Query {
  const texts = keys.length === 1 ? [text] : text.split(', ');
  if (texts.length !== keys.length) return query;
  const values = Object.fromEntries(keys.map((key, at) => [key, texts[at] ?? '']));
  return { ...query, values: { ...query.values, ...values } };
}

/** Inputs that go into one call: those of a list of IDs are sent together. */
export function perCallOf({ parameters }: Endpoint, keys: readonly string[]): number {
  const [only, ...others] = parameters.filter(({ key }) => keys.includes(key));
  return others.length === 0 && only?.type.kind === 'ids' ? only.type.max : 1;
}

/** Fewest and most calls, without retries; most is exact where an answer has no pages. */
export function listCalls(
  inputs: number,
  perInput: number,
  perCall: number,
): { least: number; most: number } {
  const least = Math.ceil(inputs / perCall);
  return { least, most: least * perInput };
}
