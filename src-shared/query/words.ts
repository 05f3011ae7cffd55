/** A query said in words, for tabs, the collapsed form and file names. */
import { choicesIn, labelOf } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';

/**
 * Short title: "Search posts: climate strike", "Followers: mira_osei". What the query is about is
 * said by `inWords`; as it was typed unless given.
 */
export function queryTitle(
  endpoint: Endpoint,
  query: Query,
  inWords: (about: QueryAbout) => string = ({ value }) => value,
): string {
  const about = queryAbout(endpoint, query);
  return about === null ? endpoint.title : `${nounOf(endpoint, query)}: ${inWords(about)}`;
}

/** The title of a run that may have a list: "Followers: list of 200". */
export const listTitle = (
  endpoint: Endpoint,
  query: Query,
  inputs: number | null | undefined,
): string =>
  inputs == null
    ? queryTitle(endpoint, query)
    : `${nounOf(endpoint, query)}: list of ${inputs.toLocaleString('en-US')}`;

/** A choice may name the answer more exactly than the question does. */
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

/** The last given value that is required and typed: of a comment on a post, the comment. */
export function queryAbout(endpoint: Endpoint, query: Query): QueryAbout | null {
  for (const parameter of endpoint.parameters.toReversed()) {
    if (!parameter.required || parameter.type.kind === 'choice') continue;
    const value = sentValue(parameter, query);
    if (value !== null) return { parameter, value };
  }
  return null;
}

/** Every given value with its label, in order: [["Words to search for", "climate strike"], …]. */
export function queryChips(endpoint: Endpoint, query: Query): (readonly [string, string])[] {
  const chips: (readonly [string, string])[] = [];
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value === null) continue;
    chips.push([parameter.label, labelOf(parameter.type, value)]);
  }
  return chips;
}

/** A file name (without extension) that every system accepts and that says what is in it. */
export function queryFileName(endpoint: Endpoint, query: Query, day: string): string {
  const about = queryTitle(endpoint, query)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  // File names hold 255 bytes and a character can take four; a cut never splits a pair.
  const short = Array.from(about).slice(0, 50).join('');
  return `${endpoint.platform ?? 'service'}-${short}-${day}`;
}
