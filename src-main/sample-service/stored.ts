/**
 * Answers a stored endpoint: `fast` with the first page at once, `paging` with the id of an operation, `csv`
 * with text or, for many rows, with the id of an operation. Paths, the answer to `paging` and the requests for
 * further pages are assumed (catalogue, define.ts). Nothing runs in the background: an operation is finished
 * once the service's clock says so, and its rows are generated when they are requested (specification, States
 * and transitions).
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { answerJson, answerText, refusal, writeCsv } from './answers.ts';
import type { Item, Json } from './answers.ts';
import type { Question, Rows } from './questions.ts';
import { readRequest } from './requests.ts';
import type { Asked } from './requests.ts';
import { takeCredit } from './service.ts';
import type { Environment, Operation, Service, StoredTable } from './service.ts';

/** The number of rows stored for any one question. */
const maxStoredRows = 3000;
const defaultPageSize = 100;

const tableOf = ({ id }: DataEndpoint): string => id.replaceAll(/[^a-z]+/g, '_');

function createTable(
  rows: Rows,
  { asked, endpoint, key }: { asked: Asked; endpoint: DataEndpoint; key: string },
): StoredTable {
  const totalRows = Math.min(rows.total, maxStoredRows);
  const pageSize = Number(asked.values['limit'] ?? defaultPageSize);
  return {
    name: `${tableOf(endpoint)}_${randomBytes(6).toString('hex')}`,
    key,
    request: asked.identity,
    columns: asked.columns,
    totalRows,
    pageSize,
    totalPages: Math.ceil(totalRows / pageSize),
    extra: rows.extra ?? {},
    dbQuery: queryOf(endpoint, asked),
    take: (from, to) => takeRows(rows, asked, { from, to: Math.min(to, totalRows) }),
  };
}

/** Rows generated without a pause: the application that runs the service has other work too. */
const slice = 50;

async function takeRows(
  rows: Rows,
  { trim }: Asked,
  { from, to }: { from: number; to: number },
): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = from; index < to; index++) {
    if (index > from && (index - from) % slice === 0) await nextTurn();
    items.push(trim(rows.at(index)));
  }
  return items;
}

/** The query in the result, for people to read. */
function queryOf(endpoint: DataEndpoint, { columns, query, values }: Asked): string {
  const conditions = Object.entries(values)
    .filter(([key]) => key !== 'responseType' && key !== 'limit')
    .map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select ${query['fields'] ? columns.join(', ') : '*'} from ${tableOf(endpoint)}${where}`;
}

/** More rows than this are exported in the background. */
const maxCsvRows = 1000;

const trialRefusals: Readonly<Record<string, string>> = {
  paging: 'Pagination is not available with a trial key: it returns at most 5 results per call.',
  csv: 'CSV export is not available with a trial key.',
};

/** Checks in this order: key, parameters, trial, page, credits, existence. */
export function answerStored(service: Service, endpoint: DataEndpoint, question: Question) {
  return async (c: Context<Environment>): Promise<Response> => {
    const asked = readRequest(c, endpoint);
    const { responseType = 'fast' } = asked.values;
    const { kind, key } = c.get('credential');
    const trialRefusal = trialRefusals[responseType];
    if (kind === 'trial' && trialRefusal !== undefined) throw refusal(403, trialRefusal);
    const { operations } = service;
    const found = responseType === 'paging' ? findPage(service, asked, key) : firstPage;
    takeCredit(service, c);

    const world = { ...service.world, now: Math.floor(service.clock() / 1000) };
    const table =
      found.table ??
      createTable(question({ world, values: asked.values }), { asked, endpoint, key: key ?? '' });
    if (responseType === 'paging') {
      return answerJson(200, { operationId: operations.startPage(table, found.page) });
    }
    if (responseType === 'csv' && table.totalRows > maxCsvRows) {
      return answerJson(200, { operationId: operations.startExport(table) });
    }
    if (responseType === 'csv') {
      const text = writeCsv(table.columns, await table.take(0, table.totalRows));
      const answer = answerText(text, 'text/csv');
      answer.headers.set('content-disposition', `attachment; filename="${table.name}.csv"`);
      return answer;
    }
    // Only the first page: more may exist, and no cursor leads to it.
    const most = kind === 'trial' ? trialRowsPerCall : Number.POSITIVE_INFINITY;
    const results = await table.take(0, Math.min(table.pageSize, most));
    return answerJson(200, {
      ...envelopeOf(results),
      has_more: table.totalRows > results.length,
      ...table.extra,
    });
  };
}

const envelopeOf = (results: Item[]) =>
  ({ results, count: results.length, dataSource: 'database' }) as const;

interface RequestedPage {
  page: number;
  /** Null for the first request, which creates the table. */
  table: StoredTable | null;
}
const firstPage: RequestedPage = { page: 1, table: null };

/** @throws its refusal. */
function findPage({ operations }: Service, asked: Asked, key: string | null): RequestedPage {
  const { pageNumber = '1', tableName } = asked.query;
  if (!/^[1-9]\d{0,5}$/.test(pageNumber)) {
    throw refusal(400, '`pageNumber` must be a whole number from 1.');
  }
  const page = Number(pageNumber);
  if (tableName === undefined) {
    if (page === 1) return firstPage;
    throw refusal(400, '`tableName` is required for further pages.');
  }
  const table = operations.tableNamed(tableName, key);
  if (table === null) throw refusal(404, `There is no table ${tableName}, or it has expired.`);
  if (table.request !== asked.identity) {
    throw refusal(400, '`tableName` belongs to another request: a parameter has changed.');
  }
  const { totalPages } = table;
  if (page > Math.max(totalPages, 1)) {
    throw refusal(400, `\`pageNumber\` is beyond the last page, which is ${totalPages}.`);
  }
  return { page, table };
}

/** `GET /api/data/operations/{id}`: needs an access key, is not metered. */
export function answerOperation({ clock, operations }: Service) {
  return async (c: Context<Environment>): Promise<Response> => {
    const id = c.req.param('id') ?? '';
    const operation = operations.find(id, c.get('credential').key);
    if (operation === null) throw refusal(404, `There is no operation ${id}, or it has expired.`);
    const { finishesAt, startedAt, table } = operation;
    const isRunning = clock() < finishesAt;
    const isEmpty = table.totalRows === 0;
    return answerJson(200, {
      operationId: id,
      status: isRunning ? 'running' : isEmpty ? 'no_data' : 'success',
      createdAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(isRunning ? startedAt : finishesAt).toISOString(),
      ...(!isRunning && !isEmpty && { result: await resultOf(operation) }),
    });
  };
}

/** Specification, Operation record: the members of `result`. */
async function resultOf({ table, work }: Operation): Promise<Json> {
  const { dbQuery, name: tableName, totalPages, totalRows } = table;
  if (work === 'dump') {
    const pagination = { resultsCount: totalRows, pageSize: totalRows, totalRows, totalPages: 1 };
    const all = envelopeOf(await table.take(0, totalRows));
    return { ...all, pagination: { ...pagination, tableName }, dbQuery, ...table.extra };
  }
  if ('dumpId' in work) {
    const link = { dataDumpExportOperationId: work.dumpId };
    return { ...envelopeOf([]), export: link, dbQuery };
  }
  const { pageSize } = table;
  const from = (work.page - 1) * pageSize;
  const page = envelopeOf(await table.take(from, from + pageSize));
  return {
    ...page,
    pagination: { resultsCount: page.count, pageSize, totalRows, totalPages, tableName },
    dbQuery: `${dbQuery} limit ${pageSize} offset ${from}`,
    ...table.extra,
  };
}
