/** A query said in words, for tabs, the collapsed form and file names. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';

/** Short title: "Posts: climate strike". The first given value says what the query is about. */
export function queryTitle(endpoint: Endpoint, query: Query): string {
  const about = endpoint.parameters
    .filter((parameter) => parameter.required && parameter.type.kind !== 'choice')
    .map((parameter) => sentValue(parameter, query))
    .find((value) => value !== null);
  return about ? `${endpoint.noun}: ${about}` : endpoint.title;
}

/** Every given value with its label, in order: [["Words to search for", "climate strike"], …]. */
export function queryChips(endpoint: Endpoint, query: Query): (readonly [string, string])[] {
  const chips: (readonly [string, string])[] = [];
  for (const parameter of endpoint.parameters) {
    const value = sentValue(parameter, query);
    if (value === null) continue;
    const label =
      parameter.type.kind === 'choice'
        ? (parameter.type.choices.find((choice) => choice.value === value)?.label ?? value)
        : value;
    chips.push([parameter.label, label]);
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
