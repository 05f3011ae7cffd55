import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { SettingsPage } from '#renderer/features/settings/SettingsPage.tsx';
import {
  readCeiling,
  readMegabytes,
  readPrice,
  readTimeout,
} from '#renderer/features/settings/setting-rows.tsx';
import { useApp } from '#renderer/state/app.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only, settle, type } from '../explore/window.tsx';
import { answer, inputsOf, ok, refuse } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

const field = (label: string): HTMLInputElement => only(`input[aria-label="${label}"]`);
const kept = () => useApp.getState().snapshot?.preferences;
const saves = () => inputsOf('preferences.save');

/** Types it and leaves the field, which saves at once. */
async function set(label: string, text: string): Promise<void> {
  await type(field(label), text);
  await act(async () => field(label).blur());
  await settle();
}

const choose = (group: string, value: string) =>
  click(only(`[role="radiogroup"][aria-label="${group}"] input[value="${value}"]`));

it('numbers are read as people type them', () => {
  const noNumber = { complaint: expect.any(String) };
  const seconds = ['130', ' 240 ', '241', '0', '1.5', ''].map(readTimeout);
  const read = [130, 240].map((value) => ({ value }));
  expect(seconds).toEqual([...read, noNumber, noNumber, noNumber, noNumber]);
  // A ceiling and a price may be left out; a price may have a point or a comma.
  const ceilings = [' ', '10,000', '10 000', '-1'].map(readCeiling);
  const many = { value: 10_000 };
  expect(ceilings).toEqual([{ value: null }, many, many, noNumber]);
  const prices = ['', '0.004', '0,004', '2'].map(readPrice);
  expect(prices).toEqual([null, 0.004, 0.004, 2].map((value) => ({ value })));
  for (const typed of ['abc', '-1', '1e3', '1,000.5', '1,500'])
    expect(readPrice(typed)).toEqual(noNumber);
});

it('settings are saved when the field is left; what makes no sense is said and not saved', async () => {
  await draw(<SettingsPage />);
  for (const [label, text, complaint] of [
    ['Seconds to wait for an answer', '0', 'Enter a whole number of seconds from 1 to 240.'],
    ['Price of a Forum call', 'abc', 'Enter an amount such as 0.02, or leave it empty.'],
    ['Currency', ' ', 'Enter a currency such as EUR.'],
  ] as const) {
    await set(label, text);
    expect(screenText()).toContain(complaint);
  }
  expect(saves()).toEqual([]);
  await set('Calls per run', '500');
  await set('Calls per day', '2,000');
  expect(kept()?.ceilings).toEqual({ run: 500, day: 2000 });
  expect(only('output[aria-label="Spending limits: saving"]').textContent).toBe('Saved');
  await set('Calls per run', '');
  expect(kept()?.ceilings).toEqual({ run: null, day: 2000 });
  expect(saves()).toHaveLength(3);
  await set('Price of a Microblog call', '0,004');
  await set('Price of a Forum call', '0.01');
  await set('Currency', 'CHF');
  expect(kept()?.prices).toEqual({ currency: 'CHF', perCall: { microblog: 0.004, forum: 0.01 } });
  await set('Price of a Microblog call', '');
  expect(kept()?.prices.perCall).toEqual({ forum: 0.01 });
});

it('what is saved by a press elsewhere, or typed just before it, waits until that is released', async () => {
  await draw(<SettingsPage />);
  const [run, day] = [field('Calls per run'), field('Calls per day')];
  const press = (): void => void window.dispatchEvent(new PointerEvent('pointerdown'));
  await type(run, '500');
  press();
  await act(async () => run.blur());
  expect(saves()).toEqual([]);
  await act(async () => window.dispatchEvent(new PointerEvent('pointerup')));
  expect(saves()).toEqual([{ ceilings: { run: 500 } }]);
  vi.useFakeTimers();
  await type(day, '2000');
  press();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(saves()).toHaveLength(1);
  // The pointer moves without a button: a scrollbar was let go of.
  await act(async () => window.dispatchEvent(new PointerEvent('pointermove')));
  expect(saves()).toHaveLength(2);
});

it('settings are saved once what is typed rests, and go back if they can’t be kept', async () => {
  vi.useFakeTimers();
  await draw(<SettingsPage />);
  await type(field('Seconds to wait for an answer'), '20');
  await type(field('Seconds to wait for an answer'), '200');
  expect(saves()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  const saved = { ...defaultPreferences, timeoutSeconds: 200 };
  expect(saves()).toEqual([{ timeoutSeconds: 200 }]);
  answer('preferences.save', refuse('The disk is full.'));
  await set('Calls per day', '9');
  expect(screenText()).toContain('The disk is full.');
  expect(field('Calls per day').value).toBe('');
  expect(kept()).toEqual(saved);
});

it('settings say what a short wait may cost, and go back to usual part by part', async () => {
  const shortWait = 'Answers can take up to 120 seconds';
  const ceilings = { run: 5, day: null };
  const preferences = { ...defaultPreferences, timeoutSeconds: 60, retries: 0, ceilings };
  await draw(<SettingsPage />, { snapshot: makeSnapshot({ preferences }) });
  expect(screenText()).toContain(shortWait);
  expect(buttons('Reset to default: Appearance')).toEqual([]);
  await click(button('Reset to default: Requests'));
  expect(kept()).toEqual({ ...defaultPreferences, ceilings });
  expect(field('Seconds to wait for an answer').value).toBe('130');
  expect(screenText()).not.toContain(shortWait);
  expect(buttons('Reset to default: Requests')).toEqual([]);
});

it('pictures are off; turned on, it is said what their sites learn and how much room they take', async () => {
  let cache = { bytes: 12_300_000, limit: 500_000_000 };
  answer('media.cache', () => ok(cache));
  answer('media.empty', () => ok((cache = { ...cache, bytes: 0 })));
  await draw(<SettingsPage />);
  await choose('Dates and times', 'utc');
  expect(kept()).toEqual({ ...defaultPreferences, timeZone: 'utc' });
  expect(screenText()).toContain('Their sites then learn what you look at, and from where');
  await choose('Pictures and videos', 'on');
  expect(kept()?.loadsMedia).toBe(true);

  expect(screenText()).toContain('12 MB on this computer.');
  await click(button('Empty: delete loaded pictures and videos'));
  expect(screenText()).toContain('0 B on this computer.');
  expect(button('Empty: delete loaded pictures and videos').disabled).toBe(true);
  const [low, high] = ['49', '1,000,001'].map(readMegabytes);
  expect([low, high, readMegabytes('800')]).toEqual([
    { complaint: 'Enter a whole number of megabytes from 50 to 1,000,000.' },
    { complaint: 'Enter a whole number of megabytes from 50 to 1,000,000.' },
    { value: 800 },
  ]);
});

it('where there is a tray, running without a window is chosen, and a refusal is said and changes nothing', async () => {
  await draw(<SettingsPage />);
  expect(screenText()).not.toContain('Without a window');
  const background = { keepsRunning: false, startsAtLogin: false };
  await act(async () => useApp.setState({ snapshot: makeSnapshot({ background }) }));
  answer('background.save', (wanted) => ok(wanted));
  await choose('Keep running in the tray', 'on');
  await choose('Start when you sign in', 'on');
  expect(inputsOf('background.save')).toEqual([
    { keepsRunning: true, startsAtLogin: false },
    { keepsRunning: true, startsAtLogin: true },
  ]);
  const both = { keepsRunning: true, startsAtLogin: true };
  expect(useApp.getState().snapshot?.background).toEqual(both);
  answer('background.save', refuse('The system didn’t accept the change.'));
  await choose('Start when you sign in', 'off');
  expect(screenText()).toContain('The system didn’t accept the change.');
  expect(useApp.getState().snapshot?.background).toEqual(both);
  // From the sources the system has nothing to start.
  const sources = makeSnapshot({ background: { keepsRunning: true, startsAtLogin: null } });
  await act(async () => useApp.setState({ snapshot: sources }));
  expect(screenText()).toContain('Keep running in the tray');
  expect(screenText()).not.toContain('Start when you sign in');
});
