/** A query said in words, for tabs, the collapsed form and file names. */
import type { Endpoint, Parameter } from '../catalogue/types.ts';
import type { Query } from './types.ts';
import { sentValue } from './values.ts';

/**
 * Short title: "Posts: climate strike". The first given value says what the query is about.
 * @param inputs How many inputs its list has, if it has one.
 */
export function queryTitle(endpoint: Endpoint, query: Query, inputs?: number): string {
  if (inputs !== undefined) {
    return `${endpoint.noun}: list of ${inputs.toLocaleString('en-US')}`;
  }
  const about = queryAbout(endpoint, query);
  return about === null ? endpoint.title : `${endpoint.noun}: ${about.value}`;
}

/** What the query is about: the first given value that is required and typed. */
export function queryAbout(
  endpoint: Endpoint,
  query: Query,
): { parameter: Parameter; value: string } | null {
  for (const parameter of endpoint.parameters) {
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
