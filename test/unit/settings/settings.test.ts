/** Settings over restarts: what can't be read is said, and never written over. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { openSettings } from '#main/core/settings/settings.ts';
import { testFolder } from '#test/support/store/runs.ts';

const preferences = { ...defaultPreferences, ceilings: { run: 3, day: 5 } };

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = testFolder();
  path = join(dataDir, 'settings.json');
});

it.each([
  ['damaged', '{"preferences":{"ceilings":{"day":5}'],
  ['a list', '[]'],
  ['too deep to be written again', `{"other":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
])(
  'a file that is %s gives the usual settings, is said, and is kept before it is replaced',
  async (_, damaged) => {
    await writeFile(path, damaged);
    const settings = await openSettings(dataDir);
    expect(settings.get()).toEqual({ preferences: defaultPreferences, service: null });
    expect(settings.notices).toMatchObject([{ code: 'settings_damaged' }]);
    expect(await readdir(dataDir)).toEqual(['settings.json']);
    await settings.change({ preferences });
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('settings-damaged-'));
    expect(await readFile(join(dataDir, aside ?? ''), 'utf8')).toBe(damaged);
    const again = await openSettings(dataDir);
    expect(again.get().preferences).toEqual(preferences);
    expect(again.notices).toEqual([]);
  },
);

it('a change of one preference or limit leaves the others as they are by then', async () => {
  const settings = await openSettings(dataDir);
  await settings.change({ preferences });
  const wanted = { ...preferences, retries: 0, ceilings: { run: 3, day: 9 } };
  const changes = [{ ceilings: { day: 9 } }, { retries: 0 }];
  const [, last] = await Promise.all(changes.map((one) => settings.changePreferences(one)));
  expect(last).toEqual(wanted);
  expect((await openSettings(dataDir)).get().preferences).toEqual(wanted);
});

it('what this version does not know stays in the file, as does what it can’t use and nobody changed', async () => {
  const newer = {
    preferences: { ...preferences, speech: 'on' },
    service: { kind: 'tunnel' },
    accounts: [1],
  };
  await writeFile(path, JSON.stringify(newer));
  await (await openSettings(dataDir)).change({ preferences: defaultPreferences });
  const kept = { ...newer, preferences: { ...defaultPreferences, speech: 'on' } };
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(kept);
});

it('a file that the disk does not let be read is left as it is', async () => {
  await mkdir(path);
  const settings = await openSettings(dataDir);
  expect(settings.notices).toMatchObject([{ code: 'settings_refused' }]);
  await rm(path, { recursive: true });
  await expect(settings.change({ preferences })).rejects.toMatchObject({ code: 'storage_failed' });
  expect(settings.get().preferences).toEqual(defaultPreferences);
  expect(await readdir(dataDir)).toEqual([]);
});

it('[1] a wrong member takes its usual value, as does an address that is not allowed; the others stay', async () => {
  const odd = ['nonsense', '', 'http://evil.test', 'https://name:secret@evil.test'];
  for (const service of [1, ...odd.map((address) => ({ kind: 'address', address }))]) {
    const text = JSON.stringify({ preferences: { ...preferences, retries: 9 }, service });
    await writeFile(path, text);
    const settings = await openSettings(dataDir);
    expect(settings.get()).toEqual({ preferences: { ...preferences, retries: 2 }, service: null });
    expect(settings.notices).toEqual([]);
  }
});
