/** `GET /api/data/operations/{id}`: needs an access key, is not metered. */
import type { Context } from 'hono';
import { answerJson, refuse } from './answers.ts';
import type { Json } from './answers.ts';
import type { Operation } from './operations.ts';
import type { Environment, Service } from './service.ts';

const moment = (at: number): string => new Date(at).toISOString();

export function answerOperation(service: Service) {
  return async (c: Context<Environment>): Promise<Response> => {
    const id = c.req.param('id') ?? '';
    const report = service.operations.report(id, c.get('credential').key);
    if (report === null) {
      return refuse(404, `There is no operation ${id}, or it has expired.`);
    }
    const { operation, status, updatedAt } = report;
    return answerJson(200, {
      operationId: id,
      status,
      createdAt: moment(operation.startedAt),
      updatedAt: moment(updatedAt),
      ...(status === 'success' && { result: await resultOf(operation) }),
    });
  };
}

/** Specification, Operation record: the members of `result`. */
async function resultOf({ work, table }: Operation): Promise<Json> {
  const { totalRows, totalPages, name: tableName } = table;
  if (work.kind === 'export') {
    return {
      results: [],
      count: 0,
      dataSource: 'database',
      export: { dataDumpExportOperationId: work.dumpId },
      dbQuery: table.dbQuery,
    };
  }
  const isPage = work.kind === 'page';
  const pageSize = isPage ? table.pageSize : totalRows;
  const from = isPage ? (work.page - 1) * pageSize : 0;
  const results = await table.take(from, from + pageSize);
  return {
    results,
    count: results.length,
    dataSource: 'database',
    pagination: {
      resultsCount: results.length,
      pageSize,
      totalRows,
      totalPages: isPage ? totalPages : 1,
      tableName,
    },
    dbQuery: isPage ? `${table.dbQuery} limit ${pageSize} offset ${from}` : table.dbQuery,
    ...table.extra,
  };
}
