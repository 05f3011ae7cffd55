/** Files from the wild in which rows are packed: Parquet, workbooks and archives. */
import { DateCell } from '#main/core/export/cells.ts';
import { parquet, sheet, workbook, zip } from '#test/support/open-files.ts';
import { testWild } from '#test/support/wild-files.ts';

const manyTexts = Array.from({ length: 5000 }, (_, n) => [String(n * 7919)]);
const emptyNames = Array.from({ length: 24 }, (_, n) => `empty${n}`);

testWild([
  {
    file: 'nested.parquet',
    content: parquet(
      `SELECT 9007199254740993::BIGINT AS id, [1, 2] AS list, {'a': 'x', 'b': [true]} AS o, 1.0::DOUBLE AS one, 'nan'::DOUBLE AS nan, TIMESTAMPTZ '2026-11-22 08:10:05+00' AS at, DATE '2026-11-22' AS day, NULL AS nothing`,
    ),
    rows: [
      {
        id: { $n: '9007199254740993' },
        list: [1, 2],
        o: { a: 'x', b: [true] },
        one: 1,
        at: '2026-11-22T08:10:05Z',
        day: '2026-11-22',
      },
    ],
    told: ['1 value that isn’t a number'],
  },
  {
    file: 'cut.parquet',
    content: Buffer.from('PAR1 and nothing more'),
    why: /Parquet file can’t be read/,
  },
  {
    file: 'bomb.parquet',
    content: parquet(`SELECT repeat('x', 400000) AS id FROM range(2500)`),
    why: /unpacks to far more/,
  },
  {
    file: 'late-column.xlsx',
    content: () =>
      workbook(
        sheet(
          'Data',
          ['id', 'text', ''],
          Array.from({ length: 40 }, (_, n) =>
            n === 0 ? ['a', 'sea', null] : ['b', 'hill', n === 35 ? 'a note' : null],
          ),
        ),
      ),
    rows: [
      { id: 'a', text: 'sea' },
      ...Array.from({ length: 34 }, () => ({ id: 'b', text: 'hill' })),
      { id: 'b', text: 'hill', column_3: 'a note' },
    ],
    count: 40,
    told: ['1 row has more cells than there are names (line 37)'],
  },
  {
    file: 'other-sheet.xlsx',
    content: () =>
      workbook(
        sheet('Survey', ['id', 'text'], [['a', 'sea']]),
        sheet('Survey 2', ['person', 'age'], [['b', 'old']]),
      ),
    table: 'Survey 2',
    rows: [{ person: 'b', age: 'old' }],
  },
  {
    file: 'merged-titles.xlsx',
    content: () =>
      workbook(
        sheet(
          'Report',
          ['Export of Monday', '', ''],
          [
            [null, null, null],
            ['id', 'text', 'likes'],
            ['0012', 'sea', 3],
            ['0013', 'b', 4],
          ],
        ),
      ),
    rows: [
      { id: '0012', text: 'sea', likes: 3 },
      { id: '0013', text: 'b', likes: 4 },
    ],
    told: ['“Export of Monday”'],
  },
  {
    file: 'two-sheets.xlsx',
    content: () =>
      workbook(
        sheet('First', ['id', 'n'], [['1', 1]]),
        sheet(
          'Second',
          ['id', 'at', 'yes'],
          [['2', new DateCell('x', Date.UTC(2026, 10, 22, 8, 10, 5)), true]],
        ),
      ),
    table: 'Second',
    rows: [{ id: '2', at: '2026-11-22T08:10:05', yes: true }],
  },
  {
    // So many that parts of the file meet within one.
    file: 'empty-texts.xlsx',
    content: () =>
      workbook(
        sheet(
          'S',
          ['id', ...emptyNames, 'note'],
          Array.from({ length: 5000 }, (_, n) => [
            String(n),
            ...emptyNames.map(() => ''),
            n % 2 === 0 ? null : 'x',
          ]),
        ),
      ),
    rows: Array.from({ length: 5000 }, (_, n) => ({
      id: String(n),
      ...Object.fromEntries(emptyNames.map((name) => [name, ''])),
      ...(n % 2 === 0 ? {} : { note: 'x' }),
    })),
    count: 5000,
  },
  {
    file: 'damaged.xlsx',
    content: async () => {
      const bytes = Buffer.from(await workbook(sheet('S', ['id'], manyTexts)));
      return bytes.fill(0xff, bytes.length / 4, bytes.length / 2);
    },
    why: /workbook can’t be read: it is damaged/,
  },
  {
    // From other writers: another name of the part, other spellings of an empty text.
    file: 'runs-of-text.xlsx',
    content: () =>
      zip({
        '[Content_Types].xml': '<Types/>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/Bob’s+sheet(1).xml" Type="' +
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/></Relationships>',
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        'xl/worksheets/Bob’s+sheet(1).xml':
          '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>text</t></is></c></row>' +
          '<row r="2"><c r="A2" t="inlineStr"><is><r><t/></r><r><t>sea</t></r></is></c></row>' +
          '<row r="3"><c r="A3" t="inlineStr"><is><t /></is></c></row>' +
          `<row r="4"><c r="A4" t="inlineStr"><is><t xml:space='preserve' ></t></is></c></row></sheetData></worksheet>`,
      }),
    rows: [{ text: 'sea' }, { text: '' }, { text: '' }],
  },
  {
    file: 'rounded.xlsx',
    content: () =>
      workbook(
        sheet(
          'S',
          ['post', 'n'],
          [
            [1.98e18, 1],
            [5, 2],
          ],
        ),
      ),
    rows: [
      { post: { $n: '1980000000000000000' }, n: 1 },
      { post: 5, n: 2 },
    ],
    told: ['last digits are lost'],
  },
  {
    file: 'archive.zip',
    content: () =>
      zip({
        'x/posts.csv': 'id,n\n1,2\n',
        'x/posts.csv.methods.json': '{}',
        '__MACOSX/._posts.csv': 'x',
      }),
    rows: [{ id: '1', n: 2 }],
  },
  {
    // What is called a workbook may be any archive.
    file: 'archive-in-archive.zip',
    content: async () => zip({ 'posts.xlsx': await zip({ 'posts.csv': 'id,n\n1,2\n' }) }),
    why: /another archive in this archive/,
  },
  {
    file: 'two.zip',
    content: () => zip({ 'a.csv': 'id,n\n1,2\n', 'b.jsonl': '{"id":"5"}\n{"id":"6"}\n' }),
    table: 'b.jsonl',
    rows: [{ id: '5' }, { id: '6' }],
  },
  {
    file: 'zip-bomb.zip',
    content: () => zip({ 'a.csv': Buffer.alloc(150 * 1024 ** 2, 'a') }),
    why: /far more than it could hold/,
  },
  {
    file: 'shared-bytes.zip',
    content: async () => {
      const bytes = Buffer.from(await zip({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' }));
      const directory = bytes.readUInt32LE(bytes.length - 22 + 16);
      const second = bytes.indexOf('PK\u0001\u0002', directory + 4);
      bytes.writeUInt32LE(0, second + 42);
      return bytes;
    },
    why: /damaged, or of a kind that can’t be read/,
  },
  {
    file: 'old.xls',
    content: Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
    why: /Excel’s old format/,
  },
]);
