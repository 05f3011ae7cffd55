/** Stored data, operations, account, trial token, status: the second server beside its live data. */
import { parse as parseCsv } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { planFeatureMembers, planMembers } from '#test/support/facts/records.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { ask, exampleOf, isItem, itemsOf } from './second-server-client.ts';
import type { Item } from './second-server-client.ts';

let server: SecondServer;

beforeEach(async () => {
  server = await startSecondServer();
});

afterEach(async () => {
  await server.close();
});

const stored = '/api/data/microblog/posts';
const query = { q: 'sea' };

/** Polls until the operation is no longer running; gives every record seen. */
async function poll(operationId: unknown): Promise<Item[]> {
  const records: Item[] = [];
  do {
    records.push((await ask(server, `/api/data/operations/${String(operationId)}`)).body);
  } while (records.at(-1)?.status === 'running');
  return records;
}

describe('stored data', () => {
  test.each(storedEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s gives its first page at once',
    async (_, endpoint) => {
      const example = exampleOf(endpoint);
      const { status, body } = await ask(server, example.path, {
        ...example.query,
        fields: 'id',
        since: '2026-01-01',
        responseType: 'fast',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ dataSource: 'database', has_more: true });
      expect(body.count).toBe(itemsOf(body).length);
      expect(Object.keys(itemsOf(body)[0] ?? {})).toEqual(['id']);
    },
  );

  test('there is no cursor to send', async () => {
    expect((await ask(server, stored, { ...query, cursor: 'a' })).status).toBe(400);
  });

  test('paging starts an operation that runs, succeeds and leads to the later pages', async () => {
    const paging = { ...query, responseType: 'paging' };
    const started = await ask(server, stored, paging);
    expect(started.body.operationId).toMatch(/^op_/);
    const records = await poll(started.body.operationId);
    expect(records.map((record) => record.status)).toEqual(['running', 'success']);
    const first = records.at(-1)?.result;
    const pagination = isItem(first) && isItem(first.pagination) ? first.pagination : {};
    expect(pagination).toMatchObject({ pageSize: 20, totalRows: 47, totalPages: 3 });
    const items = itemsOf(isItem(first) ? first : {});
    for (const pageNumber of ['2', '3']) {
      const tableName = String(pagination.tableName);
      const later = await ask(server, stored, { ...paging, pageNumber, tableName });
      const result = (await poll(later.body.operationId)).at(-1)?.result;
      items.push(...itemsOf(isItem(result) ? result : {}));
    }
    expect(items).toEqual(server.itemsFor(stored, paging));
    expect((await ask(server, stored, { ...paging, pageNumber: '4' })).status).toBe(400);
  });

  test('an operation without rows ends as no_data', async () => {
    await server.close();
    server = await startSecondServer({ totalRows: 0 });
    const started = await ask(server, stored, { ...query, responseType: 'paging' });
    expect((await poll(started.body.operationId)).at(-1)).toMatchObject({ status: 'no_data' });
  });

  test('an unknown operation does not exist', async () => {
    const reply = await ask(server, '/api/data/operations/op_check');
    expect(reply).toMatchObject({ status: 404, body: { success: false } });
  });

  test('CSV has a header and every row', async () => {
    const reply = await ask(server, stored, { ...query, responseType: 'csv' });
    expect(reply.headers.get('content-type')).toBe('text/csv');
    const [header, ...rows] = parseCsv(reply.text);
    expect(header).toEqual(fieldLists.microblogPost.names);
    expect(rows).toHaveLength(47);
    const texts = server.itemsFor(stored, query).map((item) => isItem(item) && item.text);
    expect(rows.map((row) => row[1])).toEqual(texts);
  });

  test('a trial key gets five results, no operation and no CSV', async () => {
    const headers = { Authorization: `Bearer ${server.trialKey}` };
    const fast = await ask(server, stored, query, { headers });
    expect(fast.body).toMatchObject({ count: 5, has_more: false });
    for (const responseType of ['paging', 'csv']) {
      const reply = await ask(server, stored, { ...query, responseType }, { headers });
      expect(reply.status).toBe(403);
    }
  });
});

describe('account, trial, platform', () => {
  test('plan and usage want a session; the plan refuses with message only', async () => {
    expect(await ask(server, '/api/plan')).toMatchObject({ status: 401 });
    expect(Object.keys((await ask(server, '/api/plan')).body)).toEqual(['message']);
    expect((await ask(server, '/api/usage')).body).toMatchObject({ success: false });
    const headers = { Authorization: `Bearer ${server.sessionToken}` };
    const plan = await ask(server, '/api/plan', '', { headers });
    expect(Object.keys(plan.body)).toEqual(Object.keys(planMembers));
    expect(Object.keys(isItem(plan.body.features) ? plan.body.features : {})).toEqual(
      Object.keys(planFeatureMembers),
    );
    expect((await ask(server, '/api/usage', '', { headers })).status).toBe(200);
    expect((await ask(server, stored, query, { headers })).status).toBe(401);
  });

  test('a trial token is given for a source', async () => {
    const post = (body: string) =>
      ask(server, '/api/trial/token', '', { method: 'POST', body, headers: {} });
    const given = await post('{"source":"desktop"}');
    expect(given.body.data).toEqual({ accessKey: server.trialKey });
    expect(server.trialKey).toMatch(/^TRIAL/);
    for (const wrong of ['', '{}', '{"source":" "}', '[]', 'source=desktop']) {
      expect((await post(wrong)).status).toBe(400);
    }
  });

  test('status and platform endpoints need no credential', async () => {
    for (const path of ['/api/status', '/api/status/history', '/health', '/metrics']) {
      expect((await ask(server, path, '', { headers: {} })).status).toBe(200);
      expect((await ask(server, path)).status).toBe(400);
    }
  });

  test('the server describes itself only when told how', async () => {
    expect((await ask(server, '/openapi.json', '', { headers: {} })).status).toBe(404);
    const selfDescription = { openapi: '3.1.0', info: { title: 'second', version: '1.0.0' } };
    await server.close();
    server = await startSecondServer({ selfDescription });
    expect((await ask(server, '/openapi.json', '', { headers: {} })).body).toEqual(selfDescription);
  });
});
