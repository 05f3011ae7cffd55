/** A dataset folder, as a second library reads it. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Meaning } from '#shared/catalogue/types.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { manifestSchema } from '#main/core/export/manifest.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { parseAsSent } from '#main/core/json/index.ts';
import type { LiveRun } from '#main/core/runs/live-run.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { fixedNastyRows, nastyRows } from '#test/support/export/nasty.ts';
import { expectWholeCrate, readCrate } from '#test/support/export/read-crate.ts';
import { readParquet } from '#test/support/export/read-parquet.ts';
import { become } from '#main/core/runs/live-run.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import type { SavingOptions } from '#test/support/export/rig.ts';
import { count } from '#test/support/thorough.ts';

const rig = exportRig();
const newFolder = (): string => mkdtempSync(join(rig.root, 'dataset-'));

async function endOf(root: string, runIds: string[], how: SavingOptions = {}) {
  const saving = rig.saving({ at: root, ...how });
  return (await saving.exportOf({ runIds, format: { kind: 'dataset' } })).state;
}

/** Saves the runs into the dataset: rows that were added, and what is said of it. */
async function add(root: string, runIds: string[], how: SavingOptions = {}) {
  const state = await endOf(root, runIds, how);
  if (state.kind !== 'saved') {
    throw new Error(`${JSON.stringify(state)} ${String(rig.reported.at(-1))}`);
  }
  return { rows: state.rows, changes: state.changes.map((one) => [one.code, one.count]) };
}

/** Every file under a folder, by its path in it, with its checksum. */
function filesIn(root: string, folder = ''): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(join(root, folder), { withFileTypes: true }).map((one) => {
      const path = folder === '' ? one.name : `${folder}/${one.name}`;
      return one.isDirectory() ? filesIn(root, path) : { [path]: sha256(join(root, path)) };
    }),
  ) as Record<string, string>;
}

const sha256 = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

const dataFiles = (root: string): string[] =>
  Object.keys(filesIn(root))
    .filter((name) => name.endsWith('.parquet'))
    .toSorted();

// What a posts’ dataset must hold, written down a second time.

const counts = ['likeCount', 'retweetCount'];
const flags = ['deleted', 'isRetweet'];
const texts = ['id', 'text', 'hashtags', 'createdAt'];

const read = ['run', 'input', 'collected_at', '_rest', ...counts, ...flags, ...texts];

/** Columns of every type get the values that come under other names. */
const renamed: Record<string, string> = {
  number: 'likeCount',
  mixed: 'retweetCount',
  run: 'likeCount',
  Id: 'retweetCount',
  flag: 'deleted',
  seq: 'deleted',
  'a.b': 'isRetweet',
  nested: 'hashtags',
  c0: 'hashtags',
};

const asPost = (row: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [renamed[name] ?? name, value]));

function isCount(value: JsonValue): boolean {
  const text = typeof value === 'number' || isExact(value) ? cellText(value) : '';
  return /^(0|-?[1-9]\d*)$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text));
}

const isExact = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === '$n';

/** Cells by column and what is left, of one row. */
function expectedRow(row: JsonObject) {
  const cells: Record<string, unknown> = {};
  const rest: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(row)) {
    if (value === null) continue;
    if (texts.includes(name)) cells[name] = cellText(value).toWellFormed();
    else if (counts.includes(name) && isCount(value)) cells[name] = BigInt(cellText(value));
    else if (flags.includes(name) && typeof value === 'boolean') cells[name] = value;
    else rest.push([name, value]);
  }
  return { cells, rest };
}

/** In any order of names; half characters of texts are replaced in one of the two ways of writing. */
const comparable = (rest: readonly (readonly [string, JsonValue])[]): string[] =>
  rest
    .map(([name, value]) => wellFormed(`${JSON.stringify(name)}: ${cellText([value])}`))
    .toSorted();

const wellFormed = (text: string): string => text.replaceAll(/\\u[dD][89a-fA-F][0-9a-f]{2}/g, '�');

async function expectWhole(given: readonly JsonObject[]): Promise<void> {
  const posts = given.map(asPost);
  fc.pre(posts.length > 0);
  const root = newFolder();
  const runId = await rig.makeRun(posts);
  expect((await add(root, [runId])).rows).toBe(posts.length);
  const [name = ''] = dataFiles(root);
  const { rows, types } = await readParquet(join(root, name), read);
  expect(Object.keys(types).length).toBe(36);
  expect(rows.length).toBe(posts.length);
  for (const [at, post] of posts.map(asKept).entries()) {
    const { cells, rest } = expectedRow(post);
    const row = rows[at] ?? {};
    for (const column of [...counts, ...flags, ...texts]) {
      expect([column, row[column]]).toEqual([column, cells[column] ?? null]);
    }
    const left = parseAsSent((row['_rest'] as string | null) ?? '{}') as JsonObject;
    expect(comparable(Object.entries(left))).toEqual(comparable(rest));
    expect([row['run'], row['input']]).toEqual([runId, null]);
    expect(row['collected_at']).toEqual(new Date('2026-03-31T10:00:01.012Z'));
  }
}

describe('dataset', () => {
  it('every value is in its column, or as JSON in the rest', async () => {
    await expectWhole(fixedNastyRows());
    await expectWhole([
      { id: 1, likeCount: { $n: '9223372036854775807' }, deleted: 'no', retweetCount: 1.5 },
      { id: '2', likeCount: { $n: '9223372036854775808' }, deleted: 'yes', retweetCount: -3 },
    ]);
    await fc.assert(fc.asyncProperty(nastyRows, expectWhole), { numRuns: count(10, 60) });
  });

  it('runs are added, a day a folder, and none is written again; together they are one table', async () => {
    const root = newFolder();
    // Two pages of the first day; the third was asked for on it, and answered on the next.
    const seconds = ['00.250', '01.250', '59.990'];
    const days = (page: number): string => `2026-03-30T23:59:${seconds[page]}Z`;
    const rows = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, likeCount: at, lang: at }));
    const first = await rig.makeRun(rows, undefined, days);
    const second = await rig.makeRun([{ id: '0', likeCount: 'many', lang: 'en', Extra: [1] }]);
    expect(await add(root, [first, second])).toEqual({ rows: 51, changes: [['otherTypes', 1]] });
    expect(dataFiles(root)).toEqual([
      `microblog-post/collected=2026-03-30/${first}-0000.parquet`,
      `microblog-post/collected=2026-03-31/${first}-0001.parquet`,
      `microblog-post/collected=2026-03-31/${second}-0000.parquet`,
    ]);
    const [one, , other] = await Promise.all(
      dataFiles(root).map((name) => readParquet(join(root, name))),
    );
    expect(one?.types).toEqual(other?.types);
    expect(one?.codecs).toEqual(new Set(['ZSTD']));
    expect(one?.rows[19]).toMatchObject({ likeCount: 19n, lang: '19', _rest: null });
    expect(other?.rows[0]).toMatchObject({
      likeCount: null,
      lang: 'en',
      _rest: '{"likeCount":"many","Extra":[1]}',
    });

    const before = filesIn(root);
    expect(await add(root, [first])).toEqual({ rows: 0, changes: [['alreadySaved', 50]] });
    expect(filesIn(root)).toEqual(before);

    const live = await rig.live(first);
    const { stored } = live;
    // That it ended otherwise by now is worth a new record, even without a row.
    const { state } = live;
    become(live, { state: { kind: 'limit', reason: 'pages' } });
    expect(await add(root, [first])).toEqual({ rows: 0, changes: [['alreadySaved', 50]] });
    const changed = Object.entries(filesIn(root)).flatMap(([name, is]) =>
      before[name] === is ? [] : [name],
    );
    expect(changed).toContain(`methods/${first}.json`);
    expect(changed.filter((name) => name.endsWith('.parquet'))).toEqual([]);
    become(live, { state });
    await add(root, [first]);
    const body = Buffer.from('{"results":[{"id":"50"},{"id":"51"}]}');
    await stored.appendPage({ body, page: 4, at: '2026-04-02T00:00:00.000Z', ms: 1, status: 200 });
    expect(await add(root, [first])).toEqual({ rows: 2, changes: [['alreadySaved', 50]] });
    const after = filesIn(root);
    const added = Object.keys(after).filter((name) => !(name in before));
    expect(added).toEqual([`microblog-post/collected=2026-04-02/${first}-0002.parquet`]);
    const data = Object.entries(before).filter(([name]) => name.endsWith('.parquet'));
    expect(after).toMatchObject(Object.fromEntries(data));

    const files = `read_parquet('${root}/microblog-post/**/*.parquet', hive_partitioning = true)`;
    expect(
      await ask(
        `SELECT collected_at::VARCHAR, collected::VARCHAR, count(*), sum(likeCount)::BIGINT FROM ${files} GROUP BY 1, 2 ORDER BY 1`,
      ),
    ).toEqual([
      ['2026-03-30 23:59:00.262+00', '2026-03-30', 20n, 190n],
      ['2026-03-30 23:59:01.262+00', '2026-03-30', 20n, 590n],
      ['2026-03-31 00:00:00.002+00', '2026-03-31', 10n, 445n],
      ['2026-03-31 10:00:01.012+00', '2026-03-31', 1n, null],
      ['2026-04-02 00:00:00.001+00', '2026-04-02', 2n, null],
    ]);
  });

  it('rows of a damaged page are added once it can be read again, and never twice', async () => {
    const root = newFolder();
    const rows = Array.from({ length: 50 }, (_, at) => ({ id: `${at}` }));
    const runId = await rig.makeRun(rows);
    const { stored } = await rig.live(runId);
    // As after a restart: columns with rows that could not be read are made anew.
    const mark = async (unreadable: boolean): Promise<void> => {
      Object.assign(stored.pages[1]!, { unreadable, verified: !unreadable });
      await rig.columnStore.detach(runId);
    };
    await mark(true);
    expect(await add(root, [runId])).toEqual({ rows: 30, changes: [['unreadableRows', 20]] });
    expect(await add(root, [runId])).toEqual({ rows: 0, changes: [['alreadySaved', 30]] });
    await mark(false);
    expect(await add(root, [runId])).toEqual({ rows: 20, changes: [['alreadySaved', 30]] });
    // Damaged again, after it was written.
    await mark(true);
    const body = Buffer.from('{"results":[{"id":"50"}]}');
    await stored.appendPage({ body, page: 4, at: '2026-03-31T11:00:00Z', ms: 1, status: 200 });
    expect(await add(root, [runId])).toMatchObject({ rows: 1 });
    await mark(false);
    expect(await add(root, [runId])).toEqual({ rows: 0, changes: [['alreadySaved', 51]] });
    const tables = await Promise.all(dataFiles(root).map((name) => readParquet(join(root, name))));
    const ids = tables.flatMap((table) => table.rows.map(({ id }) => Number(id)));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, id) => id));
  });

  it('a table keeps its columns, whatever fields were corrected since: all else is in the rest', async () => {
    const root = newFolder();
    const rows = [{ id: '1', text: 'a', lang: 'en', likes: 7, score: 1.5 }];
    const saveAs = async (id: string, meanings: Record<string, Meaning>) => {
      const runId = await rig.makeRun(rows);
      const fields = Object.entries(meanings).map(([name, meaning]) => {
        return { name, meaning, label: name, group: '', usual: true };
      });
      const live = async (): Promise<LiveRun> => {
        const run = await rig.live(runId);
        return { ...run, resource: { ...run.resource, id, fields } };
      };
      await add(root, [runId], { live });
      const file = dataFiles(root).find((name) => name.includes(runId)) ?? '';
      const { types, rows: saved } = await readParquet(join(root, file));
      return { types: Object.entries(types), row: saved[0] };
    };
    // The built-in catalogue's, though a correction renamed one and took away others.
    const post = await saveAs('microblog.post', { id: 'id', text: 'text', likes: 'count' });
    expect(post.types).toHaveLength(36);
    expect(post.row).toMatchObject({ lang: 'en', _rest: '{"likes":7,"score":1.5}' });
    // Of what only the service describes, those that were saved first.
    const first = await saveAs('described', { id: 'id', score: 'number' });
    const second = await saveAs('described', { id: 'id', score: 'text', likes: 'count' });
    expect(second.types).toEqual(first.types);
    expect(second.row).toMatchObject({ score: 1.5, _rest: '{"text":"a","lang":"en","likes":7}' });
  });

  it('what a save left unfinished is neither counted nor kept; another run of the same ID is refused', async () => {
    const root = newFolder();
    const runId = await rig.makeRun([{ id: '1' }]);
    const stray = join(root, `microblog-post/collected=2026-01-01/${runId}-0000.parquet`);
    const others = join(root, `microblog-post/collected=2026-01-01/${runId}-b-0000.parquet`);
    mkdirSync(dirname(stray), { recursive: true });
    for (const path of [stray, others]) writeFileSync(path, 'half a file');
    await add(root, [runId]);
    expect(dataFiles(root)).toEqual([
      `microblog-post/collected=2026-01-01/${runId}-b-0000.parquet`,
      `microblog-post/collected=2026-03-31/${runId}-0000.parquet`,
    ]);
    const record = join(root, `_complete/${runId}.json`);
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(record, 'utf8')));
    writeFileSync(record, JSON.stringify({ ...manifest, log: 'another one' }));
    const before = filesIn(root);
    expect(await endOf(root, [runId])).toMatchObject({
      kind: 'failed',
      problem: { title: 'This dataset already has another run with this ID.' },
    });
    writeFileSync(record, '{');
    expect(await endOf(root, [runId])).toMatchObject({
      kind: 'failed',
      problem: { title: 'One of the dataset’s records can’t be read.' },
    });
    expect(filesIn(root)).toEqual({ ...before, [`_complete/${runId}.json`]: sha256(record) });
    expect(rig.leftovers()).toEqual([]);
  });

  it('nothing is written or deleted outside it, whatever a record from elsewhere says', async () => {
    const runId = await rig.makeRun([{ id: '1' }]);
    const given = newFolder();
    await add(given, [runId]);
    const manifest = JSON.parse(readFileSync(join(given, `_complete/${runId}.json`), 'utf8')) as {
      files: { name: string }[];
      methods: object;
    };
    const [file] = manifest.files;
    const outside = mkdtempSync(join(rig.root, 'outside-'));
    const stray = `collected=2026-01-01/${runId}-0007.parquet`;
    mkdirSync(join(outside, 'collected=2026-01-01'));
    writeFileSync(join(outside, stray), 'mine');
    const before = filesIn(outside);
    for (const change of [
      { table: `../${basename(outside)}` },
      { table: outside },
      { table: 'inputs', files: [] },
      { files: [{ ...file, name: `../${basename(outside)}/${stray}` }] },
      { files: [{ ...file, rows: -1 }] },
      { methods: { ...manifest.methods, name: '../sheet.json' } },
      { run: `../${runId}` },
      { upTo: 1e300 },
      { collectedFrom: 'yesterday' },
      { pending: [{ from: 2, to: 1 }] },
    ]) {
      const record = JSON.stringify({ ...manifest, upTo: 0, ...change });
      writeFileSync(join(given, `_complete/${runId}.json`), record);
      const files = filesIn(given);
      expect(await endOf(given, [runId]), JSON.stringify(change)).toMatchObject({
        kind: 'failed',
        problem: { title: 'One of the dataset’s records can’t be read.' },
      });
      expect(filesIn(given)).toEqual(files);
      expect(filesIn(outside)).toEqual(before);
    }
  });

  it('a link in place of any of its folders and files is refused, and nothing is followed', async () => {
    const runId = await rig.makeRun([{ id: '1' }]);
    const names = ['microblog-post', 'inputs', '_complete', 'methods', 'ro-crate-metadata.json'];
    const day = 'microblog-post/collected=2026-03-31';
    for (const name of [...names, day, `_complete/${runId}.json`, `methods/${runId}.json`]) {
      const [root, outside] = [newFolder(), mkdtempSync(join(rig.root, 'outside-'))];
      await add(root, [runId]);
      const elsewhere = join(outside, 'elsewhere');
      if (name === 'inputs') mkdirSync(elsewhere);
      else renameSync(join(root, name), elsewhere);
      symlinkSync(elsewhere, join(root, name));
      // There is something to add.
      const body = Buffer.from(`{"results":[{"id":"${name}"}]}`);
      const { stored } = await rig.live(runId);
      const page = stored.pages.length + 1;
      await stored.appendPage({ body, page, at: '2026-03-31T11:00:00Z', ms: 1, status: 200 });
      const before = filesIn(outside);
      expect(await endOf(root, [runId]), name).toMatchObject({
        kind: 'failed',
        problem: { title: 'This folder is a link to another one, or has one in it.' },
      });
      expect(filesIn(outside), name).toEqual(before);
    }
  });

  it('pipes, devices and overlong records hold nothing up: others are skipped, its own is refused', async () => {
    const root = newFolder();
    const runId = await rig.makeRun([{ id: '1' }]);
    mkdirSync(join(root, '_complete'));
    execFileSync('mkfifo', [join(root, '_complete/other-run-1.json')]);
    symlinkSync('/dev/zero', join(root, '_complete/other-run-2.json'));
    mkdirSync(join(root, '_complete/other-run-3.json'));
    writeFileSync(join(root, '_complete/other-run-4.json'), '');
    truncateSync(join(root, '_complete/other-run-4.json'), 2 ** 33);
    expect((await add(root, [runId])).rows).toBe(1);
    for (const put of [
      (path: string) => execFileSync('mkfifo', [path]),
      (path: string) => symlinkSync('/dev/zero', path),
      (path: string) => mkdirSync(path),
    ]) {
      const own = newFolder();
      mkdirSync(join(own, '_complete'));
      put(join(own, `_complete/${runId}.json`));
      expect(await endOf(own, [runId])).toMatchObject({ problem: { code: 'invalid_input' } });
      expect(readdirSync(own)).toEqual(['_complete']);
    }
  });

  it('a save that is cancelled between two days leaves none of its rows', async () => {
    const root = newFolder();
    const posts = Array.from({ length: 40 }, (_, at) => ({ id: String(at) }));
    const runId = await rig.makeRun(posts, undefined, (page) => `2026-03-3${page}T10:00:00.000Z`);
    let written: string[] = [];
    const { exports, exportOf } = rig.saving({
      at: root,
      changed: ({ id, state }) => {
        if (state.kind !== 'writing' || dataFiles(root).length === 0) return;
        written = dataFiles(root);
        void exports.handlers['export.cancel']({ exportId: id });
      },
    });
    const { state } = await exportOf({ runIds: [runId], format: { kind: 'dataset' } });
    expect([state.kind, written.length]).toEqual(['cancelled', 1]);
    expect(dataFiles(root)).toEqual([]);
    expect((await add(root, [runId])).rows).toBe(40);
  });

  it('its metadata includes runs that were added before another one failed', async () => {
    const root = newFolder();
    const [first, second] = [await rig.makeRun([{ id: '1' }]), await rig.makeRun([])];
    mkdirSync(join(root, '_complete'));
    writeFileSync(join(root, '_complete', `${second}.json`), '{');
    expect((await endOf(root, [first, second])).kind).toBe('failed');
    expect((await crateIn(root)).has(`./#run-${first}`)).toBe(true);
  });

  it('its metadata is an RO-Crate with an action for each run', async () => {
    const root = newFolder();
    const runIds = [await rig.makeRun([{ id: '1' }]), await rig.makeRun([{ id: '2' }])];
    const project = (): ProjectDetails => ({
      title: 'Floods in the news',
      creators: [{ name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' }, { name: 'Bo' }],
      licence: 'CC-BY-4.0',
      note: 'For a thesis.',
    });
    await Promise.all(runIds.map((runId) => add(root, [runId], { project })));
    const crate = await crateIn(root);
    expect(crate.get('./ro-crate-metadata.json')).toMatchObject({
      about: [{ '@id': './' }],
      'http://purl.org/dc/terms/conformsTo': [{ '@id': 'https://w3id.org/ro/crate/1.2' }],
    });
    const files = Object.entries(filesIn(root)).filter(([name]) => /^(m)/.test(name));
    const dataset = crate.get('./');
    expect(dataset).toMatchObject({
      '@type': ['Dataset'],
      name: [{ '@value': 'Floods in the news' }],
      description: [{ '@value': 'For a thesis.' }],
      license: [{ '@id': 'https://creativecommons.org/licenses/by/4.0/' }],
      creator: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, { '@id': './#creator-2' }],
    });
    expect(new Set(dataset?.['hasPart'] as unknown[])).toEqual(
      new Set(files.map(([name]) => ({ '@id': `./${name}` }))),
    );
    for (const [name, sum] of files) {
      expect(crate.get(`./${name}`)).toMatchObject({ sha256: [{ '@value': sum }] });
    }
    const program = './#social-data-explorer-0.0.0-test';
    expect(crate.get(program)).toMatchObject({
      '@type': ['SoftwareApplication'],
      softwareVersion: [{ '@value': '0.0.0-test' }],
    });
    for (const runId of runIds) {
      expect(crate.get(`./#run-${runId}`)).toMatchObject({
        '@type': ['CreateAction'],
        object: [{ '@id': `./methods/${runId}.json` }],
        result: [{ '@id': `./microblog-post/collected=2026-03-31/${runId}-0000.parquet` }],
        instrument: [{ '@id': program }],
      });
    }
    expectWholeCrate(crate);
  });
});

it('an archive of one export has its metadata, too', async () => {
  const runId = await rig.makeRun([{ id: '1' }]);
  const root = newFolder();
  const paths: string[] = [];
  const { exportOf } = rig.saving({
    chooseSaveTarget: async () => ({
      path: join(root, 'the posts?.csv'),
      isArchive: true,
      finish: async (written) => {
        paths.push(...written);
        return { name: 'posts.zip', download: null };
      },
    }),
  });
  expect((await exportOf({ runIds: [runId], format: { kind: 'csv' } })).state.kind).toBe('saved');
  expect(paths.map((path) => path.slice(root.length + 1)).toSorted()).toEqual(
    Object.keys(filesIn(root)).toSorted(),
  );
  const crate = await crateIn(root);
  const name = './the%20posts%3F.csv';
  expect(crate.get(`./#run-${runId}`)).toMatchObject({
    object: [{ '@id': `${name}.methods.json` }],
    result: [{ '@id': name }],
  });
  expect(crate.get(name)).toMatchObject({
    sha256: [{ '@value': sha256(join(root, 'the posts?.csv')) }],
  });
});

/** Of a DuckDB that isn’t the program’s. */
async function ask(sql: string): Promise<unknown[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

const crateIn = (root: string): ReturnType<typeof readCrate> =>
  readCrate(readFileSync(join(root, 'ro-crate-metadata.json'), 'utf8'));
