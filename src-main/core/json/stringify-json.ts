/** Values back to JSON text, with the digits they came with. */
import { isExactNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';

/** Compact JSON; exact numbers are written as their characters. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isExactNumber(value)) return value.$n;
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`,
  );
  return `{${members.join(',')}}`;
}
