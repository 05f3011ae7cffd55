/** What lies beside the rows of an export under pseudonyms: the file's name, the labels, the sheet. */
import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { methodsSheetSchema } from '#shared/export/methods-sheet.ts';
import type { MethodsSheet } from '#shared/export/methods-sheet.ts';
import { privacySchema } from '#shared/export/privacy.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import type { Spec } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

let server: SecondServer;
let test: TestCore;
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  test = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
});
afterEach(async () => {
  await test.close();
  await server.close();
});

const replaced = privacySchema.parse({
  pseudonyms: [{ field: 'authorUsername', kind: 'username' }],
});

async function postsOf(username: string): Promise<string> {
  const runId = mintRunId();
  const values = { username, since: '2026-01-02' };
  const query = { endpointId: 'microblog.posts.by-user', values, fields: [] };
  await test.value('run.start', { runId, query });
  return runId;
}

interface Written {
  name: string;
  /** Of all files, and their names. */
  text: string;
  file: string;
  sheet: MethodsSheet;
}

async function written(spec: Omit<Spec, 'format'>): Promise<Written> {
  await save(test, { ...spec, methods: true, format: plainCsv });
  const path = test.saved.at(-1) ?? '';
  const endings = ['', '.methods.md', '.methods.json'];
  const files = await Promise.all(endings.map((end) => readFile(path + end, 'utf8')));
  const sheet = methodsSheetSchema.parse(JSON.parse(files[2] ?? ''));
  const name = basename(path);
  return { name, text: [name, ...files].join('\n'), file: files[0] ?? '', sheet };
}

describe('an account that was asked for', () => {
  it('is nowhere in what is written, where people are replaced', async () => {
    const runId = await postsOf('mira_osei');
    const { name, text, sheet } = await written({ runIds: [runId], privacy: replaced });
    expect(name).toMatch(/^microblog-[\w-]+-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).not.toMatch(/mira.osei/i);
    const pseudonym = /user_[a-z2-7]{16}/.exec(sheet.runs[0]?.title ?? '')?.[0] ?? 'none';
    expect(sheet.runs[0]).toMatchObject({
      label: expect.stringContaining(pseudonym),
      query: { values: { username: pseudonym, since: '2026-01-02' } },
      values: [
        ['Account', pseudonym],
        ['From', '2026-01-02'],
      ],
    });
    expect(sheet.runs[0]?.requests[0]?.address).toBe(
      `${server.address}/api/data/microblog/posts/users/${pseudonym}/live?since=2026-01-02`,
    );
  });

  it('has the pseudonym that it has in the rows', async () => {
    const runId = await postsOf('mira_osei');
    const { rows } = await test.value('rows.window', { runId, page: null, offset: 0, count: 1 });
    const author = String(rows[0]?.['authorUsername']);
    const other = await postsOf(author);
    const { sheet } = await written({ runIds: [other], privacy: replaced });
    const inRows = await written({ runIds: [runId], privacy: replaced });
    const [first] = parse(inRows.file, { columns: true }) as Record<string, string>[];
    expect(sheet.runs[0]?.query.values['username']).toBe(first?.['authorUsername']);
  });

  it('is replaced in the names of runs, too, also in their column', async () => {
    const runIds = [await postsOf('mira_osei'), await postsOf('lena_ortiz')];
    await test.value('history.describe', { runId: runIds[1]!, name: 'About @Lena_Ortiz, second' });
    const { text, sheet } = await written({ runIds, privacy: replaced });
    expect(text).not.toMatch(/mira.osei|lena.ortiz/i);
    expect(sheet.runs[1]?.label).toMatch(/^About user_[a-z2-7]{16}, second$/);
    expect(text).toContain(sheet.runs[1]!.label);
  });

  it('stays where nothing is replaced', async () => {
    const runId = await postsOf('mira_osei');
    for (const privacy of [null, privacySchema.parse({ drop: ['lang'] })]) {
      const { name, sheet } = await written({ runIds: [runId], privacy });
      expect(name).toContain('mira-osei');
      expect(sheet.runs[0]?.requests[0]?.address).toContain('/users/mira_osei/live');
    }
  });

  it('is told to be a pseudonym when the sheet is opened as a recipe', async () => {
    const runId = await postsOf('mira_osei');
    await written({ runIds: [runId], privacy: replaced });
    const text = await readFile(`${test.saved.at(-1) ?? ''}.methods.json`, 'utf8');
    expect((await test.value('recipe.open', { text })).notices).toEqual([
      expect.stringContaining('was replaced by a pseudonym; put its name in before asking.'),
    ]);
  });
});

it('words that were searched for stay in the sheet, and out of the file’s name', async () => {
  const runId = mintRunId();
  const query = { endpointId: 'microblog.posts.search', values: { q: 'Mira Osei' }, fields: [] };
  await test.value('run.start', { runId, query });
  const { name, sheet } = await written({ runIds: [runId], privacy: replaced });
  expect(name).not.toMatch(/mira/i);
  expect(sheet.runs[0]?.query.values).toEqual({ q: 'Mira Osei' });
});
