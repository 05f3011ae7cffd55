/**
 * The rows that have the same non-empty text in a field as one before them. A predicate of the
 * view and not a stored state, because it depends on the field and on how far the run has come;
 * the last answer is kept in memory, since one view is asked for again and again.
 */
import type { Subject } from './attached-run.ts';
import { readValue } from './database.ts';
import { valueType } from './layout.ts';

interface Known {
  key: string;
  table: string;
}

export class Duplicates {
  readonly #catalog: string;
  #known: Known | undefined;
  #outdated: string[] = [];
  #made = 0;

  constructor(catalog: string) {
    this.#catalog = catalog;
  }

  /**
   * SQL for the numbers of those rows among the first `rows`; undefined when there can't be any.
   */
  async find(field: string, subject: Subject): Promise<string | undefined> {
    const { connection, catalog, layout, rows, epoch } = subject;
    const column = layout.find(field);
    if (column === undefined || valueType(column) === 'NONE') return undefined;
    const key = [column.n, rows, epoch].join();
    if (this.#known?.key !== key) {
      this.#made++;
      const table = `memory.main.d_${this.#catalog}_${this.#made}`;
      const [t, c] = [`${catalog}.t`, `c${column.n}`];
      const filled = valueType(column) === 'VARCHAR' ? `${c} <> ''` : `${c} IS NOT NULL`;
      await connection.run(
        `CREATE TABLE ${table} AS SELECT t.seq FROM ${t} t JOIN (` +
          `SELECT ${c} AS id, min(seq) AS first FROM ${t} WHERE seq < ${rows} AND ${filled} ` +
          `GROUP BY ${c} HAVING count(*) > 1) d ON t.${c} = d.id ` +
          `WHERE t.seq > d.first AND t.seq < ${rows}`,
      );
      if (this.#known !== undefined) this.#outdated.push(this.#known.table);
      this.#known = { key, table };
    }
    return `SELECT seq FROM ${this.#known.table}`;
  }

  async count(field: string, subject: Subject): Promise<number> {
    const hidden = await this.find(field, subject);
    if (hidden === undefined) return 0;
    return Number(await readValue(subject.connection, `SELECT count(*) FROM (${hidden})`));
  }

  /** Tables that nobody asks any more once the questions of now are answered. */
  takeOutdated(): string[] {
    const tables = this.#outdated;
    this.#outdated = [];
    return tables;
  }

  /** The same, with the one in use. */
  takeAll(): string[] {
    const known = this.#known;
    this.#known = undefined;
    return [...this.takeOutdated(), ...(known === undefined ? [] : [known.table])];
  }
}
