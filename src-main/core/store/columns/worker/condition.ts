/**
 * The conditions of a view as SQL. Columns have our own names (`c0`), values are always bound: nothing
 * from the service or the person becomes part of the SQL.
 */
import { assertNever } from '#shared/assert-never.ts';
import { resources } from '../../../../catalogue/resources/index.ts';
import type { Meaning } from '#shared/catalogue/types.ts';
import { mediaEndings, mediaMeanings } from '#shared/contract/media.ts';
import type { MediaKind } from '#shared/contract/media.ts';
import type { Filter, NodeCompare, ViewedRows } from '#shared/contract/view.ts';
import { fold } from '#shared/fold.ts';
import {
  foldSql,
  hasExactIntegers,
  isDate,
  isDayOf,
  isNumeric,
  keyType,
  microsOf,
  numberPattern,
  plainSql,
  valueType,
} from './layout.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { kind } from './cells.ts';
import { double, hasWordName, quoteText } from './database.ts';
import type { Statement } from './database.ts';
import type { NodeSource } from '../protocol.ts';
import { exactBound } from './order.ts';
import { calendarOf } from './calendar.ts';
import { pieceOf, unseen } from './tokens.ts';

const decimal = new RegExp(`^(?:${numberPattern})$`);

const never: Statement = { sql: 'false', values: [] };
const always: Statement = { sql: 'true', values: [] };

/** SQL for filters and search; `query.ts` handles duplicates. */
export function conditionOf(view: ViewedRows, layout: Layout): Statement {
  const parts = view.filters.map((filter) => filterCondition(filter, layout));
  if (view.search !== '') parts.push(searchCondition(view.search, layout));
  return join(parts, 'AND', always);
}

function join(parts: Statement[], word: 'AND' | 'OR', none: Statement): Statement {
  if (parts.length === 0) return none;
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(` ${word} `),
    values: parts.flatMap(({ values }) => values),
  };
}

function differs(one: LaidColumn, other: LaidColumn | undefined): Statement {
  if (other === undefined || valueType(other) === 'NONE') return never;
  const texts = [one, other].map(({ n }) => `CAST(c${n} AS VARCHAR)`).join(' <> ');
  return { sql: `${isFilled(one)} AND ${isFilled(other)} AND ${texts}`, values: [] };
}

/** SQL for one filter. */
export function filterCondition(filter: Filter, layout: Layout): Statement {
  if (filter.kind === 'hasMedia') {
    const fields = [filter.field, ...filter.orIn].map((field) => {
      const sql = linksTo(layout.find(field), mediaFields.get(field) ?? null, ['picture', 'video']);
      return { sql, values: [] };
    });
    return join(fields, 'OR', never);
  }
  if (filter.kind === 'names') {
    const ends = [filter.field, ...filter.orIn].map((field) =>
      hasNode({ field, compare: filter.as }, filter.nodes, layout),
    );
    return join(ends, 'OR', never);
  }
  const column = layout.find(filter.field);
  if (column === undefined) {
    return filter.kind === 'isEmpty' || filter.kind === 'isNot' ? always : never;
  }
  switch (filter.kind) {
    case 'differs':
      return differs(column, layout.find(filter.from));
    case 'contains':
      return contains(column, fold(filter.text));
    case 'hasWord':
      return hasWord(column, filter.word);
    case 'is':
      return equalsAny(column, [filter.value]);
    case 'oneOf':
      return equalsAny(column, filter.values);
    case 'isNot': {
      const { sql, values } = equalsAny(column, [filter.value]);
      return { sql: `(${sql}) IS NOT TRUE`, values };
    }
    case 'isEmpty':
      return { sql: `(${isFilled(column)}) IS NOT TRUE`, values: [] };
    case 'isNotEmpty':
      return { sql: isFilled(column), values: [] };
    case 'number':
      return numberCondition(column, filter.min, filter.max);
    case 'date':
      return dateCondition(column, filter);
    default:
      return assertNever(filter);
  }
}

/** Values without content, by kind. */
const empty: readonly (readonly [kind: number, text: string])[] = [
  [kind.blank, ''],
  [kind.list, '[]'],
  [kind.object, '{}'],
];

/** Whether a cell has a value, as SQL: neither missing, null, nor an empty text, list or object. */
export function isFilled({ n, kinds }: LaidColumn): string {
  const texts = empty.flatMap(([one, text]) => ((kinds & one) === 0 ? [] : `'${text}'`));
  return texts.length === 0 ? `c${n} IS NOT NULL` : `c${n} NOT IN (${texts.join(', ')})`;
}

/**
 * Whether a cell has a link to one of these kinds of media as `mediaLinks` finds it, as SQL; lists are compact
 * JSON here. `own`: what all links of the column lead to; null: its links end like media, or aren't counted.
 */
export function linksTo(
  column: LaidColumn | undefined,
  own: MediaKind | null,
  kinds: readonly MediaKind[],
): string {
  if (column === undefined || valueType(column) !== 'VARCHAR') return 'false';
  if (own !== null && !kinds.includes(own)) return 'false';
  const endings = kinds.flatMap((one) => mediaEndings[one]).join('|');
  const link =
    own === null
      ? String.raw`https?://[^?#\s"]+\.(?:${endings})(?:[?#][^\s"]*)?`
      : String.raw`https?://[^\s"]+`;
  const pattern = String.raw`(?is)(?:${link}|\[(?:.*,)?"${link}".*\])`;
  const c = `c${column.n}`;
  // Most texts have no link, which is seen ten times as fast.
  return `CASE WHEN contains(${c}, '://') THEN regexp_full_match(${c}, ${quoteText(pattern)}) ELSE false END`;
}

/** Whether a cell has a word, as `wordFinder` finds it (`database.ts` makes it known): it takes long to look. */
function hasWord(column: LaidColumn, word: string): Statement {
  const may = mayHaveWord(column, word);
  const text = `CAST(c${column.n} AS VARCHAR)`;
  return {
    sql: `CASE WHEN ${may.sql} THEN ${hasWordName}(${text}, ?) ELSE false END`,
    values: [...may.values, word],
  };
}

/** Whether a cell has the letters of a word, without what its key leaves out. */
export function mayHaveWord(column: LaidColumn, word: string): Statement {
  const piece = pieceOf(word);
  const letters = `strip_accents(translate(${foldedText(column, piece)}, '${unseen}', ''))`;
  return { sql: `contains(${letters}, ?)`, values: [piece] };
}

/** @param needle folded. Numbers and dates, which have no text key, are folded in the query. */
function contains(column: LaidColumn, needle: string): Statement {
  return { sql: `contains(${shownText(column, needle)}, ?)`, values: [needle] };
}

/** Names that mean the same for every resource, because the rows don't say whose they are. */
const namesOf = (...meanings: readonly Meaning[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ fields }) =>
      fields.flatMap(({ name, meaning }) => (meanings.includes(meaning) ? [name] : [])),
    ),
  );
const usernames = namesOf('username');
const counts = namesOf('count');
const mediaFields: ReadonlyMap<string, MediaKind> = new Map(
  resources.flatMap(({ fields }) =>
    fields.flatMap(({ name, meaning }) => {
      const own = mediaMeanings[meaning];
      return own === undefined ? [] : [[name, own]];
    }),
  ),
);
/** Numbers that identify or date something. */
const ungrouped = namesOf('id', 'date', 'text', 'name', 'username', 'code');

/** People search for what they see: the window groups digits (`1,204`), and shows names with an @. */
function shownText(column: LaidColumn, needle: string): string {
  const text = foldedText(column, needle);
  if (needle.includes(',') && isGrouped(column)) return groupedText(column, text);
  return needle.startsWith('@') && usernames.has(column.field) ? `'@' || ${text}` : text;
}

/** Whether the window groups the digits of its whole numbers; those of a count also if sent as text. */
function isGrouped(column: LaidColumn): boolean {
  const { field } = column;
  if (counts.has(field)) return valueType(column) !== 'BOOLEAN';
  return isNumeric(column) && !ungrouped.has(field) && !/timestamp$/i.test(field);
}

/** @param text the column's text, for whatever is not a whole number. */
function groupedText(column: LaidColumn, text: string): string {
  const c = `c${column.n}`;
  if (valueType(column) === 'BIGINT') return `format('{:,}', ${c})`;
  // From the end, because patterns can't look ahead here; numbers may be longer than any type.
  const groups = `regexp_replace(reverse(${c}), '(\\d{3})', '\\1,', 'g')`;
  const grouped = `reverse(rtrim(replace(${groups}, ',-', '-'), ','))`;
  return `CASE WHEN regexp_full_match(${c}, '-?\\d+') THEN ${grouped} ELSE ${text} END`;
}

function foldedText(column: LaidColumn, needle: string): string {
  const c = `c${column.n}`;
  if (valueType(column) !== 'VARCHAR') return `CAST(${c} AS VARCHAR)`;
  if (keyType(column) === 'VARCHAR') return `${c}k`;
  const plain = !isDate(column) && (column.kinds & kind.cased) === 0;
  return plain || !/[twze]/.test(needle) ? c : `lower(${c})`;
}

/** Yes/no cells are left out: a search for "true" is a search for a word. */
function searchCondition(search: string, layout: Layout): Statement {
  const needle = fold(search);
  const parts = layout.columns.flatMap((column) => {
    const type = valueType(column);
    if (type === 'NONE' || type === 'BOOLEAN') return [];
    if (type === 'BIGINT' && !/^-?[\d,]*$/.test(needle)) return [];
    return [contains(column, needle)];
  });
  return join(parts, 'OR', never);
}

function equalsAny(column: LaidColumn, texts: readonly string[]): Statement {
  const c = `c${column.n}`;
  const type = valueType(column);
  switch (type) {
    case 'NONE':
      return never;
    case 'BOOLEAN': {
      const values = [true, false].filter((value) => texts.includes(String(value)));
      return isIn(c, '?::BOOLEAN', values);
    }
    case 'BIGINT':
      return isIn(c, '?::DOUBLE', numbersIn(texts).map(double));
    case 'VARCHAR': {
      const filled = texts.filter((text) => text !== '');
      const same = isIn(c, '?', filled);
      return keyType(column) === 'DOUBLE'
        ? join([same, sameNumber(column, texts)], 'OR', never)
        : same;
    }
    default:
      return assertNever(type);
  }
}

/** Matches numbers of the same value, however they are written: `3.50` is 3.5. */
function sameNumber(column: LaidColumn, texts: readonly string[]): Statement {
  // Two numbers of 16 or more digits may have the same DOUBLE: those are compared as texts.
  const maxExact = hasExactIntegers(column) ? Number.MAX_SAFE_INTEGER : Infinity;
  const comparable = numbersIn(texts).filter((value) => Math.abs(value) <= maxExact);
  return isIn(`c${column.n}k`, '?::DOUBLE', comparable.map(double));
}

function isIn(sql: string, parameter: string, values: Statement['values']): Statement {
  if (values.length === 0) return never;
  return { sql: `${sql} IN (${values.map(() => parameter).join(', ')})`, values };
}

const numbersIn = (texts: readonly string[]): number[] =>
  texts.filter((text) => decimal.test(text)).map(Number);

function numberCondition(column: LaidColumn, min: string | null, max: string | null): Statement {
  const [c, k] = [`c${column.n}`, `c${column.n}k`];
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return never;
  if (hasExactIntegers(column) && isNumeric(column)) {
    return between(k, min, max, (value, end) => exactBound(c, k, value, end));
  }
  const text = `(CASE WHEN regexp_full_match(${c}, '${numberPattern}') THEN TRY_CAST(${c} AS DOUBLE) END)`;
  // A BIGINT has only whole numbers that a DOUBLE holds, too.
  const number = type === 'BIGINT' ? c : isNumeric(column) ? k : text;
  return between(number, min, max, (value, end) => ({
    sql: `${number} ${end === 'min' ? '>=' : '<='} ?::DOUBLE`,
    values: [double(Number(value))],
  }));
}

function between(
  value: string,
  min: string | null,
  max: string | null,
  bound: (value: string, end: 'min' | 'max') => Statement,
): Statement {
  const parts: Statement[] = [{ sql: `${value} IS NOT NULL`, values: [] }];
  if (min !== null) parts.push(bound(min, 'min'));
  if (max !== null) parts.push(bound(max, 'max'));
  return join(parts, 'AND', always);
}

/** Milliseconds since 1970; `end` is exclusive. Null: no bound. */
interface Span {
  start: number | null;
  end: number | null;
}

const dayMs = 86_400_000;

type DateFilter = Extract<Filter, { kind: 'date' }>;

/**
 * Both bounds are inclusive; a day counts as a whole, in the filter's time zone. Texts that are days
 * without a time stand for the start of that day in UTC.
 */
function dateCondition(column: LaidColumn, filter: DateFilter): Statement {
  const span = spanOf(filter, filter.timeZone);
  const days = spanOf(filter, 'UTC');
  const moments = within(column, span);
  const ofDays = within(column, days);
  const isSame = days.start === span.start && days.end === span.end;
  if (isSame) return moments;
  return {
    sql: `CASE WHEN ${isDayOf(column)} THEN ${ofDays.sql} ELSE ${moments.sql} END`,
    values: [...ofDays.values, ...moments.values],
  };
}

function spanOf({ from, to }: Pick<DateFilter, 'from' | 'to'>, timeZone: string): Span {
  const calendar = calendarOf(timeZone);
  /** The start of the day this many milliseconds later; for a moment, the moment itself. */
  const bound = (moment: string, later: number): number =>
    isDay(moment) ? calendar.startOfDay(Date.parse(moment) + later) : Date.parse(moment);
  // Moments are precise to the microsecond, bounds to the millisecond.
  const after = (moment: string): number => bound(moment, dayMs) + (isDay(moment) ? 0 : 1);
  return { start: from === null ? null : bound(from, 0), end: to === null ? null : after(to) };
}

const isDay = (moment: string): boolean => moment.length === 10;

/** As microseconds, both of which are inside. An open end is beyond all moments. */
function within(column: LaidColumn, { start, end }: Span): Statement {
  const low = start === null ? -(2n ** 62n) : BigInt(start) * 1000n;
  const high = end === null ? 2n ** 62n : BigInt(end) * 1000n - 1n;
  return { sql: `(${microsOf(column)}) BETWEEN ?::BIGINT AND ?::BIGINT`, values: [low, high] };
}

/** The nodes of a network that a row has at one end. */
interface End extends Statement {
  isList: boolean;
}

/** Returns them as SQL: a text or a list of texts, each in the form in which it is compared. */
export function endOf(source: NodeSource, layout: Layout): End {
  if ('text' in source) {
    return { sql: anyCompared('?::VARCHAR', source.compare), values: [source.text], isList: false };
  }
  const column = layout.find(source.field);
  if (column === undefined) return { sql: 'CAST(NULL AS VARCHAR)', values: [], isList: false };
  const c = `c${column.n}`;
  if ((column.kinds & kind.list) === 0) {
    const text = valueType(column) === 'VARCHAR' ? c : `CAST(${c} AS VARCHAR)`;
    return { sql: compared(text, source.compare), values: [], isList: false };
  }
  const list = `TRY(json_extract_string(${c}, '$[*]'))`;
  const isMixed = (column.kinds & ~(kind.list | kind.cased)) !== 0;
  const items = isMixed ? `CASE WHEN starts_with(${c}, '[') THEN ${list} ELSE [${c}] END` : list;
  const each = compared('item', source.compare);
  return { sql: `list_distinct([${each} FOR item IN ${items}])`, values: [], isList: true };
}

/** White space at the ends, as `String.trim` defines it: pseudonyms ignore the same. */
const blanks = [
  9, 10, 11, 12, 13, 32, 0xa0, 0x16_80, 0x20_00, 0x20_01, 0x20_02, 0x20_03, 0x20_04, 0x20_05,
  0x20_06, 0x20_07, 0x20_08, 0x20_09, 0x20_0a, 0x20_28, 0x20_29, 0x20_2f, 0x20_5f, 0x30_00, 0xfe_ff,
]
  .map((code) => `chr(${code})`)
  .join(' || ');

/** Null for what isn't a node: nothing but white space, or a sign alone. Most names are simple, which is quickly seen. */
function compared(text: string, compare: NodeCompare): string {
  const simple = compare === 'exact' ? text : `lower(${text})`;
  return (
    `CASE WHEN regexp_full_match(${text}, '[!-"$-?A-~][!-~]*') THEN ${simple} ` +
    `ELSE ${anyCompared(text, compare)} END`
  );
}

function anyCompared(text: string, compare: NodeCompare): string {
  const plain = `trim(${plainSql(text)}, ${blanks})`;
  if (compare === 'exact') return `nullif(${plain}, '')`;
  const sign = compare === 'username' ? '^[@＠]' : '^[#＃]';
  return `nullif(regexp_replace(trim(${foldSql(text)}, ${blanks}), '${sign}', ''), '')`;
}

/** Whether an end of a network has one of these nodes. */
function hasNode(source: NodeSource, nodes: readonly string[], layout: Layout): Statement {
  const { sql, values, isList } = endOf(source, layout);
  const any = nodes.map(() => '?::VARCHAR').join(', ');
  return {
    sql: `coalesce(${isList ? `list_has_any(${sql}, [${any}])` : `${sql} IN (${any})`}, false)`,
    values: [...values, ...nodes],
  };
}
