/** Rows and views as no service would send them on purpose. */
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import type { Filter, View } from '#shared/contract/view.ts';
import { zones } from './reference.ts';

/** Names that are something else in SQL, in JavaScript, or but for their case. */
const fields = [
  ...'id Id ID seq c0 c0k rowid __proto__ constructor a"b ?'.split(' '),
  '',
  "'; DROP TABLE t; --",
  'größe 😀',
  // Known for pictures.
  'thumbnail',
];

const texts = [
  '',
  ' ',
  ' 7 ',
  'nul\u0000in it',
  'line\nbreak',
  "it's",
  "'; DROP TABLE t; --",
  ...'a A Apfel äpfel ÄPFEL straße STRASSE ΟΔΟΣ οδος οδοσ 日本語 😀 "quoted"'.split(' '),
  ...'İstanbul i\u0307stanbul I\u0307STANBUL ISTANBUL ısparta \u{10FFFF} \uFFFD \uD800'.split(' '),
  ...String.raw`% _ \ $1 ? null NaN inf true -1 1e3 0x10`.split(' '),
];
const digits =
  '0 7 9 10 007 1986934512780812301 1986934512780812302 99999999999999999999 100000000000000000000'.split(
    ' ',
  );
const dates = [
  ...'2024-02-29 2024-02-30 2024-12-31 0001-01-01 1500-03-01 9999-12-31T23:59:59Z'.split(' '),
  ...'2024-05-01T12:00:00Z 2024-05-01T12:00:00.001Z 2024-05-01T12:00:00.0009999Z'.split(' '),
  ...'2024-05-01T14:00:00+02:00 2024-04-30T23:59:59-0130 2024-05-01T00:00:00+05'.split(' '),
  '2024-05-01 12:00:00',
];
const integers = [0, -1, 1, 7, 10, 1_714_521_600, 1.7145216e12, 1.7145216e15, 2 ** 52];
const floats = [0.5, -0.5, 7.25, 3.14, -1e-7, 1e21, 1.5e300];
const exact = [
  ...'9007199254740993 9007199254740992 -9007199254740993 -9007199254740992'.split(' '),
  ...'12345678901234567890 12345678901234567891 1986934512780812301'.split(' '),
  ...'1986934512780812302 1e400 1E5 0.1000000000000000055 1.50 10.0 -0'.split(' '),
  '99999999999999999999999999999999999999999999999999',
].map((lexeme): JsonValue => ({ $n: lexeme }));
const links =
  'https://a.test/1 HTTP://a.test/p.JPG?w=1#x https://a.test/v.mp4 https://a.test/s.vtt https://a.test/?f=1.jpg self ftp://a.test/1.jpg https://a.test/1.jpgs'.split(
    ' ',
  );
const lists: JsonValue[] = [
  ...links.map((link): JsonValue => [link]),
  ['a, b', 'https://a.test/1.png'],
  [[], ['https://a.test/1.png']],
  [{ url: 'https://a.test/1.png' }, 7],
  [null, 'https://a.test/1', 'x'],
];
const nested: JsonValue[] = [
  [],
  {},
  ['a', 'B'],
  { a: 1, b: [true, null] },
  { $n: '1', more: 2 },
  ["'; --"],
];

/** What a column may hold; null and missing may always be among it. */
const pools: readonly (readonly JsonValue[])[] = [
  [],
  [true, false],
  [true],
  integers,
  [...integers, ...floats],
  [...integers, ...exact],
  exact,
  digits,
  dates,
  [...dates, ''],
  [...dates, 'Unknown', '2024-05-01t12:00:00z'],
  texts,
  [...texts, ...digits, ...dates],
  nested,
  [...links, ...lists],
  [...links, '', 'https://a.test/1 .jpg'],
  [...integers, ...digits, ''],
  [...dates, ...integers],
  [true, ...texts],
  [true, false, ...integers],
  [...integers, ...floats, ...exact, ...texts, ...digits, ...dates, ...nested, true, false],
];

export interface Case {
  rows: (JsonObject | undefined)[];
  /** Rows that are filled in before the others exist. */
  split: number;
  views: View[];
}

export const caseArbitrary: fc.Arbitrary<Case> = fc
  .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 5 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom(...pools)))),
  )
  .chain((columns) =>
    fc.record({
      rows: fc.array(fc.option(rowArbitrary(columns), { nil: undefined, freq: 20 }), {
        maxLength: 40,
      }),
      split: fc.nat(40),
      views: fc.array(viewArbitrary(columns), { minLength: 3, maxLength: 6 }),
    }),
  );

type Columns = readonly (readonly [string, readonly JsonValue[]])[];

function rowArbitrary(columns: Columns): fc.Arbitrary<JsonObject> {
  const members = columns.map(([name, pool]) =>
    fc
      .oneof(
        { weight: 6, arbitrary: pool.length === 0 ? fc.constant(null) : fc.constantFrom(...pool) },
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) => (value === undefined ? [] : [[name, value] as const])),
  );
  return fc.tuple(...members).map((parts): JsonObject => Object.fromEntries(parts.flat()));
}

const bounds = [
  ...'0 -1 7.25 1e3 1e400 -1e400 9007199254740992 9007199254740993 -9007199254740993'.split(' '),
  ...'12345678901234567890 1986934512780812301 1986934512780812302'.split(' '),
  '99999999999999999999999999999999999999999999999999',
];
const moments = '2024-05-01 2024-04-30 2024-02-29 2024-05-01T12:00:00Z 0001-01-01 9999-12-31'.split(
  ' ',
);

function viewArbitrary(columns: Columns): fc.Arbitrary<View> {
  const field = fc.constantFrom(...columns.map(([name]) => name), 'nobody has it');
  const others = ['3.140', '[]', '["a","B"]', 'false', '1E5'];
  const spelt = [...texts, ...digits, ...dates, ...bounds, ...others];
  const value = fc.constantFrom(...spelt);
  const part = fc.constantFrom(
    ...spelt.filter((text) => text !== ''),
    ...'t Z e σ i istanbul ISTAN İs 00'.split(' '),
  );
  const bound = fc.option(fc.constantFrom(...bounds));
  const day = fc.option(fc.constantFrom(...moments));
  const zone = fc.constantFrom('UTC', ...zones);
  const filter: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({ kind: fc.constant('contains' as const), field, text: part }),
    fc.record({
      kind: fc.constant('hasWord' as const),
      field,
      word: fc.constantFrom(...'e é E istanbul ISTANBUL σ z true 5 2026 caf\u00e9 t'.split(' ')),
    }),
    fc.record({ kind: fc.constantFrom('is' as const, 'isNot' as const), field, value }),
    fc.record({ kind: fc.constantFrom('isEmpty' as const, 'isNotEmpty' as const), field }),
    fc.record({ kind: fc.constant('differs' as const), field, from: field }),
    fc.record({
      kind: fc.constant('names' as const),
      field,
      orIn: fc.array(field, { maxLength: 1 }),
      nodes: fc.array(part, { minLength: 1, maxLength: 2 }),
      as: fc.constantFrom('exact' as const, 'username' as const, 'hashtag' as const),
    }),
    fc.record({
      kind: fc.constant('hasMedia' as const),
      field,
      orIn: fc.array(field, { maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('number' as const), field, min: bound, max: bound }),
    fc.record({ kind: fc.constant('date' as const), field, from: day, to: day, timeZone: zone }),
    fc.record({
      kind: fc.constant('oneOf' as const),
      field,
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    }),
  );
  const ofRows = {
    filters: fc.array(filter, { maxLength: 2 }),
    search: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: part }),
    hideDuplicatesBy: fc.option(field, { freq: 3 }),
  };
  const sample = fc.record({
    size: fc.integer({ min: 1, max: 12 }),
    by: fc.option(field),
    seed: fc.integer({ min: 0, max: 999_999_999 }),
    rows: fc.nat(45),
    ...ofRows,
  });
  return fc.record(
    {
      ...ofRows,
      sort: fc.array(
        fc.record({
          field,
          direction: fc.constantFrom('ascending' as const, 'descending' as const),
        }),
        { maxLength: 3 },
      ),
      sample,
    },
    { requiredKeys: ['filters', 'search', 'hideDuplicatesBy', 'sort'] },
  );
}
