/** The person's settings, for all services: changed here immediately, stored by main. */
import { useMediaQuery } from '@mantine/hooks';
import type { Problem } from '#shared/contract/problem.ts';
import { type Preferences, type PreferencesChange, withChange } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { changeSnapshot, useApp, useSnapshot } from './app.ts';

/** Saves are sequential, so that the last change is the stored one. */
let last: Promise<unknown> = Promise.resolve();

/** Changes the given members. If main can't store them, reverts them and returns why. */
export async function changePreferences(change: PreferencesChange): Promise<Problem | null> {
  const before = useApp.getState().snapshot?.preferences;
  if (before === undefined) return null;
  const wanted = withChange(before, change);
  setPreferences(wanted);
  const saving = last.then(() => host.call('preferences.save', change));
  last = saving;
  const result = await saving;
  // Later changes are not this save's to revert. What other windows changed is in main's reply.
  const isLast = useApp.getState().snapshot?.preferences === wanted;
  if (isLast) setPreferences(result.ok ? result.value : before);
  return result.ok ? null : result.error;
}

/** Settles once main has what was changed so far. */
export const preferencesSaved = (): Promise<unknown> => last;

const setPreferences = (preferences: Preferences): void => changeSnapshot(() => ({ preferences }));

/**
 * Whether column names have a summary below: the person's choice, or by default if the window is large
 * enough.
 */
export function useShowsStrip(): boolean {
  const chosen = useSnapshot(({ preferences }) => preferences.summaryStrip);
  const isLarge = useMediaQuery('(width > 1100px) and (height > 720px)', true, {
    getInitialValueInEffect: false,
  });
  return chosen ?? isLarge;
}
