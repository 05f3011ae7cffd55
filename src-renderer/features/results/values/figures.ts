/** Formats numbers: short for axes and labels, and the figures of selected cells. */
import type { NumberBucket } from '#shared/contract/summary.ts';
import type { Row } from '#shared/contract/run.ts';
import { memberOf, type Meaning } from '#shared/catalogue/types.ts';
import { groupDigits, type ValueColumn } from './cell-view.ts';
import { exactDigits } from '#renderer/components/json/exact-json.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "18.2k", "0.5": for an axis. */
export function shortNumber(value: number): string {
  if (Math.abs(value) < 1000) return String(Number(value.toPrecision(3)));
  return Math.abs(value) < 1e15 ? compact.format(value).replace('K', 'k') : value.toExponential(0);
}

/** "18,204", "2,848.5", "0.45": with every digit that JavaScript has. */
export function fullNumber(value: number): string {
  const [whole = '', ...decimals] = String(value).split('.');
  return [groupDigits(whole), ...decimals].join('.');
}

/** Labels the numbers of one axis: all in full where short ones would repeat, as from 1,000 to 1,049. */
export function axisNumbers(values: readonly number[]): string[] {
  const short = values.map(shortNumber);
  const repeats = new Set(short).size < new Set(values).size;
  // Edges are sums, whose last digits may be off.
  return repeats ? values.map((value) => fullNumber(Number(value.toPrecision(15)))) : short;
}

/** Formats a number as it was sent, cut if it is too long to read. */
export const sentNumber = (digits: string): string =>
  digits.length > 24 ? `${digits.slice(0, 20)}…` : groupDigits(digits);

/**
 * Returns the range of numbers in a bucket, both ends included: for whole numbers it ends one before
 * the next bucket. The last bucket includes its end, unless it is for one whole number.
 */
export function bucketEnds(
  { from, to }: Pick<NumberBucket, 'from' | 'to'>,
  { isWhole, isLast }: { isWhole: boolean; isLast: boolean },
): { from: number; to: number } {
  const hasOne = to - from === 1;
  return { from, to: isWhole && (hasOne || (!isLast && to - from > 1)) ? to - 1 : to };
}

/** "10–19", "7", "0.1–0.2". */
export const rangeWords = ({ from, to }: { from: number; to: number }): string =>
  from === to ? fullNumber(from) : `${fullNumber(from)}–${fullNumber(to)}`;

/** "38%", "5.0%", "under 0.1%"; "100%" only for all. */
export function shareWords(count: number, of: number): string {
  if (of === 0) return '–';
  const share = (count / of) * 100;
  if (share > 0 && share < 0.1) return 'under 0.1%';
  if (count < of && share >= 99.5) return 'over 99%';
  return `${share > 0 && share < 9.95 ? share.toFixed(1) : Math.round(share)}%`;
}

interface Figures {
  /** Count of numbers among the cells. */
  count: number;
  sum: string;
  /** Rounded to two digits more than the numbers have. */
  mean: string;
  smallest: string;
  largest: string;
}

/** `units` of 10^−`scale`. */
interface Decimal {
  units: bigint;
  scale: number;
}

const amounts: ReadonlySet<Meaning> = new Set(['count', 'number', 'duration']);
/** A whole number this long is an identifier: its column has no sum. */
const idLength = 16;

/**
 * Returns null if no cell has an amount, and `several` if those of several columns would be added up:
 * likes and reposts have no sum. Identifiers and moments are not amounts, even if they are numbers.
 */
export function figuresOf(
  rows: readonly Row[],
  columns: readonly ValueColumn[],
): Figures | 'several' | null {
  const [numbers, ...others] = columns
    .map((column) => amountsIn(rows, column))
    .filter((found) => found.length > 0);
  if (numbers === undefined) return null;
  if (others.length > 0) return 'several';
  const scale = numbers.reduce((most, number) => Math.max(most, number.scale), 0);
  const units = numbers.map((number) => number.units * 10n ** BigInt(scale - number.scale));
  let [sum, least, most] = [0n, units[0] ?? 0n, units[0] ?? 0n];
  for (const unit of units) {
    sum += unit;
    if (unit < least) least = unit;
    if (unit > most) most = unit;
  }
  return {
    count: numbers.length,
    sum: decimalText({ units: sum, scale }),
    mean: decimalText({
      units: dividedRounded(sum * 100n, BigInt(units.length)),
      scale: scale + 2,
    }),
    smallest: decimalText({ units: least, scale }),
    largest: decimalText({ units: most, scale }),
  };
}

function amountsIn(rows: readonly Row[], column: ValueColumn): Decimal[] {
  if (!amounts.has(column.meaning) || /timestamp$/i.test(column.field)) return [];
  const found: Decimal[] = [];
  for (const row of rows) {
    const digits = digitsOf(memberOf(row, column.field), column.meaning);
    if (digits === null) continue;
    if (/^-?\d+$/.test(digits) && digits.replace('-', '').length >= idLength) return [];
    const number = decimalOf(digits);
    if (number !== null) found.push(number);
  }
  return found;
}

function digitsOf(value: unknown, meaning: Meaning): string | null {
  if (typeof value === 'number') return String(value);
  // Some services send large counts as text.
  if (typeof value === 'string') return meaning === 'count' ? value : null;
  return exactDigits(value);
}

/** Sums of larger exponents aren't worth computing. */
const largestScale = 400;

function decimalOf(digits: string): Decimal | null {
  const [, sign, whole, part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const exponent = Number(power);
  if (whole === undefined || Math.abs(exponent) > largestScale) return null;
  const units = BigInt(`${sign}${whole}${part}`);
  const scale = part.length - exponent;
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Divides and rounds to the nearest, halves away from zero. */
function dividedRounded(units: bigint, by: bigint): bigint {
  const half = units < 0n ? -by : by;
  return (units * 2n + half) / (by * 2n);
}

/** "1,204", with "−" as "-" and without trailing zeros. */
function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const part = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}
