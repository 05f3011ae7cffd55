/** Applies the chosen colour scheme to the native parts: title bar, menus, dialogs. */
import type { BrowserWindow, NativeTheme } from 'electron';
import { preferencesSchema, snapshotSchema, type Preferences } from '#shared/contract/snapshot.ts';
import type { Core } from '../core/core.ts';
import type { Remembered } from './remembered.ts';
import { backgroundFor } from './window.ts';

type ThemePart = Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;

/**
 * Uses the scheme chosen last time, then whatever is passed to `use`. The background shown before the page
 * is painted follows the system too.
 */
export function followTheme(
  nativeTheme: ThemePart,
  remembered: Remembered,
  window: () => Pick<BrowserWindow, 'setBackgroundColor'> | null,
): { use: (theme: Preferences['theme']) => void } {
  nativeTheme.themeSource = remembered.get().theme;
  nativeTheme.on('updated', () =>
    window()?.setBackgroundColor(backgroundFor(nativeTheme.shouldUseDarkColors)),
  );
  return {
    use(theme) {
      nativeTheme.themeSource = theme;
      remembered.change({ theme });
    },
  };
}

const inSnapshot = snapshotSchema.pick({ preferences: true });

/** Wraps the core to observe the preferences: saved ones, and those of the opened project. */
export function observeTheme(
  core: Pick<Core, 'call' | 'subscribe'>,
  use: (theme: Preferences['theme']) => void,
): Pick<Core, 'call' | 'subscribe'> {
  return {
    subscribe: (listener) => core.subscribe(listener),
    async call(method, input) {
      const result = await core.call(method, input);
      if (!result.ok) return result;
      if (method === 'preferences.save') {
        const saved = preferencesSchema.safeParse(result.value);
        if (saved.success) use(saved.data.theme);
      } else if (method === 'app.snapshot') {
        const snapshot = inSnapshot.safeParse(result.value);
        if (snapshot.success) use(snapshot.data.preferences.theme);
      }
      return result;
    },
  };
}
