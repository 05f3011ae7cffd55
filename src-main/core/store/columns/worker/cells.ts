/**
 * How a JSON value becomes a cell: its text, and the kind of its value. Together, a column's kinds
 * determine how it is stored and sorted (`layout.ts`).
 */
import type { JsonValue } from '../../../json/index.ts';
import { fold } from '#shared/fold.ts';
import { looksLikeMoment } from '#shared/moment.ts';
import { assertNever } from '#shared/assert-never.ts';
import { isExactNumber, stringifyJson } from '../../../json/index.ts';
import type { CopyType } from '../protocol.ts';

/** Bits, so that the kinds of a column are one number. They are stored: never renumber them. */
export const kind = {
  boolean: 1,
  /** A whole number that `number` holds exactly. */
  integer: 2,
  /** Another number that `number` holds exactly. */
  number: 4,
  /** A whole number that only its characters hold (`{ $n }`). */
  exactInteger: 8,
  /** Another number that only its characters hold. */
  exactNumber: 16,
  /** Other text of nothing but digits. */
  digits: 32,
  /** Text that looks like a moment or a day. */
  date: 64,
  /** The empty text. */
  blank: 128,
  /** Any other text. */
  text: 256,
  list: 512,
  object: 1024,
  /** The text changes when folded (except for dates, where only T, W and Z would). */
  cased: 2048,
  /** A number that `number` holds exactly but prints differently: `1.50`, `1E5`, `-0`. */
  respelled: 4096,
  /** Text of digits that may be a day as well as an ID: `20261122`. */
  digitDay: 8192,
} as const;

/** Numbers that a DOUBLE holds exactly. */
export const doubleKinds = kind.integer | kind.number | kind.respelled;
export const numberKinds = doubleKinds | kind.exactInteger | kind.exactNumber;
/** Texts of which some have a moment. */
export const momentKinds = kind.date | kind.digitDay;
export const textKinds = kind.digits | momentKinds | kind.blank | kind.text;

/** A value as stored: BOOLEAN, BIGINT or VARCHAR, depending on its column. */
export type Cell = boolean | number | string | null;

const digits = /^\d+$/;
const longWhole = /^-?\d{16,}$/;
const anyText = kind.text | kind.cased;

/** Adds the kind of `value`, whose cell is `cell`, to the kinds seen before. Null has no kind. */
export function addKind(kinds: number, value: JsonValue, cell: Cell): number {
  switch (typeof value) {
    case 'string':
      if (value === '') return kinds | kind.blank;
      // Of further texts, only moments would change how such a column is stored.
      return kinds | ((kinds & anyText) === anyText ? momentKind(value) : kindOfText(value));
    case 'number':
      return kinds | (Number.isSafeInteger(value) ? kind.integer : kind.number);
    case 'boolean':
      return kinds | kind.boolean;
    default:
      return value === null ? kinds : kinds | kindOfStructure(value, String(cell));
  }
}

/** The cell of a value; numbers and booleans unchanged, for columns of nothing else. */
export function toCell(value: JsonValue): Cell {
  if (typeof value !== 'object' || value === null) return value;
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}

/** Whole numbers as spelled; BIGINT holds those of 64 bits. */
export const wholePattern = String.raw`0|-?[1-9]\d{0,18}`;
const whole = new RegExp(`^(?:${wholePattern})$`);

/** Returns whether a dataset column of this type can hold the value exactly; not for null. */
export function fitsType(value: JsonValue, type: CopyType): boolean {
  switch (type) {
    case 'VARCHAR':
      return true;
    case 'BOOLEAN':
      return typeof value === 'boolean';
    case 'DOUBLE':
      return (
        isNumber(value) && (addKind(0, value, toCell(value)) & ~(doubleKinds | kind.cased)) === 0
      );
    case 'BIGINT':
      return (
        isNumber(value) &&
        whole.test(String(toCell(value))) &&
        BigInt.asIntN(64, BigInt(String(toCell(value)))) === BigInt(String(toCell(value)))
      );
    default:
      return assertNever(type);
  }
}

const isNumber = (value: JsonValue): boolean => typeof value === 'number' || isExactNumber(value);

function kindOfText(text: string): number {
  const ofMoment = momentKind(text);
  if (ofMoment !== 0) return ofMoment;
  return digits.test(text) ? kind.digits : kind.text | casedOf(text);
}

function momentKind(text: string): number {
  if (!looksLikeMoment(text)) return 0;
  return digits.test(text) ? kind.digitDay : kind.date;
}

function kindOfStructure(value: JsonValue & object, cell: string): number {
  if (isExactNumber(value)) {
    return kindOfCharacters(cell) | casedOf(cell);
  }
  return (Array.isArray(value) ? kind.list : kind.object) | casedOf(cell);
}

/** A DOUBLE preserves any 15 digits within its range. */
const keptDigits = 15;
const smallest = 2.2251e-308;

function kindOfCharacters(lexeme: string): number {
  if (longWhole.test(lexeme)) return kind.exactInteger;
  const [mantissa = ''] = lexeme.toLowerCase().split('e');
  const significant = mantissa.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '');
  const size = Math.abs(Number(lexeme));
  const isKept = significant.length <= keptDigits && size < Infinity && size >= smallest;
  return significant === '' || isKept ? kind.respelled : kind.exactNumber;
}

const casedOf = (text: string): number => (fold(text) === text ? 0 : kind.cased);
