/** A description that changes or goes, what a person corrects, and what stays of both. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { methods } from '#shared/contract/methods.ts';
import type { Run } from '#shared/contract/run.ts';
import type { ProfileFile, ServiceProfileReply } from '#shared/contract/description.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { createTold } from '#test/support/description/told.ts';
import type { Told } from '#test/support/description/told.ts';
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

let server: SecondServer;
let told: Told;
let dataDir: string;
let test: TestCore;
const renamed = describeSecondServer('renamed');
const trends = 'discovered:microblog/trends/{}/live';
const idsName = 'name:forum.posts.by-ids:ids';

const begin = (options: TestCoreOptions = {}): Promise<TestCore> =>
  startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    fetch: told.fetch,
    dataDir,
    ...options,
  });
async function restart(options: TestCoreOptions = {}): Promise<void> {
  await test.close();
  test = await begin(options);
}
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 2, totalRows: 3, renamed: true });
  told = createTold(renamed);
  dataDir = await mkdtemp(join(tmpdir(), 'sde-described-'));
  test = await begin();
});
afterEach(async () => {
  await test.close();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(endpointId: string, values: Record<string, string>): Promise<Run> {
  const query = { endpointId, values, fields: [] };
  return (await test.value('run.start', { runId: mintRunId(), query })).run;
}
const valueOf = ({ serviceProfile }: ServiceProfileReply, id: string) =>
  serviceProfile.assumptions.find((one) => one.id === id)?.inForce;
const endpointNow = async (id: string) =>
  (await test.value('app.snapshot', {})).catalogue.endpoints.find((one) => one.id === id);

describe('what was read', () => {
  it('is there after a restart, without asking again', async () => {
    await test.value('description.ask', {});
    await restart();
    told.fetched.length = 0;
    expect(valueOf(await test.value('description.get', {}), idsName)).toEqual({
      value: 'postIds',
      by: 'service',
    });
    expect((await ask('forum.posts.by-ids', { ids: '1k2a9f' })).state.kind).toBe('noMore');
    expect(told.fetched.filter((address) => address.includes('openapi'))).toEqual([]);
  });

  it('stays when the description is gone or broken; a note says so', async () => {
    const { catalogue } = await test.value('description.ask', {});
    for (const broken of [null, '<html>', { openapi: '3.1.0' }]) {
      told.json = broken;
      const after = await test.value('description.ask', {});
      expect(after.serviceProfile.state.kind).toBe('failed');
      expect(after.serviceProfile.description).not.toBeNull();
      expect(after.catalogue).toEqual(catalogue);
    }
    await restart();
    const { serviceProfile } = await test.value('description.get', {});
    expect(serviceProfile.state.kind).toBe('failed');
  });

  it('can be forgotten', async () => {
    await test.value('description.ask', {});
    const after = await test.value('description.forget', {});
    expect(after.serviceProfile.state).toEqual({ kind: 'neverAsked' });
    expect(valueOf(after, idsName)).toEqual({ value: 'ids', by: 'assumption' });
  });

  it('is read by itself once for a new address, and the window hears of it', async () => {
    await restart({ askForDescription: true });
    const state = await vi.waitFor(
      () => {
        const last = test.events.findLast((event) => event.kind === 'description.changed');
        expect(last?.serviceProfile.state.kind).toBe('read');
        return last;
      },
      { timeout: 15_000, interval: 20 },
    );
    expect(state?.catalogue.endpoints.some(({ id }) => id === trends)).toBe(true);
    await restart({ askForDescription: true });
    expect(test.events).toEqual([]);
    const asked = server.requests.length;
    told.fetched.length = 0;
    await test.value('app.snapshot', {});
    expect(told.fetched).toEqual([]);
    expect(server.requests.length).toBe(asked);
  });

  it('is asked for without a credential', async () => {
    const sent: (string | null)[] = [];
    const own = told.fetch;
    await restart({
      fetch: async (address, init) => {
        if (typeof address === 'string' && address.includes('openapi')) {
          sent.push(new Headers(init?.headers).get('authorization'));
        }
        return own(address, init);
      },
    });
    await Promise.all([test.value('description.ask', {}), test.value('description.ask', {})]);
    // Asking twice at once asks once.
    expect(sent).toEqual([null]);
  });
});

describe('runs and tabs of before', () => {
  it('open, say under which names they were fetched, and go on under them', async () => {
    await test.value('description.ask', {});
    const ids = await ask('forum.posts.by-ids', { ids: '1k2a9f' });
    const trend = await ask(trends, { place: 'Porto', kind: 'rising' });
    expect(ids.fetchedAs).toEqual({
      target: '/api/data/forum/posts/ids/live?postIds=1k2a9f',
      differs: [],
    });
    const path = '/api/data/microblog/trends/{place}/live';
    const { [path]: _, ...others } = renamed.paths;
    told.json = { ...renamed, paths: others };
    await test.value('description.ask', {});
    // In memory and from disk.
    for (const reopen of [async () => undefined, restart]) {
      await reopen();
      const { run } = await test.value('run.open', { runId: trend.id });
      expect(run.title).toContain('What people talk about');
      expect(run.fetchedAs.differs).toEqual([
        'The service’s description no longer names this endpoint.',
      ]);
    }
    await test.value('correction.set', { id: idsName, value: 'list' });
    const { run } = await test.value('run.open', { runId: ids.id });
    expect(run.fetchedAs.differs).toEqual([
      '“Post IDs” was sent as postIds; now it is sent as list.',
    ]);
    const { runs } = await test.value('history.list', {});
    expect(runs.map(({ title }) => title)).toContain('What people talk about…: Porto');
    // A tab of the endpoint still finds it; it is not offered any more.
    expect(await endpointNow(trends)).toMatchObject({ discovered: 'gone' });
    told.json = renamed;
    await test.value('description.ask', {});
    expect(await endpointNow(trends)).toMatchObject({ discovered: 'described' });
  });

  it('a run goes on with the identical request, whatever was corrected meanwhile', async () => {
    await test.value('description.ask', {});
    const first = await ask('shortvideo.sounds.search', { keyword: 'rain' });
    expect(first.state.kind).toBe('more');
    await test.value('correction.set', {
      id: 'name:shortvideo.sounds.search:keyword',
      value: 'words',
    });
    const { run } = await test.value('run.next', { runId: first.id });
    expect(run.state.kind).toBe('noMore');
    expect(server.requests.at(-1)?.query).toMatchObject({ term: 'rain' });
  });
});

describe('what a person corrects', () => {
  it('is in force at once, lasts, and is taken back', async () => {
    const set = await test.value('correction.set', { id: idsName, value: ' postIds ' });
    expect(valueOf(set, idsName)).toEqual({ value: 'postIds', by: 'person' });
    expect(test.events.at(-1)).toMatchObject({ kind: 'description.changed' });
    await restart();
    expect((await ask('forum.posts.by-ids', { ids: '1k2a9f' })).state.kind).toBe('noMore');
    const reset = await test.value('correction.reset', { id: idsName });
    expect(valueOf(reset, idsName)).toEqual({ value: 'ids', by: 'assumption' });
    expect(reset.serviceProfile.corrections).toBe(0);
  });

  it.each([
    [idsName, 'two words', /begins with a letter/],
    [idsName, 'fields', /meaning of its own/],
    ['path:forum.comments.by-user', '/api/plan', /begins with \/api\/data\//],
    ['path:forum.comments.by-user', '/api/data/forum/x/live', /must contain \{username\}/],
    ['path:forum.comments.by-user', '/api/data/forum/{username}/{x}/live', /can’t contain \{x\}/],
    ['path:forum.comments.by-user', '/api/data/forum/{username}', /ends with \/live/],
    ['path:forum.comments.by-user', '/api/data/../{username}/live', /Between the slashes/],
    ['path:forum.comments.by-user', '/api/data/forum/posts/ids/live', /must contain/],
    ['required:forum.posts.by-ids:ids', 'maybe', /“required” or “optional”/],
    ['values:microblog.posts.interacting-users:interactionType', ' , ', /at least a value/],
    ['fields:microblog.post', 'text, a b', /“a b”/],
    ['name:microblog.posts.search:q', 'query', /no such assumption/],
    ['name:constructor:__proto__', 'x', /no such assumption/],
  ])('%s: %s is refused with a sentence', async (id, value, message) => {
    const answer = await test.call('correction.set', { id, value });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_input',
        title: expect.stringMatching(message),
        remedies: [{ kind: 'changeParameter', key: id }],
      },
    });
  });

  it('at the same time is kept, all of it', async () => {
    const { serviceProfile } = await test.value('description.get', {});
    const names = serviceProfile.assumptions.filter(({ kind }) => kind === 'name').slice(0, 3);
    const [first] = names;
    await Promise.all([
      ...names.map(({ id }, at) => test.value('correction.set', { id, value: `other${at}` })),
      test.value('description.ask', {}),
      test.value('correction.reset', { id: first?.id ?? '' }),
    ]);
    const reply = await test.value('description.get', {});
    expect(names.map(({ id }) => valueOf(reply, id)?.by)).toEqual([
      expect.not.stringMatching('person'),
      'person',
      'person',
    ]);
    expect(reply.serviceProfile.description?.title).toBe('Second server');
  });

  it('can be looked at as a request before it is sent', async () => {
    const sent = server.requests.length;
    const preview = await test.value('correction.preview', {
      id: 'path:shortvideo.users.connections',
      value: '/api/data/shortvideo/accounts/{identifier}/connections/live',
      values: { identifier: 'mira osei' },
    });
    expect(preview).toMatchObject({ metered: true, complaint: expect.any(String) });
    expect(preview.address).toMatch(
      new RegExp(`^${server.address}/api/data/shortvideo/accounts/mira%20osei/connections/live`),
    );
    const inForce = await test.value('correction.preview', { id: idsName });
    expect(inForce.complaint).toBeNull();
    expect(inForce.address).toContain('/api/data/forum/posts/ids/live?ids=');
    expect(server.requests.length).toBe(sent);
  });

  it('differences are accepted one by one, and taken back', async () => {
    const path = '/api/data/shortvideo/sounds/live';
    const sounds = structuredClone(renamed.paths[path]) as {
      get: { parameters: { name: string }[] };
    };
    for (const one of sounds.get.parameters) if (one.name === 'cursor') one.name = 'nextCursor';
    told.json = { ...renamed, paths: { ...renamed.paths, [path]: sounds } };
    const id = 'name:shortvideo.sounds.search:cursor';
    const { serviceProfile } = await test.value('description.ask', {});
    expect(serviceProfile.differences).toEqual([
      expect.objectContaining({ id, documented: 'cursor', service: 'nextCursor', accepted: false }),
    ]);
    expect((await endpointNow('shortvideo.sounds.search'))?.optionNames.cursor).toBe('cursor');
    await test.value('difference.accept', { id, accepted: true });
    expect((await endpointNow('shortvideo.sounds.search'))?.optionNames.cursor).toBe('nextCursor');
    const back = await test.value('difference.accept', { id, accepted: false });
    expect(back.serviceProfile.differences[0]).toMatchObject({
      accepted: false,
      inForce: 'cursor',
    });
    const unknown = await test.call('difference.accept', { id: 'name:a:b', accepted: true });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

describe('a profile as a file', () => {
  async function exported(): Promise<ProfileFile> {
    await test.value('profile.export', {});
    return JSON.parse(await readFile(test.saved.at(-1) ?? '', 'utf8')) as ProfileFile;
  }

  it('goes to a colleague and is in force there', async () => {
    await test.value('correction.set', { id: idsName, value: 'postIds' });
    const file = await exported();
    expect(file).toMatchObject({
      kind: 'social-data-explorer/service-profile',
      corrections: { [idsName]: 'postIds' },
    });
    expect(JSON.stringify(file)).not.toContain(server.accessKey);
    await test.value('correction.reset', { id: null });
    const reply = await test.value('profile.import', { text: JSON.stringify(file) });
    expect(reply).toMatchObject({ taken: 1, notices: [] });
    expect(valueOf(reply, idsName)).toEqual({ value: 'postIds', by: 'person' });
  });

  it('leaves out what makes no sense, and says what it changes', async () => {
    const file = await exported();
    const text = JSON.stringify({
      ...file,
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
      expect.stringContaining('This version does not know it.'),
      'The file changes what is documented: path:microblog.posts.get.',
    ]);
  });

  it.each([['no JSON'], ['{}'], ['{"kind":"social-data-explorer/service-profile","version":2}']])(
    'refuses %s',
    async (text) => {
      const answer = await test.call('profile.import', { text });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(methods['profile.import'].input.safeParse({ text }).success).toBe(true);
    },
  );
});
