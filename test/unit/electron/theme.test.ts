import type { NativeTheme } from 'electron';
import { expect, it } from 'vitest';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import type { Memory, Remembered } from '#main/electron/remembered.ts';
import { followTheme, hearTheme } from '#main/electron/theme.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { createEvents } from './stand-in.ts';

const remembering = (theme: Memory['theme']): Remembered => {
  let memory: Memory = { bounds: null, maximized: false, folders: [], theme };
  return {
    get: () => memory,
    change(change) {
      memory = { ...memory, ...change };
    },
  };
};

it('the system’s parts begin in the scheme of last time, and follow the person’s choice', () => {
  const events = createEvents();
  const nativeTheme: Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'> = {
    on: events.on,
    shouldUseDarkColors: true,
    themeSource: 'system',
  };
  const remembered = remembering('dark');
  const painted: string[] = [];
  const { use } = followTheme(nativeTheme, remembered, () => ({
    setBackgroundColor: (colour) => void painted.push(colour),
  }));
  expect(nativeTheme.themeSource).toBe('dark');
  use('light');
  expect([nativeTheme.themeSource, remembered.get().theme]).toEqual(['light', 'light']);
  events.emit('updated');
  expect(painted).toEqual(['#131416']);
});

it('hears of preferences that were kept, and of nothing else', async () => {
  const used: string[] = [];
  const preferences = { ...usualPreferences, theme: 'dark' };
  const hear = (answer: unknown): ReturnType<typeof hearTheme> =>
    hearTheme(
      createFakeCore(async () => answer as never),
      (theme) => void used.push(theme),
    );
  const kept = { ok: true, value: preferences };
  expect(await hear(kept).call('preferences.save', preferences)).toBe(kept);
  await hear(kept).call('app.snapshot', {});
  await hear({ ok: false, error: {} }).call('preferences.save', preferences);
  expect(used).toEqual(['dark']);
});
