/** The inputs of a command: which column of which file is asked, and that nothing else is. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '#test/support/serve.ts';
import {
  eachTestHasFolder,
  files,
  folder,
  recipe,
  run,
  service,
  steps,
  writeRecipe,
  written,
} from '#test/support/headless.ts';

eachTestHasFolder();

const inputsFile = (text: string | Buffer): string[] => {
  const path = join(folder, 'own.csv');
  writeFileSync(path, text);
  return ['--inputs', path];
};

it('0: the columns of a first line that --column names are a header', async () => {
  for (const [label, text, flags] of [
    ['words', 'politician,party\nanna,left\nbob,right\n', ['--column', 'politician']],
    ['one', 'politician\nanna\nbob\n', ['--column', 'politician']],
    // Composed by the shell, and decomposed by the program that wrote the file, with another blank.
    [
      'accents',
      'de\u0301pute\u0301\u00A0e,parti\nanna,left\nbob,right\n',
      ['--column', 'd\u00E9put\u00E9 e'],
    ],
    ['r', '"","username","followers"\n"1","anna",5\n"2","bob",7\n', []],
    ['pandas', ',username,followers\n0,anna,5\n1,bob,7\n', ['--column', 'username']],
  ] as const) {
    service.asked.length = 0;
    const more = [...inputsFile(text), '--label', label, ...flags];
    expect(await run(null, more)).toMatchObject({ exit: 0, calls: 2 });
    expect(service.asked).toEqual(['anna', 'bob']);
  }
});

it('the log says how the inputs were read, and flags correct it', async () => {
  const event = (): Record<string, unknown> =>
    JSON.parse(written.findLast((line) => line.includes('"event":"inputs"')) ?? '{}');
  // «шторм» in KOI8-R, below a title.
  const koi8 = Buffer.from('Searches\nq|n\nxx|1\nsea|2\n', 'latin1');
  Buffer.from([0xdb, 0xd4]).copy(koi8, koi8.indexOf('xx'));
  writeRecipe(recipe({}, 'microblog.posts.search'));
  const flags = ['--column', 'q', '--dry-run', ...inputsFile(koi8)];
  expect(await run(null, flags)).toMatchObject({ exit: 0, inputs: 2 });
  expect(event()).toMatchObject({
    level: 'warn',
    encoding: 'windows-1252',
    separator: 'Vertical bar',
    columns: ['q', 'n'],
    lines: 2,
    hasHeader: true,
    why: '1 line above the column names left out. The encoding is a guess. If “ÛÔ” looks wrong, choose another with --inputs-encoding.',
  });
  const chosen = await run(null, [...flags, '--inputs-encoding', 'KOI8-R']);
  expect(chosen['requests']).toContainEqual(expect.stringContaining(encodeURIComponent('шт')));
  expect(event()).toMatchObject({ encoding: 'koi8-r' });

  const torn = ['--inputs-separator', 'tab', ...inputsFile('username\tn\nann\t1\nbo\t2\t3\n')];
  writeRecipe(recipe());
  expect(await run(null, torn)).toMatchObject({ exit: 3, wrongLines: 1 });
  expect(service.asked).toEqual(['ann']);
  expect(written.join()).toContain('This line has 3 cells, most lines have 2.');
  for (const wrong of [
    ['--inputs-encoding', 'klingon'],
    ['--inputs-separator', 'ab'],
  ]) {
    expect(await run(null, [...torn, ...wrong])).toMatchObject({ exit: 2 });
  }
  expect(await run(null, ['--inputs-encoding', 'utf-8'])).toMatchObject({
    exit: 2,
    why: expect.stringContaining('need --inputs'),
  });
});

it('asks the accounts of this program’s own CSV of posts, and no piece of their texts', async () => {
  const rows = ['anna,"First line\r\nkei\r\n\r\nlev; bo"', 'bob,"Said ""no"", twice"', 'cem,Plain'];
  const more = inputsFile(`\uFEFFusername,text\r\n${rows.join('\r\n')}\r\n`);
  expect(await run(null, more)).toMatchObject({ exit: 0 });
  expect(service.asked).toEqual(['anna', 'bob', 'cem']);
});

it('3, then 0: without the line that was invalid the same command is complete, and asks nothing again', async () => {
  const label = ['--label', 'mended'];
  const wrong = inputsFile('username\nanna\ntwo words\nbob\n');
  expect(await run(null, [...wrong, ...label])).toMatchObject({ exit: 3, calls: 2 });
  const mended = inputsFile('username\nanna\nbob\n');
  expect(await run(null, [...mended, ...label])).toMatchObject({ exit: 0, calls: 2 });
  expect(service.asked).toEqual(['anna', 'bob']);
  // In another order they would be other inputs.
  const turned = inputsFile('username\nbob\nanna\n');
  expect(await run(null, [...turned, ...label])).toMatchObject({ exit: 2 });
});

it('0: the first of the IDs is asked too; a first line that only looks like a name is reported', async () => {
  writeRecipe(recipe({}, 'forum.posts.by-ids'));
  const reported = (): string[] => written.filter((line) => line.includes('was taken as the name'));
  for (const [first, inputs, lines] of [
    ['k3x9a', 3, 0],
    ['ids', 2, 0],
    ['link', 2, 1],
    ['ids\nlink', 3, 1],
  ] as const) {
    const dry = await run(null, [...inputsFile(`${first}\n1a2b3c\n1a2b3d\n`), '--dry-run']);
    expect(dry).toMatchObject({ exit: 0, inputs });
    expect(reported()).toHaveLength(lines);
  }
});

it('2: a list of pseudonyms, as saved beside rows without names, is refused before the first call', async () => {
  const pseudonyms = ['user_abcdefghijklmnop', 'id_abcdefghijklmnop'];
  const file = inputsFile(`input,status\n${pseudonyms.map((one) => `${one},Done`).join('\n')}\n`);
  for (const dry of [['--dry-run'], []]) {
    const more = [...file, '--column', 'input', ...dry];
    expect(await run(null, more)).toMatchObject({
      exit: 2,
      why: expect.stringMatching(/pseudonym.*account’s own name/),
    });
  }
  const mixed = inputsFile(`username\n${pseudonyms[0]}\nanna\n`);
  expect(await run(null, mixed)).toMatchObject({
    exit: 3,
    cause: 'invalid_input',
    wrongLines: 1,
  });
  expect(service.asked).toEqual(['anna']);
});

it('0: whoever has a recipe with a pseudonym gives the accounts in a list', async () => {
  const sheet = JSON.parse(recipe()) as { runs: { query: { values: object } }[] };
  for (const { query } of sheet.runs) query.values = { username: 'user_abcdefghijklmno7' };
  writeRecipe(JSON.stringify(sheet));
  expect(await run(null)).toMatchObject({ exit: 2, why: expect.stringMatching(/pseudonym/) });
  expect(service.asked).toEqual([]);
  expect(await run(['anna', 'bob'])).toMatchObject({ exit: 0 });
  expect(service.asked).toEqual(['anna', 'bob']);
});

it('0: inputs that get pseudonyms in the rows get them in their file', async () => {
  const privacy = { pseudonyms: [{ field: '_input', kind: 'username' }] };
  writeRecipe(recipe({ methods: true, privacy }, 'microblog.users.search'));
  expect(await run(['anna', 'bob'])).toMatchObject({ exit: 0 });
  const own = Object.entries(files()).find(([name]) => name.endsWith('.inputs.csv'))?.[1];
  expect(own).toMatch(/^input,[^]*^user_\w{16},[^]*^user_\w{16},/m);
  expect(own).not.toMatch(/anna|\bbob\b/);
});

it('0: a workbook has the inputs in itself, and nothing is saved beside it', async () => {
  writeRecipe(recipe({ methods: true, format: { kind: 'xlsx' } }));
  expect(await run(['user-1'])).toMatchObject({ exit: 0 });
  expect(Object.keys(files())).toEqual([expect.stringMatching(/\.xlsx$/)]);
});

it('0: inputs are saved beside rows once, with a methods sheet or without', async () => {
  for (const methods of [true, false]) {
    writeRecipe(recipe({ methods, format: { kind: 'csv' } }));
    const { files: saved } = await run(['user-1'], ['--label', `methods-${methods}`]);
    const names = (saved as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('.inputs.csv'))).toHaveLength(1);
  }
});

it.each(['a file', 'the recipe'])('0: more IDs from %s than a request shows', async (from) => {
  const ids = Array.from({ length: 20 }, (_, at) => `1a2b3c${at}`);
  const urls: URL[] = [];
  const address = await serve((request, response) => {
    urls.push(new URL(request.url ?? '', 'http://service'));
    response.setHeader('content-type', 'application/json');
    const results = ids.map((id) => ({ id }));
    response.end(JSON.stringify({ results, has_more: false, next_page_cursor: null }));
  });
  writeRecipe(recipe({}, 'forum.posts.by-ids'));
  const given = from === 'a file' ? inputsFile(ids.join('\n')) : ['--set', `ids=${ids.join(',')}`];
  const more = ['--service', address, ...given];
  const [shown] = (await run(null, [...more, '--dry-run']))['requests'] as [string];
  const values = [...new URL(shown.replace('GET ', '')).searchParams.values()];
  expect(values).toContain(`${ids.slice(0, 8).join(',')},…`);
  expect(await run(null, more)).toMatchObject({ exit: 0, calls: 1, inputs: { done: 20 } });
  expect([...(urls[0]?.searchParams.values() ?? [])]).toContain(ids.join(','));
});

it.each<[why: RegExp, text: string, flags: string[], recipe?: string]>([
  [/list is empty/, 'username\n', []],
  [/list is empty/, 'id,username\n1,\n2,\n', []],
  [/list is empty/, 'id,username\n1,\n2,\n', ['--part', '1/2']],
  [/list is empty/, 'id,username\n1,\n2,\n', [], steps(1)],
  [/without spaces/, 'id,username\n1,two words\n2,\n', []],
  [/--for/, 'username,city\nanna,1\nbob,2\n', ['--column', 'username', '--column', 'city']],
  [/--column/, 'AbC1\nAbC2\n', [], recipe({}, 'photoshare.comments.replies')],
  [/larger than 5 MB/, `username\n${'a'.repeat(60)}\n`.repeat(90_000), []],
])('2: %s for inputs that would be asked for something else', async (why, text, flags, own) => {
  if (own !== undefined) writeRecipe(own);
  const more = [...inputsFile(text), ...flags];
  expect(await run(null, more)).toMatchObject({ exit: 2, why: expect.stringMatching(why) });
  expect(service.asked).toEqual([]);
});
