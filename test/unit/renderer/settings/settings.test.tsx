// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCeiling, readPrice, readTimeout } from '#renderer/features/settings/read-numbers.ts';
import { SettingsPage } from '#renderer/features/settings/SettingsPage.tsx';
import { useApp } from '#renderer/state/app.ts';
import { usualPreferences, type Preferences } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only, settle, type } from '../explore/window.tsx';
import { answer, asked, resetHost } from '../fake-host.ts';
import { makeProblem, makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const field = (label: string): HTMLInputElement => only(`input[aria-label="${label}"]`);
const kept = () => useApp.getState().snapshot?.preferences;
const saves = () => asked.filter(({ method }) => method === 'preferences.save');

/** Leaves the field, which saves at once. */
const leave = (label: string) => act(async () => field(label).blur());

async function set(label: string, text: string): Promise<void> {
  await type(field(label), text);
  await leave(label);
  await settle();
}

beforeEach(resetHost);

describe('numbers as people type them', () => {
  it.each([
    ['130', { value: 130 }],
    [' 3,600 ', { value: 3600 }],
    ['3 600', { value: 3600 }],
    ['3601', { complaint: 'Give seconds, from 1 to 3,600.' }],
    ['0', { complaint: 'Give seconds, from 1 to 3,600.' }],
    ['1.5', { complaint: 'Give seconds, from 1 to 3,600.' }],
    ['', { complaint: 'Give seconds, from 1 to 3,600.' }],
  ])('seconds: “%s”', (typed, read) => {
    expect(readTimeout(typed)).toEqual(read);
  });

  it('a ceiling may be left out, a price may have a point or a comma', () => {
    expect(readCeiling(' ')).toEqual({ value: null });
    expect(readCeiling('10,000')).toEqual({ value: 10_000 });
    expect(readCeiling('-1')).toHaveProperty('complaint');
    expect(readPrice('')).toEqual({ value: null });
    expect([readPrice('0.004'), readPrice('0,004'), readPrice('2')]).toEqual([
      { value: 0.004 },
      { value: 0.004 },
      { value: 2 },
    ]);
    for (const typed of ['abc', '-1', '1e3', '1,000.5', 'Infinity']) {
      expect(readPrice(typed)).toHaveProperty('complaint');
    }
  });
});

describe('settings', () => {
  it('are saved when the field is left, with a quiet word', async () => {
    await draw(<SettingsPage />);
    await set('Calls per run', '500');
    await set('Calls per day', '2,000');
    expect(kept()?.ceilings).toEqual({ run: 500, day: 2000 });
    expect(only('output[aria-label="Ceilings: saving"]').textContent).toBe('Saved');
    await set('Calls per run', '');
    expect(kept()?.ceilings).toEqual({ run: null, day: 2000 });
    expect(saves()).toHaveLength(3);
  });

  it('are saved while still in the field, once what is typed rests', async () => {
    vi.useFakeTimers();
    await draw(<SettingsPage />);
    await type(field('Seconds to wait for an answer'), '20');
    await type(field('Seconds to wait for an answer'), '200');
    expect(saves()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(saves().map(({ input }) => (input as Preferences).timeoutSeconds)).toEqual([200]);
  });

  it('that make no sense are said in a sentence and not saved', async () => {
    await draw(<SettingsPage />);
    await set('Seconds to wait for an answer', '0');
    expect(screenText()).toContain('Give seconds, from 1 to 3,600.');
    await set('Price of a Forum call', 'abc');
    expect(screenText()).toContain('Give an amount such as 0.02, or nothing.');
    await set('Currency', ' ');
    expect(screenText()).toContain('Give a currency such as EUR.');
    expect(saves()).toEqual([]);
  });

  it('say what a short wait may cost', async () => {
    await draw(<SettingsPage />);
    expect(screenText()).not.toContain('Answers can take up to 120 seconds');
    await set('Seconds to wait for an answer', '60');
    expect(screenText()).toContain('Answers can take up to 120 seconds');
  });

  it('keep prices per platform, and take one away again', async () => {
    await draw(<SettingsPage />);
    await set('Price of a Microblog call', '0,004');
    await set('Price of a Forum call', '0.01');
    await set('Currency', 'CHF');
    expect(kept()?.prices).toEqual({ currency: 'CHF', perCall: { microblog: 0.004, forum: 0.01 } });
    await set('Price of a Microblog call', '');
    expect(kept()?.prices.perCall).toEqual({ forum: 0.01 });
  });

  it('go back to usual part by part', async () => {
    const preferences: Preferences = {
      ...usualPreferences,
      timeoutSeconds: 60,
      retries: 0,
      ceilings: { run: 5, day: null },
    };
    await draw(<SettingsPage />, { snapshot: makeSnapshot({ preferences }) });
    expect(buttons('Reset to usual: Appearance')).toEqual([]);
    await click(button('Reset to usual: Requests'));
    await settle();
    expect(kept()).toEqual({ ...usualPreferences, ceilings: { run: 5, day: null } });
    expect(field('Seconds to wait for an answer').value).toBe('130');
    expect(buttons('Reset to usual: Requests')).toEqual([]);
  });

  it('that can’t be kept go back, with the reason', async () => {
    await draw(<SettingsPage />);
    answer('preferences.save', () => ({ ok: false, error: makeProblem('The disk is full.') }));
    await set('Calls per day', '9');
    expect(screenText()).toContain('The disk is full.');
    expect(field('Calls per day').value).toBe('');
    expect(kept()).toEqual(usualPreferences);
  });
});
