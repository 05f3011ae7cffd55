/**
 * Background operations (specification, States and transitions). Nothing runs in the background: an
 * operation is finished once the service's clock says so, and its rows are generated when they are
 * requested.
 */
import { randomBytes } from 'node:crypto';
import { operationRetentionMs } from '#shared/service/answers.ts';
import type { Item, Json } from './answers.ts';

export interface StoredTable {
  /** The `tableName` for requesting further pages. */
  name: string;
  /** The key that owns the table. */
  key: string;
  /** The identity of the request it answers (`identityOf` in cursors.ts). */
  request: string;
  /** Names of the members, in order. */
  columns: readonly string[];
  totalRows: number;
  pageSize: number;
  totalPages: number;
  /** Members of the envelope beside the rows. */
  extra: Readonly<Record<string, Json>>;
  dbQuery: string;
  /** Returns the rows from one index up to another. */
  take: (from: number, to: number) => Promise<Item[]>;
}

type Work =
  /** One page of a table. */
  | { kind: 'page'; page: number }
  /** Refers to the operation that contains all rows. */
  | { kind: 'export'; dumpId: string }
  /** All rows of a table. */
  | { kind: 'dump' };

export interface Operation {
  readonly id: string;
  readonly work: Work;
  readonly table: StoredTable;
  /** Milliseconds since 1970, like all times here. */
  readonly startedAt: number;
  readonly finishesAt: number;
}

/** An operation at the time of the request. */
interface OperationReport {
  operation: Operation;
  status: 'running' | 'success' | 'no_data';
  updatedAt: number;
}

export interface Operations {
  /** Starts an operation and returns its id; so does `startExport`. */
  startPage: (table: StoredTable, page: number) => string;
  startExport: (table: StoredTable) => string;
  /** Null when there is none, when it has expired, or when another key started it. */
  report: (id: string, key: string | null) => OperationReport | null;
  /** The table of an operation; it lasts as long as one of its operations. */
  tableNamed: (name: string, key: string | null) => StoredTable | null;
}

/** Long enough to see that something is being prepared, and short to wait for. */
const workSeconds = 6;
/** Old operations are removed: the service may run as long as the application. */
const maxOperations = 1000;

const newId = (): string => `op_${randomBytes(12).toString('hex')}`;

export function createOperations(clock: () => number, seconds = workSeconds): Operations {
  const operations = new Map<string, Operation>();

  const isExpired = ({ finishesAt }: Operation): boolean =>
    clock() >= finishesAt + operationRetentionMs;

  /** Makes room for new operations. */
  function clear(): void {
    for (const [id, operation] of operations) {
      if (operations.size >= maxOperations || isExpired(operation)) operations.delete(id);
    }
  }

  function start(table: StoredTable, id: string, work: Work, startedAt = clock()): string {
    clear();
    const finishesAt = startedAt + seconds * 1000;
    operations.set(id, { id, work, table, startedAt, finishesAt });
    return id;
  }

  return {
    startPage: (table, page) => start(table, newId(), { kind: 'page', page }),
    startExport: (table) => start(table, newId(), { kind: 'export', dumpId: newId() }),
    report: (id, key) => {
      const operation = operations.get(id);
      if (operation === undefined || operation.table.key !== key || isExpired(operation)) {
        return null;
      }
      const { work, table, startedAt, finishesAt } = operation;
      if (clock() < finishesAt) return { operation, status: 'running', updatedAt: startedAt };
      // The operation that contains all rows starts when this one ends.
      if (work.kind === 'export' && !operations.has(work.dumpId)) {
        start(table, work.dumpId, { kind: 'dump' }, finishesAt);
      }
      const status = table.totalRows === 0 ? 'no_data' : 'success';
      return { operation, status, updatedAt: finishesAt };
    },
    tableNamed: (name, key) => {
      for (const operation of operations.values()) {
        const { table } = operation;
        if (table.name === name && table.key === key && !isExpired(operation)) return table;
      }
      return null;
    },
  };
}
