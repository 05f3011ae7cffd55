/**
 * Answers a stored endpoint: `fast` with the first page at once, `paging` with the id of an
 * operation, `csv` with text or, for much, with the id of an operation. Paths, the answer to
 * `paging` and how further pages are asked for are assumed (catalogue, endpoints/stored.ts).
 */
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { writeCsv } from './csv.ts';
import type { Question } from './data/rows.ts';
import { takeCredit } from './metering.ts';
import { answerJson, refuse } from './refusals.ts';
import { identityOf } from './request-identity.ts';
import type { Environment, Service } from './service.ts';
import { createTable } from './stored-table.ts';
import type { StoredTable } from './stored-table.ts';
import { validate } from './validation.ts';

/** More rows than this are exported in the background. */
const mostCsvRows = 1000;

const leading = ['responseType', 'pageNumber', 'tableName'];

const trialRefusals: Readonly<Record<string, string>> = {
  paging: 'Pagination is not available with a trial key: it returns at most 5 results per call.',
  csv: 'CSV export is not available with a trial key.',
};

interface Place {
  page: number;
  /** Null at the first request, which makes the table. */
  table: StoredTable | null;
}

/** In the order of the checks: key, parameters, trial, page, credits, existence. */
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
    const place =
      responseType === 'paging'
        ? findPlace(service, { query, request, key })
        : { page: 1, table: null };
    if (place instanceof Response) return place;

    const unpaid = takeCredit(service, c);
    if (unpaid !== null) return unpaid;

    let { table } = place;
    if (table === null) {
      const now = Math.floor(service.clock() / 1000);
      const rows = question({ world: service.world, now, values });
      if (rows.kind === 'missing') return refuse(404, rows.message);
      table = createTable(rows, { endpoint, valid, key: key ?? '', request });
    }
    if (responseType === 'paging') {
      return answerJson(200, { operationId: service.operations.startPage(table, place.page) });
    }
    if (responseType === 'csv') return answerCsv(service, table);
    const isEmpty = c.get('fault')?.fault.kind === 'emptyPage';
    return answerFast(table, isEmpty ? 0 : kind === 'trial' ? trialRowsPerCall : table.pageSize);
  };
}

/** Where a request for a further page leads, or its refusal. */
function findPlace(
  { operations }: Service,
  asked: { query: Readonly<Record<string, string>>; request: string; key: string | null },
): Place | Response {
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

/** The first page only: more may exist, and there is no cursor that leads to it. */
async function answerFast(table: StoredTable, most: number): Promise<Response> {
  const results = await table.take(0, most);
  return answerJson(200, {
    results,
    count: results.length,
    dataSource: 'database',
    has_more: table.totalRows > results.length,
    ...table.extra,
  });
}

async function answerCsv({ operations }: Service, table: StoredTable): Promise<Response> {
  if (table.totalRows > mostCsvRows) {
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
