/** Several credentials of one service: names, the one in use, replacing, how many there may be. */
import { describe, expect, it } from 'vitest';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import { ask } from '#test/support/free-request.ts';
import {
  addBoth,
  begin,
  eachTestHasServer,
  sent,
  server,
  stored,
  way,
} from '#test/support/second-server-way.ts';

eachTestHasServer();

describe('several keys', () => {
  it('have names, and the one that is chosen is sent', async () => {
    await begin();
    const first = await way.value('credential.add', { value: server.accessKey, name: ' Team ' });
    const second = await way.value('credential.add', { value: 'another-key-0001', name: 'Mine' });
    expect(second.credential?.name).toBe('Mine');
    const id = first.credential?.id ?? '';
    const used = await way.value('credential.use', { id });
    expect(used.credential).toMatchObject({ name: 'Team', inUse: true });
    await way.value('credential.rename', { id, name: 'The team’s' });
    await way.value('run.start', { runId: mintRunId(), query: stored });
    expect(sent()).toEqual([['/api/data/microblog/posts', `Bearer ${server.accessKey}`]]);
    const removed = await way.value('credential.remove', { id });
    expect(removed.credential).toBeNull();
    expect(removed.credentials).toMatchObject([{ name: 'Mine', inUse: false }]);
  });

  it('none of which is in use: that is said, not that there is none', async () => {
    await begin();
    const first = await way.value('credential.add', { value: server.accessKey });
    await way.value('credential.add', { value: 'another-key-0001' });
    await way.value('credential.remove', {});
    const none = { ok: false, error: { code: 'no_credential', title: 'No key is in use.' } };
    const run = { runId: mintRunId(), query: stored };
    expect(await way.call('run.start', run)).toMatchObject(none);
    expect(await ask(true)).toMatchObject(none);
    expect(await way.call('credential.test', {})).toMatchObject(none);
    await way.value('credential.remove', { id: first.credential?.id ?? '' });
    expect(await way.call('run.start', run)).toMatchObject({
      ok: false,
      error: { code: 'no_credential', title: 'There is no key for this service yet.' },
    });
    expect(server.requests).toEqual([]);
  });

  it('one that can’t be read any more is not taken for none', async () => {
    const secrets = paperKeychain();
    await begin({ secrets });
    await way.value('credential.add', { value: server.accessKey });
    await way.close();
    for (const account of secrets.entries.keys()) {
      if (account.startsWith('key ')) secrets.entries.delete(account);
    }
    await begin({ secrets });
    const title = 'The key can’t be read from where it is kept.';
    const unreadable = { ok: false, error: { code: 'no_credential', title } };
    const run = { runId: mintRunId(), query: stored };
    expect(await way.call('run.start', run)).toMatchObject(unreadable);
    expect(await way.call('credential.test', {})).toMatchObject(unreadable);
  });

  it('are replaced with another of their kind only', async () => {
    await begin();
    await addBoth();
    const { credentials } = await way.value('app.snapshot', {});
    const [key, token] = credentials;
    const wrong = await way.call('credential.replace', {
      id: key?.id ?? '',
      value: server.sessionToken,
    });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const swapped = await way.call('credential.replace', {
      id: token?.id ?? '',
      value: 'another-key-0001',
    });
    expect(swapped).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    const right = await way.value('credential.replace', {
      id: key?.id ?? '',
      value: 'another-key-0001',
    });
    expect(right.credential).toMatchObject({ id: key?.id, lastFour: '0001' });
  });

  it('are twelve at most', async () => {
    await begin();
    for (let n = 10; n < 22; n++) {
      await way.value('credential.add', { value: `some-access-key-${n}` });
    }
    const more = await way.call('credential.add', { value: 'some-access-key-99' });
    expect(more).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    // Then no trial key is asked for either: it could not be kept.
    expect((await way.call('trial.get', { source: 'x' })).ok).toBe(false);
    expect(server.requests).toEqual([]);
  });

  it('of the environment are changed there', async () => {
    await begin({ accessKey: server.accessKey });
    for (const [method, input] of [
      ['credential.remove', { id: 'environment' }],
      ['credential.rename', { id: 'environment', name: 'x' }],
      ['credential.replace', { id: 'environment', value: 'another-key-0001' }],
    ] as const) {
      const answer = await way.send(method, input);
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
    expect((await way.value('app.snapshot', {})).credential?.source).toBe('environment');
  });
});
