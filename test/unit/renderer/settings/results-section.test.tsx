// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SettingsPage } from '#renderer/features/settings/SettingsPage.tsx';
import { useApp } from '#renderer/state/app.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only, settle } from '../explore/window.tsx';
import { resetHost } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const kept = () => useApp.getState().snapshot?.preferences;

async function choose(group: string, value: string): Promise<void> {
  await click(only(`[role="radiogroup"][aria-label="${group}"] input[value="${value}"]`));
  await settle();
}

beforeEach(resetHost);

describe('results in Settings', () => {
  it('the clock of dates is kept, and goes back to usual', async () => {
    await draw(<SettingsPage />);
    await choose('Dates and times', 'utc');
    expect(kept()).toEqual({ ...usualPreferences, timeZone: 'utc' });
    await click(button('Reset to usual: Results'));
    await settle();
    expect(kept()).toEqual(usualPreferences);
  });

  it('pictures are off, and wait for the next load once they are on', async () => {
    await draw(<SettingsPage />);
    expect(kept()?.remoteImages).toBe(false);
    expect(screenText()).toContain('Those sites then learn which pictures you look at');
    expect(buttons('Load again')).toEqual([]);
    await choose('Pictures from the internet', 'on');
    expect(kept()?.remoteImages).toBe(true);
    expect(screenText()).toContain('Pictures are shown once the window is loaded again');
    expect(buttons('Load again')).toHaveLength(1);
  });

  it('a window loaded with pictures says when they are kept out', async () => {
    const preferences = { ...usualPreferences, remoteImages: true };
    await draw(<SettingsPage />, {
      snapshot: makeSnapshot({ preferences }),
      letsPicturesIn: true,
    });
    expect(buttons('Load again')).toEqual([]);
    await choose('Pictures from the internet', 'off');
    expect(screenText()).toContain('Pictures are kept out once the window is loaded again');
  });
});
