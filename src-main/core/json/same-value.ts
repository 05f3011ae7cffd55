/** Compares values by meaning, and computes the exact difference of two numbers. */
import { isExactNumber } from './json-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * Returns whether two values mean the same: members in any order, numbers by value (`1.50` is `1.5`),
 * and a missing member equal to null, since services omit what they don't know.
 */
export function isSameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other) return true;
  if (typeof one !== 'object' && typeof other !== 'object') return false;
  const [left, right] = [decimalOf(one), decimalOf(other)];
  if (left !== null || right !== null) {
    return left !== null && right !== null && minus(left, right).digits === 0n;
  }
  // Numbers too long for arithmetic are equal when they are written alike.
  if (isExactNumber(one) || isExactNumber(other)) {
    return isExactNumber(one) && isExactNumber(other) && one.$n === other.$n;
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => isSameValue(value, other[at]))
    );
  }
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') {
    return false;
  }
  const own = (object: JsonObject, name: string): JsonValue | undefined =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isSameValue(own(one, name), own(other, name)),
  );
}

/** Returns `later` minus `earlier`, exact to the last digit; null unless both are numbers. */
export function differenceOf(
  earlier: JsonValue | undefined,
  later: JsonValue | undefined,
): JsonValue {
  const [from, to] = [decimalOf(earlier), decimalOf(later)];
  return from === null || to === null ? null : numberOf(minus(to, from));
}

/** `digits` × 10^-`scale`. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** Beyond this many digits or decimals, arithmetic costs more than its result is worth. */
const largestScale = 400;

/** Returns null for a value that isn't a number, or is too long a one. */
function decimalOf(value: JsonValue | undefined): Decimal | null {
  if (typeof value !== 'number' && !isExactNumber(value)) return null;
  const text = typeof value === 'number' ? String(value) : value.$n;
  const parts = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', decimals = '', exponent = '0'] = parts;
  const scale = decimals.length - Number(exponent);
  if (Math.abs(scale) > largestScale || whole.length > largestScale) return null;
  const digits = BigInt(whole + decimals);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function minus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const scaled = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own);
  return { digits: scaled(a) - scaled(b), scale };
}

function numberOf({ digits, scale }: Decimal): JsonValue {
  const sign = digits < 0n ? '-' : '';
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const decimals = all.slice(all.length - scale).replace(/0+$/, '');
  const whole = scale === 0 ? all : all.slice(0, all.length - scale);
  const text = `${sign}${whole}${scale === 0 || decimals === '' ? '' : `.${decimals}`}`;
  const number = Number(text);
  return String(number) === text ? number : { $n: text };
}
