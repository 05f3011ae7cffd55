/** Exports over the contract: told on the way, once per id, with their sheet, and without a call. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Export } from '#shared/export/export.ts';
import { exportSpecSchema } from '#shared/export/export.ts';
import { presets } from '#shared/export/presets.ts';
import { methodsSheetSchema } from '#shared/export/methods-sheet.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { readStoredZip } from '#test/support/read-zip.ts';
import { exportOf, mintExportId, save } from '#test/support/saving.ts';
import type { Saved } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

describe.each(waysIn)('through %s', (name, open) => {
  let server: SecondServer;
  let way: WayIn;
  let runId: string;
  beforeEach(async () => {
    server = await startSecondServer({ pageSize: 5, totalRows: 12 });
    way = await open({ serviceAddress: server.address, accessKey: server.accessKey });
    await way.value('service.choose', { kind: 'address', address: server.address });
    runId = mintRunId();
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    await way.value('run.start', { runId, query, limit: { pages: null, rows: 100 } });
    await expect
      .poll(async () => (await way.value('run.open', { runId })).run.state.kind)
      .toBe('noMore');
  });
  afterEach(async () => {
    await way.close();
    await server.close();
  });

  /** The files of an export by the last part of their names, wherever they arrived. */
  async function filesOf(saved: Saved): Promise<Map<string, Buffer>> {
    const read = await way.readSaved(saved);
    if (saved.download === null) {
      const path = way.test.saved.at(-1) ?? '';
      const others = saved.files.slice(1).map(({ name: file }) => file.replace(saved.name, ''));
      const pairs = others.map(async (end) => [end, await readFile(path + end)] as const);
      return new Map([['', read], ...(await Promise.all(pairs))]);
    }
    if (saved.files.length === 1) return new Map([['', read]]);
    const base = saved.files[0]?.name ?? '';
    return new Map(
      [...readStoredZip(read)].map(([file, bytes]) => [file.replace(base, ''), bytes]),
    );
  }

  it('the file and its methods sheet reach the person, whole', async () => {
    const sent = server.requests.length;
    const saved = await save(way, { runIds: [runId], methods: true, format: { kind: 'csv' } });
    const files = await filesOf(saved);
    expect([...files.keys()]).toEqual(['', '.methods.md', '.methods.json']);
    const file = files.get('') ?? Buffer.alloc(0);
    expect(parse(file, { bom: true }).length).toBe(13);
    const sheet = methodsSheetSchema.parse(JSON.parse(String(files.get('.methods.json'))));
    expect(sheet.file).toMatchObject({
      rows: 12,
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    expect(sheet.runs[0]).toMatchObject({
      title: 'Posts: sea',
      pages: 3,
      calls: 3,
      service: { address: server.address },
      requests: [{ pages: 1 }, { pages: 2 }],
    });
    // The request as it was sent, but for the key.
    expect(sheet.runs[0]?.requests[0]?.address).toBe(
      `${server.address}${server.requests.at(-3)?.path ?? ''}?q=sea`,
    );
    const text = [...files.values()].map(String).join('');
    expect(text).not.toContain(server.accessKey);
    expect(saved.name).toMatch(name === 'the core' ? /\.csv$/ : /\.csv\.zip$/);
    const recipe = await way.value('recipe.open', { text: String(files.get('.methods.json')) });
    expect(recipe).toMatchObject({ queries: [{ query: { values: { q: 'sea' } } }], notices: [] });
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
    expect(heard.map(({ revision }) => revision)).toEqual(
      heard.map(({ revision }) => revision).toSorted((a, b) => a - b),
    );
    expect(one).toMatchObject({ format: 'xlsx', of: 12, runIds: [runId] });
  });

  it('starting again with the same id saves nothing twice; another resource is refused', async () => {
    const exportId = mintExportId();
    const spec = { runIds: [runId], format: { kind: 'jsonl' as const } };
    const starts = await Promise.all(
      [1, 2, 3].map(() => way.value('export.start', { exportId, spec })),
    );
    expect(new Set(starts.map(({ kind }) => kind))).toEqual(new Set(['started']));
    await expect
      .poll(async () => (await way.value('export.list', {})).exports.map(({ state }) => state.kind))
      .toEqual(['saved']);
    const users = mintRunId();
    await way.value('run.start', {
      runId: users,
      query: { endpointId: 'microblog.users.search', values: { q: 'sea' }, fields: [] },
    });
    const mixed = await way.call('export.start', {
      exportId: mintExportId(),
      spec: { ...spec, runIds: [runId, users] },
    });
    expect(mixed).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const gone = await way.call('export.start', {
      exportId: mintExportId(),
      spec: { ...spec, runIds: ['run-nobody-knows'] },
    });
    expect(gone).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('several runs together say which row is of which', async () => {
    const second = mintRunId();
    const query = { endpointId: 'microblog.posts.search', values: { q: 'rain' }, fields: [] };
    await way.value('run.start', { runId: second, query });
    await way.value('history.describe', { runId: second, name: 'Only rain' });
    const saved = await save(way, { runIds: [runId, second], format: { kind: 'csv' } });
    const lines: { run: string }[] = parse((await filesOf(saved)).get('') ?? '', {
      bom: true,
      columns: true,
    });
    expect(lines.map(({ run }) => run)).toEqual([
      ...Array.from({ length: 12 }, () => 'Posts: sea'),
      ...Array.from({ length: 5 }, () => 'Only rain'),
    ]);
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
    const file = String((await filesOf(saved)).get(''));
    expect(file.split('\r\n').slice(0, 4)).toEqual(shown.text?.split('\r\n').slice(0, 4));
    const status = await way.value('pseudonyms.status', {});
    expect(status).toMatchObject({ present: true, lasting: false });
    const secretFile = await way.value('pseudonyms.saveSecret', {});
    if (secretFile.kind !== 'saved') throw new Error('It was not saved.');
    const secret =
      String(await way.readSaved(secretFile))
        .trim()
        .split('\n')
        .at(-1) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const told = JSON.stringify([status, shown, saved, way.test.events, secretFile]);
    expect(told).not.toContain(secret);
    expect(await way.value('pseudonyms.useSecret', { secret })).toEqual(status);
  });

  it('a preset is a choice like any other', async () => {
    for (const { format, id } of presets) {
      const spec = { runIds: [runId], format };
      expect(exportSpecSchema.safeParse(spec).success, id).toBe(true);
      expect((await save(way, spec)).rows, id).toBe(12);
    }
  });
});

describe('Show in folder', () => {
  const paths: string[] = [];
  let server: SecondServer;
  beforeEach(async () => {
    paths.length = 0;
    server = await startSecondServer({ pageSize: 5, totalRows: 5 });
  });
  afterEach(() => server.close());

  /** A saved export, on a host that can show it or can't. */
  async function saveOne(showInFolder: ((path: string) => void) | null): Promise<{
    core: TestCore;
    exportId: string;
  }> {
    const given = { serviceAddress: server.address, accessKey: server.accessKey, showInFolder };
    const core = await startTestCore(given);
    await core.value('service.choose', { kind: 'address', address: server.address });
    const runId = mintRunId();
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    await core.value('run.start', { runId, query, limit: { pages: 1, rows: null } });
    const { id, state } = await exportOf(core, { runIds: [runId], format: { kind: 'csv' } });
    expect(state.kind).toBe('saved');
    return { core, exportId: id };
  }

  it('leads to the file of an export that was saved, and to no other', async () => {
    const { core, exportId } = await saveOne((path) => void paths.push(path));
    await core.value('export.showInFolder', { exportId });
    expect(paths).toEqual([core.saved.at(-1)]);
    expect(await core.call('export.showInFolder', { exportId: mintExportId() })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    expect(paths).toHaveLength(1);
    await core.close();
  });

  it('is refused where files arrive as downloads', async () => {
    const { core, exportId } = await saveOne(null);
    expect(await core.call('export.showInFolder', { exportId })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
    await core.close();
  });
});
