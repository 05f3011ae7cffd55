/**
 * Answers about data: what a request asks, by the catalogue's rules; a live one with a page of rows and a
 * cursor; a stored one with the first page at once (`fast`), with the id of an operation (`paging`), or with
 * text (`csv`; for many rows, an operation again). Stored paths, the answer to `paging` and the requests for
 * further pages are assumed (catalogue, define.ts). Nothing runs in the background: an operation is finished
 * once the service's clock says so, and its rows are generated when they are requested (specification, States
 * and transitions).
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import { choicesIn, problemOfValue } from '#shared/catalogue/parameter-kinds.ts';
import { platformSchema } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import { trialLiveCode, trialRowsPerCall } from '#shared/service/answers.ts';
import { resources } from '../catalogue/resources/index.ts';
import { answerJson, answerText, refusal, writeCsv } from './answers.ts';
import type { Item, Json } from './answers.ts';
import { createDice } from './data/dice.ts';
import { mediaAt } from './data/media.ts';
import { readPost } from './data/posts.ts';
import { speechIn } from './data/rows.ts';
import { noRows } from './questions.ts';
import type { Question } from './questions.ts';
import { takeCredit } from './service.ts';
import type { Environment, Service, StoredTable } from './service.ts';

interface Asked {
  /** By canonical key. */
  values: Record<string, string>;
  query: Readonly<Record<string, string>>;
  /** The same for all pages of a question: everything except the parameters that select one of them. */
  identity: string;
  /** Reduces an item to the members named in `fields` (specification, Resources). */
  trim: (item: Item) => Item;
  /** The members of an item, in order. */
  columns: readonly string[];
}

/** Parameters that select a page. */
const leading = new Set(['cursor', 'responseType', 'pageNumber', 'tableName']);

/**
 * Reads a request. Unknown parameters are ignored.
 * @throws a refusal (400) with the first problem, in the names on the wire.
 */
function readRequest(c: Context, endpoint: DataEndpoint): Asked {
  const query = c.req.query();
  const values: Record<string, string> = {};
  for (const parameter of endpoint.parameters) {
    const { key, place, required, wire } = parameter;
    const value = (place === 'path' ? c.req.param(key) : query[wire])?.trim();
    if (value === undefined && required) throw refusal(400, `\`${wire}\` is required.`);
    if (value !== undefined) values[key] = checked(parameter, value);
  }
  const { since, until } = values;
  if (since !== undefined && until !== undefined && until < since) {
    throw refusal(400, '`since` must not be after `until`.');
  }
  const { fields = [], fieldsEvidence } =
    resources.find(({ id }) => id === endpoint.resource) ?? {};
  const known = fields.map(({ name }) => name);
  const chosen = (query['fields'] ?? '').split(',').map((name) => name.trim());
  const names = new Set(chosen.filter((name) => name !== ''));
  const unknown = [...names].find((name) => !known.includes(name));
  if (fieldsEvidence === 'documented' && unknown !== undefined) {
    throw refusal(400, `\`fields\`: ${unknown} is not a field of this resource.`);
  }
  const isSent = (name: string): boolean => names.size === 0 || names.has(name);
  const parameters = Object.entries(query).filter(([name]) => !leading.has(name));
  const sorted = parameters.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    values,
    query,
    identity: JSON.stringify([c.req.path, sorted]),
    trim: (item) => Object.fromEntries(Object.entries(item).filter(([name]) => isSent(name))),
    columns: known.filter(isSent),
  };
}

/** Lists that are only suggestions elsewhere are closed here: this service knows no other values. */
function checked({ type, wire }: Parameter, value: string): string {
  if (value === '') throw refusal(400, `\`${wire}\` must not be blank.`);
  const choices = choicesIn(type).map((choice) => choice.value);
  const isOther = choices.length > 0 && !choices.includes(value);
  const problem = isOther ? `Choose one of: ${choices.join(', ')}.` : problemOfValue(type, value);
  if (problem !== null) throw refusal(400, `\`${wire}\`: ${problem}`);
  return value;
}

/** The rows of a question at a moment, in seconds since 1970. */
function rowsOf({ world }: Service, question: Question, { trim, values }: Asked, now: number) {
  const { at, ...found } = question({ world: { ...world, now }, values });
  return { ...found, at: (index: number): Item => trim(at(index)) };
}

// Live data.

/**
 * Checks in this order: key, parameters, cursor, credits, existence. Calls refused before credits are not
 * counted; all others are.
 */
export function answerLive(service: Service, endpoint: DataEndpoint, question: Question) {
  return (c: Context<Environment>): Response => {
    // Specification, Authentication, rule 3.
    if (c.get('credential').kind === 'trial') {
      throw refusal(403, 'Live endpoints are not available with a trial key.', trialLiveCode);
    }
    const asked = readRequest(c, endpoint);
    const { identity, query, values } = asked;
    const { cursor } = query;
    const start = { offset: 0, now: Math.floor(service.clock() / 1000) };
    const position = cursor === undefined ? start : service.cursors.open(identity, cursor);
    takeCredit(service, c);

    const { now, offset } = position;
    const rows = isQuiet(service, values) ? noRows : rowsOf(service, question, asked, now);
    const end = Math.min(offset + pageSizeOf(service, endpoint, values), rows.total);
    const results = [];
    for (let index = offset; index < end; index++) results.push(rows.at(index));
    const following = { offset: end - overlapOf(endpoint), now: position.now };
    const next = end < rows.total ? service.cursors.issue(identity, following) : null;
    // Absent or null when there is none (specification, Response envelope), depending on the platform.
    const { platform } = endpoint;
    const isAbsent = next === null && (platform === 'photoshare' || platform === 'shortvideo');
    return answerJson(200, {
      results,
      count: results.length,
      // The source of the rows: mostly the platform itself.
      dataSource: createDice('source', identity, offset).chance(0.85) ? 'api' : 'hybrid',
      has_more: next !== null,
      ...(isAbsent ? {} : { next_page_cursor: next }),
      ...rows.extra,
    });
  };
}

/** Specification, Endpoints, Shortvideo: results can overlap across pages. */
const overlapOf = ({ id }: DataEndpoint): number => (id === 'shortvideo.sounds.search' ? 2 : 0);

const livePageSize = 20;

/** Specification, Limits: page sizes differ per platform. `pageRows` replaces them. */
function pageSizeOf({ pageRows }: Service, endpoint: DataEndpoint, values: Asked['values']) {
  const { pageRule, pages, usualPage } = endpoint;
  if (!pages) return Number.POSITIVE_INFINITY;
  const rule = pageRule?.whileSet.some((key) => values[key] !== undefined) ? pageRule : null;
  return pageRows ?? rule?.size ?? Number(values['limit'] ?? usualPage ?? livePageSize);
}

/**
 * Accounts whose names determine the answer to requests for them, so that every status of a list's inputs can
 * be seen without a key: `once` only the first time, 200 without rows. Names may be continued:
 * `gone_fishing_2`.
 */
const specialAccounts: Readonly<Record<string, { status: number; says?: string; once?: boolean }>> =
  {
    gone_fishing: { status: 404, says: 'There is no account named {name}.' },
    quiet_corner: { status: 200 },
    refused_entry: { status: 400, says: '{name} can’t be asked for.' },
    line_down: { status: 503 },
    flaky_wifi: { status: 503, once: true },
  };

/** Whether the question is about an account without rows. @throws a refusal if it is about one that fails. */
function isQuiet(
  { failedOnce }: Service,
  { identifier, username = identifier ?? '' }: Asked['values'],
): boolean {
  const start = Object.keys(specialAccounts).find((name) => username.startsWith(name));
  const { once = false, says, status } = specialAccounts[start ?? ''] ?? {};
  if (status === undefined || status === 200) return status === 200;
  if (once && failedOnce.has(username)) return false;
  failedOnce.add(username);
  throw refusal(status, says?.replace('{name}', username));
}

// Stored data.

/** The number of rows stored for any one question. */
const maxStoredRows = 3000;
const storedPageSize = 100;
/** More rows than this are exported in the background. */
const maxCsvRows = 1000;

const tableOf = ({ id }: DataEndpoint): string => id.replaceAll(/[^a-z]+/g, '_');

/** The query in the result, for people to read. */
function queryOf(endpoint: DataEndpoint, { columns, query, values }: Asked): string {
  const conditions = Object.entries(values)
    .filter(([key]) => key !== 'responseType' && key !== 'limit')
    .map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select ${query['fields'] ? columns.join(', ') : '*'} from ${tableOf(endpoint)}${where}`;
}

/** Rows generated without a pause: the application that runs the service has other work too. */
const slice = 50;

/** The rows of a table from one index up to another. */
async function takeRows({ rows }: StoredTable, from: number, to = rows.total) {
  const items: Item[] = [];
  for (let index = from; index < Math.min(to, rows.total); index++) {
    if (index > from && (index - from) % slice === 0) await nextTurn();
    items.push(rows.at(index));
  }
  return items;
}

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
    const further = responseType === 'paging' ? findPage(service, asked, key) : null;
    takeCredit(service, c);

    const table = further?.table ?? createTable();
    const { rows } = table;
    if (responseType === 'paging') {
      const result = () => pageOf(table, further?.page ?? 1);
      return answerJson(200, { operationId: operations.start(table, result) });
    }
    if (responseType === 'csv' && rows.total > maxCsvRows) {
      const operationId = operations.start(table, async () => ({
        ...envelopeOf([]),
        export: { dataDumpExportOperationId: dumpId },
        dbQuery: table.dbQuery,
      }));
      const dumpId = operations.start(table, () => pageOf(table, null), operationId);
      return answerJson(200, { operationId });
    }
    if (responseType === 'csv') {
      const answer = answerText(writeCsv(asked.columns, await takeRows(table, 0)), 'text/csv');
      answer.headers.set('content-disposition', `attachment; filename="${table.name}.csv"`);
      return answer;
    }
    // Only the first page: more may exist, and no cursor leads to it.
    const most = kind === 'trial' ? trialRowsPerCall : Number.POSITIVE_INFINITY;
    const results = await takeRows(table, 0, Math.min(table.pageSize, most));
    const more = { has_more: rows.total > results.length, ...rows.extra };
    return answerJson(200, { ...envelopeOf(results), ...more });

    function createTable(): StoredTable {
      const found = rowsOf(service, question, asked, Math.floor(service.clock() / 1000));
      return {
        name: `${tableOf(endpoint)}_${randomBytes(6).toString('hex')}`,
        key: key ?? '',
        request: asked.identity,
        rows: { ...found, total: Math.min(found.total, maxStoredRows) },
        pageSize: Number(asked.values['limit'] ?? storedPageSize),
        dbQuery: queryOf(endpoint, asked),
      };
    }
  };
}

const envelopeOf = (results: Item[]) =>
  ({ results, count: results.length, dataSource: 'database' }) as const;

/**
 * A further page of a table; null for the first request, which creates the table.
 * @throws its refusal.
 */
function findPage({ operations }: Service, { identity, query }: Asked, key: string | null) {
  const { pageNumber = '1', tableName } = query;
  if (!/^[1-9]\d{0,5}$/.test(pageNumber)) {
    throw refusal(400, '`pageNumber` must be a whole number from 1.');
  }
  const page = Number(pageNumber);
  if (tableName === undefined) {
    if (page === 1) return null;
    throw refusal(400, '`tableName` is required for further pages.');
  }
  const table = operations.tableNamed(tableName, key);
  if (table === null) throw refusal(404, `There is no table ${tableName}, or it has expired.`);
  if (table.request !== identity) {
    throw refusal(400, '`tableName` belongs to another request: a parameter has changed.');
  }
  const last = pagesOf(table);
  if (page > Math.max(last, 1)) {
    throw refusal(400, `\`pageNumber\` is beyond the last page, which is ${last}.`);
  }
  return { page, table };
}

const pagesOf = ({ pageSize, rows }: StoredTable): number => Math.ceil(rows.total / pageSize);

/** Specification, Operation record: the members of `result`, for a page or, by null, for all rows. */
async function pageOf(table: StoredTable, page: number | null): Promise<Json> {
  const { dbQuery, name: tableName, rows } = table;
  const pageSize = page === null ? rows.total : table.pageSize;
  const from = pageSize * ((page ?? 1) - 1);
  const found = envelopeOf(await takeRows(table, from, from + pageSize));
  const totals = { totalRows: rows.total, totalPages: page === null ? 1 : pagesOf(table) };
  return {
    ...found,
    pagination: { resultsCount: found.count, pageSize, ...totals, tableName },
    dbQuery: page === null ? dbQuery : `${dbQuery} limit ${pageSize} offset ${from}`,
    ...rows.extra,
  };
}

/** `GET /api/data/operations/{id}`: needs an access key, is not metered. */
export function answerOperation({ clock, operations }: Service) {
  return async (c: Context<Environment>): Promise<Response> => {
    const id = c.req.param('id') ?? '';
    const operation = operations.find(id, c.get('credential').key);
    if (operation === null) throw refusal(404, `There is no operation ${id}, or it has expired.`);
    const { finishesAt, result, startedAt, table } = operation;
    const isRunning = clock() < finishesAt;
    const isEmpty = table.rows.total === 0;
    return answerJson(200, {
      operationId: id,
      status: isRunning ? 'running' : isEmpty ? 'no_data' : 'success',
      createdAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(isRunning ? startedAt : finishesAt).toISOString(),
      ...(!isRunning && !isEmpty && { result: await result() }),
    });
  };
}

// Pictures and videos of rows: no key, not metered. `https://media.example.org/` stands for `/media/` here.

export function answerMedia({ clock, world }: Service) {
  return async (c: Context<Environment>): Promise<Response> => {
    const now = Math.floor(clock() / 1000);
    const platform = platformSchema.safeParse(c.req.param('platform'));
    if (!platform.success) throw refusal(404);
    const found = await mediaAt(
      { platform: platform.data, name: c.req.param('name') ?? '', query: c.req.query(), now },
      (id) => speechIn({ ...world, now }, readPost({ ...world, now }, platform.data, id)),
    );
    if (typeof found === 'number') throw refusal(found);
    return new Response(found.body, { headers: { 'content-type': found.type } });
  };
}
