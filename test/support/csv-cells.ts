/**
 * What a CSV cell must hold for a value, written down a second time: null and missing are empty,
 * numbers keep the digits they came with, nested values are JSON.
 */

interface BigNumber {
  readonly $n: string;
}

const isBigNumber = (value: object): value is BigNumber =>
  '$n' in value && Object.keys(value).length === 1;

/** JSON text in which `{ $n }` is written as the number it stands for. */
function jsonText(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isBigNumber(value)) return value.$n;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}:${jsonText(one)}`)
    .join(',')}}`;
}

/** The cell of a value, unguarded. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return jsonText(value);
}

/** The same with the formula guard on: only texts are touched. */
export function guardedCellText(value: unknown): string {
  return typeof value === 'string' && /^[=+\-@\t\r\n'＝＋－＠]/.test(value)
    ? `'${value}`
    : cellText(value);
}
