/** Pictures and videos of rows in a folder, as its own list, checksums and types say. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { fileTypeFromBuffer } from 'file-type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchMedia } from '#main/core/media/fetch-media.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { createNetwork } from '#main/core/service/network.ts';
import { lockFolder } from '#main/core/store/data-folder.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { everyRow } from '#shared/contract/view.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const rig = exportRig();
let server: SecondServer;
beforeAll(async () => {
  server = await startSecondServer();
});
afterAll(() => server.close());

const newFolder = (): string => mkdtempSync(join(rig.root, 'media-'));
const link = (what: string, name: string): string => `${server.address}/media/${what}/${name}`;
const runOf = (rows: JsonObject[]): Promise<string> => rig.makeRun(rows);

/** Media of the second server, which is the service in use; it is not waited for long. */
function fetching() {
  const fetchMedia = createFetchMedia({
    fetch: createNetwork(),
    fetchPublic: createNetwork({ onlyPublic: true }),
    retryDelaysMs: [0, 0],
    patience: { ms: 1500, bytesPerSecond: 5000 },
  });
  return (_run: unknown, request: Parameters<typeof fetchMedia>[0]) =>
    fetchMedia({ ...request, own: server.address });
}

const format = { kind: 'media', largest: '10' };
const saving = (at: string) => rig.saving({ at, fetchMedia: fetching() });

async function saveInto(at: string, spec: Omit<Spec, 'format'> & Partial<Spec>) {
  const one = saving(at);
  const { state } = await one.exportOf({ format, methods: false, ...spec });
  if (state.kind !== 'saved') throw new Error(JSON.stringify(state) + String(rig.reported.at(-1)));
  return { ...state, lines: listIn(at), told: one.told };
}

type Line = Record<string, string>;
const listIn = (folder: string): Line[] =>
  parse(readFileSync(join(folder, 'media.csv')), { bom: true, columns: true });
const mediaIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !/^\.media\.(?:jsonl|lock)$|^media\.csv/.test(name));
const asked = (name: string): number =>
  server.requests.filter(({ path }) => path.endsWith(name)).length;

/** What a second reader says of every file of the folder, against what its list says. */
async function checkAll(folder: string): Promise<void> {
  const lines = listIn(folder).filter(({ status }) => status === 'saved');
  expect(new Set(lines.map(({ file }) => file))).toEqual(new Set(mediaIn(folder)));
  for (const { file = '', bytes, sha256, type } of lines) {
    const content = readFileSync(join(folder, file));
    expect(String(content.length)).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    const found = await fileTypeFromBuffer(content);
    expect(found).toMatchObject({ mime: type, ext: file.split('.').at(-1) });
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(100);
    expect(file).toMatch(/^[\w][\w-]*\.[a-z0-9]+$/);
  }
}

describe('every link', () => {
  const statuses = {
    good: 'saved',
    misnamed: 'saved',
    moved: 'saved',
    busy: 'saved',
    flaky: 'saved',
    gone: 'gone',
    missing: 'gone',
    expired: 'expired',
    refused: 'refused',
    private: 'refused',
    endless: 'too_large',
    login: 'not_media',
    pdf: 'not_media',
    empty: 'not_media',
    slow: 'failed',
    broken: 'failed',
    down: 'failed',
    loop: 'failed',
  } as const;

  it('ends as its site answers, and its file is what its list says', async () => {
    const folder = newFolder();
    const signed = (what: string): string => (what === 'expired' ? '?Expires=1&Signature=x' : '');
    const runId = await runOf(
      Object.keys(statuses).map((what) => ({
        id: what,
        mediaUrls: [link(what, `${what}.png`) + signed(what)],
      })),
    );
    const { lines, changes, rows, files } = await saveInto(folder, { runIds: [runId] });
    expect(Object.fromEntries(lines.map(({ row_id = '', status }) => [row_id, status]))).toEqual(
      statuses,
    );
    await checkAll(folder);
    expect(rows).toBe(18);
    expect(files.map(({ name }) => name)).toEqual(['media.csv']);
    expect(changes.map(({ message }) => message)).toEqual([
      '13 of 18 links led to no file: gone 2, expired 1, refused 2, too large 1, no picture or video 3, failed 4.',
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(
        'row_id column n link status file bytes sha256 type fetched_at'.split(' '),
      );
      expect(line['fetched_at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    }
  });

  it('is asked once, however often rows have it; the same picture under two links is two files', async () => {
    const folder = newFolder();
    const runId = await runOf([
      { id: '1', mediaUrls: [link('good', 'once.png'), link('same', 'a.png')] },
      { id: '2', mediaUrls: [link('good', 'once.png'), link('same', 'b.png')] },
    ]);
    const { lines } = await saveInto(folder, { runIds: [runId] });
    expect(lines.map(({ file }) => file)).toEqual([
      '1_mediaUrls_1.png',
      '1_mediaUrls_2.png',
      '1_mediaUrls_1.png',
      '2_mediaUrls_2.png',
    ]);
    expect(mediaIn(folder)).toHaveLength(3);
    expect(lines[1]?.['sha256']).toBe(lines[3]?.['sha256']);
    expect(asked('once.png')).toBe(1);
    await checkAll(folder);
  });

  it('leads to a name that every system takes, whatever the row is called', async () => {
    const folder = newFolder();
    const ids = ['a/b', 'a:b', 'a-b', 'A-B', '../../x', 'é', '-rf', 'con', 'x'.repeat(300), ' '];
    const rows = ids.map((id, at) => ({ id, mediaUrls: [link('good', `name-${at}.png`)] }));
    const { lines } = await saveInto(folder, { runIds: [await runOf(rows)] });
    expect(lines.map(({ row_id }) => row_id)).toEqual(
      ids.map((id) => (id === '-rf' ? "'-rf" : id)),
    );
    expect(new Set(lines.map(({ file = '' }) => file.toLowerCase())).size).toBe(ids.length);
    await checkAll(folder);
  });

  it('of a site that gives nothing ten times in a row is left alone, and that is said', async () => {
    const folder = newFolder();
    const rows = Array.from({ length: 40 }, (_, at) => ({
      id: String(at),
      mediaUrls: [link('refused', `alone-${at}.png`)],
    }));
    const { lines, changes } = await saveInto(folder, { runIds: [await runOf(rows)] });
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['refused']));
    const sent = server.requests.filter(({ path }) => path.includes('alone-')).length;
    expect(sent).toBeGreaterThanOrEqual(10);
    // Four were on their way.
    expect(sent).toBeLessThan(14);
    expect(changes.at(-1)?.message).toBe(
      `${new URL(server.address).host} gave no file 10 times in a row, so ${40 - sent} further links there weren’t asked.`,
    );
  });
});

describe('which links:', () => {
  it('pictures, videos or both, of the columns and rows that are chosen; the preview counts and asks nobody', async () => {
    const runId = await runOf([
      {
        id: '1',
        mediaUrls: [link('good', 'w1.png'), link('good', 'w2.mp4')],
        other: link('good', 'w3.png'),
        page: 'https://example.com/page',
      },
      { id: '2', mediaUrls: [], other: null },
    ]);
    const namesWith = async (spec: Partial<Spec>): Promise<string[]> => {
      const folder = newFolder();
      await saveInto(folder, { runIds: [runId], ...spec });
      return mediaIn(folder).toSorted();
    };
    const of = (which: string): Spec['format'] => ({ ...format, which });
    const all = ['1_mediaUrls_1.png', '1_mediaUrls_2.mp4', '1_other_1.png'];
    const { handlers } = saving(newFolder()).exports;
    const before = server.requests.length;
    const { contents } = await handlers['export.preview']({
      spec: exportSpecSchema.parse({ runIds: [runId], format }),
      rows: 10,
    });
    expect(contents).toEqual([
      { name: '…_mediaUrls_1.…', words: '2 files at most, from 2 links in “Media”' },
      { name: '…_other_1.…', words: '1 file at most, from 1 link in “other”' },
      { name: 'media.csv', words: 'What became of each of 3 links' },
    ]);
    expect(server.requests).toHaveLength(before);
    expect(await namesWith({})).toEqual(all);
    expect(await namesWith({ format: of('pictures') })).toEqual([all[0], all[2]]);
    expect(await namesWith({ format: of('videos') })).toEqual([all[1]]);
    expect(await namesWith({ columns: ['other'] })).toEqual([all[2]]);
    const two = { ...everyRow, filters: [{ kind: 'is', field: 'id', value: '2' } as const] };
    expect(await namesWith({ view: two })).toEqual([]);
  });

  it('no further one is asked once all files have the size that was chosen', async () => {
    const folder = newFolder();
    const rows = Array.from({ length: 6 }, (_, at) => ({
      id: String(at),
      mediaUrls: [link('large', `sum-${at}.png`)],
    }));
    const runId = await runOf(rows);
    // A picture says that it is larger than it is, so that a gigabyte is soon reached.
    const fetchMedia = fetching();
    const heavy = async (run: unknown, request: Parameters<typeof fetchMedia>[1]) => {
      const fetched = await fetchMedia(run, request);
      return fetched.status === 'saved' ? { ...fetched, bytes: 400_000_000 } : fetched;
    };
    const { exportOf } = rig.saving({ at: folder, fetchMedia: heavy });
    const { state } = await exportOf({ runIds: [runId], format: { ...format, most: '1' } });
    expect(state).toMatchObject({ kind: 'saved', rows: 6 });
    expect(mediaIn(folder)).toHaveLength(2);
    expect(listIn(folder).filter(({ status }) => status === 'too_large')).toHaveLength(4);
    expect(state.kind === 'saved' && state.changes.at(-1)?.message).toBe(
      'The files reached 1 GB, so 4 links have none.',
    );
  });
});

describe('saving into the same folder again', () => {
  it('fetches only what isn’t there whole, after a stop as well', async () => {
    const folder = newFolder();
    const rows = Array.from({ length: 12 }, (_, at) => ({
      id: String(at),
      mediaUrls: [link(at === 5 ? 'slow' : 'good', `again-${at}.png`)],
    }));
    const runId = await runOf(rows);
    const first = saving(folder);
    const ending = first.exportOf({ runIds: [runId], format });
    await expect
      .poll(() => mediaIn(folder).filter((name) => name.endsWith('.png')).length)
      .toBe(11);
    await first.exports.handlers['export.cancel']({ exportId: first.told[0]!.id });
    expect((await ending).state.kind).toBe('cancelled');
    expect(mediaIn(folder)).toHaveLength(11);
    expect(rig.leftovers()).toEqual([]);

    // One was damaged meanwhile, and one deleted.
    writeFileSync(join(folder, '3_mediaUrls_1.png'), 'not what it was');
    const { lines } = await saveInto(folder, { runIds: [runId] });
    expect(lines.map(({ status }) => status).filter((status) => status === 'saved')).toHaveLength(
      11,
    );
    expect(rows.map((_, at) => asked(`/again-${at}.png`))).toEqual(
      rows.map((_, at) => (at === 3 || at === 5 ? 2 : 1)),
    );
    await checkAll(folder);
  });

  it('keeps the lines of other runs, and no file is replaced by that of another link', async () => {
    const folder = newFolder();
    const [one, other] = [
      await runOf([{ id: '7', mediaUrls: [link('good', 'first.png')] }]),
      await runOf([{ id: '7', mediaUrls: [link('good', 'second.png')] }]),
    ];
    // At the same time: one waits for the other.
    await Promise.all([saveInto(folder, { runIds: [one] }), saveInto(folder, { runIds: [other] })]);
    const names = listIn(folder).map(({ file }) => file);
    expect(new Set(names)).toEqual(new Set(['7_mediaUrls_1-2.png', '7_mediaUrls_1.png']));
    expect(names).toHaveLength(2);
    await checkAll(folder);
  });

  it('waits for no other program that saves there: it says so, and leaves nothing behind', async () => {
    const folder = newFolder();
    const runId = await runOf([{ id: '1', mediaUrls: [link('good', 'locked.png')] }]);
    const lock = await lockFolder(realpathSync(folder), '.media.lock');
    const { state } = await saving(folder).exportOf({ runIds: [runId], format });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { title: 'Another program is saving files into this folder.' },
    });
    expect(asked('locked.png')).toBe(0);
    await lock.release();
    expect((await saveInto(folder, { runIds: [runId] })).rows).toBe(1);
    // Nor does what has failed keep it.
    writeFileSync(join(folder, '.media.jsonl'), 'something else\n');
    await saving(folder).exportOf({ runIds: [runId], format });
    const again = await lockFolder(realpathSync(folder), '.media.lock');
    await again.release();
  });

  it('reads no notes that name other files than media', async () => {
    const folder = newFolder();
    const runId = await runOf([{ id: '1', mediaUrls: [link('good', 'notes.png')] }]);
    await saveInto(folder, { runIds: [runId] });
    const notes = join(folder, '.media.jsonl');
    const [head = '', line = ''] = readFileSync(notes, 'utf8').split('\n');
    for (const file of ['../secret.png', '/etc/passwd', 'media.csv/../x.png']) {
      const forged = JSON.stringify({ ...JSON.parse(line), row_id: 'forged', file });
      writeFileSync(notes, [head, line, forged, '{"cut off'].join('\n'));
      const { lines } = await saveInto(folder, { runIds: [runId] });
      expect(lines).toHaveLength(1);
    }
    writeFileSync(notes, 'something else\n');
    const { state } = await saving(folder).exportOf({ runIds: [runId], format });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { title: 'The notes in this folder can’t be read.' },
    });
  });
});

describe('with pseudonyms', () => {
  const privacy = {
    pseudonyms: [
      { field: 'id', kind: 'id' },
      { field: 'authorUsername', kind: 'username' },
    ],
    drop: ['avatar'],
  } as never;
  const rowsOf = (): JsonObject[] => [
    {
      id: 'mira_osei',
      authorUsername: 'mira_osei',
      mediaUrls: [`${link('good', 'mira_osei.png')}?of=@mira_osei`],
      avatar: link('good', 'avatar.png'),
    },
  ];

  it('no name is in a file’s name or in the list, and it is said that faces remain', async () => {
    const folder = newFolder();
    const runId = await runOf(rowsOf());
    const { contents } = await saving(newFolder()).exports.handlers['export.preview']({
      spec: exportSpecSchema.parse({ runIds: [runId], format, privacy }),
      rows: 10,
    });
    expect(contents?.slice(2)).toEqual([
      { name: 'Faces', words: 'Faces, voices and names in pictures and videos are not replaced.' },
      { name: 'Left out', words: expect.stringMatching(/^avatar\. To save their files, keep/) },
    ]);
    const { changes } = await saveInto(folder, { runIds: [runId], privacy, methods: true });
    expect(mediaIn(folder)).toHaveLength(1);
    for (const name of readdirSync(folder)) {
      expect(name).not.toContain('mira');
      expect(readFileSync(join(folder, name), 'latin1'), name).not.toContain('mira');
    }
    expect(changes.map(({ message }) => message)).toEqual([
      'Faces, voices and names in pictures and videos are not replaced.',
      '1 value was replaced by pseudonyms.',
    ]);
    expect(listIn(folder)[0]).toMatchObject({ link: expect.stringMatching(/^user_/) });
    // Nor is it asked again.
    const before = server.requests.length;
    await saveInto(folder, { runIds: [runId], privacy });
    expect(server.requests).toHaveLength(before);
  });

  it('nothing is added to files without, nor the other way round', async () => {
    const folder = newFolder();
    const runId = await runOf(rowsOf());
    await saveInto(folder, { runIds: [runId] });
    const { state } = await saving(folder).exportOf({ runIds: [runId], format, privacy });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: {
        title: 'This folder has files that were saved with other pseudonyms, or without.',
        advice: 'Choose another folder.',
      },
    });
  });
});

it('its methods sheet says how it was made and what is missing, and opens as a recipe', async () => {
  const folder = newFolder();
  const runId = await runOf([
    { id: '1', mediaUrls: [link('good', 'sheet.png'), link('gone', 'sheet.png')] },
  ]);
  const { files } = await saveInto(folder, { runIds: [runId], methods: true });
  expect(files.map(({ name }) => basename(name))).toEqual([
    'media.csv',
    'media.csv.methods.md',
    'media.csv.methods.json',
  ]);
  const words = readFileSync(join(folder, 'media.csv.methods.md'), 'utf8');
  expect(words).toContain('Format: Pictures and videos');
  expect(words).toContain('1 of 2 links led to no file: gone 1.');
  expect(words).toContain('Largest file: 10 MB');
  expect(words).toContain('none of it counted as calls');
  const sheet = JSON.parse(readFileSync(join(folder, 'media.csv.methods.json'), 'utf8'));
  expect(sheet).toMatchObject({ file: { rows: 2 }, spec: { format: { kind: 'media' } } });
});
