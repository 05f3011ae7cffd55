/** A description that changes or goes, what a person corrects, and what stays of both. */
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CorrectionsFile } from '#main/core/description/service-knowledge.ts';
import type { ServiceProfileReply } from '#shared/contract/description.ts';
import type { Run } from '#shared/contract/run.ts';
import { question } from '#test/support/core.ts';
import type { TestCoreOptions } from '#test/support/core.ts';
import { createTold } from '#test/support/description/told.ts';
import type { Told } from '#test/support/description/told.ts';
import {
  ask as askFor,
  begin,
  eachTestHasServer,
  restart as restartCore,
  server,
  test,
} from '#test/support/run-core.ts';
import { describeSecondServer } from '#test/support/second-server/describe.ts';

eachTestHasServer({ pageSize: 2, totalRows: 3, renamed: true });

let told: Told;
const renamed = describeSecondServer('renamed');
const trends = 'discovered:microblog/trends/{}/live';
const idsName = 'name:forum.posts.by-ids:ids';
const invalid = { ok: false, error: { code: 'invalid_input' } };
// A busy computer needs longer for the same.
const descriptionLimits = { timeoutMs: 60_000, memoryMb: 512 };

beforeEach(async () => {
  told = createTold(renamed);
  await begin({ fetch: told.fetch, descriptionLimits });
});
const restart = (options: TestCoreOptions = {}): Promise<void> =>
  restartCore({ fetch: told.fetch, descriptionLimits, ...options });

const ask = (endpointId: string, values: Record<string, string>): Promise<Run> =>
  askFor(undefined, question(endpointId, values));
const inForce = ({ serviceProfile }: ServiceProfileReply, id = idsName) =>
  serviceProfile.facts.find((one) => one.id === id)?.inForce;
const endpointNow = async (id: string) =>
  (await test.value('app.snapshot', {})).catalogue.endpoints.find((one) => one.id === id);
const openapiAsked = () => told.fetched.filter((address) => address.includes('openapi')).length;

describe('what was read', () => {
  const service = { value: 'postIds', by: 'service' };
  const assumption = { value: 'ids', by: 'assumed' };

  it('stays when the description is gone or broken, which is said, after a restart and at its own path only, until it is forgotten', async () => {
    const { catalogue } = await test.value('description.ask', {});
    for (const broken of [null, '<html>']) {
      told.json = broken;
      const after = await test.value('description.ask', {});
      expect(after.serviceProfile.state.kind).toBe('failed');
      expect(after.serviceProfile.description).not.toBeNull();
      expect(after.catalogue).toEqual(catalogue);
    }
    const before = openapiAsked();
    await restart();
    const reply = await test.value('description.get', {});
    expect([reply.serviceProfile.state.kind, inForce(reply)]).toEqual(['failed', service]);
    expect((await ask('forum.posts.by-ids', { ids: '1k2a9f' })).state.kind).toBe('noMore');
    expect(openapiAsked()).toBe(before);
    // Another path of the same server may be another service.
    await test.value('service.choose', { kind: 'address', address: `${server.address}/v2` });
    const elsewhere = await test.value('description.get', {});
    expect([inForce(elsewhere), elsewhere.serviceProfile.description]).toEqual([assumption, null]);
    await test.value('service.choose', { kind: 'address', address: server.address });
    expect(inForce(await test.value('description.get', {}))).toEqual(service);
    const after = await test.value('description.forget', {});
    expect(after.serviceProfile.state).toEqual({ kind: 'neverAsked' });
    expect(inForce(after)).toEqual(assumption);
  });

  it('is read by itself once for a new address, and the window hears of it', async () => {
    await restart({ attended: true });
    await vi.waitFor(
      () => {
        const last = test.events.findLast((event) => event.kind === 'description.changed');
        expect(last?.serviceProfile.state.kind).toBe('read');
        expect(last?.catalogue.endpoints.some(({ id }) => id === trends)).toBe(true);
      },
      { timeout: 20_000, interval: 5 },
    );
    await restart({ attended: true });
    await test.value('app.snapshot', {});
    expect(test.events).toEqual([]);
    expect(openapiAsked()).toBe(1);
  });

  it('is forgotten for good, until the person asks for it again', async () => {
    await test.value('description.ask', {});
    await test.value('description.forget', {});
    await restart({ attended: true });
    const { serviceProfile } = await test.value('description.get', {});
    expect(serviceProfile.state).toEqual({ kind: 'neverAsked' });
    // Asked in vain, the next start asks by itself.
    told.json = null;
    await test.value('description.ask', {});
    const asked = openapiAsked();
    await restart({ attended: true });
    await vi.waitFor(() => expect(openapiAsked()).toBeGreaterThan(asked));
  });

  it('[22] is asked for without a credential, once at a time, and nowhere else', async () => {
    const authorization: (string | null)[] = [];
    await restart({
      fetch: async (address, init) => {
        authorization.push(new Headers(init?.headers).get('authorization'));
        return told.fetch(address, init);
      },
    });
    await Promise.all([test.value('description.ask', {}), test.value('description.ask', {})]);
    expect(authorization).toEqual([null]);
    await restart({ fetch: globalThis.fetch });
    server.fail({ kind: 'redirect', to: `${server.address}/health`, path: '/openapi' });
    const since = server.requests.length;
    const { serviceProfile } = await test.value('description.ask', {});
    const message: unknown = expect.stringContaining('isn’t followed');
    expect(serviceProfile.state).toMatchObject({ kind: 'failed', message });
    expect(server.requests.slice(since).map(({ path }) => path)).toEqual(['/openapi.json']);
  });
});

it('runs and tabs of before open, say under which names they were fetched, and go on', async () => {
  await test.value('description.ask', {});
  const ids = await ask('forum.posts.by-ids', { ids: '1k2a9f' });
  const trend = await ask(trends, { place: 'Porto', kind: 'rising' });
  const sounds = await ask('shortvideo.sounds.search', { keyword: 'rain' });
  expect(sounds.state.kind).toBe('more');
  expect(ids.fetchedAs).toEqual({
    target: '/api/data/forum/posts/ids/live?postIds=1k2a9f',
    differs: [],
  });
  const keyword = 'name:shortvideo.sounds.search:keyword';
  await test.value('correction.set', { id: keyword, value: 'words' });
  // The identical request, whatever was corrected meanwhile.
  const { run: next } = await test.value('run.next', { runId: sounds.id });
  expect(next.state.kind).toBe('noMore');
  expect(server.requests.at(-1)?.query).toMatchObject({ term: 'rain' });

  const path = '/api/data/microblog/trends/{place}/live';
  const { [path]: _, ...others } = renamed.paths;
  told.json = { ...renamed, paths: others };
  await test.value('description.ask', {});
  // In memory and from disk.
  for (const reopen of [async () => undefined, restart]) {
    await reopen();
    const { run } = await test.value('run.open', { runId: trend.id });
    expect(run.title).toContain('What people talk about');
    const gone = 'The service’s description no longer includes this question.';
    expect(run.fetchedAs.differs).toEqual([gone]);
  }
  await test.value('correction.set', { id: idsName, value: 'list' });
  const { run } = await test.value('run.open', { runId: ids.id });
  const renamedNow = '“Post IDs” was sent as postIds; now it is sent as list.';
  expect(run.fetchedAs.differs).toEqual([renamedNow]);
  const { runs } = await test.value('history.list', {});
  expect(runs.map(({ title }) => title)).toContain('What people talk about…: Porto');
  // A tab of the endpoint still finds it; it is not offered any more.
  expect(await endpointNow(trends)).toMatchObject({ discovered: 'gone' });
});

describe('what a person corrects', () => {
  it('is in force at once, lasts, and is taken back', async () => {
    const set = await test.value('correction.set', { id: idsName, value: ' postIds ' });
    expect(inForce(set)).toEqual({ value: 'postIds', by: 'person' });
    expect(test.events.at(-1)).toMatchObject({ kind: 'description.changed' });
    await restart();
    expect((await ask('forum.posts.by-ids', { ids: '1k2a9f' })).state.kind).toBe('noMore');
    const reset = await test.value('correction.reset', { id: idsName });
    expect(inForce(reset)).toEqual({ value: 'ids', by: 'assumed' });
    expect(reset.serviceProfile.corrections).toBe(0);
  });

  it('is refused with a sentence where it makes no sense', async () => {
    const path = 'path:forum.comments.by-user';
    for (const [id, value, message] of [
      [idsName, 'two words', /begin with a letter/],
      [idsName, 'fields', /is reserved/],
      [path, '/api/plan', /begins with \/api\/data\//],
      [path, '/api/data/forum/x/live', /must contain \{username\}/],
      [path, '/api/data/forum/{username}/{x}/live', /can’t contain \{x\}/],
      [path, '/api/data/forum/{username}', /ends with \/live/],
      [path, '/api/data/../{username}/live', /Between the slashes/],
      [path, '/api/data/forum/posts/ids/live', /must contain/],
      ['required:forum.posts.by-ids:ids', 'maybe', /“required” or “optional”/],
      ['values:microblog.posts.interacting-users:interactionType', ' , ', /at least a value/],
      ['fields:microblog.post', 'text, a b', /“a b”/],
      ['name:microblog.posts.search:q', 'query', /no such assumption/],
      ['name:constructor:__proto__', 'x', /no such assumption/],
    ] as const) {
      const title: unknown = expect.stringMatching(message);
      const remedies = [{ kind: 'changeParameter', key: id }];
      const error = { code: 'invalid_input', title, remedies };
      expect(await test.call('correction.set', { id, value })).toMatchObject({ ok: false, error });
    }
  });

  it('at the same time is kept, all of it', async () => {
    const { serviceProfile } = await test.value('description.get', {});
    const names = serviceProfile.facts.filter(({ kind }) => kind === 'name').slice(0, 3);
    const [first] = names;
    await Promise.all([
      ...names.map(({ id }, at) => test.value('correction.set', { id, value: `other${at}` })),
      test.value('description.ask', {}),
      test.value('correction.reset', { id: first?.id ?? '' }),
    ]);
    const reply = await test.value('description.get', {});
    expect(names.map(({ id }) => inForce(reply, id)?.by)).toEqual([
      expect.not.stringMatching('person'),
      'person',
      'person',
    ]);
    expect(reply.serviceProfile.description?.title).toBe('Second server');
  });

  it('a path that is picked is no question of its own any more, though tabs and runs still find it', async () => {
    const path = '/api/data/shortvideo/circle/{identifier}/live';
    const get = { responses: { '200': { description: 'Yes' } } };
    told.json = { ...renamed, paths: { ...renamed.paths, [path]: { get } } };
    await test.value('description.ask', {});
    const discoveredAs = async () =>
      (await endpointNow('discovered:shortvideo/circle/{}/live'))?.discovered;
    expect(await discoveredAs()).toBe('described');
    const id = 'path:shortvideo.users.connections';
    await test.value('correction.set', { id, value: path });
    expect(await discoveredAs()).toBe('gone');
    await test.value('correction.reset', { id });
    expect(await discoveredAs()).toBe('described');
  });

  it('differences are accepted one by one, and taken back', async () => {
    const path = '/api/data/shortvideo/sounds/live';
    const sounds = structuredClone(renamed.paths[path]) as {
      get: { parameters: { name: string }[] };
    };
    for (const one of sounds.get.parameters) if (one.name === 'cursor') one.name = 'nextCursor';
    const { '/api/data/microblog/posts/live': _, ...others } = renamed.paths;
    told.json = { ...renamed, paths: { ...others, [path]: sounds } };
    const id = 'name:shortvideo.sounds.search:cursor';
    const { serviceProfile } = await test.value('description.ask', {});
    const differing = serviceProfile.facts.filter(({ isAssumed }) => !isAssumed);
    const byDocument = { value: 'cursor', by: 'documented' };
    expect(differing).toMatchObject([
      { id: 'path:microblog.posts.search', service: { value: null } },
      { id, ours: 'cursor', service: { value: 'nextCursor' }, inForce: byDocument },
    ]);
    const cursorNow = async () =>
      (await endpointNow('shortvideo.sounds.search'))?.optionNames.cursor;
    expect(await cursorNow()).toBe('cursor');
    await test.value('correction.set', { id, value: 'nextCursor' });
    expect(await cursorNow()).toBe('nextCursor');
    await test.value('correction.reset', { id });
    expect(await cursorNow()).toBe('cursor');
    // What is documented and not in dispute isn't corrected by a slip.
    for (const wrong of ['name:a:b', 'path:microblog.posts.by-user']) {
      const answer = await test.call('correction.set', { id: wrong, value: '/api/data/x/live' });
      expect(answer).toMatchObject(invalid);
    }
  });
});

describe('a profile as a file', () => {
  async function exported(): Promise<CorrectionsFile> {
    await test.value('file.save', { file: { of: 'corrections' } });
    return JSON.parse(await readFile(test.saved.at(-1) ?? '', 'utf8')) as CorrectionsFile;
  }

  it('goes to a colleague and is in force there', async () => {
    const path = '/api/data/shortvideo/sounds/live';
    const sounds = structuredClone(renamed.paths[path]) as { get: { parameters: object[] } };
    sounds.get.parameters.push({
      name: 'tier',
      in: 'query',
      required: true,
      schema: { type: 'integer' },
    });
    told.json = { ...renamed, paths: { ...renamed.paths, [path]: sounds } };
    await test.value('description.ask', {});
    // About a parameter that only the description has.
    const tier = 'required:shortvideo.sounds.search:tier';
    await test.value('correction.set', { id: tier, value: 'required' });
    await test.value('correction.set', { id: idsName, value: 'listed' });
    const file = await exported();
    const corrections = { [tier]: 'required', [idsName]: 'listed' };
    expect(file).toMatchObject({ kind: 'social-data-explorer/service-profile', corrections });
    expect(JSON.stringify(file)).not.toContain(server.accessKey);
    await test.value('correction.reset', { id: null });
    const reply = await test.value('profile.import', { text: JSON.stringify(file) });
    const notices = [`The file changes what is documented: ${tier}.`];
    expect(reply).toMatchObject({ taken: 2, notices });
    expect(inForce(reply)).toEqual({ value: 'listed', by: 'person' });
    expect((await exported()).corrections).toEqual(corrections);
  });

  it('leaves out what makes no sense, says what it changes, and is refused as a whole', async () => {
    const text = JSON.stringify({
      ...(await exported()),
      profileId: 'https://elsewhere.test',
      corrections: {
        [idsName]: 'two words',
        'name:nothing:here': 'x',
        'path:microblog.posts.get': '/api/data/microblog/post/{id}/live',
      },
    });
    const { taken, notices } = await test.value('profile.import', { text });
    expect(taken).toBe(1);
    expect(notices).toEqual([
      expect.stringContaining('made for https://elsewhere.test'),
      expect.stringContaining(`“${idsName}” was left out.`),
      expect.stringContaining('This version doesn’t recognise it.'),
      'The file changes what is documented: path:microblog.posts.get.',
    ]);
    const newer = '{"kind":"social-data-explorer/service-profile","version":2}';
    for (const wrong of ['no JSON', '{}', newer]) {
      expect(await test.call('profile.import', { text: wrong })).toMatchObject(invalid);
    }
  });
});
