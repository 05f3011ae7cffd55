/** Pasted lines and files as tables: whose quotation marks are the person’s, and what is a header. */
import { expect, it } from 'vitest';
import { tableOfFile, tableOfText } from '#main/core/lists/read-table.ts';

const values = async (text: string): Promise<string[]> =>
  (await tableOfText(text)).lines.map(({ cells }) => cells.join('|'));

it.each([
  [['"sea level"', 'flood']],
  [['"sea level"', '"flood warning" OR storm']],
  [['"sea level" OR "storm surge"', 'flood']],
  [['"sea level"', '"storm surge"', '"flood"']],
])('exact phrases in lines of words keep their quotation marks: %j', async (lines) => {
  expect(await values(lines.join('\n'))).toEqual(lines);
});

it('pasted names lose the marks of a program', async () => {
  expect(await values('"mira_osei"\n"tidewatch"')).toEqual(['mira_osei', 'tidewatch']);
});

it.each([
  ['"username"\n"mira_osei"\nNA\n', ['username', 'mira_osei', 'NA']],
  ['"query"\n"sea level"\n', ['query', 'sea level']],
  ['query\n"Paris, France"\nflood\n', ['query', 'Paris, France', 'flood']],
  ['query\n"""sea level"""\nflood\n', ['query', '"sea level"', 'flood']],
])('marks that a program put around a cell are left out: %j', async (text, cells) => {
  const { lines } = await tableOfFile(Buffer.from(text));
  expect(lines.map((line) => line.cells[0])).toEqual(cells);
});

it.each([
  ['account\nhospital', false, true],
  ['climate\n#climate', false, false],
  ['mira_osei\n@lev_adler', false, false],
  ['kdabcx\n1a2b3c', false, false],
  ['account,followers\nmira,12', true, true],
  ['"","username"\n"1","mira"', true, true],
  ['who,how_many\nmira,12', true, true],
  ['k3x9a,sea\n1a2b3c,sky', false, false],
])('the first line of %j is a header: %s if pasted, %s in a file', async (text, pasted, file) => {
  expect((await tableOfText(text)).hasHeader).toBe(pasted);
  expect((await tableOfFile(Buffer.from(text))).hasHeader).toBe(file);
});

it('others get their turn while a long file is read', async () => {
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns++;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const { lines } = await tableOfFile(Buffer.from(`username,n\n${'mira,12345\n'.repeat(200_000)}`));
  isRead = true;
  expect(lines).toHaveLength(200_001);
  // One for each 64 KB at least.
  expect(turns).toBeGreaterThan(30);
});
