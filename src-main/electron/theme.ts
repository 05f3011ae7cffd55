/** Applies the chosen colour scheme to the native parts: title bar, menus, dialogs. */
import type { BrowserWindow, NativeTheme } from 'electron';
import type { Preferences } from '#shared/contract/snapshot.ts';
import type { Remembered } from './remembered.ts';
import { backgroundFor } from './window.ts';

type ThemePart = Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;

/**
 * Uses the scheme chosen last time, then that of the preferences passed to the function it returns. The
 * background shown before the page is painted follows the system too.
 */
export function followTheme(
  nativeTheme: ThemePart,
  remembered: Remembered,
  window: () => Pick<BrowserWindow, 'setBackgroundColor'> | null,
): (preferences: Pick<Preferences, 'theme'>) => void {
  nativeTheme.themeSource = remembered.get().theme;
  nativeTheme.on('updated', () =>
    window()?.setBackgroundColor(backgroundFor(nativeTheme.shouldUseDarkColors)),
  );
  return ({ theme }) => {
    nativeTheme.themeSource = theme;
    remembered.change({ theme });
  };
}
