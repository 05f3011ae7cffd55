/**
 * Files as spreadsheets, R, pandas, editors and this program write them: each with what must be read, typed
 * out by hand, so that nothing is lost and no piece of a text passes as an input.
 */
import { expect, it } from 'vitest';
import { tableOfFile, tableOfText, type ReadAs } from '#main/core/lists/read-table.ts';

/** Encoders of this test’s own: the program’s decoders are what is tested. */
const encoders = {
  utf8: (text: string) => Buffer.from(text),
  utf16le: (text: string) => Buffer.from(text, 'utf16le'),
  utf16be: (text: string) => Buffer.from(text, 'utf16le').swap16(),
  utf32le: (text: string) =>
    Buffer.concat(
      Array.from(text, (one) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(one.codePointAt(0) ?? 0);
        return bytes;
      }),
    ),
  utf32be: (text: string) => encoders.utf32le(text).swap32(),
};
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const join = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

interface Read {
  /** Of the column named here, or the first. */
  values: string[];
  column?: number;
  /** Cells of the first line, if it is a header. */
  header?: string[];
  separator?: string;
  encoding?: string;
  /** A word by which a wrong encoding is seen; undefined if it is certain. */
  guess?: string;
  /** Lines in the file of the values. */
  at?: number[];
  titleLines?: number;
  unreadable?: number;
  /** Lines with another number of cells than the others. */
  odd?: number[];
  as?: ReadAs;
}

const accounts = ['mira', 'lev', 'kei'];
const posts =
  'id,username,text\r\n1,mira,"First line\r\nlev\r\n\r\nkei; last"\r\n2,lev,"Said ""no"", twice"\r\n3,kei,Plain\r\n';
const osei = { values: accounts, header: ['username', 'name'] };
const named = 'username;name\nmira;Oséi\nlev;Ädler\nkei;Ünal\n';

const files: [what: string, bytes: string | Buffer, read: Read][] = [
  // Line ends
  [
    'header CRLF, rows LF',
    'username\r\nmira\nlev\nkei\n',
    { values: accounts, header: ['username'] },
  ],
  [
    'rows CRLF, header LF',
    'username\nmira\r\nlev\r\nkei\r\n',
    { values: accounts, header: ['username'] },
  ],
  [
    'header CRLF, rows LF, cells',
    'username,n\r\nmira,1\nlev,2\nkei,3\n',
    { values: accounts, header: ['username', 'n'] },
  ],
  [
    'header CR, rows LF',
    'username,n\rmira,1\nlev,2\nkei,3',
    { values: accounts, header: ['username', 'n'] },
  ],
  ['CR alone', 'mira\rlev\rkei\r', { values: accounts, at: [1, 2, 3] }],
  ['all three kinds', 'mira\r\nlev\rkei\n', { values: accounts, at: [1, 2, 3] }],
  ['CR CR LF, as converted twice', 'mira\r\r\nlev\r\r\nkei\r\r\n', { values: accounts }],
  [
    'no end of the last line, blank lines',
    '\n\nmira\n \nlev\n\n\nkei',
    { values: accounts, at: [3, 5, 8] },
  ],
  ['the end of a DOS text', 'mira\r\nlev\r\nkei\r\n\u001A', { values: accounts }],
  // Quoted texts with line breaks
  [
    'this program’s CSV of posts',
    posts,
    { values: accounts, column: 1, header: ['id', 'username', 'text'], at: [2, 6, 7] },
  ],
  [
    'the same with LF',
    posts.replaceAll('\r\n', '\n'),
    { values: accounts, column: 1, at: [2, 6, 7], header: ['id', 'username', 'text'] },
  ],
  [
    'the same with semicolons',
    posts.replaceAll(',', ';').replace('kei; last', 'kei, last'),
    { values: accounts, column: 1, header: ['id', 'username', 'text'], separator: ';' },
  ],
  [
    'text before the account',
    'text,username\n"a\nb\nc",mira\n"d, e\nf",lev\n"g",kei\n',
    { values: accounts, column: 1, header: ['text', 'username'], at: [2, 5, 7] },
  ],
  [
    'more breaks than lines',
    `username,text\nmira,"${'x\n'.repeat(300)}"\nlev,"${'a,b\n'.repeat(300)}"\nkei,\n`,
    { values: accounts, header: ['username', 'text'] },
  ],
  [
    'one column of texts with breaks',
    '"sea\nlevel"\nflood\n"storm\nsurge"\n',
    { values: ['sea\nlevel', 'flood', 'storm\nsurge'], at: [1, 3, 4], separator: '' },
  ],
  [
    'a column name above quoted texts with breaks',
    'query\n"sea\nlevel"\nflood\n',
    { values: ['sea\nlevel', 'flood'], header: ['query'] },
  ],
  [
    'separators inside of quotes only',
    '"a;b;c"\n"d,e"\nf\n',
    { values: ['a;b;c', 'd,e', 'f'], separator: '' },
  ],
  [
    'a separator in more cells than the true one',
    'username,place\nmira,"Bonn; DE; EU"\nlev,"Ulm; DE; EU"\nkei,"Rom; IT; EU"\n',
    { values: accounts, header: ['username', 'place'], separator: ',' },
  ],
  [
    'blanks around quotes',
    '"username" , "place"\n"mira" , "Bonn, DE"\n"lev" , "Ulm, DE"\n"kei" , "Rom, IT"\n',
    { values: accounts, header: ['username', 'place'] },
  ],
  [
    'marks within a text',
    'username,text\nmira,5" screen\nlev,the "new" one\nkei,x\n',
    { values: accounts, header: ['username', 'text'] },
  ],
  [
    'R: marks with a backslash',
    '"username","text"\n"mira","a \\"b\\", c"\n"lev","d"\n"kei",""\n',
    { values: ['a "b", c', 'd', ''], column: 1, header: ['username', 'text'] },
  ],
  [
    'a phrase and more',
    'query,n\n"sea level" OR storm,1\n"flood",2\n',
    { values: ['"sea level" OR storm', 'flood'], header: ['query', 'n'] },
  ],
  // What programs put around a table
  [
    'sep=;',
    'sep=;\r\nusername;name\r\nmira;O,sei\r\nlev;A,dler\r\nkei;Ü,nal\r\n',
    { ...osei, separator: ';', at: [3, 4, 5] },
  ],
  [
    '"sep=|" in quotes',
    '"sep=|"\nusername|name\nmira|a\nlev|b\nkei|c\n',
    { ...osei, separator: '|' },
  ],
  [
    'sep= another character',
    'sep=^\nusername^name\nmira^a\nlev^b\nkei^c\n',
    { ...osei, separator: '^' },
  ],
  [
    'SEP=, and one column',
    'SEP=,\nusername\nmira\nlev\nkei\n',
    { values: accounts, header: ['username'], separator: ',' },
  ],
  [
    'a title above the names',
    `Our accounts\n${named}`,
    { ...osei, titleLines: 1, separator: ';', at: [3, 4, 5] },
  ],
  [
    'titles and a blank line',
    `Our accounts\n2026-11-22\n\n${named}`,
    { ...osei, titleLines: 2, at: [5, 6, 7] },
  ],
  [
    'a title with the separators of its row',
    'Our accounts,,\nusername,name,n\nmira,a,1\nlev,b,2\nkei,c,3\n',
    { values: accounts, header: ['username', 'name', 'n'], titleLines: 1 },
  ],
  [
    'a title with a separator',
    'Accounts, November 2026\n\nusername,name,n\nmira,a,1\nlev,b,2\nkei,c,3\n',
    { values: accounts, header: ['username', 'name', 'n'], titleLines: 1, separator: ',' },
  ],
  [
    'titles of two cells',
    'Project;Sea\nDate;2026-11-22\n\nusername;name;n\nmira;a;1\nlev;b;2\nkei;c;3\n',
    { values: accounts, header: ['username', 'name', 'n'], titleLines: 2, separator: ';' },
  ],
  [
    'a title above names that may be inputs',
    'Our accounts\nhandle;city\nmira;Bonn\nlev;Ulm\nkei;Rom\n',
    { values: accounts, header: ['handle', 'city'], titleLines: 1 },
  ],
  [
    'titles of two cells above such names',
    'Project;Sea\nOf;November\nhandle;city;country\nmira;Bonn;DE\nlev;Ulm;DE\nkei;Rom;IT\n',
    { values: accounts, header: ['handle', 'city', 'country'], titleLines: 2 },
  ],
  [
    'a title with as many cells as the table',
    'Project,Sea level,2026\nusername,name,city\nmira,Mira O,Bonn\nlev,Lev A,Ulm\nkei,Kei T,Rom\n',
    { values: accounts, header: ['username', 'name', 'city'], titleLines: 1, at: [3, 4, 5] },
  ],
  [
    'such a title of words that may be names',
    `Accounts;November\n\n${named}`,
    { ...osei, titleLines: 1, at: [4, 5, 6] },
  ],
  [
    'such a title, one word in all cells',
    'Accounts,Accounts\nusername,followers\nmira,1\nlev,2\nkei,3\n',
    { values: accounts, header: ['username', 'followers'], titleLines: 1 },
  ],
  [
    'two such titles',
    'Export,of,posts\nby,me,today\nid,username,text\n1,mira,x\n2,lev,y\n3,kei,z\n',
    { values: accounts, column: 1, header: ['id', 'username', 'text'], titleLines: 2 },
  ],
  [
    'a title above one column',
    'Our accounts\n\nusername\nmira\nlev\nkei\n',
    { values: accounts, header: ['username'], titleLines: 1 },
  ],
  [
    'no title: an input that could be a name',
    'query,country\nflood,France\nusername,Italy\n',
    { values: ['flood', 'username'], header: ['query', 'country'] },
  ],
  [
    'no title: searches for such words',
    'flood\nname\nposts\n',
    { values: ['flood', 'name', 'posts'], titleLines: 0 },
  ],
  [
    'a column name twice',
    'username,text,text\nmira,a,b\nlev,c,d\nkei,e,f\n',
    { values: accounts, header: ['username', 'text', 'text'] },
  ],
  [
    'columns without names',
    'username,,n,\nmira,a,1,x\nlev,b,2,y\nkei,c,3,z\n',
    { values: accounts, header: ['username', '', 'n', ''] },
  ],
  [
    'a number sign above row numbers',
    '#,username\n1,mira\n2,lev\n3,kei\n',
    { values: accounts, column: 1, header: ['#', 'username'] },
  ],
  [
    'the questions of a survey',
    `username,${'How often do you post? '.repeat(4)}\nmira,a\nlev,b\nkei,c\n`,
    { values: accounts, header: ['username', 'How often do you post? '.repeat(4).trim()] },
  ],
  [
    'IDs as formulas, for Excel',
    'name,id\na,="1986934512780812300"\nb,"=""0012"""\nc,=B2\n',
    { values: ['1986934512780812300', '0012', '=B2'], column: 1, header: ['name', 'id'] },
  ],
  [
    'no title: an account without a name',
    'mira;\nlev;Adler\nkei;Unal\n',
    { values: accounts, titleLines: 0 },
  ],
  [
    'a separator at the end of rows only',
    'username,n\nmira,1,\nlev,2,\nkei,3,\n',
    { values: accounts, header: ['username', 'n'] },
  ],
  [
    'two separators at the end of rows only',
    'username,n\nmira,1,,\nlev,2,,\nkei,3,,\n',
    { values: accounts, header: ['username', 'n'], separator: ',' },
  ],
  [
    'a separator at the end of some rows',
    'username,n\nmira,1,\nlev,2\nkei,3,\n',
    { values: accounts, header: ['username', 'n'], separator: ',' },
  ],
  [
    'separators at the end of one column',
    'mira;;\nlev;;\nkei;;\n',
    { values: accounts, separator: ';' },
  ],
  [
    'a separator at the end of the header only',
    'username,n,\nmira,1\nlev,2\nkei,3\n',
    { values: accounts, header: ['username', 'n'] },
  ],
  [
    'a separator at the end of all lines',
    'username;n;\nmira;1;\nlev;2;\nkei;3;\n',
    { values: accounts, header: ['username', 'n'] },
  ],
  [
    'R: row numbers without a name',
    '"username","n"\n"1","mira",1\n"2","lev",2\n"3","kei",3\n',
    { values: accounts, column: 1, header: ['', 'username', 'n'] },
  ],
  [
    'R: write.table by default',
    '"username" "text"\n"1" "mira" "sea level"\n"2" "lev" NA\n"3" "kei" "x"\n',
    { values: accounts, column: 1, header: ['', 'username', 'text'], separator: ' ' },
  ],
  [
    'R: row numbers, and a separator at the end',
    '"username","n"\n"1","mira",1,\n"2","lev",2,\n"3","kei",3,\n',
    { values: accounts, column: 1, header: ['', 'username', 'n'], separator: ',' },
  ],
  [
    'R: write.table without quotes',
    'username n\n1 mira 1\n2 lev 2\n3 kei 3\n',
    { values: accounts, column: 1, header: ['', 'username', 'n'], separator: ' ' },
  ],
  [
    'R: row numbers and tabs, without quotes',
    'username\tn\n1\tmira\t1\n2\tlev\t2\n3\tkei\t3\n',
    { values: accounts, column: 1, header: ['', 'username', 'n'], separator: '\t' },
  ],
  [
    'searches of words',
    'sea level\n1 degree\n2 degrees\n',
    { values: ['sea level', '1 degree', '2 degrees'], separator: '' },
  ],
  [
    'R: accounts as row names',
    '"followers","city"\n"mira",12,"Bonn"\n"lev",13,"Ulm"\n"kei",14,"Rom"\n',
    { values: accounts, header: ['', 'followers', 'city'] },
  ],
  [
    'pandas: an index',
    ',username,n\n0,mira,1\n1,lev,2\n2,kei,3\n',
    { values: accounts, column: 1, header: ['', 'username', 'n'] },
  ],
  [
    'one row is short, one is long',
    `username,n,x\n${'ann,1,a\n'.repeat(20)}fragment\nof,a,torn,text\n`,
    {
      values: Array.from({ length: 20 }, () => 'ann'),
      header: ['username', 'n', 'x'],
      odd: [22, 23],
    },
  ],
  [
    'commas as decimal points',
    'username;n\nmira;1,5\nlev;2,5\nkei;3,5\n',
    { values: accounts, header: ['username', 'n'], separator: ';' },
  ],
  [
    'searches, some with a comma',
    'flood\nParis, France\nRome, Italy\n',
    { values: ['flood', 'Paris, France', 'Rome, Italy'], separator: '' },
  ],
  ['tabs', 'username\tname\nmira\ta, b\nlev\tc, d\nkei\te, f\n', { ...osei, separator: '\t' }],
  // Encodings
  ['UTF-8 with a mark', join(hex('ef bb bf'), named), { ...osei, encoding: 'utf-8' }],
  [
    'UTF-16 LE with a mark',
    join(hex('ff fe'), encoders.utf16le(named)),
    { ...osei, encoding: 'utf-16le' },
  ],
  [
    'UTF-16 BE with a mark',
    join(hex('fe ff'), encoders.utf16be(named)),
    { ...osei, encoding: 'utf-16be' },
  ],
  ['UTF-16 LE without one', encoders.utf16le(named), { ...osei, encoding: 'utf-16le' }],
  ['UTF-16 BE without one', encoders.utf16be(named), { ...osei, encoding: 'utf-16be' }],
  [
    'UTF-16 LE without one, cut within a character',
    join(encoders.utf16le('mira\nlev\n'), hex('6b')),
    { values: ['mira', 'lev', '\uFFFD'], encoding: 'utf-16le', unreadable: 1 },
  ],
  [
    'UTF-16 LE without one, Japanese',
    encoders.utf16le('一　一\n海面\n'),
    { values: ['一　一', '海面'], encoding: 'utf-16le' },
  ],
  [
    'UTF-16 BE without one, Japanese',
    encoders.utf16be('一　一\n海面\n'),
    { values: ['一　一', '海面'], encoding: 'utf-16be' },
  ],
  [
    'UTF-32 LE with a mark',
    join(hex('ff fe 00 00'), encoders.utf32le(named)),
    { ...osei, encoding: 'utf-32le' },
  ],
  [
    'UTF-32 BE with a mark',
    join(hex('00 00 fe ff'), encoders.utf32be(named)),
    { ...osei, encoding: 'utf-32be' },
  ],
  [
    'UTF-32 LE without one',
    encoders.utf32le('🦊\nmira\n'),
    { values: ['🦊', 'mira'], encoding: 'utf-32le' },
  ],
  [
    'UTF-32 BE without one',
    encoders.utf32be('🦊\nmira\n'),
    { values: ['🦊', 'mira'], encoding: 'utf-32be' },
  ],
  // «наводнение» and «шторм», typed as bytes.
  [
    'Windows-1251',
    hex('ed e0 e2 ee e4 ed e5 ed e8 e5 0d 0a f8 f2 ee f0 ec 0d 0a'),
    { values: ['наводнение', 'шторм'], encoding: 'windows-1251', guess: 'наводнение' },
  ],
  [
    'Windows-1251, chosen',
    hex('f8 f2 ee f0 ec 20 c0 0d 0a 41 42 0d 0a'),
    { values: ['шторм А', 'AB'], as: { encoding: 'windows-1251' }, encoding: 'windows-1251' },
  ],
  // 「あめ」「カモメ」「海」
  [
    'Shift_JIS',
    hex('82 a0 82 df 0d 0a 83 4a 83 82 83 81 0d 0a 8a 43 0d 0a'),
    { values: ['あめ', 'カモメ', '海'], encoding: 'shift_jis', guess: 'あめ' },
  ],
  [
    'Shift_JIS, chosen',
    hex('8a 43 0a 61 0a'),
    { values: ['海', 'a'], as: { encoding: 'shift_jis' }, encoding: 'shift_jis' },
  ],
  [
    'Windows-1252',
    hex('4b f8 6c 6e 20 97 20 80 0a e7 65 6c 69 6b 0a'),
    { values: ['Køln — €', 'çelik'], encoding: 'windows-1252', guess: 'Køln' },
  ],
  // 海平面 / 洪水, 해수면 / 홍수, Łódź / żółw: unmarked, these look like Cyrillic and like Western words.
  [
    'GBK, unmarked',
    hex('71 0a ba a3 c6 bd c3 e6 0a'),
    { values: ['q', 'º£Æ½Ãæ'], guess: 'º£Æ½Ãæ' },
  ],
  [
    'EUC-KR, unmarked',
    hex('71 0a c7 d8 bc f6 b8 e9 0a'),
    { values: ['q', 'ЗШјцёй'], guess: 'ЗШјцёй' },
  ],
  ['Windows-1250, unmarked', hex('71 0a a3 f3 64 9f 0a'), { values: ['q', '£ódŸ'], guess: '£ódŸ' }],
  [
    'GBK, chosen',
    hex('ba a3 c6 bd c3 e6 0a ba e9 cb ae 0a'),
    { values: ['海平面', '洪水'], as: { encoding: 'gb18030' }, encoding: 'gb18030' },
  ],
  [
    'EUC-KR, chosen',
    hex('c7 d8 bc f6 b8 e9 0a c8 ab bc f6 0a'),
    { values: ['해수면', '홍수'], as: { encoding: 'euc-kr' }, encoding: 'euc-kr' },
  ],
  [
    'Windows-1250, chosen',
    hex('a3 f3 64 9f 0a bf f3 b3 77 0a'),
    { values: ['Łódź', 'żółw'], as: { encoding: 'windows-1250' }, encoding: 'windows-1250' },
  ],
  [
    'KOI8-R, chosen',
    hex('db d4 cf d2 cd 0a'),
    { values: ['шторм'], as: { encoding: 'koi8-r' }, encoding: 'koi8-r' },
  ],
  [
    'UTF-8 with a stray byte',
    join('çelik\nmïra\nb', hex('e9'), 'b\nשלום\n'),
    { values: ['çelik', 'mïra', 'b\uFFFDb', 'שלום'], encoding: 'utf-8', unreadable: 1 },
  ],
  [
    'a stray byte among ASCII',
    join('username\nmira\nM', hex('fc'), 'ller\n'),
    {
      values: ['mira', 'Müller'],
      header: ['username'],
      encoding: 'windows-1252',
      guess: 'Müller',
    },
  ],
  [
    'a stray NUL',
    join('mira\nlev', hex('00'), '\nkei\n'),
    { values: ['mira', 'lev\uFFFD', 'kei'], encoding: 'utf-8', unreadable: 1 },
  ],
  [
    'UTF-8 with a stray NUL',
    join('mïra\nl', hex('00'), 'ev\nkei çelik\n'),
    { values: ['mïra', 'l\uFFFDev', 'kei çelik'], encoding: 'utf-8', unreadable: 1 },
  ],
  [
    'UTF-16 LE without one, Cyrillic',
    encoders.utf16le('наводнение\nшторм\n'),
    { values: ['наводнение', 'шторм'], encoding: 'utf-16le' },
  ],
  [
    'UTF-8, cut within a character',
    join('çelik\nmïra\n', hex('e6 b5')),
    { values: ['çelik', 'mïra', '\uFFFD'], encoding: 'utf-8', unreadable: 1 },
  ],
  // Chosen separators
  [
    'a separator that was chosen',
    'mira,a;b\nlev,c;d\nkei,e;f\n',
    { values: accounts, as: { separator: ',' }, separator: ',' },
  ],
  [
    'none was chosen',
    'a,b\nc,d\n',
    { values: ['a,b', 'c,d'], as: { separator: '' }, separator: '' },
  ],
];

it.each(files)('%s', async (_what, bytes, expected) => {
  const {
    column = 0,
    values,
    header,
    separator,
    encoding,
    at,
    titleLines,
    odd = [],
    as,
  } = expected;
  const table = await tableOfFile(Buffer.from(bytes), as);
  const [head, body] = table.hasHeader
    ? [table.lines[0]?.cells, table.lines.slice(1)]
    : [undefined, table.lines];
  const whole = body.filter(({ cells }) => cells.length === table.width);
  expect(whole.map(({ cells }) => cells[column])).toEqual(values);
  expect(head).toEqual(header);
  expect(body.filter((line) => !whole.includes(line)).map(({ line }) => line)).toEqual(odd);
  if (at !== undefined) expect(whole.map(({ line }) => line)).toEqual(at);
  expect(table).toMatchObject({
    titleLines: titleLines ?? 0,
    unreadable: expected.unreadable ?? 0,
    guess: expected.guess ?? null,
    ...(separator !== undefined && { separator }),
    ...(encoding !== undefined && { encoding }),
  });
});

it.each([
  ['a workbook', join('PK', hex('03 04 14 00 00 00 08 00'), Buffer.alloc(40))],
  ['a picture', join(hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d'), Buffer.alloc(40, 1))],
])('%s isn’t read as text', async (_what, bytes) => {
  await expect(tableOfFile(bytes)).rejects.toThrow('This isn’t a text file.');
});

it.each([
  ['Excel', 'mira\t"First line\nlev"\nkei\t"Said ""no"""\n', ['mira', 'kei'], 0],
  ['a sheet, CRLF', '12\tmira\t"a\nb"\r\n13\tkei\tx\r\n', ['mira', 'kei'], 1],
  ['one column', '"First line\nlev"\nkei', ['First line\nlev', 'kei'], 0],
])('cells pasted from %s keep their line breaks', async (_what, text, values, column) => {
  const { lines } = await tableOfText(text);
  expect(lines.map(({ cells }) => cells[column])).toEqual(values);
});

const megabytes = (piece: string, count = 5): string =>
  piece.repeat((count * 1024 * 1024) / piece.length);

it.each([
  ['separators', megabytes(','), /^Line 1 is too long/],
  ['separators below others', `a,b\nc,d\n${megabytes(',')}`, /^Line 3 has more than 1,000 cells/],
  ['cells in the third line', `a;b\nmira;1\n${'x;'.repeat(1001)}`, /^Line 3 has more than 1,000/],
  ['quotation marks', megabytes('"'), /^Line 1 is too long/],
  [
    'open quotation marks',
    `"${megabytes('a')}`,
    /mark in line 1 or just below is opened and never/,
  ],
  ['quotation marks and separators', megabytes('"",'), /^Line 1 is too long/],
  ['characters', megabytes('a'), /^Line 1 is too long: a cell can have 100,000 characters/],
  [
    'characters of a quoted cell',
    `username,n\nmira,"${'a'.repeat(100_001)}"`,
    /^Line 2 is too long/,
  ],
  ['cells of 90,000', `n,n\n1,2\n${`${'a'.repeat(90_000)},`.repeat(12)}`, /^Line 3 is too long/],
  ['an open mark in line 3', 'username,n\nmira,1\nlev,"2\nkei,3\n', /mark in line 3 or just below/],
])('one line with too many %s is refused, with its number', async (_what, text, why) => {
  const reading = tableOfFile(Buffer.from(text));
  await expect(reading).rejects.toThrow(why);
});
