/**
 * Stored data (paths assumed) and the background operations it starts. `fast` gives the first page
 * at once, `csv` a text/csv body, `paging` an operation that holds one page of the whole answer.
 */
import { randomBytes } from 'node:crypto';
import { fieldLists } from '../facts/fields.ts';
import { limits, operationIdPrefix } from '../facts/records.ts';
import { forbidden, jsonAnswer, refusal } from './answers.ts';
import { writeJson } from './json.ts';
import { jsonStyles, pageSizeOf, rowsBetween, totalRowsOf } from './pages.ts';
import type { Answer, JsonObject, JsonValue, Question, SecondServerOptions } from './types.ts';

interface Operation {
  readonly question: Question;
  readonly pageNumber: number;
  readonly startedAt: number;
  finishedAt: number | undefined;
}

export interface StoredRequest {
  readonly question: Question;
  readonly trial: boolean;
  readonly pageNumber: string | undefined;
  readonly tableName: string | undefined;
}

function tableNameOf(question: Question): string {
  return question.endpoint.id.replaceAll(/[^a-z]+/g, '_');
}

/** A cell as text; objects and lists as JSON. */
function csvCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : writeJson(value, 'compact');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvOf(question: Question, rows: readonly JsonObject[]): string {
  const names = question.query.fields?.split(',') ?? fieldLists[question.endpoint.resource].names;
  const lines = rows.map((row) => names.map((name) => csvCell(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}

export class Operations {
  readonly #running = new Map<string, Operation>();
  readonly #options: SecondServerOptions;

  constructor(options: SecondServerOptions) {
    this.#options = options;
  }

  /** Answers a stored question that passed validation. */
  answerStored(request: StoredRequest): Answer {
    const { question, trial } = request;
    const responseType = question.query.responseType ?? 'fast';
    if (trial && responseType !== 'fast') {
      return forbidden('forbidden', `responseType=${responseType} is not available for trial keys`);
    }
    if (responseType === 'paging') return this.#start(request);
    const total = totalRowsOf(question, this.#options);
    if (responseType === 'csv') {
      const rows = rowsBetween(question, this.#options, 0, total);
      return { kind: 'text', status: 200, type: 'text/csv', body: csvOf(question, rows) };
    }
    const most = trial ? limits.trialResultsPerCall : pageSizeOf(question, this.#options);
    const rows = rowsBetween(question, this.#options, 0, most);
    // The envelope of an operation's result. `fast` is the first page only: more may exist, and there is
    // no table to reach it.
    const totals = trial
      ? { totalRows: rows.length, totalPages: 1 }
      : { totalRows: total, totalPages: this.#totalPagesOf(question) };
    const pagination = { resultsCount: rows.length, pageSize: most, ...totals };
    const answer = { results: rows, count: rows.length, dataSource: 'database', pagination };
    return jsonAnswer(200, answer, jsonStyles[question.endpoint.platform]);
  }

  #start({ question, pageNumber = '1', tableName }: StoredRequest): Answer {
    if (!/^[1-9]\d{0,8}$/.test(pageNumber)) {
      return refusal(400, "Parameter 'pageNumber' must be an integer from 1");
    }
    if (tableName !== undefined && tableName !== tableNameOf(question)) {
      return refusal(400, "Parameter 'tableName' is not the table of this request");
    }
    const page = Number(pageNumber);
    if (page > 1 && page > this.#totalPagesOf(question)) {
      return refusal(400, "Parameter 'pageNumber' is beyond the last page");
    }
    const operationId = `${operationIdPrefix}${randomBytes(12).toString('hex')}`;
    const at = { startedAt: Date.now(), finishedAt: undefined };
    this.#running.set(operationId, { question, pageNumber: page, ...at });
    return jsonAnswer(200, { operationId, status: 'running', message: 'Operation started' });
  }

  #totalPagesOf(question: Question): number {
    return Math.ceil(totalRowsOf(question, this.#options) / pageSizeOf(question, this.#options));
  }

  /** The operation record: `running` at the first poll, finished from the second on. */
  answerOperation(operationId: string): Answer {
    const operation = this.#running.get(operationId);
    const retention = limits.operationRetentionMinutes * 60_000;
    const finished = operation?.finishedAt;
    if (!operation || (finished !== undefined && Date.now() - finished > retention)) {
      return refusal(404, 'Operation not found or expired');
    }
    const createdAt = new Date(operation.startedAt).toISOString();
    if (finished === undefined) {
      operation.finishedAt = Date.now();
      return jsonAnswer(200, { operationId, status: 'running', createdAt, updatedAt: createdAt });
    }
    const updatedAt = new Date(finished).toISOString();
    const record = { operationId, createdAt, updatedAt };
    if (totalRowsOf(operation.question, this.#options) === 0) {
      return jsonAnswer(200, { ...record, status: 'no_data' });
    }
    return jsonAnswer(200, { ...record, status: 'success', result: this.#resultOf(operation) });
  }

  #resultOf({ question, pageNumber }: Operation): JsonObject {
    const pageSize = pageSizeOf(question, this.#options);
    const from = (pageNumber - 1) * pageSize;
    const results = rowsBetween(question, this.#options, from, from + pageSize);
    return {
      results,
      count: results.length,
      dataSource: 'database',
      pagination: {
        resultsCount: results.length,
        pageSize,
        totalRows: totalRowsOf(question, this.#options),
        totalPages: this.#totalPagesOf(question),
        tableName: tableNameOf(question),
      },
      dbQuery: `select * from ${tableNameOf(question)}`,
    };
  }
}
