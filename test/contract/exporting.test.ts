/** Exports over the contract: told on the way, once per id, with their sheet, and without a call. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Export } from '#shared/contract/export/export.ts';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import { askIn, question, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { exampleSheet } from '#test/support/method-examples.ts';
import { everything } from '#test/support/run-core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { readZip } from '#test/support/read-zip.ts';
import { exportOf, mintExportId, save } from '#test/support/saving.ts';
import type { Saved } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { waysIn } from '#test/support/ways-in.ts';
import type { OpenWay } from '#test/support/ways-in.ts';

let server: SecondServer;
beforeAll(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
});
afterAll(() => server.close());

async function collect(way: TestCore, endpointId: string, q: string): Promise<string> {
  return (await askIn(way, question(endpointId, { q }), everything)).id;
}

const posts = 'microblog.posts.search';

async function openWay(open: OpenWay, options: Parameters<OpenWay>[0] = {}): Promise<TestCore> {
  const { address, accessKey } = server;
  const way = await open({ serviceAddress: address, accessKey, ...options });
  await way.value('service.choose', { kind: 'address', address });
  return way;
}

describe.each(waysIn)('through %s', (name, open) => {
  let way: TestCore;
  let runId: string;
  beforeAll(async () => {
    way = await openWay(open);
    runId = await collect(way, posts, 'sea');
  });
  afterAll(() => way.close());

  /** The files of an export by the last part of their names, wherever they arrived. */
  async function filesOf(saved: Saved): Promise<Map<string, Buffer>> {
    const read = await way.readSaved(saved);
    if (saved.download === null) {
      const path = way.saved.at(-1) ?? '';
      const others = saved.files.slice(1).map(({ name: file }) => file.replace(saved.name, ''));
      const pairs = others.map(async (end) => [end, await readFile(path + end)] as const);
      return new Map([['', read], ...(await Promise.all(pairs))]);
    }
    const base = saved.files[0]?.name ?? '';
    return new Map([...readZip(read)].map(([file, bytes]) => [file.replace(base, ''), bytes]));
  }

  it('the file and its methods sheet reach the person, whole', async () => {
    const sent = server.requests.length;
    const saved = await save(way, { runIds: [runId], methods: true, format: { kind: 'csv' } });
    const files = await filesOf(saved);
    // An archive that is handed on says what it holds; beside a file in a person's folder others lie.
    const described = saved.download === null ? [] : ['ro-crate-metadata.json'];
    expect([...files.keys()]).toEqual(['', '.methods.md', '.methods.json', ...described]);
    const file = files.get('') ?? Buffer.alloc(0);
    expect(parse(file, { bom: true }).length).toBe(13);
    const sheet = methodsSheetSchema.parse(JSON.parse(String(files.get('.methods.json'))));
    expect(sheet.file).toMatchObject({
      rows: 12,
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    // The request as it was sent, but for the key.
    const address = `${server.address}${server.requests.at(-3)?.path ?? ''}?q=sea`;
    expect(sheet.runs[0]).toMatchObject({ pages: 3, calls: 3, requests: [{ address }, {}] });
    expect([...files.values()].map(String).join('')).not.toContain(server.accessKey);
    expect(saved.name).toMatch(name === 'the core' ? /\.csv$/ : /\.csv\.zip$/);
    expect(server.requests.length).toBe(sent);
  });

  it('windows hear how it goes on, and that it is over', async () => {
    const heard: Export[] = [];
    await way.listen((event) => {
      if (event.kind === 'export.changed') heard.push(event.export);
    });
    const one = await exportOf(way, { runIds: [runId], format: { kind: 'xlsx' } });
    await expect.poll(() => heard.at(-1)?.state.kind).toBe('saved');
    expect(heard.at(-1)).toEqual(one);
    expect(heard).toEqual(heard.toSorted((a, b) => a.revision - b.revision));
    expect(one).toMatchObject({ format: 'xlsx', of: 12 });
    // Where it lies can't be shown by a host that knows no folders.
    const answer = await way.call('export.showInFolder', { exportId: one.id });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('the secret of pseudonyms goes to its owner and never to the window', async () => {
    expect(await way.value('pseudonyms.status', {})).toMatchObject({ present: false });
    const spec = {
      runIds: [runId],
      format: { kind: 'csv' as const },
      privacy: { pseudonyms: [{ field: 'authorUsername', kind: 'username' as const }] },
    };
    const shown = await way.value('export.preview', { spec, rows: 3 });
    const saved = await save(way, spec);
    const file = String(await way.readSaved(saved));
    expect(file.split('\r\n').slice(0, 4)).toEqual(shown.text?.split('\r\n').slice(0, 4));
    const status = await way.value('pseudonyms.status', {});
    expect(status).toMatchObject({ present: true, lasting: false });
    const secretFile = await way.value('file.save', { file: { of: 'secret' } });
    if (secretFile.kind !== 'saved') throw new Error('It was not saved.');
    const secret =
      String(await way.readSaved(secretFile))
        .trim()
        .split('\n')
        .at(-1) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const told = JSON.stringify([status, shown, saved, way.events, secretFile]);
    expect(told).not.toContain(secret);
    expect(await way.value('pseudonyms.useSecret', { secret })).toEqual(status);
  });
});

describe('through the core', () => {
  let way: TestCore;
  let runId: string;
  const shown: string[] = [];
  beforeAll(async () => {
    way = await openWay(startTestCore, { showInFolder: (path) => void shown.push(path) });
    runId = await collect(way, posts, 'sea');
  });
  afterAll(() => way.close());

  it('starting again with the same id asks where and saves once, in the folder that is shown', async () => {
    const before = way.saved.length;
    const exportId = mintExportId();
    const spec = { runIds: [runId], format: { kind: 'jsonl' as const } };
    const starts = await Promise.all(
      [1, 2, 3].map(() => way.value('export.start', { exportId, spec })),
    );
    expect(new Set(starts.map(({ kind }) => kind))).toEqual(new Set(['started']));
    const state = async () => (await way.value('export.list', {})).exports[0]?.state.kind;
    await expect.poll(state).toBe('saved');
    expect(way.saved.length).toBe(before + 1);
    await way.value('export.showInFolder', { exportId });
    expect(shown).toEqual([way.saved.at(-1)]);
  });

  it('runs of two resources, and unknown ones, are refused', async () => {
    const users = await collect(way, 'microblog.users.search', 'sea');
    for (const runIds of [[runId, users], ['run-nobody-knows']]) {
      const spec = { runIds, format: { kind: 'csv' as const } };
      const answer = await way.call('export.start', { exportId: mintExportId(), spec });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
  });
});

it('the methods sheet that the program was opened with is read like one that was chosen, without its path', async () => {
  const text = JSON.stringify(exampleSheet('run-example-1'));
  const path = join(testFolder(), 'posts.methods.json');
  // As some editors begin a file.
  writeFileSync(path, `\uFEFF${text}`);
  const given = [path, null, '/home/someone/posts.methods.json'];
  const way = await startTestCore({ takeGivenFile: () => given.shift() ?? null });
  const { opened } = await way.value('open.take', {});
  const value = await way.value('recipe.open', { text });
  expect(opened).toMatchObject({
    name: 'posts.methods.json',
    recipe: { ok: true, value },
    tables: [],
  });
  expect(await way.value('open.take', {})).toEqual({ opened: null });
  // [16]
  const answer = await way.call('open.take', {});
  const title = 'This file isn’t there any more.';
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', title } });
  expect(JSON.stringify(answer)).not.toContain('someone');
  await way.close();
});
