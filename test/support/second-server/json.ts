/** JSON with integers of any size, laid out in one of three ways. */
import { parse, stringify } from 'lossless-json';
import type { JsonStyle, JsonValue } from './types.ts';

/** JSON text with the digits of every bigint kept. */
export function writeJson(value: JsonValue, style: JsonStyle): string {
  const text = stringify(value, null, style === 'indented' ? 2 : undefined) ?? 'null';
  if (style !== 'ascii') return text;
  return text.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The value as an export or a contract answer may be compared with: an integer that a JavaScript
 * number cannot hold exactly becomes `{ $n: "digits" }`.
 */
export function toComparable(value: JsonValue): unknown {
  if (typeof value === 'bigint') {
    const short = Number(value);
    return Number.isSafeInteger(short) ? short : { $n: value.toString() };
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(toComparable);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toComparable(one)]));
}

/** The same of a JSON text. */
export const readComparable = (text: string): unknown =>
  parse(text, null, (digits) =>
    /^-?\d+$/.test(digits) ? toComparable(BigInt(digits)) : Number(digits),
  );
