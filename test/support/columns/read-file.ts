/** What the column store's files hold, read by a database of the test's own. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import { quoteText } from '#main/core/store/columns/worker/database.ts';
import type { Rows } from './reference.ts';
import { cellText } from './reference.ts';

/** Cells that are not what the row of that number says, as `<row> <field>`. */
export type WrongCells = (path: string, rows: Rows) => Promise<string[]>;

/** Reads files that nobody has open; until the test ends. */
export async function columnsReader(): Promise<WrongCells> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '256MB' });
  onTestFinished(() => instance.closeSync());
  let opened = 0;
  return async (path, rows) => {
    opened += 1;
    const catalog = `read${opened}`;
    const connection = await instance.connect();
    try {
      await connection.run(`ATTACH ${quoteText(path)} AS ${catalog} (READ_ONLY)`);
      const wrong = await compare(connection, catalog, rows);
      await connection.run(`DETACH ${catalog}`);
      return wrong;
    } finally {
      connection.closeSync();
    }
  };
}

async function compare(
  connection: DuckDBConnection,
  catalog: string,
  rows: Rows,
): Promise<string[]> {
  const columns = await columnsByField(connection, catalog);
  const names = ['seq', ...columns.values()].join(', ');
  const cells = await readAll(connection, `SELECT ${names} FROM ${catalog}.t ORDER BY seq`);
  const wrong = cells.length === rows.length ? [] : [`${cells.length} rows, not ${rows.length}`];
  const places = new Map([...columns.keys()].map((field, at) => [field, at + 1]));
  const fields = new Set([...columns.keys(), ...rows.flatMap((row) => Object.keys(row ?? {}))]);
  for (const field of fields) {
    const place = places.get(field);
    for (const [seq, row] of rows.entries()) {
      const cell = place === undefined ? null : (cells[seq]?.[place] ?? null);
      const text = cell === null ? null : String(cell);
      if (text !== cellText(row, field)) wrong.push(`${seq} ${field}`);
    }
  }
  return wrong;
}

/** Fields without any value have no column in the table. */
async function columnsByField(
  connection: DuckDBConnection,
  catalog: string,
): Promise<Map<string, string>> {
  const table = await readAll(connection, `DESCRIBE ${catalog}.t`);
  const there = new Set(table.map(([name]) => String(name)));
  const described = await readAll(connection, `SELECT path, 'c' || n FROM ${catalog}.cols`);
  return new Map(
    described
      .map(([path, column]) => [String(path), String(column)] as const)
      .filter(([, column]) => there.has(column)),
  );
}

async function readAll(connection: DuckDBConnection, sql: string): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
