/** Which service is in use after choosing, whatever fails or happens at the same time. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import { startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';

let test: TestCore;
let letSampleStart: () => void;

beforeEach(async () => {
  const sample = await startSampleService();
  const mayStart = new Promise<void>((resolve) => {
    letSampleStart = resolve;
  });
  test = await startTestCore({
    settings: { service: { kind: 'address', address: 'https://first.test' } },
    accessKey: 'some-access-key-1',
    sampleService: async () => {
      await mayStart;
      return sample;
    },
  });
  return async () => {
    await sample.close();
  };
});
afterEach(() => test.close());

const inUse = async () => {
  const { profile, preferences } = await test.value('app.snapshot', {});
  const { serviceProfile } = await test.value('description.get', {});
  return { profile: profile?.id, described: serviceProfile.profileId, preferences };
};
const other = { kind: 'address', address: 'https://other.test' } as const;

it('the one chosen last, though the one before takes longer to be there', async () => {
  const slow = test.call('service.choose', { kind: 'sample' });
  const quick = test.call('service.choose', other);
  letSampleStart();
  await Promise.all([slow, quick]);
  expect(await inUse()).toMatchObject({
    profile: 'https://other.test',
    described: 'https://other.test',
  });
});

it('the one of before, with its own names and paths, when the choice can’t be kept', async () => {
  const file = join(test.dataDir, 'settings.json');
  await rm(file);
  await mkdir(file);
  const refused = await test.call('service.choose', other);
  expect(refused).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  expect(await inUse()).toMatchObject({
    profile: 'https://first.test',
    described: 'https://first.test',
  });
  // Nor does it come with what is kept next.
  await rm(file, { recursive: true });
  const { preferences } = await inUse();
  await test.value('preferences.save', { ...preferences, retries: 0 });
  await test.core.close();
  const again = await startTestCore({ dataDir: test.dataDir });
  const { profile, preferences: kept } = await again.value('app.snapshot', {});
  expect([profile?.id, kept.retries]).toEqual(['https://first.test', 0]);
  await again.close();
});

it('preferences that are saved at the same time stay too', async () => {
  const { preferences } = await inUse();
  await Promise.all([
    test.value('service.choose', other),
    test.value('preferences.save', { ...preferences, retries: 0 }),
  ]);
  expect(await inUse()).toMatchObject({
    profile: 'https://other.test',
    preferences: { retries: 0 },
  });
});

it.each([
  'nonsense',
  '',
  'http://evil.test',
  'https://name:secret@evil.test',
  'https://evil.test/?to=',
  'file:///etc/passwd',
])('none, when the settings name an address that is not allowed: %j', async (address) => {
  const odd = await startTestCore({
    settings: { service: { kind: 'address', address }, preferences: { retries: 0 } },
    accessKey: 'some-access-key-1',
  });
  const { profile, preferences, credential } = await odd.value('app.snapshot', {});
  expect([profile, preferences.retries, credential]).toEqual([null, 0, null]);
  await odd.close();
});
