/** The sidebar as a rail of icons: by the person's choice, and always in a small window. */
import { useMediaQuery } from '@mantine/hooks';
import { useCommandKey } from '#renderer/components/command-keys.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { changePreferences } from '#renderer/state/preferences.ts';

/** In the format of `keyNames`. */
export const railKeys = 'Ctrl+B';

/** Whether the window is too narrow for rows beside a full sidebar. */
export const useSmallWindow = (): boolean =>
  useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });

/** Returns whether the sidebar is a rail, and handles its keyboard shortcut. */
export function useRail(): boolean {
  const isChosen = useSnapshot(({ preferences }) => preferences.sidebar === 'rail');
  const isSmall = useSmallWindow();
  useCommandKey('b', () => !isSmall && switchRail());
  return isChosen || isSmall;
}

export function switchRail(): void {
  const sidebar = useApp.getState().snapshot?.preferences.sidebar;
  void changePreferences({ sidebar: sidebar === 'rail' ? 'full' : 'rail' });
}
