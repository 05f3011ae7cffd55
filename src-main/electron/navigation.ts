/** Keeps the window on its own page (checklist 6). */
import type { WebContents } from 'electron';
import { isAppAddress } from './app-address.ts';

/** Applies to every web contents ever created, ours and any other. */
export function guardNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  // Our page has no frames; one that appears is not ours, whatever it wants to show.
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
