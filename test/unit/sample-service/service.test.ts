/** The sample service beside its data: keys, credits, cursors, faults, the account, its status. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runSampleService, usage } from '#main/sample-service/index.ts';
import { createCursors } from '#main/sample-service/service.ts';
import { limits, planFeatureMembers, planMembers } from '#test/support/facts/records.ts';
import {
  ask,
  friday,
  isItem,
  minute,
  question,
  refused,
  startService,
  targetOf,
  text,
} from './asking.ts';
import type { Values } from './asking.ts';

const search = 'microblog.posts.search';
const target = targetOf(search);
const stored = '/api/data/microblog/posts?q=tides';
const noKey = { key: null };

describe('a cursor', () => {
  it('leads to the same page each time, of the moment of the first page', async () => {
    let now = friday;
    const service = await startService({ now: () => now });
    const first = await question(service, search);
    const once = await question(service, search, {}, { cursor: first.cursor });
    now += 10 * minute;
    const later = await question(service, search, {}, { cursor: first.cursor });
    expect(later.results).toEqual(once.results);
    const third = await question(service, search, {}, { cursor: once.cursor });
    const thirdLater = await question(service, search, {}, { cursor: later.cursor });
    expect(thirdLater.results).toEqual(third.results);
    expect((await question(service, search)).results[0]).not.toEqual(first.results[0]);
  });

  it('is refused with any other request, and when it is made up', async () => {
    const service = await startService();
    const { cursor } = await question(service, search);
    const belongs = 'The cursor belongs to another request: a parameter has changed.';
    for (const [id, values, fields] of [
      [search, { q: 'tides' }, []],
      [search, { since: '2026-11-01' }, []],
      [search, {}, ['id']],
      ['microblog.posts.by-user', {}, []],
    ] as [string, Values, string[]][]) {
      const { status, body } = await question(service, id, values, { cursor, fields });
      expect([status, body]).toEqual([400, refused(belongs)]);
    }
    for (const madeUp of ['', 'x', 'A'.repeat(52), '%F0%9F%8D%9E']) {
      expect((await ask(service, `${target}&cursor=${madeUp}`)).status).toBe(400);
    }
    // The order of names means nothing.
    const path = '/api/data/microblog/posts/live?';
    const other = await ask(service, `${path}q=tides&lang=en`);
    const next = `cursor=${encodeURIComponent(other.cursor ?? '')}`;
    expect((await ask(service, `${path}${next}&lang=en&q=tides`)).status).toBe(200);
  });

  it('expires after a quarter of an hour', async () => {
    let now = friday;
    const service = await startService({ now: () => now });
    const { cursor } = await question(service, search);
    now += 15 * minute - 1;
    expect((await question(service, search, {}, { cursor })).status).toBe(200);
    now += 1;
    const { status, body } = await question(service, search, {}, { cursor });
    expect([status, body['message']]).toEqual([400, expect.stringMatching(/expired/)]);
  });

  it('of another start, or changed by one character, is not valid; it tells nothing', () => {
    const cursors = createCursors(() => friday);
    const sealed = cursors.issue('/secret?q=words', { offset: 20, now: 1 });
    expect(cursors.open('/secret?q=words', sealed)).toEqual({ offset: 20, now: 1 });
    const other = createCursors(() => friday);
    expect(() => other.open('/secret?q=words', sealed)).toThrow(/not valid/);
    const changed = `${sealed.slice(0, 9)}${sealed[9] === 'A' ? 'B' : 'A'}${sealed.slice(10)}`;
    expect(() => cursors.open('/secret?q=words', changed)).toThrow(/not valid/);
    expect(Buffer.from(sealed, 'base64url').toString()).not.toMatch(/secret|offset|words/);
  });
});

it('credits count down to 402, for one key each; only what is refused takes none', async () => {
  const service = await startService();
  const key = service.createKey({ credits: 3 });
  await ask(service, '/api/data/microblog/posts/live?q=', { key });
  await ask(service, `${target}&cursor=made-up`, { key });
  service.fail({ kind: 'status', status: 429 });
  await ask(service, target, { key });
  expect(service.callsCounted()).toBe(0);
  // What was begun is counted, whatever became of it.
  service.fail({ kind: 'status', status: 500 });
  await ask(service, target, { key });
  service.fail({ kind: 'reset' });
  await expect(ask(service, target, { key })).rejects.toThrow();
  await ask(service, '/api/data/microblog/users/nobody_here/live', { key });
  expect(await ask(service, target, { key })).toMatchObject({
    status: 402,
    body: refused(expect.stringMatching(/credits/i)),
  });
  expect(service.callsCounted()).toBe(3);
  expect((await ask(service, target)).status).toBe(200);
});

it('each start has keys of its own and follows its clock', async () => {
  const [one, other] = [await startService(), await startService()];
  expect(one.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const key of [other.accessKey, other.trialKey]) {
    expect((await ask(one, target, { key })).status).toBe(401);
  }
  one.setClock(() => friday - 86_400_000);
  const { results, headers } = await ask(one, target);
  expect(Date.parse(text(results[0], 'createdAt'))).toBeLessThan(friday - 86_400_000);
  expect(Date.parse(headers.get('date') ?? '')).toBe(friday - 86_400_000);
});

describe('the account', () => {
  it('[23] is for sessions only, and a session for nothing else', async () => {
    const service = await startService();
    for (const key of [null, service.accessKey, service.trialKey, 'eyJhbGciOiJub25lIn0.e30.x']) {
      const plan = await ask(service, '/api/plan', { key });
      // The specification lets this one have a body of `message` only.
      expect([plan.status, Object.keys(plan.body)]).toEqual([401, ['message']]);
      expect(await ask(service, '/api/usage', { key })).toMatchObject({ status: 401 });
    }
    expect((await ask(service, stored, { key: service.sessionToken })).status).toBe(401);
    const { body } = await ask(service, '/api/plan', { key: service.sessionToken });
    expect(Object.keys(body)).toEqual(Object.keys(planMembers));
    const features = Object.keys(isItem(body['features']) ? body['features'] : {});
    expect(features).toEqual(Object.keys(planFeatureMembers));
    service.setClock(() => friday + 366 * 86_400_000);
    expect((await ask(service, '/api/plan', { key: service.sessionToken })).status).toBe(401);
  });

  it('counts today’s calls into usage; trial keys are given for a source and end after five days', async () => {
    const service = await startService();
    const used = async (): Promise<number> => {
      const { body } = await ask(service, '/api/usage', { key: service.sessionToken });
      return Number(text(body['credits'], 'used'));
    };
    const before = await used();
    const post = (body: string) =>
      ask(service, '/api/trial/token', { key: null, method: 'POST', body });
    for (const body of ['', '{}', '{"source":" "}', '[]', 'source=x']) {
      expect((await post(body)).status).toBe(400);
    }
    const key = text((await post('{"source":"a test"}')).body['data'], 'accessKey');
    expect(key).toMatch(/^TRIAL/);
    expect(key).not.toBe(service.trialKey);
    expect((await ask(service, stored, { key })).results).toHaveLength(limits.trialResultsPerCall);
    expect(await used()).toBe(before + 1);
    service.setClock(() => friday + limits.trialKeyDays * 86_400_000);
    expect((await ask(service, stored, { key })).status).toBe(401);
  });
});

describe('without a credential and without a call', () => {
  it('status and metrics tell how it is', async () => {
    const service = await startService();
    expect((await ask(service, '/api/status', noKey)).body['status']).toBe('operational');
    expect((await ask(service, '/health', noKey)).body).toMatchObject({ status: 'ok' });
    const history = await ask(service, '/api/status/history', noKey);
    const photoshare: unknown = expect.objectContaining({ platform: 'photoshare' });
    expect(JSON.parse(history.raw)).toContainEqual(photoshare);
    await ask(service, '/a%22b%0A/c');
    const { headers, raw } = await ask(service, '/metrics', noKey);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(raw).toContain('http_requests_total{method="GET",family="/other",status="404"} 1\n');
    expect(raw.split('\n').every((line) => /^(#|\w+(\{[^{}]*\})? \d|$)/.test(line))).toBe(true);
    expect(service.callsCounted()).toBe(0);
  });

  // That it is valid, `contract/description.test.ts` shows.
  it('it describes itself in OpenAPI 3.1, as JSON, as YAML and as a page without scripts', async () => {
    const service = await startService();
    // All at once: what is checked below takes longer than a connection is kept.
    const [{ body }, yaml, page] = await Promise.all([
      ask(service, '/openapi.json', noKey),
      ask(service, '/openapi.yaml', noKey),
      ask(service, '/api-docs/', noKey),
    ]);
    expect(body['openapi']).toBe('3.1.0');
    expect(parse(yaml.raw)).toEqual(body);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.raw).toContain('/api/data/forum/posts/ids/live');
    expect(page.raw).not.toMatch(/<script|https?:/);
  });
});

describe('npm run sample-service', () => {
  async function run(args: readonly string[]) {
    const said: string[] = [];
    const complained: string[] = [];
    const result = await runSampleService(args, {
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    });
    return { said, complained, result };
  }

  it('says where it is, with which keys, and how to ask; or that the port is taken', async () => {
    const { said, result } = await run(['--port', '0']);
    if (typeof result === 'number') throw new Error(`It ended with ${result}.`);
    expect(said).toEqual([
      `The sample service is at ${result.address}`,
      `Access key: ${result.accessKey}`,
      `Trial key:  ${result.trialKey}`,
      `Sign-in token: ${result.sessionToken}`,
      expect.stringContaining(`${result.address}/api/data/microblog/posts/live?q=`),
    ]);
    const { port } = new URL(result.address);
    expect(await run(['--port', port])).toEqual({
      said: [],
      complained: [`Port ${port} is taken. Choose another with --port.`],
      result: 1,
    });
    await result.close();
  });

  it('does not understand other words, nor other ports', async () => {
    for (const args of [['--unknown'], ['--port', 'x'], ['--port', '70000'], ['extra'], ['--port']])
      expect(await run(args)).toEqual({ said: [], complained: [usage], result: 2 });
  });
});
