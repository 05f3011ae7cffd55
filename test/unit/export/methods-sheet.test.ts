/** The record beside a file: complete, true, and good for asking again. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodsSheetSchema } from '#shared/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/export/methods-sheet.ts';
import { everyRow } from '#shared/contract/view.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { asMarkdown } from '#main/core/export/methods/as-markdown.ts';
import { openRecipe } from '#main/core/export/methods/open-recipe.ts';
import { sheetName } from '#main/core/export/methods/save-sheet.ts';
import { ProblemError } from '#main/core/problem-error.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';

let rig: Rig;
beforeAll(() => {
  rig = exportRig();
});
afterAll(() => rig.close());

async function sheetOf(
  spec: Spec,
): Promise<{ sheet: MethodsSheet; markdown: string; path: string }> {
  const { path } = await rig.save({ ...spec, methods: true });
  const sheet = methodsSheetSchema.parse(
    JSON.parse(await readFile(`${path}.methods.json`, 'utf8')),
  );
  return { sheet, markdown: await readFile(`${path}.methods.md`, 'utf8'), path };
}

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
    const { sheet, path } = await sheetOf({ runIds: [runId], view, format: { kind: 'csv' } });
    const bytes = await readFile(path);
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
        service: { address: 'https://service.example' },
        requests: [
          {
            method: 'GET',
            address: 'https://service.example/api/data/microblog/posts/live?q=sea',
            pages: 1,
          },
        ],
        applicationVersion: '1.2.3',
        startedAt: '2026-03-31T10:00:00.000Z',
        firstAnswerAt: '2026-03-31T10:00:01.000Z',
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
      'Of rows with the same id, only the first that came; of several runs, that of the first.',
      'In the order in which they came.',
    ]);
    expect(sheet.columns).toMatchObject([
      { name: 'id', type: 'text', filled: 2 },
      { name: 'text', filled: 2 },
      { name: 'likeCount', type: 'integer', filled: 1 },
      { name: 'late', type: 'boolean', filled: 0 },
    ]);
    expect(sheet.changes).toMatchObject([{ code: 'loneSurrogates', count: 1 }]);
    expect(sheet.spec.view).toEqual(view);
  });

  it.each(['csv', 'xlsx', 'jsonl', 'parquet'] as const)(
    'counts filled cells the same for %s',
    async (kind) => {
      const { sheet } = await sheetOf({ runIds: [await rig.makeRun(rows)], format: { kind } });
      expect(sheet.columns.map(({ field, filled }) => [field, filled])).toEqual([
        ['id', 3],
        ['text', 3],
        ['likeCount', 2],
        ['late', 1],
      ]);
    },
  );

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

  it('is readable whatever names and values hold', async () => {
    const runId = await rig.makeRun([{ 'a|b`c\n# d': 'x', '<script>': 1 }]);
    const { markdown, sheet } = await sheetOf({ runIds: [runId], format: { kind: 'csv' } });
    const table = markdown.split('\n').filter((line) => line.startsWith('| '));
    // The header, and a line for each column: nothing breaks out of its cell.
    expect(table.length).toBe(1 + sheet.columns.length);
    for (const line of table) expect(line.match(/(?<!\\)\|/g)?.length).toBe(6);
    expect(markdown).not.toMatch(/^# d/m);
    expect(asMarkdown(sheet)).toBe(markdown);
  });

  it('says what was typed as it was typed: no heading, link or picture comes of it', async () => {
    const runId = await rig.makeRun(rows);
    const typed = 'a_b\n\n# Heading\n![x](https://elsewhere.test/y) <b>&copy;';
    const view = {
      ...everyRow,
      filters: [{ kind: 'is' as const, field: '[id](https://elsewhere.test)', value: typed }],
      search: '`**all**`',
    };
    const { markdown, sheet } = await sheetOf({ runIds: [runId], view, format: { kind: 'jsonl' } });
    const [filter, search] = markdown
      .split('## Rows in the file\n\n')[1]!
      .split('\n')
      .map((line) => line.slice('- '.length));
    // What a reader of Markdown shows for it; nothing is left that means anything else.
    const special = /[\\`*_{}[\]<>#|~&]/;
    for (const line of [filter, search]) {
      expect(line?.replaceAll(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(special);
    }
    const shown = [filter, search].map((line) => line?.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
    expect(shown).toEqual(sheet.view.slice(0, 2).map((line) => line.replaceAll(/\n+/g, ' ')));
    expect(sheet.view[0]).toContain(typed);
  });

  it('has a name that file systems take, however long the file’s is', async () => {
    const fileName = `${'ü'.repeat(125)}.csv`;
    const long = exportRig({ fileName });
    const runIds = [await long.makeRun(rows)];
    const { state, path } = await long.save({ runIds, methods: true, format: { kind: 'csv' } });
    expect(state.sheetProblem).toBeNull();
    for (const { name } of state.files) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect((await stat(join(dirname(path), name))).size).toBeGreaterThan(0);
    }
    expect(sheetName('posts.csv', '.methods.md')).toBe('posts.csv.methods.md');
    await long.close();
  });

  it('that can’t be written takes the file back from nobody, and is told', async () => {
    const blocked = exportRig({
      deps: {
        chooseSaveTarget: async () => {
          const path = join(blocked.target, 'posts.csv');
          // Something else has the sheet's name.
          await mkdir(`${path}.methods.md/not empty`, { recursive: true });
          return { path, finish: async () => ({ name: 'posts.csv', download: null }) };
        },
      },
    });
    const runIds = [await blocked.makeRun(rows)];
    const { state } = await blocked.exportOf({ runIds, format: { kind: 'csv' } });
    expect(state).toMatchObject({
      kind: 'saved',
      rows: 3,
      sheetProblem: { code: 'storage_failed' },
      files: [{ name: 'posts.csv' }],
    });
    expect((await stat(join(blocked.target, 'posts.csv'))).size).toBeGreaterThan(0);
    await blocked.close();
  });
});

describe('Open recipe…', () => {
  const lookUp = (endpointId: string) => {
    const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
    const resource = catalogue.resources.find(({ id }) => id === endpoint?.resource);
    return endpoint !== undefined && isDataEndpoint(endpoint) && resource !== undefined
      ? { endpoint, resource }
      : null;
  };
  const deps = { lookUp, profileId: () => 'https://service.example' };

  it('gives back the query and the choices', async () => {
    const format = { kind: 'csv', delimiter: ';', decimal: 'comma' } as const;
    const { path, sheet } = await sheetOf({ runIds: [await rig.makeRun(rows)], format });
    const recipe = openRecipe(await readFile(`${path}.methods.json`, 'utf8'), deps);
    expect(recipe).toEqual({
      queries: [
        {
          title: 'Posts: sea',
          query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
          pages: 1,
          service: { profileId: 'https://service.example', address: 'https://service.example' },
        },
      ],
      spec: sheet.spec,
      notices: [],
    });
    expect(recipe.spec.format).toMatchObject(format);
  });

  it('says what this version or service can’t do as it was', async () => {
    const { sheet } = await sheetOf({ runIds: [await rig.makeRun(rows)], format: { kind: 'csv' } });
    const [run] = sheet.runs;
    const changed = {
      ...sheet,
      runs: [
        { ...run, query: { ...run?.query, endpointId: 'gone' } },
        { ...run, query: { ...run?.query, values: {} } },
      ],
    };
    expect(
      openRecipe(JSON.stringify(changed), { ...deps, profileId: () => 'sample' }).notices,
    ).toEqual([
      '“Posts: sea”: this version does not know that question.',
      'It was asked of https://service.example, which is not in use now.',
      '“Posts: sea”: some values are not allowed any more; the form marks them.',
    ]);
  });

  it.each([
    ['', 'This file is not JSON, or it is damaged.'],
    ['{"half":', 'This file is not JSON, or it is damaged.'],
    ['[1]', 'This is no methods sheet.'],
    ['{"kind":"social-data-explorer/methods","version":1}', 'This is no methods sheet.'],
    [
      '{"kind":"social-data-explorer/methods","version":2}',
      'A newer version of the program wrote this methods sheet.',
    ],
  ])('refuses %j in a sentence', (text, title) => {
    expect(() => openRecipe(text, deps)).toThrow(ProblemError);
    expect(() => openRecipe(text, deps)).toThrow(title);
  });
});
