/** Text to values without rounding. */
import { parse } from 'lossless-json';
import type { ExactNumber, JsonValue } from './json-value.ts';

/**
 * Numbers that may not survive JSON.parse: 16 characters and more, or an exponent. It asks for
 * the character before a value, so ids in strings don't trip it; a text in which it matches
 * inside a string is only parsed more slowly.
 */
const riskyNumber = /(?:^|[:[,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/**
 * Parses JSON text, accepting exactly what JSON.parse accepts (of members that come twice the
 * last one counts). A number becomes `{ $n: "<characters>" }` when it is an integer of 16 digits
 * and more, and when it has 16 characters and more or an exponent and `number` would not print it
 * again as it was sent: `1e400`, `1E5`, `0.1000000000000000055`. Shorter ones keep their value,
 * not always their spelling: `1.0` becomes 1, `0.30` becomes 0.3, `-0` becomes 0 when it is
 * printed. A member named `__proto__` is an ordinary member.
 *
 * @throws SyntaxError when the text is not JSON, or when it needs the exact parser and is nested
 *   more deeply than the stack allows (thousands of levels).
 */
export function parseJson(text: string): JsonValue {
  const plain: JsonValue = JSON.parse(text);
  if (!riskyNumber.test(text)) return plain;
  try {
    const exact = parse(text, null, {
      parseNumber: toNumber,
      onDuplicateKey: ({ newValue }) => newValue,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a JSON parser returns
    return exact as JsonValue;
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('JSON is nested too deeply');
    throw error;
  }
}

/** The same rule whatever else is on the page, so that a column doesn't change between pages. */
function toNumber(lexeme: string): number | ExactNumber {
  const unsigned = lexeme.startsWith('-') ? lexeme.slice(1) : lexeme;
  if (/^\d+$/.test(unsigned)) return unsigned.length < 16 ? Number(lexeme) : { $n: lexeme };
  if (unsigned.length < 16 && !/e/i.test(unsigned)) return Number(lexeme);
  const value = Number(lexeme);
  return String(value) === lexeme ? value : { $n: lexeme };
}
