/** DuckDB by itself, with the limits that the program gives it, on a copy of the same columns. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';

/** The file; then, in each message, statements to be run one after the other. */
export type BareTask = { file: string } | { sql: string[] };

export interface BareReport {
  /** Of each statement. */
  ms: number[];
  /** First value of the first result: a count, or the number of rows written. */
  answer: number;
}

let connection: DuckDBConnection | undefined;
let names = new Map<string, string>();

async function open(file: string): Promise<void> {
  const limits = { memory_limit: '256MB', threads: '2' };
  connection = await (await DuckDBInstance.create(':memory:', limits)).connect();
  await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS f (READ_ONLY)`);
  const columns = await connection.runAndReadAll('SELECT path, n FROM f.cols');
  names = new Map(columns.getRows().map(([field, n]) => [String(field), `c${String(n)}`]));
}

async function run(statements: readonly string[]): Promise<BareReport> {
  const texts = statements.map((sql) =>
    sql.replaceAll(/\{(\w+)\}/g, (_all, field: string) => names.get(field) ?? field),
  );
  const answers: number[] = [];
  const ms: number[] = [];
  for (const sql of texts) {
    const start = performance.now();
    const read = await connection!.runAndReadAll(sql);
    answers.push(Number(read.getRows()[0]?.[0]));
    ms.push(performance.now() - start);
  }
  return { ms, answer: answers[0] ?? Number.NaN };
}

process.on('message', (task: BareTask) => {
  const done = 'file' in task ? open(task.file).then(() => ({})) : run(task.sql);
  done.then(
    (told) => process.send?.(told),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
