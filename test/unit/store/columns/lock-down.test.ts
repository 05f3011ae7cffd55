import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Filter, View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { openDatabase, quoteText } from '#main/core/store/columns/worker/database.ts';
import { TestRun, storeWith, wholeSummary } from '#test/support/columns/store.ts';
import { testFolder } from '#test/support/store/runs.ts';

/** A data folder whose name needs quoting, beside a folder that is none of ours. */
async function locked(): Promise<{ connection: DuckDBConnection; data: string; outside: string }> {
  const folder = testFolder();
  const data = join(folder, "it's data");
  const outside = join(folder, 'outside');
  for (const made of [data, outside, `${data} too`]) mkdirSync(made);
  writeFileSync(join(outside, 'secret.csv'), 'secret\n1\n');
  const instance = await openDatabase({
    folders: [data],
    tempFolder: join(data, 'tmp', 'columns'),
    memoryMb: 256,
    threads: 2,
    exactDistinct: 1000,
    wordsMs: 1000,
  });
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return { connection, data, outside };
}

describe('the database', () => {
  it('[42] works inside the data folder, and reaches nothing outside', async () => {
    const { connection, data, outside } = await locked();
    await connection.run(`ATTACH ${quoteText(join(data, 'a.duckdb'))} AS a`);
    await connection.run(`COPY (SELECT 1 AS n) TO ${quoteText(join(data, 'n.csv'))}`);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['a.duckdb', 'n.csv']));
    const secret = join(outside, 'secret.csv');
    const dots = `${data}/../outside/secret.csv`;
    const sibling = join(`${data} too`, 'x.csv');
    const link = join(data, 'link');
    symlinkSync(outside, link);
    const statements = [
      `ATTACH ${quoteText(join(outside, 'a.duckdb'))} AS b`,
      `ATTACH ${quoteText(`${data}/../outside/a.duckdb`)} AS b`,
      `ATTACH ${quoteText('/etc/passwd')} AS b (READ_ONLY)`,
      `COPY (SELECT 1) TO ${quoteText(join(outside, 'written.csv'))}`,
      `COPY (SELECT 1) TO ${quoteText(`${data}/../outside/written.csv`)}`,
      `COPY (SELECT 1) TO ${quoteText(sibling)}`,
      `COPY (SELECT 1) TO ${quoteText(join(link, 'written.csv'))}`,
      ...[secret, dots, join(link, 'secret.csv')].flatMap((path) => [
        `SELECT * FROM read_csv(${quoteText(path)})`,
        `SELECT * FROM read_text(${quoteText(path)})`,
        `SELECT * FROM read_blob(${quoteText(path)})`,
        `SELECT * FROM ${quoteText(path)}`,
      ]),
      `SELECT * FROM glob(${quoteText(`${outside}/*`)})`,
      `SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')`,
      `EXPORT DATABASE ${quoteText(join(outside, 'export'))}`,
      'INSTALL httpfs',
      'LOAD httpfs',
      `LOAD ${quoteText(join(data, 'x.duckdb_extension'))}`,
    ];
    for (const statement of statements) {
      await expect(connection.run(statement), statement).rejects.toThrow();
    }
    expect(readdirSync(outside)).toEqual(['secret.csv']);
    expect(existsSync(sibling)).toBe(false);
  });

  it('[42] can’t be told otherwise later', async () => {
    const { connection } = await locked();
    const settings = [
      'enable_external_access = true',
      `allowed_directories = ['/']`,
      'lock_configuration = false',
      'autoinstall_known_extensions = true',
      'autoload_known_extensions = true',
      `memory_limit = '4GB'`,
      `temp_directory = '/'`,
      `TimeZone = 'Europe/Berlin'`,
    ];
    for (const setting of settings) {
      await expect(connection.run(`SET ${setting}`), setting).rejects.toThrow(/locked/);
      await expect(connection.run(`SET GLOBAL ${setting}`), setting).rejects.toThrow(/locked/);
    }
  });
});

describe('names and values', () => {
  const hostile = [
    `'; DROP TABLE t; --`,
    `"; DROP TABLE t; --`,
    `') OR 1=1 --`,
    `x' UNION SELECT 0 --`,
    '/* */',
    '\u0000',
    '${1}',
    ...String.raw`? $1 % \ _`.split(' '),
  ];

  it('[42] are never part of a statement, and come back as they were', async () => {
    const rows = hostile.map((value) =>
      Object.fromEntries([['id', value], ...hostile.map((name) => [name, `${value} in ${name}`])]),
    );
    const { store, folder, source } = await storeWith(rows);
    const count = async (view: Partial<View>): Promise<number> =>
      (await store.query(source, { ...everyRow, ...view })).count;
    for (const value of hostile) {
      const filters: [Filter, number][] = [
        [{ kind: 'is', field: 'id', value }, 1],
        [{ kind: 'oneOf', field: 'id', values: [value, 'nothing'] }, 1],
        [{ kind: 'isNot', field: 'id', value }, hostile.length - 1],
        [{ kind: 'contains', field: value, text: `${hostile[0]} in` }, 1],
        [{ kind: 'isEmpty', field: `${value} nobody has` }, hostile.length],
      ];
      for (const [filter, expected] of filters) {
        expect(await count({ filters: [filter] }), JSON.stringify(filter)).toBe(expected);
      }
      expect(await count({ search: `${value} in ${value}` })).toBe(1);
      expect(await count({ hideDuplicatesBy: value })).toBe(hostile.length);
      expect(await count({ sort: [{ field: value, direction: 'descending' }] })).toBe(12);
    }
    const { columns } = await store.ask(source, wholeSummary);
    expect(columns.map(({ field, filled }) => [field, filled])).toEqual(
      ['id', ...hostile].map((field) => [field, hostile.length]),
    );
    const values = columns[0]?.top.map(({ value }) => value);
    expect(hostile).toEqual(expect.arrayContaining(values ?? []));

    // Nor is a run's id.
    const ids = ['memory', 'main', 'system', "x'; DROP TABLE t; --", 'temp', 'run1'];
    const runs = ids.map((id) => new TestRun(folder, [{ id }], id));
    for (const run of runs) await store.catchUp(run);
    for (const run of runs) {
      const filters: Filter[] = [{ kind: 'is', field: 'id', value: run.id }];
      expect((await store.query(run, { ...everyRow, filters })).count).toBe(1);
    }
  });
});
