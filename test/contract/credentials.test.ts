/** Which key travels where: order, origin, kinds (checklist 18–23), judged by what servers saw. */
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mintRunId, paperKeychain, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };

let server: SecondServer;
let other: SecondServer;
let test: TestCore;
const open = async (options: TestCoreOptions = {}): Promise<TestCore> => {
  test = await startTestCore({ serviceAddress: server.address, ...options });
  return test;
};
const ask = () => test.value('run.start', { runId: mintRunId(), query });
const bearers = (one: SecondServer): string[] =>
  one.requests.map(({ authorization = '' }) => authorization.replace('Bearer ', ''));

beforeEach(async () => {
  server = await startSecondServer();
  other = await startSecondServer({ accessKey: 'other-access-key-0002' });
});
afterEach(async () => {
  await test.close();
  await Promise.all([server.close(), other.close()]);
});

describe('[20] order of resolution', () => {
  it('the environment goes before a stored key, and says so', async () => {
    const secrets = paperKeychain();
    await open({ secrets });
    await test.value('service.choose', { kind: 'address', address: server.address });
    await test.value('credential.add', { value: 'stored-key-00001' });
    await ask();
    await test.close();
    await open({ secrets, accessKey: 'environment-key-1' });
    const { credential } = await test.value('app.snapshot', {});
    expect(credential).toMatchObject({
      kind: 'accessKey',
      source: 'environment',
      lastFour: 'ey-1',
      inUse: true,
      overridesStored: true,
    });
    await ask();
    expect(bearers(server)).toEqual(['stored-key-00001', 'environment-key-1']);
  });

  it('a stored key outlives the program, a key without a keychain does not', async () => {
    const secrets = paperKeychain();
    for (const kept of [secrets, undefined]) {
      await open(kept ? { secrets: kept } : {});
      await test.value('service.choose', { kind: 'address', address: server.address });
      const added = await test.value('credential.add', { value: server.accessKey });
      expect(added.credential?.source).toBe(kept ? 'keychain' : 'session');
      expect((await ask()).run.state.kind).toBe('more');
      await test.close();
      await open(kept ? { secrets: kept } : {});
      const { credential } = await test.value('app.snapshot', {});
      expect(credential?.source ?? null).toBe(kept ? 'keychain' : null);
      await test.close();
    }
  });

  it('a removed key is gone from the keychain, and nothing is sent without one', async () => {
    const secrets = paperKeychain();
    await open({ secrets });
    await test.value('service.choose', { kind: 'address', address: server.address });
    await test.value('credential.add', { value: server.accessKey });
    await test.value('credential.remove', {});
    expect(secrets.entries.size).toBe(0);
    const answer = await test.call('run.start', { runId: mintRunId(), query });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'no_credential', call: 'noCall', remedies: [{ kind: 'openAccount' }] },
    });
    expect(server.requests.length).toBe(0);
  });

  it('[21] a keychain that can’t be read is left as it is', async () => {
    const secrets = paperKeychain();
    secrets.entries.set('kept', 'untouched');
    await open({
      secrets: {
        ...secrets,
        get: () => Promise.reject(new Error('locked')),
        set: () => Promise.reject(new Error('must not be written')),
        delete: () => Promise.reject(new Error('must not be deleted')),
      },
    });
    await test.value('service.choose', { kind: 'address', address: server.address });
    const added = await test.value('credential.add', { value: server.accessKey });
    expect(added.credential?.source).toBe('session');
    expect(added.notices.map(({ code }) => code)).toEqual(['keychain_unreadable']);
    expect((await ask()).run.state.kind).toBe('more');
    await test.value('credential.remove', {});
    expect([...secrets.entries]).toEqual([['kept', 'untouched']]);
  });
});

describe('a key in the environment', () => {
  it.each(['“sk-123456789”', 'sk-1234\n56789', 'sk 123456789', 'short'])(
    'that no header can carry is said at the start, not at the first call: %j',
    async (accessKey) => {
      await expect(startTestCore({ serviceAddress: server.address, accessKey })).rejects.toThrow(
        /^The key in SOCIAL_DATA_API_KEY can’t be used\. [^.]+\.( Copy it again, \w+\.)?$/,
      );
      await open({ accessKey: server.accessKey });
      expect(server.requests).toEqual([]);
    },
  );

  it('that is not used hinders nobody', async () => {
    test = await startTestCore({ accessKey: 'short' });
    expect((await test.value('app.snapshot', {})).credential).toBeNull();
  });
});

describe('[22] a key goes to its own address only', () => {
  it('the environment’s key does not follow to another address, nor come back wrong', async () => {
    await open({ accessKey: server.accessKey });
    await ask();
    await test.value('service.choose', { kind: 'address', address: other.address });
    const answer = await test.call('run.start', { runId: mintRunId(), query });
    expect(answer).toMatchObject({ ok: false, error: { code: 'no_credential' } });
    await test.value('credential.add', { value: other.accessKey });
    expect((await ask()).run.state.kind).toBe('more');
    await test.value('service.choose', { kind: 'address', address: server.address });
    expect((await ask()).run.state.kind).toBe('more');
    expect(bearers(server)).toEqual([server.accessKey, server.accessKey]);
    expect(bearers(other)).toEqual([other.accessKey]);
  });

  it('a run keeps to the address it began with, and waits while another is in use', async () => {
    await open({ accessKey: server.accessKey });
    const { run } = await ask();
    await test.value('service.choose', { kind: 'address', address: other.address });
    await test.value('credential.add', { value: other.accessKey });
    expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
    expect(bearers(server)).toEqual([server.accessKey]);
    await test.value('service.choose', { kind: 'address', address: server.address });
    const next = await test.value('run.next', { runId: run.id });
    expect(next.run.pageCount).toBe(2);
    expect(bearers(server)).toEqual([server.accessKey, server.accessKey]);
    expect(other.requests).toEqual([]);
  });

  it('the sample service never sees it', async () => {
    const sample = {
      address: other.address,
      accessKey: other.accessKey,
      sessionToken: other.sessionToken,
    };
    await open({ accessKey: server.accessKey, sampleService: async () => sample });
    const { credential } = await test.value('service.choose', { kind: 'sample' });
    expect(credential?.source).toBe('sample');
    expect((await ask()).run.state.kind).toBe('more');
    expect(bearers(other)).toEqual([other.accessKey]);
    expect((await test.call('credential.add', { value: server.accessKey })).ok).toBe(false);
  });

  it.each([301, 302, 303, 307, 308])(
    'a %s is not followed: its target sees nothing',
    async (status) => {
      const seen: IncomingHttpHeaders[] = [];
      const target = await serve(({ headers }, response) => {
        seen.push(headers);
        response.end('{}');
      });
      const redirecting = await serve((_request, response) => {
        const Location = `${target}/api/data/microblog/posts/live?q=sea`;
        response.writeHead(status, { Location }).end('{}');
      });
      await open({ serviceAddress: redirecting, accessKey: 'redirected-key-1' });
      const { run } = await ask();
      expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'redirect_refused' } });
      expect(seen).toEqual([]);
    },
  );

  it.each([
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:word@example.com',
    'https://example.com/?key=1',
    'https://example.com/#a',
    'example.com',
    '',
  ])('an address that is not allowed is refused: %s', async (address) => {
    await open({ accessKey: server.accessKey });
    const answer = await test.call('service.choose', { kind: 'address', address });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', remedies: [{ kind: 'changeParameter', key: 'address' }] },
    });
    expect((await test.value('app.snapshot', {})).profile?.address).toBe(server.address);
  });
});

describe('[23] kinds of credentials', () => {
  it('a session token is no key for data: refused, stored nowhere', async () => {
    const secrets = paperKeychain();
    await open({ secrets });
    await test.value('service.choose', { kind: 'address', address: server.address });
    const answer = await test.call('credential.add', { value: server.sessionToken, as: 'key' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(secrets.entries.size).toBe(0);
    expect(JSON.stringify(answer)).not.toContain(server.sessionToken.slice(0, 20));
  });

  it('a trial key is known as one, and a live question says why it can’t be asked', async () => {
    await open({ accessKey: server.trialKey });
    const { credential } = await test.value('app.snapshot', {});
    expect(credential?.kind).toBe('trialKey');
    const { run } = await ask();
    expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'trial_live' } });
  });

  it.each([
    ['accepted', 'second-access-key-0001'],
    ['accepted', 'TRIAL-second-0001'],
    ['refused', 'some-other-key-0001'],
  ])('testing a key costs nothing: %s for %s', async (verdict, accessKey) => {
    await open({ accessKey });
    expect((await test.value('credential.test', {})).verdict).toBe(verdict);
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/data/operations/op_check']);
    expect((await test.value('app.snapshot', {})).calls.session).toBe(0);
  });

  it('a service that fails leaves the key undecided', async () => {
    await open({ accessKey: server.accessKey });
    server.fail({ kind: 'status', status: 500 }, 5);
    expect((await test.value('credential.test', {})).verdict).toBe('undecided');
  });
});
