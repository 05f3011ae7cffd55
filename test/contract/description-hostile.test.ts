/**
 * Descriptions that don't come, never end or take too much: a note, and nothing else changes. What
 * the documents themselves may do is in `unit/description/documents.test.ts`.
 */
import { afterAll, expect, it } from 'vitest';
import { readDescription } from '#main/core/description/read-description.ts';
import { askIn, question, startTestCore } from '#test/support/core.ts';
import { createTold } from '#test/support/description/told.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';

const server = await startSecondServer({ pageSize: 2, totalRows: 3 });
const told = createTold();
const limits = { timeoutMs: 60_000, memoryMb: 256 };
const test = await startTestCore({
  serviceAddress: server.address,
  accessKey: server.accessKey,
  fetch: told.fetch,
  descriptionLimits: limits,
});
const before = (await test.value('app.snapshot', {})).catalogue;
afterAll(async () => {
  await test.close();
  await server.close();
});

/** Asks, and sees that nothing changed: the catalogue is the same and questions are answered. */
async function refused(json: unknown, given: Partial<typeof limits> = {}): Promise<string> {
  told.json = json;
  told.fetched.length = 0;
  const usual = { ...limits };
  Object.assign(limits, given);
  const { serviceProfile, catalogue } = await test.value('description.ask', {});
  Object.assign(limits, usual);
  expect(told.fetched.every((address) => address.startsWith(server.address))).toBe(true);
  expect(catalogue).toEqual(before);
  expect(serviceProfile.description).toBeNull();
  expect(serviceProfile.facts.every(({ inForce }) => inForce.by === 'assumed')).toBe(true);
  const run = await askIn(test, question('microblog.posts.search', { q: 'sea' }));
  expect(run.state.kind).toBe('more');
  expect(test.reported).toEqual([]);
  const { state } = serviceProfile;
  return state.kind === 'failed' ? state.message : state.kind;
}

/** A body far longer than is read; tells how much of it was taken. */
function longBody() {
  let taken = 0;
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += chunk.length;
      controller.enqueue(chunk);
      if (taken > 20_000_000) controller.close();
    },
  });
  return { answer: new Response(body), taken: () => taken };
}

const whole = { openapi: '3.1.0', info: { title: 'Hostile', version: '1' } };
const wrongPart = { '/api/data/forum/posts/ids/live': { get: { parameters: [{ in: 'query' }] } } };
const list = (length: number, member: (at: number) => string): string =>
  `${JSON.stringify(whole).slice(0, -1)},"x":[${Array.from({ length }, (_, at) => member(at)).join(',')}]}`;
const half = () =>
  new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array([0x7b])) }));

// Limits are given where they are what is exceeded.
it.each<[what: string, json: () => unknown, message: RegExp, given?: Partial<typeof limits>]>([
  ['none', () => null, /doesn’t describe itself/],
  ['an error', () => new Response('', { status: 503 }), /refused.*503/],
  ['another place', () => Response.redirect('https://elsewhere.test/a', 302), /isn’t followed/],
  [
    'an older OpenAPI',
    () => ({ ...whole, paths: {}, openapi: '3.0.3' }),
    /not written in OpenAPI 3\.1/,
  ],
  ['one with a wrong part', () => ({ ...whole, paths: wrongPart }), /not valid OpenAPI 3\.1 \(at /],
  [
    'one that does not come',
    () => new Promise(() => undefined),
    /didn’t arrive within/,
    { timeoutMs: 30 },
  ],
  ['one that begins and stops', half, /didn’t arrive within/, { timeoutMs: 30 }],
  [
    'one that takes too much time',
    () => list(50_000, String),
    /takes too long|didn’t arrive/,
    { timeoutMs: 1 },
  ],
  [
    'one that takes too much memory',
    () => list(300_000, (at) => `{"a":${at}}`),
    /too large/,
    { memoryMb: 16 },
  ],
])('%s is refused in words', async (_, json, message, given) => {
  expect(await refused(json(), given)).toMatch(message);
});

it('a reader that can’t be started says nothing of its size', async () => {
  told.json = whole;
  const worker = new URL('nowhere.js', import.meta.url);
  const { signal } = new AbortController();
  const read = await readDescription(server.address, { fetch: told.fetch, worker, limits, signal });
  expect(read).toEqual({ ok: false, message: 'The service’s description can’t be read.' });
});

it('YAML is read where there is no JSON', async () => {
  told.yaml = 'a: [1';
  expect(await refused(null)).toMatch(/is not YAML/);
  told.yaml = null;
});

it('of more than 5 MB no more is taken than is read', async () => {
  const { answer, taken } = longBody();
  expect(await refused(answer)).toMatch(/larger than 5 MB/);
  expect(taken()).toBeLessThan(6_000_000);
});
