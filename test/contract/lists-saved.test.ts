/**
 * What a list looks like in files: the input beside each row in every format, the inputs with their
 * statuses, the methods sheet and its recipe; and nobody's name once people are replaced.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it, vi } from 'vitest';
import { methodsSheetSchema } from '#shared/contract/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import { accounts, askList, begin } from '#test/support/lists/ask-list.ts';
import { startListService } from '#test/support/lists/list-service.ts';
import { save } from '#test/support/saving.ts';

const csvOf = (path: string): Record<string, string>[] =>
  parseCsv(readFileSync(path), { columns: true, bom: true });

const sheetOf = (path: string): MethodsSheet =>
  methodsSheetSchema.parse(JSON.parse(readFileSync(`${path}.methods.json`, 'utf8')));

// Four formats with a database each.
vi.setConfig({ testTimeout: 60_000 });

it('every format says the input beside its row; the sheet and the inputs file say the rest', async () => {
  const service = await startListService();
  const core = await begin(service);
  const run = await askList(core, { text: 'user-1\ngone-1\nempty-1\nuser-2' });
  const saveAs = async (kind: 'csv' | 'jsonl' | 'parquet' | 'xlsx'): Promise<string> => {
    const { changes } = await save(core, { runIds: [run.id], format: { kind }, methods: true });
    expect(changes).toEqual([]);
    return core.saved.at(-1) ?? '';
  };
  const path = await saveAs('csv');
  const inputs = ['user-1', 'user-2'].flatMap((name) => Array(6).fill(name));
  expect(csvOf(path).map((row) => row['input'])).toEqual(inputs);
  const lines = readFileSync(await saveAs('jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines[0]).toBe(
    '{"input":"user-1","id":"user-1/1/0","text":"Post of user-1","authorUsername":"user-1"}',
  );
  expect(lines.map((line) => (JSON.parse(line) as { input: string }).input)).toEqual(inputs);
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const parquet = await duckdb.runAndReadAll(
    `SELECT input FROM read_parquet('${await saveAs('parquet')}')`,
  );
  expect(parquet.getRows().flat()).toEqual(inputs);
  duckdb.closeSync();
  expect(sheetOf(await saveAs('xlsx')).columns[0]).toMatchObject({
    name: 'input',
    type: 'text',
  });

  expect(csvOf(`${path}.inputs.csv`)).toMatchObject([
    { input: 'user-1', input_row: '1', status: 'done', rows: '6', pages: '2', calls: '2', why: '' },
    { input: 'gone-1', status: 'notFound', rows: '0', calls: '1', why: expect.stringMatching(/./) },
    { input: 'empty-1', status: 'nothing', calls: '1' },
    { input: 'user-2', status: 'done' },
  ]);
  const sheet = sheetOf(path);
  expect(sheet.inputsFile?.bytes).toBe(readFileSync(`${path}.inputs.csv`).length);
  expect(sheet.runs[0]).toMatchObject({
    title: 'Posts: list of 4',
    limit: null,
    calls: 6,
    list: {
      keys: ['username'],
      count: 4,
      perInput: 3,
      perCall: 1,
      source: { kind: 'paste' },
      sha256: run.list?.sha256,
      statuses: { done: 2, notFound: 1, nothing: 1 },
      replacedRows: 0,
    },
    requests: [
      { address: expect.stringMatching(/\/<input>\//), pages: 3 },
      { address: expect.stringMatching(/<input>.*cursor=<cursor>$/), pages: 2 },
    ],
  });
  const markdown = readFileSync(`${path}.methods.md`, 'utf8');
  expect(markdown).toContain('Inputs by status: Done 2, No rows 1, Not found 1');

  // The recipe offers the question, and can't be run without its list by mistake.
  const opened = await core.value('recipe.open', { text: markdown });
  expect(opened).toMatchObject({
    queries: [{ query: accounts, limit: null, list: { keys: ['username'] } }],
  });
  expect(opened.notices).toEqual([
    '“Posts: list of 4” needs a list of 4 inputs for Account: choose it in the form. A recipe doesn’t hold the inputs, because they may name people.',
  ]);
});

it('with pseudonyms no account of the list stands in any file, and the same has the same', async () => {
  const service = await startListService();
  const core = await begin(service);
  const listed = ['mira-1', 'gone-7', '1986934512780812300'];
  const run = await askList(core, { text: listed.join('\n'), file: 'mira-1.csv' });
  await core.value('history.describe', { runId: run.id, name: 'Posts of Mira-1 and gone-7' });
  const one = await askList(core, { text: 'mira-1', key: 'username' });
  const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
  expect(privacy.pseudonyms).toContainEqual({ field: '_input', kind: 'username' });
  const { remains } = await core.value('export.findPeople', { runIds: [run.id] });
  expect(remains).toEqual([]);
  const spec = {
    runIds: [run.id, one.id],
    format: { kind: 'csv' as const },
    privacy,
    methods: true,
  };
  await save(core, spec);
  const path = core.saved.at(-1) ?? '';
  const folder = dirname(path);
  const names = readdirSync(folder);
  expect(names.length).toBe(4);
  const all = names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const named = listed.flatMap(
    (name) => all.match(new RegExp(`.{0,40}${name}.{0,20}`, 'gi')) ?? [],
  );
  expect(named).toEqual([]);
  const rows = csvOf(path);
  expect(new Set(rows.map((row) => row['input'])).size).toBe(2);
  const files = csvOf(`${path}.inputs.csv`).map(({ input }) => input);
  expect(files).toEqual([
    expect.stringMatching(/^user_/),
    expect.stringMatching(/^user_/),
    expect.stringMatching(/^id_/),
    files[0],
  ]);
  expect(rows[0]?.['input']).toBe(files[0]);
  expect(rows[0]?.['run']).toBe(`Posts of ${files[0]} and ${files[1]}`);

  // Left out is left out everywhere.
  await save(core, { ...spec, privacy: { ...privacy, drop: [...privacy.drop, '_input'] } });
  expect(existsSync(`${core.saved.at(-1)}.inputs.csv`)).toBe(false);
});
