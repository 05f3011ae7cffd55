/** The sidebar as a rail of icons: by the person's choice, and in a small window always. */
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useApp, useSnapshot } from '../../state/app.ts';
import { changePreferences } from '../../state/preferences.ts';

/** As `keyNames` takes them. */
export const railKeys = 'Ctrl+B';

/** With a sidebar beside them, rows would have too little room in it. */
export const useSmallWindow = (): boolean =>
  useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });

/** Whether the sidebar is a rail now; hears its keys. */
export function useRail(): boolean {
  const isChosen = useSnapshot(({ preferences }) => preferences.sidebar === 'rail');
  const isSmall = useSmallWindow();
  useHotkeys([['mod+B', () => !isSmall && switchRail()]], [], true);
  return isChosen || isSmall;
}

export function switchRail(): void {
  const sidebar = useApp.getState().snapshot?.preferences.sidebar;
  void changePreferences({ sidebar: sidebar === 'rail' ? 'full' : 'rail' });
}
