/**
 * Answers a stored endpoint: `fast` with the first page at once, `paging` with the id of an operation,
 * `csv` with text or, for many rows, with the id of an operation. Paths, the answer to `paging` and the
 * requests for further pages are assumed (catalogue, define.ts).
 */
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { answerJson, refuse, writeCsv } from './answers.ts';
import type { Question, Rows } from './data/rows.ts';
import type { StoredTable } from './operations.ts';
import { takeCredit } from './service.ts';
import type { Environment, Service } from './service.ts';
import { identityOf } from './cursors.ts';
import { validate } from './validation.ts';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { Item } from './answers.ts';
import { withFields } from './live.ts';
import type { Valid } from './validation.ts';

/** More rows than this are exported in the background. */
const maxCsvRows = 1000;

const leading = ['responseType', 'pageNumber', 'tableName'];

const trialRefusals: Readonly<Record<string, string>> = {
  paging: 'Pagination is not available with a trial key: it returns at most 5 results per call.',
  csv: 'CSV export is not available with a trial key.',
};

interface RequestedPage {
  page: number;
  /** Null for the first request, which creates the table. */
  table: StoredTable | null;
}

/** Checks in this order: key, parameters, trial, page, credits, existence. */
export function answerStored(service: Service, endpoint: DataEndpoint, question: Question) {
  return async (c: Context<Environment>): Promise<Response> => {
    const query = c.req.query();
    const valid = validate(endpoint, (place, name) =>
      place === 'path' ? (c.req.param(name) ?? null) : (query[name] ?? null),
    );
    if (typeof valid === 'string') return refuse(400, valid);
    const { values } = valid;

    const { responseType = 'fast' } = values;
    const { kind, key } = c.get('credential');
    const refusal = trialRefusals[responseType];
    if (kind === 'trial' && refusal !== undefined) return refuse(403, refusal);

    const request = identityOf(c.req.path, query, leading);
    const found =
      responseType === 'paging'
        ? findPage(service, { query, request, key })
        : { page: 1, table: null };
    if (found instanceof Response) return found;

    const unpaid = takeCredit(service, c);
    if (unpaid !== null) return unpaid;

    let { table } = found;
    if (table === null) {
      const now = Math.floor(service.clock() / 1000);
      const rows = question({ world: { ...service.world, now }, now, values });
      if (rows.kind === 'missing') return refuse(404, rows.message);
      table = createTable(rows, { endpoint, valid, key: key ?? '', request });
    }
    if (responseType === 'paging') {
      return answerJson(200, { operationId: service.operations.startPage(table, found.page) });
    }
    if (responseType === 'csv') return answerCsv(service, table);
    const most = kind === 'trial' ? trialRowsPerCall : Number.POSITIVE_INFINITY;
    return answerFast(table, Math.min(table.pageSize, most));
  };
}

/** Returns the page and table of a request, or its refusal. */
function findPage(
  { operations }: Service,
  asked: { query: Readonly<Record<string, string>>; request: string; key: string | null },
): RequestedPage | Response {
  const { pageNumber = '1', tableName } = asked.query;
  if (!/^[1-9]\d{0,5}$/.test(pageNumber)) {
    return refuse(400, '`pageNumber` must be a whole number from 1.');
  }
  const page = Number(pageNumber);
  if (tableName === undefined) {
    return page === 1
      ? { page, table: null }
      : refuse(400, '`tableName` is required for further pages.');
  }
  const table = operations.tableNamed(tableName, asked.key);
  if (table === null) return refuse(404, `There is no table ${tableName}, or it has expired.`);
  if (table.request !== asked.request) {
    return refuse(400, '`tableName` belongs to another request: a parameter has changed.');
  }
  return page > Math.max(table.totalPages, 1)
    ? refuse(400, `\`pageNumber\` is beyond the last page, which is ${table.totalPages}.`)
    : { page, table };
}

/** Only the first page: more may exist, and no cursor leads to it. */
async function answerFast(table: StoredTable, limit: number): Promise<Response> {
  const results = await table.take(0, limit);
  return answerJson(200, {
    results,
    count: results.length,
    dataSource: 'database',
    has_more: table.totalRows > results.length,
    ...table.extra,
  });
}

async function answerCsv({ operations }: Service, table: StoredTable): Promise<Response> {
  if (table.totalRows > maxCsvRows) {
    return answerJson(200, { operationId: operations.startExport(table) });
  }
  const rows = await table.take(0, table.totalRows);
  return new Response(writeCsv(table.columns, rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${table.name}.csv"`,
    },
  });
}

/** The number of rows stored for any one question. */
const maxStoredRows = 3000;
const defaultPageSize = 100;

interface Asked {
  endpoint: DataEndpoint;
  valid: Valid;
  key: string;
  request: string;
}

/**
 * Creates a table of the rows that a stored question found at the time of the request. All pages of an
 * answer are from one table, so that they are consistent however long the paging takes.
 */
function createTable(rows: Rows, { endpoint, valid, key, request }: Asked): StoredTable {
  const { limit } = valid.values;
  const totalRows = Math.min(rows.total, maxStoredRows);
  const pageSize = limit === undefined ? defaultPageSize : Number(limit);
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

/** Rows generated without a pause: the application that runs the service has other work too. */
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

/** The query in the result, for people to read. */
function queryOf({ id }: DataEndpoint, { values, fields }: Valid): string {
  const conditions = Object.entries(values)
    .filter(([key]) => key !== 'responseType' && key !== 'limit')
    .map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const names = fields === null ? '*' : [...fields].join(', ');
  return `select ${names} from ${id.replaceAll(/[^a-z]+/g, '_')}${where}`;
}
