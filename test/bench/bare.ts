/** DuckDB by itself, with the limits that the program gives it, on the columns of a run. */
import { DuckDBInstance } from '@duckdb/node-api';

export interface Bare {
  /** Fields, in their order. */
  fields: readonly string[];
  /** Runs it and answers the first value; `{field}` in it is that field's column. */
  ask: (sql: string) => Promise<number>;
  close: () => void;
}

/** @param file Nobody else may have it open. */
export async function openBare(file: string): Promise<Bare> {
  const limits = { memory_limit: '160MB', threads: '2' };
  const instance = await DuckDBInstance.create(':memory:', limits);
  const connection = await instance.connect();
  await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS f (READ_ONLY)`);
  const described = await connection.runAndReadAll('DESCRIBE f.t');
  const physical = new Set(described.getRows().map(([name]) => String(name)));
  const known = await connection.runAndReadAll('SELECT path, n FROM f.cols ORDER BY n');
  const columns = new Map(
    known.getRows().map(([field, n]) => {
      const name = `c${String(n)}`;
      // A field that was never filled has no column.
      return [String(field), physical.has(name) ? name : 'NULL'];
    }),
  );
  return {
    fields: [...columns.keys()],
    async ask(sql) {
      const text = sql.replaceAll(/\{([^}]+)\}/g, (_all, field: string) => {
        return columns.get(field) ?? 'NULL';
      });
      const read = await connection.runAndReadAll(text);
      return Number(read.getRows()[0]?.[0]);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
