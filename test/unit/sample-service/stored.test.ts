/** Stored data over HTTP: the first page at once, CSV, days, trial keys, credits. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { withinDays } from '#main/sample-service/data/rows.ts';
import { storedEndpoints } from '#shared/catalogue/index.ts';
import { resources } from '#shared/catalogue/resources/index.ts';
import {
  ask,
  endpointWithId,
  friday,
  pagesOf,
  question,
  startService,
  targetOf,
  text,
} from './asking.ts';
import type { Item } from './asking.ts';

const ids = storedEndpoints.map(({ id }) => id);
const search = 'microblog.posts.search.stored';
const day = 86_400;
const dayOf = (item: Item | undefined): string => text(item, 'createdAt').slice(0, 10);
const dayBefore = (date: string): string =>
  new Date(Date.parse(date) - day * 1000).toISOString().slice(0, 10);

describe('the first page at once', () => {
  it('is there for all nineteen questions', () => {
    expect(ids).toHaveLength(19);
  });

  it.each(ids)('%s: a hundred rows, the same as live, and no cursor', async (id) => {
    const service = await startService();
    const { status, body, results, headers } = await question(service, id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(results).toHaveLength(100);
    expect(body).toMatchObject({ count: 100, dataSource: 'database', has_more: true });
    expect(body).not.toHaveProperty('next_page_cursor');
    const live = await pagesOf(service, id.replace('.stored', ''), { most: 1 });
    const rows = live.flatMap((page) => page.results);
    expect(rows.length).toBeGreaterThan(0);
    expect(results.slice(0, rows.length)).toEqual(rows);
    expect(service.callsCounted()).toBe(2);
  });

  it('is what `fast` means, too', async () => {
    const service = await startService();
    const named = await question(service, search, { responseType: 'fast' });
    expect(named.body).toEqual((await question(service, search)).body);
  });

  it.each([
    ['rare herbs', 3],
    ['nothing', 0],
  ])('%s: all there is', async (q, count) => {
    const service = await startService();
    const { body } = await question(service, search, { q });
    expect(body).toMatchObject({ count, has_more: false, dataSource: 'database' });
  });

  it('has the chosen fields, the limit and the parent comment', async () => {
    const service = await startService();
    const chosen = await question(service, search, {}, { fields: ['id', 'text'] });
    expect(Object.keys(chosen.results[0] ?? {}).toSorted()).toEqual(['id', 'text']);
    const few = await question(service, 'forum.comments.by-user.stored', { limit: '7' });
    expect(few.results).toHaveLength(7);
    const replies = await question(service, 'photoshare.comments.replies.stored');
    expect(replies.body).toMatchObject({ parent_comment: { id: '17851234567890123' } });
  });
});

describe('days', () => {
  const rows = { kind: 'rows' as const, total: 10, at: (row: number) => ({ id: String(row) }) };
  /** Two rows a day, at its first and its last second: 5 November down to 1 November. */
  const secondAt = (row: number): number =>
    Date.UTC(2026, 10, 5 - Math.floor(row / 2)) / 1000 + (row % 2 === 0 ? day - 1 : 0);
  it.each([
    [{}, 0, 10],
    [{ since: '2026-11-04' }, 0, 4],
    [{ until: '2026-11-04' }, 2, 8],
    [{ since: '2026-11-02', until: '2026-11-03' }, 4, 4],
    [{ since: '2026-11-06' }, 0, 0],
    [{ until: '2026-10-31' }, 10, 0],
    [{ since: '2026-10-01', until: '2026-12-01' }, 0, 10],
  ])('%o are both included', (days, first, total) => {
    const chosen = withinDays(rows, secondAt, days);
    expect(chosen.total).toBe(total);
    if (total > 0) expect(chosen.at(0)).toEqual({ id: String(first) });
  });

  const dated = ids.filter((id) => /\.(post|comment)$/.test(endpointWithId(id).resource));
  it.each(dated)('%s keeps to them', async (id) => {
    const service = await startService();
    const all = (await question(service, id)).results;
    const newest = dayOf(all[0]);
    const latest = (await question(service, id, { since: newest })).results;
    expect(latest).toEqual(all.filter((item) => dayOf(item) === newest));
    const earlier = (await question(service, id, { until: dayBefore(newest) })).results;
    expect(earlier.length).toBeGreaterThan(0);
    for (const item of earlier) expect(dayOf(item) < newest).toBe(true);
    const next = all.find((item) => dayOf(item) < newest);
    // Forum comments say their place in the list, so they are not the same in every member.
    if (next !== undefined) expect(text(earlier[0], 'id')).toBe(text(next, 'id'));
  });

  it('say nothing about lists of people', async () => {
    const service = await startService();
    const id = 'microblog.users.connections.stored';
    const dates = { since: '2026-11-20', until: '2026-11-20' };
    expect((await question(service, id, dates)).body).toEqual((await question(service, id)).body);
  });
});

describe('CSV', () => {
  it('of up to a thousand rows comes as it is', async () => {
    const service = await startService();
    const id = 'microblog.posts.comments.stored';
    const since = dayOf((await question(service, id)).results[0]);
    const values = { since, responseType: 'csv' };
    const { raw, headers, status } = await question(service, id, values);
    const rows = (await question(service, id, { ...values, responseType: 'fast' })).results;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="microblog_\w+.csv"$/,
    );
    const lines: Record<string, string>[] = parse(raw, { columns: true });
    expect(rows.length).toBeGreaterThan(5);
    expect(lines.slice(0, rows.length).map(({ id: row }) => row)).toEqual(
      rows.map((row) => text(row, 'id')),
    );
    const names = resources.find(({ id: resource }) => resource === 'microblog.post')?.fields;
    expect(Object.keys(lines[0] ?? {})).toEqual(names?.map(({ name }) => name));
  });

  it('keeps exact digits, quotes what needs it, and writes lists as JSON', async () => {
    const service = await startService();
    const id = 'shortvideo.posts.by-sound.stored';
    const values = { sound: 'Rare Groove' };
    const { raw } = await question(service, id, { ...values, responseType: 'csv' });
    const { results } = await question(service, id, values);
    const lines: Record<string, string>[] = parse(raw, { columns: true });
    expect(lines).toHaveLength(3);
    for (const [index, line] of lines.entries()) {
      expect(line['id']).toBe(text(results[index], 'id'));
      expect(line['id']).toMatch(/^\d{17,}$/);
      expect(line['description']).toBe(text(results[index], 'description'));
      expect(JSON.parse(line['hashtags'] ?? '')).toEqual(results[index]?.['hashtags']);
    }
  });

  it('has the chosen fields only, and a head without rows', async () => {
    const service = await startService();
    const { raw } = await question(
      service,
      search,
      { q: 'nothing', responseType: 'csv' },
      { fields: ['text', 'id'] },
    );
    expect(raw).toBe('id,text\r\n');
  });
});

describe('a trial key', () => {
  it.each(ids)('gets five rows of %s', async (id) => {
    const service = await startService();
    const { status, body, results } = await ask(service, targetOf(id), { key: service.trialKey });
    expect(status).toBe(200);
    expect(results).toHaveLength(5);
    expect(body).toMatchObject({ count: 5, has_more: true });
  });

  it.each([
    ['paging', /pagination is not available with a trial key/i],
    ['csv', /CSV export is not available with a trial key/i],
  ])('gets no %s', async (responseType, message) => {
    const service = await startService();
    const target = targetOf(search, { responseType });
    const { status, body } = await ask(service, target, { key: service.trialKey });
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      code: 'forbidden',
      message: expect.stringMatching(message),
    });
    expect(service.callsCounted()).toBe(0);
  });
});

describe('refusals and credits', () => {
  it.each([
    ['/api/data/microblog/posts?q=', 400],
    ['/api/data/microblog/posts?q=x&responseType=xml', 400],
    ['/api/data/microblog/posts?q=x&since=2026-02-02&until=2026-02-01', 400],
    ['/api/data/microblog/posts/users/nobody_here', 404],
    ['/api/data/microblog/posts/1986934512780810000/comments', 404],
  ])('%s is %i', async (target, expected) => {
    const service = await startService();
    const { status, body } = await ask(service, target);
    expect(status).toBe(expected);
    expect(body).toEqual({ success: false, message: expect.any(String) });
    expect(service.callsCounted()).toBe(expected === 404 ? 1 : 0);
  });

  it('an unknown key is 401', async () => {
    const service = await startService();
    expect((await ask(service, targetOf(search), { key: 'guess' })).status).toBe(401);
  });

  it('each answer takes a credit, whatever its form', async () => {
    const service = await startService();
    const key = service.createKey({ credits: 3 });
    for (const responseType of ['fast', 'paging', 'csv']) {
      expect((await ask(service, targetOf(search, { responseType }), { key })).status).toBe(200);
    }
    for (const responseType of ['fast', 'paging', 'csv']) {
      expect((await ask(service, targetOf(search, { responseType }), { key })).status).toBe(402);
    }
    expect(service.callsCounted()).toBe(3);
  });

  it('a fault empties a page although there is more', async () => {
    const service = await startService();
    service.fail({ kind: 'emptyPage' }, { times: 1 });
    const { body } = await question(service, search);
    expect(body).toMatchObject({ results: [], count: 0, has_more: true });
  });

  it('says the time by its own clock', async () => {
    const service = await startService();
    const { headers } = await question(service, search, { q: 'rare' });
    expect(Date.parse(headers.get('date') ?? '')).toBe(friday);
  });
});
