/** Stored data: the first page at once, background operations page by page, trial keys. CSV: contract/sample-service. */
import { afterAll, describe, expect, it } from 'vitest';
import { withinDays } from '#main/sample-service/data/timeline.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { storedEndpoints } from '#main/catalogue/index.ts';
import {
  ask,
  friday,
  minute,
  number,
  question,
  refused,
  rowsOf,
  startService,
  targetOf,
  text,
} from './asking.ts';
import type { Answer, Item, Values } from './asking.ts';

// Looking changes nothing about it, so one is enough.
const shared = await startTestSample({ now: () => friday });
afterAll(() => shared.close());

const ids = storedEndpoints.map(({ id }) => id);
const search = 'microblog.posts.search.stored';
const dayOf = (item: Item | undefined): string => text(item, 'createdAt').slice(0, 10);
const iso = (at: number): string => new Date(at).toISOString();

/** A service whose operations are finished when they are first asked for. */
const startQuick = () => startService({ operationSeconds: 0 });

/** Starts an operation and returns its id. */
async function begin(service: TestSampleService, values: Values = {}, id = search) {
  const { status, body } = await question(service, id, { responseType: 'paging', ...values });
  expect([status, Object.keys(body)]).toEqual([200, ['operationId']]);
  const operationId = text(body, 'operationId');
  expect(operationId).toMatch(/^op_\w+$/);
  return operationId;
}

const look = (
  service: TestSampleService,
  operationId: string,
  key = service.accessKey,
): Promise<Answer> => ask(service, `/api/data/operations/${operationId}`, { key });

/** The result of a finished operation. */
async function resultOf(service: TestSampleService, operationId: string) {
  const { body } = await look(service, operationId);
  expect(body['status']).toBe('success');
  const result = body['result'] as { results: Item[]; pagination: Item };
  return { result, ...result, tableName: text(result.pagination, 'tableName') };
}

/** Further pages have parameters of their own. */
const further = (tableName: string, page: number | string, values: Values = {}, id = search) =>
  `${targetOf(id, { responseType: 'paging', ...values })}&pageNumber=${page}&tableName=${tableName}`;

describe('the first page at once', () => {
  it.each(ids)('%s: a hundred rows, as live, without a cursor', async (id) => {
    const { status, body, results } = await question(shared, id);
    expect([status, results.length]).toEqual([200, 100]);
    expect(body).toMatchObject({ count: 100, dataSource: 'database', has_more: true });
    expect(body).not.toHaveProperty('next_page_cursor');
    const live = (await question(shared, id.replace('.stored', ''))).results;
    expect(results.slice(0, live.length)).toEqual(live);
  });

  it('has five rows with a trial key, which gets neither further pages nor CSV', async () => {
    const { results } = await question(shared, search);
    const before = shared.callsCounted();
    const withTrial = (values: Values) =>
      ask(shared, targetOf(search, values), { key: shared.trialKey });
    const trial = await withTrial({});
    expect(trial).toMatchObject({ status: 200, body: { count: 5, has_more: true } });
    expect(trial.results).toEqual(results.slice(0, 5));
    const three = targetOf('forum.comments.by-user.stored', { limit: '3' });
    expect(await ask(shared, three, { key: shared.trialKey })).toMatchObject({
      body: { count: 3 },
    });
    for (const [responseType, message] of [
      ['paging', /pagination is not available with a trial key/i],
      ['csv', /CSV export is not available with a trial key/i],
    ] as const) {
      const { status, body } = await withTrial({ responseType });
      expect(status).toBe(403);
      expect(body).toEqual({ ...refused(expect.stringMatching(message)), code: 'forbidden' });
    }
    expect(shared.callsCounted()).toBe(before + 2);
  });

  it('is of the days asked for; lists of people know none', async () => {
    const { results } = await question(shared, search);
    const newest = dayOf(results[0]);
    const latest = (await question(shared, search, { since: newest })).results;
    expect(latest).toEqual(results.filter((item) => dayOf(item) === newest));
    const people = 'microblog.users.connections.stored';
    const dated = await question(shared, people, { since: newest, until: newest });
    expect(dated.body).toEqual((await question(shared, people)).body);
  });

  const rows = { total: 10, at: (row: number) => row };
  /** Two rows a day, at its first and its last second: 5 November down to 1 November. */
  const secondOf = (row: number): number =>
    Date.UTC(2026, 10, 5 - Math.floor(row / 2)) / 1000 + (row % 2 === 0 ? 86_400 - 1 : 0);
  it.each([
    [{}, 0, 10],
    [{ since: '2026-11-02', until: '2026-11-03' }, 4, 4],
    [{ since: '2026-11-06' }, 0, 0],
  ])('%o are both included', (days, first, total) => {
    const chosen = withinDays(rows, secondOf, days);
    expect(chosen.total).toBe(total);
    if (total > 0) expect(chosen.at(0)).toBe(first);
  });
});

describe('an operation', () => {
  it('runs for six seconds, and is successful until fifteen minutes later', async () => {
    const service = await startService();
    const [operationId, unasked] = [await begin(service), await begin(service)];
    const told = { operationId, createdAt: iso(friday) };
    const running = { ...told, status: 'running', updatedAt: iso(friday) };
    const result: unknown = expect.any(Object);
    const finished = friday + 6000;
    const success = { ...told, status: 'success', updatedAt: iso(finished), result };
    for (const [at, expected] of [
      [friday, running],
      [finished - 1, running],
      [finished, success],
      [finished + 15 * minute - 1, success],
    ] as const) {
      service.setClock(() => at);
      expect((await look(service, operationId)).body).toEqual(expected);
    }
    service.setClock(() => finished + 15 * minute);
    for (const one of [operationId, unasked]) {
      const { status, body } = await look(service, one);
      expect([status, body]).toEqual([404, refused(expect.stringMatching(/expired/))]);
    }
    const nothing = await begin(service, { q: 'nothing at all' });
    service.setClock(() => finished + 20 * minute);
    const { body } = await look(service, nothing);
    expect([body['status'], 'result' in body]).toEqual(['no_data', false]);
  });

  it('is for the key that started it, and costs nothing', async () => {
    const service = await startQuick();
    const key = service.createKey({ credits: 1 });
    const target = targetOf(search, { responseType: 'paging' });
    const operationId = text((await ask(service, target, { key })).body, 'operationId');
    for (const [asked, status] of [
      [key, 200],
      [key, 200],
      ['guess', 401],
      [service.trialKey, 404],
      [service.accessKey, 404],
    ] as const) {
      expect((await look(service, operationId, asked)).status).toBe(status);
    }
    expect(service.callsCounted()).toBe(1);
    expect((await look(service, 'op_check')).body).toEqual(
      refused(expect.stringContaining('op_check')),
    );
  });
});

describe('the pages of an operation', () => {
  it('follow one by one to the last, each counted, none twice, all of them as live', async () => {
    const service = await startQuick();
    const recent = { since: '2026-11-19' };
    const first = await resultOf(service, await begin(service, recent));
    const { pagination, tableName } = first;
    const totalRows = number(pagination, 'totalRows');
    const totalPages = Math.ceil(totalRows / 100);
    expect(first.result).toMatchObject({ count: 100, dataSource: 'database' });
    expect(pagination).toEqual({
      resultsCount: 100,
      pageSize: 100,
      totalRows,
      totalPages,
      tableName: expect.stringMatching(/^microblog_posts_search_stored_\w+$/) as unknown,
    });
    const rows = [...first.results];
    for (let page = 2; page <= totalPages; page++) {
      const { body } = await ask(service, further(tableName, page, recent));
      const next = await resultOf(service, text(body, 'operationId'));
      expect(next.tableName).toBe(tableName);
      rows.push(...next.results);
    }
    expect(service.callsCounted()).toBe(totalPages);
    expect(rows).toHaveLength(totalRows);
    expect(new Set(rows.map((row) => text(row, 'id'))).size).toBe(totalRows);
    const live = await rowsOf(service, 'microblog.posts.search', { most: 8 });
    expect(rows.slice(0, live.length)).toEqual(live);
  });

  it('show what was there at the first, as long as one of their operations is', async () => {
    const service = await startQuick();
    const { tableName, results: first } = await resultOf(service, await begin(service));
    const second = async () => {
      const { body } = await ask(service, further(tableName, 2));
      return (await resultOf(service, text(body, 'operationId'))).results;
    };
    const before = await second();
    service.setClock(() => friday + 10 * minute);
    expect(await second()).toEqual(before);
    const anew = await resultOf(service, await begin(service));
    expect(anew.results[0]).not.toEqual(first[0]);
    expect(anew.tableName).not.toBe(tableName);
    for (const [at, status] of [
      [24, 200],
      [38, 200],
      [54, 404],
    ] as const) {
      service.setClock(() => friday + at * minute);
      expect((await ask(service, further(tableName, 3))).status).toBe(status);
    }
  });

  it('are refused, uncounted, when the request is another one', async () => {
    const service = await startQuick();
    const { tableName } = await resultOf(service, await begin(service));
    for (const [target, expected, message] of [
      [further(tableName, 2, { q: 'other words' }), 400, /another request/],
      [further(tableName, 'two'), 400, /whole number from 1/],
      [further(tableName, 999), 400, /last page/],
      [further('microblog_posts_search_guess', 2), 404, /microblog_posts_search_guess/],
      [`${targetOf(search, { responseType: 'paging' })}&pageNumber=2`, 400, /`tableName`/],
    ] as const) {
      const { status, body } = await ask(service, target);
      expect([status, body]).toEqual([expected, refused(expect.stringMatching(message))]);
    }
    expect(service.callsCounted()).toBe(1);
  });
});
