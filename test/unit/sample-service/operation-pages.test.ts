/** What operations bring, over HTTP: pages one by one, and exports of everything. */
import { describe, expect, it } from 'vitest';
import {
  begin,
  isRecord,
  iso,
  look,
  minute,
  resultOf,
  search,
  startQuick,
} from './asking-operations.ts';
import type { Values } from './asking-operations.ts';
import { ask, friday, pagesOf, question, startService, targetOf, text } from './asking.ts';

/** Further pages have parameters of their own. */
const further = (tableName: string, pageNumber: number | string, values: Values = {}): string =>
  `${targetOf(search, { responseType: 'paging', ...values })}&pageNumber=${pageNumber}&tableName=${tableName}`;

describe('the pages of an operation', () => {
  it('have the first rows, and say how many there are', async () => {
    const service = await startQuick();
    const { result, results, pagination } = await resultOf(service, await begin(service));
    expect(results).toEqual((await question(service, search)).results);
    expect(result).toMatchObject({ count: 100, dataSource: 'database' });
    const totalRows = Number(text(pagination, 'totalRows'));
    expect(totalRows).toBeGreaterThan(1000);
    expect(pagination).toEqual({
      resultsCount: 100,
      pageSize: 100,
      totalRows,
      totalPages: Math.ceil(totalRows / 100),
      tableName: expect.stringMatching(/^microblog_posts_search_\w+$/),
    });
    expect(result['dbQuery']).toMatch(/^select \* from \w+ where q = 'city trees' limit 100/);
  });

  it('follow one by one to the last, each counted, none twice', async () => {
    const service = await startQuick();
    const id = 'microblog.posts.quotes.stored';
    const { pagination, tableName, results } = await resultOf(
      service,
      await begin(service, {}, id),
    );
    const rows = [...results];
    const totalPages = Number(text(pagination, 'totalPages'));
    expect(totalPages).toBeGreaterThan(20);
    const target = targetOf(id, { responseType: 'paging' });
    for (let page = 2; page <= totalPages; page++) {
      const { body } = await ask(service, `${target}&pageNumber=${page}&tableName=${tableName}`);
      const next = await resultOf(service, text(body, 'operationId'));
      expect(next.tableName).toBe(tableName);
      rows.push(...next.results);
    }
    expect(service.callsCounted()).toBe(totalPages);
    expect(rows).toHaveLength(Number(text(pagination, 'totalRows')));
    expect(new Set(rows.map((row) => text(row, 'id'))).size).toBe(rows.length);
    const live = await pagesOf(service, 'microblog.posts.quotes', { most: 1000 });
    expect(rows).toEqual(live.flatMap((page) => page.results));
  });

  it('hold at most three thousand rows, and never more than live', async () => {
    const service = await startQuick();
    const connections = await begin(service, {}, 'microblog.users.connections.stored');
    const { pagination } = await resultOf(service, connections);
    expect(pagination).toMatchObject({ totalRows: 3000, totalPages: 30 });
    const rare = await resultOf(service, await begin(service, { q: 'rare' }));
    expect(rare.pagination).toMatchObject({ resultsCount: 3, totalRows: 3, totalPages: 1 });
  });

  it('show what was there at the first, though the clock moves on', async () => {
    const service = await startQuick();
    const { tableName, results: first } = await resultOf(service, await begin(service));
    const before = await ask(service, further(tableName, 2));
    const { results } = await resultOf(service, text(before.body, 'operationId'));
    service.setClock(() => friday + 10 * minute);
    const after = await ask(service, further(tableName, 2));
    expect((await resultOf(service, text(after.body, 'operationId'))).results).toEqual(results);
    const anew = await resultOf(service, await begin(service));
    expect(anew.results[0]).not.toEqual(first[0]);
    expect(anew.tableName).not.toBe(tableName);
  });

  it('are there as long as one of their operations', async () => {
    const service = await startQuick();
    const { tableName } = await resultOf(service, await begin(service));
    service.setClock(() => friday + 14 * minute);
    expect((await ask(service, further(tableName, 2))).status).toBe(200);
    service.setClock(() => friday + 28 * minute);
    expect((await ask(service, further(tableName, 3))).status).toBe(200);
    service.setClock(() => friday + 44 * minute);
    const { status, body } = await ask(service, further(tableName, 4));
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: expect.stringMatching(/expired/) });
  });

  it('have the chosen fields and the parent comment', async () => {
    const service = await startQuick();
    const id = 'photoshare.comments.replies.stored';
    const target = targetOf(id, { responseType: 'paging' }, { fields: ['id'] });
    const { body } = await ask(service, target);
    const { result, results } = await resultOf(service, text(body, 'operationId'));
    expect(Object.keys(results[0] ?? {})).toEqual(['id']);
    expect(result).toMatchObject({ parent_comment: { id: '17851234567890123' } });
    expect(result['dbQuery']).toMatch(/^select id from /);
  });

  it('are refused, uncounted, when the request is another one', async () => {
    const service = await startQuick();
    const { tableName } = await resultOf(service, await begin(service));
    const refused: [target: string, status: number, message: RegExp][] = [
      [further(tableName, 2, { q: 'other words' }), 400, /another request/],
      [further(tableName, 0), 400, /whole number from 1/],
      [further(tableName, 'two'), 400, /whole number from 1/],
      [further(tableName, 999), 400, /last page/],
      [further('microblog_posts_search_guess', 2), 404, /microblog_posts_search_guess/],
      [`${targetOf(search, { responseType: 'paging' })}&pageNumber=2`, 400, /`tableName`/],
    ];
    for (const [target, expected, message] of refused) {
      const { status, body } = await ask(service, target);
      expect(status).toBe(expected);
      expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
    }
    service.expireOperations();
    expect((await ask(service, further(tableName, 2))).status).toBe(404);
    expect(service.callsCounted()).toBe(1);
  });

  it('can be empty by a fault although more follow', async () => {
    const service = await startQuick();
    const operationId = await begin(service);
    service.fail({ kind: 'emptyPage' }, { times: 1 });
    const { results, pagination } = await resultOf(service, operationId);
    expect(results).toEqual([]);
    expect(Number(text(pagination, 'totalPages'))).toBeGreaterThan(1);
  });
});

describe('CSV of more than a thousand rows', () => {
  it('is prepared: one operation leads to another, which has all rows', async () => {
    const service = await startService();
    const id = 'microblog.posts.quotes.stored';
    const operationId = await begin(service, { responseType: 'csv' }, id);
    service.setClock(() => friday + 6000);
    const { result, results } = await resultOf(service, operationId);
    expect(results).toEqual([]);
    const { export: told } = result;
    const dumpId = text(isRecord(told) ? told : {}, 'dataDumpExportOperationId');
    expect(dumpId).toMatch(/^op_\w+$/);
    expect((await look(service, dumpId)).body).toEqual({
      operationId: dumpId,
      status: 'running',
      createdAt: iso(friday + 6000),
      updatedAt: iso(friday + 6000),
    });
    service.setClock(() => friday + 12_000);
    const dump = await resultOf(service, dumpId);
    expect(dump.results.length).toBeGreaterThan(1000);
    expect(dump.result['count']).toBe(dump.results.length);
    expect(dump.pagination).toMatchObject({ totalRows: dump.results.length, totalPages: 1 });
    const { results: first } = await question(service, id);
    expect(dump.results.slice(0, 100)).toEqual(first);
    expect(service.callsCounted()).toBe(2);
  });

  it('has no second operation when the first one fails', async () => {
    const service = await startQuick();
    service.finishOperationsAs('failed');
    const operationId = await begin(service, { responseType: 'csv' });
    const { body } = await look(service, operationId);
    expect(body).toMatchObject({ status: 'failed', error: expect.any(String) });
    expect(body).not.toHaveProperty('result');
  });
});
