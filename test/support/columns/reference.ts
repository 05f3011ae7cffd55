/**
 * What a view means, in the plainest way: one row and one value at a time, over JSON. It shares
 * nothing with the column store but JSON itself.
 */
import { createHash } from 'node:crypto';
import { assertNever } from '#shared/assert-never.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { isExactNumber } from '#main/core/json/index.ts';
import { mediaLinks } from '#shared/contract/media.ts';
import type { Filter, NodeCompare, Sample, Sort, View } from '#shared/contract/view.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { cellText as csvCell } from '../csv-cells.ts';
import { plainWords } from './texts.ts';

export type Rows = readonly (JsonObject | undefined)[];

/** Numbers of the rows of `view` among `rows`, in its order. */
export function referenceView(rows: Rows, view: View): number[] {
  const by = view.hideDuplicatesBy;
  const hidden = new Set(by === null ? [] : duplicates(rows, by));
  const drawn = view.sample === undefined ? null : new Set(referenceSample(rows, view.sample));
  const columns = new Map<string, ColumnFacts>();
  const factsOf = (field: string): ColumnFacts => {
    const known = columns.get(field) ?? columnFacts(rows, field);
    columns.set(field, known);
    return known;
  };
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))];
  const searched = fields.filter((field) => !factsOf(field).booleans);
  return rows
    .flatMap((row, seq) => {
      const kept =
        !hidden.has(seq) &&
        drawn?.has(seq) !== false &&
        view.filters.every((filter) => holds(factsOf(filter.field), row, filter)) &&
        (view.search === '' ||
          searched.some((field) => contains(factsOf(field), row, field, view.search)));
      return kept ? [seq] : [];
    })
    .toSorted((a, b) => {
      for (const sort of view.sort) {
        const order = compareBy(factsOf(sort.field), sort, rows[a], rows[b]);
        if (order !== 0) return order;
      }
      return a - b;
    });
}

/** Numbers of the rows that a sample draws: of each group, or of all rows, the first by their hashes. */
function referenceSample(rows: Rows, { size, by, seed, rows: first, ...view }: Sample): number[] {
  const md5 = (seq: number): string =>
    createHash('md5')
      .update(`${seed}:${seq + 1}`)
      .digest('hex');
  const groups = new Map<string | null, number[]>();
  const from = referenceView(rows, { ...view, sort: [] });
  for (const seq of from.filter((one) => one < first)) {
    const isOne = by === null || isEmpty(valueOf(rows[seq], by));
    const key = isOne ? null : cellText(rows[seq], by);
    groups.set(key, [...(groups.get(key) ?? []), seq]);
  }
  return [...groups.values()].flatMap((seqs) =>
    seqs.toSorted((a, b) => (md5(a) < md5(b) ? -1 : 1)).slice(0, size),
  );
}

/** What all values of a field have in common. */
interface ColumnFacts {
  booleans: boolean;
  numbers: boolean;
  someNumber: boolean;
  /** Whole numbers that JavaScript holds exactly. */
  safeIntegers: boolean;
  someLongInteger: boolean;
  /** Texts of digits, or empty ones. */
  digits: boolean;
  /** Texts that are dates, or empty ones. */
  dates: boolean;
}

function columnFacts(rows: Rows, field: string): ColumnFacts {
  const values = valuesOf(rows, field);
  const filled = values.filter((value) => value !== '');
  return {
    booleans: values.every(isBoolean),
    numbers: values.every(isNumber),
    someNumber: values.some(isNumber),
    safeIntegers: values.every(isSafe),
    // The store reads numbers as the service wrote them.
    someLongInteger: values.some(
      (value) => isNumber(value) && /^-?\d{16,}$/.test(textOf(value) ?? ''),
    ),
    digits: filled.every((value) => typeof value === 'string' && /^\d+$/.test(value)),
    dates: filled.every((value) => typeof value === 'string' && looksLikeDate(value)),
  };
}

/** Rows with the same text in a field as one before, unless it is empty. */
export function duplicates(rows: Rows, field: string): number[] {
  const seen = new Set<string>();
  return rows.flatMap((row, seq) => {
    const text = cellText(row, field);
    if (text === null || isEmpty(valueOf(row, field))) return [];
    if (seen.has(text)) return [seq];
    seen.add(text);
    return [];
  });
}

/** Values of a field that are there. */
export function valuesOf(rows: Rows, field: string): JsonValue[] {
  return rows.map((row) => valueOf(row, field)).filter((value) => value !== null);
}

export function valueOf(row: JsonObject | undefined, field: string): JsonValue {
  return row !== undefined && Object.hasOwn(row, field) ? (row[field] ?? null) : null;
}

export const isEmpty = (value: JsonValue): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && !isExactNumber(value) && Object.keys(value).length === 0);

/** A cell as text; null when it is missing or null. Half a character becomes a replacement. */
export function cellText(row: JsonObject | undefined, field: string): string | null {
  return textOf(valueOf(row, field));
}

export function textOf(value: JsonValue): string | null {
  return value === null ? null : Buffer.from(csvCell(value)).toString();
}

export function isNumber(value: JsonValue): boolean {
  return typeof value === 'number' || isExactNumber(value);
}

function isBoolean(value: JsonValue): boolean {
  return typeof value === 'boolean';
}

const folded = new Map<string, string>();

/** Character by character, so that nothing depends on the letters around. */
function fold(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const letters: string[] = [];
  for (const character of text) {
    // İ made small, or written as an I and a dot: it is an i already.
    if (character === '\u0307' && letters.at(-1) === 'i') continue;
    if (character === 'İ') letters.push('i');
    else if (character === 'ς' || character === 'Σ') letters.push('σ');
    else letters.push(character.toLowerCase());
  }
  const result = letters
    .join('')
    .normalize('NFC')
    .replaceAll(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
  folded.set(text, result);
  return result;
}

/** Digits of whole numbers that are no IDs are grouped, as on screen, where the part has a comma. */
function contains(
  facts: ColumnFacts,
  row: JsonObject | undefined,
  field: string,
  part: string,
): boolean {
  const text = cellText(row, field);
  if (text === null) return false;
  const isGrouped = facts.numbers && field !== 'id' && part.includes(',') && whole.test(text);
  const shown = isGrouped ? BigInt(text).toLocaleString('en') : text;
  return fold(shown).includes(fold(Buffer.from(part).toString()));
}

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const whole = /^-?\d+$/;

function holds(facts: ColumnFacts, row: JsonObject | undefined, filter: Filter): boolean {
  const text = cellText(row, filter.field);
  const equals = (other: string): boolean => isSame(facts, text, Buffer.from(other).toString());
  switch (filter.kind) {
    case 'contains':
      return contains(facts, row, filter.field, filter.text);
    case 'hasWord': {
      const [word, ...others] = plainWords(filter.word);
      if (word === undefined || others.length > 0) throw new Error('Only single words here');
      return text !== null && plainWords(text).includes(word);
    }
    case 'is':
      return equals(filter.value);
    case 'isNot':
      return !equals(filter.value);
    case 'oneOf':
      return filter.values.some(equals);
    case 'isEmpty':
      return isEmpty(valueOf(row, filter.field));
    case 'isNotEmpty':
      return !isEmpty(valueOf(row, filter.field));
    case 'differs': {
      const values = [filter.field, filter.from].map((name) => valueOf(row, name));
      const [one, other] = [text, cellText(row, filter.from)];
      return values.every((value) => !isEmpty(value)) && one !== other;
    }
    case 'names':
      return [filter.field, ...filter.orIn].some((field) => {
        const value = valueOf(row, field);
        const all = Array.isArray(value) ? value : [value];
        const nodes = all.map((one) => nodeOf(textOf(one), filter.as));
        return filter.nodes.some((node) => nodes.includes(Buffer.from(node).toString()));
      });
    case 'hasMedia':
      return [filter.field, ...filter.orIn].some((field) => hasMedia(field, valueOf(row, field)));
    case 'number':
      return isInNumbers(facts, text, filter.min, filter.max);
    case 'date':
      return isInTime(facts, text, filter);
    default:
      return assertNever(filter);
  }
}

/** Without white space at its ends, and unless it counts exactly, without its sign and folded. */
function nodeOf(text: string | null, as: NodeCompare): string {
  if (text === null) return '';
  if (as === 'exact')
    return text
      .normalize('NFC')
      .replaceAll(/\p{Zs}/gu, ' ')
      .trim();
  return fold(text)
    .trim()
    .replace(as === 'username' ? /^[@＠]/ : /^[#＃]/, '');
}

/** Any link is one to a picture where the field is known for them. Subtitles are no picture by themselves. */
const hasMedia = (field: string, value: JsonValue): boolean =>
  mediaLinks(value, field === 'thumbnail' ? 'image' : 'text').some(
    (link) => field === 'thumbnail' || !/\.vtt(?:[?#]|$)/i.test(link),
  );

/** Empty cells are equal to nothing. In a column of numbers, values count and not spellings. */
function isSame(facts: ColumnFacts, text: string | null, other: string): boolean {
  if (text === null || text === '' || other === '') return false;
  if (text === other) return true;
  if (!facts.numbers || !decimal.test(other)) return false;
  const exact = facts.someLongInteger || facts.safeIntegers;
  const limit = exact ? Number.MAX_SAFE_INTEGER : Infinity;
  return Number(text) === Number(other) && Math.abs(Number(other)) <= limit;
}

function isSafe(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function isInNumbers(
  facts: ColumnFacts,
  text: string | null,
  min: string | null,
  max: string | null,
): boolean {
  if (text === null || facts.booleans || !decimal.test(text)) return false;
  const compare = (bound: string): number => {
    if (facts.numbers && whole.test(text) && whole.test(bound)) {
      const [a, b] = [BigInt(text), BigInt(bound)];
      return a < b ? -1 : a > b ? 1 : 0;
    }
    return Number(text) - Number(bound);
  };
  return (min === null || !(compare(min) < 0)) && (max === null || !(compare(max) > 0));
}

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/;

/** Whether each part is in its range; the day may be missing from its month. */
function looksLikeDate(text: string): boolean {
  const [, , month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    isoDate.exec(text)?.slice(0, 7) ?? []
  ).map((part) => Number(part ?? 0));
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay && hour <= 23 && minute <= 59 && second <= 59;
}

/** Microseconds since 1970 in UTC; undefined when it is no moment in the calendar. */
export function moment(text: string): number | undefined {
  const match = isoDate.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const micros = Number((match[7] ?? '').padEnd(6, '0').slice(0, 6));
  const offset =
    (match[8] === '-' ? -1 : 1) * (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0));
  const seconds = date.getTime() / 1000 + hour * 3600 + (minute - offset) * 60 + second;
  return seconds * 1e6 + micros;
}

function isInTime(
  facts: ColumnFacts,
  text: string | null,
  { from, to, timeZone }: Extract<Filter, { kind: 'date' }>,
): boolean {
  if (text === null || facts.booleans) return false;
  const sent = timeOf(facts, text);
  if (sent === undefined) return false;
  // The day that clocks there show; a day without a time is the same everywhere.
  const isLocal = timeZone !== 'UTC' && !/^\d{4}-\d\d-\d\d$/.test(text);
  const local = isLocal
    ? Date.parse(localUnit('day', Math.floor(sent / 1000), timeZone)) * 1000
    : sent;
  const at = (bound: string): number => (bound.length === 10 ? local : sent);
  const length = to?.length === 10 ? 86_400_000 : 1;
  return (
    (from === null || at(from) >= Date.parse(from) * 1000) &&
    (to === null || at(to) < (Date.parse(to) + length) * 1000)
  );
}

/** The moment of each row's cell, in microseconds since 1970. */
export function timesOf(rows: Rows, field: string): (number | undefined)[] {
  const facts = columnFacts(rows, field);
  return rows.map((row) => {
    const text = cellText(row, field);
    const at = text === null || facts.booleans ? undefined : timeOf(facts, text);
    // Not -0.
    return at === undefined ? undefined : Math.round(at) + 0;
  });
}

/** The number of each row's cell, where it has one that is not beyond all numbers. */
export function numbersOf(rows: Rows, field: string): (number | undefined)[] {
  const { booleans } = columnFacts(rows, field);
  return rows.map((row) => {
    const text = cellText(row, field);
    if (text === null || booleans || !decimal.test(text)) return undefined;
    return Number.isFinite(Number(text)) ? Number(text) : undefined;
  });
}

function timeOf({ numbers, someNumber }: ColumnFacts, text: string): number | undefined {
  const isTime = numbers || (someNumber && /^-?\d+(\.\d+)?$/.test(text));
  if (!isTime) return moment(text);
  const size = Number(text);
  if (size < 1e8) return undefined;
  if (size < 1e11) return size * 1e6;
  if (size < 1e14) return size * 1e3;
  return size < 1e17 ? size : undefined;
}

function compareBy(
  facts: ColumnFacts,
  { field, direction }: Sort,
  a: JsonObject | undefined,
  b: JsonObject | undefined,
): number {
  const [x, y] = [cellText(a, field), cellText(b, field)];
  const [xEmpty, yEmpty] = [x === null || x === '', y === null || y === ''];
  if (x === null || y === null || xEmpty || yEmpty) return Number(xEmpty) - Number(yEmpty);
  const [s, t] = facts.dates ? [moment(x), moment(y)] : [0, 0];
  // What no calendar has is last in both directions, before empty cells.
  const [xUnknown, yUnknown] = [s === undefined, t === undefined];
  if (xUnknown !== yUnknown) return Number(xUnknown) - Number(yUnknown);
  // Of numbers that are the same to a computer, only whole ones can be told apart; the others are last in both directions.
  const isSameNumber = facts.numbers && facts.someLongInteger && Number(x) === Number(y);
  const [xOther, yOther] = [!whole.test(x), !whole.test(y)];
  if (isSameNumber && xOther !== yOther) return Number(xOther) - Number(yOther);
  const order = Math.sign((s ?? 0) - (t ?? 0)) || compareCells(facts, x, y);
  return direction === 'ascending' ? order : -order;
}

function compareCells(facts: ColumnFacts, x: string, y: string): number {
  if (facts.numbers) {
    const order = Math.sign(Number(x) - Number(y)) || 0;
    if (order !== 0 || !facts.someLongInteger || !whole.test(x) || !whole.test(y)) return order;
    return BigInt(x) < BigInt(y) ? -1 : Number(BigInt(x) > BigInt(y));
  }
  if (facts.digits) return x.length - y.length || compareCharacters(x, y);
  return compareCharacters(fold(x), fold(y));
}

/** By code points: UTF-16 would put the rare characters before some of the common ones. */
function compareCharacters(x: string, y: string): number {
  return Buffer.compare(Buffer.from(x), Buffer.from(y));
}

export function countsOf(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The most frequent first. */
export function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted((a, b) => b[1] - a[1] || compareCharacters(a[0], b[0]));
}

export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  // Clocks go forward at midnight, so that some days begin at one o'clock.
  'America/Havana',
  // A whole day was left out.
  'Pacific/Apia',
];

/** Making one takes longer than all that is asked of it. */
const formats = new Map(zones.map((timeZone) => [timeZone, formatOf(timeZone)]));

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
}

/** The same text for moments in the same unit. `at` in milliseconds since 1970. */
export function localUnit(unit: DateUnit, at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const day = new Date(0);
  day.setUTCFullYear(year, part('month') - 1, part('day'));
  switch (unit) {
    case 'minute':
    case 'hour': {
      // An hour that comes twice has two names.
      const hour = [year, part('month'), part('day'), part('hour'), parts.get('timeZoneName')];
      return [...hour, unit === 'minute' ? part('minute') : ''].join(' ');
    }
    case 'day':
      return day.toISOString();
    case 'week':
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString();
    case 'month':
      return `${year} ${part('month')}`;
    case 'quarter':
      return `${year} ${Math.ceil(part('month') / 3)}`;
    case 'year':
      return String(year);
    default:
      return unit satisfies never;
  }
}
