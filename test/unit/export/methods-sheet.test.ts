/** The record beside a file: complete, true, and good for asking again. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { maxSheetLength } from '#shared/contract/recipe.ts';
import type { Recipe } from '#shared/contract/recipe.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Filter } from '#shared/contract/view.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { endingWords } from '#shared/contract/run-states.ts';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import { viewWords } from '#main/core/export/methods/which-rows.ts';
import type { MethodsSheet } from '#main/core/export/methods/provenance.ts';
import { openRecipe } from '#main/core/export/methods/open-recipe.ts';
import { createOpenFiles } from '#main/core/derived/files/open-files.ts';
import { ProblemError, refused } from '#main/core/problem-error.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { readWorkbook } from '#test/support/export/read-workbook.ts';
import { exportRig, lookUp } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';
import { testFolder } from '#test/support/store/runs.ts';

const rig = exportRig();

/** The text in which a recipe is looked for when a file is opened. */
async function recipeText(bytes: Uint8Array): Promise<string> {
  const dataFolder = testFolder();
  const path = join(dataFolder, 'given');
  await writeFile(path, bytes);
  let text = '';
  const files = createOpenFiles({
    dataFolder,
    catalogue: () => catalogue,
    columns: { unpackSheets: async () => ({ sheets: [] }) },
    openRecipe(looked) {
      text ||= looked;
      throw refused('Nothing is opened here.');
    },
    takeGivenFile: () => path,
  });
  await files.handlers['open.take']({}).catch(() => null);
  return text;
}

async function sheetOf(spec: Spec) {
  const { path, bytes } = await rig.save({ ...spec, methods: true });
  const text = await readFile(`${path}.methods.json`, 'utf8');
  const sheet: MethodsSheet = methodsSheetSchema.parse(JSON.parse(text));
  return { sheet, text, bytes, markdown: await readFile(`${path}.methods.md`, 'utf8') };
}

const workbook = { kind: 'xlsx' } as const;
const service = 'https://service.example';
const rows: JsonObject[] = [
  { id: '1', text: 'one', likeCount: 3 },
  { id: '2', text: 'half \uD800', likeCount: null },
  { id: '2', text: 'again', likeCount: 5, late: true },
];

describe('a methods sheet', () => {
  it('says how the data was made, and which file it is', async () => {
    const runId = await rig.makeRun(rows);
    const view = {
      ...everyRow,
      filters: [{ kind: 'isNotEmpty' as const, field: 'text' }],
      hideDuplicatesBy: 'id',
    };
    const { sheet, bytes } = await sheetOf({ runIds: [runId], view, format: { kind: 'csv' } });
    expect(sheet.file).toMatchObject({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      rows: 2,
      format: 'CSV',
    });
    expect(sheet.application.version).toBe('0.0.0-test');
    expect(sheet.runs).toMatchObject([
      {
        runId,
        query: { endpointId: 'microblog.posts.search', values: { q: 'sea' } },
        service: { address: service },
        requests: [{ method: 'GET', address: `${service}/api/data/microblog/posts/live?q=sea` }],
        applicationVersion: '1.2.3',
        startedAt: '2026-03-31T10:00:00.000Z',
        firstAnswerAt: '2026-03-31T10:00:01.012Z',
        pages: 1,
        calls: 3,
        failures: 0,
        dataSources: [{ dataSource: 'api', pages: 1, rows: 3 }],
        rowsFetched: 3,
        rowsHeldBack: 0,
        rowsChosen: 2,
        ended: { state: 'noMore', words: 'The service said that there was no more.' },
        duplicates: { field: 'id', count: 1, leftOut: true },
      },
    ]);
    expect(sheet.view).toEqual([
      'Only rows in which text is neither missing, null nor empty.',
      'Of rows with the same id, only the first received; with several runs, the one from the first run.',
      'In the order received.',
    ]);
    expect(sheet.columns).toMatchObject([
      { name: 'id', type: 'text', filled: 2 },
      { name: 'text', filled: 2 },
      { name: 'likeCount', type: 'integer', filled: 1 },
      { name: 'late', type: 'boolean', filled: 0 },
    ]);
    expect(sheet.changes).toMatchObject([{ code: 'loneSurrogates', count: 1 }]);
    expect(sheet.spec.view).toEqual(view);
    expect(sheet.citation).toBe(
      'Microblog, “Search posts: sea” [data set]. 2 rows from https://service.example on 31 March 2026 (UTC), retrieved with Social Data Explorer 0.0.0-test.',
    );
  });

  it.each([
    [{ kind: 'stopped' }, null, { pages: 1, rows: null }],
    [{ kind: 'limit', reason: 'rows' }, 300, { pages: null, rows: 300 }],
  ])('of a run that ended %j says how far it went', async (state, rowLimit, limit) => {
    const runId = await rig.makeRun(rows);
    Object.assign(await rig.live(runId), { state, rowLimit });
    const { sheet } = await sheetOf({ runIds: [runId], format: { kind: 'jsonl' } });
    expect(sheet.runs[0]?.limit).toEqual(limit);
  });

  it.each(['csv', 'raw'] as const)('of a run that goes on meanwhile is of %s', async (kind) => {
    const runId = await rig.makeRun(rows);
    const run = await rig.live(runId);
    Object.assign(run, { state: { kind: 'fetching', page: 2, since: '' } });
    // Called once the rows are selected.
    const replacerOf = async (): Promise<null> => {
      const body = Buffer.from('{"results":[{"id":"9"}],"dataSource":"database"}');
      const at = '2026-03-31T11:00:00.000Z';
      await run.stored.appendPage({ body, page: 2, at, ms: 1, status: 200 });
      Object.assign(run, { state: { kind: 'noMore' } });
      return null;
    };
    const going = rig.saving({ replacerOf });
    const { path, state } = await going.save({ runIds: [runId], format: { kind }, methods: true });
    expect(state.rows).toBe(3);
    const { runs } = JSON.parse(await readFile(`${path}.methods.json`, 'utf8')) as MethodsSheet;
    expect(runs[0]).toMatchObject({
      pages: 1,
      lastAnswerAt: '2026-03-31T10:00:01.012Z',
      dataSources: [{ dataSource: 'api', pages: 1, rows: 3 }],
      requests: [{ pages: 1 }],
      rowsFetched: 3,
      rowsHeldBack: 0,
      ended: { state: 'fetching' },
    });
  });

  it('is in a workbook itself: the same lines without marks, but for the file’s own size', async () => {
    const runIds = [await rig.makeRun(rows)];
    const view = { ...everyRow, search: '*a* `b` | <c>' };
    const { markdown } = await sheetOf({ runIds, view, format: { kind: 'jsonl' } });
    const { path, bytes, state } = await rig.save({
      runIds,
      view,
      format: workbook,
      methods: true,
    });
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
    expect(state.files.map(({ name }) => name)).toEqual([basename(path)]);
    const lines = readWorkbook(bytes).get('Methods')!;
    expect(lines.slice(0, 2)).toEqual([
      ['Section', 'How it was made', '', '', '', ''],
      ['', `How ${basename(path)} was made`],
    ]);
    expect(lines).toContainEqual(['File', 'Rows: 0']);
    expect(lines).toContainEqual([
      'Rows in the file',
      'Only rows in which any column contains “*a* `b` | <c>”, ignoring case.',
    ]);
    const sections = new Set(lines.slice(3).map(([section]) => section));
    const titles = [...markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect([...sections]).toEqual(titles);
    expect(lines.flat().join('\n')).not.toMatch(/SHA-256|\.methods\.json|"kind"/);
  });

  it('is whole in a workbook: a line that is longer than a cell goes on below', async () => {
    const runIds = [await rig.makeRun(rows)];
    const values = Array.from({ length: 700 }, (_, n) => `🌊${n} `.repeat(12));
    const filter = { kind: 'oneOf' as const, field: 'text', values };
    const view = { ...everyRow, filters: [filter] };
    const { bytes } = await rig.save({ runIds, view, format: workbook, methods: true });
    const cells = readWorkbook(bytes)
      .get('Methods')!
      .flatMap(([section, line = '']) => (section === 'Rows in the file' ? [line] : []));
    expect(Math.max(...cells.map(({ length }) => length))).toBeLessThanOrEqual(32_767);
    expect(cells.join('')).toContain(viewWords(view)[0]);
  });

  it('counts the cells of a workbook', async () => {
    const runIds = [await rig.makeRun(rows)];
    const { bytes } = await rig.save({ runIds, format: workbook, methods: true });
    const columns = readWorkbook(bytes)
      .get('Methods')!
      .filter(([section]) => section === 'Columns');
    expect(columns.slice(1).map(([, name, , , , filled]) => `${name} ${filled}`)).toEqual([
      'id 3 (100.0%)',
      'text 3 (100.0%)',
      'likeCount 2 (66.7%)',
      'late 1 (33.3%)',
    ]);
  });

  it.each(['jsonl', 'parquet'] as const)('counts cells of %s', async (kind) => {
    const { sheet } = await sheetOf({ runIds: [await rig.makeRun(rows)], format: { kind } });
    const filled = sheet.columns.map((column) => `${column.field} ${column.filled}`);
    expect(filled).toEqual(['id 3', 'text 3', 'likeCount 2', 'late 1']);
  });

  it('says the type of each part of an object that has a column', async () => {
    const authors: JsonValue[] = [
      { name: 'x', followers: 3, score: 1 },
      { followers: 4, score: 1.5 },
      'gone',
    ];
    const runId = await rig.makeRun(authors.map((author, at) => ({ id: `${at}`, author })));
    const { sheet } = await sheetOf({
      runIds: [runId],
      format: { kind: 'csv', objects: 'columns' },
    });
    expect(sheet.columns.map(({ field, type }) => [field, type])).toEqual([
      ['id', 'text'],
      ['author', 'text'],
      ['author.name', 'text'],
      ['author.followers', 'integer'],
      ['author.score', 'number'],
    ]);
  });

  it('of several pages and runs tells each', async () => {
    const many = Array.from({ length: 45 }, (_, at): JsonObject => ({ id: String(at) }));
    const runIds = [await rig.makeRun(many), await rig.makeRun(rows)];
    const { sheet, markdown } = await sheetOf({ runIds, format: { kind: 'jsonl' } });
    expect(sheet.runs.map(({ label }) => label)).toEqual(runIds.map((id) => `Run ${id}`));
    expect(sheet.runs[0]?.requests).toMatchObject([
      { pages: 1 },
      { address: expect.stringMatching(/q=sea&cursor=<cursor>$/), pages: 2 },
    ]);
    expect(markdown).toContain('cursor=<cursor>` (2 pages)');
    expect(markdown).toContain(sheet.file.sha256);
    expect(markdown).toContain('The service said that there was no more.');
  });

  it('a citation names each question once', async () => {
    const runIds: string[] = [];
    for (const q of ['sea', 'sea', 'tide', 'reef', 'kelp']) {
      runIds.push(await rig.makeRun(rows, { endpointId: 'microblog.posts.search', values: { q } }));
    }
    const { sheet } = await sheetOf({ runIds, format: { kind: 'jsonl' } });
    expect(sheet.citation).toMatch(
      /^Microblog, “Search posts: sea”, “Search posts: tide”, “Search posts: reef” and 1 more \[/,
    );
  });

  it('is readable whatever names, values and choices hold: nothing breaks out', async () => {
    const values = { q: 'climate || warming' };
    const asked = { endpointId: 'microblog.posts.search', values };
    const runId = await rig.makeRun([{ 'a|b`c\n# d': 'x', '<script>': 1 }], asked);
    const typed = 'a_b\n\n# Heading\n![x](https://elsewhere.test/y) <b>&copy;';
    const view = {
      ...everyRow,
      filters: [{ kind: 'is' as const, field: '[id](https://elsewhere.test)', value: typed }],
      search: '`**all**`',
    };
    const { markdown, sheet } = await sheetOf({ runIds: [runId], view, format: { kind: 'csv' } });
    expect(markdown).not.toMatch(/^# (?:d|Heading)/m);
    expect(markdown).toContain('`climate || warming`');
    const table = markdown.split('\n').filter((line) => line.startsWith('| '));
    // The header, and a line for each column: nothing breaks out of its cell.
    expect(table.length).toBe(1 + sheet.columns.length);
    for (const line of table) expect(line.match(/(?<!\\)\|/g)?.length).toBe(6);
    // What a reader of Markdown shows for it is what was typed; nothing is left that means more.
    const [, part = ''] = markdown.split('## Rows in the file\n\n');
    const lines = part.split('\n').slice(0, 2);
    const special = /[\\`*_{}[\]<>#|~&]/;
    for (const line of lines) expect(line.replaceAll(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(special);
    expect(lines.map((line) => line.slice(2).replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))).toEqual(
      sheet.view.slice(0, 2).map((line) => line.replaceAll(/\n+/g, ' ')),
    );
    expect(sheet.view[0]).toContain(typed);
  });

  it('says how programs that guess types read the file, and that raw pages are all there', async () => {
    const id = { $n: '1790000000000000001' };
    const runId = await rig.makeRun([{ id, text: 'a', likeCount: 3 }, { id }]);
    const of = async (format: Spec['format']) =>
      (await sheetOf({ runIds: [runId], format })).markdown;
    const markdown = await of({ kind: 'csv', delimiter: ';', decimal: 'comma' });
    expect(markdown).toMatch(
      /`pandas\.read_csv\(".*\.csv", sep=";", decimal=",", dtype=\{"id": "string", "text": "string"\}, keep_default_na=False, na_values=\[""\]\)`/,
    );
    expect(markdown).toMatch(
      /`readr::read_delim\(".*\.csv", delim = ";", col_types = readr::cols\("id" = "c", "text" = "c"\), locale = readr::locale\(decimal_mark = ","\), na = ""\)`/,
    );
    expect(markdown).toContain(
      'empty text and missing values are the same. JSON Lines and Parquet',
    );
    expect(markdown).toMatch(/Protect against formulas: \w+\. Texts that .* get an apostrophe/);
    const bare = await of({ kind: 'csv', headers: 'none', formulaGuard: false });
    expect(bare).not.toMatch(/pandas|missing values are the same|apostrophe/);
    Object.assign(await rig.live(runId), { rowLimit: 1 });
    expect(await of({ kind: 'raw' })).toContain(
      '2 received, 1 of them beyond the row limit, all chosen',
    );
  });

  it.each([
    [{ kind: 'contains', field: 'f', text: 'a' }, 'contains “a”, ignoring case'],
    [{ kind: 'isNot', field: 'f', value: 'a' }, 'is not “a”'],
    [{ kind: 'isEmpty', field: 'f' }, 'is missing, null or empty'],
    [{ kind: 'number', field: 'f', min: '1', max: '2' }, 'is a number from 1 to 2, both included'],
    [{ kind: 'number', field: 'f', min: null, max: '2' }, 'is a number up to 2, included'],
    [
      { kind: 'date', field: 'f', from: '2026', to: null, timeZone: 'Europe/Berlin' },
      'is a date from 2026 onwards (Europe/Berlin)',
    ],
    [{ kind: 'oneOf', field: 'f', values: ['a', 'b'] }, 'is one of “a”, “b”'],
  ] as [Filter, string][])('says the filter %j in words', (filter, words) => {
    const [line] = viewWords({ ...everyRow, filters: [filter] });
    expect(line).toBe(`Only rows in which f ${words}.`);
  });

  it('says how a sample was drawn, so that anybody can draw it again', () => {
    const { sort, ...from } = everyRow;
    const drawn = { size: 50, seed: 8241, rows: 1204, ...from, search: 'sea' };
    const [first, second, third] = viewWords({
      ...everyRow,
      search: 'tree',
      sample: { ...drawn, by: 'lang' },
      sort,
    });
    expect(first).toBe('Only rows in which any column contains “sea”, ignoring case.');
    expect(second).toBe(
      'Of these, a random sample of 50 rows for each value of lang (all, where there are fewer), with the seed 8241: among rows 1 to 1204 of the run in the order received, those for which the MD5 of “8241:” followed by the row’s number is smallest.',
    );
    expect(third).toBe('Only rows in which any column contains “tree”, ignoring case.');
    const [one] = viewWords({ ...everyRow, sample: { ...drawn, search: '', by: null } });
    expect(one).toMatch(/^Of these, a random sample of 50 rows \(all, where/);
  });

  it.each([
    [{ kind: 'more' }, /^The service said that more was available/],
    [{ kind: 'limit', reason: 'pages' }, /^The limit on pages .* the service had more/],
    [{ kind: 'limit', reason: 'dayCeiling' }, /^The limit on calls .* the service had more/],
    [{ kind: 'limit', reason: 'failures' }, /^Five inputs in a row .* the others were not asked/],
    [{ kind: 'stopped' }, /^The run stopped before its end; more may have been available/],
    [{ kind: 'outOfCredits', page: 3 }, /^The plan’s limit was reached at page 3/],
    [{ kind: 'interrupted', rested: null }, /was closed while the run was in progress; more may/],
    [
      { kind: 'interrupted', rested: 'failed', failure: { title: 'No room.' } },
      /failed, .* No room/,
    ],
  ])('says of a run that ended %j so that nobody takes it for complete', (state, words) => {
    expect(endingWords(state as RunState)).toMatch(words);
  });

  it('that can’t be written takes the file back from nobody, and is told', async () => {
    const at = join(testFolder(), 'posts.csv');
    // Something else has the sheet's name.
    await mkdir(`${at}.methods.md/not empty`, { recursive: true });
    const runIds = [await rig.makeRun(rows)];
    const { state } = await rig.saving({ at }).exportOf({ runIds, format: { kind: 'csv' } });
    expect(state).toMatchObject({
      kind: 'saved',
      rows: 3,
      sheetProblem: { code: 'storage_failed' },
      files: [{ name: 'posts.csv' }],
    });
    expect((await stat(at)).size).toBeGreaterThan(0);
  });
});

describe('Open recipe…', () => {
  const deps = { lookUp, profile: () => ({ id: service, label: service, address: service }) };

  it('gives back the query and the choices, and says what this version or service can’t do so', async () => {
    const format = { kind: 'csv', delimiter: ';', decimal: 'comma' } as const;
    const { text, sheet } = await sheetOf({ runIds: [await rig.makeRun(rows)], format });
    const recipe = openRecipe(text, deps);
    expect(recipe).toEqual({
      queries: [
        {
          title: 'Search posts: sea',
          query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
          pages: 1,
          service: { profileId: service, address: service },
          limit: { pages: null, rows: null },
          list: null,
        },
      ],
      spec: sheet.spec,
      kind: 'questions',
      notices: [],
    });
    expect(recipe).toMatchObject({ spec: { format } });
    const [run] = sheet.runs;
    const changed = {
      ...sheet,
      runs: [
        { ...run, query: { ...run?.query, endpointId: 'gone' } },
        { ...run, query: { ...run?.query, values: {} } },
      ],
    };
    expect(openRecipe(JSON.stringify(changed), { ...deps, profile: () => null }).notices).toEqual([
      '“Search posts: sea”: this version doesn’t have that question.',
      'It was run on https://service.example, which is not in use now.',
      '“Search posts: sea”: some values are no longer allowed; the form marks them.',
    ]);
  });

  const sheetOfVersion = (version: number): string =>
    JSON.stringify({ kind: 'social-data-explorer/methods', version });
  it.each([
    ['', 'This is a text or a table, not a methods sheet.'],
    ['\uFEFFid,text\r\n1,x\r\n', 'This is a text or a table, not a methods sheet.'],
    ['{"id":"1"}\n{"id":"2"}\n', 'These are saved rows'],
    ['PAR1\u0015\u0004PAR1', 'This is a Parquet file'],
    ...['\uFEFF{"kind":"', '{"kind":"', '# Methods'].flatMap((text): [string, string][] => {
      const bytes = Buffer.from(text, 'utf16le');
      const both = [bytes, Buffer.from(bytes).swap16()];
      return both.map((one) => [new TextDecoder().decode(one), 'This file is saved as UTF-16.']);
    }),
    ['{"half":', 'This is not a methods sheet.'],
    ['[1]', 'This is not a methods sheet.'],
    [sheetOfVersion(1), 'This methods sheet is damaged'],
    [
      '{"kind":"social-data-explorer/methods","version":1,"runs":[{}]}',
      'This methods sheet is damaged',
    ],
    ['{"kind":"social-data-explorer/steps","version":1,"steps":[{}]}', 'This recipe is damaged'],
    [sheetOfVersion(2), 'A newer version of the program wrote this methods sheet.'],
    ['PK\u0003\u0004\u0014\u0000\uFFFDposts.csv', 'There is no methods sheet in this archive.'],
  ])('refuses %j in a sentence', (text, title) => {
    expect(() => openRecipe(text, deps)).toThrow(ProblemError);
    expect(() => openRecipe(text, deps)).toThrow(title);
  });

  it('refuses one whose kind is ten thousand lists in one another', () => {
    const deep = `{"kind":${'['.repeat(10_000)}${']'.repeat(10_000)},"version":2}`;
    expect(() => openRecipe(deep, deps)).toThrow('This is not a methods sheet.');
  });

  it('takes the sheet for reading and the workbook, too', async () => {
    const typed = '</recipe> & <b> \n```\n \uFFFF \u2028 "quoted"';
    const runIds = [await rig.makeRun(rows)];
    const view = { ...everyRow, search: typed };
    const { sheet, markdown, text } = await sheetOf({ runIds, view, format: { kind: 'csv' } });
    const recipe = openRecipe(text, deps) as Recipe;
    expect(recipe).toMatchObject({ kind: 'questions', spec: sheet.spec });
    expect(openRecipe(markdown, deps)).toEqual(recipe);
    expect(openRecipe(markdown.replaceAll('\n', '\r\n'), deps)).toEqual(recipe);
    const { bytes } = await rig.save({ runIds, view, format: workbook, methods: true });
    const { spec, ...asked } = openRecipe(await recipeText(bytes), deps) as Recipe;
    expect(asked).toEqual({ kind: 'questions', queries: recipe.queries, notices: recipe.notices });
    expect(spec).toMatchObject({ view, format: workbook });
    const without = await recipeText((await rig.save({ runIds, format: workbook })).bytes);
    expect(() => openRecipe(without, deps)).toThrow('There is no recipe in this workbook');
  });

  it('finds the sheet in an archive of any kind, and no more than the rest of its text, nor in thousands of files', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.alloc(100_000, 'x'), 'posts.csv', { compress: false });
    zip.addBuffer(Buffer.from('{"kind":"social-data-explorer/other"}'), 'posts.csv.methods.json');
    zip.end({ comment: 'PK', forceZip64Format: false });
    const bytes = await buffer(zip.outputStream);
    expect(await recipeText(bytes)).toBe('{"kind":"social-data-explorer/other"}');
    const dataset = new ZipFile();
    dataset.addBuffer(Buffer.from('{"kind":"social-data-explorer/one"}'), 'methods/run-1.json');
    dataset.end();
    expect(await recipeText(await buffer(dataset.outputStream))).toContain('/one');
    // Half an archive is what it is.
    expect(await recipeText(bytes.subarray(0, 90_000))).toMatch(/^PK/);
    expect(await recipeText(Buffer.from('{"any":1}'))).toBe('{"any":1}');
    const bomb = new ZipFile();
    const many = Buffer.alloc(maxSheetLength * 4, 'social-data-explorer ');
    bomb.addBuffer(many, 'a.methods.json');
    bomb.end();
    const text = await recipeText(await buffer(bomb.outputStream));
    expect(text.length).toBe(maxSheetLength);
    const crowd = new ZipFile();
    for (let n = 0; n < 21; n++) {
      const kind = n < 20 ? 'other' : 'social-data-explorer/one';
      crowd.addBuffer(Buffer.from(`{"kind":"${kind}"}`), `methods/run-${n}.json`);
    }
    crowd.end();
    expect(await recipeText(await buffer(crowd.outputStream))).toMatch(/^PK/);
  });
});
