/**
 * Values as JSON text, digit for digit: numbers that JavaScript can't represent cross the contract as
 * `{"$n": "<digits as sent>"}` and are written here as plain numbers.
 */

const numberShape = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the digits of an exact number; null for anything else. */
export function exactDigits(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value);
  const [name, digits] = members[0] ?? [];
  if (members.length !== 1 || name !== '$n') return null;
  return typeof digits === 'string' && numberShape.test(digits) ? digits : null;
}

/**
 * Returns the JSON text of a value from a row. `indent` 0 is one line without spaces, as in saved files
 * and in what the search looks at: a copied cell must be found.
 */
export const exactJson = (value: unknown, indent = 0): string => write(value, indent, '');

function write(value: unknown, indent: number, margin: string): string {
  const digits = exactDigits(value);
  if (digits !== null) return digits;
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, indent, deeper(indent, margin)));
    return wrap('[', items, ']', indent, margin);
  }
  if (typeof value === 'object' && value !== null) {
    const colon = indent === 0 ? ':' : ': ';
    const members = Object.entries(value).map(
      ([name, member]) =>
        `${JSON.stringify(name)}${colon}${write(member, indent, deeper(indent, margin))}`,
    );
    return wrap('{', members, '}', indent, margin);
  }
  // Only `undefined` and functions have no JSON, and neither is in a row.
  return JSON.stringify(value) ?? 'null';
}

const deeper = (indent: number, margin: string): string => margin + ' '.repeat(indent);

function wrap(
  open: string,
  parts: string[],
  close: string,
  indent: number,
  margin: string,
): string {
  if (parts.length === 0) return open + close;
  if (indent === 0) return open + parts.join(',') + close;
  const inner = deeper(indent, margin);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}

interface JsonToken {
  kind: 'jsonName' | 'jsonText' | 'jsonOther';
  text: string;
}

/** Splits all of the text into tokens, in order. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of json.matchAll(/"(?:[^"\\]|\\.)*"(: )?/g)) {
    if (match.index > at) tokens.push({ kind: 'jsonOther', text: json.slice(at, match.index) });
    tokens.push({ kind: match[1] === undefined ? 'jsonText' : 'jsonName', text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < json.length) tokens.push({ kind: 'jsonOther', text: json.slice(at) });
  return tokens;
}
