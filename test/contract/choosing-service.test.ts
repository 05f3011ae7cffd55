/** Which service is in use after choosing, whatever fails or happens at the same time. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askIn, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { search } from '#test/support/run-core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';

const accessKey = 'some-access-key-1';
const other = { kind: 'address', address: 'https://other.test' } as const;

let test: TestCore;
let letSampleStart: () => void;
beforeEach(async () => {
  const mayStart = new Promise<void>((resolve) => {
    letSampleStart = resolve;
  });
  test = await startTestCore({
    settings: { service: { kind: 'address', address: 'https://first.test' } },
    accessKey,
    sampleService: async () => {
      await mayStart;
      return { address: 'http://127.0.0.1:9', accessKey: 'sample-key-1', sessionToken: 'none' };
    },
  });
});
afterEach(() => test.close());

const inUse = async () => {
  const { profile, preferences } = await test.value('app.snapshot', {});
  const { serviceProfile } = await test.value('description.get', {});
  return { profile: profile?.id, described: serviceProfile.profileId, preferences };
};

it('the one chosen last, though the one before takes longer; preferences saved meanwhile stay', async () => {
  const { preferences } = await inUse();
  const slow = test.call('service.choose', { kind: 'sample' });
  const quick = test.call('service.choose', other);
  const saved = test.value('preferences.save', { ...preferences, retries: 0 });
  letSampleStart();
  await Promise.all([slow, quick, saved]);
  expect(await inUse()).toMatchObject({
    profile: 'https://other.test',
    described: 'https://other.test',
    preferences: { retries: 0 },
  });
});

it('the one of before, with its own names and paths, when the choice can’t be kept', async () => {
  const file = join(test.dataDir, 'settings.json');
  await rm(file);
  await mkdir(file);
  const refused = await test.call('service.choose', other);
  expect(refused).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  const { preferences, ...service } = await inUse();
  expect(service).toEqual({ profile: 'https://first.test', described: 'https://first.test' });
  // Nor does it come with what is kept next.
  await rm(file, { recursive: true });
  await test.value('preferences.save', { ...preferences, retries: 0 });
  await test.core.close();
  const again = await startTestCore({ dataDir: test.dataDir });
  const { profile, preferences: kept } = await again.value('app.snapshot', {});
  expect([profile?.id, kept.retries]).toEqual(['https://first.test', 0]);
  await again.close();
});

it('the first call of a service is told, though the one before had as many', async () => {
  for (const server of [await startSecondServer(), await startSecondServer()]) {
    await test.value('service.choose', { kind: 'address', address: server.address });
    await test.value('credential.add', { value: server.accessKey });
    const { length } = test.events;
    await askIn(test, search);
    const told = test.events.slice(length).filter(({ kind }) => kind === 'calls.changed');
    expect(told).toEqual([{ kind: 'calls.changed', calls: { session: 1, total: 1 } }]);
    const chosen = { kind: 'service.chosen', profileId: server.address };
    expect(test.events.findLast(({ kind }) => kind === 'service.chosen')).toEqual(chosen);
    await server.close();
  }
});
