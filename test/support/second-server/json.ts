/** Writes JSON text itself, because `JSON.stringify` cannot write an integer above 2^53. */
import type { JsonStyle, JsonValue } from './types.ts';

function writeString(text: string, style: JsonStyle): string {
  const quoted = JSON.stringify(text);
  if (style !== 'ascii') return quoted;
  return quoted.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function writeAt(value: JsonValue, style: JsonStyle, depth: number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return writeString(value, style);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? (value as readonly JsonValue[]).map((one) => writeAt(one, style, depth + 1))
    : Object.entries(value).map(
        ([name, one]) =>
          `${writeString(name, style)}:${style === 'indented' ? ' ' : ''}${writeAt(one, style, depth + 1)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  if (style !== 'indented' || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  const inner = '  '.repeat(depth + 1);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${'  '.repeat(depth)}${close}`;
}

/** JSON text with the digits of every bigint kept. */
export function writeJson(value: JsonValue, style: JsonStyle): string {
  return writeAt(value, style, 0);
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
