/** The system's own parts (title bar, menus, dialogs) in the scheme that the person chose. */
import type { BrowserWindow, NativeTheme } from 'electron';
import { preferencesSchema, snapshotSchema, type Preferences } from '#shared/contract/snapshot.ts';
import type { Core } from '../core/core.ts';
import type { Remembered } from './remembered.ts';
import { backgroundFor } from './window.ts';

type ThemePart = Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;

/**
 * Uses what was chosen last time, and from then on what `use` is told. What shows before the page
 * has painted follows the system too.
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

/** The core, with an ear on the preferences: those it keeps, and those of the project that is open. */
export function hearTheme(
  core: Pick<Core, 'call' | 'subscribe'>,
  use: (theme: Preferences['theme']) => void,
): Pick<Core, 'call' | 'subscribe'> {
  return {
    subscribe: (listener) => core.subscribe(listener),
    async call(method, input) {
      const result = await core.call(method, input);
      if (!result.ok) return result;
      if (method === 'preferences.save') {
        const kept = preferencesSchema.safeParse(result.value);
        if (kept.success) use(kept.data.theme);
      } else if (method === 'app.snapshot') {
        const drawn = inSnapshot.safeParse(result.value);
        if (drawn.success) use(drawn.data.preferences.theme);
      }
      return result;
    },
  };
}
