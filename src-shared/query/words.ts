/** A query in words, for tabs, the collapsed form and file names. */
import { choicesIn, labelOf } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter } from '../catalogue/types.ts';
import { grouping } from '../counts.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';

/**
 * Returns a short title: "Search posts: climate strike", "Followers: mira_osei". `inWords` describes
 * what the query is about; by default, as typed.
 */
export function queryTitle(
  endpoint: Endpoint,
  query: Query,
  inWords: (about: QueryAbout) => string = ({ value }) => value,
): string {
  const about = queryAbout(endpoint, query);
  return about === null ? endpoint.title : `${nounOf(endpoint, query)}: ${inWords(about)}`;
}

/** Returns the title of a run that may have a list: "Followers: list of 200". */
export const listTitle = (
  endpoint: Endpoint,
  query: Query,
  inputs: number | null | undefined,
): string =>
  inputs == null
    ? queryTitle(endpoint, query)
    : `${nounOf(endpoint, query)}: list of ${grouping(inputs)}`;

/** A choice may describe the answer more precisely than the question does. */
function nounOf(endpoint: Endpoint, query: Query): string {
  const nouns = endpoint.parameters.flatMap((parameter) => {
    const value = sentValue(parameter, query);
    return choicesIn(parameter.type).find((choice) => choice.value === value)?.noun ?? [];
  });
  return nouns[0] ?? endpoint.noun;
}

/** What a query is about. */
export interface QueryAbout {
  parameter: Parameter;
  value: string;
}

/** Returns the last given value that is required and typed: for a comment on a post, the comment. */
export function queryAbout(endpoint: Endpoint, query: Query): QueryAbout | null {
  for (const parameter of endpoint.parameters.toReversed()) {
    if (!parameter.required || parameter.type.kind === 'choice') continue;
    const value = sentValue(parameter, query);
    if (value !== null) return { parameter, value };
  }
  return null;
}

/**
 * Returns every given value with its label, in order: [["Words to search for", "climate strike"], …].
 */
export function queryChips(endpoint: Endpoint, query: Query): (readonly [string, string])[] {
  const chips: (readonly [string, string])[] = [];
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value === null) continue;
    chips.push([parameter.label, labelOf(parameter.type, value)]);
  }
  return chips;
}

/** Returns a file name (without extension) that every system accepts and that describes the content. */
export function queryFileName(endpoint: Endpoint, query: Query, day: string): string {
  const about = queryTitle(endpoint, query)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  // File names hold 255 bytes and a character can take four; slicing characters never splits a pair.
  const short = Array.from(about).slice(0, 50).join('');
  return `${endpoint.platform ?? 'service'}-${short}-${day}`;
}
