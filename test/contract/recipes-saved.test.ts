/**
 * All steps of a recipe in one archive: what each table says of the others, who is named in them, and that the study
 * can be made again from the archive alone.
 */
import { createHash } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import type { MethodsSheet } from '#main/core/export/methods/provenance.ts';
import type { Chain, RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { world } from '#test/support/derived-world.ts';
import { mintRunId, paperKeychain, question, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { expectWholeCrate, readCrate } from '#test/support/export/read-crate.ts';
import { readWorkbook } from '#test/support/export/read-workbook.ts';
import { readZip } from '#test/support/read-zip.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { save } from '#test/support/saving.ts';

let service: TestSampleService;

beforeEach(async () => {
  // What it invents depends on the time.
  const at = Date.now();
  service = await startTestSample({ now: () => at });
  onTestFinished(() => service.close());
});

/** Each has a data folder of its own. */
async function begin(): Promise<TestCore> {
  const { address: serviceAddress, accessKey } = service;
  const core = await startTestCore({ serviceAddress, accessKey, secrets: paperKeychain() });
  onTestFinished(() => core.close());
  return core;
}

type Step = StepRecipe['steps'][number];
const step = (
  endpointId: string,
  values: Record<string, string>,
  list: Step['list'],
  pages = 1,
): Step => ({ query: question(endpointId, values), asks: [], list, pages, pause: false });

/** Posts on two topics, the comments of six, four who wrote those. */
const study: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Floods, and who comments',
  service: { profileId: 'https://x.example', address: 'https://x.example' },
  steps: [
    step('microblog.posts.search', { q: 'flood\nstorm' }, null, 2),
    step('microblog.posts.comments', {}, { field: 'id', key: 'id', atMost: 6 }),
    step('microblog.users.get', {}, { field: 'authorUsername', key: 'username', atMost: 4 }),
  ],
};

async function run(core: TestCore, recipe = study): Promise<RecipeRun> {
  const id = mintRunId();
  await core.value('recipe.start', { id, recipe, maxCalls: 200 });
  return vi.waitFor(
    async () => {
      const { runs } = await core.value('recipe.list', {});
      const done = runs.find((one) => one.id === id);
      if (done === undefined || done.state === 'running') throw new Error('works');
      expect(done).toMatchObject({ state: 'done', why: null });
      return done;
    },
    { timeout: 60_000, interval: 20 },
  );
}

async function archived(
  core: TestCore,
  { id, steps }: RecipeRun,
  kind: string,
  pseudonyms: Chain['pseudonyms'] = 'none',
) {
  const runIds = steps.map(({ runId }) => runId);
  const chain = { recipeRunId: id, pseudonyms };
  const saved = await save(core, { runIds, format: { kind } }, chain);
  const files = readZip(await core.readSaved());
  const named = (ending: string): string =>
    [...files].find(([name]) => name.endsWith(ending))?.[1].toString('utf8') ?? '';
  const sheet: MethodsSheet = methodsSheetSchema.parse(JSON.parse(named('.methods.json')));
  return { saved, files, sheet, named };
}

const rowsOf = (csv: string): Record<string, string>[] =>
  parseCsv(csv, { columns: true, bom: true });

/** Without cursors: they are of one session. */
const asked = (): string[] =>
  service.requests().map(({ path, query }) => {
    const { cursor, ...rest } = query;
    return `${path} ${JSON.stringify(rest)}${cursor === undefined ? '' : ' +'}`;
  });

it('the same study again from its archive alone: in another data folder, request by request, row by row', async () => {
  const core = await begin();
  const first = await run(core);
  const { files, named, saved } = await archived(core, first, 'jsonl');
  expect(saved.rows).toBe(first.steps.reduce((sum, { rows }) => sum + rows, 0));
  const sent = asked();

  const other = await begin();
  for (const text of [named('.methods.json'), named('.methods.md')]) {
    expect(await other.value('recipe.open', { text })).toMatchObject({
      kind: 'steps',
      recipe: { name: study.name, steps: [{ query: { values: { q: 'flood\nstorm' } } }, {}, {}] },
      notices: [],
    });
  }
  const opened = await other.value('recipe.open', { text: named('.methods.json') });
  if (opened.kind !== 'steps') throw new Error('not a recipe with steps');
  const again = await run(other, opened.recipe);
  expect(asked().slice(sent.length)).toEqual(sent);
  const copy = await archived(other, again, 'jsonl');
  const tables = [...files.keys()].filter((name) => name.endsWith('.jsonl'));
  expect(tables).toHaveLength(3);
  for (const name of tables) expect(copy.files.get(name)).toEqual(files.get(name));
});

it('one sheet describes each table, and the metadata says which step made which file', async () => {
  const core = await begin();
  const made = await run(core);
  const { files, sheet, named } = await archived(core, made, 'csv');
  const tables = [sheet, ...(sheet.further ?? [])];
  const questions = ['posts-search', 'posts-comments', 'users-get'];
  const names = questions.map((name, at) => `step-${at + 1}-microblog-${name}.csv`);
  expect(tables.map(({ file }) => file.name)).toEqual(names);
  for (const [at, { file, inputsFile, columns, spec }] of tables.entries()) {
    const rows = rowsOf(named(names[at]!));
    expect(rows).toHaveLength(made.steps[at]!.rows);
    expect([file.rows, Object.keys(rows[0]!)]).toEqual([
      rows.length,
      columns.map(({ name }) => name),
    ]);
    expect(spec.runIds).toEqual([made.steps[at]!.runId]);
    for (const one of [file, inputsFile!]) {
      const bytes = files.get(one.name)!;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(one).toMatchObject({ bytes: bytes.length, sha256 });
    }
  }
  const markdown = named('.methods.md');
  for (const [at, name] of names.entries()) {
    expect(markdown).toContain(`\n## Step ${at + 1}: \`${name}\`\n`);
  }
  const crate = await readCrate(named('ro-crate-metadata.json'));
  expectWholeCrate(crate);
  expect([...files.keys()].toSorted()).toEqual(
    [...crate.keys()].flatMap((id) => /^\.\/([^#]+)$/.exec(String(id))?.[1] ?? []).toSorted(),
  );
  for (const [at, { runId }] of made.steps.entries()) {
    expect(crate.get(`./#run-${runId}`)).toMatchObject({
      result: [{ '@id': `./${names[at]}` }, { '@id': `./${names[at]}.inputs.csv` }],
      object: [{ '@id': expect.stringMatching(/\.methods\.json$/) }],
    });
  }
});

it('workbooks have the inputs of their step in themselves, and the sheet is about all of them', async () => {
  const core = await begin();
  const made = await run(core, { ...study, steps: study.steps.slice(0, 2) });
  const { files, sheet, named } = await archived(core, made, 'xlsx');
  const books = [...files.keys()].filter((name) => name.startsWith('step-'));
  expect(books).toEqual([sheet, ...sheet.further!].map(({ file }) => file.name));
  for (const name of books) {
    expect([...readWorkbook(files.get(name)!).keys()]).toEqual(['Rows', 'Inputs']);
  }
  expect(named('.methods.md').match(/The worksheet “Inputs” lists every input/g)).toHaveLength(2);
});

/** Everything that the archive says, as text. */
const textOf = (files: ReadonlyMap<string, Buffer>): string =>
  [...files].map(([name, bytes]) => `${name}\n${bytes.toString('utf8')}`).join('\n');

it('a person has one pseudonym in all tables and is named in none; IDs of posts stay, or are replaced alike', async () => {
  const core = await begin();
  // A name that only the search finds, asked for in the recipe's name and by its first step.
  const named = { ...study, name: 'About Mira Osei' };
  const made = await run(core, named);
  const plain = await archived(core, made, 'csv');
  const [posts, comments, users] = [...plain.files]
    .filter(([name]) => /^step-\d-[^.]*\.csv$/.test(name))
    .map(([, bytes]) => rowsOf(bytes.toString('utf8')));
  const authors = [...posts!, ...comments!].flatMap(({ authorUsername, authorId }) => [
    authorUsername!,
    authorId!,
  ]);
  const names = [...new Set([...authors, ...users!.map(({ name }) => name!)])];
  const ids = [...new Set([...posts!, ...comments!].map(({ id }) => id!))];
  const conversations = [...new Set(comments!.map(({ conversationId }) => conversationId!))];
  expect(textOf(plain.files)).toContain(names[0]);

  for (const pseudonyms of ['people', 'peopleAndIds'] as const) {
    const { files, sheet } = await archived(core, made, 'csv', pseudonyms);
    const text = textOf(files);
    const said = [...names, 'Mira Osei', 'About'].filter((name) =>
      new RegExp(String.raw`(?<![\w/])${name.replaceAll(/\W/g, String.raw`\$&`)}(?!\w)`).test(text),
    );
    expect(said).toEqual([]);
    const tables = [...files]
      .filter(([name]) => /^step-\d-[^.]*\.csv$/.test(name))
      .map(([, bytes]) => rowsOf(bytes.toString('utf8')));
    // The comments' input is the post, the users' one of their authors.
    const [[, two, three], [first]] = [tables, tables];
    expect(two!.every(({ input }) => first!.some(({ id }) => id === input))).toBe(true);
    expect(three!.every(({ username, input }) => username === input)).toBe(true);
    expect(three!.every(({ input }) => two!.some((row) => row['authorUsername'] === input))).toBe(
      true,
    );
    const left = [...ids, ...conversations].filter((id) => text.includes(id));
    expect(left).toEqual(pseudonyms === 'people' ? [...ids, ...conversations] : []);
    expect(sheet.pseudonymSecret).not.toBeNull();
    expect(sheet.recipe).toMatchObject({ name: 'Recipe', steps: [{ asks: [] }, {}, {}] });
  }
});

it('the input of a step is the pseudonym of the post, however short its ID is', async () => {
  const { core, serveItems } = await world({ secrets: paperKeychain() });
  serveItems([{ id: '1234', text: 'A post', authorUsername: 'lena' }]);
  const made = await run(core, { ...study, steps: study.steps.slice(0, 2) });
  const { files } = await archived(core, made, 'csv', 'peopleAndIds');
  const [posts, comments] = [...files]
    .filter(([name]) => /^step-\d-[^.]*\.csv$/.test(name))
    .map(([, bytes]) => rowsOf(bytes.toString('utf8')));
  expect(posts![0]!['id']).toMatch(/^id_/);
  expect(comments!.map(({ input }) => input)).toEqual([posts![0]!['id']]);
});

it('accounts that a recipe begins with are asked for again, once people are replaced', async () => {
  const core = await begin();
  const first = step('microblog.posts.by-user', { username: 'mira_osei\nlena_ortiz' }, null);
  const made = await run(core, { ...study, steps: [first] });
  const { sheet, files } = await archived(core, made, 'jsonl', 'people');
  expect(sheet.recipe?.steps[0]).toMatchObject({ query: { values: {} }, asks: ['username'] });
  expect(textOf(files)).not.toMatch(/mira_osei|lena_ortiz/i);
});

it('what isn’t a step, or has no table for each, is refused before a file is chosen', async () => {
  const core = await begin();
  const { id, steps } = await run(core, { ...study, steps: study.steps.slice(0, 1) });
  const runIds = steps.map(({ runId }) => runId);
  const refused = async (kind: string, chain: Chain, of = runIds): Promise<string | undefined> => {
    const spec = { runIds: of, format: { kind } };
    const result = await core.call('export.start', { exportId: 'export-refused', spec, chain });
    return result.ok ? undefined : result.error.title;
  };
  const chain = { recipeRunId: id, pseudonyms: 'none' } as const;
  expect(await refused('csv', { ...chain, recipeRunId: 'run-of-another-recipe' })).toMatch(
    /no longer/,
  );
  expect(await refused('csv', chain, ['run-elsewhere'])).toMatch(/no longer/);
  expect(await refused('dataset', chain)).toMatch(/can’t be saved together/);
  expect(await refused('raw', { ...chain, pseudonyms: 'people' })).toMatch(/raw pages/);
  expect(core.saved).toEqual([]);
});
