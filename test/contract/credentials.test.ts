/** Which key travels where, judged by what servers saw (checklist 18–23), and what several of one service are. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import { ask as askFree } from '#test/support/free-request.ts';
import {
  addBoth,
  ask,
  begin,
  beginWithoutKey,
  eachTestHasServer,
  everything,
  next,
  search,
  sent,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';

const more = { state: { kind: 'more' } };
const bearers = (one: SecondServer): string[] =>
  one.requests.map(({ authorization = '' }) => authorization.replace('Bearer ', ''));
const choose = ({ address }: SecondServer) =>
  test.value('service.choose', { kind: 'address', address });

eachTestHasServer();
let other: SecondServer;
beforeEach(async () => {
  other = await startSecondServer({ accessKey: 'other-access-key-0002' });
});
afterEach(() => other.close());

it('a key in the environment that no header can carry is said at the start; unused, it hinders nobody', async () => {
  for (const accessKey of ['“sk-123456789”', 'sk-1234\n56789', 'sk 123456789', 'short']) {
    await expect(startTestCore({ serviceAddress: server.address, accessKey })).rejects.toThrow(
      /^The key in SOCIAL_DATA_API_KEY can’t be used\. [^.]+\.( Copy [^.]+\.)?$/,
    );
  }
  await begin({ serviceAddress: undefined, accessKey: 'short' });
  expect((await test.value('app.snapshot', {})).credential).toBeNull();
});

describe('[22] a key goes to its own address only', () => {
  it('the environment’s does not follow to another, nor come back wrong', async () => {
    await begin();
    await ask();
    await choose(other);
    const answer = await test.call('run.start', { runId: mintRunId(), query: search });
    expect(answer).toMatchObject({ ok: false, error: { code: 'no_credential' } });
    await test.value('credential.add', { value: other.accessKey });
    expect(await ask()).toMatchObject(more);
    await choose(server);
    expect(await ask()).toMatchObject(more);
    expect(bearers(server)).toEqual([server.accessKey, server.accessKey]);
    expect(bearers(other)).toEqual([other.accessKey]);
  });

  it('the environment’s belongs to the address given with it, not to the one chosen before', async () => {
    const chosenBefore = { service: { kind: 'address', address: other.address } };
    await begin({ settings: chosenBefore });
    expect(await ask()).toMatchObject(more);
    const { credentials } = await choose(other);
    expect(credentials).toEqual([]);
    expect(bearers(server)).toEqual([server.accessKey]);
  });

  it('the sample service never sees it', async () => {
    const { address, accessKey, sessionToken } = other;
    const sampleService = async () => ({ address, accessKey, sessionToken });
    await begin({ sampleService });
    const { credential } = await test.value('service.choose', { kind: 'sample' });
    expect(credential?.source).toBe('sample');
    expect(await ask()).toMatchObject(more);
    expect(bearers(other)).toEqual([other.accessKey]);
    expect((await test.call('credential.add', { value: server.accessKey })).ok).toBe(false);
  });

  it('[1] an address that is not allowed is refused, and the one in use stays', async () => {
    await begin();
    const address = 'http://example.com';
    expect(await test.call('service.choose', { kind: 'address', address })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', remedies: [{ kind: 'changeParameter', key: 'address' }] },
    });
    expect((await test.value('app.snapshot', {})).profile?.address).toBe(server.address);
  });
});

describe('several of one service', () => {
  const startRun = () => test.call('run.start', { runId: mintRunId(), query: stored });
  const refused = { ok: false, error: { code: 'invalid_input' } };
  const none = (title: string) => ({ ok: false, error: { code: 'no_credential', title } });

  it('the one that is chosen is sent; after it is removed none is, and that is said', async () => {
    await beginWithoutKey();
    const first = await test.value('credential.add', { value: server.accessKey, name: ' Team ' });
    await test.value('credential.add', { value: 'another-key-0001' });
    const id = first.credential?.id ?? '';
    const used = await test.value('credential.use', { id });
    expect(used.credential).toMatchObject({ name: 'Team', inUse: true });
    await startRun();
    expect(sent()).toEqual([['/api/data/microblog/posts', `Bearer ${server.accessKey}`]]);

    const { credential, credentials } = await test.value('credential.remove', { id });
    expect([credential, credentials.map(({ inUse }) => inUse)]).toEqual([null, [false]]);
    const notInUse = none('No key is in use.');
    expect(await startRun()).toMatchObject(notInUse);
    expect(await askFree(true)).toMatchObject(notInUse);
    expect(await test.call('credential.test', {})).toMatchObject(notInUse);
    await test.value('credential.remove', { id: credentials[0]?.id ?? '' });
    expect(await startRun()).toMatchObject(none('There is no key for this service yet.'));
    expect(server.requests).toHaveLength(1);
  });

  it('they are added and replaced as what they are', async () => {
    await beginWithoutKey();
    const value = server.sessionToken;
    const answer = await test.call('credential.add', { value, as: 'key' });
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify(answer)).not.toContain(value.slice(0, 20));
    expect((await test.value('app.snapshot', {})).credentials).toEqual([]);
    await addBoth();
    const [key, token] = (await test.value('app.snapshot', {})).credentials;
    const later = 'another-key-0001';
    for (const wrong of [
      { id: key!.id, value },
      { id: token!.id, value: later },
    ]) {
      expect(await test.call('credential.replace', wrong)).toMatchObject(refused);
    }
    const right = await test.value('credential.replace', { id: key!.id, value: later });
    expect(right.credential).toMatchObject({ id: key?.id, lastFour: '0001' });
  });

  it('they are twelve at most', async () => {
    await beginWithoutKey();
    for (let n = 10; n < 22; n++) {
      await test.value('credential.add', { value: `some-access-key-${n}` });
    }
    const thirteenth = await test.call('credential.add', { value: 'some-access-key-99' });
    expect(thirteenth).toMatchObject(refused);
    // Then no trial key is asked for either: it could not be kept.
    expect((await test.call('trial.get', { source: 'x' })).ok).toBe(false);
    expect(server.requests).toEqual([]);
  });

  it('one of the environment is changed there', async () => {
    await beginWithoutKey({ accessKey: server.accessKey });
    for (const [method, input] of [
      ['credential.remove', { id: 'environment' }],
      ['credential.rename', { id: 'environment', name: 'x' }],
      ['credential.replace', { id: 'environment', value: 'another-key-0001' }],
    ] as const) {
      expect(await test.core.call(method, input)).toMatchObject(refused);
    }
    expect((await test.value('app.snapshot', {})).credential?.source).toBe('environment');
  });
});

describe('a key that is replaced while a run is at work is not sent any more', () => {
  const [before, later] = ['some-access-key-0001', 'some-access-key-0002'];
  let seen: string[];

  /**
   * A run at work whose key is replaced while the service answers its request of this number.
   * @param answer by the number of the request, and its path.
   */
  async function runUntil(
    replacedAt: number,
    query: Query,
    answer: (number: number, path: string) => object | null,
  ): Promise<Run> {
    seen = [];
    let id = '';
    const serviceAddress = await serve(async ({ headers, url = '' }, response) => {
      const number = seen.push(headers.authorization?.replace('Bearer ', '') ?? '');
      if (number === replacedAt) {
        await test.value('credential.replace', { id, value: later });
      }
      const body = answer(number, url);
      response.writeHead(body === null ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await beginWithoutKey({ serviceAddress });
    const { credential } = await test.value('credential.add', { value: before });
    id = credential?.id ?? '';
    const run = await ask(everything, query);
    expect(run.state).toMatchObject({
      kind: 'failed',
      problem: {
        code: 'no_credential',
        title: 'The key was replaced or removed, so it isn’t sent any more.',
        remedies: [{ kind: 'tryAgain' }, { kind: 'openAccount' }],
      },
    });
    expect(seen).toEqual(Array.from({ length: replacedAt }, () => before));
    return run;
  }

  const page = (number: number, last: number) => ({
    results: [{ id: `${number}` }],
    has_more: number < last,
    next_page_cursor: number < last ? `after-${number}` : null,
  });

  it('for the next page: Try again continues from there with the key in use', async () => {
    const run = await runUntil(2, search, (number) => page(number, 4));
    expect(run).toMatchObject({ state: { page: 3 }, rowCount: 2 });
    const whole = await next(run, everything);
    expect(whole).toMatchObject({ state: { kind: 'noMore' }, rowCount: 4, calls: 4 });
    expect(seen).toEqual([before, before, later, later]);
  });

  it('for an automatic retry', async () => {
    const run = await runUntil(1, search, (number) => (number === 1 ? null : page(number, 2)));
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 2 });
    expect(seen).toEqual([before, later]);
  });

  it('for polls of an operation, which another key continues', async () => {
    const prepared = { status: 'success', result: { results: [{ id: '1' }] } };
    const run = await runUntil(3, stored, (number, path) => {
      if (!path.includes('/operations/')) return { operationId: 'op_1' };
      return number > 3 ? prepared : { status: 'running' };
    });
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
    expect(seen).toEqual([before, before, before, later]);
  });
});
