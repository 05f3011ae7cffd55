/**
 * What a list looks like in files: the input beside each row in every format, the inputs with their
 * statuses, the methods sheet and its recipe; and nobody's name once people are replaced.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import type { MethodsSheet } from '#main/core/export/methods/provenance.ts';
import { onePage, type Run } from '#shared/contract/run.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import type { Origin } from '#shared/contract/export/export.ts';
import { askIn, mintRunId, paperKeychain, question, rested, rowsIn } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { readParquet } from '#test/support/export/read-parquet.ts';
import { readWorkbook } from '#test/support/export/read-workbook.ts';
import { accounts, askList, begin, checkList, goOn } from '#test/support/lists/ask-list.ts';
import { pageRows, startListService } from '#test/support/lists/list-service.ts';
import { save } from '#test/support/saving.ts';
import type { Spec } from '#test/support/saving.ts';
import { testFolder } from '#test/support/store/runs.ts';

type Rows = Record<string, unknown>[];

const csvOf = (path: string): Record<string, string>[] =>
  parseCsv(readFileSync(path), { columns: true, bom: true });

const sheetOf = (path: string): MethodsSheet =>
  methodsSheetSchema.parse(JSON.parse(readFileSync(`${path}.methods.json`, 'utf8')));

/** The same saved in each format: rows as each has them, and the sheets of a workbook. */
async function inEachFormat(core: TestCore, spec: Omit<Spec, 'format'>) {
  const saveAs = async (kind: 'csv' | 'jsonl' | 'parquet' | 'xlsx'): Promise<string> => {
    const { changes } = await save(core, { ...spec, format: { kind }, methods: true });
    expect(changes).toEqual([]);
    return core.saved.at(-1) ?? '';
  };
  const path = await saveAs('csv');
  const lines = readFileSync(await saveAs('jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const { rows: parquet } = await readParquet(await saveAs('parquet'));
  const asTexts = (row: Rows[number]) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString() : value,
      ]),
    );
  const tables: Rows[] = [csvOf(path), lines.map((line) => JSON.parse(line)), parquet.map(asTexts)];
  return { path, lines, tables, workbook: readWorkbook(readFileSync(await saveAs('xlsx'))) };
}

it('every format says the input beside its row; the sheet and the inputs file say the rest', async () => {
  const service = await startListService();
  const core = await begin(service);
  const run = await askList(core, { text: 'user-1\ngone-1\nempty-1\nuser-2' });
  const { path, lines, tables, workbook } = await inEachFormat(core, { runIds: [run.id] });
  const inputs = ['user-1', 'user-2'].flatMap((name) => Array<string>(6).fill(name));
  for (const rows of tables) expect(rows.map((row) => row['input'])).toEqual(inputs);
  expect(lines[0]).toBe(
    '{"input":"user-1","id":"user-1/1/0","text":"Post of user-1","authorUsername":"user-1"}',
  );
  expect(workbook.get('Rows')![0]![0]).toBe('input');
  expect(workbook.get('Methods')).toContainEqual(
    expect.arrayContaining(['Columns', 'input', 'Input', 'text']),
  );

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
    },
    requests: [
      { address: expect.stringMatching(/\/<input>\//), pages: 3 },
      { address: expect.stringMatching(/<input>.*cursor=<cursor>$/), pages: 2 },
    ],
  });
  const markdown = readFileSync(`${path}.methods.md`, 'utf8');
  expect(markdown).toContain('Inputs by status: Done 2, No rows 1, Not found 1');
  expect(sheet.runs[0]?.ended.words).toBe('The service said that there was no more.');
  const partly = await askList(core, { text: 'user-1', perInput: 1 });
  const more = await inEachFormat(core, { runIds: [partly.id] });
  expect(sheetOf(more.path).runs[0]?.ended.words).toBe(
    'All inputs were asked; for some, the service had more.',
  );

  // Raw pages have no rows with an input: each page says which one it was asked for.
  await save(core, { runIds: [run.id], format: { kind: 'raw' } });
  const pages = readFileSync(core.saved.at(-1) ?? '', 'utf8')
    .trimEnd()
    .split('\n');
  expect(pages.map((line) => JSON.parse(line)).map((one) => [one.input, one.inputPage])).toEqual([
    ['user-1', 1],
    ['user-1', 2],
    ['empty-1', 1],
    ['user-2', 1],
    ['user-2', 2],
  ]);

  // The recipe offers the question, and can't be run without its list by mistake.
  const opened = await core.value('recipe.open', { text: markdown });
  if (opened.kind !== 'questions') throw new Error(opened.kind);
  const { queries, notices } = opened;
  expect(queries).toMatchObject([{ query: accounts, limit: null, list: { keys: ['username'] } }]);
  // Whoever has the list can see that it is the same, from whatever file.
  const hashOf = async (text: string): Promise<string> =>
    (await checkList(core, { text })).valuesSha256;
  const { valuesSha256 } = queries[0]?.list ?? {};
  expect(await hashOf('\n@user-2\nempty-1\ngone-1\nuser-1\nuser-1')).toBe(valuesSha256);
  expect(await hashOf('user-1\ngone-1\nempty-1')).not.toBe(valuesSha256);
  expect(notices).toEqual([
    '“Posts: list of 4” needs a list of 4 inputs for Account: choose it when the form opens. A recipe doesn’t hold the inputs, because they may name people.',
  ]);
});

it('hides what an input has twice; across inputs only when told, in files too', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const { id: runId } = await askList(core, { text: 'same-1\nsame-2' });
  const other = await askList(core, { text: 'same-2\nsame-3' });
  expect(await core.value('view.duplicates', { runId })).toMatchObject({
    count: 2,
    acrossInputs: 4,
  });
  const shown = async (view: View, runIds = [runId]): Promise<unknown[]> => {
    const rows = await rowsIn(core, runId, { view });
    await save(core, { runIds, format: { kind: 'csv' }, view });
    const saved = csvOf(core.saved.at(-1) ?? '').map(({ input, id }) => [input, id]);
    const inTable = rows.map((row) => [row['_input'], row['id']]);
    if (runIds.length === 1) expect(saved).toEqual(inTable);
    return saved;
  };
  const within: View = { ...everyRow, hideDuplicatesBy: 'id' };
  const across: View = { ...within, acrossInputs: true };
  const ofTwo = ['same-1', 'same-2'].flatMap((name) => [
    [name, 'post-0'],
    [name, 'post-1'],
  ]);
  expect(await shown(within)).toEqual(ofTwo);
  expect(await shown(across)).toEqual(ofTwo.slice(0, 2));
  // Several runs are one question for all their inputs.
  const ofThree = [...ofTwo, ['same-3', 'post-0'], ['same-3', 'post-1']];
  expect(await shown(within, [runId, other.id])).toEqual(ofThree);
  expect(await shown(across, [runId, other.id])).toEqual(ofTwo.slice(0, 2));
  // The methods sheet says both numbers, whichever of the rows are in the file.
  for (const [view, words] of [
    [everyRow, '2 within an input; 4 with all inputs combined; kept'],
    [within, '2 within an input, left out; 4 with all inputs combined'],
    [across, '2 within an input; 4 with all inputs combined, left out'],
  ] as const) {
    await save(core, { runIds: [runId], format: { kind: 'csv' }, view, methods: true });
    const path = core.saved.at(-1) ?? '';
    expect(sheetOf(path).runs[0]?.duplicates).toMatchObject({ count: 2, acrossInputs: 4 });
    const markdown = readFileSync(`${path}.methods.md`, 'utf8');
    expect(markdown).toContain(`- Duplicates (same \`id\`): ${words}\n`);
  }
});

it('says of each row when its page came and which line it is from, in every format', async () => {
  const service = await startListService(2);
  const core = await begin(service);
  // Lines 2 and 3 are the same account as line 1, and no account.
  const run = await askList(core, { text: 'user-1\nuser-1\n\nuser-2\nlabel-1' });
  const { pages } = await core.value('run.pages', { runId: run.id, from: 0, count: 9 });
  const times = pages.flatMap(({ at, ms, rows }) =>
    Array<string>(rows).fill(new Date(Date.parse(at) + ms).toISOString()),
  );
  const lines = ['1', '4', '5'].flatMap((line) => Array<string>(6).fill(line));
  const chosen = { runIds: [run.id], origin: ['inputRow', 'collectedAt'] as Origin[] };
  const { tables, workbook } = await inEachFormat(core, chosen);
  for (const rows of tables) {
    // The service has a field of that name: ours takes another.
    const first = ['input', 'input_row', 'collected_at (2)', 'id', 'text'];
    expect(Object.keys(rows[0] ?? {}).slice(0, 5)).toEqual(first);
    expect(rows.map((row) => String(row['input_row']))).toEqual(lines);
    expect(rows.map((row) => row['collected_at (2)'])).toEqual(times);
    expect(rows.at(-1)?.['collected_at']).toBe('the service’s own');
  }
  const columns = workbook.get('Methods')!.filter(([section]) => section === 'Columns');
  const said = columns.map(([, name, , , type, filled]) => [name, type, filled]);
  expect(said.slice(2, 4)).toEqual([
    ['input_row', 'integer', '18 (100.0%)'],
    ['collected_at (2)', 'text', '18 (100.0%)'],
  ]);

  // Chosen columns keep them; a run without a list has no lines, but times.
  const query = { ...accounts, values: { username: 'user-1' } };
  const plain = await askIn(core, query, onePage);
  await save(core, { ...chosen, runIds: [plain.id], columns: ['text'], format: { kind: 'csv' } });
  const [row] = csvOf(core.saved.at(-1) ?? '');
  expect(row).toEqual({
    input_row: '',
    collected_at: expect.stringMatching(/Z$/),
    text: row?.['text'],
  });
});

it('with pseudonyms no account of the list stands in any file, and the same has the same', async () => {
  const service = await startListService();
  const core = await begin(service);
  const listed = ['mira-1', 'gone-7', '1986934512780812300'];
  const run = await askList(core, { text: listed.join('\n'), file: 'mira-1.csv' });
  await core.value('history.describe', { runId: run.id, name: 'Posts of Mira-1 and gone-7' });
  const one = await askList(core, { text: 'mira-1', key: 'username' });
  const { privacy, remains } = await core.value('export.findPeople', { runIds: [run.id] });
  expect(privacy.pseudonyms).toContainEqual({ field: '_input', kind: 'username' });
  expect(remains).toEqual([]);
  const runIds = [run.id, one.id];
  const spec = { runIds, format: { kind: 'csv' as const }, privacy, methods: true };
  await save(core, spec);
  const path = core.saved.at(-1) ?? '';
  const folder = dirname(path);
  const names = readdirSync(folder);
  expect(names.length).toBe(4);
  const all = names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  for (const name of listed) expect(all).not.toMatch(new RegExp(name, 'i'));
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
  // Who guesses the list could check it by its hash.
  const { runs } = sheetOf(path);
  expect(runs.map(({ list }) => [list?.sha256, list?.valuesSha256])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(rows[0]?.['run']).toMatch(/^Run 1, asked /);

  // Left out is left out everywhere.
  await save(core, { ...spec, privacy: { ...privacy, drop: [...privacy.drop, '_input'] } });
  expect(existsSync(`${core.saved.at(-1)}.inputs.csv`)).toBe(false);
});

it('inputs that are no accounts stand in their file as beside the rows', async () => {
  const core = await begin(await startListService());
  const query = question('microblog.users.search', {});
  const listed = ['user-1', 'bad-7', 'near @mira'];
  const run = await askList(core, { text: listed.join('\n'), query, key: 'q' });
  /** The file of the inputs, and the inputs of the rows. */
  const saved = async (privacy: NonNullable<Spec['privacy']>): Promise<[string, Set<unknown>]> => {
    await save(core, { runIds: [run.id], format: { kind: 'csv' }, privacy, methods: true });
    const path = core.saved.at(-1) ?? '';
    const inRows = csvOf(path).map(({ input }) => input);
    return [readFileSync(`${path}.inputs.csv`, 'utf8'), new Set(inRows)];
  };
  const [file, inRows] = await saved({ pseudonyms: [{ field: '_input', kind: 'username' }] });
  for (const name of listed) expect(file).not.toContain(name);
  const [user, , near] = [...file.matchAll(/^user_\w{16}(?=,)/gm)].map(([input]) => input);
  expect(inRows).toEqual(new Set([user, near]));

  const [scrubbed, scrubbedInRows] = await saved({ scrubMentions: ['_input'] });
  expect(scrubbed).not.toContain('mira');
  const mira = /^near @user_\w{16}(?=,)/m.exec(scrubbed)?.[0];
  expect(scrubbedInRows).toEqual(new Set([user, mira]));
});

it('a list that goes on while it is saved is described as it was when its rows were chosen', async () => {
  const service = await startListService();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.before = (name) => (name === 'user-2' ? released : undefined);
  const paper = paperKeychain();
  const runId = mintRunId();
  // Asked for the secret once the rows are chosen.
  const get = async (account: string): Promise<string | null> => {
    if (account.startsWith('pseudonym')) {
      release();
      await rested(runId, core);
    }
    return paper.get(account);
  };
  const core = await begin(service, { secrets: { ...paper, get } });
  const { listId } = await checkList(core, { text: 'user-1\nuser-2' });
  const limit = { perInput: 3, calls: 10 };
  await core.value('run.start', { runId, query: accounts, limit, list: { listId } });
  await expect.poll(() => service.asked).toContain('user-2');
  const privacy = { pseudonyms: [{ field: 'authorUsername', kind: 'username' as const }] };
  await save(core, { runIds: [runId], format: { kind: 'csv' }, privacy, methods: true });
  const path = core.saved.at(-1) ?? '';
  expect(csvOf(path)).toHaveLength(6);
  expect(csvOf(`${path}.inputs.csv`)).toMatchObject([
    { status: 'done', rows: '6', pages: '2', calls: '2' },
    { status: 'waiting', rows: '0', pages: '0', calls: '0' },
  ]);
  expect(sheetOf(path).runs[0]).toMatchObject({
    rowsFetched: 6,
    calls: 3,
    list: { statuses: { done: 1, waiting: 1 } },
    duplicates: { count: 0 },
    ended: { state: 'fetching' },
  });
});

it('the inputs file is written as the rows are, so that both can be joined', async () => {
  const core = await begin(await startListService());
  const query = question('microblog.posts.search', {});
  const run = await askList(core, { text: '-spam\nreef', query, key: 'q' });
  const formats: readonly (readonly [Spec['format'], inputs: RegExp])[] = [
    [{ kind: 'csv' }, /^\uFEFFinput,[^]*^'-spam,/m],
    [{ kind: 'csv', delimiter: ';', byteOrderMark: false }, /^input;[^]*^'-spam;/m],
    [{ kind: 'csv', quoting: 'allTexts', formulaGuard: false }, /^"-spam",/m],
    [{ kind: 'parquet' }, /^input,[^]*^-spam,/m],
  ];
  for (const [format, inputs] of formats) {
    await save(core, { runIds: [run.id], format, methods: true });
    const text = readFileSync(`${core.saved.at(-1)}.inputs.csv`, 'utf8');
    expect(text).toMatch(inputs);
  }
  // Excel makes numbers of long IDs in a CSV file: a workbook has them in a sheet of its own.
  await save(core, { runIds: [run.id], format: { kind: 'xlsx' }, methods: true });
  const path = core.saved.at(-1)!;
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  const sheets = readWorkbook(readFileSync(path));
  expect([...sheets.keys()]).toEqual(['Rows', 'Inputs', 'Methods']);
  expect(sheets.get('Inputs')!.map((cells) => cells.slice(0, 2))).toEqual([
    ['input', 'input_row'],
    ['-spam', '1'],
    ['reef', '2'],
  ]);
  expect(sheets.get('Methods')).toContainEqual([
    'Inputs',
    expect.stringMatching(/^The worksheet “Inputs” lists every input .* its input is the one/),
  ]);
});

it('accounts of a list are people although their rows name nobody', async () => {
  const core = await begin(await startListService());
  const run = await askList(core, { text: 'nobody-1\nnobody-2' });
  const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
  expect(privacy.pseudonyms).toEqual([{ field: '_input', kind: 'username' }]);
});

it('a dataset that an input was saved to twice has the rows of both tries, as the run has', async () => {
  const path = join(testFolder(), 'dataset');
  const ports = {
    chooseSaveTarget: async () => ({ path, finish: async () => ({ name: '', download: null }) }),
    takeGivenFile: () => path,
  };
  const service = await startListService(4);
  const first = await begin(service, ports);
  // The cap ends in the middle of the second account, which is asked again after a restart.
  const text = 'user-1\nflaky-2\nuser-3';
  service.failsFor = 0;
  const run = await askList(first, { text, perInput: 4, calls: 6 });
  const spec: Spec = { runIds: [run.id], format: { kind: 'dataset' } };
  await save(first, spec);
  await first.core.close();
  const second = await begin(service, { ...ports, dataDir: first.dataDir });
  await second.value('run.open', { runId: run.id });
  // Its second page fails.
  let asked = 0;
  service.before = () => {
    asked += 1;
    if (asked === 2) service.failsFor = 3;
  };
  expect((await goOn(second, run.id)).list?.statuses).toMatchObject({ done: 2, failed: 1 });
  expect(await save(second, spec)).toMatchObject({ rows: 5 * pageRows });
  await goOn(second, run.id, { which: 'failed' });
  await save(second, spec);
  const { opened } = await second.value('open.take', {});
  const opening = { runId: mintRunId(), table: 'microblog-post', name: 'Handed in' };
  const fileId = opened?.id ?? '';
  const { run: table } = await second.value('open.table', { ...opening, fileId });
  // A dataset has its rows in the order in which they were saved.
  const idsIn = async (runId: string) =>
    (await rowsIn(second, runId)).map((row) => [row['_input'], row['id']].join(' ')).toSorted();
  expect(await idsIn(table.id)).toEqual(await idsIn(run.id));
});

it('how many rows had an input goes along: a column of the next question, in views and in every format', async () => {
  const service = await startListService();
  const core = await begin(service);
  const posts = await askList(core, { text: 'user-1\nuser-2', perInput: 1 });
  const more = await askList(core, { text: 'user-1\nuser-2\nuser-3', perInput: 2 });
  const query = question('microblog.users.connections', { connectionType: 'followers' });
  const followers = async (of: Run, view: View): Promise<Run> => {
    const {
      tableId,
      hasHeader,
      mapping = {},
    } = await core.value('list.take', {
      kind: 'rows',
      runId: of.id,
      view,
      spans: null,
      field: 'authorUsername',
      endpointId: query.endpointId,
      key: 'username',
    });
    const asked = { tableId, hasHeader, mapping, query };
    const { listId } = await core.value('list.check', asked);
    const runId = mintRunId();
    const limit = { perInput: 1, calls: 10 };
    await core.value('run.start', { runId, query, limit, list: { listId } });
    return rested(runId, core);
  };
  const view: View = { ...everyRow, filters: [{ kind: 'contains', field: 'id', text: '/1' }] };
  const counted = await followers(more, view);
  const [first, second] = counted.columns;
  expect(first?.field).toBe('_input');
  expect(second).toMatchObject({ field: '_earlier_rows', label: 'Earlier rows', type: 'integer' });
  const had = (await rowsIn(core, counted.id)).map((row) => [row['_input'], row['_earlier_rows']]);
  const found = (await rowsIn(core, more.id)).filter(({ id }) => String(id).includes('/1'));
  const times = (name: unknown): number => found.filter((one) => one['_input'] === name).length;
  expect(had.length).toBeGreaterThan(3);
  expect(had).toEqual(had.map(([name]) => [name, times(name)]));

  const sort = [{ field: '_earlier_rows', direction: 'descending' as const }];
  const opened = await core.value('view.open', {
    runId: counted.id,
    view: { ...everyRow, sort },
    anchor: null,
  });
  expect(opened.count).toBe(had.length);
  const { tables } = await inEachFormat(core, { runIds: [counted.id] });
  for (const rows of tables)
    expect(rows.map((row) => [row['input'], Number(row['earlier_rows'])])).toEqual(had);
  // An item that came several times is one.
  const same = await askList(core, { text: 'same-1\nsame-2', perInput: 2 });
  const twice = await rowsIn(core, (await followers(same, everyRow)).id);
  expect(new Set(twice.map((row) => row['_earlier_rows']))).toEqual(new Set([2]));
  // Where each stood in one row, there is nothing to say.
  const once: View = { ...everyRow, filters: [{ kind: 'contains', field: 'id', text: '/1/0' }] };
  const plain = await followers(posts, once);
  expect(plain.columns.map(({ field }) => field)).not.toContain('_earlier_rows');
});

it('members of the service with the names of our columns stay its own: table, views and files', async () => {
  const service = await startListService(1);
  const core = await begin(service);
  const own = {
    '_input (service)': 'user-9',
    '_input (service) (service)': 'user-8',
    '_input_row (service)': 99,
    '_earlier_rows (service)': 5,
    '_collected_at (service)': 'never',
  };
  const listed = await askList(core, { text: 'like-1\nuser-1' });
  const first = { _input: 'like-1', id: 'like-1/1/0', ...own };
  expect((await rowsIn(core, listed.id))[0]).toMatchObject(first);
  expect(listed.columns[0]).toMatchObject({ field: '_input', label: 'Input' });
  expect(listed.columns.map(({ field }) => field)).toEqual(
    expect.arrayContaining(Object.keys(own)),
  );
  // Asked alone, its rows have no input at all: right after the page, and read back.
  const plain = await askIn(core, { ...accounts, values: { username: 'like-2' } }, onePage);
  for (const row of await rowsIn(core, plain.id)) expect(row).toMatchObject(own);
  for (const row of await rowsIn(core, plain.id)) expect(row).not.toHaveProperty('_input');
  expect(plain.columns.map(({ field }) => field)).not.toContain('_input');

  const filtered = async (field: string, value: string): Promise<number> => {
    const condition = { field, kind: 'contains' as const, text: value };
    const view: View = { ...everyRow, filters: [condition] };
    return (await core.value('view.open', { runId: listed.id, view, anchor: null })).count;
  };
  expect([await filtered('_input', 'user-9'), await filtered('_input', 'like-1')]).toEqual([0, 3]);
  expect(await filtered('_input (service)', 'user-9')).toBe(3);

  const origin: Origin[] = ['inputRow', 'collectedAt'];
  const { tables } = await inEachFormat(core, { runIds: [listed.id], origin });
  for (const [row] of tables) {
    expect(row).toMatchObject({ input: 'like-1', id: 'like-1/1/0', '_input (service)': 'user-9' });
    expect(String(row?.['_input_row (service)'])).toBe('99');
    expect(String(row?.['input_row'])).toBe('1');
    expect(row?.['collected_at']).toMatch(/Z$/);
  }
  const { lines } = await inEachFormat(core, { runIds: [plain.id] });
  expect(JSON.parse(lines[0]!)).toMatchObject(own);

  await save(core, { runIds: [listed.id], format: { kind: 'dataset' } });
  const root = core.saved.at(-1) ?? '';
  const table = join(root, 'microblog-post');
  const names = readdirSync(table, { recursive: true, encoding: 'utf8' });
  const { rows } = await readParquet(
    join(
      table,
      names.find((one) => one.endsWith('.parquet'))!,
    ),
  );
  expect(rows[0]).toMatchObject({ input: 'like-1' });
  expect(JSON.parse(String(rows[0]?.['_rest']))).toEqual(own);
});
