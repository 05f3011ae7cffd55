/**
 * The columns of a file from elsewhere: which line names them, which kind of item they are of, and what their
 * values are. A cell becomes a number only if its whole column is numbers as JSON has them, so that no digit
 * of an ID is ever changed.
 */
import { createHash } from 'node:crypto';
import { quoted } from '#shared/characters.ts';
import type { Catalogue, DataEndpoint, Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { defaultOptionNames } from '#shared/catalogue/types.ts';
import { fileQuestion } from '#shared/contract/derived.ts';
import { countOf, grouping } from '#shared/counts.ts';
import { looksLikeMoment } from '#shared/moment.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { asSentIn } from '../../json/index.ts';
import { numberShape } from '../../json/json-value.ts';
import { textFormula } from '../../lists/read-table.ts';

interface Found {
  count: number;
  line: number;
  about: string;
}

const be = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** What a person is told of a file, in sentences, the most important first; `line` is of the first of `count`. */
const noticeWords = {
  rounded: ({ count, line, about }: Found) =>
    `A spreadsheet wrote ${countOf(count, 'number')} in ${quoted(about)} like 1.98E+18 (line ${grouping(line)}${count > 1 ? ' is the first' : ''}): the last digits are lost and can’t be restored. Get the IDs from the original file.`,
  endsInZeros: ({ about }: Found) =>
    `All long numbers in ${quoted(about)} end in zeros, as if a spreadsheet had kept 15 of their digits. If they are IDs, get them from the original file.`,
  cutOff: ({ line }: Found) =>
    `The file is cut off in line ${grouping(line)}, which is left out. Everything before it is here.`,
  notInEncoding: ({ count }: Found) =>
    `${countOf(count, 'character')} ${be(count, 'isn’t', 'aren’t')} valid in the file’s encoding and ${be(count, 'is', 'are')} shown as �.`,
  encoding: ({ about }: Found) =>
    `The file doesn’t say how its letters are encoded. It was read as ${about}; if names look wrong, save it as UTF-8 and open it again.`,
  eitherSign: ({ about }: Found) =>
    `It isn’t clear whether ${about} has decimals or thousands, so that column is kept as texts. For numbers, write them as 1234.5 and open the file again.`,
  eitherDay: ({ about }: Found) =>
    `It isn’t clear whether ${about} begins with the day or the month, so that column is kept as texts. For dates, write them as 2026-12-31 and open the file again.`,
  notNumbers: ({ count }: Found) =>
    `${countOf(count, 'value')} that ${be(count, 'isn’t a number', 'aren’t numbers')} (NaN or infinity) ${be(count, 'is', 'are')} left empty.`,
  answers: ({ about }: Found) =>
    `Each line is a whole answer. Its list ${quoted(about)} is the rows; what is beside the list is left out.`,
  noList: ({ count, line }: Found) =>
    `${countOf(count, 'line')} without that list ${be(count, 'is', 'are')} left out (line ${grouping(line)}${count > 1 ? ' is the first' : ''}).`,
  rowsOf: ({ about }: Found) => `The rows are the list ${quoted(about)} of the file.`,
  titles: ({ count, about }: Found) =>
    `${countOf(count, 'line')} above the names of the columns ${be(count, 'is', 'are')} left out: ${quoted(about)}.`,
  unnamed: () => 'The first line doesn’t name the columns, so they are numbered.',
  renamed: ({ count }: Found) =>
    `${countOf(count, 'column')} with a repeated or missing name got a number.`,
  short: ({ count, line }: Found) =>
    `${countOf(count, 'row')} ${be(count, 'has', 'have')} fewer cells than there are columns (line ${grouping(line)}${count > 1 ? ' is the first' : ''}); the missing ones are empty.`,
  long: ({ count, line }: Found) =>
    `${countOf(count, 'row')} ${be(count, 'has', 'have')} more cells than there are names (line ${grouping(line)}${count > 1 ? ' is the first' : ''}); they are in numbered columns.`,
  namesAgain: ({ count, line }: Found) =>
    `The names of the columns are repeated in ${countOf(count, 'line')} (line ${grouping(line)}${count > 1 ? ' is the first' : ''}), left out here.`,
  emptyEnd: ({ count }: Found) =>
    `${countOf(count, 'empty line')} at the end ${be(count, 'is', 'are')} left out.`,
  decimalComma: ({ about }: Found) => `The file has decimal commas: ${about}.`,
  thousands: ({ about }: Found) => `Thousands have separators in ${about}.`,
  days: ({ about }: Found) => `Dates are rewritten in ${about}.`,
  guarded: ({ count }: Found) =>
    `${countOf(count, 'text')} had an apostrophe in front, as protection against formulas; it is removed.`,
  formulas: ({ count }: Found) =>
    `${countOf(count, 'text')} written as a formula (="…"), so that a spreadsheet keeps the digits, ${be(count, 'is', 'are')} read without it.`,
  sheets: ({ count }: Found) =>
    `${countOf(count, 'sheet')} that continue the table are read with it.`,
} satisfies Record<string, (found: Found) => string>;
type NoticeKind = keyof typeof noticeWords;

/** What is noticed while a file is read. */
export class Noticed {
  readonly #found = new Map<string, Found & { kind: NoticeKind }>();

  add(kind: NoticeKind, { line = 0, about = '', count = 1 }: Partial<Found> = {}): void {
    const key = `${kind} ${about}`;
    const before = this.#found.get(key);
    if (before === undefined) this.#found.set(key, { kind, line, about, count });
    else before.count += count;
  }

  /** A file may have thousands of columns, about each of which there is something to say. */
  sentences(): string[] {
    const found = [...this.#found.values()].toSorted(
      (a, b) => noticeOrder.indexOf(a.kind) - noticeOrder.indexOf(b.kind),
    );
    return found.slice(0, mostSentences).map(({ kind, ...one }) => noticeWords[kind](one));
  }
}

const noticeOrder = Object.keys(noticeWords);
const mostSentences = 40;

export type Cells = readonly (string | null)[];

const isFilled = (cell: string | null | undefined): cell is string => cell != null && cell !== '';
const filledIn = (cells: Cells): number => cells.filter(isFilled).length;

/** Lines among which the names of the columns are. */
export const mostLinesAbove = 25;

/**
 * Returns the index of the line that names the columns: the first with most of the cells that any line has,
 * unless it is of the same kinds as those below it. -1: none does.
 */
export function lineOfNames(lines: readonly Cells[]): number {
  const first = lines.slice(0, mostLinesAbove);
  const most = Math.max(0, ...first.map(filledIn));
  const at = first.findIndex((cells) => filledIn(cells) >= Math.max(1, Math.ceil(most * 0.6)));
  const names = first[at];
  if (names === undefined) return -1;
  const below = first.slice(at + 1);
  let [alike, different] = [0, 0];
  for (const [index, name] of names.entries()) {
    const values = below.map((cells) => cells[index]).filter(isFilled);
    if (!isFilled(name) || values.length === 0 || !values.every(isValue)) continue;
    if (isValue(name)) alike++;
    else different++;
  }
  const isAnyName = names.some((name) => isFilled(name) && !isValue(name) && name.length <= 300);
  return isAnyName && alike <= different ? at : -1;
}

/** Whether a text is hardly a name: a number, a moment or an address. */
const isValue = (text: string): boolean =>
  /^[-+]?(?:[\d.,\s]|\d['’](?=\d))*\d%?$/.test(text) ||
  /^https?:\/\//.test(text) ||
  looksLikeMoment(text);

/** The contract's limit for a column's name. */
const longestName = 900;

/** Returns names that are all different, also for columns without one. @param noticed null: none has one. */
export function columnNames(cells: Cells, width: number, noticed: Noticed | null): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const given = (cells[at] ?? '').trim().slice(0, longestName).toWellFormed();
    const base = given === '' ? `column_${at + 1}` : given;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    taken.add(name);
    // Of those beyond the names, their rows say it.
    if (name !== given && at < cells.length) noticed?.add('renamed');
    return name;
  });
}

/** The fields of a known kind of item, by the names that a file has for them. */
export interface KnownTable {
  resource: Resource;
  fields: ReadonlyMap<string, Field>;
}

/**
 * Returns the kind of item whose fields these are, by their names or their labels in plain words: its ID is
 * among them, and they are half of the columns at least. Null: none.
 */
export function knownTable(names: readonly string[], { resources }: Catalogue): KnownTable | null {
  const [best] = resources
    .map((resource) => ({ resource, fields: fieldsNamed(names, resource) }))
    .filter(({ resource: { identity }, fields }) => {
      const hasId = [...fields.values()].some(({ name }) => name === identity);
      return hasId && fields.size >= 3 && fields.size * 2 >= names.length;
    })
    .toSorted((a, b) => b.fields.size - a.fields.size);
  return best ?? null;
}

function fieldsNamed(names: readonly string[], { fields }: Resource): Map<string, Field> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byLabel = new Map(fields.toReversed().map((field) => [field.label, field]));
  const found = new Map<string, Field>();
  const taken = new Set<string>(names.filter((name) => byName.has(name)));
  for (const name of names) {
    // A workbook's dates name their zone: "Posted (UTC)".
    const field =
      byName.get(name) ?? byLabel.get(name) ?? byLabel.get(name.replace(/ \([^()]*\)$/, ''));
    if (field === undefined || (field.name !== name && taken.has(field.name))) continue;
    taken.add(field.name);
    found.set(name, field);
  }
  return found;
}

/** Rows that are looked at to see what a column means. */
export const mostLookedAt = 500;

/** Returns the columns of a file, in its order, and a kind of item for them. */
export function resourceOf(
  names: readonly string[],
  known: KnownTable | null,
  rows: readonly JsonObject[],
): Resource {
  const fields = names.map((name): Field => {
    const field = known?.fields.get(name);
    return field ?? { name, label: name, group: '', meaning: meaningOf(name, rows), usual: true };
  });
  const own = new Set(fields.map(({ name }) => name));
  if (known !== null) {
    const others = known.resource.fields.filter(({ name }) => !own.has(name));
    return { ...known.resource, fields: [...fields, ...others] };
  }
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
  return {
    // What people note of an item is found again in a file with the same columns, and in no other.
    id: `file.${hash}`,
    platform: null,
    one: 'row',
    many: 'rows',
    fields,
    identity: identityOf(names),
    fieldsEvidence: 'service',
    fieldsClosed: false,
  };
}

const identityOf = (names: readonly string[]): string =>
  names.find((name) => /^_?id$/i.test(name)) ??
  names.find((name) =>
    /^(?:tweet|post|item|status|video|comment|message|user)[_ ]?id$/i.test(name),
  ) ??
  '';

const namesId = (name: string): boolean =>
  /(?:^|[\W_])ids?$/i.test(name) || /[a-z]I[dD]s?$/.test(name);

function meaningOf(name: string, rows: readonly JsonObject[]): Meaning {
  const values = rows.flatMap((row) => (Object.hasOwn(row, name) ? [row[name] ?? null] : []));
  const filled = values.filter((value) => value !== null && value !== '');
  const texts = filled.filter((value) => typeof value === 'string');
  if (texts.length === 0 || texts.length < filled.length) {
    if (filled.length === 0) return 'text';
    if (filled.every((value) => typeof value === 'boolean')) return 'boolean';
    if (filled.every((value) => Array.isArray(value))) return 'list';
    return filled.every((value) => typeof value === 'number') ? 'number' : 'text';
  }
  if (namesId(name)) return 'id';
  if (texts.every((text) => looksLikeMoment(text))) return 'date';
  if (!texts.every((text) => /^https?:\/\/\S+$/.test(text))) return 'text';
  return texts.every((text) => /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(text))
    ? 'image'
    : 'url';
}

/** The question that a file's rows answer: none that could be asked. */
export const fileEndpoint = (resource: Resource): DataEndpoint => ({
  id: `${fileQuestion}${resource.id}`,
  kind: 'live',
  platform: resource.platform,
  method: 'GET',
  path: '',
  pathEvidence: 'person',
  discovered: null,
  optionNames: defaultOptionNames,
  // A name of a file may name a person.
  title: 'Rows of a file',
  description: '',
  noun: 'File',
  parameters: [],
  resource: resource.id,
  envelope: 'live',
  extra: null,
  credential: 'none',
  metered: false,
  trialAllowed: true,
  pages: false,
  counted: [],
  usualPage: null,
  pageRule: null,
  newestFirst: null,
  notes: [],
  example: {},
});

// What the cells of a column are, which are all texts: decided over the whole column.

/** A whole number of up to 15 digits, which every program keeps, or one with decimals. */
const plainNumber =
  /^-?(?:0|[1-9]\d{0,14})$|^-?(?:0|[1-9]\d*)\.\d+(?:[eE]-?\d{1,3})?$|^-?\d(?:\.\d+)?[eE]-\d{1,3}$/;
const commaNumber = /^-?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** The sign before decimals. The other one may separate thousands. */
type Decimal = 'point' | 'comma';
/**
 * Programs in some languages write apostrophes or no-break spaces between thousands. Ordinary spaces don't count:
 * telephone numbers have them.
 */
const thousandsWith = (other: string, decimals: string): RegExp =>
  new RegExp(
    `^-?[1-9]\\d{0,2}(?<by>[${other}'’\u00A0\u2009\u202F])\\d{3}(?:\\k<by>\\d{3}){0,3}(?:${decimals}\\d+)?$`,
  );
const spelled = {
  point: { sign: '.', plain: plainNumber, grouped: thousandsWith(',', '\\.') },
  comma: { sign: ',', plain: commaNumber, grouped: thousandsWith('.', ',') },
} as const;

const fits = (text: string, { plain, grouped }: (typeof spelled)[Decimal]): boolean =>
  plain.test(text) || grouped.test(text);

/** Returns a number with the signs of JSON. */
function plainly(text: string, decimal: Decimal): string {
  const { sign, grouped } = spelled[decimal];
  if (!grouped.test(text)) return text.replace(sign, '.');
  return text.replaceAll(sign === ',' ? /[^\d,-]/g : /[^\d.-]/g, '').replace(sign, '.');
}

/** A day, or a minute of one, as it is written in many countries: `31.12.2025 14:05`. */
const writtenDay =
  /^(?<first>0?[1-9]|[12]\d|3[01])(?<sign>[./-])(?<second>0?[1-9]|[12]\d|3[01])\k<sign>(?<year>\d{4})(?:,? (?<hour>[01]?\d|2[0-3])(?<rest>:[0-5]\d(?::[0-5]\d)?))?$/;

/** Returns it as ISO 8601 has it. */
function isoDay(text: string, isDayFirst: boolean): string {
  const { first = '', second = '', year, hour, rest } = writtenDay.exec(text)?.groups ?? {};
  const [month, day] = (isDayFirst ? [second, first] : [first, second]).map(twoDigits);
  return `${year}-${month}-${day}${hour === undefined ? '' : ` ${twoDigits(hour)}${rest}`}`;
}
const twoDigits = (digits: string): string => digits.padStart(2, '0');

const rounded = /^\d[.,]?\d*E\+\d\d$/;
const longNumber = /^[1-9]\d{15,}$/;

/** What is known of a column while its cells are counted. */
export class ColumnCells {
  #filled = 0;
  readonly #fits = { point: true, comma: true };
  /** The first number that only one of the signs explains, and what that is. */
  #sure: { decimal: Decimal; text: string } | null = null;
  /** The first number with a point or a comma. */
  #marked = '';
  readonly #grouped = { point: '', comma: '' };
  #isBoolean = true;
  #isNested = true;
  #firstDay = '';
  #isDay = true;
  readonly #over12 = { first: false, second: false };
  #rounded = 0;
  #roundedLine = 0;
  #long = 0;
  #longZeros = 0;

  readonly #separator: string;

  constructor(name: string, separator: string) {
    this.#separator = separator;
    // Names alone make a text of an ID's digits: another file may have a longer one.
    if (namesId(name)) this.#fits = { point: false, comma: false };
  }

  take(text: string, line: number): void {
    this.#filled++;
    if (this.#fits.point || this.#fits.comma) this.#takeNumber(text);
    if (this.#isDay) this.#takeDay(text);
    if (this.#isBoolean && !/^(?:true|false)$/i.test(text)) this.#isBoolean = false;
    if (this.#isNested) this.#isNested = nestedIn(text) !== undefined;
    if (text.length < 16 && rounded.test(text)) {
      this.#rounded++;
      this.#roundedLine ||= line;
    } else if (text.length >= 16 && text.length < 25 && longNumber.test(text)) {
      this.#long++;
      if (/0{3,}$/.test(text) && /^0*$/.test(text.slice(15))) this.#longZeros++;
    }
  }

  #takeNumber(text: string): void {
    const own = { point: fits(text, spelled.point), comma: fits(text, spelled.comma) };
    for (const decimal of ['point', 'comma'] as const) {
      this.#fits[decimal] &&= own[decimal];
      if (spelled[decimal].grouped.test(text)) this.#grouped[decimal] ||= text;
    }
    const [hasPoint, hasComma] = [text.includes('.'), text.includes(',')];
    const isGrouped = spelled.comma.grouped.test(text);
    if (hasPoint || hasComma) this.#marked ||= text;
    if (own.point && !own.comma && hasPoint) this.#sure ??= { decimal: 'point', text };
    // Between commas, a comma alone may be one of a list: "1,3".
    if (own.comma && !own.point && hasComma && (this.#separator !== ',' || isGrouped))
      this.#sure ??= { decimal: 'comma', text };
  }

  #takeDay(text: string): void {
    const { first, second, sign } = writtenDay.exec(text)?.groups ?? {};
    this.#isDay = first !== undefined;
    this.#firstDay ||= text;
    // Who writes points writes the day first.
    if (sign === '.' || Number(first) > 12) this.#over12.first = true;
    if (Number(second) > 12) this.#over12.second = true;
  }

  /** A number of it that says which sign its decimals have. */
  get sure(): { decimal: Decimal; text: string } | null {
    return this.#fits.point || this.#fits.comma ? this.#sure : null;
  }

  /** Returns the sign of its decimals; null: either is possible; undefined: these aren't numbers. */
  #decimalIn(file: Decimal | null): Decimal | null | undefined {
    if (!this.#fits.point && !this.#fits.comma) return undefined;
    if (this.#marked === '') return this.#fits.point ? 'point' : undefined;
    if (this.#sure !== null) return this.#sure.decimal;
    if (file !== null && this.#fits[file]) return file;
    // A comma between columns is hardly one in decimals, so `1.234` is what it says.
    const isPoint = this.#separator === ',' && !this.#grouped.point && this.#fits.point;
    return isPoint ? 'point' : null;
  }

  /** Returns how a cell is read, and says what can't be. @param file the sign of all decimals, if that is known */
  reader(
    about: string,
    known: Field | undefined,
    file: Decimal | null,
    noticed: Noticed,
  ): (text: string) => JsonValue {
    if (this.#rounded > 0) {
      const [count, line] = [this.#rounded, this.#roundedLine];
      noticed.add('rounded', { count, line, about });
    }
    if (this.#long > 2 && this.#long === this.#longZeros) noticed.add('endsInZeros', { about });
    const asText = (text: string): string => text;
    if (this.#filled === 0 || (known === undefined && this.#rounded > 0)) return asText;
    if (this.#isDay && (known?.meaning ?? 'date') === 'date')
      return this.#dayReader(about, noticed);
    if (known !== undefined && !isOfNumbers(known)) return knownReader(known);
    const decimal = this.#decimalIn(file);
    // A number that is wrong a thousandfold does more harm than a text.
    if (decimal === null) {
      noticed.add('eitherSign', { about: `${this.#marked} in ${quoted(about)}` });
      return asText;
    }
    const [used, grouped] = [decimal ?? file, decimal ? this.#grouped[decimal] : ''];
    if (decimal && grouped !== '')
      noticed.add('thousands', { about: `${quoted(about)}: ${reading(grouped, decimal)}` });
    if (known !== undefined) return knownReader(known, used);
    if (decimal) return (text) => numberOf(plainly(text, decimal)) ?? text;
    if (this.#isBoolean) return (text) => /^true$/i.test(text);
    return this.#isNested ? (text) => nestedIn(text) ?? text : asText;
  }

  #dayReader(about: string, noticed: Noticed): (text: string) => JsonValue {
    const { first, second } = this.#over12;
    if (first === second) {
      noticed.add('eitherDay', { about: `${this.#firstDay} in ${quoted(about)}` });
      return (text) => text;
    }
    const example = `${this.#firstDay} is read as ${isoDay(this.#firstDay, first)}`;
    noticed.add('days', { about: `${quoted(about)}: ${example}` });
    return (text) => isoDay(text, first);
  }
}

const reading = (text: string, decimal: Decimal): string =>
  `${text} is read as ${plainly(text, decimal)}`;

/**
 * Returns how the cells of each column are read, and says what isn't as it is in the file. What one column decides
 * about points and commas holds for the whole file; where two disagree, for neither of the others.
 * @param known the fields of the columns that have one
 */
export function readersOf(
  columns: readonly ColumnCells[],
  names: readonly string[],
  known: KnownTable['fields'] | undefined,
  noticed: Noticed,
): ((text: string) => JsonValue)[] {
  const fields = names.map((name) => known?.get(name));
  // Texts may look like anything.
  const sure = columns.flatMap(({ sure: one }, at) =>
    one !== null && (fields[at] === undefined || isOfNumbers(fields[at])) ? [one] : [],
  );
  const comma = sure.find(({ decimal }) => decimal === 'comma');
  if (comma !== undefined) noticed.add('decimalComma', { about: reading(comma.text, 'comma') });
  const isOne = sure.every(({ decimal }) => decimal === sure[0]?.decimal);
  const file = isOne ? (sure[0]?.decimal ?? null) : null;
  return columns.map((column, at) => column.reader(names[at] ?? '', fields[at], file, noticed));
}

const isOfNumbers = ({ meaning }: Field): boolean =>
  meaning === 'count' || meaning === 'number' || meaning === 'duration';

/** Returns how a text is read in a column of a known kind: as that kind, unless it is none. */
export function knownReader(
  field: Field,
  decimal: Decimal | null = null,
): (text: string) => JsonValue {
  if (isOfNumbers(field)) {
    return (text) => numberOf(decimal === null ? text : plainly(text, decimal)) ?? text;
  }
  switch (field.meaning) {
    case 'boolean':
      return (text) => (/^(?:true|false)$/i.test(text) ? /^true$/i.test(text) : text);
    case 'list':
    case 'object':
      return (text) => nestedIn(text) ?? text;
    default:
      return (text) => text;
  }
}

/** Returns the number as it is spelled; undefined for other texts. */
export function numberOf(text: string): JsonValue | undefined {
  const value = Number(text);
  if (String(value) === text && Number.isFinite(value) && !/^-?\d{16}/.test(text)) return value;
  return numberShape.test(text) ? { $n: text } : undefined;
}

/** Returns a list or an object that a text is the JSON of. */
function nestedIn(text: string): JsonValue | undefined {
  const [first, last] = [text[0], text.at(-1)];
  if (!(first === '[' && last === ']') && !(first === '{' && last === '}')) return undefined;
  return asSentIn(text);
}

/** Removes the formula that programs put around digits, so that a spreadsheet keeps them. */
export const withoutFormula = (text: string): string | null => {
  const inner = text.startsWith('="') ? textFormula.exec(text)?.[1] : undefined;
  return inner !== undefined && /^\d+$/.test(inner) ? inner : null;
};
