/** Which key travels where: order, origin, kinds (checklist 18–23), judged by what servers saw. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import { ask, begin, eachTestHasCore, search, server, test } from '#test/support/run-core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const more = { state: { kind: 'more' } };
const bearers = (one: SecondServer): string[] =>
  one.requests.map(({ authorization = '' }) => authorization.replace('Bearer ', ''));
const choose = ({ address }: SecondServer) =>
  test.value('service.choose', { kind: 'address', address });

eachTestHasCore();
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
    const address = 'http://example.com';
    expect(await test.call('service.choose', { kind: 'address', address })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', remedies: [{ kind: 'changeParameter', key: 'address' }] },
    });
    expect((await test.value('app.snapshot', {})).profile?.address).toBe(server.address);
  });
});
