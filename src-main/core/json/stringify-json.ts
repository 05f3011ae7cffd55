/** Serialises values to JSON text with the digits that were sent. */
import { isExactNumber } from './json-value.ts';
import type { ExactNumber, JsonObject, JsonValue } from './json-value.ts';

/**
 * Returns compact JSON; exact numbers are written as their characters. Iterative, since the service
 * decides the depth.
 */
export function stringifyJson(value: JsonValue): string {
  if (isScalar(value)) return scalarText(value);
  let text = '';
  const around: Begun[] = [];
  let begun: Begun | undefined = begin(value);
  while (begun !== undefined) {
    const { names, values, next } = begun;
    if (next === 0) text += names === null ? '[' : '{';
    const member = values[next];
    if (member === undefined) {
      text += names === null ? ']' : '}';
      begun = around.pop();
      continue;
    }
    begun.next += 1;
    if (next > 0) text += ',';
    if (names !== null) text += `${JSON.stringify(names[next])}:`;
    if (isScalar(member)) text += scalarText(member);
    else {
      around.push(begun);
      begun = begin(member);
    }
  }
  return text;
}

/** A list or object whose first `next` members are written. */
interface Begun {
  /** Null for a list. */
  names: readonly string[] | null;
  values: readonly JsonValue[];
  next: number;
}

type Scalar = Exclude<JsonValue, JsonValue[] | JsonObject> | ExactNumber;

const begin = (value: JsonValue[] | JsonObject): Begun =>
  Array.isArray(value)
    ? { names: null, values: value, next: 0 }
    : { names: Object.keys(value), values: Object.values(value), next: 0 };

const isScalar = (value: JsonValue): value is Scalar =>
  typeof value !== 'object' || value === null || isExactNumber(value);

const scalarText = (value: Scalar): string =>
  isExactNumber(value) ? value.$n : JSON.stringify(value);
