/** Pictures and videos of rows: which there are, that nobody is asked before it is allowed, and loading them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNetwork } from '#main/core/service/network.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import { mediaLinks } from '#shared/contract/media.ts';
import type { LoadedMedia, MediaLink } from '#shared/contract/media.ts';
import { methods } from '#shared/contract/methods.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import { presets } from '#main/core/export/formats/index.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import type { Run } from '#shared/contract/run.ts';
import { askIn, question, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { methodExamples } from '#test/support/method-examples.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { isRead, startWithFiles } from '#test/support/open-files.ts';
import { readZip } from '#test/support/read-zip.ts';
import { exportOf } from '#test/support/saving.ts';
import { testFolder } from '#test/support/store/runs.ts';

let service: Awaited<ReturnType<typeof startSampleService>>;
let test: TestCore;
let dataDir: string;
/** Media that were asked for, of the service or of anybody else. */
let asked: string[];
/** Answers are held until then. */
let held: Promise<void>;

const network = createNetwork();
const start = (settings: TestCoreOptions['settings'] = {}): Promise<TestCore> =>
  startTestCore({
    dataDir,
    settings,
    sample: true,
    sampleService: async () => service,
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.includes('/media/')) {
        asked.push(pathname);
        const stopped = new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('stopped')));
        });
        await Promise.race([held, stopped]);
      }
      return network(input, init);
    },
    async fetchPublic(input) {
      asked.push(input instanceof Request ? input.url : new URL(input).href);
      throw new Error('Nobody is asked in the world.');
    },
  });
const allowed = { preferences: { loadsMedia: true } };

beforeEach(async () => {
  dataDir = testFolder();
  asked = [];
  held = Promise.resolve();
  service = await startSampleService();
});
afterEach(async () => {
  await test.close();
  await service.close();
});

const forumIds = Array.from({ length: 90 }, (_, at) => `1k2a${at + 10}`).join(',');
const posts: [string, Record<string, string>][] = [
  ['microblog.posts.search', { q: 'sea' }],
  ['photoshare.posts.search', { q: 'sea' }],
  ['forum.posts.by-ids', { ids: forumIds }],
  ['shortvideo.posts.by-user', { identifier: 'mira_osei' }],
];
const ask = (id = 'photoshare.posts.search', pages = 1): Promise<Run> =>
  askIn(test, question(id, Object.fromEntries(posts)[id] ?? {}), { pages, rows: null });

/** The first link of the rows that is saved. */
async function loadOne(run: Run): Promise<{ link: MediaLink; loaded: LoadedMedia }> {
  for (let row = 0; row < run.rowCount; row++) {
    const link = { runId: run.id, row, column: 'imageUrl', n: 0 };
    const loaded = await test.value('media.load', link);
    if (loaded.status === 'saved') return { link, loaded };
  }
  throw new Error('Nothing was saved.');
}

const capabilityOf = ({ src }: LoadedMedia): string => src.replace('/media/', '');
const shown = async (loaded: LoadedMedia, range: string | null = null) =>
  test.core.media(capabilityOf(loaded), range);

it.each(posts)('finds the columns with links to media: %s', async (id, values) => {
  test = await start();
  const run = await askIn(test, question(id, values), { pages: 3, rows: null });
  const rows = await rowsIn(test, run.id);
  const counted = run.columns.flatMap(({ field, meaning }) => {
    const links = rows.filter((row) => mediaLinks(row[field], meaning).length > 0);
    return links.length === 0 ? [] : [{ column: field }];
  });
  const { columns } = await test.value('media.columns', { runId: run.id });
  expect(columns).toMatchObject(counted);
  expect(columns.length).toBeGreaterThan(0);
  for (const { column, kind } of columns) {
    if (/video(?!Thumb|Sub)/i.test(column)) expect(kind).toBe('video');
    if (/subtitles/i.test(column)) expect(kind).toBe('subtitles');
    if (/image|thumb|pic|mediaUrls/i.test(column)) expect(kind).toBe('picture');
  }
  expect(asked).toEqual([]);
});

it('finds the only picture of a long file, though the rows can’t be queried yet', async () => {
  const files = await startWithFiles();
  test = files.core;
  const rows = Array.from({ length: 40_000 }, (_, n) => `${n},${n % 7}`);
  const text = ['n,where', ...rows, '40000,https://site.example/last.png'].join('\n');
  const opened = await files.open('long.csv', text);
  if (!isRead(opened)) throw new Error(opened.title);
  const { columns } = await test.value('media.columns', { runId: opened.run.id });
  expect(columns).toEqual([{ column: 'where', kind: 'picture' }]);
});

it('[22] before it is allowed nobody is asked for media, whatever is done with rows', async () => {
  test = await start();
  const run = await ask();
  const examples = methodExamples(run.id);
  // These close what the others need, or use another service.
  const left = new Set<MethodName>([
    'history.remove',
    'project.create',
    'service.choose',
    'preferences.save',
  ]);
  for (const name of Object.keys(methods) as MethodName[]) {
    if (!left.has(name)) await test.send(name, examples[name]);
  }
  for (const { format } of presets) {
    // To save media is to allow it.
    if (format.kind === 'media') continue;
    await test.send('export.preview', { spec: { runIds: [run.id], format } });
    await exportOf(test, { runIds: [run.id], format }).catch(() => null);
  }
  for (const link of [0, 1, 2].map((row) => ({ runId: run.id, row, column: 'imageUrl', n: 0 }))) {
    const refused = await test.call('media.load', link);
    expect(refused).toMatchObject({ ok: false, error: { call: 'noCall' } });
  }
  expect(asked).toEqual([]);
  await test.value('preferences.save', { loadsMedia: true });
  await loadOne(run);
  expect(asked.length).toBeGreaterThan(0);
  await test.value('preferences.save', { loadsMedia: false });
  const before = asked.length;
  expect(
    await test.call('media.load', { runId: run.id, row: 0, column: 'imageUrl', n: 0 }),
  ).toMatchObject({ ok: false });
  expect(asked).toHaveLength(before);
});

it('saving them is allowed by itself, counts as no call, and their list says what became of each', async () => {
  test = await start();
  const run = await ask(undefined, 3);
  const before = await test.value('calls.counts', {});
  const { state } = await exportOf(test, { runIds: [run.id], format: { kind: 'media' } });
  if (state.kind !== 'saved') throw new Error(JSON.stringify(state));
  expect(asked.length).toBeGreaterThan(run.rowCount);
  expect(await test.value('calls.counts', {})).toEqual(before);
  const [folder = ''] = test.saved;
  const lines = parse<Record<string, string>>(await readFile(join(folder, 'media.csv')), {
    bom: true,
    columns: true,
  });
  const statuses = new Set(lines.map(({ status }) => status));
  expect(statuses).toEqual(new Set(['saved', 'gone']));
  const endings = new Set(lines.map(({ file = '' }) => file.split('.').at(-1)));
  expect(endings).toEqual(new Set(['png', 'mp4', 'vtt', '']));
  expect(state.rows).toBe(lines.length);
});

it('all steps of a recipe as one archive have them too, in a folder for each step that has links', async () => {
  test = await start();
  const step = (
    id: string,
    values: Record<string, string>,
    list: StepRecipe['steps'][number]['list'],
  ) => ({ query: question(id, values), asks: [], list, pages: 1, pause: false });
  const recipe: StepRecipe = {
    kind: 'social-data-explorer/steps',
    version: 1,
    name: 'Posts and comments',
    service: { profileId: sampleProfileId, address: 'sample' },
    steps: [
      step('photoshare.posts.search', { q: 'sea' }, null),
      step('photoshare.posts.comments', {}, { field: 'id', key: 'id', atMost: 2 }),
    ],
  };
  const id = 'recipe-pictured';
  await test.value('recipe.start', { id, recipe, maxCalls: 20 });
  const runOf = async () => (await test.value('recipe.list', {})).runs[0];
  await expect.poll(async () => (await runOf())?.state, { timeout: 20_000 }).toBe('done');
  const runIds = (await runOf())!.steps.map(({ runId }) => runId);
  const before = await test.value('calls.counts', {});
  const chain = { recipeRunId: id, pseudonyms: 'none', media: true } as const;
  const { state } = await exportOf(test, { runIds, format: { kind: 'csv' } }, chain);
  if (state.kind !== 'saved') throw new Error(JSON.stringify(state));
  expect(await test.value('calls.counts', {})).toEqual(before);
  const files = readZip(await test.readSaved());
  const lines = parse<Record<string, string>>(files.get('media/step-1/media.csv')!, {
    bom: true,
    columns: true,
  });
  const saved = lines.filter(({ status }) => status === 'saved');
  expect(saved.length).toBeGreaterThan(10);
  for (const { file, sha256 } of saved) {
    const content = files.get(`media/step-1/${file}`)!;
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  expect(state.changes.map(({ message }) => message)).toContain(
    `Step 1: The files of ${lines.length} links are in media/step-1, where media.csv says what became of each.`,
  );
  const sheet = [...files].find(([name]) => name.endsWith('.methods.md'))?.[1].toString('utf8');
  expect(sheet).toContain('links are in media/step-1, where media.csv says');

  // With pseudonyms their faces would say who is who.
  const refused = await test.call('export.start', {
    exportId: 'export-faces',
    spec: { runIds, format: { kind: 'csv' } },
    chain: { ...chain, pseudonyms: 'people' },
  });
  expect(refused).toMatchObject({
    ok: false,
    error: { title: expect.stringContaining('show people') },
  });
});

it('loads a link once for all who ask, and never again while it is here', async () => {
  test = await start(allowed);
  const run = await ask();
  const { link, loaded } = await loadOne(run);
  expect(loaded).toMatchObject({ kind: 'picture', type: 'image/png', width: expect.any(Number) });
  await test.value('media.empty', {});
  asked = [];
  const all = await Promise.all(Array.from({ length: 12 }, () => test.value('media.load', link)));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  await test.value('media.load', link);
  expect(asked).toHaveLength(1);

  // Another program has the picture from the service itself.
  const { status, headers, body } = await shown(loaded);
  const there = await fetch(`${service.address}${asked[0]}`);
  const bytes = Buffer.from(await there.arrayBuffer());
  expect([status, Buffer.from(body).equals(bytes), loaded.bytes]).toEqual([
    200,
    true,
    bytes.length,
  ]);
  expect(headers).toMatchObject({
    'Content-Type': 'image/png',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
});

it('says what became of each link, and asks a site no second time that has answered', async () => {
  test = await start(allowed);
  const run = await ask('photoshare.posts.search', 4);
  const statuses = new Set<string>();
  for (let row = 0; row < run.rowCount && statuses.size < 2; row++) {
    const link = { runId: run.id, row, column: 'imageUrl', n: 0 };
    const before = asked.length;
    const outcome = await test.value('media.load', link);
    statuses.add(outcome.status);
    if (outcome.status === 'saved') continue;
    expect(outcome.problem).toMatchObject({
      call: 'noCall',
      title: expect.stringMatching(/^(?:This|The) .+\.$/),
      advice: expect.stringMatching(/\.$/),
    });
    expect(await test.value('media.load', link)).toEqual(outcome);
    expect(asked.length - before).toBeLessThanOrEqual(1);
  }
  expect([...statuses].toSorted()).toEqual(['gone', 'saved']);
});

it('[22] no other address can be had asked than those in rows', async () => {
  test = await start(allowed);
  const run = await ask('forum.posts.by-ids');
  const rows = await rowsIn(test, run.id);
  const page = rows.findIndex((row) => String(row['url']).startsWith('https://forum.'));
  for (const [row, column, n] of [
    [run.rowCount, 'url', 0],
    [0, 'title', 0],
    [0, 'constructor', 0],
    [0, 'no such column', 0],
    [0, 'thumbnail', 1],
    // A page that a post links to is no picture.
    [page, 'url', 0],
    [page, 'postUrl', 0],
  ] as const) {
    expect(await test.call('media.load', { runId: run.id, row, column, n })).toMatchObject({
      ok: false,
      error: { title: 'There is no such picture or video in this run.' },
    });
  }
  expect(page).toBeGreaterThan(-1);
  expect(asked).toEqual([]);
});

it('plays videos a part at a time', async () => {
  test = await start(allowed);
  const run = await ask('shortvideo.posts.by-user');
  const links = run.rowCount;
  let video: LoadedMedia | null = null;
  for (let row = 0; row < links && video === null; row++) {
    const one = await test.call('media.load', { runId: run.id, row, column: 'videoUrl', n: 0 });
    if (one.ok && one.value.status === 'saved') video = one.value;
  }
  if (video === null) throw new Error('There is no video.');
  expect(video).toMatchObject({ kind: 'video', type: 'video/mp4', width: null, height: null });
  const { bytes } = video;
  const whole = Buffer.from((await shown(video)).body);
  expect(whole.length).toBe(bytes);
  for (const [range, first, last] of [
    ['bytes=0-', 0, bytes - 1],
    ['bytes=10-19', 10, 19],
    [`bytes=${bytes - 5}-${bytes + 1000}`, bytes - 5, bytes - 1],
  ] as const) {
    const part = await shown(video, range);
    expect(part).toMatchObject({
      status: 206,
      headers: { 'Content-Range': `bytes ${first}-${last}/${bytes}`, 'Accept-Ranges': 'bytes' },
    });
    expect(Buffer.from(part.body)).toEqual(whole.subarray(first, last + 1));
  }
  expect(await shown(video, `bytes=${bytes}-`)).toMatchObject({ status: 416 });
});

it('[34] only what main has named is handed over, until the program ends', async () => {
  test = await start(allowed);
  const run = await ask();
  const { link, loaded } = await loadOne(run);
  const capability = capabilityOf(loaded);
  const [runId, name, mark] = capability.split('.');
  const other = createHash('sha256').update('other').digest('hex');
  for (const guess of [
    `${runId}.${name}`,
    `${runId}.${name}.`,
    `${runId}.${other}.${mark}`,
    `other-run-1.${name}.${mark}`,
    `..%2F${runId}.${name}.${mark}`,
    `${runId}.${name}.${mark}0`,
    `${runId}.${name}.${'0'.repeat(mark!.length)}`,
    capability.toUpperCase(),
    '',
  ]) {
    expect(await test.core.media(guess, null)).toMatchObject({ status: 404, headers: {} });
  }
  await test.close();
  test = await start(allowed);
  expect(await test.core.media(capability, null)).toMatchObject({ status: 404 });
  // What was loaded is still here.
  asked = [];
  const again = await test.value('media.load', link);
  expect(again).toMatchObject({ status: 'saved', bytes: loaded.bytes });
  expect([asked, again.status === 'saved' && again.src === loaded.src]).toEqual([[], false]);
});

it('is deleted, restored and counted with its run', async () => {
  test = await start(allowed);
  const run = await ask();
  const { link, loaded } = await loadOne(run);
  const { bytes } = await test.value('media.cache', {});
  expect(bytes).toBeGreaterThanOrEqual(loaded.bytes);
  await test.value('history.remove', { runIds: [run.id] });
  expect(await shown(loaded)).toMatchObject({ status: 404 });
  expect(await test.value('media.cache', {})).toMatchObject({ bytes: 0 });
  await test.value('history.restore', { runIds: [run.id] });
  asked = [];
  expect(await test.value('media.load', link)).toEqual(loaded);
  expect(asked).toEqual([]);
  await test.value('history.remove', { runIds: [run.id] });
  await test.close();
  test = await start();
  expect(await readdir(join(dataDir, 'runs'))).toEqual([]);
  expect(await readdir(join(dataDir, 'trash'))).toEqual([]);
});

it('[22] once it is not allowed any more, what waits for its turn is not asked for', async () => {
  test = await start(allowed);
  const run = await ask();
  const loads = Array.from({ length: 12 }, (_, row) =>
    test.call('media.load', { runId: run.id, row, column: 'imageUrl', n: 0 }),
  );
  await test.value('preferences.save', { loadsMedia: false });
  const { length } = asked;
  const outcomes = await Promise.all(loads);
  expect(outcomes.some(({ ok }) => !ok)).toBe(true);
  for (const one of outcomes) {
    if (!one.ok) expect(one.error.title).toContain('aren’t loaded in this project');
  }
  expect([asked.length, length < 12]).toEqual([length, true]);
});

it('a run is deleted while its pictures are on their way: nothing is written where it was', async () => {
  test = await start(allowed);
  const run = await ask();
  let answer = (): void => undefined;
  held = new Promise((resolve) => (answer = resolve));
  const loads = [1, 2].map((row) =>
    test.call('media.load', { runId: run.id, row, column: 'imageUrl', n: 0 }),
  );
  await expect.poll(() => asked.length).toBe(2);
  await test.value('history.remove', { runIds: [run.id] });
  answer();
  for (const one of await Promise.all(loads)) {
    expect(one).toMatchObject({ ok: false, error: { title: 'This run is being closed.' } });
  }
  expect(await readdir(join(dataDir, 'runs'))).toEqual([]);
  expect(test.reported).toEqual([]);
});
