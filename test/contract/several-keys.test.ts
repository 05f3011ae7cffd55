/** Several credentials of one service: names, the one in use, replacing, how many there may be. */
import { expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { ask } from '#test/support/free-request.ts';
import {
  addBoth,
  beginWithoutKey as begin,
  eachTestHasServer,
  sent,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';

eachTestHasServer();

const startRun = () => test.call('run.start', { runId: mintRunId(), query: stored });
const refused = { ok: false, error: { code: 'invalid_input' } };
const none = (title: string) => ({ ok: false, error: { code: 'no_credential', title } });

it('the one that is chosen is sent; after it is removed none is, and that is said', async () => {
  await begin();
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
  expect(await ask(true)).toMatchObject(notInUse);
  expect(await test.call('credential.test', {})).toMatchObject(notInUse);
  await test.value('credential.remove', { id: credentials[0]?.id ?? '' });
  expect(await startRun()).toMatchObject(none('There is no key for this service yet.'));
  expect(server.requests).toHaveLength(1);
});

it('they are added and replaced as what they are', async () => {
  await begin();
  const value = server.sessionToken;
  const answer = await test.call('credential.add', { value, as: 'key' });
  expect(answer).toMatchObject(refused);
  expect(JSON.stringify(answer)).not.toContain(value.slice(0, 20));
  expect((await test.value('app.snapshot', {})).credentials).toEqual([]);
  await addBoth();
  const [key, token] = (await test.value('app.snapshot', {})).credentials;
  const other = 'another-key-0001';
  for (const wrong of [
    { id: key!.id, value },
    { id: token!.id, value: other },
  ]) {
    expect(await test.call('credential.replace', wrong)).toMatchObject(refused);
  }
  const right = await test.value('credential.replace', { id: key!.id, value: other });
  expect(right.credential).toMatchObject({ id: key?.id, lastFour: '0001' });
});

it('they are twelve at most', async () => {
  await begin();
  for (let n = 10; n < 22; n++) {
    await test.value('credential.add', { value: `some-access-key-${n}` });
  }
  const more = await test.call('credential.add', { value: 'some-access-key-99' });
  expect(more).toMatchObject(refused);
  // Then no trial key is asked for either: it could not be kept.
  expect((await test.call('trial.get', { source: 'x' })).ok).toBe(false);
  expect(server.requests).toEqual([]);
});

it('one of the environment is changed there', async () => {
  await begin({ accessKey: server.accessKey });
  for (const [method, input] of [
    ['credential.remove', { id: 'environment' }],
    ['credential.rename', { id: 'environment', name: 'x' }],
    ['credential.replace', { id: 'environment', value: 'another-key-0001' }],
  ] as const) {
    expect(await test.core.call(method, input)).toMatchObject(refused);
  }
  expect((await test.value('app.snapshot', {})).credential?.source).toBe('environment');
});
