/** Files of text from the wild: lines with separators, JSON, and what only calls itself so. */
import { gzipSync } from 'node:zlib';
import { testWild } from '#test/support/wild-files.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

testWild([
  {
    file: 'plain.csv',
    content: 'id,text,likes\n1,sea,3\n2,"a, b",4\n',
    rows: [
      { id: '1', text: 'sea', likes: 3 },
      { id: '2', text: 'a, b', likes: 4 },
    ],
  },
  {
    file: 'excel-unicode.txt',
    content: utf16('id\ttext\r\n17\tÉté 🌊\r\n18\t\r\n'),
    rows: [{ id: '17', text: 'Été 🌊' }, { id: '18' }],
  },
  {
    file: 'german.csv',
    content: latin('Name;Wert;Anzahl\r\nKöln;1234,5;2\r\nMünchen;0,25;10\r\n'),
    rows: [
      { Name: 'Köln', Wert: 1234.5, Anzahl: 2 },
      { Name: 'München', Wert: 0.25, Anzahl: 10 },
    ],
    told: ['Windows-1252', 'decimal commas'],
  },
  {
    file: 'thousands.csv',
    content: 'place;people\nA;1,234\nB;56,789\n',
    rows: [
      { place: 'A', people: '1,234' },
      { place: 'B', people: '56,789' },
    ],
    told: ['whether 1,234 in “people” has decimals or thousands'],
  },
  {
    file: 'german-fields.csv',
    content:
      'id;text;authorUsername;likeCount;viewCount;createdAt\n7;1,5;ada;1.234;12;31.12.2025\n8;2,5;ben;900;7;01.01.2026\n',
    rows: [
      {
        id: '7',
        text: '1,5',
        authorUsername: 'ada',
        likeCount: '1.234',
        viewCount: 12,
        createdAt: '2025-12-31',
      },
      {
        id: '8',
        text: '2,5',
        authorUsername: 'ben',
        likeCount: '900',
        viewCount: 7,
        createdAt: '2026-01-01',
      },
    ],
    // Texts decide nothing about numbers.
    told: ['whether 1.234 in “likeCount”', '31.12.2025 is read as 2025-12-31'],
    resource: /^microblog\.post$/,
  },
  {
    file: 'rounded.csv',
    content: 'tweet_id,text\n1.98E+18,a\n1.97E+18,b\n',
    rows: [
      { tweet_id: '1.98E+18', text: 'a' },
      { tweet_id: '1.97E+18', text: 'b' },
    ],
    told: [/2 numbers in “tweet_id” like 1\.98E\+18 \(line 2 is the first\).*can’t be restored/],
  },
  {
    file: 'zeros.csv',
    content: 'key,n\n1234567890123450000,1\n1234567890123460000,2\n1234567890123470000,3\n',
    rows: [{ key: '1234567890123450000', n: 1 }],
    count: 3,
    told: ['end in zeros'],
  },
  {
    file: 'long-ids.csv',
    content: 'a,b\n1234567890123456789,0070\n1234567890123456788,0071\n',
    rows: [{ a: '1234567890123456789', b: '0070' }],
    count: 2,
  },
  {
    file: 'line-breaks.csv',
    content: 'id,text\r\n1,"two\r\nlines"\r\n2,"a\nb"\r\n',
    rows: [
      { id: '1', text: 'two\r\nlines' },
      { id: '2', text: 'a\nb' },
    ],
  },
  {
    file: 'names-repeat.csv',
    content: 'id,text,text,\n1,a,b,c\n',
    rows: [{ id: '1', text: 'a', text_2: 'b', column_4: 'c' }],
    told: ['2 columns with a repeated or missing name'],
  },
  {
    file: 'header-repeats.csv',
    content: 'id,text\n1,a\nid,text\n2,b\n',
    rows: [
      { id: '1', text: 'a' },
      { id: '2', text: 'b' },
    ],
    told: ['repeated in 1 line (line 3)'],
  },
  {
    file: 'joined.csv',
    content: '\uFEFF"id","text"\n"1","a"\n\uFEFF"id","text"\n"2","b, c"\n',
    rows: [
      { id: '1', text: 'a' },
      { id: '2', text: 'b, c' },
    ],
    told: ['repeated in 1 line (line 3)'],
  },
  {
    file: 'ragged.csv',
    content: 'id,text,lang\n1,a\n2,b,en,more\n3,c,de\n',
    rows: [
      { id: '1', text: 'a' },
      { id: '2', text: 'b', lang: 'en', column_4: 'more' },
      { id: '3', text: 'c', lang: 'de' },
    ],
    told: [/1 row has fewer cells.*\(line 2\)/, /1 row has more cells.*\(line 3\)/],
  },
  {
    file: 'nul.csv',
    content: 'id,text\n1,a\0b\n2,c\n3,d\n4,e\n',
    rows: [{ id: '1', text: 'a�b' }],
    count: 4,
    told: ['1 character isn’t valid'],
  },
  {
    file: 'torn-utf8.csv',
    content: Buffer.concat([
      Buffer.from('id,text\n1,é'),
      Buffer.from([0xc3]),
      Buffer.from('\n2,ü\n'),
    ]),
    rows: [
      { id: '1', text: 'é�' },
      { id: '2', text: 'ü' },
    ],
    told: ['1 character isn’t valid'],
  },
  {
    file: 'titles.csv',
    content: 'Report of the week,,\nMade on Monday,,\nid,text,likes\n1,a,5\n2,b,6\n',
    rows: [{ id: '1', text: 'a', likes: 5 }],
    count: 2,
    told: ['“Report of the week”', '“Made on Monday”'],
  },
  {
    file: 'no-names.csv',
    content: '1,2026-11-01,5\n2,2026-11-02,6\n3,2026-11-03,7\n',
    rows: [{ column_1: 1, column_2: '2026-11-01', column_3: 5 }],
    count: 3,
    told: ['doesn’t name the columns'],
  },
  {
    file: 'sep.csv',
    content: 'sep=|\nid|text\n1|a;b\n',
    rows: [{ id: '1', text: 'a;b' }],
  },
  {
    file: 'old-mac.csv',
    content: 'id,text\r1,a\r2,b\r',
    rows: [
      { id: '1', text: 'a' },
      { id: '2', text: 'b' },
    ],
  },
  {
    file: 'dos-end.csv',
    content: 'id,text\r\n1,a\r\n\u001A',
    rows: [{ id: '1', text: 'a' }],
  },
  {
    file: 'empty-end.csv',
    content: 'id;text\r\n1;a\r\n;\r\n;\r\n',
    rows: [{ id: '1', text: 'a' }],
    told: ['2 empty lines'],
  },
  {
    file: 'empty-between.csv',
    content: `id,text\n1,a\n${',\n'.repeat(2)}2,b\n`,
    rows: [{ id: '1', text: 'a' }, {}, {}, { id: '2', text: 'b' }],
  },
  {
    file: 'short-lines.csv',
    content: `n\n${'1\n'.repeat(150_000)}`,
    rows: [{ n: 1 }],
    count: 150_000,
  },
  {
    file: 'formulas.csv',
    content: 'id,text,key\n1,=cmd|x,"=""0123"""\n2,-5 below,"=""0456"""\n',
    rows: [
      { id: '1', text: '=cmd|x', key: '0123' },
      { id: '2', text: '-5 below', key: '0456' },
    ],
    told: ['2 texts written as a formula'],
  },
  {
    file: 'apostrophes.csv',
    content: 'id,text\n1,\'=1\n2,"=1"\n3,\'tis\n',
    rows: [
      { id: '1', text: "'=1" },
      { id: '2', text: '=1' },
      { id: '3', text: "'tis" },
    ],
  },
  {
    file: 'other-columns.csv',
    content: 'id,text,lang,a,b,c,d,e\n1,x,en,1,2,3,4,5\n',
    rows: [{ id: '1', text: 'x', lang: 'en', a: 1, b: 2, c: 3, d: 4, e: 5 }],
    resource: /^file\./,
  },
  {
    file: 'labels.csv',
    content: 'Post ID,Text,Author,Likes,Posted (UTC)\n0042,x,ada,5,2026-11-22\n',
    rows: [{ id: '0042', text: 'x', authorUsername: 'ada', likeCount: 5, createdAt: '2026-11-22' }],
    resource: /^microblog\.post$/,
  },
  {
    file: 'proto.csv',
    content: '__proto__,constructor,id\na,b,1\n',
    rows: [JSON.parse('{"__proto__":"a","constructor":"b","id":"1"}') as Record<string, unknown>],
  },
  {
    file: 'r.csv',
    content: '"id","text"\n"1",7,"a \\"quoted\\" word"\n"2",8,"b"\n',
    rows: [{ column_1: 1, id: '7', text: 'a "quoted" word' }],
    count: 2,
    told: ['got a number'],
  },
  {
    file: '4cat.csv',
    content:
      'id,thread_id,timestamp,author,body,unix_timestamp\n101,99,2024-03-01 10:00:00,ada,"Hi\n>>99",1709287200\n',
    rows: [
      {
        id: '101',
        thread_id: '99',
        timestamp: '2024-03-01 10:00:00',
        author: 'ada',
        body: 'Hi\n>>99',
        unix_timestamp: 1709287200,
      },
    ],
  },
  {
    file: '4cat.ndjson',
    content: '{"id":"7","body":"x","likes":12345678901234567890}\n{"id":"8","likes":1.50}\n',
    rows: [
      { id: '7', body: 'x', likes: { $n: '12345678901234567890' } },
      { id: '8', likes: { $n: '1.50' } },
    ],
  },
  {
    file: 'zeeschuimer.ndjson',
    content:
      '{"nav_index":"1","item_id":"5","data":{"id":"5","desc":"sea"}}\n{"nav_index":"2","item_id":"6","data":{"id":"6"}}\n',
    rows: [{ nav_index: '1', item_id: '5', data: { id: '5', desc: 'sea' } }],
    count: 2,
  },
  {
    file: 'twarc.jsonl',
    content:
      '{"data":[{"id":"1","text":"a"},{"id":"2","text":"b"}],"includes":{"users":[{"id":"9"}]},"meta":{"result_count":2}}\n{"data":[{"id":"3","text":"c"}],"meta":{"result_count":1}}\n',
    rows: [
      { id: '1', text: 'a' },
      { id: '2', text: 'b' },
      { id: '3', text: 'c' },
    ],
    told: ['Each line is a whole answer. Its list “data”'],
  },
  {
    file: 'later-list.jsonl',
    content:
      '{"key":"1"}\n{"key":"2","results":[{"option":"yes"},{"option":"no"}]}\n{"key":"3"}\n{"key":"4","data":[{"a":1}]}\n',
    rows: [
      { key: '1' },
      { key: '2', results: [{ option: 'yes' }, { option: 'no' }] },
      { key: '3' },
      { key: '4', data: [{ a: 1 }] },
    ],
  },
  {
    file: 'first-list.jsonl',
    content: '{"id":"1","results":[{"option":"yes"}]}\n{"id":"2"}\n',
    rows: [{ id: '1', results: [{ option: 'yes' }] }, { id: '2' }],
  },
  {
    file: 'empty-answer.jsonl',
    content: '{"data":[{"id":"1"}],"meta":{}}\n{"errors":[{"title":"x"}]}\n{"data":[{"id":"2"}]}\n',
    rows: [{ id: '1' }, { id: '2' }],
    told: [
      'Each line is a whole answer. Its list “data”',
      '1 line without that list is left out (line 2)',
    ],
  },
  {
    file: 'several.json',
    content: '[\n{"id":1}\n]\n[\n{"id":2}\n]\n',
    why: /more than one/,
  },
  {
    file: 'several-objects.json',
    content: '{\n"data":[{"id":1}]\n}\n{\n"data":[{"id":2}]\n}\n',
    why: /more than one/,
  },
  {
    file: 'twarc.jsonl.gz',
    content: gzipSync('{"id":"1","text":"a"}\n{"id":"2"}\n'),
    rows: [{ id: '1', text: 'a' }, { id: '2' }],
  },
  {
    file: 'facepager.csv',
    content:
      '"path";"id";"parent_id";"object_id";"object_type";"message"\n"/1";"1";"0";"42";"data";"Line one\nLine ""two"""\n"/2";"2";"1";"43";"data";""\n',
    rows: [
      {
        path: '/1',
        id: '1',
        parent_id: '0',
        object_id: '42',
        object_type: 'data',
        message: 'Line one\nLine "two"',
      },
      { path: '/2', id: '2', parent_id: '1', object_id: '43', object_type: 'data', message: '' },
    ],
  },
  {
    file: 'cut-off.jsonl',
    content: '{"id":"1"}\n{"id":"2"}\n{"id":"3","te',
    rows: [{ id: '1' }, { id: '2' }],
    told: ['cut off in line 3'],
  },
  {
    file: 'bad-line.jsonl',
    content: '{"id":"1"}\n{"id":2,}\n{"id":"3"}\n',
    why: /^Line 2 isn’t valid JSON/,
  },
  {
    file: 'list.json',
    content: '[\n  {"id": 1, "tags": ["a]", "{"]},\n  {"id": 2}\n]',
    rows: [{ id: 1, tags: ['a]', '{'] }, { id: 2 }],
  },
  {
    file: 'answer.json',
    content:
      '{\n "query": {"q": "sea"}, "tags": ["x"], "posts": [{"id": "1"}, {"id": "2"}], "more": [{"id": "no"}]\n}',
    rows: [{ id: '1' }, { id: '2' }],
    told: ['the list “posts”'],
  },
  {
    file: 'one.json',
    content: '{"id":"1","tags":["a"],\n"media":[]}',
    rows: [{ id: '1', tags: ['a'], media: [] }],
  },
  { file: 'bad.json', content: '[{"id":1},\n{"id":}]', why: /^Line 2 isn’t valid JSON/ },
  { file: 'utf16.json', content: utf16('[{"id":"ü"}]'), rows: [{ id: 'ü' }] },
  {
    file: 'page.csv',
    content: '<!DOCTYPE html><html><body>Sign in</body></html>',
    why: /web page/,
  },
  { file: 'paper.pdf', content: '%PDF-1.7 …', why: /PDF/ },
  {
    file: 'picture.csv',
    content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    why: /isn’t a table/,
  },
  { file: 'empty.csv', content: '', why: /is empty/ },
  { file: 'names-only.csv', content: 'id,text\n', why: /no rows/ },
  {
    file: 'open-quote.csv',
    content: 'id,text\n1,"never\n2,b\n',
    why: /line 2 or just below is opened and never closed/,
  },
  {
    file: 'wide.csv',
    content: `${Array.from({ length: 20_000 }, (_, n) => `c${n}`).join()}\n${','.repeat(19_999)}\n`,
    why: /^Line 1 has more than 5,000 cells/,
  },
]);
