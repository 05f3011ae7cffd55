/** Rows that make file formats stumble. */
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';

const separators = ['', ' ', ' leading and trailing ', 'comma, semicolon; tab\t bar|', '\t'];
const quotes = ['"', '""', 'quote " and "" more', "'", "''", "'=1", '#hash', 'a#b', 'a=b'];
const breaks = ['line\nfeed', 'carriage\rreturn', 'both\r\n', '\n', '\r', '\t=1', '\r=1', '\n=1'];
const formulas = ['=1+1', "=cmd|' /C calc'!A0", '+1', '-1', '-5', '@SUM(A1)'];
const wideFormulas = ['＝1', '＋1', '－1', '＠x'];
const likeNulls = ['null', 'NULL', 'NaN', 'NA', 'true', 'false', '[1]', '{}', '2024-02-29'];
const likeNumbers = ['007', '1790000000000000001', '1e5', '1,5', '2024-05-01T12:00:00Z'];
const scripts = ['שלום עולם', '\u202Ereversed\u202C', 'مرحبا', '😀👩‍👩‍👧‍👦🏳️‍🌈', '日本語', 'é (combining)'];
const marks = ['\uFEFFmark', '\uFFFD', 'nul\u0000in it', '\u0000', 'bell\u0007 escape\u001B'];
const halves = ['\uD800', 'half \uDC00 way \uD83D', '\uFFFE \uFFFF', '_x000D_', '_x005F_'];
const markup = ['<b>&amp;</b> ]]>', '\\', '\\"', '%s $1 ?', "'; DROP TABLE t; --"];

const looks = [separators, quotes, breaks, formulas, wideFormulas, likeNulls, likeNumbers];
const nastyTexts = [...looks, scripts, marks, halves, markup].flat();

const wholes = [0, -1, -5, 7, 123456789012345, 2 ** 53 - 1];
const fractions = [0.1, -0.5, 2.71875, 0.30000000000000004];
const longWholes = ['1790000000000000001', '-9007199254740993', '12345678901234567890123'];
const otherForms = '1e308 -1.5E300 1e400 0.1000000000000000055 1E5 1.50 1.0 -0 0.0000001'.split(
  ' ',
);
const exactNumbers = [...longWholes, ...otherForms].map((lexeme) => ({ $n: lexeme }));
const nastyNumbers: readonly JsonValue[] = [...wholes, ...fractions, ...exactNumbers];

const deep = (levels: number): JsonValue =>
  levels === 0 ? 'bottom' : levels % 2 === 0 ? [deep(levels - 1)] : { in: deep(levels - 1) };

const nastyNested: readonly JsonValue[] = [
  [],
  {},
  ['a', 'b; c', null, 5],
  [{ id: { $n: '1790000000000000001' } }],
  { name: 'x', tags: ['a'], more: { deep: true, none: null } },
  { $n: '1', more: 2 },
  ['half \uD800'],
  deep(60),
];

const ourNames = ['id', 'Id', 'text', 'createdAt', 'run', 'seq', 'c0', 'x0', 'a.b', '', '=cmd()'];
const oddNames = ['-5', 'a,b;c|d\te', 'quote"d', 'line\nfeed', 'größe 😀'];
const fieldNames = [...ourNames, ...oddNames, '__proto__', 'constructor'];

export const nastyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
export const nastyNumber = fc.oneof(
  fc.constantFrom(...nastyNumbers),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Nearly all of them are moments, and nearly all are spelled alike. */
const moment = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .date({ noInvalidDate: true, min: new Date(-62e12), max: new Date(253e12) })
      .map((at) => at.toISOString()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2026-02-30T00:00:00.000Z',
      '2016-12-31T23:59:60.000Z',
      '2026-11-22T24:00:00.000Z',
      '2026-11-22T10:00:00.50Z',
      '2026-11-22T10:00:00.000+01:00',
      '',
    ),
  },
);

/** What a column may hold, so that some hold one kind of value and some all. */
const pools: readonly fc.Arbitrary<JsonValue>[] = [
  nastyText,
  nastyNumber,
  fc.boolean(),
  fc.constantFrom(...nastyNested),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
  fc.integer(),
  moment,
  fc.array(nastyText, { maxLength: 4 }),
  fc.array(nastyNumber, { maxLength: 4 }),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.constantFrom('', '1790000000000000001', '42'),
  fc.oneof(nastyText, nastyNumber, fc.boolean(), fc.constantFrom(...nastyNested)),
];

/** Columns come and go from row to row; values may be null. */
export const nastyRows: fc.Arbitrary<JsonObject[]> = fc
  .uniqueArray(fc.constantFrom(...fieldNames), { minLength: 1, maxLength: 6 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom(...pools)))),
  )
  .chain((columns) => {
    const members = columns.map(([name, pool]) =>
      fc.oneof(
        { weight: 6, arbitrary: pool.map((value) => [[name, value] as const]) },
        { weight: 1, arbitrary: fc.constant([[name, null] as const]) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
    );
    const row = fc.tuple(...members).map((parts): JsonObject => Object.fromEntries(parts.flat()));
    return fc.array(row, { maxLength: 30 });
  });

/** Every nasty text and number in columns of their own and all mixed, in fixed rows. */
export function fixedNastyRows(): JsonObject[] {
  const size = Math.max(nastyTexts.length, nastyNumbers.length);
  return Array.from({ length: size }, (_, at): JsonObject => {
    const all: readonly JsonValue[] = [...nastyTexts, ...nastyNumbers, ...nastyNested, true, null];
    return {
      id: String(1_790_000_000_000_000_000n + BigInt(at)),
      text: nastyTexts[at] ?? null,
      number: nastyNumbers[at % nastyNumbers.length] ?? null,
      whole: at % 7 === 0 ? null : at - 20,
      flag: at % 3 === 0,
      mixed: all[(at * 7) % all.length] ?? null,
      nested: nastyNested[at % nastyNested.length] ?? null,
      ...(at > size / 2 ? { 'late, =column': `late ${at}` } : {}),
      '=HYPERLINK("x")': at % 2 === 0 ? '' : null,
    };
  });
}

/** So many columns as the widest services send, each filled in some rows only. */
export function wideRows(columns: number, rows: number): JsonObject[] {
  const fields = Array.from({ length: columns }, (_, column) => column);
  return Array.from({ length: rows }, (_, at) =>
    Object.fromEntries(
      fields
        .filter((column) => (at + column) % 3 !== 0)
        .map((column) => [`field ${column}`, `${at}-${column}`]),
    ),
  );
}
