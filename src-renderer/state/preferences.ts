/** What the person set, for all services: changed here at once, kept by main. */
import { useMediaQuery } from '@mantine/hooks';
import type { Problem } from '#shared/contract/problem.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { changeSnapshot, useApp, useSnapshot } from './app.ts';

/** Saves follow each other, so that the last change is what is kept. */
let last: Promise<unknown> = Promise.resolve();

/** Changes the members given. When main can't keep them, they go back, and it says why. */
export async function changePreferences(change: Partial<Preferences>): Promise<Problem | null> {
  const before = useApp.getState().snapshot?.preferences;
  if (before === undefined) return null;
  const wanted = { ...before, ...change };
  setPreferences(wanted);
  const saving = last.then(() => host.call('preferences.save', wanted));
  last = saving;
  const result = await saving;
  if (result.ok) return null;
  // What was changed meanwhile is not this save's to take back.
  if (useApp.getState().snapshot?.preferences === wanted) setPreferences(before);
  return result.error;
}

const setPreferences = (preferences: Preferences): void => changeSnapshot(() => ({ preferences }));

/** The person turned them on, and the window was loaded with a policy that lets them in. */
export function usePictures(): boolean {
  const isOn = useSnapshot(({ preferences }) => preferences.remoteImages);
  return useApp(({ letsPicturesIn }) => letsPicturesIn) && isOn;
}

/** The window's policy is another one than the setting asks for: it changes with the next load. */
export function usePicturesWait(): boolean {
  const isOn = useSnapshot(({ preferences }) => preferences.remoteImages);
  return useApp(({ letsPicturesIn }) => letsPicturesIn) !== isOn;
}

/** Whether each column’s name has a summary under it: the person's choice, or what the window has room for. */
export function useShowsStrip(): boolean {
  const chosen = useSnapshot(({ preferences }) => preferences.summaryStrip);
  const isLarge = useMediaQuery('(width > 1100px) and (height > 720px)', true, {
    getInitialValueInEffect: false,
  });
  return chosen ?? isLarge;
}
