/** Datasets that are opened again as tables. */
import { describe, expect, it } from 'vitest';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Manifest } from '#main/core/export/manifest.ts';
import { answeredAt } from '#main/core/store/log-contents.ts';
import { mintRunId } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { allRows, post, world } from '#test/support/derived-world.ts';
import type { Item } from '#test/support/derived-world.ts';

describe('a dataset is opened again as a table', () => {
  /** Two runs saved into one folder, and the core that is to open it. */
  async function saved() {
    let root: string | null = null;
    const { core, collect } = await world({ takeGivenFile: () => root });
    const awkward = '{"id":"90071992547409931","likeCount":9007199254740993,"text":"a\u2028b",';
    const one = await collect([
      `${awkward}"mediaUrls":["https://a.example/1",{"n":1.50}],"__proto__":"kept","odd":{"x":[1.50]}}`,
      '{"id":"007","likeCount":"many","text":"[not a list","lang":null,"deleted":false}',
    ]);
    const two = await collect(Array.from({ length: 2500 }, (_, n) => post(n)));
    await save(core, { runIds: [one.id, two.id], format: { kind: 'dataset' } });
    const folder = core.saved.at(-1) ?? '';
    const choose = async (at: string | null) => {
      root = at;
      return core.call('open.take', {});
    };
    return { core, one, two, folder, choose };
  }

  const withoutNulls = (rows: readonly Item[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );

  it('with the rows of its runs, their columns, and what they were', async () => {
    const { core, one, two, folder, choose } = await saved();
    // What macOS leaves beside a file, on a disk that isn’t its own.
    writeFileSync(join(folder, '_complete', `._${one.id}.json`), Buffer.from([0, 5, 22, 7]));
    const found = await choose(folder);
    if (!found.ok || found.value.opened === null) throw new Error(JSON.stringify(found));
    const { id, tables } = found.value.opened;
    expect(tables).toMatchObject([
      {
        table: 'microblog-post',
        rows: 2502,
        saved: { items: 'posts', platform: 'microblog', runs: 2 },
      },
    ]);
    const opening = { runId: mintRunId(), fileId: id, table: 'microblog-post', name: 'Given' };
    const { run } = await core.value('open.table', opening);
    const rows = await allRows(core, run);
    const own = [...(await allRows(core, one)), ...(await allRows(core, two))];
    expect(withoutNulls(rows.map(({ collected_at: _at, run: _run, ...row }) => row))).toEqual(
      withoutNulls(own),
    );
    const csv = await save(core, { runIds: [run.id], format: plainCsv });
    expect(csv.rows).toBe(2502);
    expect(core.saved.at(-1)).toMatch(/-dataset\.csv$/);
    const text = await readFile(core.saved.at(-1) ?? '', 'utf8');
    expect(text).toContain('9007199254740993');
    expect(text).toContain('90071992547409931');

    const { pages } = await core.value('run.pages', { runId: two.id, from: 0, count: 9 });
    expect(rows.at(-1)).toMatchObject({ run: two.id, collected_at: answeredAt(pages.at(-1)!) });
    expect(run.columns.slice(0, 2).map(({ label }) => label)).toEqual(['Collected', 'Run']);
    expect(run.columns.find(({ field }) => field === 'likeCount')?.meaning).toBe('count');
    expect(run.derived).toMatchObject({
      from: {
        kind: 'dataset',
        sources: [
          { runId: one.id, rows: 2, isComplete: true },
          { runId: two.id, rows: 2500, pages: 3 },
        ],
      },
      facts: { repeated: 0 },
    });
    // Nothing of it stays behind, and nothing more is asked for it.
    expect(readdirSync(join(core.dataDir, 'tmp', 'exports'))).toEqual([]);
    expect(await core.call('run.next', { runId: run.id })).toMatchObject({ ok: false });
  });

  describe('with a person’s own columns', () => {
    const resource = 'microblog.post';
    const field = '_own:topic';
    /** A dataset of two runs that share an item, with a code in each. */
    async function coded() {
      const folder = join(testFolder(), 'given');
      const { core, collect } = await world({
        takeGivenFile: () => folder,
        chooseSaveTarget: async () => ({
          path: folder,
          finish: async () => ({ name: basename(folder), download: null }),
        }),
      });
      const one = await collect([post(1), post(2)]);
      const two = await collect([post(2), post(3)]);
      const elsewhere = await collect([post(4)]);
      await core.value('codes.change', { resource, change: { kind: 'coder', who: 'AB' } });
      const column = { name: 'Topic', kind: 'note' as const };
      const adding = { kind: 'save' as const, field: null, column };
      await core.value('codes.change', { resource, change: adding });
      const note = async (runId: string, row: number, value: string | null) =>
        core.value('codes.set', {
          runId,
          field,
          spans: [{ first: row, last: row }],
          change: { kind: 'set', value },
        });
      await note(one.id, 0, 'first');
      await note(two.id, 0, 'second');
      await note(elsewhere.id, 0, 'elsewhere');
      const saveAgain = () => save(core, { runIds: [one.id, two.id], format: { kind: 'dataset' } });
      await saveAgain();
      return { core, one, two, note, folder, saveAgain };
    }
    async function openIn(core: TestCore): Promise<(string | null)[]> {
      const fileId = (await core.value('open.take', {})).opened?.id ?? '';
      const opening = { runId: mintRunId(), fileId, table: 'microblog-post', name: 'Given' };
      const { run } = await core.value('open.table', opening);
      return run.columns.flatMap(({ own }) => own?.name ?? []);
    }
    const notesOf = async (core: TestCore) => {
      const { runs } = await core.value('history.list', {});
      const run = (await core.value('run.open', { runId: runs[0]!.id })).run;
      const rows = await allRows(core, run);
      return rows.map((row) => [row['id'], row[field] ?? null, row['_own:topic_ab'] ?? null]);
    };

    it('has them in files of their own, of its items only, and they are there in another project', async () => {
      const { folder, one, two } = await coded();
      expect(new Set(readdirSync(join(folder, 'codes')))).toEqual(
        new Set([`${one.id}.json`, `${two.id}.json`]),
      );
      const text = readFileSync(join(folder, 'codes', `${one.id}.json`), 'utf8');
      expect(text.match(/"value": "[^"]*"/g)).toEqual(['"value": "first"', '"value": "second"']);
      const { core } = await world({ takeGivenFile: () => folder });
      expect(await openIn(core)).toEqual(['Topic']);
      const values = (await notesOf(core)).map(([, own]) => own);
      expect(values).toEqual(['first', 'second', 'second', null]);
      // Once more, it changes nothing.
      const noted = () => readFileSync(join(core.dataDir, 'codes.jsonl'), 'utf8');
      const before = noted();
      await openIn(core);
      expect(noted()).toBe(before);
    });

    it('takes back what is missing, overwrites nothing of one’s own, and puts another coder’s beside it', async () => {
      const { core, one, note } = await coded();
      await note(one.id, 0, 'changed');
      await note(one.id, 1, null);
      await openIn(core);
      const own = (await notesOf(core)).map(([, value, other]) => [value, other]);
      expect(own).toContainEqual(['changed', null]);
      expect(own.filter(([value]) => value === 'second')).toHaveLength(2);
      await core.value('codes.change', { resource, change: { kind: 'coder', who: 'CD' } });
      await note(one.id, 0, 'of CD');
      expect(await openIn(core)).toEqual(['Topic', 'Topic (AB)']);
      expect((await notesOf(core)).map(([, value, other]) => [value, other])).toContainEqual([
        'of CD',
        'first',
      ]);
    });

    it('is saved again when only they have changed; one that was changed since is refused', async () => {
      const { core, one, note, folder, saveAgain } = await coded();
      const path = join(folder, 'codes', `${one.id}.json`);
      const before = readFileSync(path, 'utf8');
      await saveAgain();
      expect(readFileSync(path, 'utf8')).toBe(before);
      await note(one.id, 0, 'later');
      await saveAgain();
      expect(readFileSync(path, 'utf8')).toContain('later');
      writeFileSync(path, before);
      await expect(openIn(core)).rejects.toThrow();
    });
  });

  it('keeps when a row was collected, and by which run, beside fields of the same names', async () => {
    let root = '';
    const { core, collect } = await world({ takeGivenFile: () => root });
    const own = { collected_at: 'own', run: 'marathon', run_: 'sprint' };
    const runs = [await collect([{ ...post(1), ...own }]), await collect([post(2)])];
    await save(core, { runIds: runs.map(({ id }) => id), format: { kind: 'dataset' } });
    root = core.saved.at(-1) ?? '';
    const fileId = (await core.value('open.take', {})).opened?.id ?? '';
    const opening = { runId: mintRunId(), fileId, table: 'microblog-post', name: 'Given' };
    const { run } = await core.value('open.table', opening);
    const [row] = await allRows(core, run);
    const { pages } = await core.value('run.pages', { runId: runs[0]!.id, from: 0, count: 1 });
    expect(row).toMatchObject({
      collected_at: answeredAt(pages[0]!),
      run: runs[0]!.id,
      collected_at_: 'own',
      run_: 'marathon',
      run__: 'sprint',
    });
  });

  it('not at all where a file is damaged, missing, another one or a link', async () => {
    const { core, two, folder, choose } = await saved();
    const part = (root: string): string => {
      const days = join(root, 'microblog-post');
      const day = join(days, readdirSync(days)[0] ?? '');
      return join(day, `${two.id}-0000.parquet`);
    };
    const record = (root: string): string => join(root, '_complete', `${two.id}.json`);
    const sheet = (root: string): string => join(root, 'methods', `${two.id}.json`);
    const inRecord = (root: string, from: string, to: string): void => {
      const text = readFileSync(record(root), 'utf8');
      rmSync(record(root));
      appendFileSync(record(root), text.replaceAll(from, to));
    };
    /** Puts other rows in place of the file's, and their size and hash into the record. */
    const put = async (
      root: string,
      select: string,
      rows = 2500,
      [from, to] = [0, 0],
    ): Promise<void> => {
      const path = part(root);
      rmSync(path);
      const connection = await (await DuckDBInstance.create()).connect();
      await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
      connection.closeSync();
      const bytes = readFileSync(path).fill(0xff, from, to);
      writeFileSync(path, bytes);
      const content = JSON.parse(readFileSync(record(root), 'utf8')) as Manifest;
      const name = basename(path);
      for (const file of content.files.filter((one) => one.name.endsWith(name))) {
        file.rows = rows;
        file.bytes = bytes.length;
        file.sha256 = createHash('sha256').update(bytes).digest('hex');
      }
      writeFileSync(record(root), JSON.stringify(content));
    };
    const harm: Record<string, [(root: string) => void | Promise<void>, RegExp]> = {
      bomb: [
        (root) => put(root, `SELECT repeat('x', 200000) AS id FROM range(2500)`),
        /far more than any that this program saves/,
      ],
      cells: [
        (root) => {
          const columns = Array.from({ length: 25 }, (_, n) => `1::BIGINT AS c${n}`).join();
          // With damage in the first rows, so that unpacking it all the same doesn’t take minutes.
          return put(root, `SELECT ${columns} FROM range(9000000)`, 9_000_000, [4, 100]);
        },
        /far more than any that this program saves/,
      ],
      longer_than_said: [
        (root) => put(root, 'SELECT 1::BIGINT AS id FROM range(2501)'),
        /doesn’t hold/,
      ],
      nested: [(root) => put(root, 'SELECT [1] AS id FROM range(2500)'), /doesn’t hold/],
      longer: [(root) => appendFileSync(part(root), 'x'), /damaged or was changed/],
      changed: [
        (root) => {
          const bytes = readFileSync(part(root));
          bytes[bytes.length >> 1]! ^= 1;
          rmSync(part(root));
          appendFileSync(part(root), bytes);
        },
        /damaged or was changed/,
      ],
      missing: [(root) => rmSync(part(root)), /is missing/],
      link: [
        (root) => {
          renameSync(part(root), join(root, 'elsewhere'));
          symlinkSync(join(root, 'elsewhere'), part(root));
        },
        /is a link/,
      ],
      outside: [
        (root) => inRecord(root, 'microblog-post/', '../microblog-post/'),
        /records can’t be read/,
      ],
      rows: [(root) => inRecord(root, '"rows": 2500', '"rows": 2501'), /doesn’t hold/],
      broken: [(root) => appendFileSync(record(root), '}'), /records can’t be read/],
      newer: [(root) => inRecord(root, '"version": 1,', '"version": 2,'), /newer version/],
      sheet: [(root) => rmSync(sheet(root)), /methods sheets/],
      sheet_of_another: [
        (root) => {
          const text = readFileSync(sheet(root), 'utf8');
          writeFileSync(sheet(root), text.replaceAll(two.id, 'run-another-1'));
        },
        /methods sheets/,
      ],
      sheet_of_nothing: [
        (root) => writeFileSync(sheet(root), JSON.stringify({ runs: [{ runId: two.id }] })),
        /methods sheets/,
      ],
      empty: [(root) => rmSync(join(root, '_complete'), { recursive: true }), /isn’t a dataset/],
    };
    const before = (await core.value('history.list', {})).runs.length;
    for (const [name, [change, why]] of Object.entries(harm)) {
      const root = `${folder}-${name}`;
      await cp(folder, root, { recursive: true });
      await change(root);
      const found = await choose(root);
      const fileId = (found.ok && found.value.opened?.id) || null;
      const opening = { runId: mintRunId(), table: 'microblog-post', name: 'Harmed' };
      const answer =
        fileId === null ? found : await core.call('open.table', { ...opening, fileId });
      expect(answer, name).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', title: expect.stringMatching(why) as unknown },
      });
    }
    expect((await core.value('history.list', {})).runs).toHaveLength(before);
    expect(core.reported).toEqual([]);
  });

  it('not at all where a cell holds what nobody sent: NaN, or a moment that is none', async () => {
    const { core, two, folder, choose } = await saved();
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const cells = {
      'nan::DOUBLE AS "duration"': /row of the dataset can’t be read/,
      'inf::DOUBLE AS "duration"': /row of the dataset can’t be read/,
      "'yesterday' AS collected_at": /doesn’t say when it was collected/,
      "'290000-01-01'::TIMESTAMPTZ AS collected_at": /doesn’t say when/,
      'true AS collected_at': /doesn’t say when/,
    };
    let number = 0;
    for (const [cell, why] of Object.entries(cells)) {
      const root = `${folder}-cell-${(number += 1)}`;
      await cp(folder, root, { recursive: true });
      const record = join(root, '_complete', `${two.id}.json`);
      const manifest = JSON.parse(readFileSync(record, 'utf8')) as {
        files: { name: string; bytes: number; sha256: string; rows: number }[];
      };
      const [file] = manifest.files;
      const path = join(root, file!.name);
      const sql = cell.replace('nan', "'nan'").replace('inf:', "'inf':");
      await connection.run(`COPY (SELECT '1' AS id, ${sql}) TO '${path}' (FORMAT parquet)`);
      const bytes = readFileSync(path);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      Object.assign(file!, { bytes: bytes.length, sha256, rows: 1 });
      writeFileSync(record, JSON.stringify({ ...manifest, files: [file] }));
      const found = await choose(root);
      const fileId = (found.ok && found.value.opened?.id) || '';
      const opening = { runId: mintRunId(), fileId, table: 'microblog-post', name: 'Odd' };
      expect(await core.call('open.table', opening), cell).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', title: expect.stringMatching(why) as unknown },
      });
    }
    expect(core.reported).toEqual([]);
  });

  it('from its archive, whatever else is in there', async () => {
    const { core, folder, choose } = await saved();
    const zip = new ZipFile();
    // Some are the person’s, some are of macOS; the last leads out of the folder, see below.
    for (const other of ['_complete/._run-1.json', 'mine.parquet', 'aa/aa/out.json']) {
      zip.addBuffer(Buffer.from('{}'), `__MACOSX/study.dataset/${other}`);
      zip.addBuffer(Buffer.from('{}'), `study.dataset/${other}`);
    }
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (statSync(path).isFile()) zip.addFile(path, `study.dataset/${name}`);
    }
    zip.end();
    const bytes = await buffer(zip.outputStream);
    for (let at = bytes.indexOf('aa/aa'); at !== -1; at = bytes.indexOf('aa/aa', at)) {
      bytes.write('../..', at);
    }
    const path = `${folder}.zip`;
    writeFileSync(path, bytes);
    const found = await choose(path);
    if (!found.ok || found.value.opened === null) throw new Error(JSON.stringify(found));
    const { id: fileId, tables } = found.value.opened;
    expect(tables[0]).toMatchObject({ table: 'microblog-post', rows: 2502 });
    const opening = { runId: mintRunId(), fileId, table: 'microblog-post', name: 'Given' };
    const { run } = await core.value('open.table', opening);
    expect(run.rowCount).toBe(2502);
    await core.value('open.close', { fileId });
    expect(readdirSync(join(core.dataDir, 'tmp', 'exports'))).toEqual([]);
  });

  it('as it was sent by a window, and only under names that a dataset has', async () => {
    const { core, folder } = await saved();
    const fileId = 'sent-dataset-1';
    const send = (path: string, offset: number, bytes: Buffer) =>
      core.call('open.send', { fileId, path, offset, base64: bytes.toString('base64') });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|parquet)$/.test(name) || name.startsWith('ro-crate')) continue;
      const bytes = readFileSync(join(folder, name));
      const half = Math.floor(bytes.length / 2);
      expect(await send(name, 0, bytes.subarray(0, half))).toMatchObject({ ok: true });
      expect(await send(name, half, bytes.subarray(half))).toMatchObject({ ok: true });
    }
    const { tables } = await core.value('open.look', { fileId, name: 'study' });
    expect(tables[0]).toMatchObject({ rows: 2502 });
    const wrong = ['../a.json', 'methods/../../settings.json', '/etc/passwd', 'settings.json'];
    for (const name of wrong) {
      expect(await send(name, 0, Buffer.from('x')), name).toMatchObject({ ok: false });
    }
    await core.value('open.close', { fileId });
    expect(await core.call('open.look', { fileId, name: 'study' })).toMatchObject({ ok: false });
    expect(readdirSync(join(core.dataDir, 'tmp', 'exports'))).toEqual([]);
  });
});
