/**
 * The rows that a stored question found, as they were at the moment of asking. All pages of an
 * answer come from one table, so that they fit together however long the paging takes.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Rows } from './data/rows.ts';
import type { Item, Json } from './json.ts';
import { withFields } from './paging.ts';
import type { Valid } from './validation.ts';

/** As many rows as have been stored for any one question. */
export const mostStored = 3000;
const usualPage = 100;

export interface StoredTable {
  /** The `tableName` that further pages are asked for with. */
  name: string;
  /** Whose table it is. */
  key: string;
  /** The request it answers (request-identity.ts). */
  request: string;
  /** Names of the members, in order. */
  columns: readonly string[];
  totalRows: number;
  pageSize: number;
  totalPages: number;
  /** Members of the envelope beside the rows. */
  extra: Readonly<Record<string, Json>>;
  dbQuery: string;
  /** Rows from one place up to another. */
  take: (from: number, to: number) => Promise<Item[]>;
}

interface Asked {
  endpoint: DataEndpoint;
  valid: Valid;
  key: string;
  request: string;
}

export function createTable(rows: Rows, { endpoint, valid, key, request }: Asked): StoredTable {
  const { limit } = valid.values;
  const totalRows = Math.min(rows.total, mostStored);
  const pageSize = limit === undefined ? usualPage : Number(limit);
  const resource = resources.find(({ id }) => id === endpoint.resource);
  const known = resource?.fields.map(({ name }) => name) ?? [];
  return {
    name: `${endpoint.id.replaceAll(/[^a-z]+/g, '_')}_${randomBytes(6).toString('hex')}`,
    key,
    request,
    columns: known.filter((name) => valid.fields?.has(name) ?? true),
    totalRows,
    pageSize,
    totalPages: Math.ceil(totalRows / pageSize),
    extra: rows.extra ?? {},
    dbQuery: queryOf(endpoint, valid),
    take: (from, to) => takeRows(rows, { from, to: Math.min(to, totalRows) }, valid.fields),
  };
}

/** So many rows are made in one go: the application that carries the service has other work too. */
const slice = 50;

async function takeRows(
  rows: Rows,
  { from, to }: { from: number; to: number },
  fields: Valid['fields'],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = from; index < to; index++) {
    if (index > from && (index - from) % slice === 0) await nextTurn();
    items.push(withFields(rows.at(index), fields));
  }
  return items;
}

/** What the result says of the query behind it: for people to read. */
function queryOf({ id }: DataEndpoint, { values, fields }: Valid): string {
  const conditions = Object.entries(values)
    .filter(([key]) => key !== 'responseType' && key !== 'limit')
    .map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const names = fields === null ? '*' : [...fields].join(', ');
  return `select ${names} from ${id.replaceAll(/[^a-z]+/g, '_')}${where}`;
}
